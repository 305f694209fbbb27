"""Hold what the import formats find in files of other tools against what those files are known to hold.

A row of JSON lines has an `id`, a `filename`, its `content` (a text, or bytes as base64 in `content_b64`) and what to
`expect`: counts, lists of names, or yes and no. A file is read as an upload is, and its format is found as always.
"""

import base64
import binascii
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from hooks.services.measure import BadRow, read_rows
from memory.transfer.files import from_upload
from memory.transfer.formats import Counting, Inventory, detect
from memory.transfer.items import EpisodeItem, FactItem, Item, LessonItem, Unsupported
from memory.transfer.reading import read_items
from memory.transfer.sources import SourceFile

REMARKS: Final = frozenset({"note"})
"""Keys of an expectation that are words for people."""


@dataclass(frozen=True, slots=True)
class Compared:
    """One thing a file is known to hold. `found` is None when nothing here counts it."""

    name: str
    expected: Any
    found: Any

    @property
    def is_right(self) -> bool:
        """Lists are compared as sets of names, or their length with a number; yes and no with whether there is any."""
        expected, found = self.expected, self.found
        if isinstance(expected, bool):
            return found is not None and bool(found) is expected
        if isinstance(expected, list):
            return isinstance(found, list) and sorted(map(str, found)) == sorted(map(str, expected))
        if isinstance(found, list):
            return bool(len(found) == expected)
        return bool(found == expected)


@dataclass(slots=True)
class Shape:
    """One file: the format that took it, each thing it is known to hold, and what it became."""

    uid: str
    kind: str
    name: str
    format: str
    compared: list[Compared] = field(default_factory=list)
    became: dict[str, int] = field(default_factory=dict)
    is_steady: bool = True

    @property
    def is_right(self) -> bool:
        """Whether a format took it, all it holds was found, and reading it again gives the same items."""
        return bool(self.format) and self.is_steady and all(one.is_right for one in self.compared)

    def as_dict(self) -> dict[str, Any]:
        """The row as JSON values."""
        compared = {
            one.name: {"expected": one.expected, "found": one.found, "right": one.is_right} for one in self.compared
        }
        return {
            "id": self.uid,
            "kind": self.kind,
            "file": self.name,
            "format": self.format,
            "right": self.is_right,
            "compared": compared,
            "became": self.became,
        }


def shapes_read(path: Path) -> Iterator[Shape]:
    """Yield what is found in each row of a file. Raises BadRow for a row that is none, OSError for no readable file."""
    for row in read_rows(path, ("id", "filename", "expect")):
        if not isinstance(row["expect"], dict):
            raise BadRow(f"{row['id']}: what to expect is an object.")
        yield _shape(row, _bytes(row))


def _bytes(row: dict[str, Any]) -> bytes:
    if isinstance(row.get("content"), str):
        return str(row["content"]).encode("utf-8", "surrogatepass")
    try:
        return base64.b64decode(str(row["content_b64"]), validate=True)
    except (KeyError, binascii.Error) as error:
        raise BadRow(f"{row['id']}: needs a `content`, or a `content_b64` in base64.") from error


def _shape(row: dict[str, Any], data: bytes) -> Shape:
    name = str(row["filename"])
    items = list(read_items(from_upload(name, data)))
    counted = what_items_say(items)
    formats = []
    for file in from_upload(name, data):
        source = detect(file) if isinstance(file, SourceFile) else None
        if source is None or not isinstance(file, SourceFile):
            continue
        formats.append(source.name)
        if isinstance(source, Counting):
            counted |= source.inventory(file)
    shape = Shape(str(row["id"]), str(row.get("format", "")), name, " ".join(dict.fromkeys(formats)))
    shape.compared = [
        Compared(key, expected, _found(counted, key, expected))
        for key, expected in row["expect"].items()
        if key not in REMARKS
    ]
    shape.became = _became(items)
    again = [item.fingerprint for item in read_items(from_upload(name, data))]
    shape.is_steady = again == [item.fingerprint for item in items]
    return shape


def _found(counted: Inventory, key: str, expected: Any) -> Any:
    """What was counted; what is counted only when it is met is 0, or none, where nothing is expected either."""
    return counted.get(key, expected if expected in (0, False, []) else None)


def what_items_say(items: Iterable[Item]) -> Inventory:
    """What the items of a file tell of it, where its format counts nothing itself."""
    records = [item for item in items if isinstance(item, EpisodeItem | FactItem | LessonItem)]
    episodes = [item for item in records if isinstance(item, EpisodeItem)]
    spoken = {(item.conversation, item.position) for item in episodes if item.conversation}
    return {
        "records": len(records),
        "messages": len(spoken),
        "conversations": len({conversation for conversation, _ in spoken}),
        "dated": sum(item.observed_at is not None for item in records),
        "undated": sum(item.observed_at is None for item in records),
        "with_expiry": sum(item.valid_until is not None for item in records),
        "users": sorted({item.scope.partition(":")[2] for item in records if item.scope}),
    }


def _became(items: Iterable[Item]) -> dict[str, int]:
    became: dict[str, int] = {}
    for item in items:
        name = f"left out: {item.reason_code}" if isinstance(item, Unsupported) else type(item).__name__.lower()
        became[name.removesuffix("item")] = became.get(name.removesuffix("item"), 0) + 1
    return became
