"""What a rule is about, and whether it asks for it or forbids it: the same words with another sign are opposite."""

import re
from dataclasses import dataclass
from typing import Final

from kirocrew.base.analysis import content_words
from kirocrew.base.text import fold

LEAST_WORDS: Final = 2  # content words of a rule; with one alone too much would be opposite

_FORBIDS: Final = frozenset(
    """
    never not no dont cannot cant without avoid forbid forbidden stop
    nie niemals nicht kein keine keinen ohne vermeide vermeiden
    jamais pas sans evite eviter
    nunca no jamas sin evita evitar
    nunca nao sem evite
    khong dung chang tranh
    """.split()
)
_ASKS: Final = frozenset(
    """
    always must should only please do use
    immer stets muss sollte nur
    toujours doit
    siempre debe
    sempre deve
    luon phai hay
    """.split()
)
_FORBIDS_UNSPACED: Final = re.compile(
    "不要|不能|不得|别|別|禁止|从不|從不|勿|ない|しないで|禁じ|하지 ?마|않|금지|지 ?말"
)
_ASKS_UNSPACED: Final = re.compile("总是|總是|永远|永遠|必须|必須|务必|いつも|常に|必ず|항상|언제나|반드시")
_WORDS: Final = re.compile(r"[^\W_]+")


@dataclass(frozen=True, slots=True)
class Stance:
    """What a text is about, in content words without those that ask or forbid, and whether it forbids."""

    words: frozenset[str]
    forbids: bool


def stances_of(rule: str, negative: str = "") -> list[Stance]:
    """What a lesson asks for and forbids: its rule, and what it says not to do, which is forbidden."""
    found = [_stance(rule)]
    if negative.strip():
        said = _stance(negative)
        found.append(Stance(said.words, forbids=True))
    return [stance for stance in found if len(stance.words) >= LEAST_WORDS]


def opposite(one: Stance, other: Stance) -> bool:
    """Whether one asks for what the other forbids."""
    return one.words == other.words and one.forbids != other.forbids


def _stance(text: str) -> Stance:
    folded = fold(text).replace("n't", " not").replace("n’t", " not")
    forbids = any(word in _FORBIDS for word in _WORDS.findall(folded)) or _FORBIDS_UNSPACED.search(text) is not None
    bare = _ASKS_UNSPACED.sub(" ", _FORBIDS_UNSPACED.sub(" ", text.replace("n't", " not").replace("n’t", " not")))
    kept = " ".join(word for word in bare.split() if not _decides(word))
    return Stance(frozenset(content_words(kept)), forbids)


def _decides(word: str) -> bool:
    """Whether a word only asks or forbids."""
    letters = "".join(_WORDS.findall(fold(word)))
    return letters in _FORBIDS or letters in _ASKS
