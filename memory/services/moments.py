"""Naming a point on both axes of time: what was true then, by what was believed then."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from channels_bridge.actors import Actor
from kirocrew.base.clock import InstantError, dated, now, parse_instant
from kirocrew.base.problems import Invalid
from memory.recall.point import Point

DAY_LENGTH: Final = len("2026-03-01")


@dataclass(frozen=True, slots=True)
class Moment:
    """`as_of` is when it was true, `known_at` when it was believed; both aware.

    Whoever names one only means: believed now about then, or believed and true at the same instant.
    """

    as_of: datetime
    known_at: datetime

    def point(self, actor: Actor) -> Point:
        """The point with the rights this actor has now. What was forgotten since is the owner's alone to look at."""
        return Point(self.as_of, self.known_at, actor.project, actor.is_owner)


def moment_named(as_of: datetime | str | None, known_at: datetime | str | None) -> Moment | None:
    """Return the point that is named by instants or their texts; None when neither is.

    A text without zone is UTC, a day alone means its end, or now for today. Raises Invalid for what is no instant
    (`invalid-instant`), for a datetime without a zone (`naive-instant`), and for a `known_at` that has not come yet
    (`known-in-future`): what will be believed is not known.
    """
    if as_of in (None, "") and known_at in (None, ""):
        return None
    present = now()
    known = _instant("known_at", known_at, present)
    true = _instant("as_of", as_of, present)
    if known is not None and known > present:
        raise Invalid(
            "'known_at' lies ahead, and what will be believed then is not known. Leave it out to ask by what is "
            "believed now.",
            type="known-in-future",
        )
    return Moment(true or known or present, known or present)


def _instant(name: str, given: datetime | str | None, present: datetime) -> datetime | None:
    if given is None or given == "":
        return None
    if isinstance(given, datetime):
        if given.tzinfo is None:
            raise Invalid(f"'{name}' needs a zone: which day it is depends on where.", type="naive-instant")
        return dated(given)
    text = given.strip()
    try:
        moment = parse_instant(text, end=True)
    except InstantError as error:
        hint = " In an address, write '+' as %2B." if " " in text[DAY_LENGTH + 1 :] else ""
        raise Invalid(f"'{name}': {error}.{hint}", type="invalid-instant") from error
    is_today = len(text) == DAY_LENGTH and text == f"{present:%Y-%m-%d}"
    return min(moment, present) if is_today else dated(moment)
