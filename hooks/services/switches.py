"""The owner's switches of hooks, and which built-in protections are on."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from django.db import transaction

from channels_bridge.actors import Actor
from hooks.models import HookSetting, ProtectionOff
from hooks.models.rules import NOTE_LIMIT
from hooks.rules.protections import ALWAYS, PROTECTIONS
from hooks.services.events import event_write, require_owner
from kirocrew.base.clock import now
from kirocrew.base.problems import Invalid, NotFound

DAYS_MAX: Final = 3_650


@dataclass(frozen=True, slots=True)
class SwitchSpec:
    """One switch; `check` returns the value or raises ValueError saying what is expected."""

    name: str
    default: Any
    unit: str
    help: str
    check: Callable[[Any], Any]


def _bool(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError("true or false")
    return value


def _whole(low: int, high: int) -> Callable[[Any], int]:
    def check(value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise ValueError(f"a whole number from {low:,} to {high:,}")
        return value

    return check


def _names(value: Any) -> list[str]:
    if not isinstance(value, list) or not all(
        isinstance(item, str) and 0 < len(item) <= 200 and "/" not in item and not any(c.isspace() for c in item)
        for item in value
    ):
        raise ValueError("a list of names of MCP servers, without blanks and slashes")
    return value


SWITCHES: Final = {
    spec.name: spec
    for spec in (
        SwitchSpec("paused", False, "yes or no", "Refuse every tool call until this is switched off.", _bool),
        SwitchSpec(
            "disable_all", False, "yes or no", "Switch off the whole built-in deny list; shapes and paths stay.", _bool
        ),
        SwitchSpec("auto_approve_subagent_spawn", False, "yes or no", "Approve starting a sub-agent.", _bool),
        SwitchSpec("auto_approve_subagent_tools", False, "yes or no", "Approve what sub-agents ask for.", _bool),
        SwitchSpec("own_servers", [], "names", "MCP servers of your own, whose tools are approved.", _names),
        SwitchSpec("decisions_days", 90, "days", "How long decisions are kept.", _whole(1, DAYS_MAX)),
        SwitchSpec("decisions_max", 100_000, "rows", "How many decisions are kept.", _whole(100, 100_000_000)),
    )
}


def switches_all() -> dict[str, Any]:
    """Return every switch with the value in force. A stored value that fails its check counts as the default."""
    stored = dict(HookSetting.objects.values_list("name", "value"))
    return {name: _valid(spec, stored.get(name, spec.default)) for name, spec in SWITCHES.items()}


def _valid(spec: SwitchSpec, value: Any) -> Any:
    try:
        return spec.check(value)
    except ValueError:
        return spec.default


def switch_change(*, actor: Actor, name: str, value: Any) -> Any:
    """Store the owner's value and return it. Raises Forbidden, NotFound or Invalid."""
    require_owner(actor)
    spec = SWITCHES.get(name)
    if spec is None:
        raise NotFound(f"There is no switch of that name. Known: {', '.join(SWITCHES)}.", type="unknown-switch")
    try:
        checked = spec.check(value)
    except ValueError as error:
        raise Invalid(f"'{name}' takes {error}.", type="invalid-switch") from error
    with transaction.atomic():
        old = switches_all()[name]
        if old != checked:
            HookSetting.objects.update_or_create(
                name=name, defaults={"value": checked, "changed_by": actor.source, "changed_at": now()}
            )
            event_write(actor=actor, code="switch_changed", key=name, old=repr(old), new=repr(checked))
    return checked


def protection_switch(*, actor: Actor, protection: str, on: bool, note: str = "") -> None:
    """Switch a built-in protection on or off by its id. Raises Forbidden, NotFound or Invalid."""
    require_owner(actor)
    if protection in ALWAYS:
        raise Invalid("This protection can't be switched off.", type="protection-fixed")
    if protection not in PROTECTIONS:
        raise NotFound("There is no protection of that id; the reference lists them.", type="unknown-protection")
    with transaction.atomic():
        off = ProtectionOff.objects.filter(protection=protection)
        if on == (not off.exists()):
            return
        if on:
            off.delete()
        else:
            ProtectionOff.objects.create(
                protection=protection, note=note.strip()[:NOTE_LIMIT], switched_by=actor.source
            )
        words = ("on", "off") if not on else ("off", "on")
        event_write(actor=actor, code="protection_switched", key=protection, old=words[0], new=words[1], detail=note)


def protections_off() -> dict[str, ProtectionOff]:
    """Return the protections that are off, by id."""
    return {row.protection: row for row in ProtectionOff.objects.all()}
