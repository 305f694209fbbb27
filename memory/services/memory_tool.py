"""The memory tool of Claude: a directory /memories with six commands, over the documents of a store.

What it answers is what Anthropic's documentation of the tool says, to the letter, so that a model finds what it was
trained on (https://platform.claude.com/docs/en/agents-and-tools/tool-use/memory-tool). What stands where:

    /memories/preferences.md, projects.md        the store's documents; preferences.NAME.md is a project's
    /memories/history/2026-11-30.md              a day of the history, to read
    /memories/anything/else.md                   free files

Every write passes the gate of documents and leaves a revision.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Final

from django.db.models import Func, IntegerField, Sum

from channels_bridge.actors import Actor, Permission
from kirocrew.base.text import clean
from memory.gate.outcomes import Outcome, Refusal, RefusalCode
from memory.models import FILE, Document, DocumentKind, Store
from memory.services.document_gate import HEADERS, path_refusal
from memory.services.documents import document_write, documents_visible_to
from memory.services.history import history_of_day, history_visible_to
from memory.services.memory_files import files_move, files_remove, files_visible_to
from memory.services.mirroring import day_text

ROOT: Final = "/memories"
HISTORY: Final = "history"
COMMANDS: Final = ("view", "create", "str_replace", "insert", "delete", "rename")
LINES_MOST: Final = 999_999
LEVELS: Final = 2
"""How deep a listing goes."""
DAYS_LISTED: Final = 31
"""Days of the history that are listed at the root; all of them in their own directory."""
AROUND: Final = 2
"""Lines of a snippet before and after the one that changed."""
TRIES: Final = 3
"""How often an edit is made anew on what somebody else wrote in between."""
_GOVERNED: Final = re.compile(r"(?P<kind>preferences|projects)(?:\.(?P<project>.+))?\.md")
_ESCAPES: Final = {"%": "%25", "/": "%2F", "\\": "%5C"}


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryCommand:
    """One call of the tool. Which fields a command takes is what the documentation says."""

    command: str
    path: str = ""
    view_range: Sequence[int] | None = None
    file_text: str | None = None
    old_str: str | None = None
    new_str: str | None = None
    insert_line: int | None = None
    insert_text: str | None = None
    old_path: str = ""
    new_path: str = ""


@dataclass(frozen=True, slots=True)
class MemoryAnswer:
    """What the model is told; `revision` of the document that was read or written, `redacted` what was taken out."""

    text: str
    is_error: bool = False
    revision: int | None = None
    redacted: tuple[str, ...] = ()


class _Told(Exception):
    """An error of the tool, in its own words."""


@dataclass(frozen=True, slots=True)
class _Item:
    """Something in the directory: a document, a file, or a day of the history. `size` is in bytes of UTF-8."""

    path: str
    size: int
    kind: str
    project: str = ""
    pk: int = 0
    day: date | None = None


@dataclass(slots=True)
class _Call:
    """One call: who asks, about which store, and what is there."""

    actor: Actor
    store: Store
    asked: MemoryCommand
    items: dict[str, _Item] = field(default_factory=dict)

    def below(self, path: str) -> list[_Item]:
        """What is in a directory, at any depth."""
        return [item for name, item in self.items.items() if not path or name.startswith(f"{path}/")]


def memory_command(*, actor: Actor, store: Store, asked: MemoryCommand) -> MemoryAnswer:
    """Carry out one command. What goes wrong is an answer with `is_error`. Raises Forbidden."""
    actor.require(Permission.MEMORY_READ)
    if asked.command != "view":
        actor.require(Permission.MEMORY_WRITE)
    run = _RUN.get(asked.command)
    if run is None:
        return MemoryAnswer(
            f"Error: There is no command '{asked.command[:40]}'. There are {', '.join(COMMANDS)}.", True
        )
    try:
        return run(_Call(actor, store, asked, _items(actor, store)))
    except _Told as told:
        return MemoryAnswer(str(told), is_error=True)


def _items(actor: Actor, store: Store) -> dict[str, _Item]:
    """Everything the actor may read in the directory, by path below the root."""
    size = Func("text", template="LENGTH(CAST(%(expressions)s AS BLOB))", output_field=IntegerField())
    columns = ("pk", "kind", "project", "path", "bytes")
    documents = documents_visible_to(actor).filter(store=store, kind__in=DocumentKind.values)
    rows = [
        *documents.annotate(bytes=size).values_list(*columns),
        *files_visible_to(actor, store).annotate(bytes=size).values_list(*columns),
    ]
    found = [
        _Item(path or _governed_name(kind, project), bytes_, kind, project, pk)
        for pk, kind, project, path, bytes_ in rows
    ]
    entries = history_visible_to(actor).filter(store=store).order_by().values_list("day")
    for day, bytes_ in entries.annotate(bytes=Sum(size)):
        found.append(_Item(f"{HISTORY}/{day:%Y-%m-%d}.md", bytes_, HISTORY, day=day))
    return {item.path: item for item in found}


def _governed_name(kind: str, project: str) -> str:
    return f"{kind}.{''.join(_ESCAPES.get(char, char) for char in project)}.md" if project else f"{kind}.md"


def _below_root(path: str) -> str:
    """The path below /memories, empty for the directory itself. Raises _Told for what leads out of it."""
    given = clean(path)
    if given != ROOT and not given.startswith(f"{ROOT}/"):
        raise _Told(f"Error: The path {given[:300]} is outside of {ROOT}. Paths begin with {ROOT}/.")
    inner = given.removeprefix(ROOT).strip("/")
    parts = inner.split("/") if inner else []
    if (
        any(part in ("", ".", "..") for part in parts)
        or "\\" in inner
        or re.search(r"%(?:2e|2f|5c)", _bare(inner), re.I)
    ):
        raise _Told(f"Error: The path {given[:300]} leads out of {ROOT} or is not written plainly.")
    return inner


def _bare(inner: str) -> str:
    """A path without the name of a project's document, in which a slash of the project's name is escaped."""
    return "" if _GOVERNED.fullmatch(inner) and "%2e" not in inner.casefold() else inner


def _view(call: _Call) -> MemoryAnswer:
    path = _below_root(_needed(call, "path"))
    if path in call.items:
        return _shown(call, call.items[path])
    inside = call.below(path)
    if path and not inside:
        raise _Told(f"The path {call.asked.path} does not exist. Please provide a valid path.")
    return MemoryAnswer(_listing(call, path, inside))


def _shown(call: _Call, item: _Item) -> MemoryAnswer:
    text, revision = _read(call, item)
    lines = _lines(text)
    if len(lines) > LINES_MOST:
        raise _Told(f"File {call.asked.path} exceeds maximum line limit of {LINES_MOST:,} lines.")
    first, last = _range(call.asked.view_range, len(lines))
    numbered = _numbered(lines, first, last)
    return MemoryAnswer(
        "\n".join([f"Here's the content of {call.asked.path} with line numbers:", *numbered]), False, revision
    )


def _range(given: Sequence[int] | None, count: int) -> tuple[int, int]:
    """First and last line to show, numbered from 1. Raises _Told for a range that is none."""
    if given is None:
        return 1, count
    if len(given) == 2:
        first, last = given[0], count if given[1] == -1 else given[1]
        if 1 <= first <= max(count, 1) and last >= first:
            return first, min(last, count)
    raise _Told(
        f"Error: Invalid `view_range` parameter: {list(given)}. It should be two lines, the first within the range of "
        f"lines of the file: [1, {count}], and the second not before it, or -1 for the end."
    )


def _listing(call: _Call, path: str, inside: list[_Item]) -> str:
    sizes: dict[str, int] = {}
    old = sorted((item.path for item in inside if item.day is not None), reverse=True)[DAYS_LISTED:] if not path else []
    for item in inside:
        size = item.size
        names = item.path.removeprefix(f"{path}/" if path else "").split("/")
        for depth in range(1, min(len(names), LEVELS) + 1):
            name = "/".join(names[:depth]) + ("/" if depth < len(names) else "")
            sizes[name] = sizes.get(name, 0) + size
        if item.path in old:
            sizes.pop("/".join(names), None)
    given = call.asked.path.rstrip("/")
    total = sum(item.size for item in inside)
    lines = [f"{_human(total)}\t{given}", *(f"{_human(size)}\t{given}/{name}" for name, size in sorted(sizes.items()))]
    head = f"Here're the files and directories up to 2 levels deep in {given}, excluding hidden items and node_modules:"
    return "\n".join([head, *lines])


def _human(size: int) -> str:
    """A size as people read it: 12B, 5.5K, 2M."""
    number = float(size)
    for unit in ("B", "K", "M"):
        if number < 1024 or unit == "M":
            break
        number /= 1024
    return f"{number:.0f}{unit}" if number == int(number) else f"{number:.1f}{unit}"


def _read(call: _Call, item: _Item) -> tuple[str, int | None]:
    """The text of something, with the line break its last line ends with, and its revision."""
    if item.day is not None:
        entries = history_of_day(actor=call.actor, store=call.store, day=item.day)
        return f"{day_text(item.day, entries)}\n", None
    row = Document.objects.filter(pk=item.pk, removed_at__isnull=True).first()
    if row is None:
        raise _Told(f"Error: The path {call.asked.path} does not exist. Please provide a valid path.")
    return (f"{row.text}\n" if row.text else ""), row.revision


def _create(call: _Call) -> MemoryAnswer:
    path, text = _below_root(_needed(call, "path")), clean(_needed(call, "file_text"))
    if path in call.items or call.below(path):
        raise _Told(f"Error: File {call.asked.path} already exists")
    _refuse_in_the_way(call, path)
    kind, project = _writable(call, path)
    if kind != FILE and not call.actor.is_owner and not text.lstrip().startswith(HEADERS[DocumentKind(kind)]):
        text = f"{HEADERS[DocumentKind(kind)]}\n\n{text}"
    outcome = _write(call, kind, project, path, text, 0)
    if outcome.refusal is not None and outcome.refusal.code is RefusalCode.STALE:
        raise _Told(f"Error: File {call.asked.path} already exists")
    return _done(outcome, f"File created successfully at: {call.asked.path}")


def _refuse_in_the_way(call: _Call, path: str) -> None:
    """A file is no directory: raise _Told where a name before the last is a file's."""
    names = path.split("/")
    for depth in range(1, len(names)):
        if "/".join(names[:depth]) in call.items:
            raise _Told(f"Error: {ROOT}/{'/'.join(names[:depth])} is a file, so nothing can be put below it.")


