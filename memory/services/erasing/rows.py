"""Every text column of every table: where the texts of an erased record stand, and taking them out."""

# ruff: noqa: S608  (names of tables and columns come from the database's own catalogue)

import base64
import binascii
import json
import re
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.db import connection

from memory.services.erasing.needles import Needles

SHADOW: Final = re.compile(r"_text(_config|_data|_docsize|_idx)?$")
"""Tables of the text index that hold no readable text; it is asked for its words instead."""
NOT_TEXT: Final = re.compile(r"int|bool|real|float|decimal|date|time|blob|numeric", re.IGNORECASE)
FILES: Final = {"skills_skillfile": ("content",)}
"""Binary columns that hold files, which may be texts."""
ENCODED: Final = frozenset({"django_session", "django_q_ormq", "django_q_task"})
"""Tables whose texts are packed: base64, and sessions compressed below it."""
ASKED_AT_ONCE: Final = 400  # conditions of one statement; SQLite's own limit of its depth is 1,000
OWN_COLUMNS: Final[tuple[str, ...]] = ("record_id", "record_uid")


@dataclass(frozen=True, slots=True)
class Hit:
    """A row that carries a text: its table, key, the columns, and the record it belongs to, if any."""

    table: str
    key: Any
    columns: tuple[str, ...]
    record_id: int | None = None
    record_uid: str | None = None

    def __str__(self) -> str:
        return f"{self.table} {self.key} ({', '.join(self.columns)})"


def text_columns(raw: Any = None) -> dict[str, list[str]]:
    """The text columns of every table; what is no number, moment or vector counts as text, and so do kept files."""
    rows = _run(raw, "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'")
    found = {}
    for (table,) in rows:
        if SHADOW.search(table):
            continue
        columns = [row[1] for row in _run(raw, f'PRAGMA table_info("{table}")') if not NOT_TEXT.search(row[2])]
        columns += FILES.get(table, ())
        if columns:
            found[table] = columns
    return found


def table_names() -> list[str]:
    """All tables there are, those of the text index included."""
    rows = _run(None, "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'")
    return sorted(row[0] for row in rows)


def table_hits(table: str, columns: list[str], needles: Needles, raw: Any = None) -> list[Hit]:
    """Rows of a table that carry one of the texts."""
    own = [name for name in OWN_COLUMNS if name in _all_columns(raw, table)]
    hits = []
    for key, *values in _candidates(table, columns, own, needles, raw):
        belongs, texts = dict(zip(own, values, strict=False)), values[len(own) :]
        pairs = zip(columns, texts, strict=True)
        found = [name for name, text in pairs if text is not None and _carries(table, text, needles)]
        if found:
            uid = belongs.get("record_uid")
            hits.append(Hit(table, key, tuple(found), belongs.get("record_id"), str(uid) if uid else None))
    return hits


def all_texts(table: str, columns: list[str]) -> Iterator[tuple[Any, str, str]]:
    """Key, column and text of everything a table holds."""
    names = ", ".join(["rowid", *(f'"{name}"' for name in columns)])
    for key, *values in _run(None, f'SELECT {names} FROM "{table}"'):
        yield from ((key, name, _readable(text)) for name, text in zip(columns, values, strict=True) if text)


def row_texts(hit: Hit) -> list[str]:
    """What the columns of a hit hold."""
    names = ", ".join(f'"{name}"' for name in hit.columns)
    rows = _run(None, f'SELECT {names} FROM "{hit.table}" WHERE rowid = ?', [hit.key])
    return [_readable(value) for row in rows for value in row]


def row_redact(hit: Hit, needles: Needles, raw: Any = None) -> None:
    """Take the texts out of one row; a packed one goes as a whole."""
    if hit.table in ENCODED:
        _run(raw, f'DELETE FROM "{hit.table}" WHERE rowid = ?', [hit.key])
        return
    names = ", ".join(f'"{name}"' for name in hit.columns)
    rows = list(_run(raw, f'SELECT {names} FROM "{hit.table}" WHERE rowid = ?', [hit.key]))
    if rows:
        values = [redacted(value, needles) for value in rows[0]]
        assigned = ", ".join(f'"{name}" = ?' for name in hit.columns)
        _run(raw, f'UPDATE "{hit.table}" SET {assigned} WHERE rowid = ?', [*values, hit.key])


def redacted(text: Any, needles: Needles) -> Any:
    """A column's text without the needles; JSON stays JSON, and a file keeps every other byte."""
    if isinstance(text, bytes):
        return needles.redacted(text.decode("utf-8", "surrogateescape")).encode("utf-8", "surrogateescape")
    if text[:1] in ("{", "[", '"'):
        try:
            value = json.loads(text)
        except ValueError:
            return needles.redacted(text)
        return json.dumps(json_redacted(value, needles), ensure_ascii="\\u" in text)
    return needles.redacted(text)


def json_redacted(value: Any, needles: Needles) -> Any:
    """A JSON value without the needles in its texts and names."""
    if isinstance(value, str):
        return needles.redacted(value)
    if isinstance(value, Mapping):
        return {needles.redacted(str(name)): json_redacted(item, needles) for name, item in value.items()}
    return [json_redacted(item, needles) for item in value] if isinstance(value, list) else value


def unpacked(text: str) -> str:
    """The readable part of a text that a framework packed: base64, with or without a signature, maybe compressed."""
    parts = [text]
    for part in re.split(r"[:\s]", text):
        packed = part.removeprefix(".")
        try:
            data = base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4))
            parts.append((zlib.decompress(data) if part.startswith(".") else data).decode("utf-8", "replace"))
        except (binascii.Error, ValueError, zlib.error):
            continue
    return "\n".join(parts)


def _candidates(
    table: str, columns: list[str], own: list[str], needles: Needles, raw: Any
) -> Iterator[tuple[Any, ...]]:
    """Rows worth looking at: those with the beginning of a text in them, or all of a table that packs its texts."""
    names = ", ".join(["rowid", *(f'"{name}"' for name in (*own, *columns))])
    if table in ENCODED:
        yield from _run(raw, f'SELECT {names} FROM "{table}"')
        return
    openings = needles.openings
    step = max(1, ASKED_AT_ONCE // len(columns))
    seen = set()
    for start in range(0, len(openings), step):
        asked = openings[start : start + step]
        condition = " OR ".join(f'instr("{name}", ?)' for name in columns for _ in asked)
        for row in _run(raw, f'SELECT {names} FROM "{table}" WHERE {condition}', list(asked) * len(columns)):
            if row[0] not in seen:
                seen.add(row[0])
                yield row


def _carries(table: str, text: Any, needles: Needles) -> bool:
    return needles.in_text(unpacked(str(text)) if table in ENCODED else _readable(text))


def _readable(value: Any) -> str:
    """A value as text; of a file what can be read as such."""
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)


def _all_columns(raw: Any, table: str) -> list[str]:
    return [row[1] for row in _run(raw, f'PRAGMA table_info("{table}")')]


def _run(raw: Any, sql: str, params: list[Any] | None = None) -> list[tuple[Any, ...]]:
    """Run a statement on a raw connection, or on Django's where none is given."""
    if raw is not None:
        return list(raw.execute(sql, params or []))
    with connection.cursor() as cursor:
        cursor.execute(sql.replace("%", "%%").replace("?", "%s"), params or [])
        return list(cursor.fetchall()) if cursor.description else []
