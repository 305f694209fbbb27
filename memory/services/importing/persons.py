"""Bring the memories of one person out of a file that holds those of several."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from memory.services.importing.entries import Entry
from memory.transfer.formats.people import named_in
from memory.transfer.items import EpisodeItem, FactItem, Item, LessonItem, Unsupported
from memory.transfer.reasons import Reason

NAMED_MAX = 10  # other people a message lists


def whose(item: Item) -> str:
    """The person a record belongs to, as its file names them; nothing for a record of nobody in particular."""
    return named_in(item.scope) if isinstance(item, EpisodeItem | FactItem | LessonItem) else ""


def only_of(user: str, entries: Iterator[Entry]) -> Iterator[Entry]:
    """Yield what is this person's, as the store's own, and what is nobody's; the others are counted at the end."""
    others: Counter[str] = Counter()
    last: Entry | None = None
    for entry in entries:
        name = whose(entry.item)
        if isinstance(entry.item, Unsupported) and entry.item.reason_code is Reason.SEVERAL_USERS:
            continue
        if name in ("", user):
            yield replace(entry, item=_own(entry.item, user)) if name else entry
        else:
            others[name] += 1
            last = entry
    if last is not None:
        yield replace(last, item=_told(last.item.origin_ref, others))


def _own(item: Item, user: str) -> Item:
    """The item without the marks that keep it apart."""
    if not isinstance(item, EpisodeItem):
        return replace(item, scope="") if isinstance(item, FactItem | LessonItem) else item
    tags = tuple(tag for tag in item.tags if tag != item.scope)
    return replace(item, scope="", tags=tags, speaker="" if item.speaker == user else item.speaker)


def _told(origin_ref: str, others: Counter[str]) -> Unsupported:
    named = ", ".join(f"{name} ({count:,})" for name, count in others.most_common(NAMED_MAX))
    more = ", …" if len(others) > NAMED_MAX else ""
    return Unsupported(
        origin_ref=origin_ref.partition("#")[0],
        reason_code=Reason.OTHER_USERS,
        message=f"{others.total():,} left out: memories of other people, {named}{more}.",
    )
