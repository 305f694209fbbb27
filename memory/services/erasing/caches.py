"""What the running processes remember of texts: dropped here at once, and by the others before their next answer."""

import functools
import gc
from pathlib import Path
from typing import Any, Final

from django.conf import settings

from memory.recall import resident
from memory.recall.ages import ages_forget
from memory.services import refused

TOMBSTONES: Final = "erased.jsonl"
OURS: Final = ("kirocrew", "memory", "skills", "hooks", "channels_bridge")


class _Seen:
    """When the list of what was erased was last changed, and how long it was, as this process saw it; ns and bytes."""

    at: tuple[int, int] | None = None


def caches_forget() -> None:
    """Empty every cache of this process that our code keeps: words, rules, resident vectors, contexts of refusals."""
    resident.forget()
    ages_forget()
    refused._known.clear()
    for cache in _caches():
        cache.cache_clear()


def caches_follow(**_: Any) -> None:
    """Empty them when another process erased something since this one last looked; costs a look at one file's date."""
    try:
        stat = (Path(settings.KIROCREW_HOME) / TOMBSTONES).stat()
        changed = (stat.st_mtime_ns, stat.st_size)
    except OSError:
        changed = (0, 0)
    if changed != _Seen.at:
        seen, _Seen.at = _Seen.at, changed
        if seen is not None:
            caches_forget()


def caches_size() -> int:
    """How many results our caches hold."""
    return sum(int(cache.cache_info().currsize) for cache in _caches())


def _caches() -> list[Any]:
    """Found among all living objects, so that a cache that is added one day is emptied, too.

    By their type itself: asking a lazy object whether it is one would wake it.
    """
    return [
        item
        for item in gc.get_objects()
        if type(item) is functools._lru_cache_wrapper and (item.__module__ or "").split(".")[0] in OURS
    ]
