"""Large files over a line that stalls, breaks and lies: what is installed in the end is the file that was meant."""

import hashlib
import re
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hooks.services.egress import Caps, Egress, listed_of
from memory.inference.download import (
    INTERACTIVE,
    PATIENT,
    DownloadError,
    DownloadInterrupted,
    Ladder,
    Line,
    Wanted,
    alone,
    discard_part,
    fetch_once,
    fetch_patiently,
    part_size,
    taken_from_ollama,
)
from tests.hooks.servers import Asked, Server, serving

CONTENT = Random(8).randbytes(3_000_000)
OTHER = Random(9).randbytes(3_000_000)
SHA256 = hashlib.sha256(CONTENT).hexdigest()


@pytest.fixture
def server() -> Iterator[Server]:
    with serving() as running:
        yield running


def wanted(server: Server, path: str = "/model.gguf") -> Wanted:
    return Wanted("a model", server.url(path), "model.gguf", SHA256, 3_000_000)


def line(server: Server, *, attempts: int = 3, idle: float = 5.0, waits: list[float] | None = None) -> Line:
    """A line on which the test server's names are listed, and `inner.example`, which leads to it as well, is not."""
    addresses = {"public.example": "127.0.0.1", "other.example": "127.0.0.1", "inner.example": "127.0.0.1"}

    def resolve(host: str, port: int) -> Sequence[str]:
        return [addresses.get(host, host)]

    listed = listed_of([f"public.example:{server.port}", f"other.example:{server.port}"])
    caps = Caps(bytes=6_000_000, seconds=60, idle=idle)
    took = [] if waits is None else waits
    return Line(Ladder(attempts), Egress(listed=listed, resolve=resolve), caps, pause=took.append)


class Shelf:
    """Serves a file by parts, as a good server does; `stops` are how many bytes each answer brings before it ends."""

    def __init__(self, content: bytes = CONTENT, *, etag: str = '"one"', stops: Sequence[int] = ()) -> None:
        self.content, self.etag, self.stops = content, etag, list(stops)
        self.stalls = threading.Event()
        self.heeds_mark = True

    def __call__(self, connection: socket.socket, asked: Asked) -> None:
        start = int(re.fullmatch(r"bytes=(\d+)-", asked.headers["range"])[1])  # type: ignore[index]
        if self.heeds_mark and asked.headers.get("if-range", self.etag) != self.etag:
            start = 0
        size = len(self.content)
        status = f"206 Partial Content\r\nContent-Range: bytes {start}-{size - 1}/{size}" if start else "200 OK"
        head = f"HTTP/1.1 {status}\r\nContent-Length: {size - start}\r\nETag: {self.etag}\r\n\r\n".encode()
        stop = self.stops.pop(0) if self.stops else size
        connection.sendall(head + self.content[start : start + stop])
        if self.stalls.is_set():
            connection.recv(1)  # until the other side gives up


def get(server: Server, folder: Path, *, attempts: int = 3, waits: list[float] | None = None) -> Path:
    return fetch_patiently(
        wanted(server),
        folder,
        line(server, attempts=attempts, waits=waits),
        watch=lambda size, total: None,
        report=lambda words: None,
    )


def raw(server: Server, answer: bytes, path: str = "/model.gguf") -> None:
    server.on(path, lambda connection, _: connection.sendall(answer))


def left(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if not path.name.endswith(".lock"))


def test_a_file_arrives_whole_private_and_watched(server: Server, tmp_path: Path) -> None:
    server.on("/model.gguf", Shelf())
    seen: list[tuple[int, int | None]] = []
    draft = fetch_once(wanted(server), tmp_path, line(server), watch=lambda size, total: seen.append((size, total)))
    assert draft.read_bytes() == CONTENT
    assert oct(draft.stat().st_mode & 0o777) == "0o600"
    assert [size for size, _ in seen] == sorted(size for size, _ in seen)
    assert seen[-1] == (3_000_000, 3_000_000)
    draft.rename(tmp_path / "model.gguf")
    discard_part("model.gguf", tmp_path)
    assert left(tmp_path) == ["model.gguf"]


