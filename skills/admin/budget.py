"""What skills cost: the characters that went to agents, and whose they were."""

from dataclasses import dataclass
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from channels_bridge.admin.pages import owner_page
from channels_bridge.api.authentication import actor_of
from skills.admin.tabs import skills_page
from skills.services.usage import LEDGER_DAYS, Cost
from skills.services.usage import budget as skills_budget

SHOWN: Final = 100  # skills


@dataclass(frozen=True, slots=True)
class Spent:
    """What one skill cost: `share` is its part of all characters, from 0 to 1."""

    cost: Cost
    share: float


@require_safe
@owner_page
def budget(request: HttpRequest) -> HttpResponse:
    """The skills by what they cost in the last days, what every session begins with, and what was never counted."""
    costs = skills_budget(actor=actor_of(request))
    counted = [cost for cost in costs if cost.deliveries is not None]
    chars = sum(cost.chars or 0 for cost in counted)
    always = sorted((cost.skill for cost in costs if cost.skill.always), key=lambda skill: -skill.size)
    return skills_page(
        request,
        "budget.html",
        tab="skills-budget",
        days=LEDGER_DAYS,
        chars=chars,
        deliveries=sum(cost.deliveries or 0 for cost in counted),
        pointers=sum(cost.pointers or 0 for cost in counted),
        rows=[Spent(cost, (cost.chars or 0) / chars if chars else 0) for cost in counted[:SHOWN]],
        always=always,
        always_chars=sum(skill.size for skill in always),
        uncounted=len(costs) - len(counted),
        shown=SHOWN,
    )
