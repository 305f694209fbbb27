"""``manage.py measure_admission DATA``: the cosine from which on a memory counts as an answer, for this model."""

from __future__ import annotations

import time
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from memory.inference.admission import (
    Material,
    Scores,
    curve,
    languages,
    locomo,
    measure,
    memory_qa,
    recommended,
    share_at,
)
from memory.inference.base import Embedder, EmbeddingError
from memory.inference.embedding import get_embedder, state
from memory.inference.models import admission_for

LOAD_PATIENCE_S = 120.0
SHOWN_EVERY = 2  # of the measured thresholds


class Command(BaseCommand):
    help = "Measure which similarity separates relevant memories from irrelevant ones with the embedding model in use."
    requires_system_checks = ()  # works on a database and with a key of its own

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("data", type=Path, help="folder that holds locomo/ and memory_qa/")
        parser.add_argument("--questions", type=int, default=400, help="LoCoMo questions to ask (default 400)")
        parser.add_argument("--others", type=int, default=1200, help="turns to search besides the evidence (1200)")

    def handle(self, *args: Any, **options: Any) -> None:
        data: Path = options["data"]
        embedder = get_embedder(wait=LOAD_PATIENCE_S)
        if embedder is None:
            raise CommandError(f"There is no embedding model to measure: {state().reason}.")
        self.stdout.write(f"model {embedder.space.model}, {embedder.space.dimension} dimensions")
        size = {"questions": options["questions"], "others": options["others"]}
        try:
            short = self.section(embedder, "up to 300 characters, date and speaker", locomo(data / "locomo", **size))
            self.section(embedder, "up to 300 characters, bare text", locomo(data / "locomo", bare=True, **size))
            long = self.section(embedder, "over 300 characters", locomo(data / "locomo", long=True, **size))
            self.by_language(embedder, data / "memory_qa", short)
        except FileNotFoundError as error:
            raise CommandError(f"{error.filename} is missing; name the folder with locomo/ and memory_qa/.") from error
        except EmbeddingError as error:
            raise CommandError(f"The model failed: {error}.") from error
        known = admission_for(embedder.space)
        self.stdout.write(f"\nrecommended: short {short:.2f}, long {long:.2f}")
        self.stdout.write(f"in use:      short {known.short:.2f}, long {known.long:.2f} ({known.measured_on})")

    def section(self, embedder: Embedder, title: str, material: Material) -> float:
        """Print one table and return the threshold it recommends."""
        scores = self.scores(embedder, title, material)
        points = curve(scores)
        best = recommended(points)
        self.stdout.write(f"\n{title}: {len(scores.relevant)} relevant, {len(scores.irrelevant)} irrelevant pairs")
        self.stdout.write("threshold  relevant  irrelevant   gain  precision     F1   (shares admitted)")
        for number, point in enumerate(points):
            if number % SHOWN_EVERY == 0 or point is best:
                mark = "  best" if point is best else ""
                shares = f"{point.recall:8.3f}  {point.admitted:10.3f}  {point.gain:5.3f}"
                quality = f"{point.precision:9.3f}  {point.f1:5.3f}"
                self.stdout.write(f"{point.threshold:9.2f}  {shares}  {quality}{mark}")
        return best.threshold

    def by_language(self, embedder: Embedder, folder: Path, threshold: float) -> None:
        """Print what a threshold admits in each language of the fact-change chains."""
        lines = []
        for language in languages(folder):
            scores = self.scores(embedder, language, memory_qa(folder, language))
            right, wrong = share_at(scores.relevant, threshold), share_at(scores.irrelevant, threshold)
            lines.append(
                f"{language:8}  {len(scores.relevant):8}  {right:8.2f}  {len(scores.irrelevant):10}  {wrong:8.2f}"
            )
        self.stdout.write(f"\nshare admitted at {threshold:.2f}, by language")
        self.stdout.write("language  relevant  admitted  irrelevant  admitted")
        for line in lines:
            self.stdout.write(line)

    def scores(self, embedder: Embedder, title: str, material: Material) -> Scores:
        """Measure with a line of progress on standard error every few seconds."""
        started = spoken = time.monotonic()

        def report(done: int, total: int) -> None:
            nonlocal spoken
            if time.monotonic() - spoken >= 5:
                spoken = time.monotonic()
                self.stderr.write(f"{title}: {done:,} of {total:,} texts, {done / (spoken - started):.0f} a second")

        return measure(embedder, material, report=report)
