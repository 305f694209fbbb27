"""Which cosine separates a memory that answers a question from one that does not: measured, for one model.

A question is paired with the passages known to answer it (relevant) and with the nearest passages of *other*
conversations or users (irrelevant): what a search would show when a store knows nothing about the question."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Any

import numpy as np

from hooks.services.reading import ReadRefused, safe_read_lines

from .base import Embedder, Kind, Vectors
from .chunks import heading
from .models import SHORT_TEXT_CHARACTERS

HARDEST = 10  # irrelevant passages per question: as many as a search shows
BATCH = 32
TIE = 0.01  # half the standard error of a share among 600 pairs
UNANSWERABLE = 5  # LoCoMo's category of questions without an answer
THRESHOLDS = (
    *(round(0.10 + 0.02 * step, 2) for step in range(31)),
    *(round(0.71 + 0.01 * step, 2) for step in range(25)),  # models whose cosines all lie high have them close together
)

Report = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Passage:
    """A text that could be a memory; ``group`` is the conversation, user or chain it belongs to."""

    id: str
    group: str
    text: str


@dataclass(frozen=True, slots=True)
class Question:
    """A question about one group, with the ids of the passages that answer it (none: known to no passage)."""

    text: str
    group: str
    evidence: frozenset[str] = frozenset()


@dataclass(slots=True)
class Material:
    """Questions and the passages they are compared with."""

    questions: list[Question] = field(default_factory=list)
    passages: list[Passage] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Scores:
    """Cosines of all relevant and of the hardest irrelevant pairs, each of shape ``(pairs,)``."""

    relevant: Vectors
    irrelevant: Vectors


@dataclass(frozen=True, slots=True)
class Point:
    """What a threshold does: the shares of relevant and of irrelevant pairs it admits, 0 to 1."""

    threshold: float
    recall: float
    admitted: float

    @property
    def precision(self) -> float:
        """With as many irrelevant pairs as relevant ones."""
        both = self.recall + self.admitted
        return self.recall / both if both else 1.0

    @property
    def f1(self) -> float:
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0

    @property
    def gain(self) -> float:
        """How much more often a relevant pair is admitted than an irrelevant one (Youden's J), -1 to 1."""
        return self.recall - self.admitted


def measure(embedder: Embedder, material: Material, *, report: Report = lambda done, total: None) -> Scores:
    """Embed everything (about 30 texts a second on two cores) and score the pairs.

    ``report`` gets the number of texts done and their total. Raises EmbeddingError."""
    total = len(material.questions) + len(material.passages)
    passages = _embedded(embedder, [passage.text for passage in material.passages], "passage", 0, total, report)
    done = len(material.passages)
    questions = _embedded(embedder, [question.text for question in material.questions], "query", done, total, report)
    groups = np.array([passage.group for passage in material.passages])
    place = {passage.id: at for at, passage in enumerate(material.passages)}
    relevant, irrelevant = [np.zeros(0, np.float32)], [np.zeros(0, np.float32)]
    for question, vector in zip(material.questions, questions, strict=True):
        cosines = passages @ vector
        relevant.append(cosines[[place[id] for id in sorted(question.evidence) if id in place]])
        irrelevant.append(np.sort(cosines[groups != question.group])[-HARDEST:])
    return Scores(np.concatenate(relevant), np.concatenate(irrelevant))


def _embedded(embedder: Embedder, texts: Sequence[str], kind: Kind, done: int, total: int, report: Report) -> Vectors:
    parts = [embedder.embed([], kind=kind)]
    for at in range(0, len(texts), BATCH):
        parts.append(embedder.embed(texts[at : at + BATCH], kind=kind))
        report(done + at + len(parts[-1]), total)
    return np.concatenate(parts)


def share_at(cosines: Vectors, threshold: float) -> float:
    """The share of pairs at or above a threshold, 0 to 1; 0 for no pairs."""
    return float((cosines >= threshold).mean()) if len(cosines) else 0.0


def curve(scores: Scores, thresholds: Iterable[float] = THRESHOLDS) -> list[Point]:
    """What each threshold admits."""
    return [Point(at, share_at(scores.relevant, at), share_at(scores.irrelevant, at)) for at in thresholds]


def recommended(points: Sequence[Point]) -> Point:
    """The lowest threshold whose gain is within 0.01 of the largest: of near equals, the one that forgets least.

    Not the best F1: where a model separates badly, that is reached by admitting everything."""
    largest = max(point.gain for point in points)
    return min((point for point in points if point.gain >= largest - TIE), key=lambda point: point.threshold)


def rows(path: Path) -> Iterator[dict[str, Any]]:
    """The rows of a JSON-lines file. Raises ValueError for a line that is no JSON, OSError for no readable file."""
    try:
        yield from (json.loads(line) for line in safe_read_lines(path) if line.strip())
    except ReadRefused as refusal:
        raise refusal.as_os_error(path) from refusal


def locomo(folder: Path, *, questions: int, others: int, long: bool = False, bare: bool = False) -> Material:
    """LoCoMo turns as they are stored, "[date] speaker: text" (``bare``: the text alone), with audited evidence.

    ``long`` joins each turn with its neighbours until it is over 300 characters. A random but repeatable choice of
    ``questions`` questions, their evidence, and ``others`` more turns."""
    turns = list(rows(folder / "conversations.jsonl"))
    asked = [row for row in rows(folder / "qa.jsonl") if row["category"] != UNANSWERABLE]
    choose = random.Random(0)
    asked = choose.sample(asked, min(questions, len(asked)))
    found = [
        Question(
            row["question"],
            row["conversation"],
            frozenset((row["audit"] or {}).get("correct_evidence") or row["evidence"]),
        )
        for row in asked
    ]
    wanted = frozenset[str]().union(*(question.evidence for question in found))
    wanted |= {row["id"] for row in choose.sample(turns, min(others, len(turns)))}
    return Material(found, [passage for passage in _turns(turns, long=long, bare=bare) if passage.id in wanted])


def _turns(turns: list[dict[str, Any]], *, long: bool, bare: bool) -> Iterator[Passage]:
    for _, session in groupby(turns, key=lambda row: (row["conversation"], row["session"])):
        said = list(session)
        for at, row in enumerate(said):
            part = said[slice(*_neighbours([len(turn["text"]) for turn in said], at))] if long else [row]
            lines = [turn["text"] if bare else heading(speaker=turn["speaker"]) + turn["text"] for turn in part]
            text = ("" if bare else heading(date=row["date"])) + "\n".join(lines)
            yield Passage(row["id"], row["conversation"], text)


def _neighbours(lengths: Sequence[int], at: int) -> tuple[int, int]:
    """First and last (exclusive) of the turns around ``at`` that together are over 300 characters, or all."""
    first, last = at, at + 1
    while sum(lengths[first:last]) <= SHORT_TEXT_CHARACTERS and last - first < len(lengths):
        if last < len(lengths) and (first == 0 or last - at <= at - first + 1):
            last += 1
        else:
            first -= 1
    return first, last


def memory_qa(folder: Path, language: str) -> Material:
    """Fact-change chains with their questions, and MemoryBank's questions among other users' turns."""
    found = Material()
    for chain in rows(folder / "updates_written.jsonl"):
        if chain["lang"] == language:
            texts = [memory["text"] for memory in chain["memories"]]
            ids = [f"{chain['id']}/{number}" for number in range(len(texts))]
            found.passages += [Passage(id, chain["id"], text) for id, text in zip(ids, texts, strict=True)]
            found.questions.append(Question(chain["question"], chain["id"], frozenset(ids)))
    turns = [row for row in rows(folder / "memorybank_turns.jsonl") if row["lang"] == language and row["query"]]
    found.passages += [Passage(row["id"], row["user"], row["query"]) for row in turns]
    asked = (row for row in rows(folder / "memorybank_questions.jsonl") if row["lang"] == language)
    found.questions += [Question(row["question"], row["user"]) for row in asked]
    return found


def languages(folder: Path) -> list[str]:
    """The languages of the fact-change chains."""
    return sorted({chain["lang"] for chain in rows(folder / "updates_written.jsonl")})
