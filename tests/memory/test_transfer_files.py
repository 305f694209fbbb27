"""Collecting files: what is read, what is refused and with which reason."""

import codecs
import io
import os
import stat
import zipfile
from pathlib import Path

import pytest

from memory.transfer.files import collect, from_upload
from memory.transfer.items import Unsupported
from memory.transfer.reasons import Reason
from memory.transfer.sources import Limits, SourceFile


def write(path: Path, content: str | bytes = "a note worth keeping") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def reasons(found: list[SourceFile | Unsupported]) -> dict[str, Reason]:
    return {item.origin_ref: item.reason_code for item in found if isinstance(item, Unsupported)}


def paths(found: list[SourceFile | Unsupported]) -> list[str]:
    return [item.path for item in found if isinstance(item, SourceFile)]


def zip_of(*members: tuple[str | zipfile.ZipInfo, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members:
            archive.writestr(name, content)
    return buffer.getvalue()


def test_a_folder_is_read_in_the_same_order_with_paths_below_its_name(tmp_path: Path) -> None:
    root = tmp_path / "agent"
    for name in ("b.md", "memory/2026-07-14.md", "a.md"):
        write(root / name)
    assert paths(list(collect([root]))) == ["agent/a.md", "agent/b.md", "agent/memory/2026-07-14.md"]


def test_a_file_named_directly_is_read_whatever_its_ending(tmp_path: Path) -> None:
    write(tmp_path / "notes" / "diary.org", "tea with Mira")
    (found,) = collect([tmp_path / "notes" / "diary.org"])
    assert isinstance(found, SourceFile)
    assert (found.path, found.text) == ("notes/diary.org", "tea with Mira")


def test_other_files_of_a_folder_are_counted_not_opened(tmp_path: Path) -> None:
    for name in ("photo.png", "run.py", "notes.md"):
        write(tmp_path / "box" / name)
    found = list(collect([tmp_path / "box"]))
    assert paths(found) == ["box/notes.md"]
    assert reasons(found) == {"box": Reason.OTHER_FILES}
    assert "photo.png, run.py" in found[-1].message  # type: ignore[union-attr]


def test_version_control_and_dependencies_are_passed_over(tmp_path: Path) -> None:
    write(tmp_path / "repo" / "node_modules" / "x" / "README.md")
    write(tmp_path / "repo" / ".git" / "notes.md")
    write(tmp_path / "repo" / "CLAUDE.md")
    found = list(collect([tmp_path / "repo"]))
    assert paths(found) == ["repo/CLAUDE.md"]
    assert reasons(found) == {}


def test_symbolic_links_to_files_and_folders_are_refused(tmp_path: Path) -> None:
    secret = write(tmp_path / "outside" / "secret.md", "not for you")
    root = tmp_path / "in"
    root.mkdir()
    (root / "file.md").symlink_to(secret)
    (root / "folder").symlink_to(secret.parent)
    found = list(collect([root, root / "file.md", root / "folder"]))
    assert paths(found) == []
    assert set(reasons(found).values()) == {Reason.SYMLINK}
    assert len(found) == 4


def test_a_hard_link_is_refused(tmp_path: Path) -> None:
    original = write(tmp_path / "one.md")
    os.link(original, tmp_path / "two.md")
    assert reasons(list(collect([tmp_path / "two.md"]))) == {f"{tmp_path.name}/two.md": Reason.HARD_LINK}


def test_a_pipe_neither_hangs_nor_is_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.md")
    (found,) = collect([tmp_path / "pipe.md"])
    assert isinstance(found, Unsupported)
    assert found.reason_code is Reason.NOT_REGULAR


def test_a_missing_path_is_named(tmp_path: Path) -> None:
    (found,) = collect([tmp_path / "nothing.md"])
    assert isinstance(found, Unsupported)
    assert (found.origin_ref, found.reason_code) == ("nothing.md", Reason.MISSING)


def test_the_same_file_is_read_once(tmp_path: Path) -> None:
    file = write(tmp_path / "once.md")
    found = list(collect([file, tmp_path]))
    assert len(paths(found)) == 1
    assert Reason.ALREADY_LISTED in reasons(found).values()


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ("größe 日本 🎈".encode(), "größe 日本 🎈"),
        (codecs.BOM_UTF8 + "größe".encode(), "größe"),
        ("한국어 메모".encode("utf-16"), "한국어 메모"),
        (codecs.BOM_UTF16_BE + "ghi chú".encode("utf-16-be"), "ghi chú"),
    ],
)
def test_utf8_and_marked_utf16_are_read(data: bytes, text: str) -> None:
    (found,) = from_upload("notes.md", data)
    assert isinstance(found, SourceFile)
    assert found.text == text


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ("Grüße aus Köln".encode("cp1252"), Reason.ENCODING_UNKNOWN),
        ("日本語のメモ".encode("shift-jis"), Reason.ENCODING_UNKNOWN),
        ("wide".encode("utf-32"), Reason.ENCODING_UNKNOWN),
        (b"\xff\xfea", Reason.ENCODING_UNKNOWN),
        (b"text\x00with a hole", Reason.BINARY_FILE),
        (b"%PDF-1.7 ...", Reason.BINARY_FILE),
        (b"SQLite format 3\x00....", Reason.DATABASE_REFUSED),
        (b"  \n\t ", Reason.EMPTY),
        (b"", Reason.EMPTY),
    ],
)
def test_what_is_not_readable_text_is_refused_with_its_reason(data: bytes, reason: Reason) -> None:
    (found,) = from_upload("notes.md", data)
    assert isinstance(found, Unsupported)
    assert found.reason_code is reason


