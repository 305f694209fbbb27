"""Gather the lines of a section into episodes that are long enough to make sense and short enough to be found."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime

from memory.transfer.formats.chunks import EPISODE_MAX_CHARS, EPISODE_MIN_CHARS, split_text, weight
from memory.transfer.items import DEFAULT_IMPORTANCE, EpisodeItem, Item, Origins, Unsupported
from memory.transfer.reasons import Reason

# An episode is closed once it is this long, in characters: about the 250 tokens an embedding model sees well at once.
TARGET_CHARS = 800


@dataclass(frozen=True)
class Mood:
    """What lines must share to stand in one episode."""

    heading: str = ""
    when: datetime | None = None
    tags: tuple[str, ...] = ()
    importance: float = DEFAULT_IMPORTANCE


@dataclass
class Narrative:
    """Lines waiting to become an episode."""

    origins: Origins
    name: str
    _mood: Mood = field(default_factory=Mood)
    _lines: list[str] = field(default_factory=list)
    _size: int = 0
    _lead: str = ""

    def add(self, line: str, mood: Mood, *, lead: str = "") -> Iterator[Item]:
        """Take a line (or a block of lines) and what leads up to it; yields the episodes it closes."""
        if mood != self._mood or self._size + len(line) > TARGET_CHARS:
            yield from self.flush()
        self._mood = mood
        if lead and lead != self._lead:
            self._lines.append(lead)
            self._size += len(lead) + 1
        self._lead = lead
        self._lines.append(line)
        self._size += len(line) + 1

    def flush(self) -> Iterator[Item]:
        """Yield what was gathered, with its heading on top, in pieces of 10 to 2,000 characters."""
        lines, mood = self._lines, self._mood
        self._lines, self._size, self._lead = [], 0, ""
        body = "\n".join(lines).strip()
        if not body:
            return
        room = EPISODE_MAX_CHARS - len(mood.heading) - 1
        for piece in split_text(body, room):
            yield self._episode(f"{mood.heading}\n{piece}" if mood.heading else piece, mood)

    def _episode(self, text: str, mood: Mood) -> Item:
        origin = self.origins.ref(text)
        if len(text) < EPISODE_MIN_CHARS and (mood.heading or weight(text) >= EPISODE_MIN_CHARS):
            # Short because its script says much with little, or its heading does: the file's name makes it long enough.
            text = f"{self.name}: {text}"
        if len(text) < EPISODE_MIN_CHARS:
            message = f"An episode has at least {EPISODE_MIN_CHARS} characters: {text!r}."
            return Unsupported(origin_ref=origin, reason_code=Reason.TOO_SHORT, message=message)
        return EpisodeItem(
            text=text, tags=mood.tags, importance=mood.importance, observed_at=mood.when, origin_ref=origin
        )
