"""The question a model is asked about a span: templates with the caps in them, what is known, and who said what.

Everything that was said or is remembered stands in it as data, each on one line, with nothing in it that passes for a
turn, a memory or the end of the frame.
"""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Template
from typing import Any, Final

from django.utils import timezone

from channels_bridge.models import Role, Turn
from kirocrew.base.fencing import fenced
from kirocrew.base.text import cut
from memory.consolidation.answers import answer_schema
from memory.consolidation.limits import (
    ANSWER_TOKENS,
    DOCUMENT_CHARACTERS,
    DOCUMENT_TOKENS,
    KNOWN_CHARACTERS,
    SPAN_CHARACTERS,
    TURN_CHARACTERS,
    caps_of,
)
from memory.inference.chat import ChatRequest
from memory.models import Kind, Record
from memory.models.consolidation import PassPath
from memory.services.fact_drafts import value_text

PURPOSE: Final = "consolidation"
PROMPTS: Final = Path(__file__).parent / "prompts"
NAMES: Final = {Role.OWNER: "OWNER", Role.USER: "USER", Role.ASSISTANT: "ASSISTANT", Role.MACHINE: "MACHINE"}
TOOLS_SHOWN: Final = 5
LABEL: Final = 60  # characters of an author's or a tool's name
VALUE: Final = 1_000  # characters of a known value or rule
TOLD: Final = 300  # characters of a known happening

_TURN_MARK: Final = re.compile(r"\[(?=\s*\d+\s*\])")
_FRAME: Final = re.compile(r"={3,}")


@dataclass(frozen=True, slots=True)
class Known:
    """What a model is shown of memory: lines, newest first, and the facts among them, key to revision."""

    text: str
    facts: Mapping[str, int]


def consolidation_request(
    path: PassPath,
    turns: Sequence[Turn],
    known: Known,
    *,
    window: int,
    documents: str = "",
    kinds: Collection[str] = (),
) -> ChatRequest:
    """The request for these turns; `documents` shows those of these kinds, which are asked for as well."""
    caps = caps_of(window)
    parts: Mapping[str, Any] = {
        "facts_max": caps.facts,
        "episodes_max": caps.episodes,
        "lessons_max": caps.lessons,
        "text_max": caps.text,
        "rule_max": caps.rule,
        "entry_max": caps.entry,
        "tags_max": caps.tags,
        "known": "\n".join(filter(None, (known.text, documents))),
        "documents": template("documents").substitute(document_max=DOCUMENT_CHARACTERS) if kinds else "",
        "transcript": "\n".join(turn_line(turn) for turn in turns),
    }
    return ChatRequest(
        system=template("system").template,
        prompt=template(str(path)).substitute(parts),
        purpose=PURPOSE,
        schema=answer_schema(path, caps, kinds),
        max_tokens=answer_tokens(window, with_documents=bool(kinds)),
    )


def answer_tokens(window: int, *, with_documents: bool = False) -> int:
    """Tokens an answer may take in a window of so many."""
    return max(256, min(ANSWER_TOKENS + DOCUMENT_TOKENS * with_documents, window // 3))


def span_characters(window: int) -> int:
    """Characters of turns that surely fit into a window of so many tokens beside question, answer and known facts.

    Counted as one token each: in some scripts a character is one.
    """
    question = 1_000
    return max(500, min(SPAN_CHARACTERS, (window - answer_tokens(window) - question) * 2 // 3))


def known_of(records: Sequence[Record], *, fits: Callable[[str], bool] | None = None) -> Known:
    """What is known, newest first, up to 65,536 characters; the records are given in that order.

    `fits` says whether a text has room in the model's window.
    """
    lines = [(record, known_line(record)) for record in records]
    size, shown = 0, 0
    for _, line in lines:
        size += len(line) + 1
        if size > KNOWN_CHARACTERS:
            break
        shown += 1
    while shown and fits is not None and not fits(_known_text(lines[:shown], len(lines) - shown)):
        shown = shown * 2 // 3
    facts = {record.key: record.revision for record, _ in lines[:shown] if record.kind == Kind.FACT}
    return Known(_known_text(lines[:shown], len(lines) - shown), facts)


def known_line(record: Record) -> str:
    """A known fact, happening or lesson on one line."""
    if record.kind == Kind.FACT:
        return f"{record.key} = {said(value_text(record.fact.value), VALUE)}"
    if record.kind == Kind.EPISODE:
        return f"happened: {said(record.episode.text, TOLD)}"
    negative = f" (not: {said(record.lesson.negative, VALUE)})" if record.lesson.negative else ""
    return f"rule: {said(record.lesson.rule, VALUE)}{negative}"


def turn_line(turn: Turn) -> str:
    """A turn on one line: its number, when and by whom it was said, with which tools, and its words."""
    who = NAMES[Role(turn.role)]
    if turn.author:
        who += f" {said(turn.author, LABEL)}"
    if turn.origin != "typed":
        who += f" (from a {turn.origin})"
    tools = [str(call.get("name", "")) for call in turn.tool_calls[:TOOLS_SHOWN] if isinstance(call, Mapping)]
    used = ", ".join(said(name, LABEL) for name in tools if name)
    at = f"{timezone.localtime(turn.said_at):%Y-%m-%d %H:%M}"
    return f"[{turn.position}] {at} {who}{f' (tools: {used})' if used else ''}: {said(turn.text, TURN_CHARACTERS)}"


def said(text: str, limit: int) -> str:
    """Words of others as data: on one line, cut, with nothing that passes for one of the frame's marks."""
    shown = cut(text, limit)
    line = fenced(shown) + ("…" if len(shown) < len(text) else "")
    return _FRAME.sub(lambda match: " ".join(match.group()), _TURN_MARK.sub("(", line))


@cache
def template(name: str) -> Template:
    """A prompt that comes with the project."""
    return Template((PROMPTS / f"{name}.txt").read_text(encoding="utf-8"))


def _known_text(lines: Sequence[tuple[Record, str]], left_out: int) -> str:
    shown = "\n".join(line for _, line in lines) or "(nothing yet)"
    notice = f"\n({left_out} older entries are not shown; leave them alone)" if left_out else ""
    return f"=== known already, newest first ===\n{shown}{notice}\n=== end of what is known ==="
