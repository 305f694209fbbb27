"""Fetch one large file whose sha256 is known: on from where the last attempt stopped, patiently, and once.

What has arrived is kept as `<file>.part` beside the place it is for, with what is known of it in `<file>.part.json`, so
a broken line, a restart or a stopped job loses nothing. Nothing is used before its sha256 is right.
"""

import json
import logging
import os
import re
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from hooks.services.egress import Caps, Egress, EgressFailed, EgressRefused, Reply, egress_open
from hooks.services.reading import ReadRefused, safe_open, safe_read_file
from kirocrew.base.files import file_locked

from .models import file_sha256

log = logging.getLogger(__name__)

Watch = Callable[[int, int | None], None]
"""Called with the bytes that are there and how many there will be (None: unknown); what it raises ends the transfer."""

ROOM_LEFT: Final = 50_000_000  # bytes that stay free on the disk
WORTH_COUNTING: Final = 1_000_000  # bytes; an attempt that brought as many does not count as failed
COPIED_AT_ONCE: Final = 1024 * 1024
LONGEST_S: Final = 6 * 3600.0  # of one attempt
IDLE_S: Final = 60.0  # without a byte
LOOK_AGAIN_S: Final = 0.5
PASSING: Final = frozenset({408, 425, 429, 500, 502, 503, 504})  # statuses that may be others later
_RANGE: Final = re.compile(r"bytes (\d{1,18})-(\d{1,18})/(\d{1,18}|\*)")
_STRONG: Final = re.compile(r'"[\x21\x23-\x7e]*"')


@dataclass(frozen=True, slots=True)
class Wanted:
    """A file at a URL. `size` is about how many bytes it has; an answer of more than twice as many is refused."""

    title: str
    url: str
    file_name: str
    sha256: str
    size: int


@dataclass(frozen=True, slots=True)
class Ladder:
    """How often a transfer is tried without getting further, and the seconds between: doubled each time."""

    attempts: int
    first_wait: float = 60.0
    longest_wait: float = 1800.0

    def wait(self, failed: int) -> float:
        """Seconds to wait after so many failures, 1 or more."""
        return float(min(self.first_wait * 2 ** min(failed - 1, 20), self.longest_wait))


PATIENT: Final = Ladder(6)
INTERACTIVE: Final = Ladder(3)  # somebody sits and waits


@dataclass(frozen=True, slots=True)
class Line:
    """How transfers are made: the way out and its limits (None: as configured, and as this module says)."""

    ladder: Ladder = INTERACTIVE
    egress: Egress | None = None
    caps: Caps | None = None
    pause: Callable[[float], object] = time.sleep


class DownloadError(Exception):
    """The file can't be had; the message says why. Trying again as it is changes nothing."""


class DownloadInterrupted(DownloadError):
    """The transfer broke off; what has arrived is kept, and another attempt goes on from there."""


def fetch_patiently(wanted: Wanted, folder: Path, line: Line, *, watch: Watch, report: Callable[[str], object]) -> Path:
    """`fetch_once`, again and again as the line's ladder says. Raises DownloadError when its attempts are used up."""
    failed, furthest = 0, 0
    while True:
        try:
            return fetch_once(wanted, folder, line, watch=watch)
        except DownloadInterrupted as error:
            arrived = part_size(wanted, folder)
            # Only what is further than ever counts: a file that changes all the time must not go on for ever.
            failed = 1 if arrived >= furthest + WORTH_COUNTING else failed + 1
            furthest = max(furthest, arrived)
            if failed >= line.ladder.attempts:
                raise DownloadError(f"{error} Tried {failed} times without getting further.") from error
            wait = line.ladder.wait(failed)
            report(f"{error} Going on in {wait:g} s, from {arrived / 1e6:,.0f} MB")
            line.pause(wait)


