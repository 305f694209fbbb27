"""Whether a conversation is worth a question: enough work with tools, and none of it near secrets."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from channels_bridge.models import Origin, Role, Turn
from hooks.services.reading import is_sensitive
from skills.learning.codes import LearnOutcome
from skills.learning.limits import TOOL_TURNS_FLOOR

# What stands between two of these may be a path, if it holds a slash or a tilde or begins with a dot.
_WORD: Final = re.compile(r"""[^\s"'`,;|<>()\[\]{}=]+""")
_MARKS: Final = frozenset("/\\~")
_START: Final = re.compile(r"[~/\\]|(?<![\w.])\.\w")
_PATH_LIMIT: Final = 400  # characters; what is longer is no path but data
_CONTEXT: Final = re.compile(r"\b(?:id_(?:rsa|dsa|ecdsa|ed25519)|authorized_keys|\.netrc|\.pgpass)\b")


def gate_check(fresh: Sequence[Turn], window: Sequence[Turn], *, tool_turns: int) -> LearnOutcome | None:
    """Why a conversation is passed over, or None.

    FEW_TOOLS when fewer than `tool_turns` (2 at least) of the turns that are new used tools; SENSITIVE when a tool's
    text anywhere in the window names a path that nobody may open.
    """
    if sum(map(is_tool_turn, fresh)) < max(TOOL_TURNS_FLOOR, tool_turns):
        return LearnOutcome.FEW_TOOLS
    return LearnOutcome.SENSITIVE if any(map(is_near_secrets, window)) else None


def is_tool_turn(turn: Turn) -> bool:
    """Whether tools were called in a turn, or it is what a tool answered: both ways of recording are counted."""
    return turn.origin == Origin.TOOL or bool(turn.tool_calls)


def is_near_secrets(turn: Turn) -> bool:
    """Whether a tool's text names a path that nobody may open."""
    return is_tool_turn(turn) and any(names_sensitive(text) for text in tool_texts(turn))


def names_sensitive(text: str) -> bool:
    """Whether a text names a path that nobody may open."""
    if _CONTEXT.search(text):
        return True
    return any(is_sensitive(path) for path in set(_paths(text)))


def _paths(text: str) -> Iterator[str]:
    """What may be a path in a sentence, a command or JSON, also where words of a script without spaces stand before."""
    for match in _WORD.finditer(text):
        word = match.group().rstrip(".:")
        if len(word) > _PATH_LIMIT or not (_MARKS.intersection(word) or word.startswith(".")):
            continue
        yield word
        if not word.isascii() and (start := _START.search(word)):
            yield word[start.start() :]


def tool_texts(turn: Turn) -> Iterator[str]:
    """The texts of a turn that tools wrote or were given."""
    yield turn.text
    for call in turn.tool_calls:
        yield from _leaves(call)


def may_be_shown(turn: Turn) -> bool:
    """Not what was recalled, gives orders to the machine, or was erased."""
    return not (turn.origin == Origin.RECALLED or turn.is_suspicious or turn.erased_at is not None) and (
        turn.role != Role.MACHINE or turn.origin == Origin.TOOL
    )


def _leaves(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from _leaves(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _leaves(item)
