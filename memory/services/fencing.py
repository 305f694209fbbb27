"""Recalled text as data: on one line, where it comes from before it, and nothing in it that passes for a frame."""

from typing import Final

from channels_bridge.actors import OWNER_SOURCE
from kirocrew.base.fencing import EPISODES_HEADER, FACTS_HEADER, LESSONS_HEADER, fenced
from memory.recall.hits import Hit
from memory.recall.qualifiers import QualifierCode

__all__ = ["EPISODES_HEADER", "FACTS_HEADER", "LESSONS_HEADER", "SOURCE_LENGTH", "episode_line", "fenced"]

SOURCE_LENGTH: Final = 60  # characters of a source that are shown


def episode_line(hit: Hit) -> str:
    """An episode with its id, day, source unless it is the owner's, window, and what qualifies it, all before it."""
    who = f"{hit.speaker}: " if hit.speaker else ""
    marks = [f"[memory:{hit.id}]", f"[{hit.observed_at:%Y-%m-%d}]"]
    if hit.source != OWNER_SOURCE:
        marks.append(f"[from {_label(hit.source)[:SOURCE_LENGTH]}]")
    if hit.valid_until is not None and not any(one.code is QualifierCode.UNTIL for one in hit.qualifiers):
        marks.append(f"[until {hit.valid_until:%Y-%m-%d}]")
    marks += [f"[{qualifier.short}]" for qualifier in hit.qualifiers]
    return f"{' '.join(marks)} {fenced(who + hit.text)}"


def _label(text: str) -> str:
    return fenced(text).replace("[", "(").replace("]", ")")
