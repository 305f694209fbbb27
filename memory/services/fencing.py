"""Recalled text as data: on one line, where it comes from before it, and nothing in it that passes for a frame."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final
from uuid import UUID

from channels_bridge.actors import OWNER_SOURCE
from kirocrew.base.fencing import EPISODES_HEADER, FACTS_HEADER, LESSONS_HEADER, fenced
from memory.recall.hits import Hit
from memory.recall.qualifiers import Qualifier, QualifierCode

__all__ = ["EPISODES_HEADER", "FACTS_HEADER", "LESSONS_HEADER", "SOURCE_LENGTH", "episode_line", "fenced", "marks_of"]

SOURCE_LENGTH: Final = 60  # characters of a source that are shown


def episode_line(hit: Hit) -> str:
    """An episode with its marks before it, and who spoke."""
    who = f"{hit.speaker}: " if hit.speaker else ""
    marks = marks_of(hit.id, hit.observed_at, hit.source, hit.valid_until, hit.qualifiers)
    return f"{marks} {fenced(who + hit.text)}"


def marks_of(uid: UUID, day: datetime, source: str, until: datetime | None, qualifiers: Sequence[Qualifier]) -> str:
    """A record's id, day, source unless it is the owner's, end of its window, and what qualifies it."""
    marks = [f"[memory:{uid}]", f"[{day:%Y-%m-%d}]"]
    if source != OWNER_SOURCE:
        marks.append(f"[from {_label(source)[:SOURCE_LENGTH]}]")
    if until is not None and not any(one.code is QualifierCode.UNTIL for one in qualifiers):
        marks.append(f"[until {until:%Y-%m-%d}]")
    return " ".join([*marks, *(f"[{one.short}]" for one in qualifiers)])


def _label(text: str) -> str:
    return fenced(text).replace("[", "(").replace("]", ")")
