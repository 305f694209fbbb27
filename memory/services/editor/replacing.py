"""Replacing a literal text in a JSON value: in its strings, never in its keys nor under protected names."""

import json
import re
from typing import Any, Final

from kirocrew.base.problems import TooLarge
from memory.services.editor.selection import BYTES_MAX, TOO_LARGE

GROWN_MAX: Final = 16_384  # characters of a value after it grew: four times what the gate takes of the longest kind
PROTECTED: Final = frozenset({"repo_scope", "scope", "source", "source_ref", "derived_from", "category"})
"""Names of an object's members that say where something belongs or comes from; what stands under them stays."""


class Overgrown(Exception):
    """A value would become longer than any record may be; it was not made."""


class Replacer:
    """Replaces one text by another, literally: nothing in either has a meaning of its own.

    Without `match_case` letters of either case are found; the replacement is put in as it was given. One replacer makes
    at most 32 MiB of new text.
    """

    def __init__(self, find: str, replacement: str, *, match_case: bool) -> None:
        self._pattern = re.compile(re.escape(find), 0 if match_case else re.IGNORECASE)
        self._replacement = replacement
        self._growth = len(replacement) - len(find)  # of each occurrence: letters of either case are as long
        self._room, self._made = GROWN_MAX, 0
        self._is_escaped = json.dumps(find, ensure_ascii=False) != f'"{find}"'

    def is_in(self, text: str) -> bool:
        """Whether the text is found there."""
        return self._pattern.search(text) is not None

    def is_in_json(self, document: str | None) -> bool:
        """Whether the text may be found in a JSON document that keeps its characters; sure of a no only."""
        return document is not None and (self._is_escaped or self.is_in(document))

    def value(self, value: Any) -> Any:
        """A copy of the JSON value with every occurrence in its strings replaced, from left to right.

        Raises Overgrown for a value that would become too long for a record, TooLarge (`memory-selection-too-large`)
        once there is more than 32 MiB of new text.
        """
        self._room = GROWN_MAX
        return self._value(value)

    def _value(self, value: Any) -> Any:
        if isinstance(value, str):
            return self._text(value)
        if isinstance(value, list):
            return [self._value(item) for item in value]
        if isinstance(value, dict):
            return {key: item if key in PROTECTED else self._value(item) for key, item in value.items()}
        return value

    def _text(self, text: str) -> str:
        """Stops at the first occurrence for which there is no room, so that a text is never made to be refused."""
        most = max(0, self._room - len(text)) // self._growth + 1 if self._growth > 0 else 0
        new, count = self._pattern.subn(lambda _: self._replacement, text, count=most)
        if most and count == most:
            raise Overgrown
        self._room -= len(new)
        self._made += len(new.encode("utf-8", "surrogatepass")) if count else 0
        if self._made > BYTES_MAX:
            raise TooLarge("The texts would grow to more than 32 MiB together. Choose fewer records.", type=TOO_LARGE)
        return new
