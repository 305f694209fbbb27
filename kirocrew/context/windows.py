"""How large the window of a model is. What is not known here is unknown, and gets the whole budget."""

import re
from collections.abc import Mapping
from typing import Final

WINDOWS: Final[Mapping[str, int]] = {
    "claude-3": 200_000,
    "claude-haiku-4": 200_000,
    "claude-opus-4": 200_000,
    "claude-sonnet-4": 200_000,
    "codestral": 256_000,
    "command-r": 128_000,
    "deepseek": 128_000,
    "gemini-1.5-pro": 2_097_152,
    "gemini-1.5": 1_048_576,
    "gemini-2": 1_048_576,
    "gemini-3": 1_048_576,
    "gemma-2": 8_192,
    "gemma-3": 131_072,
    "gpt-3.5": 16_385,
    "gpt-4": 8_192,
    "gpt-4-turbo": 128_000,
    "gpt-4.1": 1_047_576,
    "gpt-4.5": 128_000,
    "gpt-4o": 128_000,
    "gpt-5": 400_000,
    "gpt-oss": 131_072,
    "grok-3": 131_072,
    "grok-4": 256_000,
    "kimi-k2": 131_072,
    "llama-3": 8_192,
    "llama-3.1": 131_072,
    "llama-3.2": 131_072,
    "llama-3.3": 131_072,
    "mistral-large": 131_072,
    "mistral-small": 131_072,
    "o1": 200_000,
    "o1-mini": 128_000,
    "o3": 200_000,
    "o4": 200_000,
    "phi-4": 16_384,
    "qwen2.5": 131_072,
    "qwen3": 131_072,
    "qwen3-coder": 262_144,
    "smollm2": 8_192,
}
"""Tokens, by how the name of a model begins, as its maker publishes them. The longest beginning counts."""

MILLION: Final = "[1m]"
"""How Claude Code writes that a model is asked with its large window."""
_PROVIDERS: Final = re.compile(r"^(?:[a-z-]+\.)+")


def window_of(model: str, overrides: Mapping[str, int] | None = None) -> int | None:
    """Tokens of the model's window, None where it is not known. What the owner wrote goes first.

    `provider/model` and `provider:model` are read as `model`; a name counts whatever its case.
    """
    name = model.strip().casefold()
    found = _longest(name, overrides or {})
    if found is None and name.endswith(MILLION):
        return 1_000_000
    return _longest(name, WINDOWS) if found is None else found


def _longest(name: str, known: Mapping[str, int]) -> int | None:
    forms = _forms(name)
    fitting = [
        (len(start), tokens)
        for start, tokens in known.items()
        if any(form.startswith(start.casefold()) for form in forms)
    ]
    return max(fitting)[1] if fitting else None


def _forms(name: str) -> set[str]:
    """The name, and what follows each mark that sets a provider before it: `/`, `:`, and `eu.anthropic.`."""
    forms = {name} | {name[at + 1 :] for at, char in enumerate(name) if char in "/:"}
    return forms | {_PROVIDERS.sub("", form) for form in forms} - {""}
