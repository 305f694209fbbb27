"""Agent files of Letta (`.af`): what the agent knew in its memory blocks, and what was said to it.

There are three layouts: blocks beside the agents that refer to them, blocks inside the agent, and the older one where
the whole file is one agent with its `core_memory`. Some files hold all that as a text inside JSON.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from memory.transfer.formats import Inventory, register
from memory.transfer.formats.dates import read_instant
from memory.transfer.formats.documents import NOTES, Document, DocumentKind
from memory.transfer.formats.embedded import read_embedded
from memory.transfer.formats.file_reader import FileReader
from memory.transfer.formats.json_parts import Unwrapped, unwrap
from memory.transfer.formats.json_values import JsonProblem, parse_json
from memory.transfer.formats.making import Talk
from memory.transfer.formats.markdown import LESSONS_PER_IMPORT
from memory.transfer.formats.message_texts import joined, mark, words_of
from memory.transfer.formats.people import name_of
from memory.transfer.items import Item, LessonItem, Unsupported
from memory.transfer.reasons import Reason
from memory.transfer.sources import SourceFile, shown_path

TAG: Final = "letta"
_HEAD_CHARS: Final = 400_000
_AGENT_MARK: Final = re.compile(
    r'"(?:agents|core_memory|agent_type|memory_blocks|block_ids|in_context_message_(?:ids|indices))"\s*:'
)
_LETTA_MARK: Final = re.compile(r'"(?:core_memory|blocks|memory_blocks)"\s*:')
# What blocks with such labels are: rules, what the agent is like, or knowledge of the person.
# Blocks in which an agent keeps what it can do, not what it knows.
_MACHINERY: Final = re.compile(r"(?:loaded_)?skills|memory_filesystem", re.I)
_RULES: Final = re.compile(r"instruction|rule|guideline|polic|convention|protocol", re.I)
_SELF: Final = re.compile(r"persona|identity|soul|personality|about_(?:me|self)|self_model|voice", re.I)
_HUMAN: Final = re.compile(r"human|user|preference|person\b|profile", re.I)
_RULE_BLOCK: Final = Document(DocumentKind.INSTRUCTIONS, TAG)
# A line with nothing in it but a blank to fill in, and what a new block begins with.
_BLANK: Final = re.compile(r"\s*(?:[-*•]\s*)?(?:[^:：\n]{1,60}[:：]\s*)?(?:\[[^\]\d][^\]]*\]|\?|n/a|unknown)\s*", re.I)
_FILLED: Final = re.compile(r"\s*(?:[-*•]|\d+[.)])\s+\S|\s*[^:：\n]{1,60}[:：]\s*\S")
_STARTER: Final = re.compile(
    r"this is what i know so far about the (?:user|human)\b[^.\n]*\.?|the following is a starter [^:\n]*:?", re.I
)
# The agent speaks of itself; what it says it does is no rule of a person's.
_AGENT_SPEAKS: Final = re.compile(r"\bI(?:['’](?:m|ve|ll|d))?\b")
_OTHER_LISTS: Final = ("files", "sources", "folders", "groups", "mcp_servers", "skills", "identities", "files_agents")
_PASSAGES: Final = ("passages", "archival_memory", "archival_passages", "archival_memories", "archives")
# The marks by which messages tell who is speaking, and what else they are but speech.
_SIGNS: Final = frozenset({"login", "heartbeat", "system_alert", "boot", "function_response", "tool_return"})
_SENDING: Final = "send_message"


@register
class Letta:
    """Blocks are read as what their label says they are, messages become episodes; tools are listed, not imported."""

    name = "letta"
    label = "Letta agent file (.af)"
    lesson_limit = LESSONS_PER_IMPORT

    def recognise(self, file: SourceFile) -> int:
        """Sure of an `.af` with an agent in it, and of other JSON with agents and blocks."""
        if file.suffix not in {".af", ".json"}:
            return 0
        head = unwrap(file.text).text[:_HEAD_CHARS]
        if file.suffix == ".af":
            return 97 if _AGENT_MARK.search(head) else 50
        return 80 if _AGENT_MARK.search(head) and _LETTA_MARK.search(head) else 0

    def parse(self, file: SourceFile) -> Iterator[Item]:
        """Yield blocks, archived passages and messages of every agent, then what was left out."""
        yield from _Reader(file).items()

    def inventory(self, file: SourceFile) -> Inventory:
        """Agents, blocks, messages and tools as the file lists them, and whether it is JSON inside a text."""
        return _Reader(file).inventory()


@dataclass
class _Reader(FileReader):
    """Reads one file once."""

    tag = TAG
    _read: set[str] = field(default_factory=set)
    _keys: set[str] = field(default_factory=set)
    _people: dict[str, str] = field(default_factory=dict)
    _exported_at: datetime | None = None

    def items(self) -> Iterator[Item]:
        """Yield everything."""
        unwrapped: Unwrapped = unwrap(self.file.text)
        self.counts["double_encoded"] = int(unwrapped.double_encoded)
        try:
            document = parse_json(unwrapped.text)
        except JsonProblem as problem:
            yield self._left.problem("The file", problem)
            return
        documents = document if isinstance(document, list) else [document]
        for number, part in enumerate(documents, start=1):
            if isinstance(part, dict):
                yield from self._document(part)
            else:
                wrong = JsonProblem(Reason.BAD_RECORD, "An agent file is an object.")
                yield self._left.problem(f"Element {number}", wrong)
        yield from self._about_people()
        yield from self._left.told()

    def _document(self, document: dict[str, Any]) -> Iterator[Item]:
        self._exported_at = read_instant(document.get("created_at"))
        self._find_people(document)
        agents = _objects(document.get("agents"))
        if not agents and not _objects(document.get("blocks")):
            agents = [document]
        self.counts["agents"] += len(agents)
        for block in _objects(document.get("blocks")):
            yield from self._block(block, "")
        for agent in agents:
            yield from self._agent(agent)
        yield from self._passages(document)
        if document not in agents:
            self._tools(document)
        for name in _OTHER_LISTS:
            for _ in _objects(document.get(name)):
                self._left.add(Reason.FIELDS_IGNORED, name)

    def _agent(self, agent: dict[str, Any]) -> Iterator[Item]:
        name = _agent_name(agent)
        for block in _own_blocks(agent):
            yield from self._block(block, name)
        yield from self._passages(agent)
        self._tools(agent)
        talk = Talk(self._key(agent, name), name, read_instant(agent.get("created_at")))
        position = 0
        for message in _objects(agent.get("messages")):
            self.counts["messages"] += 1
            for speaker, text in self._said(message):
                when = read_instant(message.get("created_at")) or read_instant(message.get("date"))
                made = list(self._make.message(text, talk=talk, position=position, speaker=speaker, when=when))
                if not made:
                    self._left.add(Reason.TOO_SHORT if text else Reason.EMPTY, text)
                yield from made
                position += 1

    def _find_people(self, document: dict[str, Any]) -> None:
        """Find out whether blocks of several people are there: an agent's, or a shared one by its id."""
        found: dict[str, str] = {}
        for name, block in _all_blocks(document):
            label, text = name_of(block.get("label")), block.get("value")
            if _HUMAN.search(label) and not _RULES.search(label) and isinstance(text, str) and text.strip():
                owner = name_of(block.get("id")) or "/".join(filter(None, (name, label)))
                found.setdefault(text.strip(), f"{owner} {len(found) + 1}" if owner in found.values() else owner)
        labels = Counter(name_of(block.get("label")) for _, block in _all_blocks(document))
        self._people = found if len(found) > 1 and any(labels[label] > 1 for label in labels) else {}

    def _about_people(self) -> Iterator[Item]:
        if self._people:
            names = ", ".join(self._people.values())
            message = f"Blocks about {len(self._people)} people: {names}. Each keeps a scope of its own, and no facts."
            yield self._left.told_at("people", Reason.SEVERAL_USERS, message)

    def _key(self, agent: dict[str, Any], name: str) -> str:
        """The agent's conversation; a second agent of one name is told apart by its id."""
        key = f"letta:{name}"
        if key in self._keys:
            key = f"{key} {name_of(agent.get('id')) or len(self._keys)}"
        self._keys.add(key)
        return key

    def _block(self, block: dict[str, Any], agent: str) -> Iterator[Item]:
        self.counts["blocks"] += 1
        label = name_of(block.get("label")) or name_of(block.get("name")) or "block"
        value = block.get("value")
        text = value if isinstance(value, str) else ""
        key = f"{label}\x00{text}"
        if key in self._read:
            self._left.add(Reason.ALREADY_LISTED, label)
            return
        self._read.add(key)
        if not text.strip():
            self._left.add(Reason.EMPTY, label)
            return
        if _MACHINERY.fullmatch(label):
            self._left.add(Reason.TOOLS_IGNORED, label)
            return
        if _SELF.search(label):
            self._left.add(Reason.PERSONA, f"{label}: {text}")
            return
        path = shown_path(self.file.path, agent, label)
        when = read_instant(block.get("updated_at")) or read_instant(block.get("created_at")) or self._exported_at
        document, scope = _kind(label), ""
        if text.strip() in self._people:
            # Facts of several people would be mixed under one key, so what is known of each is kept as it is told.
            document, scope = Document(NOTES.kind, TAG), f"human:{self._people[text.strip()]}"
        for item in read_embedded(path, self._filled(text), document, when=when, scope=scope):
            if isinstance(item, Unsupported) and item.reason_code is Reason.TEMPLATE:
                self._left.add(Reason.TEMPLATE)
            elif isinstance(item, LessonItem) and document != _RULE_BLOCK and _AGENT_SPEAKS.search(item.rule):
                self._left.add(Reason.PERSONA, item.rule)
            else:
                yield item

    def _filled(self, text: str) -> str:
        """The lines of a block that somebody filled in; what the blank block says of itself is left out."""
        blank = [line for line in text.splitlines() if _BLANK.fullmatch(line)]
        kept = [_STARTER.sub("", line) for line in text.splitlines() if not _BLANK.fullmatch(line)]
        for line in filter(str.strip, blank):
            self._left.add(Reason.TEMPLATE, line)
        # Nothing was filled in: what is left only explains the blanks.
        return "\n".join(kept) if not blank or any(map(_FILLED.match, kept)) else ""

    def _passages(self, holder: dict[str, Any]) -> Iterator[Item]:
        for name in _PASSAGES:
            for passage in _passages_of(holder.get(name)):
                self.counts["passages"] += 1
                tags = passage.get("tags")
                made = list(
                    self._make.memory(
                        joined(words_of(passage.get("text") or passage.get("content"))),
                        when=read_instant(passage.get("created_at")),
                        tags=("archival", *(name_of(tag) for tag in tags if name_of(tag)))
                        if isinstance(tags, list)
                        else ("archival",),
                    )
                )
                if not made:
                    self._left.add(Reason.EMPTY, "a passage")
                yield from made

    def _tools(self, holder: dict[str, Any]) -> None:
        for tool in _objects(holder.get("tools")):
            self.counts["tools"] += 1
            schema = tool.get("json_schema")
            name = name_of(tool.get("name")) or name_of(schema.get("name") if isinstance(schema, dict) else "")
            self._left.add(Reason.TOOLS_IGNORED, name)

    def _said(self, message: dict[str, Any]) -> Iterator[tuple[str, str]]:
        """Who says what in a message. Its thoughts, calls of tools and what those answer are not said to anyone."""
        role = (mark(message.get("role")) or mark(message.get("message_type"))).removesuffix("_message")
        text = joined(words_of(message.get("content"))) or joined(words_of(message.get("text")))
        sent = list(_sent(message))
        if role == "assistant" and sent:
            if text:
                self._left.add(Reason.HIDDEN, text)
            for said in sent:
                yield "assistant", said
        elif role == "assistant" and text:
            yield "assistant", text
        elif role == "user" and (said := _unpacked(text)):
            yield "user", said
        else:
            self._left.add(Reason.SYSTEM_TEXT, role or "unknown role")


