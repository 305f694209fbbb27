"""The entries of the `hooks` section: which fields each list has, and reading one entry without trusting it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from hooks.models.rules import NOTE_LIMIT, PATTERN_LIMIT, TEXT_LIMIT, TRIGGERS_LIMIT, Section
from kirocrew.base.text import clean

PROTECTING: Final = frozenset((Section.AUTO_DENY_TOOLS, Section.DENIED_COMMANDS))
"""Sections in which an unclear switch leaves a rule on; in the others it leaves it off."""
FIELDS: Final[dict[Section, tuple[str, ...]]] = {
    Section.AUTO_APPROVE_TOOLS: ("pattern",),
    Section.AUTO_DENY_TOOLS: ("pattern",),
    Section.AUTO_APPROVE_SOURCES: ("pattern",),
    Section.DENIED_COMMANDS: ("pattern",),
    Section.AUTO_REPLIES: ("pattern", "exact", "reply"),
    Section.TRANSFORMS: ("pattern", "prefix", "suffix"),
    Section.CONTEXT_RULES: ("triggers", "context"),
}
"""The fields of each section; `enabled` and `note` belong to all."""
SECTION_HELP: Final[dict[Section, str]] = {
    Section.AUTO_APPROVE_TOOLS: "A tool's name, @server/tool, a path or a command; * stands for anything.",
    Section.AUTO_DENY_TOOLS: "A name, title, path or command that is refused, whatever else approves it.",
    Section.AUTO_APPROVE_SOURCES: "Who may do everything that is not denied, such as bot:nightly.",
    Section.DENIED_COMMANDS: "A piece of a command that is refused wherever it stands; * stands for anything.",
    Section.AUTO_REPLIES: "An answer that is given at once; the first one that fits.",
    Section.TRANSFORMS: "Text put around a message; the first one that fits, and then no context is added.",
    Section.CONTEXT_RULES: "Text given to the model beside a message; all that fit.",
}


class EntryError(ValueError):
    """Why an entry can't be read; the message is for the owner."""


@dataclass(slots=True)
class Entry:
    """What an entry says, as the fields of a rule, and what was unclear in it."""

    fields: dict[str, Any]
    unclear: list[str] = field(default_factory=list)


def read_entry(section: Section, value: Any) -> Entry:
    """Return the fields of one entry. Raises EntryError. A list of patterns takes texts and objects alike."""
    if isinstance(value, str) and FIELDS[section] == ("pattern",):
        value = {"pattern": value}
    if not isinstance(value, Mapping):
        kind = "a text or an object" if FIELDS[section] == ("pattern",) else "an object"
        raise EntryError(f"an entry of this list is {kind}")
    entry = Entry({})
    for name in FIELDS[section]:
        entry.fields[name] = _READERS[name](value, entry)
    if section == Section.TRANSFORMS and not (entry.fields["prefix"] or entry.fields["suffix"]):
        raise EntryError("a transform has a prefix, a suffix or both")
    entry.fields["note"] = _note(value)
    entry.fields["enabled"] = _switch(value, "enabled", True, section in PROTECTING, entry)
    return entry


def dump_entry(section: Section, rule: Any) -> Any:
    """Return a rule as an entry: a text where that says it all, else an object."""
    if FIELDS[section] == ("pattern",) and rule.enabled and section != Section.DENIED_COMMANDS:
        return rule.pattern
    entry = {name: getattr(rule, name) for name in FIELDS[section]}
    if section == Section.AUTO_REPLIES and not rule.exact:
        entry.pop("exact")
    if rule.note:
        entry["note"] = rule.note
    if not rule.enabled:
        entry["enabled"] = False
    return entry


def read_bool(value: Any) -> tuple[bool, bool]:
    """The value and whether it was clear: what is neither true nor false is false."""
    return (value, True) if isinstance(value, bool) else (False, False)


def _switch(value: Mapping[str, Any], name: str, default: bool, unclear: bool, entry: Entry) -> bool:
    if name not in value:
        return default
    if isinstance(value[name], bool):
        return bool(value[name])
    entry.unclear.append(f"'{name}' is neither true nor false; taken as {'true' if unclear else 'false'}")
    return unclear


def _text(value: Mapping[str, Any], name: str, limit: int, *, needed: bool) -> str:
    found = value.get(name, "")
    if found is None:
        found = ""
    if not isinstance(found, str):
        raise EntryError(f"'{name}' is a text")
    found = clean(found)
    if needed and not found.strip():
        raise EntryError(f"'{name}' is missing or empty")
    if len(found) > limit:
        raise EntryError(f"'{name}' has more than {limit:,} characters")
    return found


def _pattern(value: Mapping[str, Any], entry: Entry) -> str:
    return _text(value, "pattern", PATTERN_LIMIT, needed=True).strip()


def _triggers(value: Mapping[str, Any], entry: Entry) -> list[str]:
    found = value.get("triggers")
    if not isinstance(found, list):
        raise EntryError("'triggers' is a list of texts")
    kept = [clean(item).strip() for item in found if isinstance(item, str) and clean(item).strip()]
    if len(kept) < len(found):
        entry.unclear.append(f"{len(found) - len(kept)} of its triggers are empty or no texts; left out")
    if not kept:
        raise EntryError("'triggers' holds no text")
    if len(kept) > TRIGGERS_LIMIT or any(len(item) > PATTERN_LIMIT for item in kept):
        raise EntryError(f"'triggers' takes up to {TRIGGERS_LIMIT} texts of {PATTERN_LIMIT} characters")
    return list(dict.fromkeys(kept))


def _note(value: Mapping[str, Any]) -> str:
    for name in ("note", "reason", "description"):
        if isinstance(value.get(name), str):
            return clean(value[name]).strip()[:NOTE_LIMIT]
    return ""


_READERS: Final[dict[str, Callable[[Mapping[str, Any], Entry], Any]]] = {
    "pattern": _pattern,
    "triggers": _triggers,
    "exact": lambda value, entry: _switch(value, "exact", False, False, entry),
    "reply": lambda value, _: _text(value, "reply", TEXT_LIMIT, needed=True),
    "context": lambda value, _: _text(value, "context", TEXT_LIMIT, needed=True),
    "prefix": lambda value, _: _text(value, "prefix", TEXT_LIMIT, needed=False),
    "suffix": lambda value, _: _text(value, "suffix", TEXT_LIMIT, needed=False),
}
