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
from memory.models import Event, Setting
from memory.services.digest import digest_ask_now
from memory.services.settings import SETTINGS, SettingSpec, setting_change, settings_all

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
        value = SETTINGS[name].default if "default" in request.POST and name in SETTINGS else _read(typed)
        setting_change(actor=actor_of(request), name=name, value=value)
    except Problem as problem:
        return _page(request, failed=name, typed=typed, problem=problem.detail)
    messages.success(request, f"{name.replace('_', ' ').capitalize()} is {_json(value)} now.")
    return redirect("admin:settings")


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


def _page(request: HttpRequest, *, failed: str = "", typed: str = "", problem: str = "") -> HttpResponse:
    stored = {row.name: row for row in Setting.objects.all()}
    rows = []
    for name, spec in SETTINGS.items():
        row = stored.get(name)
        shown = typed if name == failed else _json(row.value if row else spec.default)
        rows.append((spec, shown, _json(spec.default), row, _expected(spec), problem if name == failed else ""))
    audit = Event.objects.filter(code="setting_changed").order_by("-id")[:CHANGES_SHOWN]
    ways = settings_all()["digest"]
    return page(request, "memory/settings.html", title="Settings", rows=rows, audit=audit, ways=ways)


def _read(typed: str) -> Any:
    """What was typed as JSON; what is none stays a text, and the setting's own check says what it expects."""
    try:
        return json.loads(typed)
    except ValueError:
        return typed


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _expected(spec: SettingSpec) -> str:
    """What a setting takes, in the words of its own check."""
    try:
        spec.check(None)
    except ValueError as error:
        return str(error)
    return ""
