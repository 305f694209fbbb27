"""Our own export: every record with its metadata, and the counts to check it by."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from memory.transfer.formats import register
from memory.transfer.formats.dates import own_instant
from memory.transfer.formats.json_records import RecordReader
from memory.transfer.formats.json_values import JsonProblem, parse_json
from memory.transfer.items import DocumentItem, HistoryItem, Item, Unsupported
from memory.transfer.reasons import Reason
from memory.transfer.sources import SourceFile
from memory.transfer.writer import FORMAT_NAME, FORMAT_VERSION, KINDS

DOCUMENTS = ("preferences", "projects")
FILE = "file"
_MARK = re.compile(rf'"format"\s*:\s*"{FORMAT_NAME}"')


@register
class OwnExport:
    """The file that `kirocrew export` writes. What it says about source and status is a note, never believed."""

    name = "kirocrew-export"
    label = "Kirocrew export (JSON)"
    lesson_limit = None

    def recognise(self, file: SourceFile) -> int:
        """Sure when the file names the format."""
        return 100 if file.suffix == ".json" and _MARK.search(file.text) else 0

    def parse(self, file: SourceFile) -> Iterator[Item]:
        """Yield the records, then whether their number is the one the file promises."""
        try:
            document = parse_json(file.text)
        except JsonProblem as problem:
            yield _left(file, problem.reason, str(problem))
            return
        refused = _refusal(file, document)
        if refused:
            yield refused
            return
        reader = RecordReader(file.path, is_own=True)
        found: Counter[str] = Counter()
        for number, raw in enumerate(document["records"], start=1):
            found[str(raw.get("kind")) if isinstance(raw, dict) else ""] += 1
            yield from reader.record(number, raw)
        yield from reader.closing()
        for name, read in (("documents", document_item), ("history", entry_item)):
            for number, raw in enumerate(_rows(document, name), start=1):
                found[name] += 1
                yield read(f"{file.path}#{name}.{number}", raw)
        yield from _check_counts(file, document.get("counts"), found)


def _refusal(file: SourceFile, document: Any) -> Unsupported | None:
    if not isinstance(document, dict) or not isinstance(document.get("records"), list):
        return _left(file, Reason.BAD_RECORD, "The export has no list of records. Export it again.")
    version = document.get("version")
    if version is True or version != FORMAT_VERSION:
        message = f"Version {version!r} of the export format is not known here, only {FORMAT_VERSION}. Update first."
        return _left(file, Reason.BAD_VERSION, message)
    return None


def _rows(document: dict[str, Any], name: str) -> list[Any]:
    """A list that exports have since there are documents."""
    rows = document.get(name)
    return rows if isinstance(rows, list) else []


def document_item(origin: str, raw: Any) -> Item:
    """A document of an export, or why it is none."""
    kind, text = _text(raw, "kind"), _text(raw, "text")
    path = _text(raw, "path")
    if not text or not (kind == FILE if path else kind in DOCUMENTS):
        return Unsupported(
            origin_ref=origin, reason_code=Reason.BAD_RECORD, message="A document has a kind and a text, a file a path."
        )
    return DocumentItem(origin_ref=origin, kind=kind, text=text, project=_text(raw, "project"), path=path)


def entry_item(origin: str, raw: Any) -> Item:
    """An entry of the history of an export, or why it is none."""
    text, at = _text(raw, "text"), own_instant(_text(raw, "at"))
    if not text or at is None:
        message = "An entry of the history has a text and an instant."
        return Unsupported(origin_ref=origin, reason_code=Reason.BAD_RECORD, message=message)
    citations = raw.get("citations")
    positions = [_position(item) for item in citations] if isinstance(citations, list) else []
    return HistoryItem(
        origin_ref=origin,
        at=at,
        text=text,
        project=_text(raw, "project"),
        conversation=_text(raw, "conversation"),
        positions=tuple(position for position in positions if position is not None),
    )


def _position(raw: Any) -> tuple[str, int] | None:
    number = raw.get("position") if isinstance(raw, dict) else None
    if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number < 2**31:
        return None
    return _text(raw, "conversation"), number


def _text(raw: Any, name: str) -> str:
    value = raw.get(name) if isinstance(raw, dict) else None
    return value if isinstance(value, str) else ""


def _check_counts(file: SourceFile, counts: Any, found: Counter[str]) -> Iterator[Item]:
    promised = counts if isinstance(counts, dict) else {}
    differing = [
        f"{kind}: {promised.get(kind)!r} promised, {found[kind]} there"
        for kind in (*KINDS, *(name for name in ("documents", "history") if name in promised))
        if promised.get(kind) != found[kind]
    ]
    if differing:
        message = f"The file is not complete or was changed ({'; '.join(differing)}). Export it again."
        yield _left(file, Reason.COUNT_MISMATCH, message)


def _left(file: SourceFile, reason: Reason, message: str) -> Unsupported:
    return Unsupported(origin_ref=file.path, reason_code=reason, message=message)
