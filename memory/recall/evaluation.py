"""Recall measured on conversations with known evidence: loaded through the real services, asked by the real search."""

import json
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory
from typing import Any, Final

from django.core.management import call_command
from django.db import connection
from django.test.utils import override_settings

from hooks.services.reading import ReadRefused, safe_read_lines

CUTS: Final = (5, 10)
ADVERSARIAL: Final = 5
"""The category of questions that name the wrong person: what they ask was never said."""
UNRELATED: Final = (
    "How do I configure a reverse proxy with TLS 1.3?",
    "What is the boiling point of tungsten?",
    "Which kernel version introduced io_uring?",
    "exchange rate of the Turkish lira yesterday",
    "asdf qwer zxcv",
    "Explain Kant's categorical imperative",
    "Who won the 1954 football world cup?",
    "wo liegt der Bahnhof von Kassel",
    "重构数据库迁移脚本",
    "symptoms of iron deficiency in goats",
)
"""Questions no conversation between two friends answers."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question inside one conversation with the turns that answer it."""

    text: str
    conversation: str
    category: int
    evidence: frozenset[str]


@dataclass(frozen=True, slots=True)
class Dialogues:
    """Turns as they were given, questions with evidence, and how many questions had none and were left out."""

    turns: list[dict[str, Any]]
    questions: list[Question]
    without_evidence: int


@dataclass(slots=True)
class Scores:
    """Shares of the evidence among the first 5 and 10 hits, per category."""

    by_category: dict[int, list[tuple[float, ...]]] = field(default_factory=dict)

    def add(self, question: Question, found: Sequence[str]) -> None:
        shares = tuple(len(question.evidence & set(found[:cut])) / len(question.evidence) for cut in CUTS)
        self.by_category.setdefault(question.category, []).append(shares)

    def means(self, category: int | None = None) -> tuple[float, ...]:
        """Mean shares at 5 and 10, of one category or of all questions."""
        rows = [row for known, rows in self.by_category.items() if category in (None, known) for row in rows]
        return tuple(fmean(column) for column in zip(*rows, strict=True))


def dialogues(folder: Path) -> Dialogues:
    """Read `conversations.jsonl` and `qa.jsonl`. Corrected evidence counts where an audit gives it.

    Raises OSError when a file is missing, ValueError for a line that is no JSON.
    """
    turns = _lines(folder / "conversations.jsonl")
    questions, without = [], 0
    for row in _lines(folder / "qa.jsonl"):
        evidence = (row.get("audit") or {}).get("correct_evidence") or row["evidence"]
        if not evidence:
            without += 1
            continue
        questions.append(Question(row["question"], row["conversation"], row["category"], frozenset(evidence)))
    return Dialogues(turns, questions, without)


def measured(questions: Sequence[Question], ask: Callable[[Question], Sequence[str]]) -> Scores:
    """Ask every question; `ask` answers with the ids of the turns found, best first."""
    scores = Scores()
    for question in questions:
        scores.add(question, ask(question))
    return scores


@contextmanager
def throwaway_database() -> Iterator[Path]:
    """Work on an empty, migrated database in a temporary folder; the real one is not touched.

    With a key of its own as well: there need not be a home to measure.
    """
    configured = connection.settings_dict["NAME"]
    key = override_settings(SECRET_KEY=secrets.token_urlsafe(40))
    with TemporaryDirectory(prefix="kirocrew-measure-") as folder, key:
        path = Path(folder) / "measure.sqlite3"
        connection.close()
        connection.settings_dict["NAME"] = str(path)
        try:
            call_command("migrate", verbosity=0, interactive=False)
            yield path
        finally:
            connection.close()
            connection.settings_dict["NAME"] = configured


def _lines(path: Path) -> list[dict[str, Any]]:
    try:
        return [json.loads(line) for line in safe_read_lines(path) if line.strip()]
    except ReadRefused as refusal:
        raise refusal.as_os_error(path) from refusal
