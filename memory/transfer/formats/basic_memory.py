"""Notes of basic-memory: a head, observations with a category, relations to other notes, tasks, and free text."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime

from kirocrew.base.text import clean
from memory.transfer.formats import Inventory, register
from memory.transfer.formats.chunks import EPISODE_MIN_CHARS, weight
from memory.transfer.formats.credentials import marked
from memory.transfer.formats.dates import instant_in_name, read_instant
from memory.transfer.formats.documents import Document, DocumentKind
from memory.transfer.formats.frontmatter import FrontmatterValue, as_list, as_text, split_frontmatter
from memory.transfer.formats.markdown_reader import MarkdownReader, time_of_head
from memory.transfer.formats.naming import in_words
from memory.transfer.formats.telling import Teller
from memory.transfer.items import Item
from memory.transfer.sources import SourceFile

TAG = "basic-memory"
OBSERVATION, RELATION, TASK = "observation", "relation", "task"
DOCUMENT = Document(DocumentKind.NOTES, TAG)

_FENCE = re.compile(r"^\s*(?:`{3,}|~{3,})")
_HEADING = re.compile(r"^ {0,3}#{1,6}(?:\s|$)")
_TITLE = re.compile(r"^#[ \t]+(?P<text>.{1,300}?)[ \t]{0,9}#{0,9}$", re.MULTILINE)
_ITEM = re.compile(r"^[ \t]*[-*+][ \t]+(?P<text>\S.*)$")
_TASK = re.compile(r"^\[(?P<mark>[ xX/-])\][ \t]+(?P<text>\S.*)$")
_OBSERVATION = re.compile(r"^\[(?P<category>[^\[\]()]{1,60})\][ \t]+(?P<text>[^\s(].*)$")
_RELATION = re.compile(r"^(?P<name>[^\[\]]{0,100})\[\[(?P<target>[^\[\]]{1,300})\]\](?P<rest>.*)$")
_CONTEXT = re.compile(r"^(?P<text>.*\S)[ \t]+\((?P<context>[^()]+)\)$")
_HASHTAG = re.compile(r"(?<!\S)#(?P<tag>\w[\w/-]*)")
_LAST_HASHTAGS = re.compile(r"(?:[ \t]+#\w[\w/-]*)+$")
_NOTE_LINK = re.compile(r"\[\[(?P<target>[^\[\]|]{1,300})(?:\|(?P<shown>[^\[\]]{1,300}))?\]\]")
_SIGNS = re.compile(r"^[-*+][ \t]+(?:\[(?![ xX/-]\])[^\[\]()\n]{1,60}\][ \t]+[^\s(]|[^\[\]\n]{0,60}\[\[)", re.MULTILINE)
_SUFFIXES = frozenset({".md", ".markdown"})
_LOOKED_AT_CHARS = 100_000
# A longer list item is free text, whatever it begins with.
_LONGEST_ITEM = 4_000


@register
class BasicMemory:
    """Observations, relations and tasks become one episode each; all other text is read as notes are."""

    name = "basic-memory"
    label = "basic-memory notes (Markdown)"
    lesson_limit = None

    def recognise(self, file: SourceFile) -> int:
        """Sure when the head has a permalink; likely when there is a head, and observations or relations below."""
        if file.suffix not in _SUFFIXES:
            return 0
        head, body = split_frontmatter(file.text[:_LOOKED_AT_CHARS])
        named = bool({"title", "type"} & head.keys())
        if named and "permalink" in head and "layout" not in head:
            return 97
        return 70 if named and _SIGNS.search(body) else 0

    def parse(self, file: SourceFile) -> Iterator[Item]:
        """Yield the marked items in their order, then the free text."""
        head, body = split_frontmatter(clean(file.text))
        note = _Note(file, head, body)
        yield from marked(note.marked())
        yield from marked(note.free())

    def inventory(self, file: SourceFile) -> Inventory:
        """Observations, relations and tasks of the text, and the tags of the head."""
        note = _Note(file, *split_frontmatter(clean(file.text)))
        for _ in note.marked():
            pass
        return note.inventory()


@dataclass
class _Note:
    """One note; `marked` is read before `free`."""

    file: SourceFile
    head: dict[str, FrontmatterValue]
    body: str
    _free: list[str] = field(default_factory=list)
    _counts: Counter[str] = field(default_factory=Counter)

    def __post_init__(self) -> None:
        heading = _TITLE.search(self.body)
        stem = self.file.name.rsplit(".", 1)[0]
        self._title = as_text(self.head.get("title")) or (heading["text"] if heading else stem)
        self._when: datetime | None = instant_in_name(self.file.name).instant or time_of_head(self.head)
        kind = as_text(self.head.get("type"))
        self._tags = tuple(tag.lstrip("#") for tag in as_list(self.head.get("tags")))
        self._teller = Teller(self.file.path, TAG)
        self._kind = (kind,) if kind and kind != "note" else ()
        permalink = as_text(self.head.get("permalink"))
        self._note = f"permalink {permalink[:200]}" if permalink else ""
        if description := as_text(self.head.get("description")):
            self._free += [description, ""]

    def marked(self) -> Iterator[Item]:
        """Yield observations, relations and tasks; what else there is waits."""
        for line, is_item in _joined(self.body):
            match = _ITEM.match(line) if is_item and len(line) <= _LONGEST_ITEM else None
            told = self._item(match["text"].strip()) if match else None
            if told is None:
                self._free.append(line)
            else:
                yield from told

    def inventory(self) -> Inventory:
        """What `marked` met."""
        counts = {f"{name}s": self._counts[name] for name in (OBSERVATION, RELATION, TASK)}
        return {**counts, "tags": list(self._tags)}

    def free(self) -> Iterator[Item]:
        """Yield what the free text holds, under the note's title and with the times of its head."""
        if not any(line.strip() and not _HEADING.match(line) for line in self._free):
            return
        body = _NOTE_LINK.sub(_shown, "\n".join(self._free))
        if not _TITLE.search(body):
            body = f"# {self._title}\n\n{body}"
        head = f"---\ndate: {self._when.isoformat()}\n---\n" if self._when else ""
        yield from MarkdownReader(SourceFile(path=self.file.path, text=f"{head}{body}"), DOCUMENT).items()

    def _item(self, text: str) -> Iterator[Item] | None:
        if match := _TASK.match(text):
            mark = "[x]" if match["mark"] in "xX" else "[ ]" if match["mark"] == " " else "[-]"
            return self._tell(f"{self._title}: {mark} {match['text']}", TASK)
        if match := _OBSERVATION.match(text):
            return self._observation(match["category"].strip(), match["text"])
        if match := _RELATION.match(text):
            return self._relation(match)
        return self._observation("", text) if _HASHTAG.search(text) else None

    def _observation(self, category: str, text: str) -> Iterator[Item]:
        context = _CONTEXT.match(text)
        said = (context["text"] if context else text).strip()
        tags = tuple(match["tag"] for match in _HASHTAG.finditer(said))
        # Tags at the end are no part of the sentence; those inside it stay where they are.
        said = _LAST_HASHTAGS.sub("", said) or said
        named = f"{self._title} ({category})" if category else self._title
        behind = f" ({context['context'].strip()})" if context else ""
        return self._tell(f"{named}: {said}{behind}", OBSERVATION, category, *tags, when=read_instant(category))

    def _relation(self, match: re.Match[str]) -> Iterator[Item]:
        name = in_words(match["name"]).strip(" \"':") or "relates to"
        target, rest = match["target"].partition("|")[0].strip(), match["rest"].strip()
        return self._tell(f"{self._title} {name} {target} {rest}".strip(), RELATION)

    def _tell(self, text: str, *tags: str, when: datetime | None = None) -> Iterator[Item]:
        self._counts[tags[0]] += 1
        text = _NOTE_LINK.sub(_shown, text)
        if weight(text) < EPISODE_MIN_CHARS:
            text = f"{self.file.name}: {text}"
        kept = tuple(dict.fromkeys(tag for tag in (*tags, *self._tags, *self._kind) if tag))
        return self._teller.tell(text, tags=kept, when=when or self._when, note=self._note)


def _shown(match: re.Match[str]) -> str:
    return match["shown"] or match["target"]


def _joined(body: str) -> Iterator[tuple[str, bool]]:
    """The lines of a text, and whether they are list items.

    What is indented below an item and is none itself belongs to its line. In code nothing is an item.
    """
    waiting: list[str] = []
    fenced = False
    for line in re.split(r"\r\n|\r|\n", body):
        is_fence, is_item = bool(_FENCE.match(line)), not fenced and bool(_ITEM.match(line))
        if waiting and line[:1] in " \t" and line.strip() and not is_item and not is_fence:
            waiting.append(line.strip())
            continue
        if waiting:
            yield " ".join(waiting), True
        waiting = [line] if is_item else []
        fenced ^= is_fence
        if not is_item:
            yield line, False
    if waiting:
        yield " ".join(waiting), True
