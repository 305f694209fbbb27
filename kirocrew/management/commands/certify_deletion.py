"""`kirocrew certify_deletion`: prove that erasing works here, and that a record is in no place any more."""

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from channels_bridge.models import Job, JobState
from kirocrew.certifying.rehearsal import rehearse
from kirocrew.certifying.steps import STEPS, Step
from kirocrew.certifying.twin import Twin
from memory.management.console import OPERATOR, quiet, told_plainly, watch
from memory.models import Setting
from memory.services.erasing.certificate import CLEAR, FAILED, FOUND, PENDING, Certificate
from memory.services.erasing.reading import text_of
from memory.services.erasure import deletion_certify, erase_job, record_named
from memory.services.settings import settings_forget

WIDTH = 34  # characters of a step's name
MARKS = {CLEAR: "ok    ", FOUND: "FOUND ", FAILED: "FAILED", PENDING: "wait  "}


class Command(BaseCommand):
    help = (
        "Prove a deletion: a twin of the record is written, found, erased, fed again and looked for in a copy of the "
        "home, after every job, a restart, an export and a restore; then the record itself is looked for here, in "
        "every place. Fails when anything is found."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("record", nargs="?", default="", help="id of a record, or key of a fact")
        parser.add_argument("--store", default="", help="the fact's store, where several have the key")
        parser.add_argument(
            "--text", default="", help="file with the erased text to look for, too (- for standard input)"
        )
        parser.add_argument("--as-json", action="store_true", help="print the certificate as JSON")
        parser.add_argument("--folder", type=Path, help="where the copy of the home is made (default: the system's)")
        parser.add_argument("--in-copy", choices=list(STEPS), default="", help=argparse.SUPPRESS)
        parser.add_argument("--state", type=Path, help=argparse.SUPPRESS)

    def handle(self, *args: Any, **options: Any) -> None:
        if options["in_copy"]:
            self._step(options["in_copy"], options["state"])
            return
        with told_plainly():
            record = record_named(actor=OPERATOR, name=options["record"], store=options["store"])
            if job := erase_job(actor=OPERATOR, uid=record.uid):
                quiet()
                watch(self, job)
            here = deletion_certify(actor=OPERATOR, uid=record.uid, text=self._text(options["text"]))
            twin = Twin.make(record.kind, record.store.slug)
            steps = []
            for step in rehearse(twin=twin, folder=options["folder"]):
                steps.append(step)
                if not options["as_json"]:
                    self._tell(step)
        certified = here.is_clear and all(step.good for step in steps)
        if options["as_json"]:
            told = {"certified": certified, "rehearsal": [step.as_json() for step in steps], "here": here.as_json()}
            self.stdout.write(json.dumps(told, ensure_ascii=False, indent=2))
        else:
            self._tell_here(here)
        if not certified:
            failed = [step.name.strip() for step in steps if not step.good]
            if places := [line.title.lower() for line in here.lines if line.state == FOUND]:
                failed.append(f"the record is here, in: {', '.join(places)}")
            raise CommandError(f"Not certified: {'; '.join(failed) or 'some places were not looked at'}.")
        if not options["as_json"]:
            self.stdout.write(f"Certified: the record {record.uid} is in no place of this home.")

    def _tell(self, step: Step) -> None:
        self.stdout.write(f"{'ok    ' if step.good else 'FAILED'} {step.name:<{WIDTH}} {step.told}")

    def _tell_here(self, here: Certificate) -> None:
        self.stdout.write(f"\nThe record {here.record} itself, in this home:")
        for line in here.lines:
            told = "; ".join(line.hits[:3]) or line.note
            mark = MARKS.get(line.state, "-     ")
            self.stdout.write(f"{mark} {line.title:<{WIDTH}} {told}")

    def _text(self, name: str) -> str:
        if not name:
            return ""
        try:
            return (sys.stdin.read() if name == "-" else text_of(Path(name))).strip()
        except (OSError, UnicodeDecodeError) as error:
            raise CommandError(f"The text can't be read from {name}: {error}.") from error

    def _step(self, name: str, work: Path) -> None:
        """One step, in a process of its own, inside of a copy; nothing leaves it."""
        if Path(settings.KIROCREW_HOME).parent != work:
            raise CommandError("This is done in a copy of the home only.")
        settings.EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"
        Setting.objects.filter(name__startswith="digest").delete()
        Job.objects.unfinished().update(state=JobState.CANCELLED)  # they are done where they were asked for
        settings_forget()
        for step in STEPS[name](Twin.from_json(text_of(work / "twin.json")), work):
            self.stdout.write(json.dumps(step.as_json()))
