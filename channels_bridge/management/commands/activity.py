"""`kirocrew activity`: what the server does in the background, in a terminal."""

import time
from typing import IO, Any, Final, cast

from django.core.management.base import BaseCommand, CommandError, CommandParser
from rich.console import Console
from rich.live import Live

from channels_bridge.actors import Actor
from channels_bridge.management.activity_view import jobs_shown, lines_of, step_line, table_of
from channels_bridge.models import JobEvent
from channels_bridge.services.job_events import JobMessage
from channels_bridge.services.job_feed import feed_read
from channels_bridge.services.job_paces import Paces
from kirocrew.db.presence import database_missing

OPERATOR: Final = Actor.system("operator")
MOST: Final = 50  # jobs of a table that does not move
LOOK_SECONDS: Final = 0.5
MARGIN: Final = 6  # lines of the terminal that the table leaves: long titles, the prompt
LINES_OF_A_JOB: Final = 2  # its name and how it goes; a bar more for the few that run
PROGRESS_SECONDS: Final = 5.0
"""Plain lines tell the progress of one job at most so often; all else at once."""


class Command(BaseCommand):
    help = (
        "Show what runs and waits in the background and what ended within a day, with rates and the time that is left. "
        "Looking changes nothing."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--follow", action="store_true", help="go on showing it as it moves, until Ctrl-C")

    def handle(self, *args: Any, **options: Any) -> None:
        if missing := database_missing():
            raise CommandError(missing)
        console = Console(
            file=cast(IO[str], getattr(self.stdout, "_out", self.stdout)), highlight=False, markup=False, emoji=False
        )
        try:
            if not console.is_terminal:
                self._lines(follow=options["follow"])
            elif options["follow"]:
                self._table(console)
            else:
                console.print(table_of(jobs_shown(OPERATOR, MOST), moving=False))
        except KeyboardInterrupt:
            self.stderr.write("No longer looking. The jobs go on.", ending="\n")

    def _table(self, console: Console) -> None:
        """A table that is drawn anew twice a second, as high as the terminal."""
        with Live(console=console, auto_refresh=False) as live:
            while True:
                most = max(1, (console.height - MARGIN) // LINES_OF_A_JOB)
                live.update(table_of(jobs_shown(OPERATOR, most), moving=True), refresh=True)
                time.sleep(LOOK_SECONDS)

    def _lines(self, *, follow: bool) -> None:
        """A line for each job, then, when asked to follow, one for each step."""
        after = JobEvent.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
        shown = jobs_shown(OPERATOR, MOST)
        for line in lines_of(shown):
            self.stdout.write(line)
        if not shown.jobs:
            self.stdout.write("No job.")
        paces, told = Paces(), _Told()
        while follow:
            self.stdout.flush()
            while messages := feed_read(actor=OPERATOR, uid=None, after=after, paces=paces):
                after = messages[-1]["id"]
                for message in filter(told.is_due, messages):
                    self.stdout.write(step_line(message))
            time.sleep(LOOK_SECONDS)


class _Told:
    """Which steps are worth a line: every change of state, and of progress what comes after a while."""

    def __init__(self) -> None:
        self._at: dict[str, float] = {}

    def is_due(self, message: JobMessage) -> bool:
        job, instant = message["job"], time.monotonic()
        if message["kind"] != "progress":
            self._at.pop(job, None)
            return True
        if instant - self._at.get(job, -PROGRESS_SECONDS) < PROGRESS_SECONDS:
            return False
        self._at[job] = instant
        return True
