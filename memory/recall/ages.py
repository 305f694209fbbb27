"""Since when the records of resident vectors are as they are, so that a search of the past proposes few that are newer.

Only proposals depend on it. A record that was changed since it was read here counts as older than it is, and is then
sorted out by the tables.
"""

import math
import threading
from datetime import datetime
from typing import Final

import numpy as np
from django.db import connection
from numpy.typing import NDArray

from memory.recall.resident import Ids, Shelf

_SECONDS: Final = "SELECT id, unixepoch(updated_at) FROM memory_record WHERE id > %s ORDER BY id"

_lock = threading.Lock()
_known: dict[str, tuple[Ids, Ids]] = {}
_aligned: dict[str, tuple[Shelf, Ids]] = {}


def known_by(shelf: Shelf, moment: datetime) -> NDArray[np.bool_]:
    """Of each position of the shelf, whether its record may have been as it is at that instant."""
    name = str(connection.settings_dict["NAME"])
    kept = _aligned.get(name)
    if kept is None or kept[0] is not shelf:
        kept = (shelf, _seconds_of(name, shelf.record_ids))
        _aligned[name] = kept
    allowed: NDArray[np.bool_] = kept[1] <= math.ceil(moment.timestamp())
    return allowed


def ages_forget() -> None:
    """Drop everything, after a restore of the database and in tests."""
    with _lock:
        _known.clear()
        _aligned.clear()


def _seconds_of(name: str, record_ids: Ids) -> Ids:
    with _lock:
        ids, seconds = _known.get(name, (np.zeros(0, np.int64), np.zeros(0, np.int64)))
        with connection.cursor() as cursor:
            cursor.execute(_SECONDS, [int(ids[-1]) if len(ids) else 0])
            rows = np.array(cursor.fetchall(), np.int64).reshape(-1, 2)
        ids, seconds = np.concatenate([ids, rows[:, 0]]), np.concatenate([seconds, rows[:, 1]])
        _known[name] = (ids, seconds)
    places = np.searchsorted(ids, record_ids)
    found = (places < len(ids)) & (ids[np.minimum(places, len(ids) - 1)] == record_ids)
    return np.where(found, seconds[np.minimum(places, len(ids) - 1)], 0)
