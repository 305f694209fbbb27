"""Hook files of other systems as drafts: looked at first, stored switched off, the rest listed with the reason."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import PurePath
from typing import Any, Final

from django.db import transaction

from channels_bridge.actors import Actor
from hooks.models import ScriptHook
from hooks.models.scripts import NAME_LIMIT
from hooks.redaction.engine import redact
from hooks.scripts.foreign.documents import document_of, hooks_read, system_of
from hooks.scripts.foreign.entries import BadHookFile, Entry, Found
from hooks.scripts.foreign.merging import command_resolved, merge_kiro_hooks, script_header
from hooks.scripts.lint import Hint, matcher_lint
from hooks.scripts.matchers import Mode
from hooks.scripts.runner import TIMEOUT_DEFAULT, TIMEOUT_RANGE
from hooks.scripts.systems import System, event_named
from hooks.services.events import event_write, require_owner
from hooks.services.scripts import EXFILTRATION, ScriptDraft, draft_checked, script_hook_create
from kirocrew.base.problems import Problem

FILES_MAX: Final = 200
FILE_BYTES_MAX: Final = 1024 * 1024


class Fate(StrEnum):
    """What becomes of a part of a file."""

    DRAFT = "draft"
    DUPLICATE = "duplicate"
    LISTED = "listed"


@dataclass(frozen=True, slots=True)
class HookFile:
    """A file to import: its path as it says whose it is, and its text."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Item:
    """One hook or part of a file. `reason` says why it is only listed; `notes` what differs here."""

    file: str
    where: str
    fate: Fate
    system: str = ""
    event: str = ""
    matcher: str = ""
    text: str = ""
    reason: str = ""
    notes: tuple[str, ...] = ()
    hints: tuple[Hint, ...] = ()
    draft: ScriptDraft | None = None

    def as_dict(self) -> dict[str, Any]:
        return {
            "file": self.file,
            "where": self.where,
            "fate": self.fate,
            "system": self.system,
            "event": self.event,
            "matcher": self.matcher,
            "text": self.text,
            "reason": self.reason,
            "notes": list(self.notes),
            "hints": [hint.as_dict() for hint in self.hints],
        }


@dataclass(slots=True)
class ImportReport:
    """Every part of every file, in order, and the drafts that were stored (none by looking)."""

    items: list[Item] = field(default_factory=list)
    created: list[ScriptHook] = field(default_factory=list)

    def count(self, fate: Fate) -> int:
        return sum(item.fate is fate for item in self.items)


def scripts_import(
    *, actor: Actor, files: Sequence[HookFile], system: System | None = None, apply: bool = False
) -> ImportReport:
    """Say what becomes of every hook in the files; with `apply`, store the drafts, all or none, switched off.

    `system` says whose the files are; without it path and shape do. Raises Forbidden for others than the owner.
    """
    require_owner(actor)
    report = ImportReport()
    seen: set[tuple[str, ...]] = set()
    for file in files[:FILES_MAX]:
        report.items.extend(_items(file, system, seen))
    for file in files[FILES_MAX:]:
        report.items.append(Item(file.name, "", Fate.LISTED, reason=f"At most {FILES_MAX} files at once."))
    if apply:
        _apply(actor, report)
    return report


def _apply(actor: Actor, report: ImportReport) -> None:
    with transaction.atomic():
        for item in report.items:
            if item.draft is not None:
                report.created.append(script_hook_create(actor=actor, draft=item.draft))
        event_write(
            actor=actor,
            code="scripts_imported",
            new=f"{len(report.created)} drafts, {report.count(Fate.LISTED)} listed",
        )


def _items(file: HookFile, system: System | None, seen: set[tuple[str, ...]]) -> list[Item]:
    try:
        found = _found(file, system)
    except BadHookFile as error:
        return [Item(file.name, "", Fate.LISTED, reason=str(error))]
    items = [_item(file, entry, seen) for entry in found.entries]
    skipped = [Item(file.name, one.where, Fate.LISTED, found.system.value, reason=one.reason) for one in found.skipped]
    return items + skipped


def _found(file: HookFile, system: System | None) -> Found:
    if file.name.endswith(".sh"):
        return _script(file)
    document = document_of(file.text, name=file.name)
    agent = document.get("agent")
    section = agent.get("kiro_hooks") if isinstance(agent, dict) else document.get("kiro_hooks")
    if section is not None:
        return _kiro_section(section)
    return hooks_read(document, system or system_of(document, name=file.name))


