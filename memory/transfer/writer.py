"""Write our own export, record by record, so that a store of any size fits into a small memory."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any
from uuid import UUID

from kirocrew.base.canonical import canonical_json
from kirocrew.base.clock import now

FORMAT_NAME = "kirocrew-export"
FORMAT_VERSION = 1
KINDS = ("fact", "lesson", "episode")


class ExportError(ValueError):
    """A record that cannot be written without losing something; the message names it."""

    def __init__(self, uid: object, why: str) -> None:
        super().__init__(f"The record {uid} cannot be exported: {why}. Correct it in the admin, then export again.")


def export_document(
    records: Iterable[Mapping[str, Any]],
    store: Mapping[str, Any],
    *,
    texts: Mapping[str, Iterable[Mapping[str, Any]]] | None = None,
    exported_at: datetime | None = None,
) -> Iterator[str]:
    """Yield one JSON document in pieces, a record per line and the counts at the end.

    `texts` are the lists that follow the records under their names: documents and history. Every record has a `uid` and
    a `kind` of fact, lesson or episode; all its fields are written. Datetimes become ISO 8601 in UTC, decimals numbers,
    UUIDs text. Raises ExportError for NaN, keys that are no text, and unknown kinds.
    """
    head = {"format": FORMAT_NAME, "version": FORMAT_VERSION, "exported_at": exported_at or now(), "store": store}
    yield _json("store", head)[:-1] + ',"records":['
    counts: Counter[str] = Counter(dict.fromkeys(KINDS, 0))
    for number, record in enumerate(records):
        uid, kind = record.get("uid"), record.get("kind")
        if kind not in KINDS:
            raise ExportError(uid, f"its kind is {kind!r}")
        counts[kind] += 1
        yield (",\n" if number else "\n") + _json(uid, record)
    for name, rows in (texts or {}).items():
        yield f'\n],"{name}":['
        for number, row in enumerate(rows):
            counts[name] += 1
            yield (",\n" if number else "\n") + _json(f"{name} {number + 1}", row)
    yield f'\n],"counts":{canonical_json(dict(counts))}}}\n'


def _json(uid: object, value: Mapping[str, Any]) -> str:
    try:
        written = canonical_json(_plain(value))
        written.encode()
    except UnicodeEncodeError:
        raise ExportError(uid, "a text holds half a character") from None
    except (ValueError, TypeError, RecursionError) as error:
        raise ExportError(uid, str(error)) from None
    return written


def _plain(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat().replace("+00:00", "Z")
    if isinstance(value, Decimal):
        return float(value)
    return str(value) if isinstance(value, UUID) else value
