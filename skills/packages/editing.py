"""One field of a SKILL.md changed; every other byte stays as it is."""

import re
from dataclasses import dataclass
from typing import Any, Final

from skills.packages.diagnostics import PackageRefused
from skills.packages.fences import Fenced, fences_find
from skills.packages.frontmatter import frontmatter_read, yaml_of
from skills.packages.quoting import Value, quoted
from skills.packages.yaml_values import Document, Entry, YamlRefused

_FIELD: Final = re.compile(r"[A-Za-z][A-Za-z0-9_.-]{0,59}")
_TRAILING: Final = re.compile(r"(?:[ \t]*(?:#[^\r\n]*)?(?:\r\n|\n|\r))*[ \t]*\Z")


@dataclass(frozen=True, slots=True)
class _Cut:
    """A range of the text and what comes in its place."""

    start: int
    end: int
    put: str


def field_set(text: str, field: str, value: Value | None) -> str:
    """Return the text of a SKILL.md with one field of its frontmatter set, or taken out with None.

    Every other byte stays. A field that is not there yet comes last; a text without frontmatter gets one. Raises
    PackageRefused where that cannot be done without touching something else.
    """
    if not _FIELD.fullmatch(field):
        raise PackageRefused("field_name", f"`{field[:60]}` cannot be the name of a field.")
    fenced = fences_find(text)
    if fenced.start < 0:
        return _with_new_frontmatter(text, fenced, field, value)
    changed = text
    while (cut := _cut(changed, fenced, field, value)) is not None:
        changed = changed[: cut.start] + cut.put + changed[cut.end :]
        fenced = fences_find(changed)
        if value is not None or fenced.start < 0:
            break
    _require_only(text, changed, field, value)
    return changed


def _with_new_frontmatter(text: str, fenced: Fenced, field: str, value: Value | None) -> str:
    codes = {one.code for one in fenced.diagnostics}
    if not codes & {"frontmatter_missing", "file_empty"}:
        raise PackageRefused("edit_refused", "The frontmatter cannot be read; mend it by hand first.")
    if value is None:
        return text
    eol = _line_end(text)
    lead = "\ufeff" if text.startswith("\ufeff") else ""
    return f"{lead}---{eol}{field}: {quoted(value)}{eol}---{eol}{text[len(lead) :]}"


def _cut(text: str, fenced: Fenced, field: str, value: Value | None) -> _Cut | None:
    """What to change for one field, in code points of the text; None if there is nothing to take out."""
    inner = text[fenced.start : fenced.end]
    try:
        document = yaml_of(inner)
    except YamlRefused:
        cut = _cut_lines(inner, field, value)
    else:
        cut = _cut_entry(inner, document, field, value)
    return cut and _Cut(fenced.start + cut.start, fenced.start + cut.end, cut.put)


def _cut_entry(inner: str, document: Document, field: str, value: Value | None) -> _Cut | None:
    at = next(
        (number for number in reversed(range(len(document.entries))) if document.entries[number].key == field), -1
    )
    if at < 0:
        return None if value is None else _added(inner, document, field, value)
    entry = document.entries[at]
    if value is None:
        return _taken_out(inner, document, at)
    if entry.is_one_line_scalar and entry.plain != "":
        return _Cut(entry.value_start, entry.value_end, quoted(value))
    colon = inner.index(":", entry.key_end)
    return _Cut(colon + 1, max(colon + 1, _trimmed(inner, entry)), f" {quoted(value)}")


def _trimmed(inner: str, entry: Entry) -> int:
    """Where a value ends, without the blank lines and comments that follow it. Nothing ends where its key does."""
    if entry.plain == "":
        return entry.key_end
    value = inner[entry.value_start : entry.value_end]
    trailing = _TRAILING.search(value) if "\n" in value or "\r" in value else None
    if trailing is None:
        return entry.value_end
    return entry.value_start + len(value[: trailing.start()].rstrip("\r\n"))


def _added(inner: str, document: Document, field: str, value: Value) -> _Cut:
    if not document.flow:
        eol = _line_end(inner)
        first = document.entries[0].start if document.entries else 0
        indent = " " * (first - inner.rfind("\n", 0, first) - 1) if document.entries else ""
        lead = "" if not inner or inner.endswith(("\n", "\r")) else eol
        return _Cut(len(inner), len(inner), f"{lead}{indent}{field}: {quoted(value)}{eol}")
    if document.entries:
        end = document.entries[-1].value_end
        return _Cut(end, end, f', "{field}": {quoted(value)}')
    return _Cut(document.end, document.end, f'"{field}": {quoted(value)}')


def _taken_out(inner: str, document: Document, at: int) -> _Cut:
    entries = document.entries
    if not document.flow:
        start = max(inner.rfind("\n", 0, entries[at].start), inner.rfind("\r", 0, entries[at].start)) + 1
        return _Cut(start, _after_line(inner, max(entries[at].key_end, _trimmed(inner, entries[at]))), "")
    if at + 1 < len(entries):
        return _Cut(entries[at].start, entries[at + 1].start, "")
    if at:
        return _Cut(entries[at - 1].value_end, entries[at].value_end, "")
    return _Cut(entries[at].start, entries[at].value_end, "")


def _cut_lines(inner: str, field: str, value: Value | None) -> _Cut | None:
    """The same for a frontmatter that is read by lines: a key with the lines below it that begin with a blank."""
    eol = _line_end(inner)
    block = re.compile(
        rf"^{re.escape(field)}[ \t]*:[^\r\n]*(?:\r\n|\n|\r|\Z)(?:[ \t]+[^\r\n]*\S[^\r\n]*(?:\r\n|\n|\r|\Z))*",
        re.MULTILINE,
    )
    found = list(block.finditer(inner))
    if found:
        return _Cut(found[-1].start(), found[-1].end(), "" if value is None else f"{field}: {quoted(value)}{eol}")
    return None if value is None else _Cut(len(inner), len(inner), f"{field}: {quoted(value)}{eol}")


def _after_line(inner: str, at: int) -> int:
    found = re.compile(r"[^\r\n]*(?:\r\n|\n|\r|\Z)").match(inner, at)
    return found.end() if found else len(inner)


def _line_end(text: str) -> str:
    found = re.search(r"\r\n|\n|\r", text)
    return found[0] if found else "\n"


def _require_only(before: str, after: str, field: str, value: Value | None) -> None:
    """Read both again: the field is what it should be, and nothing else has become something else."""
    old, new = frontmatter_read(before), frontmatter_read(after)
    others = {key: one for key, one in old.fields.items() if key != field}
    same = {key: one for key, one in new.fields.items() if key != field} == others
    if not same or new.body != old.body or not _is_set(new.fields, field, value):
        raise PackageRefused(
            "edit_refused", f"`{field}` cannot be changed without changing more; edit the file by hand."
        )


def _is_set(fields: dict[str, Any], field: str, value: Value | None) -> bool:
    if value is None:
        return field not in fields
    if field not in fields:
        return False
    if isinstance(value, int) and not isinstance(value, bool):
        return bool(fields[field] == str(value))
    return bool(fields[field] == (list(value) if isinstance(value, list | tuple) else value))