def fetch_once(wanted: Wanted, folder: Path, line: Line, *, watch: Watch) -> Path:
    """Fetch what is still missing and return the path of the whole, checked draft in `folder`. When it is in place,
    call `discard_part`.

    Raises DownloadInterrupted for what may be better later, DownloadError for what will not, OSError from the disk.
    """
    part = _Part(folder, wanted)
    if part.is_whole:
        return part.checked(alone=False)
    have = part.size
    caps = line.caps or Caps(bytes=2 * wanted.size, seconds=LONGEST_S, idle=IDLE_S)
    try:
        with egress_open(wanted.url, headers=part.asking(), caps=caps, egress=line.egress) as reply:
            start, total = part.begin(reply, have)
            for size in part.write(reply.chunks, start, total):
                watch(size, total)
    except EgressFailed as failure:
        raise DownloadInterrupted(failure.detail) from failure
    except EgressRefused as refusal:
        raise DownloadError(refusal.detail) from refusal
    if total is not None and part.size < total:
        raise DownloadInterrupted("The answer ended before the file did.")
    return part.checked(alone=start == 0)


def part_size(wanted: Wanted, folder: Path) -> int:
    """Bytes that have arrived so far and are kept."""
    return _Part(folder, wanted).size


def discard_part(file_name: str, folder: Path) -> int:
    """Delete what has arrived of a file; returns the bytes that are free again."""
    freed = 0
    for path in (folder / f"{file_name}.part", folder / f"{file_name}.part.json"):
        with suppress(FileNotFoundError):
            freed += path.lstat().st_size
            path.unlink()
    return freed


def alone(folder: Path, file_name: str, *, waiting: Callable[[], object]) -> AbstractContextManager[None]:
    """Be the only one, in all processes, who fetches this file; `waiting` is called while somebody else does.

    What `waiting` raises ends the wait.
    """
    return file_locked(folder / f".{file_name}.lock", waiting=waiting, every_s=LOOK_AGAIN_S)


def taken_from_ollama(sha256: str, blobs: Path, draft: Path, *, watch: Watch) -> bool:
    """Copy a file of this sha256 out of a folder of Ollama's blobs to `draft`; False when there is no such, or a
    damaged one. Copied, not linked: another program must not be able to change a file that is in use here.
    """
    for name in (f"sha256-{sha256}", f"sha256:{sha256}"):
        try:
            with safe_open(blobs / name, hard_links=True) as source, draft.open("wb") as target:
                total = os.fstat(source.fileno()).st_size
                _require_room(draft.parent, total)
                while piece := source.read(COPIED_AT_ONCE):
                    target.write(piece)
                    watch(target.tell(), total)
        except ReadRefused:
            draft.unlink(missing_ok=True)
            continue
        if file_sha256(draft) == sha256:
            return True
        log.warning("a file in Ollama's folder is not what its name says, so it is not used: %s", name)
        draft.unlink()
    return False


