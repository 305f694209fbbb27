"""``manage.py measure_refusals``: how well paraphrases of refused values are found, and near misses let through."""

import json
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from memory.inference.base import EmbeddingError
from memory.inference.embedding import get_embedder, state
from memory.measuring.refusals import HALVES, Cosine, Found, Pair, cosines_of, measured, pairs_read

LOAD_PATIENCE_S = 120.0


class Command(BaseCommand):
    help = (
        "Judge pairs of a refused sentence and another one, in six languages, half of them near misses, and print "
        "precision and recall with their 95 % intervals: by words alone, as at a write, and with the embedding model, "
        "as when a record is embedded. Lists were tuned on one part; the test part was written afterwards."
    )
    requires_system_checks = ()  # works on a file and with a key of its own

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="print the counts as JSON")
        parser.add_argument("--words-only", action="store_true", help="leave the embedding model out")

    def handle(self, *args: Any, **options: Any) -> None:
        pairs = pairs_read()
        ways: dict[str, Cosine | None] = {"words": None}
        if not options["words_only"] and (cosine := self.cosine(pairs)):
            ways["words and vectors"] = cosine
        results = list(self.results(pairs, ways))
        if options["json"]:
            rows = [
                {"way": way, "part": half, "language": name} | found.as_dict() for way, half, name, found in results
            ]
            self.stdout.write(json.dumps(rows, indent=2))
            return
        self.write(results)

    def cosine(self, pairs: list[Pair]) -> Cosine | None:
        embedder = get_embedder(wait=LOAD_PATIENCE_S)
        if embedder is None:
            self.stderr.write(f"without an embedding model: {state().reason}")
            return None
        self.stderr.write(f"model {embedder.space.model}")
        try:
            return cosines_of(pairs, embedder)
        except EmbeddingError as error:
            raise CommandError(f"The model failed: {error}.") from error

    def results(self, pairs: list[Pair], ways: dict[str, Cosine | None]) -> Iterator[tuple[str, str, str, Found]]:
        languages = list(dict.fromkeys(pair.language for pair in pairs))
        for way, cosine in ways.items():
            for half in HALVES:
                chosen = [pair for pair in pairs if pair.half == half]
                for name in languages:
                    yield way, half, name, measured([pair for pair in chosen if pair.language == name], cosine)
                yield way, half, "all", measured(chosen, cosine)

    def write(self, results: list[tuple[str, str, str, Found]]) -> None:
        title = ""
        for way, half, name, found in results:
            if title != f"{way}, {half} part":
                title = f"{way}, {half} part"
                self.stdout.write(f"\n{title}\n{'language':<12}{'precision':<42}recall")
            self.stdout.write(f"{name:<12}{found.precision!s:<42}{found.recall}")
