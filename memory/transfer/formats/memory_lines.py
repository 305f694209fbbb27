"""Read the lines of memories, user profiles and diaries: values, rules, tasks and what happened."""

from collections.abc import Iterator
from datetime import datetime

from memory.transfer.formats.context import Context
from memory.transfer.formats.dates import instant_at_start
from memory.transfer.formats.documents import Document, DocumentKind
from memory.transfer.formats.emitting import Emitter
from memory.transfer.formats.inline import plain, struck_out, whole
from memory.transfer.formats.judging import Verdict, judge
from memory.transfer.formats.keys import fact_key, fact_value, segment
from memory.transfer.formats.markdown_blocks import Block, BlockKind, join_lines
from memory.transfer.formats.pairs import VALUE_MAX_CHARS, Pair, read_pairs, read_preference
from memory.transfer.formats.placeholders import is_blank_value, is_placeholder
from memory.transfer.formats.wording import Section
from memory.transfer.items import Item, JsonValue
from memory.transfer.reasons import Reason

PREFERENCE_IMPORTANCE = 0.6
_NAMESPACES = {Section.USER: "user", Section.PREFERENCES: "pref", Section.PROJECTS: "project"}
_TASK_MARKS = frozenset({"[ ]", "[x]"})


class MemoryLines:
    """Turns the prose blocks of one document into facts, lessons and episodes."""

    def __init__(self, document: Document, context: Context, emit: Emitter) -> None:
        self._document = document
        self._context = context
        self._emit = emit
        self._project = ""

    def read(self, block: Block, lead: str = "", labels: tuple[str, ...] = ()) -> Iterator[Item]:
        """Yield what a paragraph, quote or item with all below it holds; `labels` are the items it hangs under."""
        if self._document.kind is DocumentKind.MEMORY and self._section() is not Section.OUTDATED:
            yield from self._stated(block, lead, labels)
        else:
            yield from self._told(block, lead)

    def _stated(self, block: Block, lead: str, labels: tuple[str, ...]) -> Iterator[Item]:
        lines = [block.text] if block.kind is BlockKind.ITEM else _statements(block)
        if len(lines) > 1 and any(map(_states, lines)):
            for line in lines:
                yield from self._stated(Block(block.kind, [line]), lead, labels)
            return
        line = plain(block.text)
        found = read_pairs(line)
        if found and not struck_out(line):
            yield from self._line(block, line, found, labels)
        else:
            yield from self._unlabelled(block, lead, labels)

    def _line(self, block: Block, line: str, found: list[Pair], labels: tuple[str, ...]) -> Iterator[Item]:
        last = found[-1]
        if block.children and is_blank_value(last.value):
            below = (*labels, last.label)
            for child in block.children:
                yield from self.read(child, f"{last.label}:", below)
            return
        if self._is_rule(block, line):
            yield from self._emit.lesson(whole(block))
            return
        for pair in found:
            yield from self._pair(pair, labels)
        for child in block.children:
            yield from self.read(child, f"{last.label}:", (*labels, last.label))

    def _is_rule(self, block: Block, line: str) -> bool:
        is_item = block.kind is BlockKind.ITEM
        return judge(line, kind=self._document.kind, section=self._section(), is_item=is_item) is Verdict.LESSON

    def _pair(self, pair: Pair, labels: tuple[str, ...]) -> Iterator[Item]:
        text = f"{': '.join((*labels, pair.label))}: {pair.value}"
        if is_blank_value(pair.value) or is_placeholder(pair.value) or is_placeholder(pair.label):
            yield from self._emit.leave(Reason.TEMPLATE, text)
        elif len(pair.value) > VALUE_MAX_CHARS or pair.label.startswith("`"):
            yield from self._emit.episode(text)
        else:
            preference = read_preference(pair.value) if self._section() is Section.PREFERENCES else None
            key, value = preference or self._fact(pair, labels)
            yield from self._emit.fact(key, value, text=text)

    def _fact(self, pair: Pair, labels: tuple[str, ...]) -> tuple[str, JsonValue]:
        section, subjects = self._context.labels()
        if section:
            namespace = _NAMESPACES[section]
        elif subjects and self._document.namespace == "user" and self._document.tag != "user-md":
            namespace = "project"
        else:
            namespace = self._document.namespace
        if namespace == "project" and not subjects and not labels:
            if segment(pair.label) == "name":
                self._project = pair.value
            subjects = (self._project,) if self._project else ()
        path = (*subjects, *labels, pair.label)
        return fact_key(namespace, path), fact_value(path, pair.value)

    def _unlabelled(self, block: Block, lead: str, labels: tuple[str, ...]) -> Iterator[Item]:
        text = plain(block.text)
        if self._is_about_person() and (found := read_preference(text)):
            yield from self._emit.fact(*found, text=text)
            for child in block.children:
                yield from self.read(child, lead, labels)
        else:
            yield from self._told(block, lead)

    def _told(self, block: Block, lead: str) -> Iterator[Item]:
        text = whole(block)
        section = self._section()
        verdict = judge(text, kind=self._document.kind, section=section, is_item=block.kind is BlockKind.ITEM)
        stamp = instant_at_start(text, self._context.when)
        if isinstance(verdict, Reason):
            yield from self._emit.leave(verdict, text)
        elif struck_out(text) or section is Section.OUTDATED:
            yield from self._emit.episode(self._shown(block), lead=lead, when=stamp.instant, tags=("outdated",))
        elif verdict is Verdict.LESSON:
            yield from self._emit.lesson(text, lead=lead, when=stamp.instant)
        elif section is Section.PREFERENCES:
            yield from self._preference(f"{lead} {self._shown(block)}".strip(), stamp.instant)
        else:
            yield from self._emit.episode(self._shown(block), lead=lead, when=stamp.instant)

    def _preference(self, text: str, when: datetime | None) -> Iterator[Item]:
        yield from self._emit.flush()
        yield from self._emit.episode(text, when=when, tags=("preference",), importance=PREFERENCE_IMPORTANCE)
        yield from self._emit.flush()

    def _shown(self, block: Block) -> str:
        if block.kind is BlockKind.ITEM:
            mark = f"{block.mark} " if block.mark in _TASK_MARKS else ""
            return f"{mark}{whole(block)}"
        return "\n".join(plain(line) for line in block.lines) if _is_dialogue(block) else whole(block)

    def _section(self) -> Section | None:
        return self._context.section

    def _is_about_person(self) -> bool:
        return self._section() in {Section.USER, Section.PREFERENCES} or self._document.namespace in {"user", "pref"}


def _statements(block: Block) -> list[str]:
    """The lines of a paragraph; one that is indented or goes on in lower case belongs to the line before it."""
    found: list[str] = []
    for line in block.lines:
        if found and (line[:1].isspace() or line[:1].islower()):
            found[-1] = join_lines([found[-1], line])
        elif line.strip():
            found.append(line)
    return found


def _states(line: str) -> bool:
    return bool(read_pairs(plain(line)) or read_preference(plain(line)))


def _is_dialogue(block: Block) -> bool:
    return len(block.lines) > 1 and all(read_pairs(plain(line)) for line in block.lines)
