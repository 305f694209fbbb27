"""The data export of Claude: conversations, projects with their documents, and what Claude remembers."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Final

from kirocrew.base.text import clean
from memory.transfer.formats import Inventory, register
from memory.transfer.formats.chunks import EPISODE_MAX_CHARS, split_text
from memory.transfer.formats.dates import read_instant
from memory.transfer.formats.documents import Document, DocumentKind
from memory.transfer.formats.embedded import read_embedded
from memory.transfer.formats.emitting import RULE_MAX_CHARS
from memory.transfer.formats.file_reader import FileReader
from memory.transfer.formats.json_parts import LINE_SUFFIXES, Part, parts, unwrap
from memory.transfer.formats.json_values import JsonProblem
from memory.transfer.formats.making import Talk
from memory.transfer.formats.markdown import LESSONS_PER_IMPORT
from memory.transfer.formats.message_texts import joined, mark, words_of
from memory.transfer.formats.people import name_of
from memory.transfer.items import EpisodeItem, Item, LessonItem
from memory.transfer.reasons import Reason
from memory.transfer.sources import SourceFile

TAG: Final = "claude"
# A file put into a chat, or a document of a project, becomes at most so many episodes.
PIECES_MAX: Final = 50
_HEAD_CHARS: Final = 100_000
_CONVERSATIONS: Final = re.compile(r'"chat_messages"\s*:')
_PROJECTS: Final = re.compile(r'"(?:prompt_template|docs)"\s*:')
_MEMORIES: Final = re.compile(r'"(?:conversations_memory|project_memories)"\s*:')
_UUID: Final = re.compile(r'"uuid"\s*:')
_SPEAKERS: Final = {"human": "user", "user": "user", "assistant": "assistant"}
_SHOWN_BLOCKS: Final = frozenset({"text", "voice_note", ""})
_WRAPPERS: Final = ("conversations", "projects", "memories", "data", "items")
_INSTRUCTIONS: Final = Document(DocumentKind.INSTRUCTIONS, "claude-project")
_REMEMBERED: Final = Document(DocumentKind.MEMORY, "claude-memory", "user")
_PROJECT_MEMORY: Final = Document(DocumentKind.NOTES, "claude-memory")


@register
class Claude:
    """Messages become episodes, prompt templates of projects lessons, their documents episodes of the project."""

    name = "claude"
    label = "Claude data export (conversations, projects, memories)"
    lesson_limit = LESSONS_PER_IMPORT

    def recognise(self, file: SourceFile) -> int:
        """Sure of conversations with `chat_messages`, projects with documents, and memories of conversations."""
        if file.suffix != ".json" and file.suffix not in LINE_SUFFIXES:
            return 0
        head = unwrap(file.text).text[:_HEAD_CHARS]
        if _CONVERSATIONS.search(head) or _MEMORIES.search(head):
            return 95
        return 90 if _PROJECTS.search(head) and _UUID.search(head) else 0

    def parse(self, file: SourceFile) -> Iterator[Item]:
        """Yield conversations, projects and memories in the order of the file, then what was left out."""
        yield from _Reader(file).items()

    def inventory(self, file: SourceFile) -> Inventory:
        """Conversations, messages, attachments, projects, documents and prompt templates, and empty ones."""
        return _Reader(file).inventory()


@dataclass
class _Reader(FileReader):
    """Reads one file once, a conversation at a time."""

    tag = TAG
    _accounts: Counter[str] = field(default_factory=Counter)

    def items(self) -> Iterator[Item]:
        """Yield everything."""
        for part in parts(self.file, unwrap(self.file.text).text):
            if part.problem:
                yield self._left.problem(part.where, part.problem)
            else:
                yield from self._part(part, 0)
        yield from self._about_accounts()
        yield from self._left.told()

    def _part(self, part: Part, depth: int) -> Iterator[Item]:
        value = part.value
        if isinstance(value, list) and depth < 2:
            for number, element in enumerate(value, start=1):
                yield from self._part(Part(f"{part.where}, {number}", element), depth + 1)
        elif isinstance(value, dict) and isinstance(value.get("chat_messages"), list):
            yield from self._conversation(value)
        elif isinstance(value, dict) and ("docs" in value or "prompt_template" in value):
            yield from self._project(value)
        elif isinstance(value, dict) and ("conversations_memory" in value or "project_memories" in value):
            yield from self._memories(value)
        elif isinstance(value, dict) and depth < 2 and any(isinstance(value.get(name), list) for name in _WRAPPERS):
            for name in _WRAPPERS:
                if isinstance(value.get(name), list):
                    yield from self._part(Part(name.title(), value[name]), depth + 1)
        else:
            problem = JsonProblem(Reason.BAD_RECORD, "It is neither a conversation nor a project.")
            yield self._left.problem(part.where, problem)

    def _conversation(self, value: dict[str, Any]) -> Iterator[Item]:
        self.counts["conversations"] += 1
        title = name_of(value.get("name")) or name_of(value.get("title"))
        self.counts["empty_title"] += not title
        when = read_instant(value.get("created_at")) or read_instant(value.get("updated_at"))
        identity = name_of(value.get("uuid")) or name_of(value.get("id")) or title or (when or "unnamed")
        project = value.get("project")
        talk = Talk(
            f"claude:{identity}",
            title,
            when,
            name_of(project.get("name")) if isinstance(project, dict) else "",
            self._account(value),
        )
        messages = [message for message in value["chat_messages"] if isinstance(message, dict)]
        shown = _path(messages, value.get("current_leaf_message_uuid"))
        if not messages:
            self.counts["empty_conversations"] += 1
            self._left.add(Reason.EMPTY, title or "an unnamed conversation")
        position = 0
        for message in messages:
            if id(message) not in shown:
                self.counts["abandoned_branch_messages"] += 1
                self._left.add(Reason.ABANDONED, self._text(message, count=False))
                continue
            self.counts["messages"] += 1
            yield from self._message(message, talk, position)
            position += 1

    def _account(self, value: dict[str, Any]) -> str:
        """The scope of whoever had a conversation: an organisation's export holds those of several people."""
        account = value.get("account")
        name = name_of(account.get("uuid") or account.get("id")) if isinstance(account, dict) else ""
        if name:
            self._accounts[name] += 1
        return f"account:{name}" if name else ""

    def _about_accounts(self) -> Iterator[Item]:
        if len(self._accounts) > 1:
            named = ", ".join(f"{name} ({count:,})" for name, count in self._accounts.most_common(20))
            message = f"Conversations of {len(self._accounts)} accounts: {named}. Each keeps a scope of its own."
            yield self._left.told_at("accounts", Reason.SEVERAL_USERS, message)

    def _message(self, message: dict[str, Any], talk: Talk, position: int) -> Iterator[Item]:
        when = read_instant(message.get("created_at")) or read_instant(message.get("updated_at"))
        speaker = _SPEAKERS.get(mark(message.get("sender")) or mark(message.get("role")), "")
        if not speaker:
            self._left.add(Reason.SYSTEM_TEXT, self._text(message, count=False))
            return
        text = self._text(message)
        made = list(self._make.message(text, talk=talk, position=position, speaker=speaker, when=when))
        attached = list(_attached(message))
        self.counts["attachments"] += len(attached)
        if not made and (text or not attached):
            self._left.add(Reason.TOO_SHORT if text else Reason.EMPTY, text)
        yield from made
        for name, content in attached:
            for piece in self._pieces(f"{name}: {content}" if content else f"[file: {name}]", name):
                yield from self._make.message(
                    piece, talk=talk, position=position, speaker=speaker, when=when, tags=("conversation", "attachment")
                )

    def _text(self, message: dict[str, Any], *, count: bool = True) -> str:
        """What was shown: the blocks of text, or the text beside them in older exports."""
        blocks = message.get("content")
        shown: list[str] = []
        for block in blocks if isinstance(blocks, list) else [blocks]:
            kind = mark(block.get("type")) if isinstance(block, dict) else ""
            if kind in _SHOWN_BLOCKS:
                shown += words_of(block)
            elif count:
                self.counts["hidden_blocks"] += 1
                self._left.add(Reason.HIDDEN, kind)
        return joined(iter(shown)) or joined(words_of(message.get("text")))

    def _project(self, value: dict[str, Any]) -> Iterator[Item]:
        self.counts["projects"] += 1
        name = name_of(value.get("name")) or name_of(value.get("uuid"))
        when = read_instant(value.get("updated_at")) or read_instant(value.get("created_at"))
        path = f"{self.file.path}/{name}"
        description, template = (_string(value.get(field)) for field in ("description", "prompt_template"))
        if description:
            yield from self._make.memory(f"{name}: {description}", when=when, tags=("project",))
        if template:
            self.counts["prompt_templates"] += 1
            read = read_embedded(f"{path}/prompt template", template, _INSTRUCTIONS, when=when, project=name)
            yield from map(_as_rule, read)
        docs = value.get("docs")
        for number, doc in enumerate(docs if isinstance(docs, list) else [], start=1):
            if isinstance(doc, dict):
                yield from self._document(doc, name, number)

    def _document(self, doc: dict[str, Any], project: str, number: int) -> Iterator[Item]:
        self.counts["docs"] += 1
        title = name_of(doc.get("filename")) or name_of(doc.get("file_name")) or f"document {number}"
        content = _string(doc.get("content"))
        if not content:
            self._left.add(Reason.EMPTY, title)
        # A document is a conversation of nobody: its parts keep their order, and none is another one's copy.
        talk = Talk(
            f"claude:project {name_of(doc.get('uuid')) or f'{project}/{title}'}",
            f"{project}: {title}",
            read_instant(doc.get("created_at")),
            project,
        )
        for position, piece in enumerate(self._pieces(content, title)):
            text = f"{title}: {piece}" if len(title) + len(piece) + 2 <= EPISODE_MAX_CHARS else piece
            yield from self._make.message(text, talk=talk, position=position, speaker="", tags=("document",))

    def _pieces(self, text: str, name: str) -> Iterator[str]:
        pieces = split_text(clean(text))
        yield from islice(pieces, PIECES_MAX)
        if next(pieces, None) is not None:
            self._left.add(Reason.LIMIT_ITEMS, name)

    def _memories(self, value: dict[str, Any]) -> Iterator[Item]:
        """What Claude noted by itself: one text of all conversations, and one of each project."""
        path = f"{self.file.path}/memory"
        if text := _string(value.get("conversations_memory")):
            self.counts["memories"] += 1
            yield from read_embedded(path, text, _REMEMBERED, when=read_instant(value.get("updated_at")))
        projects = value.get("project_memories")
        for name, text in projects.items() if isinstance(projects, dict) else ():
            if _string(text):
                self.counts["memories"] += 1
                yield from read_embedded(f"{path}/{name_of(name)}", text, _PROJECT_MEMORY)


