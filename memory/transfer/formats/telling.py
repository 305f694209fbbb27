"""Make episodes of single texts, with a word about the one that says nothing, and about what became no record."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from kirocrew.base.text import cut
from memory.transfer.formats.making import Maker
from memory.transfer.items import Item, Origins, Unsupported
from memory.transfer.reasons import Reason

SHOWN_CHARS = 80  # of a text that was left out


class Teller:
    """Tells the texts of one file; `tag` names the tool it comes from, and `tags` are put on each episode, too."""

    def __init__(self, path: str, tag: str, *tags: str) -> None:
        self.origins = Origins(path)
        self._maker = Maker(path, tag)
        self._tags = tags

    def tell(
        self, text: str, *, tags: tuple[str, ...] = (), when: datetime | None = None, note: str = ""
    ) -> Iterator[Item]:
        """Yield a text as an episode, a long one as several."""
        told = False
        for item in self._maker.memory(text, tags=(*self._tags, *tags), when=when):
            told = True
            yield replace(item, note=note)
        if not told:
            yield self.leave(Reason.TOO_SHORT, f"It says too little to be kept: {self.shorten(text)!r}.")

    def leave(self, reason: Reason, message: str) -> Unsupported:
        """What became no record, and why."""
        return Unsupported(origin_ref=self.origins.ref(reason, message), reason_code=reason, message=message)

    def shorten(self, text: str) -> str:
        """The beginning of a text on one line, for a message."""
        return " ".join(cut(text, SHOWN_CHARS).split())
