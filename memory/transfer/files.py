"""Collect the files of an import safely: regular files only, no link of any kind followed, everything bounded."""

import os
import stat
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from hooks.services.reading import Links, Opened, ReadReason, ReadRefused, open_guarded
from memory.transfer.archives import read_archive
from memory.transfer.budget import Budget, too_large, too_many_entries
from memory.transfer.databases import Snapshot, is_database, read_database
from memory.transfer.items import Unsupported
from memory.transfer.reasons import Reason
from memory.transfer.selection import OtherFiles, is_candidate, is_companion, is_skipped_folder
from memory.transfer.sources import DEFAULT_LIMITS, Limits, SourceFile, decode, not_read, refuse, shown_path

__all__ = ["Limits", "SourceFile", "collect", "from_upload"]

Found = SourceFile | Unsupported


@dataclass
class _Walk:
    """What one call of `collect` shares between its paths."""

    budget: Budget
    seen: set[tuple[int, int]] = field(default_factory=set)


def collect(paths: Iterable[Path | str], *, limits: Limits = DEFAULT_LIMITS) -> Iterator[Found]:
    """Yield the decoded files below `paths` in a fixed order, and an `Unsupported` for each one left out.

    A file named directly is always tried; inside a folder only endings that memories come in are opened
    and the others are counted. A `.zip` named directly is read like a folder. Paths of the files start with
    the name of the folder that was given, so they are the same wherever that folder lies.
    """
    walk = _Walk(Budget(limits))
    for given in paths:
        try:
            opened = open_guarded(given, links=Links.REFUSE)
        except ReadRefused as refusal:
            yield not_read(shown_path(Path(given).name), refusal)
            continue
        with opened:
            path = Path(opened.path)
            shown = shown_path(path.name) if opened.is_folder else shown_path(path.parent.name, path.name)
            yield from _visit(walk, opened, shown, 0)


def from_upload(name: str, data: bytes, *, limits: Limits = DEFAULT_LIMITS) -> Iterator[Found]:
    """Yield what an uploaded file holds: itself, or the members of a zip archive. The name is never a path."""
    shown = shown_path(name.replace("\\", "/").rsplit("/", 1)[-1]) or "upload"
    yield from _read_bytes(shown, data, Budget(limits))


def _read_bytes(shown: str, data: bytes, budget: Budget) -> Iterator[Found]:
    if shown.lower().endswith(".zip"):
        yield from read_archive(shown, data, budget)
    elif is_database(data):
        yield from _database(shown, Snapshot(data), budget)
    else:
        yield budget.admit(shown, len(data)) or decode(shown, data)


def _visit(walk: _Walk, opened: Opened, shown: str, depth: int) -> Iterator[Found]:
    """Read what is open; who opened it closes it."""
    try:
        if opened.is_folder:
            yield from _folder(walk, opened, shown, depth)
        else:
            yield from _file(walk, opened, shown)
    except ReadRefused as refusal:
        yield not_read(shown, refusal)


def _folder(walk: _Walk, folder: Opened, shown: str, depth: int) -> Iterator[Found]:
    if depth > walk.budget.limits.depth:
        message = f"Folders are followed {walk.budget.limits.depth} deep. Name this folder to import it."
        yield refuse(shown, Reason.LIMIT_DEPTH, message)
        return
    others = OtherFiles(shown)
    for name in folder.names():
        if not walk.budget.entry():
            yield too_many_entries(shown, walk.budget.limits)
            break
        try:
            yield from _entry(walk, folder, name, shown_path(shown, name), depth, others)
        except ReadRefused as refusal:
            yield not_read(shown_path(shown, name), refusal)
    yield from others.summary()


def _entry(walk: _Walk, folder: Opened, name: str, shown: str, depth: int, others: OtherFiles) -> Iterator[Found]:
    kind = stat.S_IFMT(folder.look(name).st_mode)
    if kind == stat.S_IFLNK:
        raise ReadRefused(ReadReason.SYMLINK)
    if kind == stat.S_IFDIR:
        if not is_skipped_folder(name):
            with folder.child(name) as child:
                yield from _visit(walk, child, shown, depth + 1)
    elif is_candidate(name):
        with folder.child(name) as child:
            yield from _visit(walk, child, shown, depth)
    elif not is_companion(name):
        others.add(name)


def _file(walk: _Walk, file: Opened, shown: str) -> Iterator[Found]:
    if file.identity in walk.seen:
        yield refuse(shown, Reason.ALREADY_LISTED, "The same file was already read in this import.")
        return
    limits = walk.budget.limits
    data = file.read(limit=limits.total_bytes if shown.lower().endswith(".zip") else limits.bytes_for(shown))
    walk.seen.add(file.identity)
    if is_database(data):
        yield from _database(shown, _snapshot(file, data, limits), walk.budget)
    else:
        yield from _read_bytes(shown, data, walk.budget)


def _database(shown: str, snapshot: Snapshot, budget: Budget) -> Iterator[Found]:
    if refused := budget.admit(shown, len(snapshot.data) + len(snapshot.log)):
        yield refused
    else:
        yield from read_database(shown, snapshot)


def _snapshot(file: Opened, data: bytes, limits: Limits) -> Snapshot:
    """The database with its log as they were at one time. Raises ReadRefused when it is written meanwhile."""
    if _beside(file.path, "-journal", limits):
        raise ReadRefused(ReadReason.CHANGED, "Another program is writing to the database. Stop it first.")
    log = _beside(file.path, "-wal", limits)
    shared = _beside(file.path, "-shm", limits) if log else b""
    if len(data) + len(log) + len(shared) > limits.total_bytes:
        raise ReadRefused(ReadReason.FILE_TOO_LARGE, too_large(file.path, limits.total_bytes).message)
    now = os.fstat(file.descriptor)
    if (now.st_size, now.st_mtime_ns) != (file.info.st_size, file.info.st_mtime_ns):
        raise ReadRefused(ReadReason.CHANGED)
    return Snapshot(data, log)


def _beside(path: str, ending: str, limits: Limits) -> bytes:
    """What SQLite keeps beside a database, or nothing. Raises ReadRefused for a link and for what is no plain file."""
    try:
        with open_guarded(path + ending, links=Links.REFUSE) as file:
            return file.read(limit=limits.total_bytes)
    except ReadRefused as refusal:
        if refusal.reason is ReadReason.MISSING:
            return b""
        raise
