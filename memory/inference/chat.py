"""What a language model is asked and what it answers, whichever kind it is.

Two kinds: an endpoint that speaks as OpenAI's does, and a GGUF file in this process. None configured is a normal state.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Protocol

DEFAULT_ANSWER_TOKENS: Final = 2_048


class ChatError(Exception):
    """The model gave no answer; the message says why, and holds nothing of what it was asked.

    `passes` is whether asking again later may help: a time-out does, a wrong key does not.
    """

    def __init__(self, message: str, *, passes: bool = True) -> None:
        super().__init__(message)
        self.passes = passes


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """One question: what the model is, what it reads, and the JSON schema its answer must have.

    `purpose` says what it is for in the list of calls (`consolidation`, `trial`). `temperature` is from 0 to 2.
    """

    system: str
    prompt: str
    purpose: str
    schema: Mapping[str, Any] | None = None
    max_tokens: int = DEFAULT_ANSWER_TOKENS
    temperature: float = 0.0


@dataclass(frozen=True, slots=True)
class ChatAnswer:
    """What the model said, and what it took. `cost` is in the currency of the prices the owner set, None unknown."""

    text: str
    model: str
    prompt_tokens: int
    answer_tokens: int
    seconds: float
    cost: float | None = None


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
