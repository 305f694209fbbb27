"""Walk through the blocks of one document and make of each what it is judged to be."""

from collections.abc import Iterator
from datetime import datetime

from kirocrew.base.text import clean
from memory.transfer.formats.chunks import EPISODE_MIN_CHARS
from memory.transfer.formats.context import Context
from memory.transfer.formats.dates import Stamp, instant_at_start, instant_in_name, read_instant
from memory.transfer.formats.documents import Document, DocumentKind
from memory.transfer.formats.emitting import RULE_MAX_CHARS, Emitter
from memory.transfer.formats.frontmatter import FrontmatterValue, as_text, split_frontmatter
from memory.transfer.formats.inline import imports_in, plain, struck_out, table_lines, whole, without_imports
from memory.transfer.formats.judging import Verdict, judge
from memory.transfer.formats.markdown_blocks import Block, BlockKind, blocks
from memory.transfer.formats.memory_lines import MemoryLines
from memory.transfer.formats.scopes import patterns_of, scope_of
from memory.transfer.items import Item
from memory.transfer.reasons import Reason
from memory.transfer.sources import SourceFile

# A lead ("Before every commit:") is put before each of its items up to this length, in characters.
LEAD_MAX_CHARS = 160

# What one document may hold: blocks and items; the reference for rows is 10,000.
MAX_BLOCKS = 20_000
MAX_ITEMS = 10_000

_TIME_FIELDS = ("date", "created", "created_at", "timestamp", "updated", "updated_at")
_STRUCTURE = frozenset({BlockKind.HEADING, BlockKind.COMMENT, BlockKind.RECALLED})
_SAID_ALONE = frozenset({BlockKind.ITEM, BlockKind.CODE, BlockKind.TABLE})


