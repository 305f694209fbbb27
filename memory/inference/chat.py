"""What a language model is asked and what it answers, whichever kind it is.

Two kinds: an endpoint that speaks as OpenAI's does, and a GGUF file in this process. None configured is a normal state.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Protocol

DEFAULT_ANSWER_TOKENS: Final = 2_048
BYTES_OF_A_TOKEN: Final = 3
"""UTF-8 bytes taken for one token where a model can't be asked: too many tokens for English, about right for CJK."""


class ChatError(Exception):
    """The model gave no answer; the message says why, and holds nothing of what it was asked.

    `passes` is whether asking again later may help: a time-out does, a wrong key does not. `kind` is a short code of
    what went wrong, kept with the call.
    """

    def __init__(self, message: str, *, passes: bool = True, kind: str = "failed") -> None:
        super().__init__(message)
        self.passes = passes
        self.kind = kind


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """One question: what the model is, what it reads, and the JSON schema its answer must have.

    `purpose` says what it is for in the list of calls (`consolidation`, `trial`). `temperature` is from 0 to 2.
    `seconds` is how long somebody waits for the answer, if that is less than the operator allows.
    """

    system: str
    prompt: str
    purpose: str
    schema: Mapping[str, Any] | None = None
    max_tokens: int = DEFAULT_ANSWER_TOKENS
    temperature: float = 0.0
    seconds: float = math.inf


@dataclass(frozen=True, slots=True)
class ChatAnswer:
    """What the model said, and what it took. `cost` is in the currency of the prices the owner set, None unknown.

    `cut_off` is whether the answer ended at its limit and not where the model wanted; `estimated` whether the tokens
    were not counted by the model.
    """

    text: str
    model: str
    prompt_tokens: int
    answer_tokens: int
    seconds: float
    cost: float | None = None
    cut_off: bool = False
    estimated: bool = False


class ChatModel(Protocol):
    """Answers one question at a time. Safe to use from several threads."""

    @property
    def name(self) -> str:
        """What the answers are stamped with, `gpt-4o-mini` or `smollm2`."""

    @property
    def window(self) -> int:
        """Tokens of question and answer together."""

    def count_tokens(self, text: str) -> int:
        """How many tokens a text takes, estimated where the model can't be asked."""

    def complete(self, request: ChatRequest) -> ChatAnswer:
        """Answer. Raises ChatError."""


def estimated_tokens(text: str) -> int:
    """About how many tokens a text takes in a model that can't be asked; rather too many than too few."""
    return math.ceil(len(text.encode("utf-8", "replace")) / BYTES_OF_A_TOKEN)
