"""What is refused without any rule, and the switches."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST, require_safe

from channels_bridge.admin.pages import owner_page
from channels_bridge.api.authentication import actor_of
from hooks.admin.tabs import hooks_page
from hooks.rules.protections import ALWAYS, DENY_LIST, SHAPES
from hooks.services.decisions import decision_counts
from hooks.services.switches import SWITCHES, protection_switch, protections_off, switch_change, switches_all
from kirocrew.base.problems import Problem


@require_safe
@owner_page
def protections(request: HttpRequest) -> HttpResponse:
    """Every protection with how often it refused, and the switches."""
    return _page(request)


def _page(request: HttpRequest, *, failed: str = "", typed: str = "", problem: str = "") -> HttpResponse:
    off, values = protections_off(), switches_all()
    counts = decision_counts(actor=actor_of(request))
    switches = []
    for name, spec in SWITCHES.items():
        shown = typed if name == failed else _written(values[name])
        switches.append((spec, values[name], shown, problem if name == failed else ""))
    groups = (
        ("Shapes", "They carry something out of the machine, or run code nobody has seen.", SHAPES),
        ("Deny list", "They destroy, or take over.", DENY_LIST),
    )
    return hooks_page(
        request,
        "protections.html",
        tab="hooks-protections",
        groups=[(name, help, [(p, off.get(p.id), counts.get(p.id)) for p in listed]) for name, help, listed in groups],
        always=[(ident, words, counts.get(ident)) for ident, words in ALWAYS.items()],
        disable_all=values["disable_all"],
        switches=switches,
    )


@require_POST
@owner_page
def protection(request: HttpRequest) -> HttpResponse:
    """Switch one protection on or off."""
    on = request.POST.get("on") == "1"
    ident = request.POST.get("protection", "")
    protection_switch(actor=actor_of(request), protection=ident, on=on, note=request.POST.get("note", ""))
    messages.success(request, f"{ident} is {'on' if on else 'off'} now.")
    return redirect("admin:hooks-protections")


@require_POST
@owner_page
def switch(request: HttpRequest, name: str) -> HttpResponse:
    """Change a switch; what is out of range comes back with what is expected."""
    typed = request.POST.get("value", "").strip()
    try:
        switch_change(actor=actor_of(request), name=name, value=_read(name, typed))
    except Problem as problem:
        return _page(request, failed=name, typed=typed, problem=problem.detail)
    messages.success(request, f"{name.replace('_', ' ').capitalize()} is changed.")
    return redirect("admin:hooks-protections")


def _read(name: str, typed: str) -> Any:
    default = SWITCHES[name].default if name in SWITCHES else None
    if isinstance(default, bool):
        return {"1": True, "0": False}.get(typed, typed)
    if isinstance(default, list):
        return typed.replace(",", " ").split()
    return int(typed) if typed.isascii() and typed.isdigit() and len(typed) < 12 else typed


def _written(value: Any) -> str:
    return " ".join(value) if isinstance(value, list) else str(value)
