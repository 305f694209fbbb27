"""All that is looked for in files when records are erased, and what may be changed there."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from memory.services.erasing.beside import Beside, without_content
from memory.services.erasing.needles import MARK, Needles


@dataclass(frozen=True)
class Sought:
    """The texts of erased records and the uids of the records, and of the turns that were emptied with them.

    `entries` are hashes of journal entries of other records that said the same and were emptied; what else belongs to
    other records is told and never changed: with `spares`, in exports, and in databases always.
    """

    needles: Needles
    uids: frozenset[str]
    entries: frozenset[str] = frozenset()
    spares: bool = False

    @classmethod
    def of(cls, needles: Needles, uids: Iterable[object]) -> "Sought":
        """To look only."""
        return cls(needles, frozenset(str(uid) for uid in uids))

    @cached_property
    def sparing(self) -> "Sought":
        """The same for exports of this server, in which objects name the records they are about."""
        return replace(self, spares=True)

    @cached_property
    def beside(self) -> Beside:
        """The short ones."""
        return Beside.of(self.needles, self.uids, spares=self.spares)

    def in_text(self, text: str) -> bool:
        """Whether a file's text carries one, however it is written."""
        return self.needles.in_plain(text) or self.beside.in_text(text)

    def cleaned(self, value: Any) -> Any:
        """A JSON value without them; objects about other records are left as they are."""
        return self.beside.cleaned(self._without_telling(value))

    def cleaned_line(self, line: str) -> str:
        """A line of any other text without them."""
        return self.beside.cleaned_lines(self._redacted(line))

    def _without_telling(self, value: Any) -> Any:
        if isinstance(value, str):
            return self._redacted(value)
        if isinstance(value, list):
            return [self._without_telling(item) for item in value]
        if not isinstance(value, Mapping) or self.beside.is_anothers(value):
            return value
        if self.beside.is_own(value):
            return without_content(value)
        return {self.needles.redacted(str(name)): self._without_telling(item) for name, item in value.items()}

    def _redacted(self, text: str) -> str:
        text = self.needles.redacted(text)
        return MARK if self.needles.in_plain(text) else text