def _path(messages: list[dict[str, Any]], leaf: Any) -> set[int]:
    """The messages that are shown: all, or those above the current one where the export tells branches apart."""
    by_uuid = {message["uuid"]: message for message in messages if isinstance(message.get("uuid"), str)}
    if not isinstance(leaf, str) or leaf not in by_uuid or not any(m.get("parent_message_uuid") for m in messages):
        return {id(message) for message in messages}
    shown: set[int] = set()
    current = by_uuid.get(leaf)
    while current is not None and id(current) not in shown:
        shown.add(id(current))
        parent = current.get("parent_message_uuid")
        current = by_uuid.get(parent) if isinstance(parent, str) else None
    return shown


def _as_rule(item: Item) -> Item:
    """What stands in a prompt template is an instruction, also when it sounds like a description."""
    if not isinstance(item, EpisodeItem) or len(item.text) > RULE_MAX_CHARS:
        return item
    return LessonItem(
        rule=item.text, observed_at=item.observed_at, project=item.project, scope=item.scope, origin_ref=item.origin_ref
    )


def _attached(message: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """The files of a message: those whose text was taken out, and by name those that are also only named."""
    seen: set[str] = set()
    for listed in (message.get("attachments"), message.get("files")):
        for file in listed if isinstance(listed, list) else []:
            if not isinstance(file, dict):
                continue
            name = name_of(file.get("file_name")) or name_of(file.get("name")) or "attachment"
            content = _string(file.get("extracted_content"))
            if content or name not in seen:
                seen.add(name)
                yield name, content


def _string(value: Any) -> str:
    return value.strip() if isinstance(value, str) else ""
