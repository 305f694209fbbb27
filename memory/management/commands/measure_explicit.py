"""``manage.py measure_explicit FILE…``: how well what people plainly say is read without a language model."""

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from hooks.services.measure import BadRow
from memory.measuring.explicit import (
    FILES,
    Result,
    conversations_read,
    measured,
    near_misses,
    own_sentences,
    precision_of,
)

DEFAULT_WORST = 20
SHOWN = 160  # characters of a turn
NAMES = {"": "all", FILES: "files given"}


class Command(BaseCommand):
    help = (
        "Read what people say outright in the turns of files of JSON lines and in the project's own sentences, and "
        "print how much of it is right by the verdicts that come with the project, with 95 % intervals: by file, "
        "language and form. The project's own near misses must yield nothing."
    )
    requires_system_checks = ()  # works on files alone

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("paths", type=Path, nargs="*", metavar="FILE", help="turns as JSON lines")
        parser.add_argument("--json", action="store_true", help="print the counts as JSON")
        parser.add_argument(
            "--worst",
            type=int,
            nargs="?",
            const=DEFAULT_WORST,
            default=0,
            metavar="N",
            help=f"show items that are wrong, and that nobody judged; {DEFAULT_WORST} without a number",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            read = [found for path in options["paths"] for found in conversations_read(path)]
        except (OSError, BadRow) as error:
            raise CommandError(f"The turns cannot be read: {error}") from error
        result, wrongly = measured([*read, *own_sentences()]), measured(near_misses())
        if options["json"]:
            self.stdout.write(json.dumps(_as_dict(result, wrongly), indent=2))
            return
        self._table("file", result, ["", FILES, *sorted({source for source, _ in result.turns})])
        self._table("language", result, sorted({row.item.language for row in result.readings}))
        self._table("form", result, sorted({row.item.form for row in result.readings}))
        self.stdout.write(f"near misses: {len(wrongly.readings)} items in {len(near_misses())} turns")
        self._show(result, wrongly, most=options["worst"])

    def _table(self, kind: str, result: Result, names: list[str]) -> None:
        """One row for each name of a kind: file, language or form."""
        self.stdout.write(f"{kind:<18}{'items':>7}{'not judged':>12}{'of 100 turns':>14}  right of those judged")
        argument = "source" if kind == "file" else kind
        for name in names:
            chosen = result.chosen(**{argument: name})
            rate = f"{result.per_hundred(name):.1f}" if kind == "file" else ""
            unjudged = len(chosen) - precision_of(chosen).total
            self.stdout.write(
                f"{NAMES.get(name, name):<18}{len(chosen):>7}{unjudged:>12}{rate:>14}  {precision_of(chosen)}"
            )
        self.stdout.write("")

    def _show(self, result: Result, wrongly: Result, *, most: int) -> None:
        rows = [*wrongly.readings, *(row for row in result.readings if not row.is_right)]
        for row in rows[:most]:
            is_unjudged = row.is_right is None and row not in wrongly.readings
            verdict = "not judged" if is_unjudged else "wrong"
            said = " ".join(row.text.split())[:SHOWN]
            kept = " | ".join(part for part in row.item.said if part)
            self.stdout.write(f"  {verdict}: {row.turn}, {row.item.language} {row.item.form}: {kept}\n    {said}")


def _as_dict(result: Result, wrongly: Result) -> dict[str, Any]:
    def of(**chosen: str) -> dict[str, Any]:
        rows = result.chosen(**chosen)
        rate = precision_of(rows)
        return {"items": len(rows), "not_judged": len(rows) - rate.total, "precision": rate.as_dict()}

    sources = sorted({source for source, _ in result.turns})
    return {
        "all": of(),
        "files_given": of(source=FILES),
        "files": {name: of(source=name) | {"per_hundred_turns": result.per_hundred(name)} for name in sources},
        "languages": {name: of(language=name) for name in sorted({row.item.language for row in result.readings})},
        "forms": {name: of(form=name) for name in sorted({row.item.form for row in result.readings})},
        "near_misses": {"turns": len(near_misses()), "items": len(wrongly.readings)},
    }
