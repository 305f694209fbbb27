"""The `hooks` section as JSON: import that isolates what it can't read, and export that reads back the same."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from django.db import transaction

from channels_bridge.actors import Actor, Permission
from hooks.models import Malformed, ProtectionOff, Rule, Section
from hooks.redaction.walk import redact_json, snippet
from hooks.rules.protections import ALWAYS, PROTECTIONS
from hooks.rules.sections import FIELDS, PROTECTING, EntryError, dump_entry, read_bool, read_entry
from hooks.screening.verdict import Origin
from hooks.services.events import event_write, require_owner
from hooks.services.rules import RULES_MAX, refuse_content, rule_add, rule_delete
from hooks.services.switches import protection_switch, switch_change, switches_all
from kirocrew.base.problems import Invalid
from kirocrew.base.text import JsonError, clean_json, cut

FLAGS: Final = ("auto_approve_subagent_spawn", "auto_approve_subagent_tools")
DENIED: Final = "denied_commands"
NOTES: Final = "notes"
KNOWN: Final = (*Section.values, *FLAGS, NOTES)
ORIGINAL_CHARACTERS: Final = 2_000
SECTION_CHARACTERS: Final = 60
ENTRIES_MAX: Final = 5_000


@dataclass(frozen=True, slots=True)
class Issue:
    """An entry that could not be read, or was read in part; `original` is its JSON, redacted and cut."""

    section: str
    position: int
    reason: str
    original: str = ""
    skipped: bool = True


@dataclass(slots=True)
class ImportReport:
    """What an import did, or would do. Counts are by section."""

    added: dict[str, int] = field(default_factory=dict)
    unchanged: dict[str, int] = field(default_factory=dict)
    removed: dict[str, int] = field(default_factory=dict)
    switched: dict[str, bool] = field(default_factory=dict)
    protections_off: list[str] = field(default_factory=list)
    issues: list[Issue] = field(default_factory=list)
    dry_run: bool = False

    def note(self, section: str, position: int, reason: str, original: Any = None, *, skipped: bool = True) -> None:
        """Add an issue."""
        named = snippet(section, SECTION_CHARACTERS)  # of an unknown one: whatever somebody wrote there
        self.issues.append(Issue(named, position, reason, _original(original), skipped))


@dataclass(slots=True)
class _Plan:
    """What the section says, read and checked, before anything is written."""

    entries: dict[Section, list[dict[str, Any]]] = field(default_factory=dict)
    damaged: set[Section] = field(default_factory=set)
    flags: dict[str, bool] = field(default_factory=dict)
    disabled_ids: list[str] | None = None


def rules_import(*, actor: Actor, data: Any, replace: bool = False, dry_run: bool = False) -> ImportReport:
    """Read a `hooks` section, or a document that has one, and return what was done.

    Entries are judged one by one: one that can't be read is kept aside with its reason and changes nothing else.
    `replace` makes a section that is given hold its entries alone; a section of protections with an entry that could
    not be read is added to, never replaced. Raises Forbidden, or Invalid for what is no section at all.
    """
    require_owner(actor)
    section = _section_of(data)
    report = ImportReport(dry_run=dry_run)
    plan = _read(section, report)
    with transaction.atomic():
        _write(actor, plan, report, replace)
        if dry_run:
            transaction.set_rollback(True)
        else:
            _keep_aside(actor, report)
            event_write(actor=actor, code="rules_imported", new=_counts(report), detail=f"{len(report.issues)} issues")
    return report


def rules_export(*, actor: Actor) -> dict[str, Any]:
    """Return all rules as a `hooks` section. Raises Forbidden."""
    actor.require(Permission.HOOKS_READ)
    lists: dict[str, list[Any]] = {name: [] for name in Section.values}
    notes: dict[str, dict[str, str]] = {}
    for rule in Rule.objects.in_order():
        section = Section(rule.section)
        entry = dump_entry(section, rule)
        lists[section].append(entry)
        if rule.note and isinstance(entry, str):
            notes.setdefault(section.value, {})[rule.pattern] = rule.note
    switches = switches_all()
    added = lists.pop(DENIED)
    found: dict[str, Any] = {**lists, **{name: switches[name] for name in FLAGS}}
    found[DENIED] = {
        "disabled_ids": sorted(ProtectionOff.objects.values_list("protection", flat=True)),
        "disable_all": switches["disable_all"],
        "user_added": added,
    }
    if notes:
        found[NOTES] = notes
    return {"hooks": found}


def malformed_dismiss(*, actor: Actor, ident: int) -> None:
    """Forget an entry that could not be read. Raises Forbidden."""
    require_owner(actor)
    Malformed.objects.filter(pk=ident).delete()


def _section_of(data: Any) -> Mapping[str, Any]:
    try:
        data = clean_json(data)
    except JsonError as error:
        raise Invalid(f"This is no section of hooks: {error}.", type="invalid-rules") from error
    found = data.get("hooks", data) if isinstance(data, Mapping) else data
    if not isinstance(found, Mapping):
        raise Invalid("A section of hooks is a JSON object with lists such as auto_deny_tools.", type="invalid-rules")
    return found


def _read(section: Mapping[str, Any], report: ImportReport) -> _Plan:
    plan = _Plan()
    for name, value in section.items():
        if name in FLAGS:
            plan.flags[name], clear = read_bool(value)
            if not clear:
                report.note(name, 0, "neither true nor false; taken as false", value, skipped=False)
        elif name == DENIED:
            _read_denied(value, plan, report)
        elif name in Section.values:
            _read_list(Section(name), value, plan, report)
        elif name != NOTES:
            report.note(str(name)[:60], 0, f"no such section; known: {', '.join(KNOWN)}", value)
    _read_notes(section.get(NOTES), plan)
    return plan


def _read_denied(value: Any, plan: _Plan, report: ImportReport) -> None:
    """Whatever is wrong here, the protections stay on."""
    if not isinstance(value, Mapping):
        report.note(DENIED, 0, "an object with user_added, disabled_ids and disable_all; protections stay on", value)
        return
    if "user_added" in value:
        _read_list(Section.DENIED_COMMANDS, value["user_added"], plan, report)
    if "disable_all" in value:
        plan.flags["disable_all"], clear = read_bool(value["disable_all"])
        if not clear:
            report.note(DENIED, 0, "'disable_all' is neither true nor false; protections stay on", skipped=False)
    if "disabled_ids" in value:
        _read_ids(value["disabled_ids"], plan, report)


def _read_ids(value: Any, plan: _Plan, report: ImportReport) -> None:
    if not isinstance(value, list):
        report.note(DENIED, 0, "'disabled_ids' is a list of ids; protections stay on", value)
        return
    plan.disabled_ids = []
    for at, ident in enumerate(value):
        if not isinstance(ident, str) or ident not in PROTECTIONS:
            fixed = isinstance(ident, str) and ident in ALWAYS
            report.note(DENIED, at, "can't be switched off" if fixed else "no protection has this id", ident)
        elif ident not in plan.disabled_ids:
            plan.disabled_ids.append(ident)


def _read_list(section: Section, value: Any, plan: _Plan, report: ImportReport) -> None:
    if not isinstance(value, list):
        report.note(section, 0, "a list; what was there before stays", value)
        return
    entries = plan.entries.setdefault(section, [])
    for at, item in enumerate(value):
        if at >= ENTRIES_MAX or len(entries) >= RULES_MAX:
            report.note(section, at, f"a section takes {RULES_MAX:,} rules; the rest is left out")
            plan.damaged.add(section)
            return
        try:
            entry = read_entry(section, item)
            refuse_content(entry.fields, Origin.FILE)
        except EntryError as error:
            report.note(section, at, str(error), item)
            plan.damaged.add(section)
            continue
        for unclear in entry.unclear:
            report.note(section, at, unclear, item, skipped=False)
        if entry.fields not in entries:
            entries.append(entry.fields)


def _read_notes(notes: Any, plan: _Plan) -> None:
    """Notes of entries that are written as mere texts."""
    if not isinstance(notes, Mapping):
        return
    for section, entries in plan.entries.items():
        known = notes.get(section.value)
        if not isinstance(known, Mapping):
            continue
        for fields in entries:
            note = known.get(fields.get("pattern", ""))
            if isinstance(note, str) and not fields["note"]:
                fields["note"] = note[:500]


def _write(actor: Actor, plan: _Plan, report: ImportReport, replace: bool) -> None:
    for section, entries in plan.entries.items():
        whole = replace and not (section in PROTECTING and section in plan.damaged)
        _write_section(actor, section, entries, report, whole)
    for name, value in plan.flags.items():
        if switches_all()[name] != value:
            switch_change(actor=actor, name=name, value=value)
            report.switched[name] = value
    if plan.disabled_ids is not None:
        _write_ids(actor, plan.disabled_ids, report, replace)


def _write_section(
    actor: Actor, section: Section, entries: list[dict[str, Any]], report: ImportReport, whole: bool
) -> None:
    present = list(Rule.objects.filter(section=section).in_order())
    names = (*FIELDS[section], "note", "enabled")
    same = [{name: getattr(rule, name) for name in names} for rule in present]
    added = unchanged = removed = 0
    if whole and same != entries:
        for rule in present:
            rule_delete(actor=actor, rule=rule)
        removed, same = len(present), []
    for fields in entries:
        if fields in same:
            unchanged += 1
        else:
            rule_add(actor=actor, section=section, fields=fields)
            added += 1
    for counts, number in ((report.added, added), (report.unchanged, unchanged), (report.removed, removed)):
        if number:
            counts[section.value] = number


def _write_ids(actor: Actor, ids: list[str], report: ImportReport, replace: bool) -> None:
    off = set(ProtectionOff.objects.values_list("protection", flat=True))
    for ident in ids:
        if ident not in off:
            protection_switch(actor=actor, protection=ident, on=False, note="Imported.")
            report.protections_off.append(ident)
    for ident in off - set(ids) if replace else ():
        protection_switch(actor=actor, protection=ident, on=True)


def _keep_aside(actor: Actor, report: ImportReport) -> None:
    Malformed.objects.bulk_create(
        Malformed(
            section=issue.section,
            position=issue.position,
            original=issue.original,
            reason=issue.reason[:500],
            imported_by=actor.source,
        )
        for issue in report.issues
    )


def _counts(report: ImportReport) -> str:
    return f"added {sum(report.added.values())}, removed {sum(report.removed.values())}"


def _original(value: Any) -> str:
    if value is None:
        return ""
    return cut(json.dumps(redact_json(value)[0], ensure_ascii=False), ORIGINAL_CHARACTERS)