def test_a_line_that_breaks_again_and_again_is_taken_up_where_it_broke(server: Server, tmp_path: Path) -> None:
    server.on("/model.gguf", Shelf(stops=[1_100_000, 0, 1_200_000]))
    waits: list[float] = []
    assert get(server, tmp_path, waits=waits).read_bytes() == CONTENT
    asked = [(one.headers["range"], one.headers.get("if-range")) for one in server.requests]
    assert asked[0] == ("bytes=0-", None)
    assert asked[1:] == [
        ("bytes=1100000-", '"one"'),
        ("bytes=1100000-", '"one"'),
        ("bytes=2300000-", '"one"'),
    ]
    assert waits == [60, 120, 60], "what got further by a megabyte begins the ladder anew"
    assert all(one.headers["accept-encoding"] == "identity" for one in server.requests)


def test_a_server_that_stalls_is_left_and_asked_again(server: Server, tmp_path: Path) -> None:
    shelf = Shelf(stops=[500_000])
    shelf.stalls.set()
    server.on("/model.gguf", shelf)
    with pytest.raises(DownloadInterrupted, match="sent nothing"):
        fetch_once(wanted(server), tmp_path, line(server, idle=0.2), watch=lambda size, total: None)
    assert part_size(wanted(server), tmp_path) == 500_000
    shelf.stalls.clear()
    assert get(server, tmp_path).read_bytes() == CONTENT


def test_what_a_stopped_job_had_is_used_by_the_next(server: Server, tmp_path: Path) -> None:
    class Stopped(Exception):
        pass

    def watch(size: int, total: int | None) -> None:
        if size > 1_000_000:
            raise Stopped

    server.on("/model.gguf", Shelf())
    with pytest.raises(Stopped):
        fetch_once(wanted(server), tmp_path, line(server), watch=watch)
    have = part_size(wanted(server), tmp_path)
    assert have > 900_000
    assert get(server, tmp_path).read_bytes() == CONTENT
    assert server.requests[1].headers["range"] == f"bytes={have}-"


def test_a_process_that_is_killed_leaves_what_the_next_one_goes_on_with(server: Server, tmp_path: Path) -> None:
    shelf = Shelf(stops=[1_200_000])
    shelf.stalls.set()
    server.on("/model.gguf", shelf)
    code = (
        "import sys; from pathlib import Path; from hooks.services.egress import Caps, Egress, listed_of;"
        "from memory.inference.download import Line, Wanted, alone, fetch_once;"
        "_, folder, url, host, sha256 = sys.argv;"
        "line = Line(egress=Egress(listed=listed_of([host])), caps=Caps(bytes=6_000_000, seconds=600));"
        "wanted = Wanted('a model', url, 'model.gguf', sha256, 3_000_000);"
        "hold = alone(Path(folder), 'model.gguf', waiting=lambda: None); hold.__enter__();"
        "fetch_once(wanted, Path(folder), line, watch=lambda size, total: print(size, flush=True))"
    )
    host = f"127.0.0.1:{server.port}"
    command = [sys.executable, "-c", code, str(tmp_path), f"http://{host}/model.gguf", host, SHA256]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        next(size for size in child.stdout if int(size) > 1_000_000)
        child.kill()
    shelf.stalls.clear()
    meant = Wanted("a model", f"http://{host}/model.gguf", "model.gguf", SHA256, 3_000_000)
    way = Line(egress=Egress(listed=listed_of([host])))
    with alone(tmp_path, "model.gguf", waiting=lambda: None):
        assert fetch_once(meant, tmp_path, way, watch=lambda size, total: None).read_bytes() == CONTENT
    assert int(server.requests[1].headers["range"][6:-1]) > 900_000


def test_a_server_that_knows_no_parts_sends_all_of_it_again(server: Server, tmp_path: Path) -> None:
    head = f"HTTP/1.1 200 OK\r\nContent-Length: {len(CONTENT)}\r\n\r\n".encode()
    raw(server, head + CONTENT[:1_500_000])
    with pytest.raises(DownloadError, match="Tried 2 times"):
        get(server, tmp_path, attempts=2)
    raw(server, head + CONTENT)
    assert get(server, tmp_path).read_bytes() == CONTENT


def test_a_file_that_changed_meanwhile_is_fetched_anew(server: Server, tmp_path: Path) -> None:
    server.on("/model.gguf", Shelf(OTHER, etag='"old"', stops=[1_000_000, 0]))
    with pytest.raises(DownloadError):
        get(server, tmp_path, attempts=1)
    server.on("/model.gguf", Shelf(etag='"new"'))
    assert get(server, tmp_path).read_bytes() == CONTENT
    assert server.requests[-1].headers["if-range"] == '"old"'


