"""What a model answers: the schema it is given, and a reading that takes what is there and misses nothing else."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any, Final

from kirocrew.base.text import clean
from memory.consolidation.limits import DOCUMENT_CHARACTERS, EVIDENCE_MOST, FULL, Caps
from memory.models import Category, DocumentKind, Kind
from memory.models.consolidation import PassPath

ENTRY: Final = "history_entry"
LISTS: Final = {
    "semantic": (Kind.FACT, FULL.facts, ("facts",)),
    "episodic": (Kind.EPISODE, FULL.episodes, ("episodes",)),
    "lessons": (Kind.LESSON, FULL.lessons, ()),
}
"""Members of an answer: what they hold, how many are taken, and other names that models give them."""
DOCUMENTS: Final = {"preferences_update": DocumentKind.PREFERENCES, "projects_update": DocumentKind.PROJECTS}
"""Members of an answer that hold a whole document, where it was asked for."""
_TRUE: Final = frozenset({"true", "yes", "1"})


@dataclass(frozen=True, slots=True)
class Claim:
    """One item as the model gave it. `turn` is the position it names, `quote` the words it says are there."""

    kind: Kind
    turn: int | None
    quote: str
    key: str = ""
    value: Any = None
    confidence: Decimal | None = None
    delete: bool = False
    text: str = ""
    tags: tuple[str, ...] = ()
    importance: float = 0.5
    negative: str = ""
    category: str = ""


@dataclass(frozen=True, slots=True)
class DocumentClaim:
    """A whole text for a document. `evidence` are the positions of turns and the words they are said to hold."""

    kind: str
    text: str
    evidence: tuple[tuple[int | None, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """What could be read of an answer; `broken` is how many entries were no items."""

    claims: tuple[Claim, ...]
    entry: str = ""
    broken: int = 0
    documents: tuple[DocumentClaim, ...] = ()


def answer_schema(path: PassPath, caps: Caps = FULL, documents: Collection[str] = ()) -> dict[str, Any]:
    """The JSON schema an answer has, bounded in every direction; `documents` are the kinds that are asked for."""
    turn = {"turn": {"type": "integer", "minimum": 0}, "quote": _text(caps.quote)}
    fact = {
        "key": _text(100),
        "value": {"anyOf": [_text(caps.value), {"type": "number"}, {"type": "boolean"}, {"type": "null"}]},
        "confidence": {"type": "number", "minimum": 0, "maximum": 1},
        "delete": {"type": "boolean"},
        **turn,
    }
    episode = {
        "text": _text(caps.text),
        "tags": {"type": "array", "items": _text(50), "maxItems": caps.tags},
        "importance": {"type": "number", "minimum": 0, "maximum": 1},
        **turn,
    }
    lesson = {
        "rule": _text(caps.rule),
        "negative": _text(caps.rule),
        "category": {"type": "string", "enum": list(Category.values)},
        **turn,
    }
    members: dict[str, Any] = {
        "semantic": _items(fact, ("key", "value", "confidence", "turn", "quote"), caps.facts),
        "episodic": _items(episode, ("text", "importance", "turn", "quote"), caps.episodes),
    }
    if path == PassPath.HISTORY:
        members["lessons"] = _items(lesson, ("rule", "turn", "quote"), caps.lessons)
        members = {ENTRY: _text(caps.entry), **members}
    members |= {name: _document(turn) for name, kind in DOCUMENTS.items() if kind in documents}
    return {"type": "object", "properties": members, "required": list(members), "additionalProperties": False}


def answer_read(value: Any, path: PassPath) -> Answer:
    """Read an answer; parts that are missing count as empty. Raises ValueError for one that has none of the parts."""
    if not isinstance(value, Mapping):
        raise ValueError("The answer is one JSON object.")
    names = {ENTRY, *LISTS, *DOCUMENTS, *(other for _, _, others in LISTS.values() for other in others)}
    if not names & value.keys():
        raise ValueError(f"The answer has none of the members {', '.join((ENTRY, *LISTS))}.")
    claims: list[Claim] = []
    broken = 0
    for name, (kind, most, others) in LISTS.items():
        if kind is Kind.LESSON and path == PassPath.FACTS:
            continue
        for item in _list(value, name, others)[:most]:
            claim = _claim(kind, item) if isinstance(item, Mapping) else None
            broken += claim is None
            claims += [claim] if claim else []
    entry = value.get(ENTRY) if path == PassPath.HISTORY else ""
    if isinstance(entry, Mapping):
        entry = entry.get("text", "")
    told = clean(entry).strip()[: FULL.entry] if isinstance(entry, str) else ""
    documents = [_document_read(kind, value.get(name)) for name, kind in DOCUMENTS.items()]
    return Answer(tuple(claims), told, broken, tuple(filter(None, documents)))


def _claim(kind: Kind, item: Mapping[str, Any]) -> Claim | None:
    """One item; None for one that lacks what it is about."""
    turn, quote = _position(item.get("turn")), _string(item.get("quote"))
    if kind is Kind.FACT:
        key = _string(item.get("key"))
        if not key:
            return None
        return Claim(
            kind,
            turn,
            quote,
            key=key,
            value=item.get("value"),
            confidence=_decimal(item.get("confidence")),
            delete=_flag(item.get("delete")),
        )
    text = _string(item.get("rule" if kind is Kind.LESSON else "text"))
    if not text:
        return None
    if kind is Kind.LESSON:
        return Claim(
            kind,
            turn,
            quote,
            text=text,
            negative=_string(item.get("negative")),
            category=_string(item.get("category")).lower(),
        )
    given = item.get("tags")
    tags = tuple(tag for tag in given if isinstance(tag, str)) if isinstance(given, list) else ()
    weight = _decimal(item.get("importance"))
    return Claim(kind, turn, quote, text=text, tags=tags, importance=0.5 if weight is None else float(weight))


def _document_read(kind: str, given: Any) -> DocumentClaim | None:
    """A document as it was answered: with what it rests on, or as the bare text. None where there is none."""
    if isinstance(given, str):
        return DocumentClaim(kind, clean(given).strip()) if given.strip() else None
    text = _string(given.get("text")) if isinstance(given, Mapping) else ""
    if not text:
        return None
    named = given.get("evidence")
    found = [one for one in named[:EVIDENCE_MOST] if isinstance(one, Mapping)] if isinstance(named, list) else []
    return DocumentClaim(kind, text, tuple((_position(one.get("turn")), _string(one.get("quote"))) for one in found))


def _list(value: Mapping[str, Any], name: str, others: tuple[str, ...]) -> list[Any]:
    found: list[Any] = next((value[given] for given in (name, *others) if isinstance(value.get(given), list)), [])
    return found


def _document(turn: Mapping[str, Any]) -> dict[str, Any]:
    properties = {
        "text": _text(DOCUMENT_CHARACTERS),
        "evidence": _items(turn, ("turn", "quote"), EVIDENCE_MOST),
    }
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def _items(properties: Mapping[str, Any], required: tuple[str, ...], most: int) -> dict[str, Any]:
    item = {
        "type": "object",
        "properties": dict(properties),
        "required": list(required),
        "additionalProperties": False,
    }
    return {"type": "array", "items": item, "maxItems": most}


def _text(most: int) -> dict[str, Any]:
    return {"type": "string", "maxLength": most}


def _string(value: Any) -> str:
    return clean(value).strip() if isinstance(value, str) else ""


def _decimal(value: Any) -> Decimal | None:
    """A number from 0 to 1, also one written as a text; None for what is none."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        number = Decimal(str(value))
    except InvalidOperation:
        return None
    return number if number.is_finite() and 0 <= number <= 1 else None


def _flag(value: Any) -> bool:
    return value is True or (isinstance(value, str) and value.strip().lower() in _TRUE)


def _position(value: Any) -> int | None:
    """A turn's position, also as "12" or "[12]"."""
    if isinstance(value, bool) or not isinstance(value, int | str):
        return None
    text = str(value).strip().strip("[]").strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None
