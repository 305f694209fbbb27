"""An archive is read in memory; one that means harm is refused by a code, quickly and without a trace."""

import io
import struct
import tempfile
import warnings
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from skills.packages.archive import ArchivePackage, archive_read
from skills.packages.diagnostics import PackageRefused
from skills.packages.limits import MIB, Limits

SKILL = b"---\nname: csv-tidy\ndescription: Clean\n---\n# A\n"


def packed(files: dict[str, bytes], change: Callable[[zipfile.ZipInfo], None] | None = None) -> io.BytesIO:
    stream = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        warnings.simplefilter("ignore")
        for name, content in files.items():
            info = zipfile.ZipInfo(name)
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = 0o100644 << 16
            if change:
                change(info)
            archive.writestr(info, content)
    return stream


def read(files: dict[str, bytes]) -> dict[str, ArchivePackage]:
    return {one.folder: one for one in archive_read(packed(files))}


@pytest.fixture(autouse=True)
def no_trace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nothing is written where programs write when nobody says where."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    yield
    assert list(tmp_path.iterdir()) == []


def test_a_package_at_the_top_and_its_files() -> None:
    found = read({"SKILL.md": SKILL, "scripts/tidy.py": b"print(1)\n"})
    assert found[""].files == {"SKILL.md": SKILL, "scripts/tidy.py": b"print(1)\n"}


def test_many_packages_each_with_its_own_files_and_nothing_beside_them() -> None:
    found = read({"x/a/SKILL.md": SKILL, "x/a/b/c.txt": b"c", "x/d/skill.md": SKILL, "README.md": b"", "x/e.txt": b""})
    assert {folder: set(one.files) for folder, one in found.items()} == {
        "x/a": {"SKILL.md", "b/c.txt"},
        "x/d": {"skill.md"},
    }


def test_a_package_within_a_package_is_a_problem_of_its_own() -> None:
    found = read({"a/SKILL.md": SKILL, "a/b.txt": b"", "a/sub/SKILL.md": SKILL, "a/sub/c.txt": b""})
    assert set(found["a"].files) == {"SKILL.md", "b.txt"}
    assert found["a/sub"].problem is not None
    assert found["a/sub"].problem.code == "package_nested"


def test_what_systems_leave_behind_is_left_out() -> None:
    junk = ["__MACOSX/a/._SKILL.md", "a/.DS_Store", "a/Thumbs.db", "a/.git/config", "a/x/__pycache__/m.pyc", "a/._x"]
    assert set(read({"a/SKILL.md": SKILL, **dict.fromkeys(junk, b"x")})["a"].files) == {"SKILL.md"}


def test_names_in_every_script_are_kept_in_one_form() -> None:
    found = read({"整理/SKILL.md": SKILL, "整理/Gro\u0308ße.txt": b""})
    assert set(found["整理"].files) == {"SKILL.md", "Größe.txt"}


def test_an_executable_file_is_marked() -> None:
    stream = packed({"SKILL.md": SKILL, "run.sh": b""}, lambda info: setattr(info, "external_attr", 0o100755 << 16))
    assert archive_read(stream)[0].executable == {"SKILL.md", "run.sh"}


def _renamed(files: dict[str, bytes], old: bytes, new: bytes) -> io.BytesIO:
    return io.BytesIO(packed(files).getvalue().replace(old, new))


def _patched(name: str, offset_local: int, offset_central: int, value: bytes) -> io.BytesIO:
    """An archive whose headers say something else than what is there."""
    data = bytearray(packed({"SKILL.md": SKILL, name: b"x" * 5_000}).getvalue())
    for magic, offset in ((b"PK\x03\x04", offset_local), (b"PK\x01\x02", offset_central)):
        at = data.rfind(magic)
        data[at + offset : at + offset + len(value)] = value
    return io.BytesIO(bytes(data))


def _attributes(mode: int) -> Callable[[zipfile.ZipInfo], None]:
    def change(info: zipfile.ZipInfo) -> None:
        if info.filename != "SKILL.md":
            info.external_attr = mode << 16

    return change


def _lzma() -> io.BytesIO:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("SKILL.md", SKILL)
    return stream


def _doubled() -> io.BytesIO:
    stream = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(stream, "w") as archive:
        warnings.simplefilter("ignore")
        archive.writestr("SKILL.md", SKILL)
        archive.writestr("SKILL.md", b"other")
    return stream