class _Part:
    """What has arrived of a file, and what the server said of it."""

    def __init__(self, folder: Path, wanted: Wanted) -> None:
        self.path = folder / f"{wanted.file_name}.part"
        self._notes = folder / f"{wanted.file_name}.part.json"
        self._wanted = wanted
        self._known = self._read_notes()
        if self.path.is_symlink() or (self.path.exists() and not self._known):
            self.discard()  # of another address, or nobody knows of what

    @property
    def size(self) -> int:
        try:
            return self.path.lstat().st_size
        except FileNotFoundError:
            return 0

    @property
    def is_whole(self) -> bool:
        return self.size > 0 and self.size == self._known.get("total")

    def _read_notes(self) -> dict[str, Any]:
        try:
            known = json.loads(safe_read_file(self._notes))
        except (ReadRefused, ValueError):
            return {}
        if not isinstance(known, dict) or known.get("url") != self._wanted.url:
            return {}
        return known if known.get("sha256") == self._wanted.sha256 else {}

    def asking(self) -> dict[str, str]:
        """The headers that ask for what is missing, and for all of it if the file is another one by now."""
        have = self.size
        headers = {"range": f"bytes={have}-"}
        if have and (mark := self._known.get("mark")):
            headers["if-range"] = str(mark)
        return headers

    def begin(self, reply: Reply, have: int) -> tuple[int, int | None]:
        """Where the answer's first byte belongs, and how large the whole is. Raises DownloadError."""
        start, total = self._placed(reply, have)
        if reply.headers.get("content-encoding", "identity").strip().lower() not in ("", "identity"):
            raise DownloadError("The server packs the file, which was not asked for, so a part of it is worth nothing.")
        if total is not None:
            if total > 2 * self._wanted.size:
                told = f"{total / 1e6:,.0f} MB instead of about {self._wanted.size / 1e6:,.0f} MB"
                raise DownloadError(f"The server offers {told}. Check the address.")
            _require_room(self.path.parent, total - start)
        if not start:
            self.discard()
        etag, day = reply.headers.get("etag", ""), reply.headers.get("last-modified", "")
        mark = etag if _STRONG.fullmatch(etag) else day  # a weak tag does not vouch for bytes
        self._known = {"url": self._wanted.url, "sha256": self._wanted.sha256, "mark": mark, "total": total}
        self._notes.write_text(json.dumps(self._known), "utf-8")
        return start, total

    def _placed(self, reply: Reply, have: int) -> tuple[int, int | None]:
        length = reply.headers.get("content-length", "")
        if reply.status == 200:
            return 0, int(length) if length.isdecimal() else None
        if reply.status == 206:
            match = _RANGE.fullmatch(reply.headers.get("content-range", ""))
            if match and int(match[1]) == have:
                total = None if match[3] == "*" else int(match[3])
                if total == self._known.get("total", total) or not have:
                    return have, total
            self.discard()
            raise DownloadInterrupted("The server sent another part than was asked for, so all of it is fetched anew.")
        if reply.status == 416 and have:
            self.discard()
            raise DownloadInterrupted("The server has no such part any more, so all of it is fetched anew.")
        host = reply.url.split("/")[2]
        if reply.status in PASSING:
            raise DownloadInterrupted(f"{host} answered with status {reply.status}.")
        raise DownloadError(f"{host} answered with status {reply.status}. Check the address.")

    def write(self, chunks: Iterator[bytes], start: int, total: int | None) -> Iterator[int]:
        """Append the pieces; yields how many bytes there are after each."""
        size = start
        with self.path.open("ab") as stream:
            self.path.chmod(0o600)
            for chunk in chunks:
                size += len(chunk)
                if size > (2 * self._wanted.size if total is None else total):
                    stream.close()
                    self.discard()
                    raise DownloadError("The server sent more than it had said. Check the address.")
                stream.write(chunk)
                yield size
            stream.flush()
            os.fsync(stream.fileno())

    def checked(self, *, alone: bool) -> Path:
        """The path, if the sha256 is right; else nothing is kept. `alone`: it came as one answer, so the bytes
        themselves are wrong, not how they were put together."""
        found = file_sha256(self.path)
        if found == self._wanted.sha256:
            return self.path
        self.discard()
        if not alone:
            raise DownloadInterrupted("What was put together from several answers is damaged, so it is fetched anew.")
        raise DownloadError(
            f"{self._wanted.title} should have the sha256 {self._wanted.sha256}, but what the server sends has "
            f"{found}. Nothing was installed. If it stays so, the file there is another one and must not be used."
        )

    def discard(self) -> None:
        discard_part(self._wanted.file_name, self.path.parent)
        self._known = {}


def _require_room(folder: Path, size: int) -> None:
    free = shutil.disk_usage(folder).free
    if free < size + ROOM_LEFT:
        raise DownloadError(
            f"There is not enough room in {folder}: {size / 1e6:,.0f} MB are needed and {free / 1e6:,.0f} MB are free."
        )
