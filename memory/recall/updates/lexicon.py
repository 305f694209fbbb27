"""Many word patterns looked for at once: by the word they begin with, so that a text is not tried with each of them."""

import re
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from typing import Final, Generic, NamedTuple, TypeVar

Label = TypeVar("Label")

WORDS_KNOWN: Final = 50_000  # words a lexicon remembers the patterns of
_WORDS: Final = re.compile("[a-zа-я0-9_]+")
_KEY: Final = re.compile("[a-zа-я0-9_]+")
_AFTER: Final = "(?![a-zа-я0-9_])"
UNSPACED: Final = re.compile("[\u3005-\u30ff\u3400-\u9fff\uac00-\ud7a3]")
"""Letters of Chinese, Japanese and Korean."""


class Found(NamedTuple, Generic[Label]):
    """A match: what it stands for, and where it is."""

    label: Label
    start: int
    end: int


class Lexicon(Generic[Label]):
    """Patterns of words between spaces, each beginning with a letter or a group, and of scripts without spaces.

    Patterns are matched on folded text. An alternative of `spaced` begins and ends with a whole word.
    """

    def __init__(self, entries: Iterable[tuple[Label, str, str]]) -> None:
        # Patterns are compiled when they are needed: all 1,900 took a sixth of the time in which a process starts.
        self._exact: dict[str, list[tuple[Label, str]]] = {}
        self._prefixes: dict[str, list[tuple[Label, str]]] = {}
        self._joined: list[tuple[Label, str]] = []
        for label, spaced, joined in entries:
            for alternative in _alternatives(spaced) if spaced else ():
                self._add(label, alternative)
            if joined:
                self._joined.append((label, joined))
        self._of_word = lru_cache(maxsize=WORDS_KNOWN)(self._look_up)
        self._lengths = sorted({len(prefix) for prefix in self._prefixes})

    def find(self, folded: str) -> Iterator[Found[Label]]:
        """Yield every match, those of one word's beginning in the order of the entries."""
        known = {word for word in set(_WORDS.findall(folded)) if self._of_word(word)}
        for word in _WORDS.finditer(folded) if known else ():
            for label, pattern in self._of_word(word.group()) if word.group() in known else ():
                if match := pattern.match(folded, word.start()):
                    yield Found(label, word.start(), match.end())
        if self._joined and UNSPACED.search(folded):
            for label, joined in self._joined:
                for match in _compiled(joined).finditer(folded):
                    yield Found(label, *match.span())

    def _look_up(self, word: str) -> tuple[tuple[Label, re.Pattern[str]], ...]:
        """The patterns that can begin with a word. Most words begin none, and the same words come again."""
        found = list(self._exact.get(word, ()))
        for length in self._lengths:
            found += self._prefixes.get(word[:length], ()) if length <= len(word) else ()
        return tuple((label, _compiled(pattern)) for label, pattern in found)

    def _add(self, label: Label, alternative: str) -> None:
        key = _KEY.match(alternative)
        if key is None:
            raise ValueError(f"a pattern of words begins with no word: {alternative}")
        word, following = key.group(), alternative[key.end() : key.end() + 1]
        if following in ("?", "*", "{"):  # the last letter may be missing
            word = word[:-1]
        whole = following in ("", " ", "'", "-")
        table = self._exact if whole else self._prefixes
        table.setdefault(word, []).append((label, alternative + _AFTER))


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    """A pattern, when it is looked for first. Lexicons that share an entry share what it is compiled to."""
    return re.compile(pattern)


def _alternatives(pattern: str) -> Iterator[str]:
    """Split at the bars outside of groups, and multiply out groups an alternative begins with."""
    for part in _split(pattern):
        if part.startswith("(?:"):
            end = _closing(part)
            optional = part[end + 1 : end + 2] == "?"
            rest = part[end + 2 :] if optional else part[end + 1 :]
            for inner in _split(part[3:end]):
                yield from _alternatives(inner + rest)
            if optional:
                yield from _alternatives(rest)
        else:
            yield part


def _split(pattern: str) -> Iterator[str]:
    depth = start = 0
    for index, char in enumerate(pattern):
        depth += (char in "([") - (char in ")]")
        if char == "|" and not depth:
            yield pattern[start:index]
            start = index + 1
    yield pattern[start:]


def _closing(pattern: str) -> int:
    """Where the group that a pattern begins with ends."""
    depth = 0
    for index, char in enumerate(pattern):
        depth += (char == "(") - (char == ")")
        if not depth:
            return index
    raise ValueError(f"a group is not closed: {pattern}")