def _str_replace(call: _Call) -> MemoryAnswer:
    old, new = clean(_needed(call, "old_str")), clean(call.asked.new_str or "")
    shown: list[int] = []
    if not old:
        raise _Told("Error: `old_str` is empty. Name the text that is to be replaced, as it stands in the file.")

    def change(text: str) -> str:
        found = [match.start() for match in re.finditer(f"(?={re.escape(old)})", text)]
        if not found:
            raise _Told(f"No replacement was performed, old_str `{old}` did not appear verbatim in {call.asked.path}.")
        lines = list(dict.fromkeys(text.count("\n", 0, start) + 1 for start in found))
        if len(found) > 1:
            raise _Told(
                f"No replacement was performed. Multiple occurrences of old_str `{old}` in lines: "
                f"{', '.join(map(str, lines))}. Please ensure it is unique"
            )
        shown[:] = [lines[0]]
        return text.replace(old, new, 1)

    item = _editable(call, "Error: The path {path} does not exist. Please provide a valid path.")
    outcome = _edit(call, item, change)
    lines = _lines(_read(call, item)[0])
    head = "The memory file has been edited. Here is the snippet showing the change (with line numbers):"
    snippet = _numbered(lines, max(1, shown[0] - AROUND), min(len(lines), shown[0] + new.count("\n") + AROUND))
    return _done(outcome, "\n".join([head, *snippet]))


