"""Turns of a person that could not be kept: that there was one is remembered, since "no, wait" is too short to keep."""

from collections.abc import Iterable
from datetime import datetime
from typing import Final

from django.conf import settings
from django.db.models import Q
from django.utils.crypto import salted_hmac

from kirocrew.base.clock import now
from memory.models import Record, Store, UnkeptTurn

HUMAN_SPEAKERS: Final = frozenset({"user", "human", "owner"})
_SALT: Final = "kirocrew unkept turn"

Place = tuple[str, int]
"""Where something was said: the conversation's name and the position in it."""


def unkept_remember(*, store: Store, places: Iterable[Place]) -> None:
    """Remember that a person said something there, unless that turn is kept. Call it in a write's transaction."""
    furthest: dict[str, int] = {}
    for name, position in places:
        if not Record.objects.filter(
            store=store, episode__conversation=name, episode__position=position
        ).exists():  # sent twice, it is there
            furthest[name] = max(position, furthest.get(name, 0))
    for name, position in furthest.items():
        marks = _marks(store, name)
        known = UnkeptTurn.objects.filter(store=store, conversation__in=marks).first()
        row = known or UnkeptTurn(store=store, conversation=marks[0], position=position)
        row.position, row.at = max(row.position, position), now()
        row.save()


def is_followed_by_unkept(store: Store, place: Place, *, since: datetime) -> bool:
    """Whether a person said something after the turn there that could not be kept: further down, or later than that."""
    name, position = place
    said = UnkeptTurn.objects.filter(store=store, conversation__in=_marks(store, name))
    return said.filter(Q(position__gt=position) | Q(at__gt=since) & ~Q(position=position)).exists()


def _marks(store: Store, conversation: str) -> list[str]:
    """The keyed hashes of a conversation: the one of today's key, then those of keys before it."""
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    said = f"{store.pk}\0{conversation}"
    return [salted_hmac(_SALT, said, secret=key, algorithm="sha256").hexdigest() for key in keys]
