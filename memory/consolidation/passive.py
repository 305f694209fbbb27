"""What a model is asked about the messages of a channel, and what is taken of its answer."""

import hashlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from channels_bridge.models import Channel
from kirocrew.base.text import clean, cut
from memory.consolidation.prompting import said, template
from memory.inference.chat import ChatRequest
from memory.models.passive import SUMMARY_LIMIT, PassiveType

PURPOSE: Final = "channel"
MESSAGE_CHARACTERS: Final = 800
TOTAL_CHARACTERS: Final = 12_000
ANSWER_TOKENS: Final = 1_200
TEMPERATURE: Final = 0.1
ITEMS_MAX: Final = 20
TOPICS_MAX: Final = 5
ENTITIES_MAX: Final = 10
LABEL: Final = 60  # characters of a topic, a name or an author
SUMMARY_MIN: Final = 10


@dataclass(frozen=True, slots=True)
class Found:
    """One item as it was read from the answer."""

    type: PassiveType
    summary: str
    topics: tuple[str, ...] = ()
    entities: tuple[str, ...] = ()
    confidence: float = 0.0


def passive_line(author: str, text: str) -> str:
    """A message on one line of at most 800 characters, in which nothing passes for the frame."""
    who = said(author, LABEL).replace(":", " ") or "somebody"
    return cut(f"- {who}: {said(text, MESSAGE_CHARACTERS)}", MESSAGE_CHARACTERS)


def passive_request(lines: Sequence[str], types: Collection[PassiveType]) -> ChatRequest:
    """The request for these lines, which are within TOTAL_CHARACTERS."""
    names = [str(kind) for kind in PassiveType if kind in types]
    prompt = template("channel").substitute(
        items_max=ITEMS_MAX,
        summary_max=SUMMARY_LIMIT,
        types=", ".join(f'"{name}"' for name in names),
        transcript="\n".join(lines),
    )
    return ChatRequest(
        system=template("system").template,
        prompt=prompt,
        purpose=PURPOSE,
        schema=_schema(names),
        max_tokens=ANSWER_TOKENS,
        temperature=TEMPERATURE,
    )


def passive_read(answer: Any, types: Collection[PassiveType]) -> list[Found]:
    """The items of an answer, at most ITEMS_MAX, each summary once; entries of other types or none are left out.

    A bare list is taken as well. Raises ValueError for an answer that is no list of items at all.
    """
    entries = answer.get("items") if isinstance(answer, Mapping) else answer
    if not isinstance(entries, list):
        raise ValueError('"items" must be a list; an empty one is a good answer')
    read = [found for entry in entries if (found := _read_one(entry, types)) is not None]
    return list({(one.type, one.summary): one for one in read[::-1]}.values())[::-1][:ITEMS_MAX]


def item_hash(channel: Channel, kind: str, summary: str) -> str:
    """SHA-256 by which an item is known again: of the channel, its key, the type and the summary."""
    return hashlib.sha256("\n".join((str(channel.uid), channel.key, kind, summary)).encode()).hexdigest()


def _read_one(entry: Any, types: Collection[PassiveType]) -> Found | None:
    if not isinstance(entry, Mapping) or entry.get("type") not in {str(kind) for kind in types}:
        return None
    summary = entry.get("summary")
    text = cut(" ".join(clean(summary).split()), SUMMARY_LIMIT) if isinstance(summary, str) else ""
    if len(text) < SUMMARY_MIN and not (text and not text.isascii()):
        return None
    return Found(
        PassiveType(entry["type"]),
        text,
        _labels(entry.get("topics"), TOPICS_MAX),
        _labels(entry.get("entities"), ENTITIES_MAX),
        _share(entry.get("confidence")),
    )


def _labels(value: Any, most: int) -> tuple[str, ...]:
    texts = (
        [" ".join(clean(item).split()) for item in value if isinstance(item, str)] if isinstance(value, list) else []
    )
    return tuple(dict.fromkeys(cut(text, LABEL) for text in texts if text))[:most]


def _share(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value:
        return 0.0
    return min(1.0, max(0.0, float(value)))


def _schema(types: Sequence[str]) -> dict[str, Any]:
    label = {"type": "string", "maxLength": LABEL}
    item = {
        "type": {"type": "string", "enum": list(types)},
        "summary": {"type": "string", "maxLength": SUMMARY_LIMIT},
        "topics": {"type": "array", "items": label, "maxItems": TOPICS_MAX},
        "entities": {"type": "array", "items": label, "maxItems": ENTITIES_MAX},
        "confidence": {"type": "number", "minimum": 0, "maximum": 1},
    }
    entry = {"type": "object", "properties": item, "required": list(item), "additionalProperties": False}
    return {
        "type": "object",
        "properties": {"items": {"type": "array", "items": entry, "maxItems": ITEMS_MAX}},
        "required": ["items"],
        "additionalProperties": False,
    }
