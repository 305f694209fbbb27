"""Which messages a skill that is not live yet would come for, by the matching that live skills pass."""

from collections.abc import Sequence

from skills.matching.index import Index, skill_compile
from skills.matching.scoring import Match, match, message_read
from skills.matching.texts import SkillText


def reaches(skill: SkillText, messages: Sequence[str], *, threshold: float) -> list[Match | None]:
    """For each message why it would bring the skill, None where it would not.

    The skill is matched by itself: others may be likelier, and keep it out where only so many come. Words alone
    decide, without the embedding model, which a page must not wait for.
    """
    index = Index([skill_compile(skill)])
    return [_best(index, message, threshold) for message in messages]


def _best(index: Index, message: str, threshold: float) -> Match | None:
    found, _ = match(index, message_read(message), threshold=threshold, most=1)
    return found[0] if found else None
