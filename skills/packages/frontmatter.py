"""The frontmatter of SKILL.md: read by YAML, and where it is none, line by line with a word about it."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Final

from skills.packages.diagnostics import Diagnostic, Level
from skills.packages.fences import fences_find
from skills.packages.yaml_values import MAX_DEPTH, MAX_VALUES, Document, YamlRefused, whole_characters, yaml_read

_KEY: Final = re.compile(r"([\w][\w.-]*)[ \t]*:(?:[ \t]+|$)(.*)")
_NESTED_KEY: Final = re.compile(r"([ ]*(?:- )*[\w][\w.-]*[ \t]*:[ \t]+)(.+)")
_TAB: Final = re.compile(r"^ *(?:- )*[\w.-]+:\t[\t ]*", re.MULTILINE)
_CONTROLS: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff\ud800-\udfff]")
"""What YAML does not allow."""
_TEXTS: Final = frozenset({"name", "description", "when_to_use"})
_CUT: Final = re.compile(r"[ \t]+#[^\s#]")
"""`#1` behind a value, which YAML takes for a comment; `# with a blank` is meant as one."""
_HOPELESS: Final = frozenset({"tag_refused", "too_deep", "too_many_values", "two_documents"})
"""What no reading by lines may make good."""


@dataclass(frozen=True, slots=True)
class Frontmatter:
    """What stands between the fences, and the rest.

    `fields` are JSON values; numbers and dates are the text that was written. `span` is the range of the frontmatter in
    code points of the text, without the fences, None where there is none. `lines` is the line of each key, from 1.
    `plain` is what was written for values without quotes.
    """

    fields: dict[str, Any]
    body: str
    diagnostics: list[Diagnostic]
    span: tuple[int, int] | None = None
    lines: dict[str, int] = field(default_factory=dict)
    plain: dict[str, str] = field(default_factory=dict)


def frontmatter_read(text: str) -> Frontmatter:
    """Read the frontmatter of a SKILL.md. Raises nothing: what is wrong is in the diagnostics.

    Takes time in proportion to the text; more than `MAX_FRONTMATTER` characters are not looked at.
    """
    given = text
    if "\n" not in text:
        text = text.replace("\r", "\n")
    fenced = fences_find(text)
    found = list(fenced.diagnostics)
    body = text[fenced.body :]
    if fenced.start < 0:
        return Frontmatter({}, body, found)
    inner = text[fenced.start : fenced.end]
    first = text.count("\n", 0, fenced.start) + 1
    if "\r" in given[fenced.start : fenced.end]:
        found.append(Diagnostic("line_ends", Level.NOTE, "Lines end with CR.", 0))
    if _CONTROLS.search(inner):
        inner = _CONTROLS.sub(" ", inner)
        found.append(Diagnostic("control_characters", Level.WARNING, "The frontmatter has control characters.", first))
    document = _read(inner, first, found)
    lines = {entry.key: entry.line + first for entry in document.entries}
    plain = {entry.key: entry.plain for entry in document.entries if entry.plain is not None}
    for entry in document.entries:
        if entry.key in _TEXTS and entry.plain and entry.value_end >= 0 and _CUT.match(inner, entry.value_end):
            message = f"`{entry.key}` ends before a `#`; put it in quotes if that belongs to it."
            found.append(Diagnostic("comment_cuts_value", Level.WARNING, message, entry.line + first))
    found += [
        Diagnostic("duplicate_key", Level.WARNING, f"`{key[:60]}` is given twice; the later one counts.", line + first)
        for key, line in document.twice
    ]
    return Frontmatter(document.fields, body, found, (fenced.start, fenced.end), lines, plain)


def _read(inner: str, first: int, found: list[Diagnostic]) -> Document:
    if inner.lstrip().startswith("{") and (document := _json(inner)) is not None:
        return document
    try:
        return yaml_of(inner)
    except YamlRefused as refused:
        if refused.code in _HOPELESS:
            found.append(_diagnostic(refused, first))
            return Document()
        return _by_lines(inner, refused, first, found)


def yaml_of(inner: str) -> Document:
    """Read YAML; a tab behind the colon of a key is legal, though the parser does not know it. Raises YamlRefused."""
    try:
        return yaml_read(inner)
    except YamlRefused:
        blanks = _TAB.sub(lambda found: found[0].replace("\t", " "), inner)
        if blanks == inner:
            raise
        return yaml_read(blanks)


def _diagnostic(refused: YamlRefused, first: int) -> Diagnostic:
    message = f"The frontmatter cannot be read: {refused.message.rstrip('.')}."
    return Diagnostic(refused.code, Level.ERROR, message, refused.line + first)


def _json(inner: str) -> Document | None:
    """JSON frontmatter, or None where it is none or is nested too deep (YAML then says so)."""
    twice: list[tuple[str, int]] = []

    def pairs(items: list[tuple[str, Any]]) -> dict[str, Any]:
        values = {whole_characters(key): _whole(value) for key, value in items}
        if len(values) != len(items):
            twice.extend({(key, 0) for key, _ in items if [name for name, _ in items].count(key) > 1})
        return values

    if inner.count("[") + inner.count("{") > MAX_DEPTH * 20 or inner.count(",") > MAX_VALUES:
        return None
    try:
        values = json.loads(inner, parse_int=str, parse_float=str, parse_constant=str, object_pairs_hook=pairs)
    except (ValueError, RecursionError):
        return None
    if not isinstance(values, dict):
        return None
    return Document(fields=values, twice=twice, flow=True)


def _whole(value: Any) -> Any:
    if isinstance(value, str):
        return whole_characters(value)
    return [_whole(one) for one in value] if isinstance(value, list) else value


@dataclass(frozen=True, slots=True)
class _Block:
    """A key at the left edge with the lines that belong to it."""

    key: str
    value: str
    line: int
    text: str


def _by_lines(inner: str, refused: YamlRefused, first: int, found: list[Diagnostic]) -> Document:
    """Read each key by itself: one that is no YAML is taken as the text it is, if it can only be text."""
    blocks = list(_blocks(inner))
    document = Document()
    if any(not block.key for block in blocks) or not blocks:
        found.append(_diagnostic(refused, first))
        return document
    for block in blocks:
        try:
            one = yaml_of(block.text)
        except YamlRefused as trouble:
            mended = None if trouble.code in _HOPELESS else _mended(block)
            if mended is None:
                found.append(_diagnostic(YamlRefused(trouble.code, trouble.message, block.line + trouble.line), first))
                return Document()
            one, code, message = mended
            found.append(Diagnostic(code, Level.WARNING, message, block.line + first))
        _add(document, one, block)
    return document


def _add(document: Document, one: Document, block: _Block) -> None:
    for entry in one.entries:
        if entry.key in document.fields:
            document.twice.append((entry.key, block.line))
        document.entries.append(replace(entry, line=block.line, value_end=-1))
    document.fields |= one.fields


def _blocks(inner: str) -> Iterator[_Block]:
    """The keys at the left edge, each with its lines. One without a key is a line that belongs to none."""
    key, value, at, lines = "", "", 0, list[str]()
    for number, line in enumerate(inner.splitlines()):
        matched = _KEY.match(line)
        if matched:
            if lines:
                yield _Block(key, value, at, "\n".join(lines))
            key, value, at, lines = matched[1], matched[2].strip(), number, [line]
        elif lines:
            if line and line[0] not in " \t-#" and not _may_continue(key, value):
                yield _Block("", line, number, line)
            lines.append(line)
        elif line.strip() and not line.startswith("#"):
            yield _Block("", line, number, line)
    if lines:
        yield _Block(key, value, at, "\n".join(lines))


def _may_continue(key: str, value: str) -> bool:
    """A line at the left edge goes on with a text that was wrapped; a name or a structure is not wrapped."""
    return key != "name" and bool(value) and value[0] not in "\"'|>[{&*!"


def _mended(block: _Block) -> tuple[Document, str, str] | None:
    """The block read as text where that is what was meant, else None."""
    value = block.value
    lines = [line.strip() for line in block.text.splitlines()[1:]]
    if not value:
        return _nested(block)
    if value[0] in "|>!" or re.fullmatch(r"[&*]\S*", value):
        return None
    if value[0] in "[{":
        text = " ".join([value, *lines]).strip()
        if block.key in _TEXTS and not re.match(r"(?:\[[^\]]*\]|\{[^}]*\})\s*\w", value):
            return None
        message = f"`{block.key}` begins like a list or a map but is none; it is kept as text."
        return _as_text(block, text), "value_not_closed", message
    if value[0] in "\"'":
        return _quoted(block, value, lines)
    if any("\t" in line[: len(line) - len(line.lstrip())] for line in block.text.splitlines()[1:]):
        return None
    text = " ".join(line for line in [value, *lines] if line)
    return _as_text(block, text), "unquoted_text", f"`{block.key}` needs quotes, as it has `: ` or begins with a sign."


def _quoted(block: _Block, value: str, lines: list[str]) -> tuple[Document, str, str] | None:
    """A value that begins with a quote and goes on behind the closing one; one that is never closed is no text."""
    text = " ".join(line for line in [value, *lines] if line)
    if text.count(text[0]) < 2:
        return None
    if text[-1] == text[0]:
        text = text[1:-1]
    return _as_text(block, text), "quotes_inside", f"`{block.key}` has quotes inside its quotes; it is taken as it is."


def _nested(block: _Block) -> tuple[Document, str, str] | None:
    """A list or map below a key, with the values that need quotes quoted."""
    lines = block.text.splitlines()
    mended = [lines[0], *(_mended_line(line) for line in lines[1:])]
    try:
        one = yaml_read("\n".join(mended))
    except YamlRefused:
        return None
    return one, "unquoted_text", f"A value in `{block.key}` needs quotes, as it has `: ` or begins with a sign."


def _mended_line(line: str) -> str:
    matched = _NESTED_KEY.fullmatch(line)
    if matched and matched[2][0] not in "\"'|>[{&*!":
        return f"{matched[1]}'{matched[2].replace(chr(39), chr(39) * 2)}'"
    item = re.fullmatch(r"([ ]*- )([^\"'\[{|>&*!].*)", line)
    if item and not re.match(r"[\w-]+:\s", item[2]):
        return f"{item[1]}'{item[2].replace(chr(39), chr(39) * 2)}'"
    return line


def _as_text(block: _Block, text: str) -> Document:
    document = yaml_read(f"{block.key}: ''")
    document.fields[block.key] = text
    return document
