"""Turns of conversations, one JSON object per line: conversation, session, date, speaker, text."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice

from kirocrew.base.text import cut, fold
from memory.transfer.formats import register
from memory.transfer.formats.chunks import EPISODE_MIN_CHARS, split_text
from memory.transfer.formats.dates import read_instant
from memory.transfer.formats.json_values import JsonProblem, checked, lines, parse_json
from memory.transfer.items import EpisodeItem, Item, JsonValue, Origins, Unsupported
from memory.transfer.reasons import Reason
from memory.transfer.sources import SourceFile

NAME_MAX_CHARS = 200  # of a conversation, session or speaker
_LINES_LOOKED_AT = 5
SUFFIXES = frozenset({".jsonl", ".ndjson"})
TURN_FIELDS = (
    'A turn is a JSON object with a "text", and "speaker" or "conversation" in at least one of the first lines; '
    '"session", "date" and "id" may be there, too.'
)
# What these say was given to a model, not said by anyone.
_NOBODY = frozenset({"system", "developer", "tool", "function"})


@register
class Turns:
    """Conversation turns as JSON lines; a line that cannot be read is reported and the rest go on."""

    name = "turns"
    label = "Conversation turns (JSON lines)"
    lesson_limit = None

    def recognise(self, file: SourceFile) -> int:
        """Sure when one of the first lines is an object with a text and a speaker or conversation."""
        if file.suffix not in SUFFIXES:
            return 0
        return 90 if any(_is_turn(line) for _, line in islice(lines(file.text), _LINES_LOOKED_AT)) else 0

    def parse(self, file: SourceFile) -> Iterator[Item]:
        """Yield the turns as episodes, in their order."""
        reader = _Reader(file.path)
        for number, line in lines(file.text):
            yield from reader.line(number, line)


def _is_turn(line: str) -> bool:
    try:
        value = parse_json(line)
    except JsonProblem:
        return False
    return isinstance(value, dict) and "text" in value and bool({"speaker", "conversation"} & value.keys())


class _Reader:
    """Counts the turns of each conversation."""

    def __init__(self, path: str) -> None:
        self._origins = Origins(path)
        self._default_conversation = path.rsplit("/", 1)[-1].rsplit(".", 1)[0]
        self._positions: Counter[str] = Counter()

    def line(self, number: int, line: str) -> Iterator[Item]:
        """Yield what one line holds."""
        try:
            value = checked(parse_json(line, line=number))
        except JsonProblem as problem:
            yield self._left(problem.reason, number, str(problem), line)
            return
        text = value.get("text") if isinstance(value, dict) else None
        if not isinstance(value, dict) or not isinstance(text, str):
            yield self._left(Reason.BAD_LINE, number, f"The text is missing. {TURN_FIELDS}", line)
            return
        yield from self._turn(number, value, text)

    def _turn(self, number: int, value: dict[str, JsonValue], text: str) -> Iterator[Item]:
        conversation = _name(value, "conversation") or self._default_conversation
        position = self._positions[conversation]
        self._positions[conversation] += 1
        speaker = _name(value, "speaker")
        if caption := _name(value, "image_caption"):
            text = f"{text} [image: {caption}]"
        text = text.strip()
        if fold(speaker) in _NOBODY:
            yield self._left(Reason.SYSTEM_TEXT, number, f"What {speaker!r} says was said by nobody.", text)
            return
        if len(text) < EPISODE_MIN_CHARS:
            yield self._left(Reason.TOO_SHORT, number, f"It is shorter than 10 characters: {text!r}.", text)
            return
        observed = read_instant(value.get("date"))
        if observed is None and value.get("date"):
            yield self._left(Reason.BAD_DATE, number, "The date cannot be read; the turn carries none.", text)
        session, identity = _name(value, "session"), _name(value, "id")
        for piece in split_text(text):
            yield EpisodeItem(
                text=piece,
                tags=("imported", "conversation"),
                observed_at=observed,
                conversation=conversation,
                session=session,
                position=position,
                speaker=speaker,
                note=identity and f"turn {identity}",
                origin_ref=self._origins.ref(conversation, session, str(position), speaker, piece),
            )

    def _left(self, reason: Reason, number: int, message: str, text: str) -> Unsupported:
        origin = self._origins.ref(reason, text)
        return Unsupported(origin_ref=origin, reason_code=reason, message=f"Line {number}: {message}")


def _name(value: dict[str, JsonValue], field: str) -> str:
    found = value.get(field)
    if isinstance(found, bool) or not isinstance(found, str | int):
        return ""
    return cut(str(found).strip(), NAME_MAX_CHARS)
