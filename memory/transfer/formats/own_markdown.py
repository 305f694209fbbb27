"""Our own export as Markdown: what a store shows to people, read back as it was written."""

from collections.abc import Iterator
from typing import Any, Final

from memory.transfer.formats import register
from memory.transfer.formats.json_records import RecordReader
from memory.transfer.formats.json_values import JsonProblem, parse_json
from memory.transfer.formats.own_json import document_item, entry_item
from memory.transfer.items import Item, Origins, Unsupported
from memory.transfer.markdown_notes import FORMAT_VERSION, MARK, Section, head_split, preface, sections
from memory.transfer.markdown_writer import FIELDS
from memory.transfer.reasons import Reason
from memory.transfer.sources import SourceFile

KINDS: Final = {"facts": "fact", "lessons": "lesson", "episodes": "episode"}
HISTORY: Final = "history"
DOCUMENT: Final = "document"
CONTENTS: Final = "contents"
_HOLDS: Final = frozenset({*KINDS, HISTORY, DOCUMENT, CONTENTS})
_SUFFIXES: Final = frozenset({".md", ".markdown", ".txt"})
_JSON_FIELDS: Final = frozenset({"confidence", "importance", "position", "tags"})
_START: Final = 400  # characters in which a head names what the file holds


@register
class OwnMarkdown:
    """The files `kirocrew export --format markdown` writes. What they say about source and status is never believed."""

    name = "kirocrew-export-md"
    label = "Kirocrew export (Markdown)"
    lesson_limit = None

    def recognise(self, file: SourceFile) -> int:
        """Sure when the head says what of an export the file holds."""
        if file.suffix not in _SUFFIXES or f"{MARK}:" not in file.text[:_START]:
            return 0
        return 100 if head_split(file.text)[0].get(MARK) in _HOLDS else 0

    def parse(self, file: SourceFile) -> Iterator[Item]:
        """Yield what the file holds, then whether it is as much as it promises."""
        head, text = head_split(file.text)
        holds = head.get(MARK, "")
        if head.get("format") != str(FORMAT_VERSION):
            message = f"Version {head.get('format', '')[:20]!r} of this form is not known here, only {FORMAT_VERSION}."
            yield _left(file, Reason.BAD_VERSION, f"{message} Update first.")
        elif holds == CONTENTS:
            yield _left(file, Reason.BOILERPLATE, "It says what the other files of the export hold.")
        elif holds == DOCUMENT:
            yield from _document(file, head, text)
        elif holds == HISTORY:
            yield from _history(file, head, text)
        elif holds in KINDS:
            yield from _records(file, head, text, KINDS[holds])
        else:
            yield _left(file, Reason.UNKNOWN_FORMAT, "Its head does not say what of an export it holds.")


def _records(file: SourceFile, head: dict[str, str], text: str, kind: str) -> Iterator[Item]:
    reader = RecordReader(file.path, is_own=True)
    number, stray = 0, preface(text)
    for number, section in enumerate(sections(text), start=1):
        stray += section.stray
        try:
            raw = {"status": head.get("status")} | _record(section, kind) | {"kind": kind}
        except JsonProblem as problem:
            origin = f"{file.path}#section.{number}"
            yield Unsupported(origin_ref=origin, reason_code=problem.reason, message=f"{section.title[:80]}: {problem}")
            continue
        yield from reader.record(number, raw)
    yield from reader.closing()
    yield from _checked(file, head, "records", number, stray)


def _record(section: Section, kind: str) -> dict[str, Any]:
    """The record as an export in JSON has it. Raises JsonProblem for a value that is none."""
    raw: dict[str, Any] = {FIELDS.get(name, name): _value(name, said) for name, said in section.fields.items()}
    if kind == "fact":
        raw["key"] = section.title
        if section.value is not None:
            raw["value"] = parse_json(section.value)
        elif section.text is not None:
            raw["value"] = section.text
    elif kind == "lesson":
        raw |= {"rule": section.text, "negative": section.negative}
    else:
        raw["text"] = section.text
    return raw


def _history(file: SourceFile, head: dict[str, str], text: str) -> Iterator[Item]:
    origins = Origins(file.path)
    found, stray = 0, preface(text)
    for section in sections(text):
        found, stray = found + 1, stray + section.stray
        raw: dict[str, Any] = dict(section.fields) | {"text": section.text}
        turns = _json(section.fields.get("turns", "[]"))
        if isinstance(turns, list):
            pairs = [turn for turn in turns if isinstance(turn, list) and len(turn) == 2]
            raw["citations"] = [{"conversation": pair[0], "position": pair[1]} for pair in pairs]
        yield entry_item(origins.ref(section.fields.get("at", ""), section.text or ""), raw)
    yield from _checked(file, head, "records", found, stray)


def _document(file: SourceFile, head: dict[str, str], text: str) -> Iterator[Item]:
    said = text.strip("\n")
    raw = {"kind": head.get("document"), "project": head.get("project"), "path": head.get("path"), "text": said}
    yield document_item(f"{file.path}#document", raw)
    yield from _checked(file, head, "characters", len(said), 0)


def _checked(file: SourceFile, head: dict[str, str], name: str, found: int, stray: int) -> Iterator[Item]:
    if stray:
        message = f"{stray} lines stand outside of the quotes and are left out. A text is quoted: begin it with '> '."
        yield _left(file, Reason.FIELDS_IGNORED, message)
    if head.get(name) != str(found):
        message = f"The file is not complete or was changed ({name}: {head.get(name)!r} promised, {found} there)."
        yield _left(file, Reason.COUNT_MISMATCH, message)


def _value(name: str, said: str) -> Any:
    return _json(said) if name in _JSON_FIELDS else said


def _json(written: str) -> Any:
    """What JSON says; a text that is none is a text, which is told where a value has to be something else."""
    try:
        return parse_json(written)
    except JsonProblem:
        return written


def _left(file: SourceFile, reason: Reason, message: str) -> Unsupported:
    return Unsupported(origin_ref=file.path, reason_code=reason, message=message)
