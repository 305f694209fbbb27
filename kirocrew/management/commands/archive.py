"""`kirocrew archive`: everything the server remembers in one file, and back."""

import getpass
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from hooks.services.reading import ReadRefused, safe_open, safe_read_file
from kirocrew.archive.age import INTRO, is_encrypted, lock_make
from kirocrew.archive.exporting import archive_write
from kirocrew.archive.importing import (
    CONFIRM,
    Archive,
    Report,
    archive_merge,
    archive_restore,
    archive_verify,
    authority_of,
)
from kirocrew.archive.jobs import told_of
from kirocrew.archive.merging import Merged
from kirocrew.archive.reading import Contents
from kirocrew.archive.restoring import in_use
from memory.management.console import OPERATOR, console, quiet, table, told_plainly, write_json


class Command(BaseCommand):
    help = (
        "Write everything the server remembers into one private file, look through such a file, or take it in: restore "
        "it whole into an empty home, or merge it through the gate into one that is used."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        actions = parser.add_subparsers(dest="action", required=True)
        export = actions.add_parser("export", help="write an archive")
        export.add_argument("-o", "--output", default="", help="file to write; by default one in the home's exports")
        export.add_argument("--encrypt", action="store_true", help="encrypt it with a passphrase (age format)")
        export.add_argument("--force", action="store_true", help="replace a file that is there already")
        verify = actions.add_parser("verify", help="read an archive from end to end and say what it holds")
        take = actions.add_parser("import", help="say what an archive would bring; with --restore or --merge, bring it")
        way = take.add_mutually_exclusive_group()
        way.add_argument("--restore", action="store_true", help="make this home, which is empty, what that one was")
        way.add_argument("--merge", action="store_true", help="bring its memories through the gate; what is here wins")
        take.add_argument(
            "--confirm", default="", help=f"with --restore: the beginning of its digest, at least {CONFIRM} characters"
        )
        for one in (verify, take):
            one.add_argument("file", help="the archive")
        for each in (export, verify, take):
            _shared(each)

    def handle(self, *args: Any, **options: Any) -> None:
        quiet()
        with told_plainly():
            {"export": self._export, "verify": self._verify, "import": self._import}[options["action"]](options)

    def _export(self, options: dict[str, Any]) -> None:
        target = Path(options["output"]).expanduser().absolute() if options["output"] else None
        lock = lock_make(_new_passphrase(options)) if options["encrypt"] else None
        with self._bar(options) as report:
            made = archive_write(
                actor=OPERATOR,
                target=target,
                lock=lock,
                replace=options["force"],
                report=lambda done, total: report("writing", done, total),
            )
        if options["json"]:
            write_json(self, {"file": str(made.path), "rows": made.rows, "bytes": made.size, "digest": made.digest})
            return
        size = f"{made.size / 1e6:.1f} MB, {made.seconds:.1f} s"
        self.stdout.write(f"{made.path} ({made.rows:,} rows, {size})\ndigest {made.digest}")

    def _verify(self, options: dict[str, Any]) -> None:
        self._show(self._looked_through(options), options)

    def _import(self, options: dict[str, Any]) -> None:
        archive = self._archive(options)
        if options["merge"]:
            with self._bar(options) as report:
                merged = archive_merge(actor=OPERATOR, archive=archive, report=report)
            self._show_merged(merged, options)
        elif options["restore"]:
            with self._bar(options) as report:
                contents = archive_restore(actor=OPERATOR, archive=archive, confirm=options["confirm"], report=report)
            self._show(contents, options)
            self._say(options, "Restored. Bots need new keys; vectors are made anew by the worker.")
        else:
            contents = self._looked_through(options, archive)
            self._show(contents, options)
            used = in_use()
            way = "--merge" if used else f"--restore --confirm {contents.digest[:CONFIRM]}"
            state = "is used, so the archive can be merged" if used else "is empty, so the archive can be restored"
            self._say(options, f"Nothing was written. This home {state}: add {way}.")

    def _looked_through(self, options: dict[str, Any], archive: Archive | None = None) -> Contents:
        archive = archive or self._archive(options)
        with self._bar(options) as report:
            return archive_verify(actor=OPERATOR, archive=archive, report=report)

    def _archive(self, options: dict[str, Any]) -> Archive:
        path = Path(options["file"]).expanduser().absolute()
        try:
            with safe_open(path) as file:
                locked = is_encrypted(file.read(len(INTRO)))
        except ReadRefused as error:
            raise CommandError(f"{path} can't be read: {error}") from error
        return Archive(path, passphrase=_passphrase(options) if locked else "")

    def _show(self, contents: Contents, options: dict[str, Any]) -> None:
        if options["json"]:
            write_json(self, told_of(contents))
            return
        rows = table("table", "rows")
        for name, number in contents.counts.items():
            if number:
                rows.add_row(name, f"{number:,}")
        console(self).print(rows)
        self.stdout.write(f"{contents.rows:,} rows, whole and unchanged\ndigest {contents.digest}")
        if brings := authority_of(contents):
            told = ", ".join(f"{number:,} {words}" for words, number in brings.items())
            self.stdout.write(f"A restore brings what decides or runs: {told}.")

    def _show_merged(self, merged: Merged, options: dict[str, Any]) -> None:
        if options["json"]:
            write_json(self, merged.as_json())
            return
        rows = table("action", "kind", "code", "items")
        for row in merged.tally.as_json()["rows"]:
            rows.add_row(row["action"], row["kind"], row["code"], f"{row['count']:,}")
        console(self).print(rows)
        self.stdout.write(f"{merged.known:,} were known here already, or were left behind since.")
        for slug, number in merged.stores_missing.items():
            self.stdout.write(f"{number:,} of the store {slug!r} stayed outside: make that store first.")
        if merged.left:
            self.stdout.write(f"{sum(merged.left.values()):,} rows are for a restore only: {', '.join(merged.left)}.")

    def _say(self, options: dict[str, Any], text: str) -> None:
        if not options["json"]:
            self.stdout.write(text)

    @contextmanager
    def _bar(self, options: dict[str, Any]) -> Iterator[Report]:
        columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeElapsedColumn())
        shown = console(self, aside=True)
        with Progress(
            *columns, TimeRemainingColumn(), console=shown, transient=True, disable=options["json"]
        ) as progress:
            bar = progress.add_task("reading", total=None)

            def report(what: str, done: int, total: int) -> None:
                progress.update(bar, description=what, completed=done, total=total or None)

            yield report


def _shared(parser: ArgumentParser) -> None:
    parser.add_argument("--passphrase-file", default="", help="file whose first line is the passphrase")
    parser.add_argument("--json", action="store_true", help="write one JSON document")


def _new_passphrase(options: dict[str, Any]) -> str:
    given = _passphrase(options)
    if options["passphrase_file"] or given == getpass.getpass("The same again: "):
        return given
    raise CommandError("The two are not the same. Nothing was written.")


def _passphrase(options: dict[str, Any]) -> str:
    """What the file says, or what is typed. Raises CommandError when there is nobody to ask."""
    if options["passphrase_file"]:
        try:
            lines = safe_read_file(Path(options["passphrase_file"]).expanduser()).splitlines()
        except ReadRefused as error:
            raise CommandError(f"The passphrase can't be read: {error}") from error
        return lines[0] if lines else ""
    if not sys.stdin.isatty():
        raise CommandError("The archive is encrypted. Name a file with its passphrase: --passphrase-file.")
    return getpass.getpass("Passphrase of the archive: ")
