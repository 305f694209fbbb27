"""`kirocrew skills_import`: take in skills of another agent, after a look at what would be done."""

from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from channels_bridge.models import Job, JobState
from memory.management.console import EXIT_JOB_FAILED, OPERATOR, console, quiet, table, told_plainly, watch, write_json
from skills.services.importing import (
    Fate,
    Source,
    Strategy,
    import_detect,
    import_preview,
    import_request,
)

COUNTED = {
    Fate.NEW: "new",
    Fate.CHANGED: "changed",
    Fate.KNOWN: "imported before",
    Fate.EXISTS: "there already",
    Fate.REFUSED: "refused",
}


class Command(BaseCommand):
    help = (
        "Say what would become of every skill of another agent in a folder; with --apply, import them below "
        "imported/. What makes a skill come by itself is not taken, and no hook or server is registered."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("path", type=Path, metavar="PATH", help="a home, an agent's folder or a folder of skills")
        parser.add_argument("--from", dest="source", choices=list(Source), default=Source.FOLDER, help="whose they are")
        parser.add_argument(
            "--existing", choices=list(Strategy), default=Strategy.SKIP, help="what is done with a name that is there"
        )
        parser.add_argument("--apply", action="store_true", help="import them")
        parser.add_argument("--detect", action="store_true", help="only say which agents have skills there")
        parser.add_argument("--json", action="store_true", help="print JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        quiet()
        about = {"path": str(options["path"].expanduser().absolute()), "source": str(options["source"])}
        with told_plainly():
            if options["detect"]:
                self._detected(about["path"], as_json=options["json"])
            elif options["apply"]:
                strategy = str(options["existing"])
                job = watch(
                    self,
                    import_request(actor=OPERATOR, path=about["path"], source=about["source"], strategy=strategy),
                )
                self._done(job, as_json=options["json"])
            else:
                found = import_preview(actor=OPERATOR, **about, strategy=str(options["existing"]))
                self._show([row.as_json() for row in found], as_json=options["json"])
                if not options["json"]:
                    self.stdout.write("Nothing was written. Add --apply to import them.")

    def _detected(self, path: str, *, as_json: bool) -> None:
        found = import_detect(actor=OPERATOR, path=path)
        if as_json:
            write_json(self, [asdict(one) for one in found])
            return
        for one in found:
            self.stdout.write(f"{one.source.value}: {one.skills:,} skills in {one.folder}")
        if not found:
            self.stdout.write("No skills are there.")

    def _done(self, job: Job, *, as_json: bool) -> None:
        if job.state != JobState.DONE:
            raise CommandError(job.error or f"The import is {job.state}.", returncode=EXIT_JOB_FAILED)
        self._show(job.result["packages"], as_json=as_json)

    def _show(self, rows: list[dict[str, Any]], *, as_json: bool) -> None:
        if as_json:
            write_json(self, rows)
            return
        listed = table("what", "skill", "folder", "why")
        for row in rows:
            why = "; ".join((*([row["message"]] if row["message"] else []), *row["notes"]))
            listed.add_row(COUNTED[Fate(row["fate"])], row["key"] or "-", row["folder"], why)
        console(self).print(listed)
        counts = {fate: sum(row["fate"] == fate.value for row in rows) for fate in Fate}
        told = ", ".join(f"{number:,} {COUNTED[fate]}" for fate, number in counts.items() if number)
        self.stdout.write(told or "No skills are there.")
