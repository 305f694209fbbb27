"""What the model is asked: to write an agent's files from its description, or to change them as the owner says."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from string import Template
from typing import Final

from hooks.services import redact
from memory.inference.chat import ChatRequest, estimated_tokens

SUMMON, REGENERATE = "summon", "regenerate"
"""What the calls are for, as the list of calls shows it."""
ANSWER_TOKENS: Final = 8_192
LEAST_TOKENS: Final = 512
TEMPERATURE: Final = 0.7  # facts of goclaw §3
EXPERTISE_ASK: Final = "<frontmatter>one line of at most 200 characters: what this agent is good at</frontmatter>"
PROMPTS: Final = Path(__file__).parent / "prompts"
_FRAME: Final = re.compile(r"<(?=\s*/?\s*(?:description|templates|instruction|files?|frontmatter)\b)", re.IGNORECASE)


def summon_request(
    *,
    description: str,
    texts: Mapping[str, str],
    wanted: Sequence[str],
    with_expertise: bool,
    window: int,
    seconds: float,
) -> ChatRequest:
    """Ask for files of an agent. `texts` are shown to begin with, `wanted` are the names to write."""
    asked = [EXPERTISE_ASK] if with_expertise else []
    prompt = _template("summon").substitute(
        description=_shown(description), templates=_files(texts), blocks="\n".join([*asked, *map(_block, wanted)])
    )
    return _request(prompt, SUMMON, window, seconds)


def regenerate_request(*, instruction: str, texts: Mapping[str, str], window: int, seconds: float) -> ChatRequest:
    """Ask for complete new texts of the files that an instruction changes."""
    prompt = _template("regenerate").substitute(
        instruction=_shown(instruction), files=_files(texts), blocks="\n".join(map(_block, texts))
    )
    return _request(prompt, REGENERATE, window, seconds)


def _request(prompt: str, purpose: str, window: int, seconds: float) -> ChatRequest:
    system = _template("system").template
    left = window - estimated_tokens(system + prompt)
    tokens = min(ANSWER_TOKENS, max(LEAST_TOKENS, left))
    return ChatRequest(system, prompt, purpose, max_tokens=tokens, temperature=TEMPERATURE, seconds=seconds)


def _files(texts: Mapping[str, str]) -> str:
    return "\n".join(f'<file name="{name}">\n{_shown(text)}\n</file>' for name, text in texts.items())


def _block(name: str) -> str:
    return f'<file name="{name}">the whole text of {name}</file>'


def _shown(text: str) -> str:
    """A text as data: without secrets, and with nothing in it that passes for the end of the frame."""
    return _FRAME.sub("(", redact(text).text.strip())


@cache
def _template(name: str) -> Template:
    return Template((PROMPTS / f"{name}.txt").read_text(encoding="utf-8").strip())
