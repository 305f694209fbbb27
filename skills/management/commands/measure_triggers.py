"""``manage.py measure_triggers SKILLS TRIGGERS NO_TRIGGER``: right skill first and among three, needless ones."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError

from hooks.services.measure import BadRow, Rate, read_rows
from memory.inference.embedding import Embedder, get_embedder
from skills.measuring.training import held_out_scores
from skills.measuring.triggers import TriggerReport, material_of, report, scores, skills_of, speed, weights_for
from skills.services.embedding import has_meaning

NEEDED: Final = ("text", "expect")
LOADING_SECONDS: Final = 60.0
DRAWS: Final = 3


class Command(BaseCommand):
    help = (
        "Measure which skills messages bring up: skills (id, path, raw), messages (text, lang, expect) of both kinds."
    )
    requires_system_checks = ()  # reads files only

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("skills", type=Path, metavar="SKILLS")
        parser.add_argument("triggers", type=Path, metavar="TRIGGERS")
        parser.add_argument("no_trigger", type=Path, metavar="NO_TRIGGER")
        parser.add_argument("--lexical-only", action="store_true", help="without comparing meanings")
        parser.add_argument("--threshold", type=float, default=0.5, help="least score of a skill that is offered")
        parser.add_argument(
            "--held-out",
            action="store_true",
            help="also with weights that saw no message for the same skill, three draws of five parts",
        )
        parser.add_argument("--speed", action="store_true", help="CPU time of a message with 1,000 skills")
        parser.add_argument("--misses", action="store_true", help="show what went wrong")
        parser.add_argument("--json", action="store_true", help="print the reports as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        embedder = None if options["lexical_only"] else self.embedder()
        try:
            texts, ids = skills_of(options["skills"])
            rows = [*read_rows(options["triggers"], NEEDED), *read_rows(options["no_trigger"], NEEDED)]
            material = material_of(texts, ids, rows, embedder=embedder)
        except (BadRow, OSError, ValueError) as error:
            raise CommandError(str(error)) from error
        with_meaning = embedder is not None
        found = scores(material, weights_for(with_meaning=with_meaning))
        reports = {"with the weights in use": report(material, found, options["threshold"])}
        if options["held_out"]:
            for draw in range(DRAWS):
                other = held_out_scores(material, with_meaning=with_meaning, seed=draw)
                reports[f"held out by skill, draw {draw + 1}"] = report(material, other, options["threshold"])
        if options["json"]:
            self.stdout.write(json.dumps({name: one.as_dict() for name, one in reports.items()}, indent=2))
            return
        self.stdout.write(f"{len(texts)} skills, {'words and meaning' if with_meaning else 'words only'}")
        for name, one in reports.items():
            self.write_report(name, one)
        if options["misses"]:
            self.write_misses(material, found, options["threshold"])
        if options["speed"]:
            self.stdout.write(f"\n{speed(material, skills=1000):.2f} ms CPU a message with 1,000 skills, words only")

    def embedder(self) -> Embedder | None:
        embedder = get_embedder(wait=LOADING_SECONDS)
        if embedder is None or not has_meaning(embedder.space):
            self.stderr.write("No embedding model that matching was measured with is there: words only.")
            return None
        return embedder

    def write_report(self, name: str, one: TriggerReport) -> None:
        self.stdout.write(f"\n{name}")
        self.write_rates("all", (one.first, one.among, one.injected))
        for language, rates in one.by_language.items():
            self.write_rates(language or "(none)", rates)

    def write_rates(self, name: str, rates: tuple[Rate, Rate, Rate]) -> None:
        self.stdout.write(f"  {name}")
        titles = ("right skill first      ", "right skill among three", "needless skill         ")
        for title, rate in zip(titles, rates, strict=True):
            if rate.total:
                self.stdout.write(f"    {title}  {rate}")

    def write_misses(self, material: Any, found: Any, threshold: float) -> None:
        names = [text.name for text in material.texts]
        for row, values in zip(material.rows, found, strict=True):
            order = [at for at in (-values).argsort()[:3] if values[at] >= threshold]
            if (row.right and not set(row.right) & set(order)) or (not row.right and order):
                wanted = ", ".join(f"{names[at]} {values[at]:.2f}" for at in row.right) or "none"
                got = ", ".join(f"{names[at]} {values[at]:.2f}" for at in order) or "none"
                self.stdout.write(f"\n[{row.lang}] {row.text[:110]}\n    wanted {wanted}; got {got}")
