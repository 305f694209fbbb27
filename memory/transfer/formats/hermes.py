"""MEMORY.md and USER.md of a Hermes agent: records divided by lines that hold nothing but a section sign."""

import re
from collections.abc import Iterator

from kirocrew.base.text import clean
from memory.transfer.formats import Inventory, register
from memory.transfer.formats.chunks import EPISODE_MIN_CHARS, weight
from memory.transfer.formats.credentials import marked
from memory.transfer.formats.dates import instant_at_start, instant_in_name
from memory.transfer.formats.documents import DocumentKind
from memory.transfer.formats.emitting import RULE_MAX_CHARS
from memory.transfer.formats.frontmatter import split_frontmatter
from memory.transfer.formats.inline import plain
from memory.transfer.formats.judging import Verdict, judge
from memory.transfer.formats.keys import fact_key, fact_value
from memory.transfer.formats.markdown import LESSONS_PER_IMPORT
from memory.transfer.formats.markdown_reader import time_of_head
from memory.transfer.formats.pairs import VALUE_MAX_CHARS, read_pairs, read_preference
from memory.transfer.formats.placeholders import is_blank_value
from memory.transfer.formats.telling import Teller
from memory.transfer.items import FactItem, Item, JsonValue, LessonItem
from memory.transfer.reasons import Reason
from memory.transfer.sources import SourceFile

TAG = "hermes"
_DIVIDER = re.compile(r"^[ \t]*§[ \t]*\r?$", re.MULTILINE)
# How the agent shows its memory in a prompt: a ruled title with the share that is used.
_BANNER = re.compile(r"\A(?:[ \t]*[═=─━-]{5,}[^\n]*\n|[ \t]*(?:MEMORY|USER PROFILE) ?\([^\n]*\n)+")
_NAMES, _OWNER = ("memory.md", "user.md"), "hermes"
_SUFFIXES = frozenset({".md", ".markdown", ".txt"})


@register
class Hermes:
    """Each record is one item: a fact when it is a label with a value, a lesson when it is a rule, else an episode."""

    name = "hermes"
    label = "Hermes memory (records divided by §)"
    lesson_limit = LESSONS_PER_IMPORT

    def recognise(self, file: SourceFile) -> int:
        """Sure when a line holds nothing but a section sign; one record needs none, so names count as well."""
        if file.suffix not in _SUFFIXES:
            return 0
        if _DIVIDER.search(file.text):
            return 97
        name = file.name.lower()
        is_memory = name.endswith(_NAMES) and (_OWNER in name or f".{_OWNER}" in file.folders)
        return 96 if is_memory else 0

    def parse(self, file: SourceFile) -> Iterator[Item]:
        """Yield the records in their order; those without a text are told of."""
        yield from marked(_Records(file).items())

    def inventory(self, file: SourceFile) -> Inventory:
        """Records with a text, those of several lines, and those without a text."""
        parts = _Records(file).parts()
        records = [part for part in parts if part]
        several = sum("\n" in part for part in records)
        return {"records": len(records), "multiline_records": several, "empty": len(parts) - len(records)}


class _Records:
    """The records of one file. A second value for a key becomes an episode, since both were told."""

    def __init__(self, file: SourceFile) -> None:
        head, body = split_frontmatter(clean(file.text))
        self._body = _BANNER.sub("", body)
        self._is_user = "user" in file.name.lower()
        self._when = instant_in_name(file.name).instant or time_of_head(head)
        self._teller = Teller(file.path, TAG, "user-md" if self._is_user else "memory-md")
        self._keys: dict[str, str] = {}

    def parts(self) -> list[str]:
        """What stands between the dividers; a divider at the end closes the last record."""
        parts = [part.strip() for part in _DIVIDER.split(self._body)]
        return parts[:-1] if len(parts) > 1 and not parts[-1] else parts

    def items(self) -> Iterator[Item]:
        """Yield an item for each record, or why there is none."""
        for number, text in enumerate(self.parts(), start=1):
            if text:
                yield from self._record(number, text)
            else:
                yield self._teller.leave(Reason.EMPTY, f"Record {number} has no text.")

    def _record(self, number: int, text: str) -> Iterator[Item]:
        if fact := self._fact(text):
            yield fact
            return
        verdict = judge(text, kind=DocumentKind.MEMORY, section=None, is_item=True)
        if isinstance(verdict, Reason):
            message = f"Record {number}: A blank of a template was never filled in ({self._teller.shorten(text)})."
            yield self._teller.leave(verdict, message)
            return
        if weight(text) < EPISODE_MIN_CHARS:
            text = f"{'User' if self._is_user else 'Memory'}: {text}"
        when = instant_at_start(text, None).instant or self._when
        if verdict is Verdict.LESSON and len(text) <= RULE_MAX_CHARS:
            yield LessonItem(rule=text, observed_at=when, origin_ref=self._teller.origins.ref(text))
        else:
            yield from self._teller.tell(text, when=when)

    def _fact(self, text: str) -> FactItem | None:
        found = _stated(text)
        if found is None:
            return None
        key, value = found
        if self._keys.setdefault(key, str(value)) != str(value):
            return None
        return FactItem(key=key, value=value, observed_at=self._when, origin_ref=self._teller.origins.ref(key, text))


def _stated(text: str) -> tuple[str, JsonValue] | None:
    """The key and value of a record that is one label with its value, or a favourite; None for anything else."""
    line = plain(text.removeprefix("- "))
    if "\n" in line or judge(line, kind=DocumentKind.MEMORY, section=None, is_item=True) is not Verdict.EPISODE:
        return None
    if preference := read_preference(line):
        return preference
    pairs = read_pairs(line)
    if len(pairs) != 1 or is_blank_value(pairs[0].value) or len(pairs[0].value) > VALUE_MAX_CHARS:
        return None
    label = (pairs[0].label,)
    return fact_key("user", label), fact_value(label, pairs[0].value)