def test_an_unknown_encoding_says_how_to_convert() -> None:
    (found,) = from_upload("notes.md", "Grüße".encode("cp1252"))
    assert isinstance(found, Unsupported)
    assert "iconv" in found.message


def test_limits_of_size_number_and_total_are_kept(tmp_path: Path) -> None:
    for number in range(4):
        write(tmp_path / "box" / f"{number}.md", "x" * 40)
    write(tmp_path / "box" / "big.md", "x" * 101)
    found = list(collect([tmp_path / "box"], limits=Limits(file_bytes=100)))
    assert reasons(found) == {"box/big.md": Reason.FILE_TOO_LARGE}
    found = list(collect([tmp_path / "box"], limits=Limits(files=2)))
    assert (len(paths(found)), set(reasons(found).values())) == (2, {Reason.LIMIT_FILES})
    found = list(collect([tmp_path / "box"], limits=Limits(total_bytes=90)))
    assert len(paths(found)) == 2
    assert set(reasons(found).values()) == {Reason.FILE_TOO_LARGE, Reason.LIMIT_TOTAL} - (
        set() if Reason.FILE_TOO_LARGE in reasons(found).values() else {Reason.FILE_TOO_LARGE}
    )


def test_a_walk_ends_at_its_entries_and_depth(tmp_path: Path) -> None:
    for number in range(5):
        write(tmp_path / "wide" / f"{number}.md")
    found = list(collect([tmp_path / "wide"], limits=Limits(entries=3)))
    assert (len(paths(found)), reasons(found)) == (3, {"wide": Reason.LIMIT_ENTRIES})
    write(tmp_path / "deep" / "a" / "b" / "c" / "note.md")
    found = list(collect([tmp_path / "deep"], limits=Limits(depth=2)))
    assert reasons(found) == {"deep/a/b/c": Reason.LIMIT_DEPTH}


def test_an_export_may_be_larger_than_a_note(tmp_path: Path) -> None:
    limits = Limits(file_bytes=10, structured_file_bytes=100)
    write(tmp_path / "turns.jsonl", "x" * 50)
    assert len(paths(list(collect([tmp_path / "turns.jsonl"], limits=limits)))) == 1


