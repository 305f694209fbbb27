"""Pages of long lists by key: no counting, no offset, so page 2,000 is as fast as page 1."""

import heapq
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from django.db.models import QuerySet
from django.http import QueryDict

PAGE_SIZE: Final = 50


@dataclass(frozen=True, slots=True)
class KeyPage:
    """Primary keys of one page, newest first, and where the pages on both sides begin."""

    ids: list[int]
    older: int | None = None
    newer: int | None = None


def key_page(streams: Sequence[QuerySet[Any]], query: QueryDict, size: int = PAGE_SIZE) -> KeyPage:
    """Return a page of the streams merged by primary key; `before` and `after` in the query say where.

    Streams must not overlap. Each is read through its own index for one page at most: a condition like
    "any of five statuses" is five streams, since one query for it would sort all rows.
    """
    after, before = _whole(query.get("after")), _whole(query.get("before"))
    if after is not None:
        ids = sorted(_first(streams, size, ascending=True, bound=after), reverse=True)
        more_newer, more_older = len(ids) > size, True
        ids = ids[-size:]
    else:
        ids = _first(streams, size, ascending=False, bound=before)
        more_newer, more_older = before is not None, len(ids) > size
        ids = ids[:size]
    if not ids:
        return KeyPage([])
    return KeyPage(ids, ids[-1] if more_older else None, ids[0] if more_newer else None)


def in_order(rows: QuerySet[Any], ids: Sequence[int]) -> list[Any]:
    """Fetch the rows of a page, in the page's order."""
    found = rows.in_bulk(list(ids))
    return [found[key] for key in ids if key in found]


def _first(streams: Sequence[QuerySet[Any]], size: int, *, ascending: bool, bound: int | None) -> list[int]:
    """One more than a page of keys beyond the bound, nearest first; the one more says that there is a next page."""
    parts = []
    for stream in streams:
        rows = stream
        if bound is not None:
            rows = rows.filter(pk__gt=bound) if ascending else rows.filter(pk__lt=bound)
        parts.append(list(rows.order_by("pk" if ascending else "-pk").values_list("pk", flat=True)[: size + 1]))
    return list(islice(heapq.merge(*parts, reverse=not ascending), size + 1))


def _whole(text: str | None) -> int | None:
    """A primary key from the address; None for anything that is not one."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 19 else None