def _insert(call: _Call) -> MemoryAnswer:
    at, text = _needed(call, "insert_line"), clean(_needed(call, "insert_text"))

    def change(before: str) -> str:
        lines = _lines(before)
        if not 0 <= at <= len(lines):
            raise _Told(
                f"Error: Invalid `insert_line` parameter: {at}. It should be within the range of lines of the file: "
                f"[0, {len(lines)}]"
            )
        return "\n".join([*lines[:at], *text.removesuffix("\n").split("\n"), *lines[at:]])

    item = _editable(call, "Error: The path {path} does not exist")
    return _done(_edit(call, item, change), f"The file {call.asked.path} has been edited.")


def _delete(call: _Call) -> MemoryAnswer:
    path = _below_root(_needed(call, "path"))
    meant = _files_at(call, path, f"Error: The path {call.asked.path} does not exist", "deleted")
    rows = list(Document.objects.filter(pk__in=[item.pk for item in meant]).select_related("store"))
    _refused(files_remove(actor=call.actor, files=rows, reason="Deleted with the memory tool"))
    return MemoryAnswer(f"Successfully deleted {call.asked.path}")


def _rename(call: _Call) -> MemoryAnswer:
    given, wanted = _needed(call, "old_path"), _needed(call, "new_path")
    old, new = _below_root(given), _below_root(wanted)
    meant = _files_at(call, old, f"Error: The path {given} does not exist", "renamed")
    taken = _Told(f"Error: The destination {wanted} already exists")
    if not new or new in call.items or call.below(new):
        raise taken
    if new.startswith(f"{old}/"):
        raise _Told(f"Error: {wanted} is inside of {given}.")
    _refuse_in_the_way(call, new)
    if _writable(call, new)[0] != FILE:
        raise _Told(f"Error: {wanted} is the name of a document of the store. Create it instead.")
    paths = {item.pk: new + item.path.removeprefix(old) for item in meant}
    outcomes = files_move(actor=call.actor, paths=paths, reason="Renamed with the memory tool")
    if outcomes and outcomes[0].refusal is not None and outcomes[0].refusal.code is RefusalCode.CONFLICT:
        raise taken
    _refused(outcomes)
    return MemoryAnswer(f"Successfully renamed {given} to {wanted}")


