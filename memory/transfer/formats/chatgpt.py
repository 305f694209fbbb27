"""Conversations of a ChatGPT data export: the messages a person sees when they open the conversation.

`conversations.json` keeps every conversation as a tree. The path that is shown ends at `current_node`; branches beside
it were edited or generated anew, and what they say was taken back. Some messages of the path are hidden: system notes,
the person's instructions, calls of tools, thoughts.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from kirocrew.base.text import clean
from memory.transfer.formats import Inventory, register
from memory.transfer.formats.dates import read_instant
from memory.transfer.formats.file_reader import FileReader
from memory.transfer.formats.json_parts import LINE_SUFFIXES, Part, parts, unwrap
from memory.transfer.formats.json_values import JsonProblem
from memory.transfer.formats.making import Talk
from memory.transfer.formats.message_texts import joined, mark, words_of
from memory.transfer.formats.people import name_of
from memory.transfer.items import Item
from memory.transfer.reasons import Reason
from memory.transfer.sources import SourceFile

TAG: Final = "chatgpt"
_HEAD_CHARS: Final = 200_000
_MAPPING: Final = re.compile(r'"mapping"\s*:\s*\{')
_TREE: Final = re.compile(r'"(?:current_node|children|content_type)"\s*:')
_HIDDEN_CONTENT: Final = frozenset(
    "user_editable_context model_editable_context thoughts reasoning_recap app_pairing_content system_error".split()
)
_SPEAKERS: Final = {"user": "user", "assistant": "assistant", "tool": "tool", "human": "user"}
_WRAPPERS: Final = ("conversations", "items", "data")
_CONVERSATION: Final = "chatgpt"


@register
class ChatGPT:
    """Each visible message becomes an episode of its conversation, with speaker, time and position."""

    name = "chatgpt"
    label = "ChatGPT data export (conversations.json)"
    lesson_limit = None

    def recognise(self, file: SourceFile) -> int:
        """Sure of a tree of messages."""
        if file.suffix != ".json" and file.suffix not in LINE_SUFFIXES:
            return 0
        head = unwrap(file.text).text[:_HEAD_CHARS]
        if _MAPPING.search(head) and _TREE.search(head):
            return 95
        return 60 if head.lstrip() in ("[]", "{}") and file.name.lower() == "conversations.json" else 0

    def parse(self, file: SourceFile) -> Iterator[Item]:
        """Yield the messages conversation by conversation, then what was left out."""
        yield from _Reader(file).items()

    def inventory(self, file: SourceFile) -> Inventory:
        """Conversations, messages of the paths that are shown, those beside them, hidden ones, and empty titles."""
        return _Reader(file).inventory()


@dataclass
class _Reader(FileReader):
    """Reads one file once, a conversation at a time."""

    tag = TAG

    def items(self) -> Iterator[Item]:
        """Yield everything."""
        for part in parts(self.file, unwrap(self.file.text).text):
            if part.problem:
                yield self._left.problem(part.where, part.problem)
                continue
            for where, value in _conversations(part):
                yield from self._conversation(where, value)
        yield from self._left.told()

    def _conversation(self, where: str, value: Any) -> Iterator[Item]:
        nodes = value.get("mapping") if isinstance(value, dict) else None
        if not isinstance(nodes, dict):
            problem = JsonProblem(Reason.BAD_RECORD, "A conversation has a `mapping` of its messages.")
            yield self._left.problem(where, problem)
            return
        self.counts["conversations"] += 1
        title = name_of(value.get("title"))
        self.counts["empty_title"] += not title
        when = read_instant(value.get("create_time")) or read_instant(value.get("update_time"))
        talk = Talk(_key(value, title, when), title, when)
        path = _path(nodes, value.get("current_node"))
        self._count_branches(nodes, set(path))
        position, said = 0, False
        for message in filter(None, (_message(nodes[name]) for name in path)):
            text = _text(message)
            if _is_hidden(message, text):
                self.counts["hidden_messages"] += 1
                self._left.add(Reason.HIDDEN, text)
                continue
            said = True
            self.counts["visible_messages_on_current_path"] += 1
            yield from self._visible(message, text, talk, position)
            position += 1
        if not said:
            self.counts["empty_conversations"] += 1
            self._left.add(Reason.EMPTY, title or talk.key)

    def _visible(self, message: dict[str, Any], text: str, talk: Talk, position: int) -> Iterator[Item]:
        when = read_instant(message.get("create_time")) or read_instant(message.get("update_time"))
        role = _role(message)
        made = list(
            self._make.message(text, talk=talk, position=position, speaker=_SPEAKERS.get(role, role), when=when)
        )
        if not made:
            self._left.add(Reason.TOO_SHORT if text else Reason.EMPTY, text)
        yield from made

    def _count_branches(self, nodes: dict[str, Any], path: set[str]) -> None:
        for name, node in nodes.items():
            message = _message(node) if name not in path else None
            if message is None:
                continue
            text = _text(message)
            if _is_hidden(message, text):
                self.counts["hidden_messages"] += 1
                self._left.add(Reason.HIDDEN, text)
            else:
                self.counts["abandoned_branch_messages"] += 1
                self._left.add(Reason.ABANDONED, text)


def _conversations(part: Part) -> Iterator[tuple[str, Any]]:
    """The conversation a part is, or those that it wraps."""
    if isinstance(part.value, dict) and "mapping" not in part.value:
        for name in _WRAPPERS:
            if isinstance(part.value.get(name), list):
                for number, value in enumerate(part.value[name], start=1):
                    yield f"Conversation {number}", value
                return
    yield part.where, part.value


def _key(value: dict[str, Any], title: str, when: datetime | None) -> str:
    """What the conversation is called here: its id, or what stands for it in every later export."""
    identity = name_of(value.get("conversation_id")) or name_of(value.get("id"))
    if not identity:
        identity = f"{title} {when.isoformat() if when else ''}".strip() or "unnamed"
    return f"{_CONVERSATION}:{identity}"


def _path(nodes: dict[str, Any], current: Any) -> list[str]:
    """The nodes from the root to the current one; without one, to the leaf that was written last."""
    if not isinstance(current, str) or current not in nodes:
        leaves = [(_written(node), place, name) for place, (name, node) in enumerate(nodes.items())]
        current = max((leaf for leaf in leaves if not _children(nodes[leaf[2]], nodes)), default=(0, 0, None))[2]
    path: list[str] = []
    seen: set[str] = set()
    # A tree that was tampered with can run in circles.
    while isinstance(current, str) and current in nodes and current not in seen:
        seen.add(current)
        path.append(current)
        node = nodes[current]
        current = node.get("parent") if isinstance(node, dict) else None
    return path[::-1]


def _children(node: Any, nodes: dict[str, Any]) -> list[str]:
    children = node.get("children") if isinstance(node, dict) else None
    return [name for name in children if isinstance(name, str) and name in nodes] if isinstance(children, list) else []


def _written(node: Any) -> float:
    message = _message(node)
    when = read_instant(message.get("create_time")) if message else None
    return when.timestamp() if when else 0.0


def _message(node: Any) -> dict[str, Any] | None:
    message = node.get("message") if isinstance(node, dict) else None
    return message if isinstance(message, dict) else None


def _role(message: dict[str, Any]) -> str:
    author = message.get("author")
    return mark(author.get("role") if isinstance(author, dict) else message.get("role"))


def _content(message: dict[str, Any]) -> dict[str, Any]:
    content = message.get("content")
    return content if isinstance(content, dict) else {"parts": content}


def _is_hidden(message: dict[str, Any], text: str) -> bool:
    metadata = message.get("metadata")
    if isinstance(metadata, dict) and metadata.get("is_visually_hidden_from_conversation") is True:
        return True
    if _role(message) not in _SPEAKERS or message.get("recipient") not in (None, "", "all"):
        return True
    if message.get("weight") == 0 or mark(_content(message).get("content_type")) in _HIDDEN_CONTENT:
        return True
    # What is neither said nor shown: the stub an answer began with.
    return not text and _role(message) in {"assistant", "tool"}


def _text(message: dict[str, Any]) -> str:
    """The words of a message, and the names of the files that came with it."""
    content = _content(message)
    kind = content.get("content_type")
    if kind == "tether_browsing_display":
        text = joined(words_of([content.get("summary"), content.get("result")]))
    else:
        text = joined(words_of(content.get("parts"))) or joined(words_of(content.get("text")))
    metadata = message.get("metadata")
    attached = metadata.get("attachments") if isinstance(metadata, dict) else None
    names = (
        [name_of(file.get("name")) for file in attached if isinstance(file, dict)] if isinstance(attached, list) else []
    )
    return clean(" ".join([text, *(f"[file: {name}]" for name in names if name)]).strip())
