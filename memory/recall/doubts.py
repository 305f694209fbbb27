"""Whether the hits may be about somebody else than the person the question names."""

from collections.abc import Sequence
from typing import Final

from kirocrew.base.analysis import analyse
from memory.recall.engine import Corpus, PoolRow
from memory.recall.keywords import term_weight

OTHER_SPEAKER: Final = "other_speaker"
CLEARLY_LESS: Final = 0.05
"""How much less the named person's best turn must tell than somebody else's. On LoCoMo this marks 49 % of the questions
that name the wrong person and 10 % of the others: enough to say so, not enough to keep the hits back."""


def speaker_doubt(rows: Sequence[PoolRow], terms: Sequence[str], corpus: Corpus) -> str:
    """Return OTHER_SPEAKER when the question names one who spoke, and others' turns answer it clearly better."""
    asked = set(terms)
    names = {speaker: asked & set(analyse(speaker)) for speaker in {row.speaker for row in rows if row.speaker}}
    named = {speaker for speaker, found in names.items() if found}
    topic = {term: term_weight(corpus, term) for term in asked - set().union(*names.values())}
    if not named or len(named) == len(names) or not topic:
        return ""
    best = {True: 0.0, False: 0.0}
    for row in rows:
        if row.speaker:
            best[row.speaker in named] = max(best[row.speaker in named], _evidence(row, topic))
    return OTHER_SPEAKER if best[True] < best[False] - CLEARLY_LESS else ""


def _evidence(row: PoolRow, topic: dict[str, float]) -> float:
    """Mean of the cosine and the weight of the topic's words found, 0 to 1."""
    found = sum(topic[term] for term in set(row.terms) & topic.keys())
    return (max(0.0, row.cosine or 0.0) + found / sum(topic.values())) / 2
