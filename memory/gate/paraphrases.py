"""Whether a text says again, in other words, what was refused: judged by words, where there is a model by vectors too.

The test leans to one side: two statements are the same only if nothing stands against it. Numbers, negation, limits,
opposites, people and who does what to whom must agree, and what one says and the other does not must be little.
"""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from memory.gate import meanings
from memory.gate.statements import Statement, one_spelling, statement_of, writing_of

SENTENCES: Final = 20  # of a text that are compared
LENGTH: Final = 300  # characters of a sentence; a longer one says more than one thing
FEWEST: Final = 3  # things and numbers a sentence must have to be compared; with two, thanks to John would be one
MORE: Final = 0.5  # share of the text's things beyond the refused statement's
LESS: Final = 0.25  # share of the refused statement's things that may be left out
NEAR: Final = 0.95  # cosine from which other words are believed; on the tuning pairs 0.9 let one error in
OTHER_WORDS: Final = 0.34
_END: Final = re.compile(r"(?<=[.!?。！？；;\n])(?!(?<=\d\.)\d)\s*")  # 3.10 does not end a sentence
_PREFIX: Final = 4
_ENDING: Final = 3
_LONG: Final = 6  # letters of a word that may have a longer ending: indent, indentation
_CONVERSE: Final = frozenset(frozenset(pair) for pair in meanings.CONVERSES)
_CONCEPT: Final = "·"


@dataclass(frozen=True, slots=True)
class Likeness:
    """Whether two statements say the same, and what stands against it."""

    is_same: bool
    against: str = ""


SAME: Final = Likeness(True)


