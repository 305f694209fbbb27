"""What becomes of learned skills that nobody uses: stale, then archived, never deleted. Archived ones come back."""

import re
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import Q, Sum
from django.db.models.functions import Coalesce
from django_q.models import Schedule

from channels_bridge.actors import Actor
from channels_bridge.services.schedules import PREFIX
from kirocrew.base.clock import now
from memory.services.settings import settings_all
from skills.models import Skill, SkillState, Tier
from skills.services.catalogue import skill_archive
from skills.services.events import require_owner
from skills.services.staging import AUTO_PREFIX

GRACE: Final = timedelta(days=30)
"""For which a skill that was never used is left alone, counted from when it was made."""
PINNED, SCHEDULED, GIVEN = "pinned", "scheduled", "given"
_NAMES: Final = re.compile(r"[\w/-]+")


@dataclass(frozen=True, slots=True)
class Life:
    """A live learned skill: since when it rests (`anchor`), its deliveries, and why it is never archived by itself.

    `exempt` is pinned, scheduled, given (by the caller) or empty; `in_grace`: never used and younger than 30 days.
    """

    skill: Skill
    anchor: datetime
    hits: int
    exempt: str
    in_grace: bool
    is_stale: bool
    is_due: bool


def lives(*, actor: Actor, exempt: Collection[int] = (), at: datetime | None = None) -> list[Life]:
    """Every live learned skill with how long it rests, the longest first. Raises Forbidden unless the owner asks."""
    require_owner(actor)
    instant, values = at or now(), settings_all()
    named = _scheduled_names()
    used = Coalesce(Sum("uses__bodies") + Sum("uses__pointers") + Sum("uses__reads"), 0)
    rows = Skill.objects.filter(tier=Tier.MANAGED, key__startswith=AUTO_PREFIX, state=SkillState.ACTIVE)
    found = [_life(row, instant, values, named, exempt) for row in rows.annotate(hits=used)]
    return sorted(found, key=lambda life: (life.anchor, life.skill.pk))


def lifecycle_run(*, actor: Actor, exempt: Collection[int] = (), at: datetime | None = None) -> list[Skill]:
    """Archive what rested too long, then what is beyond the cap, the least used first. Returns what was archived.

    `exempt` are keys of rows that stay. Raises Forbidden unless the owner or the system asks.
    """
    found = lives(actor=actor, exempt=exempt, at=at)
    values = settings_all()
    days, most = values["skills_archive_days"], values["skills_auto_max"]
    due = [life for life in found if life.is_due]
    archived = [_archive(actor, life, f"Not used for {days} days.") for life in due]
    rest = [life for life in found if not life.is_due]
    over = len(rest) - most
    if over > 0:
        # One that nobody had time to use goes last.
        free = sorted((one for one in rest if not one.exempt), key=lambda one: (one.in_grace, one.hits, one.anchor))
        why = f"There were more than {most} learned skills, and this was used least."
        archived += [_archive(actor, life, why) for life in free[:over]]
    return archived


def rests_since(skill: Skill) -> datetime:
    """Since when nobody used a skill or touched it: a new version, a restore or a switch says that it is wanted."""
    return max(skill.last_used_at or skill.created_at, skill.changed_at)


def is_stale(skill: Skill, at: datetime | None = None) -> bool:
    """Whether a live learned skill rests as long as the owner calls stale."""
    if not skill.key.startswith(AUTO_PREFIX) or skill.state != SkillState.ACTIVE:
        return False
    return (at or now()) - rests_since(skill) >= timedelta(days=settings_all()["skills_stale_days"])


def _life(skill: Any, instant: datetime, values: dict[str, Any], named: frozenset[str], given: Collection[int]) -> Life:
    anchor = rests_since(skill)
    in_grace = skill.last_used_at is None and not skill.hits and skill.created_at > instant - GRACE
    exempt = _exempt(skill, named, given)
    rests = instant - anchor
    return Life(
        skill,
        anchor,
        skill.hits,
        exempt,
        in_grace,
        is_stale(skill, instant),
        not exempt and not in_grace and rests >= timedelta(days=values["skills_archive_days"]),
    )


def _exempt(skill: Skill, named: frozenset[str], given: Collection[int]) -> str:
    if skill.pinned:
        return PINNED
    if {skill.slug, skill.key} & named:
        return SCHEDULED
    return GIVEN if skill.pk in given else ""


def _scheduled_names() -> frozenset[str]:
    """Every word of the owner's own schedules: a skill that one of them names is needed, however seldom it runs."""
    rows = Schedule.objects.exclude(Q(name__startswith=PREFIX))
    texts = (" ".join(filter(None, row)) for row in rows.values_list("name", "args", "kwargs"))
    return frozenset(word for text in texts for word in _NAMES.findall(text))


def _archive(actor: Actor, life: Life, reason: str) -> Skill:
    return skill_archive(actor=actor, skill=life.skill, reason=reason)
