"""Write a store as Markdown: files of sections, one for each record and entry, and one file for each document."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime, tzinfo
from decimal import Decimal
from typing import Any, Final

from kirocrew.base.clock import is_dated
from kirocrew.base.text import cut, fold, one_line
from memory.transfer.markdown_notes import FORMAT_VERSION, ID, MARK, head_text, section_text
from memory.transfer.writer import ExportError

PART_CHARS: Final = 1_000_000
"""Characters after which a file goes on in the next one: an editor opens it, and an import takes it."""
CONTENTS: Final = "README.md"
TITLES: Final = {"facts": "Facts", "lessons": "Lessons", "episodes": "Episodes", "history": "History"}
_NAME_CHARS: Final = 60
_OUTSIDE: Final = re.compile(r"[^\w.-]+")

Row = Mapping[str, Any]
NamedText = tuple[str, str]


def record_section(row: Row, zone: tzinfo) -> str:
    """A record of an export as a section. Raises ExportError for one that can't be said in JSON or UTF-8."""
    try:
        written = _SECTIONS[row["kind"]](row, zone)
        written.encode()
    except UnicodeEncodeError:
        raise ExportError(row.get("uid"), "a text holds half a character") from None
    except (ValueError, TypeError, RecursionError) as error:
        raise ExportError(row.get("uid"), str(error)) from None
    return written


def entry_section(row: Row, zone: tzinfo) -> str:
    """An entry of the history as a section."""
    turns = [[item.get("conversation", ""), item["position"]] for item in row["citations"]]
    fields = {
        "at": _instant(row["at"]),
        "project": row["project"],
        "conversation": row["conversation"],
        "turns": _json(turns) if turns else "",
    }
    return section_text(_local(row["at"], zone), fields, text=row["text"])


def document_text(row: Row, store: str) -> str:
    """A document as a file: a head that says which it is, then its text as it is."""
    head: dict[str, str | int] = {MARK: "document", "format": FORMAT_VERSION, "store": store, "document": row["kind"]}
    head |= {name: row[name] for name in ("project", "path") if row.get(name)}
    head |= {"revision": row["revision"], "characters": len(row["text"])}
    return f"{head_text(head)}\n{row['text']}\n"


def document_name(row: Row, taken: set[str]) -> str:
    """A name for its file that no other has, on file systems without case either; `taken` grows."""
    said = row.get("path") or ".".join(part for part in (row["kind"], row["project"]) if part)
    slug = _OUTSIDE.sub("-", said.removesuffix(".md")).strip("-.") or row["kind"]
    slug, number = cut(slug, _NAME_CHARS), 1
    name = slug
    while fold(name) in taken:
        number += 1
        name = f"{slug}-{number}"
    taken.add(fold(name))
    return f"documents/{name}.md"


def parts(name: str, kind: str, title: str, written: Iterable[str], store: str) -> Iterator[tuple[str, str, int]]:
    """Cut sections into files: name, text and how many sections it holds. Nothing where there is none."""
    held: list[str] = []
    number = size = 0
    for section in written:
        if size and size + len(section) > PART_CHARS:
            number += 1
            yield _part(name, number, kind, title, held, store)
            held, size = [], 0
        held.append(section)
        size += len(section)
    if held:
        yield _part(name, number + 1, kind, title, held, store)


def contents_text(store: Row, files: Iterable[tuple[str, int]], left_out: Mapping[str, int], at: datetime) -> str:
    """What the files hold, for whoever opens the folder; what is not among them is told."""
    head = head_text({MARK: "contents", "format": FORMAT_VERSION, "store": store["slug"], "exported": _instant(at)})
    rows = "\n".join(f"| [{name}]({name}) | {count:,} |" for name, count in files)
    lines = [
        f"# What {one_line(store['name'])} remembers",
        "Memory of a Kirocrew server: facts have a key and a value, lessons say what to do, episodes say what "
        "happened. The words in code spans are about a memory: when it was observed, from and until when it holds, "
        "where it applies. Times that end with Z are in UTC, titles in the owner's time zone.",
        f"| file | holds |\n|---|---|\n{rows}" if rows else "There is nothing in memory yet.",
        "`kirocrew import` reads this folder, or a zip of it, and brings back what it shows.",
    ]
    if left_out:
        told = ", ".join(f"{count:,} {status}" for status, count in sorted(left_out.items()))
        lines.append(f"Not shown are records that are not in memory now: {told}.")
    return f"{head}\n" + "\n\n".join(lines) + "\n"


def month_of(moment: datetime, zone: tzinfo) -> str:
    """The month of an instant in the owner's calendar, as 2026-03."""
    return _local(moment, zone)[:7]


def _part(name: str, number: int, kind: str, title: str, held: list[str], store: str) -> tuple[str, str, int]:
    head = head_text({MARK: kind, "format": FORMAT_VERSION, "store": store, "status": "active", "records": len(held)})
    file = f"{name}.md" if number == 1 else f"{name}-{number}.md"
    return file, f"{head}\n# {title}\n\n" + "\n".join(held), len(held)


def _fact(row: Row, zone: tzinfo) -> str:
    fields = _fields(row, ("confidence", "category", "subject", "predicate", *_COMMON))
    value = row["value"]
    if isinstance(value, str):
        return section_text(row["key"], fields, text=value)
    return section_text(row["key"], fields, value=json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False))


def _lesson(row: Row, zone: tzinfo) -> str:
    fields = _fields(row, ("category", "applies", "repo_scope", *_COMMON))
    return section_text(_title(row["rule"]), fields, text=row["rule"], negative=row["negative"])


def _episode(row: Row, zone: tzinfo) -> str:
    names = ("importance", "tags", "speaker", "conversation", "session", "position", *_COMMON)
    speaker = f", {_title(row['speaker'])}" if row["speaker"] else ""
    return section_text(_local(row["observed_at"], zone) + speaker, _fields(row, names), text=row["text"])


_SECTIONS: Final = {"fact": _fact, "lesson": _lesson, "episode": _episode}
_COMMON: Final = ("scope", "project", "valid_from", "valid_until", "observed_at", "source")
_NAMES: Final = {"valid_from": "from", "valid_until": "until", "observed_at": "observed", "repo_scope": "repository"}
"""What a field is called in a file, where that is not its name."""
FIELDS: Final = {ID: "uid"} | {shown: name for name, shown in _NAMES.items()}
"""And back again."""


def _fields(row: Row, names: Iterable[str]) -> dict[str, str]:
    said = {_NAMES.get(name, name): _said(row.get(name)) for name in names}
    return said | {ID: str(row["uid"])}


def _said(value: object) -> str:
    if value in (None, "", []):
        return ""
    if isinstance(value, datetime):
        return _instant(value)
    if isinstance(value, Decimal):
        return f"{value.normalize():f}"
    return value if isinstance(value, str) else _json(value)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _title(text: str) -> str:
    said = one_line(text)
    return said if len(said) <= _NAME_CHARS else cut(said, _NAME_CHARS) + "…"


def _instant(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")


def _local(moment: datetime, zone: tzinfo) -> str:
    """An instant to the minute in the owner's zone; in UTC where that has no year for it."""
    return moment.astimezone(zone if is_dated(moment) else UTC).isoformat(" ", "minutes")[:16]
