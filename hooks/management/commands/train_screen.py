"""``manage.py train_screen FILE...``: train the injection screen's model, and say how it does on unseen sources."""

import json
from argparse import ArgumentParser
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
from django.core.management.base import BaseCommand, CommandError

from hooks.services.measure import BadRow
from hooks.services.training import (
    HeldOut,
    Origins,
    Task,
    as_file,
    held_out,
    hyperparameters,
    in_use,
    read_samples,
    task_of,
    train,
)


class Command(BaseCommand):
    help = (
        "Train the model of the injection screen on JSON-lines files of labelled texts (text, label, source), with "
        "sources.json beside them, and on the project's own texts. Prints how it does on sources left out."
    )
    requires_system_checks = ()  # reads files only, and makes the file a check looks for

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
        parser.add_argument(
            "--documents",
            nargs="+",
            type=Path,
            default=[],
            metavar="FILE",
            help="JSON lines of whole documents (raw, licence, repo) whose paragraphs are harmless",
        )
        parser.add_argument("--no-own-texts", action="store_true", help="leave the project's own texts out")
        parser.add_argument("--output", type=Path, metavar="MODEL", help="write the model file; without it, none")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            samples, origins = read_samples(options["files"], options["documents"], own=not options["no_own_texts"])
            task = task_of(samples)
            self.write_data(task, origins)
            result = held_out(task)
        except (BadRow, OSError, ValueError) as error:
            raise CommandError(str(error)) from error
        self.write_figures(result)
        model = in_use(train(task, np.ones(len(samples), dtype=bool)), result.zero, result.slope)
        if options["output"]:
            content = as_file(model, recipe_of(task, origins, result))
            options["output"].write_text(json.dumps(content, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
            self.stdout.write(f"\n{len(content['weights'])} weights written to {options['output']}")

    def write_data(self, task: Task, origins: Origins) -> None:
        attacks = int(task.labels.sum())
        self.stdout.write(f"{len(task.samples)} texts, {attacks} of them attacks, {len(origins.licences)} sources")
        for source in origins.left_out:
            self.stdout.write(f"  {source}: left out, its licence does not permit derived weights")

    def write_figures(self, result: HeldOut) -> None:
        for line in result.lines:
            self.stdout.write(line.name)
            self.stdout.write(f"  injections caught   {line.caught}")
            self.stdout.write(f"    of them refused   {line.refused}")
            self.stdout.write(f"  benign alarmed      {line.alarmed}")
            self.stdout.write(f"    of them refused   {line.blocked}")
        self.stdout.write("injections caught at 2 % false alarms, source held out")
        self.stdout.write(f"  words alone         {result.words_alone}")
        self.stdout.write(f"  words and concepts  {result.model_alone}")


def recipe_of(task: Task, origins: Origins, result: HeldOut) -> dict[str, Any]:
    """What a reviewer needs to make the same file again."""
    return {
        "command": "train_screen",
        "date": datetime.now(UTC).date().isoformat(),
        "files": origins.files,
        "own_texts": sum(not sample.group for sample in task.samples),
        "sources_and_licences": origins.licences,
        "hyperparameters": hyperparameters(),
        "measured": {
            **{line.name: line.as_dict() for line in result.lines},
            "words alone, at 2 % false alarms": result.words_alone.as_dict(),
            "words and concepts, at 2 % false alarms": result.model_alone.as_dict(),
        },
    }
