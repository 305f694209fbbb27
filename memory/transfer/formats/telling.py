"""Make episodes of single texts: each with its origin, and a word about the one that is too short to be one."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from kirocrew.base.text import cut
from memory.transfer.formats.chunks import EPISODE_MIN_CHARS, split_text, weight
from memory.transfer.items import DEFAULT_IMPORTANCE, EpisodeItem, Item, Origins, Unsupported
from memory.transfer.reasons import Reason

SHOWN_CHARS = 80  # of a text that was left out


@dataclass
class Teller:
    """Tells the texts of one file. `tags` are put on each of its episodes."""

    path: str
    tags: tuple[str, ...]

    def __post_init__(self) -> None:
        self.origins = Origins(self.path)

    def tell(
        self,
        text: str,
        *,
        tags: tuple[str, ...] = (),
        when: datetime | None = None,
        importance: float = DEFAULT_IMPORTANCE,
        note: str = "",
    ) -> Iterator[Item]:
        """Yield a text as an episode, a long one as several."""
        text = text.strip()
        if weight(text) < EPISODE_MIN_CHARS:
            yield self.leave(Reason.TOO_SHORT, f"An episode has at least {EPISODE_MIN_CHARS} characters: {text!r}.")
            return
        for piece in split_text(text):
            yield EpisodeItem(
                text=piece,
                tags=(*self.tags, *tags),
                importance=importance,
                observed_at=when,
                note=note,
                origin_ref=self.origins.ref(piece),
            )

    def leave(self, reason: Reason, message: str) -> Unsupported:
        """What became no record, and why."""
        return Unsupported(origin_ref=self.origins.ref(reason, message), reason_code=reason, message=message)

    def shorten(self, text: str) -> str:
        """The beginning of a text on one line, for a message."""
        return " ".join(cut(text, SHOWN_CHARS).split())
