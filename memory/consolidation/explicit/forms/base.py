"""How the forms of a language are written down, and how they become expressions.

A form is a whole clause, or several with the commas between them written out. In it stand marks: `<name>` for a
value that is a name, `<thing>` for a few words, `<things>` for the value of a like or a use, `<product>` for one with a
capital, `<rest>` for anything, `<asked>` for anything with a verb of the language's instructions, `<verb>` for such a
verb, `<day>` for the words of a day, `<noun>` for a noun of the table of keys, `<not>` for what shall not be done
instead. A space stands for one or more.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Final

from memory.consolidation.explicit import keys


class Yields(StrEnum):
    """What a form yields."""

    NAME = "name"  # a fact whose value is a name
    PLACE = "place"
    MOVE = "move"  # an episode that names a place, or what somebody changed to
    OWN = "own"  # a fact whose key the noun gives; an episode where it gives none
    THING = "thing"  # an episode that names what somebody likes or uses
    LESSON = "lesson"
    STATE = "state"  # an episode that holds from now on
    DEADLINE = "deadline"  # an episode that names a day
    TOLD = "told"  # what somebody asks to be remembered


FAMILIES: Final[dict[str, tuple[Yields, str]]] = {
    "name": (Yields.NAME, keys.NAME),
    "called": (Yields.NAME, keys.PREFERRED_NAME),
    "lives": (Yields.PLACE, keys.LOCATION),
    "moved": (Yields.MOVE, ""),
    "own": (Yields.OWN, ""),
    "favourite": (Yields.THING, ""),
    "prefers": (Yields.THING, ""),
    "likes": (Yields.THING, ""),
    "dislikes": (Yields.THING, ""),
    "works": (Yields.THING, ""),
    "learns": (Yields.THING, ""),
    "health": (Yields.THING, ""),
    "comes_from": (Yields.THING, ""),
    "has": (Yields.THING, ""),
    "plans": (Yields.THING, ""),
    "habit": (Yields.THING, ""),
    "uses": (Yields.THING, ""),
    "switched": (Yields.THING, ""),
    "wants": (Yields.LESSON, ""),
    "always": (Yields.LESSON, ""),
    "never": (Yields.LESSON, ""),
    "from_now_on": (Yields.LESSON, ""),
    "holds_from_now_on": (Yields.STATE, ""),
    "deadline": (Yields.DEADLINE, ""),
    "deadline_moved": (Yields.DEADLINE, ""),
    "remember": (Yields.TOLD, ""),
}
"""What each family of forms yields, and the key of its facts. The same in every language."""

_NAME_WORD: Final = r"[^\W\d_][\w.'’-]*"
_SPACED: Final = {
    "<name>": rf"(?P<value>{_NAME_WORD}(?: {_NAME_WORD}){{0,4}}?)",
    "<place>": rf"(?P<value>{_NAME_WORD}(?: {_NAME_WORD}){{0,4}}?(?:, {_NAME_WORD}(?: {_NAME_WORD}){{0,3}}?)?)",
    "<thing>": r"[^,;:\n]{1,60}?",
    "<things>": r"(?P<value>[^;:\n]{1,120}?)",
    "<product>": r"(?:(?:el|la|los|las|o|a|le|l') ?)?(?P<value>(?-i:[A-ZÀ-Þ0-9])[^,;:\n]{0,60}?)",
    "<value>": r"(?P<value>[^,;:\n]{1,60}?)",
    "<rest>": r"[^,;:\n]{1,140}?",
    "<text>": r"(?P<text>[^\n]{3,200})",
    "<day>": r"(?P<day>[^;:\n]{1,60}?(?:\d:\d\d[^;:\n]{0,20})?)",
}
_WIDE: Final = {
    "<name>": r"(?P<value>[^\s,，、。；：:;！？]{1,12}?|[A-Za-z][\w.'’-]*(?: [A-Z][\w.'’-]*){0,2})",
    "<place>": r"(?P<value>[^\s,，、。；：:;！？]{1,12}?|[A-Z][\w.'’-]*(?: [A-Z][\w.'’-]*){0,2})",
    "<thing>": r"[^,，。；：:;！？\n]{1,24}?",
    "<things>": r"(?P<value>[^,，。；：:;！？\n]{1,40}?)",
    "<value>": r"(?P<value>[^,，。；：:;！？\n]{1,24}?)",
    "<rest>": r"[^,，。；：:;！？\n]{1,60}?",
    "<text>": r"(?P<text>[^\n]{3,120}?)",
    "<day>": r"(?P<day>[^,，。；：;！？\n]{1,24}?)",
}

_MARK: Final = re.compile(r"(?<!\?P)<(?:name|place|thing|things|product|value|rest|text|day|not|verb|asked|noun)>")
_SPACE: Final = re.compile(r"(?<![\[\\]) (?![,\]])")


@dataclass(frozen=True, slots=True)
class Form:
    """One form of a language, ready to be matched against whole clauses."""

    family: str
    yields: Yields
    key: str
    pattern: re.Pattern[str]


@dataclass(frozen=True)
class Language:
    """The words of one language. `leads` may stand before a form and `tails` behind it, `stands_before` are openings of
    clauses that may come before one and change nothing; `verbs` are what an assistant is asked to do."""

    name: str
    leads: str
    tails: str
    stands_before: str
    verbs: str
    instead: str
    forms: dict[str, tuple[str, ...]]
    is_spaced: bool = True

    @cached_property
    def compiled(self) -> tuple[Form, ...]:
        """The forms as expressions, in the order of the table."""
        return tuple(
            Form(family, *FAMILIES[family], self._expression(form))
            for family, forms in self.forms.items()
            for form in forms
        )

    @cached_property
    def nouns(self) -> tuple[tuple[re.Pattern[str], str], ...]:
        """The nouns of the table of keys, each with its key."""
        return tuple((re.compile(words, re.IGNORECASE), key) for key, words in keys.NOUNS[self.name].items())

    @cached_property
    def opening(self) -> re.Pattern[str]:
        """A clause of greetings and the like alone, with at most a name behind."""
        name = r"(?:[ ,]+[^\W\d_][\w.'’-]*){0,2}" if self.is_spaced else r"[^\s,，。]{0,5}"
        return re.compile(self._fill(rf"(?:(?:{self.leads})(?:[ ,，、!！]*)){{1,5}}{name}"), re.IGNORECASE)

    @cached_property
    def own_statement(self) -> re.Pattern[str]:
        """The beginning of a clause in which the speaker says something of themselves."""
        return re.compile(self._fill(rf"(?:(?:{self.leads})[ ,，、]*){{0,4}}(?:{self.stands_before})"), re.IGNORECASE)

    def key_of(self, noun: str) -> str:
        """The key that a noun gives; empty when it gives none."""
        return next((key for pattern, key in self.nouns if pattern.fullmatch(noun)), "")

    def before_instead(self, words: str) -> str:
        """A rule without the words at its end that lead to what shall not be done instead."""
        return re.sub(f"(?:{self.instead})$", "", words, flags=re.IGNORECASE).rstrip(" ,，")

    def _expression(self, form: str) -> re.Pattern[str]:
        return re.compile(self._fill("".join(self._around(form))), re.IGNORECASE)

    def _around(self, form: str) -> Iterator[str]:
        gap = "[ ,]+" if self.is_spaced else "[ ,，、:：]*"
        yield rf"(?:(?:{self.leads}){gap}){{0,4}}(?P<body>{form})(?:{gap}(?:{self.tails})){{0,3}}"

    def _fill(self, pattern: str) -> str:
        """The pattern with expressions in the place of its marks."""
        inside = r"(?P<negative>[^,;:，。；：\n]{1,60}?)"
        marks = (_SPACED if self.is_spaced else _WIDE) | {
            "<not>": f"(?:(?:{self.instead}){inside})?",
            "<verb>": f"(?:{self.verbs})",
            "<asked>": rf"(?=[^,，。；\n]*(?:{self.verbs}))[^,，。；\n]{{1,60}}?",
            "<noun>": f"(?P<noun>{'|'.join(keys.NOUNS[self.name].values())})",
        }
        filled = _MARK.sub(lambda match: marks[match.group()], pattern)
        return _SPACE.sub(r"[ \\t\\u00a0]+", filled) if self.is_spaced else filled
