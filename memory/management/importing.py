"""What `kirocrew import` and `kirocrew migrate-markdown` share: say what would be imported, or import it."""

from argparse import BooleanOptionalAction
from pathlib import Path
from typing import Any, Final, TypedDict

from django.core.management.base import BaseCommand, CommandError, CommandParser

from channels_bridge.models import Job, JobState
from memory.management.console import (
    EXIT_JOB_FAILED,
    OPERATOR,
    console,
    quiet,
    store_named,
    table,
    told_plainly,
    watch,
    write_json,
)
from memory.models import Store
from memory.services.importing.results import Action, Tally
from memory.services.imports import import_apply
from memory.services.imports_preview import ImportPreview, import_preview
from memory.services.stores import store_get

LISTED: Final = 200  # items a dry run lists unless all are asked for
EXIT_NOTHING: Final = 3

OUTLOOK: Final = {
    Action.NEW: "would be stored",
    Action.PROPOSED: "would wait for the owner",
    Action.DUPLICATE: "are there already",
    Action.CONFLICT: "would stand against another value, which stays",
    Action.REFUSED: "would be refused",
    Action.UNSUPPORTED: "parts would become no memory",
}


class _How(TypedDict):
    """How the sources are read, and whose memories are brought."""

    format_name: str
    user: str


class ImportCommand(BaseCommand):
    """A dry run, or with --apply a job. A subclass names its paths and says which format they are read by."""

    def add_shared_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--apply", action="store_true", help="import; without it nothing is written")
        parser.add_argument("--store", default="", help="the store to write to (default: main)")
        parser.add_argument(
            "--wait", action=BooleanOptionalAction, default=True, help="with --apply, show the progress until the end"
        )
        parser.add_argument("--all", action="store_true", help=f"list every item, not only the first {LISTED}")
        parser.add_argument("--json", action="store_true", help="write one JSON document")

    def handle(self, *args: Any, **options: Any) -> None:
        quiet()
        paths = [Path(text) for text in options["paths"]]
        if missing := [str(path) for path in paths if not path.exists() and not path.is_symlink()]:
            raise CommandError(f"There is no such file or folder: {', '.join(missing)}. Nothing was imported.")
        with told_plainly():
            store = store_named(options["store"]) if options["store"] else store_get(actor=OPERATOR)
            if options["apply"]:
                self._apply(store, paths, options)
            else:
                self._preview(store, paths, options)

    def _preview(self, store: Store, paths: list[Path], options: dict[str, Any]) -> None:
        preview = import_preview(actor=OPERATOR, store=store, sources=paths, **_how(options))
        if options["json"]:
            write_json(self, {"dry_run": True, "store": store.slug} | preview.as_json())
        else:
            self._show(preview, store, show_all=options["all"])
        if preview.tally.total == preview.tally.of(Action.UNSUPPORTED):
            raise CommandError("There is nothing in it that could be imported.", returncode=EXIT_NOTHING)

    def _show(self, preview: ImportPreview, store: Store, *, show_all: bool) -> None:
        out = console(self)
        listed = preview.items if show_all else preview.items[:LISTED]
        rows = table("action", "kind", "origin", "text or reason")
        for item in listed:
            said = " ".join(filter(None, (item.text, item.message and f"[{item.code}] {item.message}")))
            rows.add_row(item.action.value, item.kind, item.item.origin_ref.split("#")[0], said)
        out.print(rows)
        if rest := preview.tally.total - len(listed):
            out.print(f"… and {rest:,} more; --all or --json lists them.")
        out.print()
        self._totals(preview.tally)
        for action, meaning in OUTLOOK.items():
            if count := preview.tally.of(action):
                out.print(f"{count:>7,} {meaning}")
        out.print(f"Nothing was written to {store.slug}. Add --apply to import.")

    def _apply(self, store: Store, paths: list[Path], options: dict[str, Any]) -> None:
        job = import_apply(actor=OPERATOR, store=store, sources=paths, **_how(options))
        if options["wait"]:
            job = watch(self, job)
        if options["json"]:
            answer = {"dry_run": False, "store": store.slug, "job": str(job.uid), "state": job.state}
            write_json(self, answer | {"counts": job.result.get("counts", {}), "error": job.error})
        elif not options["wait"]:
            self.stdout.write(f"Asked for: job {job.uid}. A worker does it; the admin shows how far it is.")
        elif job.state == JobState.DONE:
            self._totals(Tally.from_json(job.result["counts"]))
            self.stdout.write(f"Imported into {store.slug}: job {job.uid}.")
        self._judge(job)

    def _judge(self, job: Job) -> None:
        if job.state == JobState.FAILED:
            raise CommandError(f"The import failed: {job.error}", returncode=EXIT_JOB_FAILED)
        if job.state == JobState.CANCELLED:
            raise CommandError(
                "The import was stopped. The same command goes on from there.", returncode=EXIT_JOB_FAILED
            )
        if job.state == JobState.DONE:
            tally = Tally.from_json(job.result["counts"])
            if tally.total == tally.of(Action.UNSUPPORTED):
                raise CommandError("There was nothing in it that could be imported.", returncode=EXIT_NOTHING)

    def _totals(self, tally: Tally) -> None:
        rows = table("action", "kind", "code", "items")
        for row in tally.as_json()["rows"]:
            rows.add_row(row["action"], row["kind"], row["code"], f"{row['count']:,}")
        console(self).print(rows)


def _how(options: dict[str, Any]) -> _How:
    return {"format_name": options["format"], "user": options.get("user", "")}
