"""How well paraphrases of refused values are found, on pairs in six languages, half of them near misses."""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, Final

import numpy as np

from hooks.services.measure import Rate
from memory.gate.paraphrases import says_again
from memory.inference.base import Embedder
from memory.inference.models import suits, tells_paraphrases

PAIRS: Final = "refusal_pairs.jsonl"
HALVES: Final = ("tune", "test")

Cosine = Callable[[str, str], float | None]


@dataclass(frozen=True, slots=True)
class Pair:
    """A refused sentence and another one, and whether it says the same. `kind` says how a near miss differs."""

    language: str
    half: str
    refused: str
    text: str
    same: bool
    kind: str


@dataclass(frozen=True, slots=True)
class Found:
    """What the test said of some pairs: of those it held back, how many are paraphrases; of these, how many it held."""

    precision: Rate
    recall: Rate

    def as_dict(self) -> dict[str, Any]:
        return {"precision": self.precision.as_dict(), "recall": self.recall.as_dict()}


def pairs_read() -> list[Pair]:
    """The pairs beside this module. Those of the test half were written last and never used for tuning."""
    text = files(__package__).joinpath(PAIRS).read_text(encoding="utf-8")
    return [Pair(**json.loads(line)) for line in text.splitlines()]


def measured(pairs: Iterable[Pair], cosine: Cosine | None = None) -> Found:
    """Judge pairs, by words alone or with cosines as well."""
    verdicts = [(pair.same, _is_held(pair, cosine)) for pair in pairs]
    held = [same for same, is_held in verdicts if is_held]
    wanted = [is_held for same, is_held in verdicts if same]
    return Found(Rate(sum(held), len(held)), Rate(sum(wanted), len(wanted)))


def cosines_of(pairs: Sequence[Pair], embedder: Embedder) -> Cosine:
    """The cosines of the pairs' sentences, and None where they are not asked: the model does not know the writing, or
    its cosines tell nothing of paraphrases."""
    if not tells_paraphrases(embedder.space):
        return lambda one, other: None
    texts = sorted({text for pair in pairs for text in (pair.refused, pair.text)})
    known = [text for text in texts if suits(embedder.space, text)]
    vectors = dict(zip(known, embedder.embed(known), strict=True)) if known else {}

    def cosine(one: str, other: str) -> float | None:
        return float(np.dot(vectors[one], vectors[other])) if one in vectors and other in vectors else None

    return cosine


def _is_held(pair: Pair, cosine: Cosine | None) -> bool:
    near = cosine(pair.text, pair.refused) if cosine is not None else None
    return says_again(pair.text, pair.refused, cosine=near).is_same
