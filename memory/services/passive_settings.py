"""How a channel is learned from without being asked: off until the owner switches it on."""

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final

import regex

from channels_bridge.actors import Actor
from channels_bridge.models import Channel
from channels_bridge.services.channels import channel_section_set
from hooks.services import redact
from kirocrew.base.problems import Invalid
from kirocrew.base.text import clean
from memory.models.passive import PassiveType

SECTION: Final = "passive_memory"
RANGES: Final = {
    "interval_minutes": (360, 15, 10_080),
    "message_cap": (100, 10, 1_000),
    "retention_hours": (168, 1, 720),
    "min_messages": (5, 2, 100),
}
"""Default, least and most of each number; 0 means the default."""
LISTS: Final = {"exclude_users": 50, "exclude_patterns": 20}
"""How many entries each list holds, of at most ENTRY_LENGTH characters."""
ENTRY_LENGTH: Final = 255
REPEATS_MAX: Final = 10_000
"""Counted repetitions of a pattern, multiplied: compiling more would take the server's memory."""

_COUNTS: Final = re.compile(r"\{(\d*),?(\d*)\}")


@dataclass(frozen=True, slots=True)
class PassiveSettings:
    """The settings of one channel. `group_only` is always so: what is said directly to the bot is never read."""

    enabled: bool = False
    review_mode: bool = True
    interval_minutes: int = RANGES["interval_minutes"][0]
    message_cap: int = RANGES["message_cap"][0]
    retention_hours: int = RANGES["retention_hours"][0]
    min_messages: int = RANGES["min_messages"][0]
    allowed_types: tuple[str, ...] = tuple(PassiveType.values)
    exclude_users: tuple[str, ...] = ()
    exclude_patterns: tuple[str, ...] = ()
    group_only: bool = True


def passive_settings(channel: Channel) -> PassiveSettings:
    """The settings in force."""
    stored: dict[str, Any] = channel.settings.get(SECTION, {})
    known: dict[str, Any] = {name: stored[name] for name in PassiveSettings.__dataclass_fields__ if name in stored}
    for name in ("allowed_types", *LISTS):
        if name in known:
            known[name] = tuple(known[name])
    return PassiveSettings(**known)


def passive_settings_set(
    *, actor: Actor, channel: Channel, values: Mapping[str, Any]
) -> tuple[PassiveSettings, list[str]]:
    """Store what is named, keep the rest, and return it with notes on what was not taken as it came.

    A number out of its range becomes the nearest in it, 0 the default; an unknown type and a pattern that is none are
    left out. Raises Forbidden unless the owner asks, Invalid for a value of another kind.
    """
    notes: list[str] = []
    merged = asdict(passive_settings(channel))
    for name, value in values.items():
        if name not in merged:
            raise Invalid(f"There is no such setting. Known: {', '.join(merged)}.", type="passive-invalid")
        merged[name] = _checked(name, value, notes)
    settings = PassiveSettings(**merged | {"group_only": True})
    stored = {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(settings).items()}
    channel_section_set(actor=actor, channel=channel, section=SECTION, values=stored)
    return settings, notes


def _checked(name: str, value: Any, notes: list[str]) -> Any:
    if name in RANGES:
        return _number(name, value, notes)
    if name in LISTS:
        return _entries(name, value, notes)
    if name == "allowed_types":
        return _types(value, notes)
    if not isinstance(value, bool):
        raise _invalid(name, "true or false")
    if name == "group_only" and not value:
        notes.append("group_only stays true: what is said directly to the bot is never read here.")
    return value


def _number(name: str, value: Any, notes: list[str]) -> int:
    default, low, high = RANGES[name]
    if isinstance(value, bool) or not isinstance(value, int):
        raise _invalid(name, f"a whole number from {low:,} to {high:,}, or 0 for {default:,}")
    if value == 0:
        return default
    taken = min(high, max(low, value))
    if taken != value:
        notes.append(f"{name} is {taken:,}: it goes from {low:,} to {high:,}.")
    return taken


def _types(value: Any, notes: list[str]) -> tuple[str, ...]:
    wanted = _texts("allowed_types", value)
    known = tuple(kind for kind in PassiveType.values if kind in wanted)
    if unknown := len(set(wanted) - set(known)):
        notes.append(f"{unknown} unknown types were left out. Known: {', '.join(PassiveType.values)}.")
    if not known:
        notes.append("No type was left, so all are allowed.")
    return known or tuple(PassiveType.values)


def _entries(name: str, value: Any, notes: list[str]) -> tuple[str, ...]:
    texts = list(dict.fromkeys(text for item in _texts(name, value) if (text := clean(item).strip())))
    taken = []
    for text in texts:
        why = _unusable(name, text)
        if why:
            notes.append(f"An entry of {name} was left out: {why}.")
        else:
            taken.append(text)
    if len(taken) > LISTS[name]:
        notes.append(f"{name} holds {LISTS[name]} entries; the rest was left out.")
    return tuple(taken[: LISTS[name]])


def _unusable(name: str, text: str) -> str:
    """Why an entry can't be taken; empty when it can."""
    if len(text) > ENTRY_LENGTH:
        return f"it has more than {ENTRY_LENGTH} characters"
    if redact(text).findings:
        return "it is a credential"
    return _pattern_fault(text) if name == "exclude_patterns" else ""


def _pattern_fault(text: str) -> str:
    repeats = 1
    for low, high in _COUNTS.findall(text):
        repeats *= max(1, int(low[:9] or 0), int(high[:9] or 0))
    if repeats > REPEATS_MAX:
        return "it repeats too often"
    try:
        pattern_of(text)
    except (regex.error, RecursionError, OverflowError):
        return "it is no regular expression"
    return ""


def pattern_of(text: str) -> regex.Pattern[str]:
    """A pattern of `exclude_patterns`, compiled; it ignores case. Raises regex.error."""
    return regex.compile(text, regex.IGNORECASE)


def _texts(name: str, value: Any) -> list[str]:
    if not isinstance(value, list | tuple) or not all(isinstance(item, str) for item in value):
        raise _invalid(name, "a list of texts")
    return list(value)


def _invalid(name: str, expected: str) -> Invalid:
    return Invalid(f"'{name}' takes {expected}.", type="passive-invalid")
