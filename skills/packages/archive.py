"""Archives of packages, read in memory. What is refused leaves nothing behind, as nothing is ever written."""

import struct
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from io import SEEK_END, BytesIO
from typing import BinaryIO, Final

from skills.packages.diagnostics import PackageRefused
from skills.packages.limits import DEFAULT_LIMITS, MIB, SKILL_FILE, Limits
from skills.packages.paths import is_junk, safe_path

_END: Final = b"PK\x05\x06"
_END_SIZE: Final = 22
_MAX_COMMENT: Final = 65_535
_ENTRY_BYTES: Final = 1_024
"""Bytes of the directory that one entry may take on average."""
_CHUNK: Final = 64 * 1024
_SYMLINK, _REGULAR, _FOLDER = 0o120000, 0o100000, 0o040000
_TYPE_MASK: Final = 0o170000


@dataclass(frozen=True, slots=True)
class ArchivePackage:
    """One folder of an archive that holds a SKILL.md: its files, or why it is not taken.

    `folder` is its path in the archive, "" for the archive's own top. `executable` are the paths marked so.
    """

    folder: str
    files: dict[str, bytes] = field(default_factory=dict)
    problem: PackageRefused | None = None
    executable: frozenset[str] = frozenset()


def archive_read(stream: BinaryIO, *, limits: Limits = DEFAULT_LIMITS) -> list[ArchivePackage]:
    """Read the packages of a ZIP out of a stream that can seek.

    Raises PackageRefused for an archive that is none, too large, or built to do harm: nothing of it is taken then. What
    is wrong with one package alone is its `problem`.
    """
    data = _bounded(stream, limits)
    _refuse_crowds(data, limits)
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            members = list(_members(archive, limits))
            packages = _packages(members, limits)
            _refuse_bombs([member for member in members if member.package is not None], limits)
            return [_read_package(archive, folder, inside, limits) for folder, inside in packages.items()]
    except PackageRefused:
        raise
    except NotImplementedError as error:
        raise PackageRefused("archive_method", "The archive is packed by a method that is not read.") from error
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, RuntimeError, struct.error) as error:
        raise PackageRefused("archive_damaged", "The archive is damaged or no ZIP.") from error


@dataclass(slots=True)
class _Member:
    """A file in the archive. `package` is the folder of the package that it belongs to."""

    info: zipfile.ZipInfo
    path: str
    package: str | None = None


def _bounded(stream: BinaryIO, limits: Limits) -> bytes:
    stream.seek(0, SEEK_END)
    if stream.tell() > limits.total_bytes:
        raise PackageRefused("archive_too_large", f"The archive has more than {limits.total_bytes:,} bytes.")
    stream.seek(0)
    return stream.read(limits.total_bytes + 1)


def _refuse_crowds(data: bytes, limits: Limits) -> None:
    """Count the entries by the archive's own end record before anything is made of each of them."""
    at = data.rfind(_END, max(0, len(data) - _END_SIZE - _MAX_COMMENT))
    if at < 0 or len(data) < at + _END_SIZE:
        raise PackageRefused("archive_damaged", "The archive is damaged or no ZIP.")
    entries, size = struct.unpack_from("<HI", data, at + 10)
    if entries > limits.entries or size > limits.entries * _ENTRY_BYTES:
        raise PackageRefused("too_many_entries", f"The archive has more than {limits.entries:,} entries.")


def _members(archive: zipfile.ZipFile, limits: Limits) -> Iterator[_Member]:
    infos = archive.infolist()
    if len(infos) > limits.entries:
        raise PackageRefused("too_many_entries", f"The archive has more than {limits.entries:,} entries.")
    seen: set[str] = set()
    for info in infos:
        path = safe_path(info.orig_filename)
        _refuse_kind(info, path)
        if info.is_dir() or is_junk(path):
            continue
        if path in seen:
            raise PackageRefused("duplicate_member", f"The archive has two files named {path[:80]}.", path=path)
        seen.add(path)
        yield _Member(info, path)


