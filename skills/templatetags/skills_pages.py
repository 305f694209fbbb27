"""What a learned skill's case in Review needs beside the row itself."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django import template

from channels_bridge.api.authentication import actor_of
from channels_bridge.models import Turn
from kirocrew.base.diffs import Piece, shortened
from skills.models import Skill, SkillCandidate
from skills.services.candidates import CandidateCase, CaseFile, candidate_case
from skills.services.lifecycle import is_stale, rests_since

register = template.Library()

TURNS_SHOWN: Final = 6


@dataclass(frozen=True, slots=True)
class ShownFile:
    """A file of a candidate; `pieces` are what it changes, with long stretches that stay folded."""

    file: CaseFile
    pieces: list[Piece]
    is_open: bool


@dataclass(frozen=True, slots=True)
class ShownCase:
    """The case that is looked at. `turns` are the last that were read, `earlier` how many stand before them."""

    case: CandidateCase
    files: list[ShownFile]
    turns: Sequence[Turn]
    earlier: int
    text: str
    is_edited: bool


@register.simple_tag(takes_context=True)
def looked_at(context: dict[str, Any], candidate: SkillCandidate) -> ShownCase | None:
    """What a decision about the candidate rests on, for the one that is looked at: the asked one, or the first."""
    query, cases = context["request"].GET, context["cases"]
    asked = query.get("case", "")
    chosen = next((one for one in cases if str(one.uid) == asked), cases[0])
    if candidate != chosen:
        return None
    case = candidate_case(actor=actor_of(context["request"]), name=candidate.uid)
    turns = case.origin.turns if case.origin else ()
    return ShownCase(
        case,
        [ShownFile(file, shortened(file.diff), _is_open(file)) for file in case.files],
        turns[-TURNS_SHOWN:],
        max(0, len(turns) - TURNS_SHOWN),
        str(candidate.files.get("SKILL.md", "")),
        query.get("edit") == "1" and str(candidate.uid) == asked,
    )


@register.filter
def stale_since(skill: Skill) -> datetime | None:
    """Since when nobody uses a learned skill, where that is long enough to tell."""
    return rests_since(skill) if is_stale(skill) else None


def _is_open(file: CaseFile) -> bool:
    """What a person must have seen: the text, and every script."""
    return file.status != "same" and (file.path == "SKILL.md" or file.is_script or bool(file.findings))
