"""What the tests of other tools' formats share: files of their kinds, written for these tests."""

import json
from collections.abc import Iterable
from typing import Any

from memory.transfer.formats import Counting, Inventory, by_name, detect
from memory.transfer.items import EpisodeItem, FactItem, Item, LessonItem, Unsupported
from memory.transfer.reasons import Reason
from memory.transfer.sources import SourceFile


def dumped(value: Any) -> str:
    """A value as JSON with every script as it is."""
    return json.dumps(value, ensure_ascii=False)


def read(name: str, value: Any, format_name: str = "") -> list[Item]:
    """The items of a file of this name; the format must be found without being told."""
    file = SourceFile(path=f"export/{name}", text=value if isinstance(value, str) else dumped(value))
    found = detect(file)
    assert found is not None, f"no format knows {name}"
    assert not format_name or found.name == format_name
    return list(found.parse(file))


def inventory(name: str, value: Any, format_name: str) -> Inventory:
    """What a format counts in a file."""
    known = by_name(format_name)
    assert isinstance(known, Counting)
    return known.inventory(SourceFile(path=name, text=value if isinstance(value, str) else dumped(value)))


def episodes(items: Iterable[Item]) -> list[EpisodeItem]:
    """The episodes among items."""
    return [item for item in items if isinstance(item, EpisodeItem)]


def texts(items: Iterable[Item]) -> list[str]:
    """What the records among items say."""
    return [
        item.text if isinstance(item, EpisodeItem) else item.rule if isinstance(item, LessonItem) else str(item.value)
        for item in items
        if isinstance(item, EpisodeItem | LessonItem | FactItem)
    ]


def left_out(items: Iterable[Item]) -> dict[Reason, str]:
    """Why parts were left out, with the last message of each reason."""
    return {item.reason_code: item.message for item in items if isinstance(item, Unsupported)}


def memory(text: str | None, user: str | None = "mira", **more: Any) -> dict[str, Any]:
    """A record as mem0 answers with."""
    return {"id": f"m-{text}", "memory": text, "user_id": user, "metadata": None, "categories": None} | more


def message(
    role: str, *parts: Any, at: float | None = 1_770_000_000.0, kind: str = "text", **metadata: Any
) -> dict[str, Any]:
    """A message as a ChatGPT export keeps it."""
    content = {"content_type": kind, "parts": list(parts)}
    return {"author": {"role": role}, "create_time": at, "content": content, "metadata": metadata}


def tree(*messages: dict[str, Any] | None, **more: Any) -> dict[str, Any]:
    """A conversation of ChatGPT that runs straight from its first message to its last."""
    names = [f"n{number}" for number in range(len(messages) + 1)]
    mapping: dict[str, Any] = {"n0": {"id": "n0", "message": None, "parent": None, "children": names[1:2]}}
    for number, said in enumerate(messages, start=1):
        children = names[number + 1 : number + 2]
        mapping[f"n{number}"] = {"id": f"n{number}", "message": said, "parent": f"n{number - 1}", "children": children}
    head = {"title": "Plan", "create_time": 1_770_000_000.0, "conversation_id": "c-1", "current_node": names[-1]}
    return head | {"mapping": mapping} | more


def spoken(sender: str, text: str, **more: Any) -> dict[str, Any]:
    """A message as a Claude export keeps it."""
    return {"uuid": f"u-{text[:12]}", "sender": sender, "text": text, "created_at": "2026-03-02T10:11:12Z"} | more


def chat(*messages: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A conversation of Claude."""
    return {
        "uuid": "c-1",
        "name": "Garden",
        "created_at": "2026-03-02T10:00:00Z",
        "chat_messages": list(messages),
    } | more
