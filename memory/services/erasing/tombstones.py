"""The list of what was erased, beside the database: an older database that is put back is brought in line with it.

An erase is written down twice: as one that begins before the database keeps it, so that none is kept without being
listed, and as done once it is kept. One that only began says nothing by itself: the database may have kept it or not.
"""

import contextlib
import json
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final
from uuid import UUID

from django.conf import settings

from hooks.services.reading import ReadRefused, safe_read_lines
from kirocrew.base.files import write_trouble
from kirocrew.base.problems import Unavailable
from memory.models import Erasure, Store
from memory.services.erasing.caches import TOMBSTONES

LIMIT: Final = 256 * 1024**2  # bytes
FILE_MODE: Final = 0o600
STATE: Final = "state"
BEGUN: Final = "begun"
DONE: Final = "done"
WITHDRAWN: Final = "withdrawn"


def tombstones_file() -> Path:
    """Where the list is."""
    return Path(settings.KIROCREW_HOME) / TOMBSTONES


def tombstones_begin(erasures: Sequence[Erasure]) -> None:
    """Write down erases that are about to be kept, on disk before it returns. Raises Unavailable when it can't."""
    try:
        _append([_entry(row) | {STATE: BEGUN} for row in erasures])
    except Unavailable as problem:
        raise Unavailable(f"{problem.detail} Nothing was erased.") from problem


def tombstones_confirm(uids: Iterable[UUID]) -> None:
    """Write down that the database keeps these erases; other processes drop what they remember after it.

    Where it can't be written, the next start does it.
    """
    with contextlib.suppress(Unavailable):
        _append([{"record": str(uid), STATE: DONE} for uid in uids])


def tombstones_withdraw(uids: Iterable[UUID]) -> None:
    """Write down that the database did not keep these erases. Where it can't be written they stay as begun."""
    with contextlib.suppress(Unavailable):
        _append([{"record": str(uid), STATE: WITHDRAWN} for uid in uids])


def tombstones_read() -> list[dict[str, Any]]:
    """The entries of the list, one for each record, without a line that a crash cut off; `state` says how far it came.

    Raises Unavailable when it can't be read.
    """
    try:
        lines = list(safe_read_lines(tombstones_file(), limit=LIMIT))
    except ReadRefused as error:
        if not tombstones_file().exists():
            return []
        raise Unavailable(f"The list of what was erased can't be read: {error}") from error
    entries: dict[str, dict[str, Any]] = {}
    for line in lines:
        try:
            entry = json.loads(line)
            uid = str(UUID(entry["record"]))
        except (ValueError, KeyError, TypeError):
            continue
        known = entries.get(uid, {})
        entries[uid] = known | {STATE: DONE} | entry
        if known.get(STATE) == DONE:
            entries[uid][STATE] = DONE
    return list(entries.values())


def is_done(entry: Mapping[str, Any]) -> bool:
    """Whether it was written down that the database keeps it."""
    return bool(entry[STATE] == DONE)


def is_open(entry: Mapping[str, Any]) -> bool:
    """Whether it began and nobody knows whether the database kept it, as after a crash."""
    return bool(entry[STATE] == BEGUN)


def tombstones_complete(rows: Iterable[Erasure] | None = None) -> None:
    """Write those of the database that the list lacks, as after a crash or where the home is another one.

    `rows` are those of another database, each with a store that has its name.
    """
    listed = {entry["record"] for entry in tombstones_read() if is_done(entry)}
    kept = Erasure.objects.select_related("store") if rows is None else rows
    missing = [row for row in kept if str(row.record_uid) not in listed]
    if missing:
        _append([_entry(row) for row in missing])


def erasure_of(entry: dict[str, Any]) -> Erasure | None:
    """The row of an entry; None when its store is not there."""
    store = Store.objects.filter(slug=entry.get("store")).first()
    if store is None:
        return None
    return Erasure(
        record_uid=UUID(entry["record"]),
        store=store,
        kind=entry["kind"],
        at=entry["at"],
        by=entry["by"],
        reason=entry.get("reason", ""),
        marks=entry.get("marks", []),
        refused=entry.get("refused", []),
    )


def _append(entries: Sequence[Mapping[str, Any]]) -> None:
    data = "".join(json.dumps(entry, ensure_ascii=False) + "\n" for entry in entries).encode()
    file = tombstones_file()
    try:
        descriptor = os.open(file, os.O_WRONLY | os.O_APPEND | os.O_CREAT, FILE_MODE)
        try:
            os.write(descriptor, data)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
    except OSError as error:
        raise Unavailable(
            f"The list of what was erased can't be written to {file}: {write_trouble(error, file)}"
        ) from error


def _entry(row: Erasure) -> dict[str, Any]:
    return {
        "record": str(row.record_uid),
        "store": row.store.slug,
        "kind": str(row.kind),
        "at": row.at.isoformat(),
        "by": row.by,
        "reason": row.reason,
        "marks": row.marks,
        "refused": row.refused,
    }