def sentences_of(text: str) -> list[str]:
    """The sentences of a text that are worth comparing."""
    return [part for part in _END.split(text)[:SENTENCES] if 0 < len(part.strip()) <= LENGTH]


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence that was read: how it is written, and what it says."""

    text: str
    writing: str
    says: Statement

    @classmethod
    def of(cls, text: str, writing: str = "") -> "Sentence":
        how, spelled = writing or writing_of(text), one_spelling(text)
        return cls(spelled, how, statement_of(spelled, how))

    @property
    def is_enough(self) -> bool:
        """Whether it says enough to be told from another one."""
        return bool(self.says.hard) and len(self.says.hard) + len(self.says.numbers) >= FEWEST

    def about(self) -> set[str]:
        """What a sentence that says the same shares with it, for the most part."""
        return {key for thing in self.says.hard for key in _keys(thing)}


class Sayings:
    """Texts that must not be said again, found by what they are about. To be thrown away after a batch of texts.

    Of several sentences under one number at least half must be said again: each alone may be small talk.
    """

    def __init__(self, sentences: Iterable[tuple[int, str]]) -> None:
        read = [(number, Sentence.of(text)) for number, text in sentences]
        self._total = Counter(number for number, _ in read)
        self._known = [(number, sentence) for number, sentence in read if sentence.is_enough]
        self._about: dict[str, list[int]] = {}
        for at, (_, sentence) in enumerate(self._known):
            for key in sentence.about():
                self._about.setdefault(key, []).append(at)

    def said_in(self, text: str) -> int | None:
        """The number of a text that this one says again, judged by words alone."""
        said: dict[int, set[int]] = {}
        for part in sentences_of(text):
            new = Sentence.of(part)
            for at in self._near(new) if new.is_enough else ():
                number, old = self._known[at]
                if judged(new, old).is_same:
                    said.setdefault(number, set()).add(at)
                    if 2 * len(said[number]) >= self._total[number]:
                        return number
        return None

    def _near(self, new: Sentence) -> list[int]:
        """Places of sentences that share half of their things with the new one."""
        shared = Counter(at for key in new.about() for at in self._about.get(key, ()))
        return [
            at
            for at, count in shared.items()
            if self._known[at][1].writing == new.writing and 2 * count >= len(self._known[at][1].says.hard)
        ]


def says_again(text: str, refused: str, *, cosine: float | None = None) -> Likeness:
    """Whether one sentence says what the refused one said.

    `cosine` is that of the two, where a model that knows both writings gives it.
    """
    writing = writing_of(text, refused)
    return judged(Sentence.of(text, writing), Sentence.of(refused, writing), cosine=cosine)


def judged(new: Sentence, old: Sentence, *, cosine: float | None = None) -> Likeness:
    """Whether a sentence says what another one, read in the same way of writing, said."""
    if not (new.is_enough and old.is_enough):
        return Likeness(False, "too little to compare")
    if against := _conflict(new.says, old.says):
        return Likeness(False, against)
    ours, theirs = new.says.hard, old.says.hard
    extra, missing = _without_counterpart(ours, theirs), _without_counterpart(theirs, ours)
    extra = extra or (_without_counterpart(new.says.pale, old.says.pale) if missing else [])
    missing = missing or (_without_counterpart(old.says.pale, new.says.pale) if extra else [])
    if extra and missing:
        few = len(missing) <= OTHER_WORDS * len(theirs) and len(extra) <= OTHER_WORDS * len(ours)
        is_near = cosine is not None and cosine >= NEAR and new.writing == "latin"
        if is_near and few and not _names(new.text, extra) and not _names(old.text, missing):
            return SAME
        return Likeness(False, "other words")
    if len(extra) > MORE * len(ours):
        return Likeness(False, "says more")
    return SAME if len(missing) <= LESS * len(theirs) else Likeness(False, "says less")


def _keys(thing: str) -> Iterable[str]:
    """What two things that are one have in common."""
    if thing.startswith(_CONCEPT):
        name = thing.removeprefix(_CONCEPT)
        return [thing, *(_CONCEPT + other for pair in _CONVERSE if name in pair for other in pair)]
    if _is_unspaced(thing):
        return [thing] if len(thing) == 1 else [thing[at : at + 2] for at in range(len(thing) - 1)]
    return [thing[:_PREFIX]]


def _conflict(new: Statement, old: Statement) -> str:
    if new.is_negated != old.is_negated:
        return "negation"
    if new.numbers != old.numbers:
        return "numbers"
    if new.limits != old.limits:
        return "limits"
    for axis in new.poles.keys() & old.poles.keys():
        if not new.poles[axis] & old.poles[axis]:
            return "opposites"
    return "roles" if _is_turned(new, old) else ""


def _is_turned(new: Statement, old: Statement) -> bool:
    """Whether what was done by one to another is now done by the other to the one."""
    if not new.doer or not old.doer:
        return False
    names = (new.doer, old.doer)
    known = all(any(_same(name, thing) for thing in statement.things) for name in names for statement in (new, old))
    is_other = not _same(*names)
    is_converse = any(
        (one in new.relations and other in old.relations) or (other in new.relations and one in old.relations)
        for one, other in meanings.CONVERSES
    )
    return known and (is_other != is_converse) and (is_other or _people(new, old) > 1)


def _people(new: Statement, old: Statement) -> int:
    words = [thing for thing in dict.fromkeys(new.things) if not thing.startswith(_CONCEPT)]
    return sum(any(_same(thing, other) for other in old.things) for thing in words)


def _without_counterpart(things: Iterable[str], others: list[str]) -> list[str]:
    return [thing for thing in things if not any(_same(thing, other) for other in others)]


def _same(one: str, other: str) -> bool:
    """Whether two things are one, but for an ending or a part of a run of characters."""
    if one == other:
        return True
    if one.startswith(_CONCEPT) or other.startswith(_CONCEPT):
        return frozenset((one.removeprefix(_CONCEPT), other.removeprefix(_CONCEPT))) in _CONVERSE
    shorter, longer = sorted((one, other), key=len)
    if not one.isascii() and not other.isascii() and not shorter.isalpha():
        return False
    if _is_unspaced(shorter) and _is_unspaced(longer):
        return len(shorter) > 1 and shorter in longer
    ending = _ENDING if len(shorter) < _LONG else 2 * _ENDING
    is_form = longer.startswith(shorter[: max(_PREFIX, len(shorter) - 1)]) and len(longer) - len(shorter) <= ending
    return len(shorter) >= _PREFIX and is_form


def _is_unspaced(text: str) -> bool:
    return text[0] >= "\u3040"


def _names(text: str, things: list[str]) -> bool:
    """Whether one of the things is written like a name: with a capital that no sentence begins with."""
    words = re.findall(r"[^\W\d_]+", text)[1:]
    capitals = {word.casefold() for word in words if word[0].isupper()}
    return any(thing in capitals for thing in things)
