"""Reading one file of another tool as an upload would be read."""

import json
from collections.abc import Sequence
from typing import Any

from memory.transfer.files import from_upload
from memory.transfer.formats import detect
from memory.transfer.items import EpisodeItem, FactItem, Item, LessonItem, Unsupported
from memory.transfer.reading import read_items
from memory.transfer.sources import SourceFile


def reading(name: str, content: str | bytes, *, format_name: str = "") -> list[Item]:
    """The items of an uploaded file."""
    data = content.encode() if isinstance(content, str) else content
    return list(read_items(from_upload(name, data), format_name=format_name))


def format_of(name: str, content: str | bytes) -> str:
    """The name of the format that takes a file, or nothing."""
    data = content.encode() if isinstance(content, str) else content
    (file,) = from_upload(name, data)
    assert isinstance(file, SourceFile)
    found = detect(file)
    return found.name if found else ""


def json_lines(*values: Any) -> str:
    """One value a line."""
    return "".join(json.dumps(value, ensure_ascii=False) + "\n" for value in values)


def episodes(items: Sequence[Item], tag: str = "") -> list[EpisodeItem]:
    """The episodes, or those with a tag."""
    return [item for item in items if isinstance(item, EpisodeItem) and (not tag or tag in item.tags)]


def texts(items: Sequence[Item], tag: str = "") -> list[str]:
    """What the episodes say."""
    return [item.text for item in episodes(items, tag)]


def facts(items: Sequence[Item]) -> dict[str, Any]:
    """The values of the facts by their keys."""
    return {item.key: item.value for item in items if isinstance(item, FactItem)}


def rules(items: Sequence[Item]) -> list[str]:
    """What the lessons say."""
    return [item.rule for item in items if isinstance(item, LessonItem)]


def left(items: Sequence[Item]) -> list[tuple[str, str]]:
    """The reasons and messages of what became no record."""
    return [(item.reason_code.value, item.message) for item in items if isinstance(item, Unsupported)]


def reasons(items: Sequence[Item]) -> list[str]:
    """The reasons alone."""
    return [reason for reason, _ in left(items)]