def _objects(value: Any) -> list[dict[str, Any]]:
    return [element for element in value if isinstance(element, dict)] if isinstance(value, list) else []


def _blocks(value: Any) -> list[dict[str, Any]]:
    """Blocks in a list, or in an object by their labels."""
    if isinstance(value, dict):
        return [
            {"label": label} | (block if isinstance(block, dict) else {"value": block})
            for label, block in value.items()
        ]
    return _objects(value)


def _agent_name(agent: dict[str, Any]) -> str:
    return name_of(agent.get("name")) or "agent"


def _own_blocks(agent: dict[str, Any]) -> list[dict[str, Any]]:
    memory = agent.get("memory")
    nested = memory.get("blocks") if isinstance(memory, dict) else None
    listed = (agent.get("core_memory"), agent.get("memory_blocks"), nested)
    return [block for blocks in listed for block in _blocks(blocks)]


def _all_blocks(document: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """All blocks with the names of the agents that hold them."""
    agents = _objects(document.get("agents")) or [document]
    own = [(_agent_name(agent), block) for agent in agents for block in _own_blocks(agent)]
    return [("", block) for block in _objects(document.get("blocks"))] + own


def _passages_of(value: Any) -> Iterator[dict[str, Any]]:
    for element in value if isinstance(value, list) else []:
        if isinstance(element, str):
            yield {"text": element}
        elif isinstance(element, dict) and isinstance(element.get("passages"), list):
            yield from _passages_of(element["passages"])
        elif isinstance(element, dict):
            yield element


def _kind(label: str) -> Document:
    if _RULES.search(label):
        return _RULE_BLOCK
    if _HUMAN.search(label):
        return Document(DocumentKind.MEMORY, TAG, "pref" if "preference" in label.lower() else "user")
    return Document(NOTES.kind, TAG)


def _sent(message: dict[str, Any]) -> Iterator[str]:
    """What an older agent sent by calling its tool for that."""
    for call in _objects(message.get("tool_calls")):
        function = call.get("function")
        if not isinstance(function, dict) or function.get("name") != _SENDING:
            continue
        said = _decoded(function.get("arguments")).get("message")
        if isinstance(said, str) and said.strip():
            yield said


def _unpacked(text: str) -> str:
    """The words of a user's message that is wrapped in JSON; nothing for a sign of life in its place."""
    wrapped = _decoded(text)
    if not wrapped:
        return text
    if mark(wrapped.get("type")) in _SIGNS:
        return ""
    said = wrapped.get("message")
    return said if isinstance(said, str) and "type" in wrapped else "" if "type" in wrapped else text


def _decoded(text: Any) -> dict[str, Any]:
    if not isinstance(text, str) or not text.lstrip().startswith("{"):
        return {}
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}
