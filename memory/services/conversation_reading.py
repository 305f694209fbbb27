"""Reading conversations page by page, without counting: the latest first, and the turns of one in their order."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import reduce
from operator import or_
from typing import Final

from django.db.models import Q

from channels_bridge.actors import Actor, Permission
from channels_bridge.models import Conversation, MemoryMode, Turn
from kirocrew.base.clock import EPOCH
from kirocrew.base.problems import Invalid
from memory.models import EvidenceLink, Record, Store
from memory.services.conversations import conversations_visible_to

PAGE_MOST: Final = 200
TURNS_MOST: Final = 500
_PLACE: Final = re.compile(r"(\d{1,18})-(\d{1,18})")
_TICK: Final = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """Which conversations; what is empty or None is not asked for."""

    store: Store | None = None
    surface: str = ""
    project: str = ""
    mode: MemoryMode | None = None
    has_ended: bool | None = None
    words: str = ""
    """Part of the key, the channel or the member's name."""


def conversations_page(*, actor: Actor, wanted: Wanted, limit: int, cursor: str = "") -> tuple[list[Conversation], str]:
    """A page of conversations, that with the latest turn first, and the cursor of the next, empty at the end.

    Raises Forbidden, and Invalid for a cursor that is none.
    """
    actor.require(Permission.MEMORY_READ)
    rows = conversations_visible_to(actor)
    if wanted.store is not None:
        rows = rows.filter(binding__store=wanted.store)
    for name in ("surface", "project", "mode"):
        if value := getattr(wanted, name):
            rows = rows.filter(**{name: value})
    if wanted.has_ended is not None:
        rows = rows.filter(ended_at__isnull=not wanted.has_ended)
    if wanted.words:
        places = ("key", "channel", "member")
        rows = rows.filter(reduce(or_, (Q(**{f"{name}__icontains": wanted.words}) for name in places)))
    if cursor:
        at, key = _place(cursor)
        rows = rows.filter(last_turn_at__lte=at).filter(Q(last_turn_at__lt=at) | Q(pk__lt=key))
    found = list(rows.order_by("-last_turn_at", "-pk")[: limit + 1])
    return found[:limit], _cursor(found[limit - 1]) if len(found) > limit else ""


def turns_page(
    *, actor: Actor, conversation: Conversation, limit: int, after: int | None = None
) -> tuple[list[Turn], str]:
    """A page of a conversation's turns in their order, those after a position, and where the next page begins.

    The conversation is one that `conversation_get` gave the actor. Raises Forbidden.
    """
    actor.require(Permission.MEMORY_READ)
    rows = conversation.turns.order_by("position")
    if after is not None:
        rows = rows.filter(position__gt=after)
    found = list(rows[: limit + 1])
    return found[:limit], str(found[limit - 1].position) if len(found) > limit else ""


def _cursor(last: Conversation) -> str:
    return f"{(last.last_turn_at - EPOCH) // _TICK}-{last.pk}"


def _place(cursor: str) -> tuple[datetime, int]:
    match = _PLACE.fullmatch(cursor)
    try:
        if match is not None:
            return EPOCH + int(match[1]) * _TICK, int(match[2])
    except OverflowError:
        pass
    raise Invalid("The cursor is the 'next' of an earlier answer.", type="invalid-cursor")


def turns_before(*, conversation: Conversation, limit: int, before: int | None = None) -> list[Turn]:
    """The last turns of a conversation, or the last before a position, in their order; one more than the limit."""
    rows = conversation.turns.order_by("-position")
    if before is not None:
        rows = rows.filter(position__lt=before)
    return list(rows[: limit + 1])[::-1]


def learned_from(*, actor: Actor, turns: Sequence[Turn]) -> dict[int, list[EvidenceLink]]:
    """What rests on each of the turns, by the turn's primary key, as far as the actor sees it; oldest first."""
    links = EvidenceLink.objects.filter(said__in=turns, record__in=Record.objects.visible_to(actor))
    rows = links.select_related("record", "record__fact", "record__lesson", "record__episode").order_by("id")
    found: dict[int, list[EvidenceLink]] = {}
    for link in rows:
        if link.said_id is not None:
            found.setdefault(link.said_id, []).append(link)
    return found
