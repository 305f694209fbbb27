"""How often a question in another language finds the English memory that answers it, through the real recall."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Final

from hooks.services.measure import Rate

PAIRS: Final = "language_pairs.jsonl"
CUT: Final = 5


@dataclass(frozen=True, slots=True)
class Pair:
    """A question, the English memory that answers it, and others about the same matters that do not."""

    lang: str
    question: str
    memory: str
    others: tuple[str, ...]


def pairs_read() -> list[Pair]:
    """The pairs beside this module; they were written before anything was measured with them."""
    text = files(__package__).joinpath(PAIRS).read_text(encoding="utf-8")
    return [Pair(**row | {"others": tuple(row["others"])}) for row in map(json.loads, text.splitlines())]


def memories(pairs: Sequence[Pair]) -> list[str]:
    """Every memory of the pairs, in an order that keeps none beside its like."""
    rows = [[pair.memory, *pair.others] for pair in pairs]
    return [text for column in zip(*rows, strict=True) for text in column]


def hits(pairs: Sequence[Pair], ask: Callable[[str], Sequence[str]]) -> dict[str, Rate]:
    """Per language, and of "all", how many questions find their memory among the first five.

    `ask` answers a question with the texts found, best first.
    """
    found = [(pair.lang, pair.memory in ask(pair.question)[:CUT]) for pair in pairs]
    groups = {lang: [hit for known, hit in found if known == lang] for lang, _ in found}
    rates = {lang: Rate(sum(group), len(group)) for lang, group in groups.items()}
    return rates | {"all": Rate(sum(hit for _, hit in found), len(found))}
