"""The form of our Markdown export: a head, then sections with their metadata in code spans and their text quoted.

A quote holds any text: what ends the quote in Markdown ends it here, so a heading, a fence or a front matter inside of
one is text. Reading gives back what was written, line for line.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

FORMAT_VERSION: Final = 1
MARK: Final = "kirocrew"
"""The field of a head that says what the file holds."""
ID: Final = "id"
NOT: Final = "Not:"
"""Stands before the negative of a lesson."""
SECTION: Final = "## "
_FENCE: Final = "---"
_JSON: Final = "```json"
_JSON_END: Final = "```"
_HEAD_LINES: Final = 40
_FIELD: Final = re.compile(r"^([a-z_]{1,40}):[ \t]*(.*)$")
_PLAIN: Final = re.compile(r"[a-z][a-z-]*|\d{4}-\d\d-\d\dT[\d:.]+Z", re.ASCII)
_YAML_WORDS: Final = frozenset({"true", "false", "null", "yes", "no", "on", "off", "y", "n"})
_SPANS: Final = re.compile(r"^(?:`[^`]*`[ \t]*)+$")
_SPAN: Final = re.compile(r"`([a-z_]{1,40})(?: ([^`]*))?`")


@dataclass(slots=True)
class Section:
    """A part of a file: its title, its metadata as texts, and what it says: a text, or a value as JSON.

    `stray` is how many lines stand outside of all of that.
    """

    title: str = ""
    fields: dict[str, str] = field(default_factory=dict)
    text: str | None = None
    negative: str | None = None
    value: str | None = None
    stray: int = 0


def head_text(fields: Mapping[str, str | int]) -> str:
    """A head in YAML: numbers as they are, words in quotes unless they are plain."""
    lines = [f"{name}: {_scalar(value)}" for name, value in fields.items()]
    return "\n".join([_FENCE, *lines, _FENCE, ""])


def section_text(
    title: str, fields: Mapping[str, str], *, text: str | None = None, negative: str = "", value: str | None = None
) -> str:
    """A section: `text` is quoted, `value` is JSON. Fields that say nothing are left out."""
    spans = " ".join(f"`{name} {_span(said)}`" for name, said in fields.items() if said)
    parts = [f"{SECTION}{title}", spans]
    if text is not None:
        parts.append(quoted(text))
    if value is not None:
        parts.append(f"{_JSON}\n{value}\n{_JSON_END}")
    if negative:
        parts += [NOT, quoted(negative)]
    return "\n\n".join(part for part in parts if part) + "\n"


def quoted(text: str) -> str:
    """A text as a block quote."""
    return "\n".join(f"> {line}" if line else ">" for line in text.split("\n"))


def unquoted(lines: list[str]) -> str:
    """The text of a block quote."""
    return "\n".join(line[2:] if line.startswith("> ") else line[1:] for line in lines)


def head_split(text: str) -> tuple[dict[str, str], str]:
    """The head's fields and what is below it; no fields where the text begins with no head that ends."""
    lines = as_lines(text, most=_HEAD_LINES)
    if not lines or lines[0].rstrip() != _FENCE:
        return {}, text
    ends = next((number for number, line in enumerate(lines) if number and line.rstrip() == _FENCE), 0)
    if not ends:
        return {}, text
    matches = filter(None, map(_FIELD.match, lines[1:ends]))
    below = "\n".join(as_lines(text)[ends + 1 :])
    return {match[1]: _unscalar(match[2].strip()) for match in matches}, below


def as_lines(text: str, *, most: int = -1) -> list[str]:
    """The lines of a text, whatever an editor ends them with; only the first `most` where that is given."""
    if most >= 0:
        text = text[: most * 4_000]
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")[: most if most >= 0 else None]


def pieces(text: str) -> list[str]:
    """The text below a head, cut before every section; the first piece is what stands above them all."""
    found: list[list[str]] = [[]]
    for line in as_lines(text):
        if line.startswith(SECTION):
            found.append([])
        found[-1].append(line)
    return ["\n".join(lines) for lines in found]


def sections(text: str) -> Iterator[Section]:
    """The sections below a head."""
    for piece in pieces(text)[1:]:
        yield read_section(piece)


def preface(text: str) -> int:
    """How many lines above the sections say something; the heading of the file does not."""
    return sum(bool(line.strip()) and not line.startswith("# ") for line in pieces(text)[0].split("\n"))


def read_section(piece: str) -> Section:
    """One section as it stands in a file."""
    first, *lines = piece.split("\n")
    section, at, is_negative = Section(first.removeprefix(SECTION).strip()), 0, False
    while at < len(lines):
        line, end = lines[at], at + 1
        if line.startswith(">"):
            while end < len(lines) and lines[end].startswith(">"):
                end += 1
            _said(section, unquoted(lines[at:end]), is_negative=is_negative)
        elif line.rstrip() == _JSON and section.value is None:
            end = next((place for place in range(end, len(lines)) if lines[place].rstrip() == _JSON_END), len(lines))
            section.value, end = "\n".join(lines[at + 1 : end]), end + 1
        elif _SPANS.match(line):
            section.fields |= {name: _unspan(said) for name, said in _SPAN.findall(line)}
        elif line.rstrip() == NOT:
            is_negative = True
        elif line.strip():
            section.stray += 1
        at = end
    return section


def _said(section: Section, text: str, *, is_negative: bool) -> None:
    """Keep a quote where it belongs; a second one of a kind, as a person may add it, goes on with the first."""
    name = "negative" if is_negative else "text"
    before = getattr(section, name)
    setattr(section, name, text if before is None else f"{before}\n\n{text}")


def _scalar(value: str | int) -> str:
    if isinstance(value, int) or (value not in _YAML_WORDS and _PLAIN.fullmatch(value)):
        return str(value)
    return json.dumps(value, ensure_ascii=False)


def _unscalar(written: str) -> str:
    if len(written) > 1 and written[0] == written[-1] == "'":
        return written[1:-1].replace("''", "'")
    return _unspan(written)


def _span(said: str) -> str:
    """A word as it is, where that can be read again; else as JSON, in which a backtick is escaped."""
    if said.isprintable() and "`" not in said and said == said.strip() and said[0] != '"':
        return said
    return json.dumps(said, ensure_ascii=not said.isprintable()).replace("`", "\\u0060")


def _unspan(written: str) -> str:
    if written.startswith('"'):
        try:
            said = json.loads(written)
        except ValueError:
            return written
        return said if isinstance(said, str) else written
    return written
