"""Trying a message: which skills would come and why, which were near, and which a phrase would keep away.

Nothing is counted and nothing is written down. What is tried goes the way of a real message.
"""

from dataclasses import dataclass
from typing import Final

from channels_bridge.actors import Actor
from memory.services.settings import settings_all
from skills.matching.index import Index, skill_compile
from skills.matching.scoring import Match, match, message_read
from skills.matching.texts import SkillText
from skills.models import Skill
from skills.services.access import UsableSkill, skills_usable
from skills.services.compiled import index_for, skill_text
from skills.services.matching import MatchAnswer, cosines_of, skills_match

NEAR_FROM: Final = 0.05
"""Least likelihood of a skill that is listed as near."""
NEAR_MOST: Final = 8


@dataclass(frozen=True, slots=True)
class Near:
    """A skill that would not come: it is less likely than the threshold, or others were before it."""

    usable: UsableSkill
    score: float
    arm: str
    phrase: str
    is_late: bool


@dataclass(frozen=True, slots=True)
class Bench:
    """What a message comes to for somebody."""

    answer: MatchAnswer
    near: list[Near]
    threshold: float
    most: int
    offered: int


@dataclass(frozen=True, slots=True)
class PhraseTrial:
    """What phrases that are not saved yet would do. `denied_by` is the negative phrase that keeps the skill away."""

    score: float
    comes: bool
    phrase: str
    denied_by: str
    before: int
    """Skills that are likelier than it."""


def message_bench(*, actor: Actor, message: str, project: str = "") -> Bench:
    """What would come for the actor. Raises Forbidden for one who may not read skills."""
    answer = skills_match(actor=actor, message=message, project=project, record=False)
    values = settings_all()
    threshold, most = float(values["skills_threshold"]), int(values["skills_max_triggered"])
    usable = skills_usable(actor=actor, project=project)
    index, reading = index_for(usable), message_read(message)
    found, _ = match(index, reading, threshold=NEAR_FROM, most=len(usable), cosines=cosines_of(index, reading, usable))
    shown = {one.usable.skill.pk for one in answer.matches} | {one.skill.pk for one, _ in answer.denied}
    by_key = {str(one.skill.pk): one for one in usable}
    near = [_near(by_key[one.key], one, threshold) for one in found if by_key[one.key].skill.pk not in shown]
    return Bench(answer, near[:NEAR_MOST], threshold, most, len(usable))


def phrases_try(
    *, actor: Actor, skill: Skill, message: str, triggers: list[str], negative_triggers: list[str], description: str
) -> PhraseTrial:
    """What the message would come to for one skill, were its phrases and its description these.

    It stands among the skills the actor may use, by words alone: meaning is compared once it is saved.
    """
    usable = [one for one in skills_usable(actor=actor) if one.skill.pk != skill.pk and one.skill.slug != skill.slug]
    text = skill_text(skill, body=skill.body, frontmatter=skill.frontmatter)
    changed = SkillText(
        key="tried",
        slug=text.slug,
        name=text.name,
        description=description,
        triggers=tuple(triggers),
        negative_triggers=tuple(negative_triggers),
        tags=text.tags,
        when_to_use=text.when_to_use,
        body=text.body,
    )
    index = Index([*index_for(usable).skills, skill_compile(changed)])
    threshold = float(settings_all()["skills_threshold"])
    found, denied = match(index, message_read(message), threshold=0.0, most=len(index))
    kept_away = next((one for one in denied if one.key == "tried"), None)
    if kept_away is not None:
        return PhraseTrial(kept_away.score, comes=False, phrase="", denied_by=kept_away.phrase, before=0)
    at = next(number for number, one in enumerate(found) if one.key == "tried")
    return PhraseTrial(found[at].score, found[at].score >= threshold, found[at].phrase, "", at)


def _near(usable: UsableSkill, one: Match, threshold: float) -> Near:
    return Near(usable, one.score, one.arm, one.phrase, is_late=one.score >= threshold)
