"""The questions a model is asked: about a conversation, whether a proposal is there already, and to fold two into one.

Everything that was said stands in them as data, without its secrets, each turn on one line, with nothing in it that
passes for a turn or the end of the frame.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from string import Template
from typing import Any, Final

from channels_bridge.models import Origin, Role, Turn
from hooks.services import redact, redact_json
from hooks.services.redaction import Personal
from kirocrew.base.canonical import canonical_json
from kirocrew.base.fencing import fenced
from kirocrew.base.text import cut
from memory.inference.chat import ChatRequest
from skills.learning.answers import JUDGE_SCHEMA, MERGE_SCHEMA, detect_schema
from skills.learning.dedupe import Known
from skills.learning.limits import (
    ANSWER_TOKENS,
    CALL_CHARACTERS,
    CALLS_SHOWN,
    DESCRIPTION,
    JUDGE_SECONDS,
    JUDGE_TOKENS,
    LISTED,
    MERGE_SECONDS,
    MERGE_TOKENS,
    PROCEDURE,
    SCRIPTS,
    TRANSCRIPT_CHARACTERS,
    TRIGGERS_LEAST,
    TRIGGERS_MOST,
    TURN_CHARACTERS,
)
from skills.learning.texts import Written

DETECT, JUDGE, MERGE = "skill", "skill_judge", "skill_merge"
"""What the calls are for, as the list of calls shows it."""
PROMPTS: Final = Path(__file__).parent / "prompts"
QUESTION_TOKENS: Final = 1_500
"""Tokens of the question itself."""
LINE: Final = 400  # characters of a known skill
NAMES: Final = {Role.OWNER: "USER", Role.USER: "USER", Role.ASSISTANT: "ASSISTANT", Role.MACHINE: "TOOL"}
NO_REFINING: Final = "always null"

_FRAME: Final = re.compile(r"={3,}")
_TURN_MARK: Final = re.compile(r"\[(?=\s*\d+\s*\])")
_ALL_PERSONAL: Final = tuple(Personal)


def detect_request(turns: Sequence[Turn], known: Sequence[Known], *, may_refine: bool, window: int) -> ChatRequest:
    """Ask for a skill in these turns, the latest of which go first where there is no room for all."""
    listed = known_lines(known, window // 8)
    tokens = min(ANSWER_TOKENS, max(256, window // 3))
    room = min(TRANSCRIPT_CHARACTERS, max(500, (window - tokens - QUESTION_TOKENS) * 2 // 3 - len(listed)))
    prompt = _template("detect").substitute(
        description_max=DESCRIPTION,
        triggers_least=TRIGGERS_LEAST,
        triggers_most=TRIGGERS_MOST,
        procedure_max=PROCEDURE,
        scripts_max=SCRIPTS,
        refine=_template("refine").template.strip() if may_refine else NO_REFINING,
        known=listed,
        transcript="\n".join(_within(turns, room)),
    )
    return ChatRequest(
        _template("system").template, prompt, DETECT, schema=detect_schema(may_refine=may_refine), max_tokens=tokens
    )


def judge_request(written: Written, known: Sequence[Known], *, window: int) -> ChatRequest:
    """Ask whether a proposal is there already."""
    mine = Known(written.slug, written.description, written.triggers)
    prompt = _template("judge").substitute(known=known_lines(known, window // 2), proposed=_line(mine))
    return ChatRequest(
        _template("system").template,
        prompt,
        JUDGE,
        schema=JUDGE_SCHEMA,
        max_tokens=JUDGE_TOKENS,
        seconds=JUDGE_SECONDS,
    )


def merge_request(live: str, written: Written) -> ChatRequest:
    """Ask to fold a proposal into the live skill's text."""
    parts: dict[str, Any] = {
        "live": framed(live),
        "proposed": framed(f"{written.description}\n\n{written.procedure}"),
        "description_max": DESCRIPTION,
        "procedure_max": PROCEDURE,
    }
    return ChatRequest(
        _template("system").template,
        _template("merge").substitute(parts),
        MERGE,
        schema=MERGE_SCHEMA,
        max_tokens=MERGE_TOKENS,
        seconds=MERGE_SECONDS,
    )


def known_lines(known: Iterable[Known], room: int) -> str:
    """Skills as "key: description [triggers]", a line each, as many as have room in so many characters."""
    lines = []
    for one in list(known)[:LISTED]:
        line = _line(one)
        room -= len(line) + 1
        if room < 0:
            break
        lines.append(line)
    return "\n".join(lines) or "(none yet)"


def turn_line(turn: Turn) -> str:
    """A turn on one line: its number, who or what spoke, the tools with their arguments, and the words."""
    who = "TOOL" if turn.origin == Origin.TOOL else NAMES[Role(turn.role)]
    calls = "".join(f" (called {_call(call)})" for call in turn.tool_calls[:CALLS_SHOWN] if isinstance(call, Mapping))
    return f"[{turn.position}] {who}{calls}: {said(turn.text, TURN_CHARACTERS)}"


def said(text: str, limit: int) -> str:
    """Words of others as data: without secrets and personal data, on one line, cut, with no mark of the frame."""
    bare = redact(text, also=_ALL_PERSONAL).text
    shown = cut(bare, limit)
    line = _TURN_MARK.sub("(", fenced(shown)) + ("…" if len(shown) < len(bare) else "")
    return _FRAME.sub(_spread, line)


def framed(text: str) -> str:
    """A text of several lines as data: nothing in it passes for the end of its frame."""
    return _FRAME.sub(_spread, redact(text).text)


def _call(call: Mapping[str, Any]) -> str:
    given = call.get("arguments", call.get("input", call.get("args", "")))
    bare = redact_json(given, also=_ALL_PERSONAL)[0]
    text = bare if isinstance(bare, str) else canonical_json(bare)
    return f"{said(str(call.get('name', '')), 60)} {said(text, CALL_CHARACTERS)}".strip()


def _line(known: Known) -> str:
    phrases = ", ".join(known.triggers)
    return said(f"{known.key}: {known.description}" + (f" [{phrases}]" if phrases else ""), LINE)


def _within(turns: Sequence[Turn], room: int) -> list[str]:
    """The lines of the last turns that fit, at least of the very last."""
    lines: list[str] = []
    for turn in reversed(turns):
        line = turn_line(turn)
        room -= len(line) + 1
        if room < 0 and lines:
            break
        lines.append(line)
    return lines[::-1]


def _spread(match: re.Match[str]) -> str:
    return " ".join(match.group())


@cache
def _template(name: str) -> Template:
    """A prompt that comes with the project."""
    return Template((PROMPTS / f"{name}.txt").read_text(encoding="utf-8"))