def _kiro_section(section: object) -> Found:
    """The checked merge of an `agent.kiro_hooks` section."""
    merged = merge_kiro_hooks({}, section)
    found = Found(System.KIRO_CLI, skipped=list(merged.rejected))
    for event, pairs in merged.hooks.items():
        for number, pair in enumerate(pairs):
            where = f"{event}[{number}]"
            found.add(Entry(System.KIRO_CLI, event, where, matcher=pair.get("matcher"), text=pair["command"]))
    return found


def _script(file: HookFile) -> Found:
    """A shell script that says its event in its header or its name."""
    found = Found(System.KIRO_CLI)
    said = script_header(PurePath(file.name).name, file.text.splitlines())
    command, reason = command_resolved(file.name)
    if "event" not in said:
        reason = "Neither its header ('# event:') nor its name says on which event it runs."
    if reason:
        found.skip(PurePath(file.name).name, reason)
    else:
        found.add(Entry(System.KIRO_CLI, said["event"], "script", matcher=said.get("matcher"), text=command))
    return found


def _item(file: HookFile, entry: Entry, seen: set[tuple[str, ...]]) -> Item:
    event = event_named(entry.event)
    system = System.KIROCREW if entry.is_regex else entry.system
    mode = Mode.REGEX if entry.is_regex else Mode.GLOB
    matcher = entry.matcher or ""
    shown = Item(
        file=file.name,
        where=entry.where,
        fate=Fate.LISTED,
        system=entry.system.value,
        event=event.name if event else entry.event,
        matcher=matcher,
        text=redact(entry.text).text,
        notes=entry.notes,
    )
    if not entry.is_command:
        return replace(shown, reason=f"It is of the type '{entry.type[:30]}'; only commands run here.")
    if event is None:
        return replace(shown, reason=f"No system has an event '{entry.event[:60]}', so it never ran.")
    timeout, notes = _timeout_of(entry)
    if not event.fires:
        notes = (*notes, f"Nothing here fires on {event.name}; it can only be tried.")
    if any(finding.kind == EXFILTRATION for finding in redact(entry.text).findings):
        notes = (*notes, "It sends something to another machine. Read it before you switch it on.")
    draft = ScriptDraft(
        name=_name_of(file, entry, event.name),
        event=event.name,
        command=entry.text,
        system=system,
        matcher=matcher,
        matcher_mode=mode,
        timeout=timeout,
        origin=f"{file.name[-200:]} {entry.where}",
    )
    try:
        draft = draft_checked(draft)
    except Problem as problem:
        return replace(shown, reason=problem.detail)
    hints = tuple(matcher_lint(system, matcher or None, event=event.name, mode=mode))
    if _is_known(draft, seen):
        return replace(shown, fate=Fate.DUPLICATE, reason="The same hook is there already.", hints=hints)
    return replace(shown, fate=Fate.DRAFT, notes=(*entry.notes, *notes), hints=hints, draft=_named(draft, seen))


def _timeout_of(entry: Entry) -> tuple[int, tuple[str, ...]]:
    most = TIMEOUT_RANGE[1]
    if entry.timeout is None:
        return TIMEOUT_DEFAULT, ()
    if entry.timeout > most:
        return most, (f"It may run {most} seconds here, not {entry.timeout:,}.",)
    return entry.timeout, ()


def _name_of(file: HookFile, entry: Entry, event: str) -> str:
    """A name people recognise: the hook's own, else its event, matcher and file."""
    if entry.name.strip():
        return entry.name[:NAME_LIMIT]
    return " ".join(filter(None, (entry.system.value, event, (entry.matcher or "")[:40], PurePath(file.name).stem)))[
        :NAME_LIMIT
    ]


def _is_known(draft: ScriptDraft, seen: set[tuple[str, ...]]) -> bool:
    facts = (draft.system.value, draft.event, draft.matcher, draft.command)
    if ("hook", *facts) in seen:
        return True
    seen.add(("hook", *facts))
    names = ("system", "event", "matcher", "command")
    return ScriptHook.objects.filter(**dict(zip(names, facts, strict=True))).exists()


def _named(draft: ScriptDraft, seen: set[tuple[str, ...]]) -> ScriptDraft:
    """The draft under a name nobody has yet."""
    name, number = draft.name, 1
    while ("name", name) in seen or ScriptHook.objects.filter(name=name).exists():
        number += 1
        name = f"{draft.name[: NAME_LIMIT - 6]} {number}"
    seen.add(("name", name))
    return replace(draft, name=name)
