"""Packages that were refused for what was found in them: looking at it, and accepting it with a reason."""

from typing import Final
from uuid import UUID

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_safe

from channels_bridge.actors import Actor
from channels_bridge.admin.pages import owner_page
from channels_bridge.api.authentication import actor_of
from kirocrew.base.problems import Problem
from skills.admin.tabs import skills_page
from skills.models import RefusedPackage, Skill
from skills.services.accepting import (
    KEPT_DAYS,
    REASON_LIMIT,
    package_accept,
    package_withdraw,
    refused_get,
    refused_packages,
)

SHOWN: Final = 200


class AcceptForm(forms.Form):
    """Why it is accepted."""

    reason = forms.CharField(
        max_length=REASON_LIMIT,
        label="Why it may be used all the same",
        widget=forms.TextInput(attrs={"dir": "auto", "autocomplete": "off"}),
        help_text="Kept with your name. It holds for exactly these files: one byte more, and it is refused again.",
    )


@require_safe
@owner_page
def refused(request: HttpRequest) -> HttpResponse:
    """What was refused lately, and what was accepted."""
    rows = refused_packages(actor=actor_of(request))[: SHOWN + 1]
    return skills_page(
        request,
        "refused.html",
        tab="skills-upload",
        title="Refused skills",
        rows=rows[:SHOWN],
        more=len(rows) > SHOWN,
        days=KEPT_DAYS,
    )


@require_http_methods(["GET", "POST"])
@owner_page
def refused_one(request: HttpRequest, uid: UUID) -> HttpResponse:
    """What was found in one package, and the owner's word on it."""
    actor = actor_of(request)
    row = refused_get(actor=actor, uid=uid)
    form = AcceptForm(request.POST if "accept" in request.POST else None)
    if request.method == "POST" and _acted(request, actor, row, form):
        return redirect("admin:skills-refused-one", uid=uid)
    return skills_page(
        request,
        "refused_one.html",
        tab="skills-upload",
        title="Refused skill",
        row=row,
        form=form,
        skills=Skill.objects.kept().filter(content_hash=row.content_hash).only("uid", "key", "state", "enabled")[:20],
    )


def _acted(request: HttpRequest, actor: Actor, row: RefusedPackage, form: AcceptForm) -> bool:
    """Accept it or take that back; whether something was done."""
    try:
        if "withdraw" in request.POST:
            package_withdraw(actor=actor, package=row)
            messages.success(request, "It is accepted no longer. Skills of exactly these files are switched off.")
            return True
        if form.is_valid():
            package_accept(actor=actor, package=row, reason=form.cleaned_data["reason"])
            messages.success(request, "It is accepted. Bring the same files again, and they are taken.")
            return True
    except Problem as problem:
        messages.error(request, problem.detail)
        return True
    return False
