"""Read an uploaded zip archive: no member leaves it, links nowhere, or grows beyond the limits."""

import io
import stat
import zipfile
import zlib
from collections.abc import Iterator

from memory.transfer.budget import Budget, too_large, too_many_entries
from memory.transfer.databases import Snapshot, is_database, read_database
from memory.transfer.items import Unsupported
from memory.transfer.reasons import Reason
from memory.transfer.selection import OtherFiles, is_candidate, is_companion, is_skipped_folder
from memory.transfer.sources import SourceFile, decode, refuse, shown_path

# Starts each entry of a zip's directory; counted before the directory is built in memory.
_DIRECTORY_ENTRY = b"PK\x01\x02"
_UNIX = 3  # the "made by" system whose file mode the archive carries
_ENCRYPTED = 0x1  # bit of a member's flags
Found = SourceFile | Unsupported
_READ_ERRORS = (zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError, ValueError)


def read_archive(name: str, data: bytes, budget: Budget) -> Iterator[SourceFile | Unsupported]:
    """Yield the text members of a zip in the order of their names, and an `Unsupported` for each other one."""
    if len(data) > budget.limits.total_bytes:
        yield too_large(name, budget.limits.total_bytes)
        return
    if data.count(_DIRECTORY_ENTRY) > budget.limits.entries:
        yield too_many_entries(name, budget.limits)
        return
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except _READ_ERRORS:
        yield refuse(name, Reason.ARCHIVE_DAMAGED, "The zip archive cannot be read. Pack it again.")
        return
    with archive:
        yield from _members(name, archive, budget)


def _members(name: str, archive: zipfile.ZipFile, budget: Budget) -> Iterator[SourceFile | Unsupported]:
    others = OtherFiles(name)
    seen: set[str] = set()
    for info in sorted(archive.infolist(), key=lambda member: member.filename):
        if not budget.entry():
            yield too_many_entries(name, budget.limits)
            break
        path = shown_path(name.removesuffix(".zip"), info.filename)
        refused = _refusal(path, info)
        if refused:
            yield refused
        elif info.is_dir() or any(is_skipped_folder(part) for part in info.filename.split("/")[:-1]):
            continue
        elif path in seen:
            yield refuse(path, Reason.ALREADY_LISTED, "The archive holds this name twice; the first one was read.")
        elif is_companion(info.filename.rsplit("/", 1)[-1]):
            continue
        elif not is_candidate(info.filename.rsplit("/", 1)[-1]):
            others.add(info.filename)
        else:
            seen.add(path)
            yield from _read(path, archive, info, budget)
    yield from others.summary()


def _refusal(path: str, info: zipfile.ZipInfo) -> Unsupported | None:
    name = info.filename.replace("\\", "/")
    if name.startswith("/") or ".." in name.split("/") or ":" in name.split("/")[0]:
        return refuse(path, Reason.TRAVERSAL, "The name points outside the archive.")
    mode = info.external_attr >> 16
    if info.create_system == _UNIX and stat.S_IFMT(mode) not in (0, stat.S_IFREG, stat.S_IFDIR):
        reason = Reason.SYMLINK if stat.S_ISLNK(mode) else Reason.NOT_REGULAR
        return refuse(path, reason, "Only regular files are read from an archive, no links or devices.")
    if info.flag_bits & _ENCRYPTED:
        return refuse(path, Reason.ARCHIVE_ENCRYPTED, "The member is encrypted. Unpack it with its password first.")
    return None


def _read(path: str, archive: zipfile.ZipFile, info: zipfile.ZipInfo, budget: Budget) -> Iterator[Found]:
    data = _unpacked(path, archive, info, budget)
    if isinstance(data, Unsupported):
        yield data
    elif not is_database(data):
        yield budget.admit(path, len(data)) or decode(path, data)
    else:
        log: bytes | Unsupported = b""
        if (beside := archive.NameToInfo.get(f"{info.filename}-wal")) and not _refusal(path, beside):
            log = _unpacked(path, archive, beside, budget)
        if isinstance(log, Unsupported):
            yield log
        elif refused := budget.admit(path, len(data) + len(log)):
            yield refused
        else:
            yield from read_database(path, Snapshot(data, log))


def _unpacked(path: str, archive: zipfile.ZipFile, info: zipfile.ZipInfo, budget: Budget) -> bytes | Unsupported:
    """The bytes of a member, with at most one more than may still come."""
    allowed = min(budget.limits.bytes_for(path), budget.limits.total_bytes - budget.bytes)
    try:
        with archive.open(info) as member:
            return member.read(allowed + 1)  # the sizes a header claims are not believed
    except _READ_ERRORS:
        return refuse(path, Reason.ARCHIVE_DAMAGED, "This member cannot be unpacked. Pack the archive again.")
