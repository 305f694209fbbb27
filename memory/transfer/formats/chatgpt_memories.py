"""Saved memories of ChatGPT, as people paste them: a plain list, or the dated list it writes out when asked."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from kirocrew.base.text import clean, fold
from memory.transfer.formats import Inventory, register
from memory.transfer.formats.dates import instant_at_start, read_instant
from memory.transfer.formats.file_reader import FileReader
from memory.transfer.items import Item
from memory.transfer.reasons import Reason
from memory.transfer.sources import SourceFile

TAG: Final = "chatgpt-memory"
_SUFFIXES: Final = frozenset({".txt", ".md", ".markdown", ""})
_NAME: Final = re.compile(
    r"(?:chat[-_ ]?gpt|openai|gpt).*memor|memor.*(?:chat[-_ ]?gpt|openai|gpt)|saved[-_ ]?memor", re.I
)
_FENCE: Final = re.compile(r"^\s*(?:```|~~~)")
_BULLET: Final = re.compile(r"^\s*(?:[-*•·–—]|\d{1,4}[.)])\s+")
_DATED: Final = re.compile(r"^\s*(?:[-*•]\s+)?\[(?P<date>[^\[\]]{2,40})\]\s*[-–—:：]?\s*(?P<text>\S.*)$")
_UNKNOWN: Final = frozenset(
    "unknown,unknown date,date unknown,n/a,na,undated,none,no date,unbekannt,ohne datum,inconnu,inconnue,desconocido,"
    "sconosciuto,desconhecido,不明,未知,日付不明,알 수 없음,неизвестно,không rõ".split(",")
)
_BARE_DATE: Final = re.compile(r"^(?P<date>\d{4}-\d{2}-\d{2})\s*(?:[-–—:：|]|\s)\s*(?P<text>\S.*)$")
_POINTS: Final = re.compile(r"^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$")
# A title over part of the list: marked as one, in bold letters alone, or a few words before a colon.
_HEADING: Final = re.compile(r"^\s*(?:#{1,6}\s|\*\*[^*]{1,60}\*\*:?$|[^\s:：]+(?:\s[^\s:：]+){0,3}[:：]$)")
# What stands around the list on the page it is copied from.
_PAGE: Final = frozenset({"saved memories", "manage memories", "memories", "reference saved memories", "delete all"})
_LEAST_DATED: Final = 2
_LOOKED_AT: Final = 40  # lines


@register
class SavedMemories:
    """Each line becomes an episode, with its date when it has one."""

    name = "chatgpt-memories"
    label = "ChatGPT saved memories (pasted list)"
    lesson_limit = None

    def recognise(self, file: SourceFile) -> int:
        """Sure of lines that begin with a date or `unknown` in brackets; a plain list is known by the file's name."""
        if file.suffix not in _SUFFIXES:
            return 0
        head = [line for line in file.text[:20_000].splitlines()[:_LOOKED_AT] if line.strip()]
        told = [line for line in head if not _FENCE.match(line) and not _HEADING.match(line)]
        dated = sum(_is_dated(line) for line in told)
        if dated >= min(_LEAST_DATED, len(told)) and dated * 2 > len(told):
            return 96 if head and _FENCE.match(head[0]) else 92 if _NAME.search(file.name) else 60
        return 96 if _NAME.search(file.name) else 0

    def parse(self, file: SourceFile) -> Iterator[Item]:
        """Yield the memories in their order, then what was left out."""
        yield from _Reader(file).items()

    def inventory(self, file: SourceFile) -> Inventory:
        """Memories that differ, how many of them have a date, and how many lines repeat one."""
        return _Reader(file).inventory()


def _is_dated(line: str) -> bool:
    match = _DATED.match(line)
    return match is not None and (fold(match["date"].strip()) in _UNKNOWN or _when(match["date"]) is not None)


def _when(written: str) -> datetime | None:
    # Between points the day comes first everywhere.
    written = _POINTS.sub(r"\3-\2-\1", written.strip())
    return read_instant(written) or instant_at_start(written, None).instant


@dataclass
class _Reader(FileReader):
    """Reads one list once."""

    tag = TAG
    _said: set[str] = field(default_factory=set)

    def items(self) -> Iterator[Item]:
        """Yield everything."""
        for line in clean(self.file.text).splitlines():
            text = line.strip()
            if not text or _FENCE.match(text) or _HEADING.match(text) or fold(text) in _PAGE or text == "---":
                continue
            yield from self._line(_BULLET.sub("", text, count=1).strip())
        yield from self._left.told()

    def _line(self, line: str) -> Iterator[Item]:
        text, when = line, None
        if match := _DATED.match(line):
            written = match["date"].strip()
            when = _when(written)
            if when is not None or fold(written) in _UNKNOWN or written[:1].isdigit():
                text = match["text"].strip()
            if when is None and written[:1].isdigit():
                self._left.add(Reason.BAD_DATE, line)
        elif (match := _BARE_DATE.match(line)) and (when := _when(match["date"])):
            text = match["text"].strip()
        if text in self._said:
            self.counts["duplicates"] += 1
            self._left.add(Reason.ALREADY_LISTED, text)
            return
        self._said.add(text)
        made = list(self._make.memory(text, when=when))
        if not made:
            self._left.add(Reason.TOO_SHORT, text)
            return
        self.counts["records"] += 1
        self.counts["dated"] += when is not None
        yield from made
