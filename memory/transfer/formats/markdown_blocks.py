"""Take Markdown apart into blocks, line by line and in linear time, whatever is written in it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum

# Tags around text that some memory tool put into a prompt: it was recalled, nobody said it.
RECALL_TAGS = (
    "claude-mem-context",
    "memory-context",
    "memories",
    "recalled-memories",
    "recalled_memories",
    "relevant-memories",
    "relevant_memories",
    "retrieved_memories",
    "supermemory-context",
    "hindsight_memories",
    "user_memories",
    "system-reminder",
)
MAX_DEPTH = 32  # levels of nested list items that are told apart

_RECALL_START = re.compile(rf"^\s*<({'|'.join(RECALL_TAGS)})(?:\s[^>]*)?>", re.IGNORECASE)
_HEADING = re.compile(r"^ {0,3}(#{1,6})(?:[ \t]+(.*))?$")
_SETEXT = re.compile(r"^ {0,3}(=+|-{2,})[ \t]*$")
_FENCE = re.compile(r"^([ \t]*)(`{3,}|~{3,})(.*)$")
_ITEM = re.compile(r"^([ \t]*)([-*+•]|\d{1,3}[.)])[ \t]+(?:\[([ xX])\][ \t]+)?(.*)$")
_RULE = re.compile(r"^ {0,3}([-*_])[ \t]*(?:\1[ \t]*){2,}$")
_QUOTE = re.compile(r"^ {0,3}>[ \t]?(.*)$")
_TABLE_LINE = re.compile(r"^[ \t]*\|.*\|[ \t]*$")
_TABLE_RULE = re.compile(r"^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$")
_TAB_WIDTH = 4


class BlockKind(Enum):
    """What a block is."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    ITEM = "item"
    QUOTE = "quote"
    CODE = "code"
    TABLE = "table"
    COMMENT = "comment"
    RECALLED = "recalled"


