"""When two skills are the same: by the word of a judge, then by words."""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from kirocrew.base.analysis import content_words
from skills.learning.limits import SAME_WORDS, SIMILAR_LEAST, SIMILAR_MOST, TRIGGERS_MERGED

_TOKENS: Final = re.compile(r"[A-Za-z0-9/_-]+")


@dataclass(frozen=True, slots=True)
class Known:
    """A skill that is there: its key, what it is for, and whether it is live; others wait."""

    key: str
    description: str
    triggers: tuple[str, ...] = ()
    is_live: bool = True


class Verdict(StrEnum):
    NEW = "new"
    DUPLICATE = "dup"
    UPDATE = "update"


@dataclass(frozen=True, slots=True)
class Judgement:
    """NEW, or the key of the skill it is the same as or a better version of."""

    verdict: Verdict
    key: str = ""


NEW: Final = Judgement(Verdict.NEW)


def judgement_read(answer: str, keys: Collection[str]) -> Judgement:
    """What a judge answered: NONE, DUP key, UPDATE key, or a bare key for DUP; NEW for anything else.

    Keys are compared as whole tokens: `auto/csv` is not found in `auto/csv-tidy`.
    """
    tokens = _TOKENS.findall(answer)
    words = {token.upper() for token in tokens[:2]}
    named = [token for token in tokens if token in keys]
    if "NONE" in words or len(set(named)) != 1:
        return NEW
    is_update = any(token.upper() == "UPDATE" for token in tokens)
    return Judgement(Verdict.UPDATE if is_update else Verdict.DUPLICATE, named[0])


def words_alike(first: str, second: str) -> float:
    """Share of the words of two texts, from 0 to 1: those in both, of those in either (Jaccard)."""
    mine, other = content_words(first), content_words(second)
    return len(mine & other) / len(mine | other) if mine and other else 0.0


def settled(judged: Judgement, description: str, known: Sequence[Known]) -> Judgement:
    """The judge's word, held against what is live and against words.

    UPDATE of what is not live becomes NEW; what is NEW is still DUP where a description has the same words.
    """
    live = {one.key for one in known if one.is_live}
    if judged.verdict is Verdict.UPDATE and judged.key not in live:
        judged = NEW
    if judged.verdict is not Verdict.NEW:
        return judged
    same = next((one for one in known if words_alike(one.description, description) >= SAME_WORDS), None)
    return Judgement(Verdict.DUPLICATE, same.key) if same else NEW


def similar_to(description: str, triggers: Iterable[str], known: Sequence[Known]) -> list[tuple[str, float]]:
    """The keys that are most alike by description and triggers, with the share of their words, highest first."""
    text = _text(description, triggers)
    scored = [(one.key, round(words_alike(text, _text(one.description, one.triggers)), 3)) for one in known]
    found = sorted((pair for pair in scored if pair[1] >= SIMILAR_LEAST), key=lambda pair: (-pair[1], pair[0]))
    return found[:SIMILAR_MOST]


def triggers_union(live: Iterable[str], added: Iterable[str]) -> list[str]:
    """The phrases of both, each once whatever its case, those of the live version first; 12 at most."""
    seen: dict[str, str] = {}
    for phrase in (*live, *added):
        seen.setdefault(phrase.casefold(), phrase)
    return list(seen.values())[:TRIGGERS_MERGED]


def _text(description: str, triggers: Iterable[str]) -> str:
    return "\n".join((description, *triggers))
