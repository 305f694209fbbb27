"""``manage.py measure_updates [FILE]``: what recall says where a later statement changed an earlier one."""

import json
from argparse import ArgumentParser
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError

from memory.inference.embedding import get_embedder
from memory.measuring.updates import Chain, Table, chains_read, measured
from memory.recall.evaluation import throwaway_database
from memory.services.embedding import batch_embed, batches, space_for

MODEL_WAIT_SECONDS: Final = 60.0
WAYS: Final = {
    "prompt": "asked for a prompt: only what is relevant enough",
    "search": "searched: everything found, in order of score",
}
TESTS: Final = {
    "current": "the current answer is returned",
    "stale": "no stale answer is returned without its qualifier",
    "history": "what held before is still answered for its time",
    "unmarked": "nothing is marked as changed that was not",
}


class Command(BaseCommand):
    help = (
        "Measure recall on chains of dated memories in which a later one changes an earlier one, or seems to: those of "
        "a file of JSON lines, or the project's own."
    )
    requires_system_checks = ()  # works on a database and with a key of its own

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("path", type=Path, nargs="?", metavar="FILE", help="chains as JSON lines")
        parser.add_argument("--lexical-only", action="store_true", help="leave the embedding model out")
        parser.add_argument("--json", action="store_true", help="print the counts as JSON")
        parser.add_argument("--worst", action="store_true", help="name the chains that fail, and what they fail")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            chains = chains_read(options["path"])
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise CommandError(f"The chains cannot be read: {error}") from error
        tables = {
            name: _measured(chains, admit=name == "prompt", embed=None if options["lexical_only"] else _embed)
            for name in WAYS
        }
        if options["json"]:
            shares = {name: _as_dict(table, chains) for name, table in tables.items()}
            self.stdout.write(json.dumps({"chains": len(chains)} | shares, indent=2))
            return
        by_words = options["lexical_only"] or get_embedder() is None
        self.stdout.write(f"{len(chains)} chains, by {'words alone' if by_words else 'words and meaning'}")
        self._report(tables, chains, worst=options["worst"])

    def _report(self, tables: dict[str, Table], chains: list[Chain], *, worst: bool) -> None:
        for name, table in tables.items():
            refused = sum(not row.kept for row in table.verdicts)
            self.stdout.write(f"\n{WAYS[name]}{f', {refused} with a memory that was refused' if refused else ''}")
            self.stdout.write(f"  {'':14}{''.join(f'{test:>10}' for test in TESTS)}")
            for relation in ("", *sorted({chain.relation for chain in chains})):
                cells = "".join(f"{f'{good}/{of}':>10}" for good, of in table.shares(relation).values())
                self.stdout.write(f"  {relation or 'all':14}{cells}")
            for row in table.verdicts if worst else ():
                failed = [test for test in ("current", "stale", "history") if not getattr(row, test)]
                failed += ["unmarked"] * bool(row.wrong)
                if failed:
                    self.stdout.write(f"  {row.chain.id}: {', '.join(failed)}: {row.chain.question}")
        self.stdout.write("\n" + "\n".join(f"{name}: {meaning}" for name, meaning in TESTS.items()))


def _measured(chains: list[Chain], *, admit: bool, embed: Callable[[], None] | None) -> Table:
    with throwaway_database():
        return measured(chains, admit=admit, embed=embed)


def _embed() -> None:
    """Give what was written its vectors, where there is a model."""
    embedder = get_embedder(wait=MODEL_WAIT_SECONDS)
    if embedder is None:
        return
    space = space_for(embedder.space)
    for batch in batches(space, embedder):
        batch_embed(batch, space, embedder)


def _as_dict(table: Table, chains: list[Chain]) -> dict[str, Any]:
    relations = sorted({chain.relation for chain in chains})
    return {"all": table.shares()} | {relation: table.shares(relation) for relation in relations}
