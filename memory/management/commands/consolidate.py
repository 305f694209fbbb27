"""`kirocrew consolidate`: read what is new in conversations now, or see what waits."""

from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, CommandParser

from channels_bridge.models import Conversation, Job, JobState, MemoryMode
from channels_bridge.services.job_repairs import jobs_reap
from channels_bridge.tasks import run_job
from memory.management.console import EXIT_JOB_FAILED, OPERATOR, console, quiet, store_named, table, told_plainly, watch
from memory.models import PassPath
from memory.services.consolidation import backlog_of, consolidation_request, pass_retry
from memory.services.conversations import conversation_get, conversations_visible_to


class Command(BaseCommand):
    help = (
        "Read what is new in conversations and write what they leave in memory: facts, and with a language model their "
        "history. Without --conversation, of all that have something new. The worker does it by itself in its time."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--conversation", metavar="KEY", help="only this one, by its key or uid")
        parser.add_argument("--store", metavar="NAME", help="only conversations of this store")
        parser.add_argument("--path", choices=PassPath.values, help="only this path")
        parser.add_argument("--now", action="store_true", help="read here, at once, instead of in the worker")
        parser.add_argument("--retry", type=UUID, metavar="UID", help="read again what failed or was set aside")
        parser.add_argument("--waiting", action="store_true", help="only show what waits to be read")

    def handle(self, *args: Any, **options: Any) -> None:
        quiet()
        with told_plainly():
            if options["waiting"]:
                self._show(options["store"])
                return
            jobs_reap()
            jobs = [pass_retry(actor=OPERATOR, uid=options["retry"])] if options["retry"] else self._asked(options)
            if not jobs:
                self.stdout.write("Nothing is new.")
                return
            ended = [self._done(job, now=options["now"]) for job in jobs]
        self._tell(ended)

    def _asked(self, options: dict[str, Any]) -> list[Job]:
        paths = [PassPath(options["path"])] if options["path"] else []
        jobs: list[Job] = []
        for conversation in self._chosen(options):
            jobs += consolidation_request(actor=OPERATOR, conversation=conversation, paths=paths)
        return jobs

    def _chosen(self, options: dict[str, Any]) -> list[Conversation]:
        if options["conversation"]:
            return [conversation_get(actor=OPERATOR, name=options["conversation"])]
        rows = conversations_visible_to(OPERATOR).filter(mode=MemoryMode.NORMAL).order_by("pk")
        return list(rows.filter(binding__store=store_named(options["store"])) if options["store"] else rows)

    def _done(self, job: Job, *, now: bool) -> Job:
        if not now:
            return watch(self, job)
        run_job(str(job.uid))
        job.refresh_from_db()
        return job if job.is_finished else watch(self, job)  # the worker has it already

    def _tell(self, jobs: list[Job]) -> None:
        failed = [job for job in jobs if job.state != JobState.DONE]
        for job in jobs:
            result = job.result
            told = f"{result.get('turns', 0):,} turns read" if job.state == JobState.DONE else job.error or job.state
            reason = f"; {result['reason']}" if result.get("reason") else ""
            self.stdout.write(f"{job.title}: {told}{reason}")
        if failed:
            raise CommandError(f"{len(failed)} of {len(jobs)} could not be read.", returncode=EXIT_JOB_FAILED)

    def _show(self, store: str | None) -> None:
        listed = table("path", "conversations", "turns", "tried again", "set aside", "language model")
        for row in backlog_of(actor=OPERATOR, store=store_named(store) if store else None):
            numbers = (row.conversations, row.turns, row.failing, row.set_aside)
            listed.add_row(str(row.path), *(f"{number:,}" for number in numbers), "yes" if row.has_model else "none")
        console(self).print(listed)