def test_a_name_cannot_break_a_line_or_an_encoding(tmp_path: Path) -> None:
    name = os.fsencode(str(tmp_path)) + b"/evil\n\x1b[31m\xff.md"
    Path(os.fsdecode(name)).write_text("a note worth keeping")
    (path,) = paths(list(collect([tmp_path])))
    assert path.isprintable()
    path.encode()


def test_an_upload_is_a_name_not_a_path() -> None:
    (found,) = from_upload("../../etc/CLAUDE.md", b"Always test.")
    assert isinstance(found, SourceFile)
    assert found.path == "CLAUDE.md"
    (found,) = from_upload("C:\\notes\\MEMORY.md", b"Always test.")
    assert isinstance(found, SourceFile)
    assert found.path == "MEMORY.md"


def test_a_zip_is_read_like_a_folder() -> None:
    data = zip_of(("memory/b.md", b"second"), ("a.md", b"first"), ("pic.png", b"x"), (".git/c.md", b"hidden"))
    found = list(from_upload("backup.zip", data))
    assert paths(found) == ["backup/a.md", "backup/memory/b.md"]
    assert reasons(found) == {"backup.zip": Reason.OTHER_FILES}


@pytest.mark.parametrize("name", ["../evil.md", "/etc/evil.md", "a/../../evil.md", "c:/evil.md", "..\\evil.md"])
def test_a_member_that_points_outside_is_refused(name: str) -> None:
    found = list(from_upload("x.zip", zip_of((name, b"text of the member"), ("good.md", b"stays"))))
    assert paths(found) == ["x/good.md"]
    assert list(reasons(found).values()) == [Reason.TRAVERSAL]


def test_a_link_inside_an_archive_is_refused() -> None:
    link = zipfile.ZipInfo("link.md")
    link.create_system = 3
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    found = list(from_upload("x.zip", zip_of((link, b"/etc/passwd"))))
    assert list(reasons(found).values()) == [Reason.SYMLINK]


def test_an_archive_cannot_explode() -> None:
    data = zip_of(("bomb.md", b"0" * 5_000_000), ("small.md", b"harmless"))
    found = list(from_upload("x.zip", data, limits=Limits(file_bytes=1_000_000)))
    assert reasons(found) == {"x/bomb.md": Reason.FILE_TOO_LARGE}
    many = zip_of(*((f"{number}.md", b"text") for number in range(20)))
    found = list(from_upload("x.zip", many, limits=Limits(entries=10)))
    assert reasons(found) == {"x.zip": Reason.LIMIT_ENTRIES}


def test_damaged_archives_are_reported() -> None:
    data = zip_of(("a.md", b"text " * 100))
    assert list(reasons(list(from_upload("x.zip", data[:40]))).values()) == [Reason.ARCHIVE_DAMAGED]
    broken = bytearray(data)
    broken[45] ^= 0xFF
    assert list(reasons(list(from_upload("x.zip", bytes(broken)))).values()) == [Reason.ARCHIVE_DAMAGED]


def test_an_encrypted_member_is_reported() -> None:
    data = bytearray(zip_of(("a.md", b"text")))
    for signature, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(signature) + offset] |= 1
    assert list(reasons(list(from_upload("x.zip", bytes(data)))).values()) == [Reason.ARCHIVE_ENCRYPTED]


def test_a_name_twice_in_an_archive_is_read_once() -> None:
    with pytest.warns(UserWarning, match="Duplicate name"):
        data = zip_of(("a.md", b"first text"), ("a.md", b"second text"))
    found = list(from_upload("x.zip", data))
    assert paths(found) == ["x/a.md"]
    assert reasons(found) == {"x/a.md": Reason.ALREADY_LISTED}


def test_a_zip_named_on_the_command_line_is_opened(tmp_path: Path) -> None:
    write(tmp_path / "b.zip", zip_of(("a.md", b"first text")))
    assert paths(list(collect([tmp_path / "b.zip"]))) == [f"{tmp_path.name}/b/a.md"]