def _files_at(call: _Call, path: str, missing: str, what: str) -> list[_Item]:
    """The file at a path, or those in a directory. Raises _Told where there is none, or something else among them."""
    if not path:
        raise _Told(f"Error: The directory {ROOT} itself can't be {what}.")
    meant = [call.items[path]] if path in call.items else call.below(path)
    if not meant:
        raise _Told(missing)
    for item in meant:
        if item.kind != FILE:
            raise _Told(f"Error: {ROOT}/{item.path} is kept by the store and can't be {what}.")
    return meant


def _editable(call: _Call, missing: str) -> _Item:
    path = _below_root(_needed(call, "path"))
    if path not in call.items:
        raise _Told(missing.format(path=call.asked.path))
    _writable(call, path)
    return call.items[path]


def _writable(call: _Call, path: str) -> tuple[str, str]:
    """Kind and project of what stands, or will stand, at a path. Raises _Told for what this actor can't write."""
    if path == HISTORY or path.startswith(f"{HISTORY}/"):
        raise _Told(f"Error: {ROOT}/{HISTORY} can only be read.")
    governed = _GOVERNED.fullmatch(path)
    if governed is None:
        if refusal := path_refusal(path, actor=call.actor):
            raise _Told(f"Error: {refusal.message}")
        return FILE, call.actor.project
    project = governed["project"] or ""
    for char, escape in reversed(_ESCAPES.items()):
        project = project.replace(escape, char)
    if call.actor.project and project != call.actor.project:
        own = _governed_name(governed["kind"], call.actor.project)
        raise _Told(f"Error: This key writes for its own project only, in {ROOT}/{own}.")
    return governed["kind"], project


def _edit(call: _Call, item: _Item, change: Callable[[str], str]) -> Outcome:
    """Write what a change makes of a text, anew where somebody else wrote in between."""
    for _ in range(TRIES):
        text, revision = _read(call, item)
        outcome = _write(call, item.kind, item.project, item.path, change(text), revision or 0)
        if outcome.refusal is None or outcome.refusal.code is not RefusalCode.STALE:
            break
    return outcome


def _write(call: _Call, kind: str, project: str, path: str, text: str, base: int) -> Outcome:
    return document_write(
        actor=call.actor,
        store=call.store,
        kind=kind,
        project=project,
        path=path if kind == FILE else "",
        text=text,
        base_revision=base,
        reason=f"{call.asked.command} with the memory tool",
    )


def _done(outcome: Outcome, text: str) -> MemoryAnswer:
    _refused([outcome])
    return MemoryAnswer(text, False, outcome.revision, outcome.redacted)


def _refused(outcomes: Sequence[Outcome]) -> None:
    refusal: Refusal | None = outcomes[0].refusal if outcomes else None
    if refusal is not None:
        raise _Told(f"Error: {refusal.message} ({refusal.code.value})")


def _needed(call: _Call, name: str) -> Any:
    value = getattr(call.asked, name)
    if value is None or (value == "" and name.endswith("path")):
        raise _Told(f"Error: The command '{call.asked.command}' needs `{name}`.")
    return value


def _lines(text: str) -> list[str]:
    """The lines of a text; the line break at its end begins none."""
    return text.removesuffix("\n").split("\n") if text else []


def _numbered(lines: Sequence[str], first: int, last: int) -> list[str]:
    return [f"{number:6d}\t{lines[number - 1]}" for number in range(first, last + 1)]


_RUN: Final[dict[str, Callable[[_Call], MemoryAnswer]]] = {
    "view": _view,
    "create": _create,
    "str_replace": _str_replace,
    "insert": _insert,
    "delete": _delete,
    "rename": _rename,
}
