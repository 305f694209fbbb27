"""Files are opened as the checks saw them, or not at all."""

import codecs
import os
import socket
import threading
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hooks.services.reading import (
    InternalRead,
    Links,
    ReadReason,
    ReadRefused,
    open_guarded,
    safe_open,
    safe_read_bytes,
    safe_read_file,
    safe_read_internal,
    safe_read_lines,
)


def reason_of(error: pytest.ExceptionInfo[ReadRefused]) -> ReadReason:
    return error.value.reason


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ("größe 日本 🎈".encode(), "größe 日本 🎈"),
        (codecs.BOM_UTF8 + "Größe".encode(), "Größe"),
        ("한국어 메모".encode("utf-16"), "한국어 메모"),
        (codecs.BOM_UTF16_BE + "ghi chú".encode("utf-16-be"), "ghi chú"),
        (b"", ""),
    ],
)
def test_text_is_read_without_its_mark(tmp_path: Path, data: bytes, text: str) -> None:
    (tmp_path / "メモ.md").write_bytes(data)
    assert safe_read_file(tmp_path / "メモ.md") == text


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        ("Grüße".encode("cp1252"), ReadReason.ENCODING_UNKNOWN),
        ("wide".encode("utf-32"), ReadReason.ENCODING_UNKNOWN),
        ("日本語".encode("shift-jis"), ReadReason.ENCODING_UNKNOWN),
        (b"a\x00b", ReadReason.BINARY_FILE),
        (b"SQLite format 3\x00...", ReadReason.BINARY_FILE),
    ],
)
def test_what_is_no_text_is_refused_with_its_reason(tmp_path: Path, data: bytes, reason: ReadReason) -> None:
    (tmp_path / "x.md").write_bytes(data)
    with pytest.raises(ReadRefused) as error:
        safe_read_file(tmp_path / "x.md")
    assert reason_of(error) is reason


def test_bytes_are_read_up_to_the_limit_and_not_one_more(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(b"12345")
    assert safe_read_bytes(tmp_path / "x", limit=5) == b"12345"
    with pytest.raises(ReadRefused) as error:
        safe_read_bytes(tmp_path / "x", limit=4)
    assert reason_of(error) is ReadReason.FILE_TOO_LARGE


def test_a_refusal_says_what_to_do_and_never_names_the_path(tmp_path: Path) -> None:
    with pytest.raises(ReadRefused) as error:
        safe_read_file(tmp_path / "password-hunter2.md")
    assert reason_of(error) is ReadReason.MISSING
    assert "hunter2" not in str(error.value.to_dict())
    assert error.value.to_dict()["reason"] == "missing"


@pytest.mark.parametrize("path", ["", "a\0b", "x" * 5000])
def test_what_is_no_name_is_refused(path: str) -> None:
    with pytest.raises(ReadRefused) as error:
        safe_read_bytes(path)
    assert reason_of(error) is ReadReason.BAD_PATH


def test_a_folder_a_pipe_and_a_socket_are_not_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(tmp_path / "s"))
        for name, reason in (
            ("", ReadReason.IS_FOLDER),
            ("pipe", ReadReason.NOT_REGULAR),
            ("s", ReadReason.NOT_REGULAR),
        ):
            with pytest.raises(ReadRefused) as error:
                safe_read_bytes(tmp_path / name)
            assert reason_of(error) is reason


@pytest.mark.parametrize("device", ["/dev/zero", "/dev/null", "/dev/stdin", "/proc/self/environ"])
def test_devices_and_the_kernels_windows_are_not_read(device: str) -> None:
    with pytest.raises(ReadRefused):
        safe_read_bytes(device)


