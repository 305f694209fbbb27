"""Folders whose skills are read: added, agreed to, scanned and removed."""

from typing import Final
from uuid import UUID

from django import forms
from django.contrib import messages
from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_POST

from channels_bridge.actors import Actor
from channels_bridge.admin.pages import owner_page
from channels_bridge.api.authentication import actor_of
from kirocrew.base.problems import Problem
from skills.admin.tabs import skills_page
from skills.models import SkillRoot, SkillState
from skills.services.roots import (
    TIERS,
    root_add,
    root_consent,
    root_enable,
    root_get,
    root_remove,
    roots_list,
    scan_request,
)

LINE: Final = {"dir": "auto", "autocomplete": "off", "spellcheck": "false", "class": "mono"}


class FolderForm(forms.Form):
    """A folder to read."""

    path = forms.CharField(
        max_length=1000,
        label="Folder",
        widget=forms.TextInput(attrs=LINE | {"placeholder": "/home/alice/atlas"}),
        help_text="Of the machine the server runs on. Where it holds .agents/skills, that is what is read.",
    )
    tier = forms.TypedChoiceField(
        coerce=int,
        choices=[(tier.value, tier.label) for tier in TIERS],
        label="It is for",
        help_text="Of two skills of one name, the workspace's comes before the project's, and that before your own.",
    )
    project = forms.CharField(
        required=False, max_length=200, label="Project", help_text="Its name, for a project's folder alone."
    )
    consent = forms.BooleanField(
        required=False,
        label="I agree that agents of this project are given what this folder says",
        help_text="Asked for a project's folder, whose files others may write.",
    )


@require_http_methods(["GET", "POST"])
@owner_page
def folders(request: HttpRequest) -> HttpResponse:
    """The folders with what is wrong with them, and a form for one more."""
    actor = actor_of(request)
    form = FolderForm(request.POST or None)
    if request.method == "POST" and form.is_valid() and _add(actor, form):
        messages.success(
            request, "The folder is added and is being read. Its skills join the catalogue as they are found."
        )
        return redirect("admin:skills-folders")
    kept = Count("skills", filter=~Q(skills__state=SkillState.DELETED))
    unread = Count("skills", filter=Q(skills__state=SkillState.UNREADABLE))
    rows = roots_list(actor=actor).annotate(found=kept, unread=unread)
    return skills_page(
        request, "folders.html", tab="skills-folders", form=form, rows=[(row, _waits(row)) for row in rows]
    )


@require_POST
@owner_page
def folder_act(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Agree to a folder or take that back, switch it, or remove it."""
    actor, act = actor_of(request), request.POST.get("act", "")
    root = root_get(actor=actor, uid=uid)
    if act in ("agree", "withdraw"):
        root_consent(actor=actor, root=root, agreed=act == "agree")
    elif act in ("on", "off"):
        root_enable(actor=actor, root=root, enabled=act == "on")
    elif act == "remove":
        root_remove(actor=actor, root=root)
        messages.success(request, "The folder is no longer read. Its files stay where they are.")
    return redirect("admin:skills-folders")


@require_POST
@owner_page
def scan(request: HttpRequest) -> HttpResponse:
    """Have all folders read again."""
    scan_request()
    messages.success(request, "The folders are being read again. Activity shows how far it is.")
    return redirect("admin:skills-folders")


def _add(actor: Actor, form: FolderForm) -> bool:
    try:
        root_add(actor=actor, **form.cleaned_data)
    except Problem as problem:
        form.add_error(None, problem.detail)
        return False
    return True


def _waits(root: SkillRoot) -> bool:
    """Whether it is not read until the owner agrees."""
    return bool(root.project) and root.consented_at is None