def test_halves_of_two_files_are_never_taken_for_one(server: Server, tmp_path: Path) -> None:
    """A server that does not heed If-Range, and one without tags."""
    careless = Shelf(etag='"new"')
    careless.heeds_mark = False
    server.on("/model.gguf", Shelf(OTHER, etag='W/"weak"', stops=[1_000_000]))
    with pytest.raises(DownloadError):
        get(server, tmp_path, attempts=1)
    server.on("/model.gguf", careless)
    assert get(server, tmp_path).read_bytes() == CONTENT
    assert [one.headers["range"] for one in server.requests] == ["bytes=0-", "bytes=1000000-", "bytes=0-"]
    assert "if-range" not in server.requests[1].headers


def test_wrong_bytes_are_refused_at_once_and_nothing_is_left(server: Server, tmp_path: Path) -> None:
    server.on("/model.gguf", Shelf(OTHER))
    with pytest.raises(DownloadError, match="must not be used") as error:
        get(server, tmp_path)
    assert SHA256 in str(error.value)
    assert not isinstance(error.value, DownloadInterrupted)
    assert (len(server.requests), left(tmp_path)) == (1, [])


@pytest.mark.parametrize(
    ("head", "body", "told"),
    [
        ("200 OK\r\nContent-Length: 9000000", CONTENT, "larger than|instead of about"),
        ("200 OK\r\nContent-Length: 5000000", CONTENT, "broke off"),
        ("200 OK\r\nContent-Length: 2000000", CONTENT, "must not be used|broke off"),
        ("200 OK\r\nTransfer-Encoding: chunked", b"5\r\nhello\r\n0\r\n\r\n", "must not be used"),
        ("206 Partial Content\r\nContent-Range: bytes 0-2999999/90000000", CONTENT, "instead of about"),
        ("206 Partial Content\r\nContent-Range: bytes 0-9/10\r\nContent-Length: 3000000", CONTENT, "more than it had"),
        ("206 Partial Content\r\nContent-Range: bytes 7-2999999/3000000", CONTENT, "another part"),
        ("206 Partial Content", CONTENT, "another part"),
        ("200 OK\r\nContent-Length: 3000000\r\nContent-Encoding: gzip", CONTENT, "packs the file"),
        ("404 Not Found\r\nContent-Length: 0", b"", "status 404"),
        ("503 Busy\r\nContent-Length: 0", b"", "status 503.*Tried 3 times"),
        ("416 No\r\nContent-Length: 0", b"", "status 416"),
        ("HELLO", b"", "does not speak HTTP"),
    ],
)
def test_a_server_that_lies_or_refuses_leaves_nothing_behind(
    server: Server, tmp_path: Path, head: str, body: bytes, told: str
) -> None:
    raw(server, f"HTTP/1.1 {head}\r\n\r\n".encode() + body)
    with pytest.raises(DownloadError, match=re.compile(told, re.DOTALL)):
        get(server, tmp_path)
    assert not (tmp_path / "model.gguf").exists()
    if "broke off" not in told:
        assert left(tmp_path) == []


def test_a_redirect_to_a_private_address_is_not_followed(server: Server, tmp_path: Path) -> None:
    for place in (server.url("/secret", host="inner.example"), f"http://127.0.0.1:{server.port}/secret"):
        server.answer("/model.gguf", b"", status="302 Found", Location=place)
        with pytest.raises(DownloadError, match="private network"):
            get(server, tmp_path)
    server.answer("/model.gguf", b"", status="302 Found", Location="http://169.254.169.254/latest")
    with pytest.raises(DownloadError, match="nothing is fetched from"):
        get(server, tmp_path)
    assert {one.path for one in server.requests} == {"/model.gguf"}
    assert left(tmp_path) == []


def test_a_redirect_to_another_listed_host_is_asked_for_the_same_part(server: Server, tmp_path: Path) -> None:
    server.answer("/model.gguf", b"", status="302 Found", Location=server.url("/cdn", host="other.example"))
    server.on("/cdn", Shelf(stops=[1_500_000]))
    assert get(server, tmp_path).read_bytes() == CONTENT
    asked = [one.headers["range"] for one in server.requests if one.path == "/cdn"]
    assert asked == ["bytes=0-", "bytes=1500000-"]


