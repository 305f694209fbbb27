"""How well what people plainly say is read without a model: on turns of files, by verdicts of a person.

A verdict names the turn and what was read in it, so that one of a text that may not be copied says nothing of it.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from channels_bridge.models import Role
from hooks.services.measure import BadRow, Rate, read_rows
from memory.consolidation.explicit import Item, Said, statements_extract

VERDICTS: Final = "explicit_verdicts.jsonl"
SENTENCES: Final = "explicit_sentences.jsonl"
NEAR_MISSES: Final = "explicit_near_misses.jsonl"
OWN: Final = "own"
FILES: Final = "files"  # all sources but the project's own

_SPOKEN_DATE: Final = "%I:%M %p on %d %B, %Y"


@dataclass(frozen=True, slots=True)
class Conversation:
    """Turns of one conversation, each with the name by which verdicts know it."""

    source: str
    language: str
    turns: tuple[tuple[str, Said], ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """An item that was found, and whether a person judged it right; None where nobody judged it."""

    source: str
    turn: str
    text: str
    item: Item
    is_right: bool | None

    @property
    def name(self) -> tuple[str, int, int, str]:
        """By what its verdict is found: the turn, the place, and a hash of what is kept."""
        return self.turn, self.item.start, self.item.end, digest_of(self.item)


@dataclass(slots=True)
class Result:
    """All that was read in some conversations."""

    readings: list[Reading] = field(default_factory=list)
    turns: dict[tuple[str, str], int] = field(default_factory=dict)  # people's turns, by source and language

    def chosen(self, source: str = "", language: str = "", form: str = "") -> list[Reading]:
        """The items of a source, a language, a form; all of them where none is named."""
        return [
            row
            for row in self.readings
            if _is_of(row.source, source) and language in ("", row.item.language) and form in ("", row.item.form)
        ]

    def per_hundred(self, source: str = "") -> float:
        """Items for each hundred turns of people."""
        turns = sum(count for (name, _), count in self.turns.items() if _is_of(name, source))
        return 100 * len(self.chosen(source)) / turns if turns else 0.0


def precision_of(readings: Iterable[Reading]) -> Rate:
    """The share of judged items that are right."""
    judged = [row.is_right for row in readings if row.is_right is not None]
    return Rate(sum(judged), len(judged))


def digest_of(item: Item) -> str:
    """Twelve digits that stand for what is kept of an item: a verdict holds for no other reading of the same words."""
    kept = json.dumps([*item.said, str(item.day or "")], ensure_ascii=False)
    return hashlib.sha256(kept.encode()).hexdigest()[:12]


def conversations_read(path: Path) -> list[Conversation]:
    """Read conversations from JSON lines of one of the shapes of docs/explanation/what-is-learned-without-a-model.md.

    Raises OSError for no readable file, BadRow for a row of another shape.
    """
    grouped: dict[tuple[str, str, str], list[tuple[str, Said]]] = {}
    for row in read_rows(path, ("id",)):
        try:
            source, name, language, said = _turns_of(row)
        except (KeyError, TypeError, ValueError) as error:
            raise BadRow(f"{path.name}: the row {row['id']} has another shape ({error}).") from error
        turns = grouped.setdefault((source, name, language), [])
        turns += [(turn, _placed(one, len(turns) + place)) for place, (turn, one) in enumerate(said)]
    return [Conversation(source, language, tuple(turns)) for (source, _, language), turns in grouped.items()]


def own_sentences() -> list[Conversation]:
    """The project's own turns that say something outright, each a conversation of its own."""
    return [
        Conversation(OWN, row["lang"], ((row["id"], Said(0, Role.USER, row["text"], _day(row["at"]))),))
        for row in _rows(SENTENCES)
    ]


def near_misses() -> list[Conversation]:
    """The project's own turns that nothing may be read in; the source says how each differs from what would count."""
    return [
        Conversation(row["kind"], row["lang"], ((row["id"], Said(0, Role(row.get("role", "user")), row["text"])),))
        for row in _rows(NEAR_MISSES)
    ]


def measured(conversations: Iterable[Conversation]) -> Result:
    """Read conversations, and look up what was judged."""
    verdicts = {(row["turn"], row["start"], row["end"], row["digest"]): bool(row["right"]) for row in _rows(VERDICTS)}
    result = Result()
    for conversation in conversations:
        said = [turn for _, turn in conversation.turns]
        people = sum(turn.role.is_person for turn in said)
        place = conversation.source, conversation.language
        result.turns[place] = result.turns.get(place, 0) + people
        for item in statements_extract(said):
            turn, text = conversation.turns[item.position][0], said[item.position].text
            reading = Reading(conversation.source, turn, text, item, None)
            result.readings.append(Reading(conversation.source, turn, text, item, verdicts.get(reading.name)))
    return result


def _is_of(source: str, wanted: str) -> bool:
    return wanted in ("", source) or (wanted == FILES and source != OWN)


def _rows(name: str) -> Iterator[dict[str, Any]]:
    text = files(__package__).joinpath(name).read_text(encoding="utf-8")
    return (json.loads(line) for line in text.splitlines() if line.strip())


def _placed(said: Said, position: int) -> Said:
    return Said(position, said.role, said.text, said.at, said.speaker)


def _turns_of(row: dict[str, Any]) -> tuple[str, str, str, Sequence[tuple[str, Said]]]:
    """The source, the conversation's name, the language and the turns that a row holds."""
    name = str(row["id"])
    if "query" in row:
        pair = (Role.USER, row["query"]), (Role.ASSISTANT, row["response"])
        said = [(name, Said(0, role, text, _day(row["date"]))) for role, text in pair]
        return "memorybank", row["user"], row["lang"], said
    if "speaker" in row:
        at = datetime.strptime(row["date"], _SPOKEN_DATE).replace(tzinfo=UTC)
        return "locomo", row["conversation"], "en", [(name, Said(0, Role.USER, row["text"], at, row["speaker"]))]
    if "memories" in row:
        told = enumerate(row["memories"])
        said = [(f"{name}/{place}", Said(0, Role.USER, turn["text"], _day(turn["t"]))) for place, turn in told]
        return "updates", name, row["lang"], said
    if "turns" in row:
        told = enumerate(row["turns"])
        return "dulemon", name, row["lang"], [(f"{name}/{n}", Said(0, Role(t["role"]), t["text"])) for n, t in told]
    if "label" in row:
        return "texts", name, row["lang"], [(name, Said(0, Role.USER, row["text"]))]
    raise KeyError("query, speaker, memories, turns or label")


def _day(written: str) -> datetime:
    return datetime.fromisoformat(written).replace(hour=12, tzinfo=UTC)