def test_a_hard_link_is_refused_unless_the_caller_takes_it(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("x")
    os.link(tmp_path / "a", tmp_path / "b")
    with pytest.raises(ReadRefused) as error:
        safe_read_bytes(tmp_path / "b")
    assert reason_of(error) is ReadReason.HARD_LINK
    assert safe_read_bytes(tmp_path / "b", hard_links=True) == b"x"


def test_a_link_is_followed_to_what_it_names_or_refused_when_asked(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("x")
    (tmp_path / "b").symlink_to("a")
    assert safe_read_bytes(tmp_path / "b") == b"x"
    with pytest.raises(ReadRefused) as error:
        safe_read_bytes(tmp_path / "b", links=Links.REFUSE)
    assert reason_of(error) is ReadReason.SYMLINK


def test_links_in_a_circle_end(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    with pytest.raises(ReadRefused) as error:
        safe_read_bytes(tmp_path / "a")
    assert reason_of(error) is ReadReason.SYMLINK


def test_a_sensitive_file_is_refused_under_every_name(tmp_path: Path) -> None:
    (tmp_path / ".aws").mkdir()
    (tmp_path / ".aws" / "credentials").write_text("[default]")
    (tmp_path / "notes.md").symlink_to(".aws/credentials")
    for name in (".aws/credentials", "notes.md", ".aws/../.aws/credentials"):
        with pytest.raises(ReadRefused) as error:
            safe_read_bytes(tmp_path / name)
        assert reason_of(error) is ReadReason.SENSITIVE


def test_the_servers_key_and_database_are_refused(tmp_path: Path) -> None:
    for name in ("secret_key", "kirocrew.sqlite3"):
        (tmp_path / name).write_text("x")
        with pytest.raises(ReadRefused) as error:
            safe_read_bytes(tmp_path / name, home=tmp_path)
        assert reason_of(error) is ReadReason.SENSITIVE


def test_within_holds_after_links_are_followed(tmp_path: Path) -> None:
    (tmp_path / "room").mkdir()
    (tmp_path / "outside.md").write_text("x")
    (tmp_path / "room" / "in.md").write_text("y")
    (tmp_path / "room" / "door.md").symlink_to("../outside.md")
    assert safe_read_file(tmp_path / "room" / "in.md", within=tmp_path / "room") == "y"
    for name in ("door.md", "../outside.md"):
        with pytest.raises(ReadRefused) as error:
            safe_read_file(tmp_path / "room" / name, within=tmp_path / "room")
        assert reason_of(error) is ReadReason.OUTSIDE


def test_a_file_that_grows_while_it_is_read_is_refused(tmp_path: Path) -> None:
    (tmp_path / "log").write_bytes(b"one")
    with open_guarded(tmp_path / "log") as opened:
        with (tmp_path / "log").open("ab") as more:
            more.write(b"two")
        with pytest.raises(ReadRefused) as error:
            opened.read(limit=100)
    assert reason_of(error) is ReadReason.CHANGED


def test_a_file_exchanged_for_a_link_while_others_read_it_never_gives_the_secret(tmp_path: Path) -> None:
    """A thread exchanges the file and its folder for links to a secret as fast as it can."""
    (tmp_path / ".ssh").mkdir()
    (tmp_path / ".ssh" / "note.md").write_text("SECRET")
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "note.md").write_text("harmless")
    stop = threading.Event()

    def exchange() -> None:
        while not stop.is_set():
            folder.rename(tmp_path / "aside")
            folder.symlink_to(".ssh")
            folder.unlink()
            (tmp_path / "aside").rename(folder)

    swapper = threading.Thread(target=exchange)
    swapper.start()
    seen = set()
    try:
        for _ in range(1500):
            try:
                seen.add(safe_read_file(folder / "note.md"))
            except ReadRefused as refusal:
                seen.add(refusal.reason)
    finally:
        stop.set()
        swapper.join()
    assert "SECRET" not in seen
    assert "harmless" in seen


NAMES = st.sampled_from(["a", "b", "c", "日", "x y"])
STEPS = st.lists(
    st.tuples(
        st.sampled_from(["folder", "file", "link"]),
        st.lists(NAMES, min_size=1, max_size=3),
        st.lists(NAMES, max_size=3),
    ),
    max_size=12,
)


@given(STEPS, st.lists(NAMES, min_size=1, max_size=4))
@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_tree_of_links_leads_to_a_secret_or_out_of_the_room(
    tmp_path_factory: pytest.TempPathFactory, steps: list[tuple[str, list[str], list[str]]], asked: list[str]
) -> None:
    top = tmp_path_factory.mktemp("tree")
    room = top / "room"
    room.mkdir()
    (top / ".ssh").mkdir()
    (top / ".ssh" / "a").write_text("SECRET")
    (top / "b").write_text("OUTSIDE")
    for kind, where, to in steps:
        path = room.joinpath(*where)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            if kind == "folder":
                path.mkdir()
            elif kind == "file":
                path.write_text("inside")
            else:
                path.symlink_to(top.joinpath(*to) if len(to) > 1 else top / ".ssh")
        except OSError:
            continue
    try:
        text = safe_read_file(room.joinpath(*asked), within=room)
    except ReadRefused:
        return
    assert text == "inside"


def test_a_large_file_is_read_piece_by_piece_under_the_same_checks(tmp_path: Path) -> None:
    (tmp_path / "model.gguf").write_bytes(b"GGUF" + bytes(100))
    with safe_open(tmp_path / "model.gguf") as stream:
        assert stream.read(4) == b"GGUF"
    (tmp_path / ".ssh").mkdir()
    (tmp_path / ".ssh" / "x").write_bytes(b"1")
    for path in (tmp_path / ".ssh" / "x", tmp_path):
        with pytest.raises(ReadRefused):
            safe_open(path)


def test_lines_end_at_line_feeds_only(tmp_path: Path) -> None:
    (tmp_path / "x.jsonl").write_text('{"a": "x\u2028y"}\r\n{"b": 1}\n', encoding="utf-8")
    assert list(safe_read_lines(tmp_path / "x.jsonl")) == ['{"a": "x\u2028y"}', '{"b": 1}']


def test_refused_reads_leave_no_descriptor_open(tmp_path: Path) -> None:
    (tmp_path / "f").write_text("x")
    os.link(tmp_path / "f", tmp_path / "g")
    before = len(list(Path("/proc/self/fd").iterdir()))
    for name in ("f", "missing", "", "g"):
        for read in (safe_read_bytes, safe_open):
            with pytest.raises(ReadRefused):
                read(tmp_path / name)
    assert len(list(Path("/proc/self/fd").iterdir())) == before


# ---- the internal list ----


def test_an_internal_read_is_recorded_before_it_is_made(tmp_path: Path) -> None:
    (tmp_path / "owner_link.json").write_bytes(b"{}")
    assert safe_read_internal(InternalRead.OWNER_LINK, name="owner_link.json", home=tmp_path) == b"{}"
    line = (tmp_path / "audit" / "reads.jsonl").read_text()
    assert '"read": "owner_link"' in line
    assert (tmp_path / "audit" / "reads.jsonl").stat().st_mode & 0o777 == 0o600


def test_without_a_record_there_is_no_read(tmp_path: Path) -> None:
    (tmp_path / "owner_link.json").write_bytes(b"{}")
    (tmp_path / "audit").write_text("a file where the folder belongs")
    with pytest.raises(ReadRefused) as error:
        safe_read_internal(InternalRead.OWNER_LINK, name="owner_link.json", home=tmp_path)
    assert reason_of(error) is ReadReason.NOT_AUDITED


def test_an_audit_file_exchanged_for_a_link_is_no_record(tmp_path: Path) -> None:
    (tmp_path / "owner_link.json").write_bytes(b"{}")
    (tmp_path / "audit").mkdir()
    (tmp_path / "audit" / "reads.jsonl").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(ReadRefused) as error:
        safe_read_internal(InternalRead.OWNER_LINK, name="owner_link.json", home=tmp_path)
    assert reason_of(error) is ReadReason.NOT_AUDITED
    assert not (tmp_path / "elsewhere").exists()


@pytest.mark.parametrize(
    ("read_id", "name"),
    [
        ("owner_link", "secret_key"),
        ("owner_link", "../owner_link.json"),
        ("owner_link", "owner_link.json.0123456789abcdef"),
        ("owner_link_claimed", "owner_link.json./../secret_key"),
        ("secret_key", "secret_key"),
    ],
)
def test_what_is_not_on_the_list_is_not_read(tmp_path: Path, read_id: str, name: str) -> None:
    (tmp_path / "secret_key").write_text("x")
    with pytest.raises(ReadRefused) as error:
        safe_read_internal(read_id, name=name, home=tmp_path)
    assert reason_of(error) is ReadReason.OUTSIDE


def test_an_internal_read_follows_no_link(tmp_path: Path) -> None:
    (tmp_path / "secret_key").write_text("x")
    (tmp_path / "owner_link.json").symlink_to("secret_key")
    with pytest.raises(ReadRefused):
        safe_read_internal(InternalRead.OWNER_LINK, name="owner_link.json", home=tmp_path)


def test_a_full_audit_file_is_set_aside(tmp_path: Path) -> None:
    (tmp_path / "owner_link.json").write_bytes(b"{}")
    (tmp_path / "audit").mkdir()
    (tmp_path / "audit" / "reads.jsonl").write_bytes(b"x" * (1024 * 1024 + 1))
    safe_read_internal(InternalRead.OWNER_LINK, name="owner_link.json", home=tmp_path)
    assert (tmp_path / "audit" / "reads.old").stat().st_size > 1024 * 1024
    assert (tmp_path / "audit" / "reads.jsonl").read_text().count("\n") == 1