@dataclass
class Block:
    """One block: its lines without markers. `level` is a heading's level or an item's indentation in columns."""

    kind: BlockKind
    lines: list[str] = field(default_factory=list)
    level: int = 0
    mark: str = ""
    children: list["Block"] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The lines as one paragraph; code and tables keep their lines."""
        if self.kind in {BlockKind.CODE, BlockKind.TABLE}:
            return "\n".join(self.lines)
        return join_lines(self.lines)


def join_lines(lines: list[str]) -> str:
    """Join soft-wrapped lines: by a space, but by nothing where both sides are written without spaces."""
    joined = ""
    for line in (line.strip() for line in lines):
        if joined and line and not (_unspaced(joined[-1]) and _unspaced(line[0])):
            joined += " "
        joined += line
    return joined


def blocks(text: str) -> list[Block]:
    """The blocks of a document in order; nested list items and their code are children of the item above."""
    return _nest(list(_Scanner(text).scan()))


def _heading_text(text: str) -> str:
    text = text.strip()
    without = text.rstrip("#")
    return without.rstrip() if without.endswith((" ", "\t")) or not without else text


def _unspaced(char: str) -> bool:
    return "\u3000" <= char <= "\u30ff" or "\u3400" <= char <= "\u9fff" or "\uff00" <= char <= "\uffef"


def _columns(indent: str) -> int:
    return len(indent.expandtabs(_TAB_WIDTH))


class _Scanner:
    """Reads lines one after another; `_open` is the paragraph, item or quote that the next line may continue."""

    def __init__(self, text: str) -> None:
        self._lines = re.split(r"\r\n|\r|\n", text)
        self._at = 0
        self._open: Block | None = None
        self._comments: list[str] = []

    def scan(self) -> Iterator[Block]:
        while self._at < len(self._lines):
            line = self._lines[self._at]
            self._at += 1
            if "<!--" in line and not _FENCE.match(line):
                line = self._without_comments(line)
            if line.strip():
                yield from self._line(line)
            else:
                yield from self._close()
        yield from self._close()
        yield from (Block(BlockKind.COMMENT, [comment]) for comment in self._comments)

    def _without_comments(self, line: str) -> str:
        """The line without its closed comments; inside inline code they are examples and stay."""
        kept, at, ticks = "", 0, 0
        while (start := line.find("<!--", at)) >= 0 and (end := line.find("-->", start + 4)) >= 0:
            ticks += line.count("`", at, start)
            kept += line[at:start] if ticks % 2 == 0 else line[at : end + 3]
            if ticks % 2 == 0:
                self._comments.append(line[start : end + 3])
            at = end + 3
        return kept + line[at:]

    def _line(self, line: str) -> Iterator[Block]:
        if match := _RECALL_START.match(line):
            yield from self._close()
            yield self._until(BlockKind.RECALLED, line, f"</{match[1].lower()}>")
        elif line.lstrip().startswith("<!--"):
            yield from self._close()
            yield self._until(BlockKind.COMMENT, line, "-->")
        elif match := _FENCE.match(line):
            yield from self._close()
            yield self._fenced(match)
        elif match := _HEADING.match(line):
            yield from self._close()
            yield Block(BlockKind.HEADING, [_heading_text(match[2] or "")], level=len(match[1]))
        elif (opened := self._one_line_paragraph()) and _SETEXT.match(line):
            self._open = None
            yield Block(BlockKind.HEADING, opened.lines, level=1 if "=" in line else 2)
        elif _RULE.match(line):
            yield from self._close()
        else:
            yield from self._text(line)

    def _text(self, line: str) -> Iterator[Block]:
        if match := _ITEM.match(line):
            yield from self._close()
            mark = "[x]" if (match[3] or "").lower() == "x" else "[ ]" if match[3] else match[2]
            self._open = Block(BlockKind.ITEM, [match[4]], level=_columns(match[1]), mark=mark)
        elif match := _QUOTE.match(line):
            yield from self._continue(BlockKind.QUOTE, match[1])
        elif self._starts_table(line):
            yield from self._close()
            yield self._table(line)
        elif self._open:
            self._open.lines.append(line)
        else:
            indent = _columns(line[: len(line) - len(line.lstrip())])
            self._open = Block(BlockKind.PARAGRAPH, [line], level=indent)

    def _continue(self, kind: BlockKind, text: str) -> Iterator[Block]:
        if self._open is None or self._open.kind is not kind:
            yield from self._close()
            self._open = Block(kind)
        self._open.lines.append(text)

    def _close(self) -> Iterator[Block]:
        if self._open:
            yield self._open
        self._open = None

    def _until(self, kind: BlockKind, line: str, end: str) -> Block:
        """Everything up to the line that holds `end`; without one, everything: a forgotten tag must not let it pass."""
        lines = [line]
        while end not in lines[-1].lower() and self._at < len(self._lines):
            lines.append(self._lines[self._at])
            self._at += 1
        rest = lines[-1][lines[-1].lower().find(end) + len(end) :] if end in lines[-1].lower() else ""
        if rest.strip():
            self._at -= 1
            self._lines[self._at] = rest
        return Block(kind, lines)

    def _fenced(self, match: re.Match[str]) -> Block:
        indent, fence, info = match.groups()
        lines: list[str] = []
        closing = re.compile(rf"^[ \t]*{re.escape(fence[0])}{{{len(fence)},}}[ \t]*$")
        while self._at < len(self._lines):
            line = self._lines[self._at]
            self._at += 1
            if closing.match(line):
                break
            lines.append(line)
        return Block(BlockKind.CODE, lines, level=_columns(indent), mark=info.strip())

    def _one_line_paragraph(self) -> Block | None:
        opened = self._open
        return opened if opened and opened.kind is BlockKind.PARAGRAPH and len(opened.lines) == 1 else None

    def _starts_table(self, line: str) -> bool:
        following = self._lines[self._at] if self._at < len(self._lines) else ""
        return ("|" in line and "|" in following and bool(_TABLE_RULE.match(following))) or bool(
            _TABLE_LINE.match(line)
        )

    def _table(self, line: str) -> Block:
        lines = [line]
        while self._at < len(self._lines) and "|" in self._lines[self._at]:
            lines.append(self._lines[self._at])
            self._at += 1
        return Block(BlockKind.TABLE, lines)


def _nest(flat: list[Block]) -> list[Block]:
    """Hang items, and paragraphs and code indented below an item, under the item they belong to."""
    top: list[Block] = []
    stack: list[Block] = []
    for block in flat:
        nestable = block.kind in {BlockKind.ITEM, BlockKind.PARAGRAPH, BlockKind.CODE}
        if not nestable:
            stack = []
        while stack and block.level <= stack[-1].level:
            stack.pop()
        (stack[-1].children if stack else top).append(block)
        if block.kind is BlockKind.ITEM and len(stack) < MAX_DEPTH:
            stack.append(block)
    return top
