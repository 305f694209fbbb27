"""`kirocrew restore`: which backups there are, and one of them put back at the next start."""

from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError, CommandParser

from kirocrew.backup.kinds import backup_folder
from kirocrew.backup.preview import Preview
from kirocrew.backup.shelf import BackupFile, backups_listed
from kirocrew.backup.staging import restore_bring, restore_cancel, restore_preview, restore_stage, restore_status
from kirocrew.base.problems import Problem
from memory.management.console import OPERATOR, console, table, write_json

NOTHING: Final = 3  # exit code of `status` and `cancel` when nothing waits


class Command(BaseCommand):
    help = "Show the backups, and have one put back at the next start, with a look at what that would do first."

    def add_arguments(self, parser: CommandParser) -> None:
        actions = parser.add_subparsers(dest="action", required=True)
        listed = actions.add_parser("list", help="show the backups, newest first")
        listed.add_argument("--json", action="store_true", dest="as_json")
        stage = actions.add_parser(
            "stage", help="check a backup, show what would be lost, and put it back at the start"
        )
        stage.add_argument("backup", help="name of a backup, or path of a database from elsewhere")
        stage.add_argument(
            "--dry-run", action="store_true", help="only show what would be lost and what would come back"
        )
        stage.add_argument("--json", action="store_true", dest="as_json")
        actions.add_parser("cancel", help="call off what waits; the present stays")
        status = actions.add_parser("status", help="show what waits")
        status.add_argument("--json", action="store_true", dest="as_json")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            getattr(self, f"_{options['action']}")(options)
        except Problem as problem:
            raise CommandError(problem.detail or problem.title) from problem

    def _list(self, options: dict[str, Any]) -> None:
        found = backups_listed(actor=OPERATOR)
        if options["as_json"]:
            write_json(self, [_listed(one) for one in found])
            return
        shown = table("made", "kind", "MB", "records", "rows", "checked", "name")
        for one in found:
            numbers = ["?" if number is None else f"{number:,}" for number in (one.records, one.rows)]
            size = f"{one.size / 1e6:,.1f}"
            shown.add_row(f"{one.at:%Y-%m-%d %H:%M}", one.kind, size, *numbers, one.state, one.name)
        console(self).print(shown if found else "There are no backups yet. `kirocrew backup` makes one.")

    def _stage(self, options: dict[str, Any]) -> None:
        name = self._name(options["backup"])
        act = restore_preview if options["dry_run"] else restore_stage
        preview = act(actor=OPERATOR, name=name)
        if options["as_json"]:
            write_json(self, preview_json(preview) | {"staged": not options["dry_run"]})
            return
        self._show(preview)
        if options["dry_run"]:
            self.stdout.write("Nothing was changed.")
        else:
            self.stdout.write(
                f"{name} is put back at the next start: stop the server, then run `kirocrew up`, or `kirocrew prepare` "
                "before web and worker. Until then nothing changes; `kirocrew restore cancel` calls it off."
            )

    def _name(self, given: str) -> str:
        """The name of a backup in the home; a file from elsewhere is brought there first."""
        path, folder = Path(given).expanduser(), backup_folder().resolve()
        if path.resolve().parent == folder or (
            path.parent == Path() and ((folder / path).is_file() or not path.exists())
        ):
            return path.name
        name = restore_bring(actor=OPERATOR, file=path.absolute())
        self.stderr.write(f"copied to the backups as {name}")
        return name

    def _show(self, preview: Preview) -> None:
        shown = table("", "now", "in the backup", "would be lost", "would come back", "would go back", "newest there")
        for line in preview.lines:
            numbers = [f"{n:,}" for n in (line.now, line.then, line.lost, line.back, line.changed)]
            newest = f"{line.newest_then:%Y-%m-%d %H:%M}" if line.newest_then else ""
            shown.add_row(line.title, *numbers, newest)
        out = console(self)
        out.print(shown)
        for said in preview_words(preview):
            out.print(said)

    def _cancel(self, options: dict[str, Any]) -> None:
        if restore_status(actor=OPERATOR) is None:
            raise CommandError("Nothing waits to be put back.", returncode=NOTHING)
        staged = restore_cancel(actor=OPERATOR)
        self.stdout.write(f"{staged.backup} will not be put back. The present stays.")

    def _status(self, options: dict[str, Any]) -> None:
        staged = restore_status(actor=OPERATOR)
        if options["as_json"]:
            write_json(self, asdict(staged) if staged else None)
        elif staged is None:
            self.stdout.write("Nothing waits to be put back.")
        elif staged.problem:
            self.stdout.write(f"{staged.backup} was not put back: {staged.problem} The present stayed.")
        else:
            self.stdout.write(f"{staged.backup} is put back at the next start, as {staged.by} asked at {staged.at}.")


def preview_words(preview: Preview) -> list[str]:
    """What else has to be said about it."""
    said = [preview.problem] if preview.problem else []
    if preview.present:
        said.append(f"The present can't be read, so nothing is compared with it: {preview.present}.")
    if preview.fit.missing and preview.fit.is_ours:
        said.append(f"It is of an older version: {len(preview.fit.missing)} migrations are applied to it.")
    if preview.erased:
        said.append(f"{preview.erased:,} records in it were erased since; they are erased again.")
    if preview.refused:
        said.append(f"{preview.refused:,} refused values of today hold over it; what says them is forgotten.")
    return said


def preview_json(preview: Preview) -> dict[str, Any]:
    """A preview as JSON values."""
    return {
        "backup": preview.backup,
        "problem": preview.problem,
        "present": preview.present,
        "migrations": list(preview.fit.missing),
        "erased": preview.erased,
        "refused": preview.refused,
        "lines": [asdict(line) for line in preview.lines],
    }


def _listed(one: BackupFile) -> dict[str, Any]:
    counts = one.counts
    return {
        "name": one.name,
        "kind": one.kind,
        "size": one.size,
        "at": one.at,
        "state": one.state,
        "checked_at": counts.checked_at if counts else None,
        "problem": counts.problem if counts else "",
        "tables": counts.tables if counts else {},
    }