def _refuse_kind(info: zipfile.ZipInfo, path: str) -> None:
    kind = (info.external_attr >> 16) & _TYPE_MASK
    if kind == _SYMLINK:
        raise PackageRefused("archive_link", f"The archive has a link: {path[:80]}", path=path)
    if kind not in (0, _REGULAR, _FOLDER):
        raise PackageRefused("archive_special", f"The archive has something that is no file: {path[:80]}", path=path)
    if info.flag_bits & 0x1:
        raise PackageRefused("archive_encrypted", f"The archive is encrypted: {path[:80]}", path=path)
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise PackageRefused("archive_method", "The archive is packed by a method that is not read.", path=path)


def _packages(members: list[_Member], limits: Limits) -> dict[str, list[_Member]]:
    """The folders with a SKILL.md and their files. A package within another is one of its own, and a problem."""
    homes = sorted({_folder(one.path) for one in members if _name(one.path).lower() == SKILL_FILE.lower()})
    if not homes:
        raise PackageRefused("skill_file_missing", f"No folder of the archive holds a {SKILL_FILE}.")
    if len(homes) > limits.packages:
        message = f"The archive has {len(homes):,} packages; at most {limits.packages:,} are taken at once."
        raise PackageRefused("too_many_packages", message)
    found: dict[str, list[_Member]] = {home: [] for home in homes}
    for member in members:
        member.package = next((home for home in _homes_of(member.path) if home in found), None)
        if member.package is not None:
            found[member.package].append(member)
    return found


def _homes_of(path: str) -> Iterator[str]:
    """The folders a file lies in, innermost first."""
    folder = _folder(path)
    while folder:
        yield folder
        folder = _folder(folder)
    yield ""


def _folder(path: str) -> str:
    return path.rpartition("/")[0]


def _name(path: str) -> str:
    return path.rpartition("/")[2]


def _refuse_bombs(members: list[_Member], limits: Limits) -> None:
    """By the sizes that are declared: reading stops there, and finds a wrong checksum where they lie."""
    total = sum(one.info.file_size for one in members)
    if total > limits.total_bytes:
        raise PackageRefused("archive_bomb", f"The archive unpacks to more than {limits.total_bytes:,} bytes.")
    for one in members:
        if one.info.file_size > MIB and one.info.file_size > limits.ratio * max(one.info.compress_size, 1):
            raise PackageRefused("archive_bomb", f"{one.path[:80]} unpacks to far more than it holds.", path=one.path)


def _read_package(archive: zipfile.ZipFile, folder: str, members: list[_Member], limits: Limits) -> ArchivePackage:
    outer = next((home for home in _homes_of(folder) if folder and home != folder and _holds(archive, home)), None)
    if outer is not None:
        message = f"A package lies within another ({outer or 'the top of the archive'})."
        return ArchivePackage(folder, problem=PackageRefused("package_nested", message, path=folder))
    start = len(folder) + 1 if folder else 0
    if len(members) > limits.files:
        message = f"There are more than {limits.files:,} files."
        return ArchivePackage(folder, problem=PackageRefused("too_many_files", message, path=folder))
    files = {one.path[start:]: _content(archive, one) for one in members}
    marked = frozenset(one.path[start:] for one in members if (one.info.external_attr >> 16) & 0o111)
    return ArchivePackage(folder, files, executable=marked)


def _holds(archive: zipfile.ZipFile, home: str) -> bool:
    prefix = f"{home}/" if home else ""
    return any(name.replace("\\", "/").lower() == f"{prefix}{SKILL_FILE}".lower() for name in archive.namelist())


def _content(archive: zipfile.ZipFile, member: _Member) -> bytes:
    """Unpack one file. In pieces, as a single read unpacks all there is before it looks at the size declared."""
    with archive.open(member.info) as source:
        return b"".join(iter(lambda: source.read(_CHUNK), b""))
