"""What the owner tunes, with units, ranges and who changed it last."""

import json
from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST, require_safe

from channels_bridge.admin.pages import owner_page, page
from channels_bridge.api.authentication import actor_of
from kirocrew.base.problems import Problem
from memory.admin.language import language_page
from memory.admin.setting_rows import OF_LANGUAGE, Failed, setting_rows, shown_value
from memory.models import Event
from memory.services.digest import digest_ask_now
from memory.services.settings import SETTINGS, setting_change, settings_all

CHANGES_SHOWN: Final = 20


@require_safe
@owner_page
def settings(request: HttpRequest) -> HttpResponse:
    """Every setting with its value, default and unit, and the last changes."""
    return _page(request)


@require_POST
@owner_page
def setting_save(request: HttpRequest, name: str) -> HttpResponse:
    """Change one setting, or put its default back; what is out of range comes back with what is expected."""
    typed = request.POST.get("value", "").strip()
    try:
        value = SETTINGS[name].default if "default" in request.POST and name in SETTINGS else _read(name, typed)
        setting_change(actor=actor_of(request), name=name, value=value)
    except Problem as problem:
        return _page(request, Failed(name, typed, problem.detail))
    messages.success(request, f"{name.replace('_', ' ').capitalize()} is {shown_value(value) or 'empty'} now.")
    return redirect("admin:settings-language" if name.startswith(OF_LANGUAGE) else "admin:settings")


@require_POST
@owner_page
def digest_now(request: HttpRequest) -> HttpResponse:
    """Ask for the digest of what waits, and go to the job that sends it."""
    try:
        jobs = digest_ask_now(actor=actor_of(request))
    except Problem as problem:
        messages.error(request, problem.detail)
        return redirect("admin:settings")
    return redirect("admin:activity-job", uid=jobs[0].uid) if len(jobs) == 1 else redirect("admin:activity")


def _page(request: HttpRequest, failed: Failed | None = None) -> HttpResponse:
    if failed and failed.name.startswith(OF_LANGUAGE):
        return language_page(request, failed)
    others = [name for name in SETTINGS if not name.startswith(OF_LANGUAGE)]
    audit = Event.objects.filter(code="setting_changed").order_by("-id")[:CHANGES_SHOWN]
    ways = settings_all()["digest"]
    rows = setting_rows(others, failed)
    return page(request, "memory/settings.html", title="Settings", rows=rows, audit=audit, ways=ways)


def _read(name: str, typed: str) -> Any:
    """What was typed as JSON; what is none stays a text, and the setting's own check says what it expects.

    For a setting that is a text it is the text itself, with or without quotation marks.
    """
    try:
        value = json.loads(typed)
    except ValueError:
        return typed
    return typed if name in SETTINGS and SETTINGS[name].is_text and not isinstance(value, str) else value
