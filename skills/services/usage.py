"""What was delivered to agents, by day, and what it cost.

A delivery is one row update or insert for a skill and a day, in the transaction of the answer that delivers; reading a
list, a search or the budget writes nothing.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import F, Max, Sum

from channels_bridge.actors import Actor, Permission
from kirocrew.base.clock import now
from skills.models import Skill, SkillUse
from skills.services.access import skills_usable

LEDGER_DAYS: Final = 30
"""Days of use that count for the order of a list and the budget."""
BOOST_DAYS: Final = 7
"""A skill that changed within these days is listed as if it had been used then."""
CHARACTERS_PER_TOKEN: Final = 4


@dataclass(frozen=True, slots=True)
class Delivery:
    """One skill that went to an agent: `body`, `pointer` or `read`, and the characters of the body."""

    skill: Skill
    kind: str
    chars: int = 0


@dataclass(frozen=True, slots=True)
class Use:
    """How often a skill went to agents in the ledger's days, and when last."""

    hits: int
    last_at: datetime | None


@dataclass(frozen=True, slots=True)
class Cost:
    """What a skill's body costs. `deliveries` and `chars` are None for a skill never delivered: not known, not 0."""

    skill: Skill
    deliveries: int | None
    pointers: int | None
    chars: int | None

    @property
    def tokens(self) -> int | None:
        """An estimate: characters by CHARACTERS_PER_TOKEN."""
        return None if self.chars is None else self.chars // CHARACTERS_PER_TOKEN


_COLUMNS: Final = {"body": "bodies", "pointer": "pointers", "read": "reads"}


def use_record(deliveries: Iterable[Delivery]) -> None:
    """Count deliveries of today (UTC). Raises KeyError for a kind there is not."""
    moment = now()
    with transaction.atomic():
        for one in deliveries:
            column = _COLUMNS[one.kind]
            rows = SkillUse.objects.filter(skill=one.skill.pk, day=moment.date())
            changes: dict[str, Any] = {column: F(column) + 1, "chars": F("chars") + one.chars, "last_at": moment}
            if not rows.update(**changes):
                SkillUse.objects.create(
                    skill_id=one.skill.pk, day=moment.date(), chars=one.chars, last_at=moment, **{column: 1}
                )
            Skill.objects.filter(pk=one.skill.pk).update(last_used_at=moment)


def use_of(skills: Collection[int]) -> dict[int, Use]:
    """The use of skills (primary keys) in the ledger's days; those without any are left out."""
    since = (now() - timedelta(days=LEDGER_DAYS)).date()
    rows = (
        SkillUse.objects.filter(skill__in=skills, day__gt=since)
        .order_by()
        .values("skill")
        .annotate(bodies=Sum("bodies"), reads=Sum("reads"), last=Max("last_at"))
    )
    return {row["skill"]: Use(row["bodies"] + row["reads"], row["last"]) for row in rows}


def rank_of(skill: Skill, use: Use | None) -> tuple[int, float]:
    """What a list is sorted by, the larger first: deliveries, then the last use or a recent change."""
    last = use.last_at.timestamp() if use is not None and use.last_at is not None else 0.0
    recent = skill.changed_at > now() - timedelta(days=BOOST_DAYS)
    return (use.hits if use else 0), max(last, skill.changed_at.timestamp() if recent else 0.0)


def budget(*, actor: Actor, project: str = "") -> list[Cost]:
    """What each skill the actor may use cost in the ledger's days, the dearest first. Raises Forbidden."""
    actor.require(Permission.SKILLS_READ)
    usable = skills_usable(actor=actor, project=project)
    since = (now() - timedelta(days=LEDGER_DAYS)).date()
    rows = (
        SkillUse.objects.filter(skill__in=[one.skill.pk for one in usable], day__gt=since)
        .order_by()
        .values("skill")
        .annotate(bodies=Sum("bodies"), pointers=Sum("pointers"))
    )
    used = {row["skill"]: (row["bodies"], row["pointers"]) for row in rows}
    found = [_cost(one.skill, used.get(one.skill.pk)) for one in usable]
    return sorted(found, key=lambda cost: (-(cost.chars or 0), cost.skill.slug))


def _cost(skill: Skill, used: tuple[int, int] | None) -> Cost:
    if used is None:
        return Cost(skill, None, None, None)
    return Cost(skill, used[0], used[1], skill.size * used[0])