def test_what_is_kept_of_another_address_is_not_gone_on_with(server: Server, tmp_path: Path) -> None:
    server.on("/model.gguf", Shelf(OTHER, stops=[1_000_000, 0]))
    with pytest.raises(DownloadError):
        get(server, tmp_path, attempts=1)
    server.on("/mirror.gguf", Shelf())
    elsewhere = wanted(server, "/mirror.gguf")
    assert fetch_once(elsewhere, tmp_path, line(server), watch=lambda size, total: None).read_bytes() == CONTENT
    assert server.requests[-1].headers["range"] == "bytes=0-"


def test_a_draft_put_there_as_a_link_is_not_written_through(server: Server, tmp_path: Path) -> None:
    (tmp_path / "precious").write_text("mine")
    (tmp_path / "model.gguf.part").symlink_to(tmp_path / "precious")
    server.on("/model.gguf", Shelf())
    assert get(server, tmp_path).read_bytes() == CONTENT
    assert (tmp_path / "precious").read_text() == "mine"


def test_the_ladder_is_the_reference_systems() -> None:
    assert [PATIENT.wait(failed) for failed in range(1, 8)] == [60, 120, 240, 480, 960, 1800, 1800]
    assert (PATIENT.attempts, INTERACTIVE.attempts) == (6, 3)


def test_only_one_fetches_however_many_ask(server: Server, tmp_path: Path) -> None:
    server.on("/model.gguf", Shelf())
    target = tmp_path / "model.gguf"
    problems: list[Exception] = []

    def ask() -> None:
        try:
            with alone(tmp_path, "model.gguf", waiting=lambda: None):
                if not target.exists():
                    get(server, tmp_path).rename(target)
        except Exception as error:  # noqa: BLE001 - told by the test
            problems.append(error)

    threads = [threading.Thread(target=ask) for _ in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not problems
    assert target.read_bytes() == CONTENT
    assert len(server.requests) == 1


def test_who_waits_for_another_can_stop_waiting(tmp_path: Path) -> None:
    class Stopped(Exception):
        pass

    def stop() -> None:
        raise Stopped

    with (
        alone(tmp_path, "model.gguf", waiting=stop),
        pytest.raises(Stopped),
        alone(tmp_path, "model.gguf", waiting=stop),
    ):
        pass
    with alone(tmp_path, "model.gguf", waiting=stop):
        pass


def test_a_file_that_ollama_has_is_copied_after_its_checksum(tmp_path: Path) -> None:
    blobs = tmp_path / "blobs"
    blobs.mkdir()
    (blobs / f"sha256-{SHA256}").write_bytes(CONTENT)
    draft = tmp_path / "draft"
    assert taken_from_ollama(SHA256, blobs, draft, watch=lambda size, total: None)
    assert draft.read_bytes() == CONTENT
    assert draft.stat().st_ino != (blobs / f"sha256-{SHA256}").stat().st_ino


@pytest.mark.parametrize("content", [OTHER, CONTENT[:-1], b"", None])
def test_a_damaged_file_of_ollama_is_not_used(tmp_path: Path, content: bytes | None) -> None:
    blobs = tmp_path / "blobs"
    blobs.mkdir()
    if content is not None:
        (blobs / f"sha256-{SHA256}").write_bytes(content)
    assert not taken_from_ollama(SHA256, blobs, tmp_path / "draft", watch=lambda size, total: None)
    assert left(tmp_path) == ["blobs"]


@settings(max_examples=8, deadline=None)
@given(stops=st.lists(st.integers(0, 40_000), max_size=8), forgets=st.booleans())
def test_wherever_it_breaks_the_whole_file_arrives(
    tmp_path_factory: pytest.TempPathFactory, stops: list[int], forgets: bool
) -> None:
    content = CONTENT[:50_000]
    folder = tmp_path_factory.mktemp("broken")
    with serving() as server:
        shelf = Shelf(content, etag="" if forgets else '"one"', stops=stops)
        shelf.heeds_mark = not forgets
        server.on("/model.gguf", shelf)
        meant = Wanted("a model", server.url("/model.gguf"), "model.gguf", hashlib.sha256(content).hexdigest(), 50_000)
        patient = line(server, attempts=len(stops) + 2)
        draft = fetch_patiently(meant, folder, patient, watch=lambda size, total: None, report=lambda words: None)
        assert draft.read_bytes() == content