class MarkdownReader:
    """Reads one document once; `items` may be called once."""

    def __init__(self, file: SourceFile, document: Document) -> None:
        self._head, self._body = split_frontmatter(clean(file.text))
        self._name_stamp = instant_in_name(file.name)
        self._document = document
        self._context = Context(self._name_stamp.instant or time_of_head(self._head))
        patterns = patterns_of(self._head)
        self._emit = Emitter(
            file.path, document.tag, self._context, scope=scope_of(patterns), patterns=", ".join(patterns)
        )
        self._lines = MemoryLines(document, self._context, self._emit)
        self._comments: list[str] = []
        self._bad_date_told = False

    def items(self) -> Iterator[Item]:
        """Yield the items in the order of the document, then what holds for all of it."""
        for number, item in enumerate(self._items()):
            if number == MAX_ITEMS:
                yield from self._emit.leave(Reason.LIMIT_ITEMS, f"after {MAX_ITEMS} items")
                return
            yield item

    def _items(self) -> Iterator[Item]:
        yield from self._about_head()
        lead = ""
        found = blocks(self._body)
        for index, block in enumerate(found[:MAX_BLOCKS]):
            following = found[index + 1] if index + 1 < len(found) else None
            if self._is_lead(block, following):
                lead = plain(block.text)
                continue
            if block.kind not in _SAID_ALONE:
                lead = ""
            yield from self._block(block, lead)
        yield from self._emit.flush()
        yield from self._closing(found)

    def _about_head(self) -> Iterator[Item]:
        yield from self._check_date(self._name_stamp, "")
        if self._emit.patterns and not self._emit.scope and self._document.kind is DocumentKind.INSTRUCTIONS:
            yield from self._emit.leave(Reason.SCOPE_INADMISSIBLE, self._emit.patterns)
        description = as_text(self._head.get("description"))
        if len(description) >= EPISODE_MIN_CHARS:
            yield from self._emit.episode(description)

    def _closing(self, found: list[Block]) -> Iterator[Item]:
        if len(found) > MAX_BLOCKS:
            yield from self._emit.leave(Reason.LIMIT_ITEMS, found[MAX_BLOCKS].text)
        if self._comments:
            yield from self._emit.leave(Reason.COMMENT, f"{len(self._comments)} left out: {self._comments[0]}")
        if found and all(block.kind is BlockKind.HEADING for block in found):
            yield from self._emit.leave(Reason.HEADING_ONLY, found[0].text)

    def _check_date(self, stamp: Stamp, text: str) -> Iterator[Item]:
        if stamp.impossible and not self._bad_date_told:
            self._bad_date_told = True
            yield from self._emit.leave(Reason.BAD_DATE, text or self._emit.path.rsplit("/", 1)[-1])

    def _is_lead(self, block: Block, following: Block | None) -> bool:
        if block.kind is not BlockKind.PARAGRAPH or following is None or following.kind not in _SAID_ALONE:
            return False
        text = block.text.strip().rstrip("*_").rstrip()
        return text.endswith((":", "：")) or (block.text.startswith("**") and block.text.rstrip().endswith("**"))

    def _block(self, block: Block, lead: str) -> Iterator[Item]:
        if block.kind not in _STRUCTURE and self._context.is_blank:
            yield from self._emit.leave(Reason.TEMPLATE, block.text)
            return
        match block.kind:
            case BlockKind.HEADING:
                yield from self._emit.flush()
                yield from self._check_date(self._context.enter(block.level, block.text), block.text)
            case BlockKind.COMMENT:
                self._comments.append(block.text)
            case BlockKind.RECALLED:
                yield from self._emit.leave(Reason.RECALLED_TEXT, block.text)
            case BlockKind.CODE | BlockKind.TABLE:
                yield from self._picture(block, lead)
            case _:
                yield from self._prose(block, lead)

    def _picture(self, block: Block, lead: str) -> Iterator[Item]:
        """Code and tables: part of the rule their lead states if that fits, else knowledge."""
        text = whole(block) if block.kind is BlockKind.CODE else "\n".join(table_lines(block))
        if not text.strip("`\n "):
            return
        together = f"{lead}\n{text}" if lead else text
        if lead and block.kind is BlockKind.CODE and len(together) <= RULE_MAX_CHARS and not self._remembers():
            verdict = self._judge(lead, is_item=True)
            if verdict is Verdict.LESSON:
                yield from self._emit.lesson(together)
                return
        if self._document.kind is DocumentKind.PERSONA:
            yield from self._emit.leave(Reason.PERSONA, together)
            return
        yield from self._emit.episode(text, lead=lead)

    def _prose(self, block: Block, lead: str) -> Iterator[Item]:
        text = plain(block.text)
        for reference in imports_in(text):
            yield from self._emit.leave(Reason.IMPORT_REFERENCE, f"@{reference}")
        if not text or (imports_in(text) and not without_imports(text)):
            return
        if self._remembers():
            yield from self._lines.read(block, lead)
        elif block.children and len(whole(block)) > RULE_MAX_CHARS:
            yield from self._in_parts(block, lead)
        else:
            yield from self._instruction(whole(block), lead, is_item=block.kind is BlockKind.ITEM)

    def _in_parts(self, block: Block, lead: str) -> Iterator[Item]:
        """An item with too much below it: each part on its own, with the item's text as its lead."""
        text = plain(block.text)
        leading = len(text) <= LEAD_MAX_CHARS
        if not leading or not text.rstrip().endswith((":", "：")):
            yield from self._instruction(text, lead, is_item=True)
        for child in block.children:
            if child.kind is BlockKind.CODE:
                yield from self._picture(child, text if leading else "")
            else:
                yield from self._prose(child, text if leading else "")

    def _instruction(self, text: str, lead: str, *, is_item: bool) -> Iterator[Item]:
        lead = lead if len(lead) <= LEAD_MAX_CHARS else ""
        verdict = self._judge(text, is_item=is_item, lead=lead)
        # What ends in a colon announces something that is not there, so it commands nothing.
        if struck_out(text) or (verdict is Verdict.LESSON and text.endswith((":", "："))):
            verdict = Verdict.EPISODE
        stamp = instant_at_start(text, None)
        yield from self._check_date(stamp, text)
        match verdict:
            case Verdict.LESSON:
                yield from self._emit.lesson(text, lead=lead, when=stamp.instant)
            case Verdict.EPISODE:
                yield from self._emit.episode(text, lead=lead, when=stamp.instant)
            case reason:
                yield from self._emit.leave(reason, text)

    def _judge(self, text: str, *, is_item: bool, lead: str = "") -> Verdict | Reason:
        section = self._context.section
        return judge(text, kind=self._document.kind, section=section, is_item=is_item, lead=lead)

    def _remembers(self) -> bool:
        return self._document.kind not in {DocumentKind.INSTRUCTIONS, DocumentKind.PERSONA}


def time_of_head(head: dict[str, FrontmatterValue]) -> datetime | None:
    """The instant the head of a file says it was written, or None."""
    instants = (read_instant(as_text(head.get(name))) for name in _TIME_FIELDS if head.get(name))
    return next((instant for instant in instants if instant), None)
