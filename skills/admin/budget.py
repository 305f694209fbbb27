"""What skills cost: the characters that went to agents, and whose they were."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.db.models import Sum
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from channels_bridge.admin.pages import owner_page
from kirocrew.base.clock import now
from skills.admin.listing import COUNTED_DAYS
from skills.admin.tabs import skills_page
from skills.models import Skill, SkillUse

SHOWN: Final = 100  # skills


@dataclass(frozen=True, slots=True)
class Spent:
    """What one skill cost: `share` is its part of all characters, from 0 to 1."""

    skill: Skill
    bodies: int
    pointers: int
    reads: int
    chars: int
    share: float


@require_safe
@owner_page
def budget(request: HttpRequest) -> HttpResponse:
    """The skills by what they cost in the last days, what every session begins with, and what was never counted."""
    since = now().date() - timedelta(days=COUNTED_DAYS)
    uses = SkillUse.objects.filter(day__gt=since, skill__in=Skill.objects.kept())
    total = uses.aggregate(chars=Sum("chars"), bodies=Sum("bodies"), pointers=Sum("pointers"), reads=Sum("reads"))
    always = Skill.objects.live().filter(always=True)
    return skills_page(
        request,
        "budget.html",
        tab="skills-budget",
        days=COUNTED_DAYS,
        total=total,
        rows=_rows(since, total["chars"] or 0),
        always=list(always.order_by("-size").only("uid", "slug", "size")),
        always_chars=always.aggregate(chars=Sum("size"))["chars"] or 0,
        uncounted=Skill.objects.live().exclude(pk__in=uses.values("skill")).count(),
        shown=SHOWN,
    )


def _rows(since: object, chars: int) -> list[Spent]:
    uses = SkillUse.objects.filter(day__gt=since, skill__in=Skill.objects.kept()).order_by().values("skill")
    spent = uses.annotate(b=Sum("bodies"), p=Sum("pointers"), r=Sum("reads"), c=Sum("chars")).order_by(
        "-c", "-b", "skill"
    )
    rows = list(spent[:SHOWN])
    skills = Skill.objects.defer("body", "frontmatter").in_bulk([row["skill"] for row in rows])
    return [
        Spent(skills[row["skill"]], row["b"], row["p"], row["r"], row["c"], row["c"] / chars if chars else 0)
        for row in rows
    ]