REFUSED: dict[str, tuple[str, Callable[[], io.BytesIO]]] = {
    "slip": ("path_leads_out", lambda: packed({"SKILL.md": SKILL, "../../etc/cron.d/x": b""})),
    "slip by backslashes": ("path_leads_out", lambda: packed({"SKILL.md": SKILL, "a\\..\\..\\x": b""})),
    "slip in what is left out": (
        "path_leads_out",
        lambda: packed({"SKILL.md": SKILL, "__MACOSX/../../x": b""}),
    ),
    "absolute": ("path_absolute", lambda: packed({"SKILL.md": SKILL, "/etc/passwd": b""})),
    "absolute by backslash": ("path_absolute", lambda: packed({"SKILL.md": SKILL, "\\\\server\\share": b""})),
    "drive": ("path_drive", lambda: packed({"SKILL.md": SKILL, "C:/Windows/x": b""})),
    "NUL in a name": (
        "path_characters",
        lambda: _renamed({"SKILL.md": SKILL, "aXb": b""}, b"aXb", b"a\x00b"),
    ),
    "line break in a name": ("path_characters", lambda: packed({"SKILL.md": SKILL, "a\nb": b""})),
    "direction mark in a name": ("path_characters", lambda: packed({"SKILL.md": SKILL, "a\u202egpj.exe": b""})),
    "device": ("path_name", lambda: packed({"SKILL.md": SKILL, "x/NUL.txt": b""})),
    "stream of another file": ("path_name", lambda: packed({"SKILL.md": SKILL, "x/a.txt:b": b""})),
    "long path": ("path_too_long", lambda: packed({"SKILL.md": SKILL, "a" * 400: b""})),
    "deep path": ("path_too_long", lambda: packed({"SKILL.md": SKILL, "a/" * 50 + "b": b""})),
    "symlink": ("archive_link", lambda: packed({"SKILL.md": SKILL, "x": b"/etc/passwd"}, _attributes(0o120777))),
    "symlink as a folder": (
        "archive_link",
        lambda: packed({"SKILL.md": SKILL, "x/": b""}, _attributes(0o120777)),
    ),
    "device node": ("archive_special", lambda: packed({"SKILL.md": SKILL, "x": b""}, _attributes(0o060666))),
    "pipe": ("archive_special", lambda: packed({"SKILL.md": SKILL, "x": b""}, _attributes(0o010666))),
    "encrypted": ("archive_encrypted", lambda: _patched("x", 6, 8, b"\x01\x00")),
    "another method": ("archive_method", _lzma),
    "two of one name": ("duplicate_member", _doubled),
    "10,000 folders": ("too_many_entries", lambda: packed({f"d{number}/": b"" for number in range(10_000)})),
    "51 packages": ("too_many_packages", lambda: packed({f"s{number}/SKILL.md": SKILL for number in range(51)})),
    "no package": ("skill_file_missing", lambda: packed({"README.md": b""})),
    "empty": ("skill_file_missing", lambda: packed({})),
    "bomb of zeros": ("archive_bomb", lambda: packed({"SKILL.md": SKILL, "x": bytes(15 * MIB)})),
    "bomb of many": ("archive_bomb", lambda: packed({"SKILL.md": SKILL, **{f"x{n}": bytes(MIB) for n in range(30)}})),
    "size that lies": ("archive_damaged", lambda: _patched("x", 22, 24, struct.pack("<I", 10))),
    "no archive": ("archive_damaged", lambda: io.BytesIO(b"hello")),
    "nothing": ("archive_damaged", lambda: io.BytesIO(b"")),
    "cut short": ("archive_damaged", lambda: io.BytesIO(packed({"SKILL.md": SKILL}).getvalue()[:-10])),
    "damaged": ("archive_damaged", lambda: _patched("x", 30 + 1, 16, b"\x00\x00\x00\x00")),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_means_harm_is_refused_by_a_code_in_under_a_second(name: str) -> None:
    code, build = REFUSED[name]
    stream = build()
    with pytest.raises(PackageRefused) as refused:
        archive_read(stream)
    assert refused.value.code == code


def test_an_archive_that_is_too_large_is_not_even_read() -> None:
    stream = packed({"SKILL.md": SKILL, "x": bytes(range(256)) * 100})
    with pytest.raises(PackageRefused) as refused:
        archive_read(stream, limits=Limits(total_bytes=100))
    assert refused.value.code == "archive_too_large"


def test_too_many_files_are_the_problem_of_their_package_alone() -> None:
    files = {"a/SKILL.md": SKILL, **{f"a/{number}": b"" for number in range(5)}, "b/SKILL.md": SKILL}
    found = {one.folder: one for one in archive_read(packed(files), limits=Limits(files=3))}
    assert found["a"].problem is not None
    assert found["a"].problem.code == "too_many_files"
    assert found["b"].files == {"SKILL.md": SKILL}


def test_a_directory_that_names_more_entries_than_its_record_is_refused() -> None:
    data = bytearray(packed({f"d{number}/": b"" for number in range(6_000)}).getvalue())
    at = data.rfind(b"PK\x05\x06")
    data[at + 8 : at + 12] = struct.pack("<HH", 1, 1)
    with pytest.raises(PackageRefused) as refused:
        archive_read(io.BytesIO(bytes(data)))
    assert refused.value.code == "too_many_entries"
