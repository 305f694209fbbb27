"""Deciding about learned skills that wait in Review."""

from collections.abc import Mapping, Sequence
from typing import Final
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from channels_bridge.actors import Actor
from channels_bridge.admin.pages import owner_page
from channels_bridge.api.authentication import actor_of
from kirocrew.base.problems import NotFound, Problem
from skills.learning.codes import CandidateRefused
from skills.learning.texts import SKILL_FILE
from skills.services.candidates import candidate_get
from skills.services.deciding import (
    BULK_MOST,
    Decided,
    candidate_approve,
    candidate_reject,
    candidate_undo,
    candidates_decide,
)

DECISIONS: Final = ("approve", "reject")


@require_POST
@owner_page
def decide(request: HttpRequest) -> HttpResponse:
    """Approve or reject one learned skill or several; the text of one may be edited before it is approved."""
    actor, wanted = actor_of(request), request.POST.get("decision", "")
    names = request.POST.getlist("candidate")[:BULK_MOST]
    if wanted not in DECISIONS or not names:
        messages.error(request, "Nothing was decided: choose at least one skill and what is to become of it.")
        return _back()
    reason = request.POST.get("reason", "").strip()
    if len(names) > 1:
        approve = wanted == "approve"
        _tell_many(request, candidates_decide(actor=actor, names=names, approve=approve, reason=reason), approve)
        return _back()
    try:
        if wanted == "approve":
            made = candidate_approve(actor=actor, name=names[0], files=_edited(actor, names[0], request.POST))
            messages.success(request, f"“{made.skill.key}” is live, version {made.skill.version}.")
        else:
            row = candidate_reject(actor=actor, name=names[0], reason=reason)
            messages.success(request, f"“{row.slug}” is rejected. One that says the same is not proposed again.")
    except CandidateRefused as refusal:
        messages.error(request, f"Nothing changed ({refusal.code.value}): {refusal.detail}")
        return _back(names[0])
    return _back()


@require_POST
@owner_page
def undo(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Take an approval back."""
    try:
        row = candidate_undo(actor=actor_of(request), name=uid)
    except NotFound:
        raise
    except Problem as problem:
        messages.error(request, f"Not undone: {problem.detail}")
    else:
        messages.success(request, f"Undone. “{row.slug}” is offered as it was before the approval.")
    return _back()


def _edited(actor: Actor, name: str, posted: Mapping[str, str]) -> dict[str, str]:
    """SKILL.md as the owner changed it, if they did."""
    if "edited" not in posted:
        return {}
    # Browsers send line ends as CR LF.
    text = posted["edited"].replace("\r\n", "\n")
    before = str(candidate_get(actor=actor, name=name).files.get(SKILL_FILE, ""))
    return {} if text.strip() == before.strip() else {SKILL_FILE: text}


def _tell_many(request: HttpRequest, decided: Sequence[Decided], approved: bool) -> None:
    good = sum(one.refusal is None for one in decided)
    if good:
        what = "One learned skill" if good == 1 else f"{good} learned skills"
        messages.success(request, f"{what} {'approved' if approved else 'rejected'}.")
    for one in decided:
        if one.refusal is not None:
            messages.error(request, f"Stays as it is ({one.refusal.code.value}): {one.refusal.detail}")


def _back(case: str = "") -> HttpResponse:
    """To Review, at the case that could not be decided."""
    return redirect(reverse("admin:review") + (f"?case={case}#case-{case}" if case else ""))
