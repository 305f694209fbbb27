"""``manage.py train_triggers SKILLS TRIGGERS NO_TRIGGER``: the weights of matching, with figures held out by skill."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any, Final

import numpy as np
from django.core.management.base import BaseCommand, CommandError

from hooks.services.measure import BadRow, read_rows
from memory.inference.embedding import get_embedder
from skills.matching import trained
from skills.measuring.background import trained_module
from skills.measuring.training import weights_fit
from skills.measuring.triggers import material_of, skills_of
from skills.services.embedding import has_meaning

NEEDED: Final = ("text", "expect")
SHARE_ALIKE: Final = "CC-BY-SA"
"""Skills of this licence are matched against, but no word of theirs is counted."""


class Command(BaseCommand):
    help = "Train the weights of matching, and count common words; --output writes skills/matching/trained.py."
    requires_system_checks = ()  # reads files only

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("skills", type=Path, metavar="SKILLS")
        parser.add_argument("triggers", type=Path, metavar="TRIGGERS")
        parser.add_argument("no_trigger", type=Path, metavar="NO_TRIGGER")
        parser.add_argument("--output", type=Path, metavar="MODULE", help="write the module; without it, none")

    def handle(self, *args: Any, **options: Any) -> None:
        embedder = get_embedder(wait=60.0)
        if embedder is None or not has_meaning(embedder.space):
            raise CommandError("Training needs the embedding model: run `kirocrew model install minilm` first.")
        try:
            texts, ids = skills_of(options["skills"])
            licences = {row["id"]: str(row.get("licence", "")) for row in read_rows(options["skills"], ("id",))}
            rows = [*read_rows(options["triggers"], NEEDED), *read_rows(options["no_trigger"], NEEDED)]
            material = material_of(texts, ids, rows, embedder=embedder)
        except (BadRow, OSError, ValueError) as error:
            raise CommandError(str(error)) from error
        everything = np.arange(len(material.rows))
        weights = weights_fit(material, everything, with_meaning=False)
        with_meaning = weights_fit(material, everything, with_meaning=True)
        self.stdout.write(f"before: {trained.WEIGHTS} {trained.WEIGHTS_WITH_MEANING}")
        self.stdout.write(f"words only:        {weights}\nwords and meaning: {with_meaning}")
        if options["output"]:
            counted = [text for text in texts if not licences[text.key].startswith(SHARE_ALIKE)]
            options["output"].write_text(trained_module(counted, weights, with_meaning), encoding="utf-8")
            self.stdout.write(f"\nwritten to {options['output']}; run it once more, since the counts are part of it")
