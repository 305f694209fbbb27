"""`kirocrew activity`: jobs in a terminal, in a pipe, and as they move."""

import io
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.management import call_command

from channels_bridge.actors import Actor
from channels_bridge.management.activity_view import counts_words, jobs_shown
from channels_bridge.models import Heartbeat, Job, JobEvent, JobState
from channels_bridge.services.heartbeats import WORKER, heartbeat_touch
from channels_bridge.services.jobs import job_enqueue, run_job_now
from kirocrew.base.clock import now
from tests.channels_bridge.servers import ROOT, Servers, wait_for
from tests.prepared import database_copied_to

SYSTEM = Actor.system("operator")
ENQUEUE = """
from channels_bridge.actors import Actor
from channels_bridge.services.jobs import job_enqueue
print(job_enqueue(actor=Actor.owner("alice", "1"), name="test.count", args={"to": 40, "pause": 0.05}).uid.hex)
"""


def shown() -> list[str]:
    out = io.StringIO()
    call_command("activity", stdout=out)
    return out.getvalue().splitlines()


@pytest.mark.django_db
def test_without_a_job_it_says_so() -> None:
    assert shown() == ["No job."]


@pytest.mark.django_db
def test_what_runs_comes_first_then_what_waits_then_what_ended(alice: Actor) -> None:
    done, failed, running, waiting = (
        job_enqueue(actor=alice, name=f"test.{name}", args=args, title=title)
        for name, args, title in (
            ("count", {"to": 3}, "数える"),
            ("fail", {"how": "problem"}, "Import notes.md"),
            ("count", {}, "Zählen"),
            ("count", {}, "Later"),
        )
    )
    run_job_now(done)
    run_job_now(failed)
    begun = now() - timedelta(seconds=10)
    Job.objects.filter(pk=running.pk).update(state=JobState.RUNNING, done=1_200, total=5_000, started_at=begun)
    for second in range(11):
        JobEvent.objects.create(
            job=running,
            kind="progress",
            state=JobState.RUNNING,
            done=1_100 + second * 10,
            at=begun + timedelta(seconds=second),
        )
    lines = shown()
    assert lines[0] == "Zählen: running, 1,200 of 5,000 (24 %), 10 a second, about 6 minutes left"
    assert lines[1] == "Later: waiting"
    assert re.fullmatch(r"Import notes\.md: failed, .*The file changed\. Upload it again, ended \d\d:\d\d", lines[2])
    assert re.fullmatch(r"数える: done, 3 of 3 \(100 %\), 第3步, ended \d\d:\d\d", lines[3])
    assert len(lines) == 4
    assert str(waiting.uid) not in "".join(lines)


@pytest.mark.django_db
def test_what_ended_long_ago_is_left_out_and_what_does_not_fit_is_counted(alice: Actor) -> None:
    for _ in range(5):
        run_job_now(job_enqueue(actor=alice, name="test.count", args={"to": 1}))
    Job.objects.filter(pk=Job.objects.order_by("pk")[0].pk).update(finished_at=now() - timedelta(days=2))
    seen = jobs_shown(SYSTEM, 3)
    assert (len(seen.jobs), seen.more) == (3, 1)


@pytest.mark.django_db
def test_a_name_cannot_steer_the_terminal(alice: Actor) -> None:
    job_enqueue(actor=alice, name="test.count", args={}, title="Import \x1b[2J\x1b]0;taken\x07.md\nDone: 5")
    (line,) = shown()
    assert line.isprintable()


@pytest.mark.django_db
def test_where_nothing_was_counted_nothing_is_said() -> None:
    assert counts_words(0, None) == ""
    assert counts_words(7, None) == "7"
    assert counts_words(0, 0) == ""


@pytest.mark.django_db
def test_it_says_of_a_worker_that_is_gone_only_where_something_waits(alice: Actor) -> None:
    assert jobs_shown(SYSTEM, 5).worker is False
    heartbeat_touch(WORKER)
    assert jobs_shown(SYSTEM, 5).worker is True
    Heartbeat.objects.all().delete()


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[Servers]:
    home = tmp_path / "home"
    home.mkdir(mode=0o700)
    database_copied_to(home / "kirocrew.sqlite3")
    running = Servers(home)
    yield running
    running.stop_all()


@pytest.mark.worker
def test_in_a_pipe_each_change_is_a_plain_line_and_ctrl_c_ends_it_in_order(servers: Servers, tmp_path: Path) -> None:
    out = tmp_path / "out"
    with out.open("wb") as stream:
        command = ["-m", "django", "activity", "--follow"]
        process = subprocess.Popen(
            [sys.executable, *command], stdout=stream, stderr=subprocess.PIPE, env=servers.environment, cwd=ROOT
        )
    wait_for(lambda: "No job." in out.read_text(), "the first line")
    servers.run(ENQUEUE)
    servers.start_worker()
    wait_for(lambda: "Count: done" in out.read_text(), "the end of the job")
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=30)
    assert process.returncode == 0
    assert said.decode().strip() == "No longer looking. The jobs go on."
    lines = out.read_text().splitlines()[1:]
    assert all(re.match(r"\d\d:\d\d:\d\d Count: ", line) for line in lines)
    states = [line.split("Count: ")[1].split(",")[0] for line in lines]
    assert states[:2] == ["waiting", "running"]
    assert states[-1] == "done"
    assert "\x1b" not in out.read_text()


@pytest.mark.worker
def test_in_a_terminal_a_table_moves_and_the_cursor_comes_back(servers: Servers) -> None:
    servers.run(ENQUEUE)
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "django", "activity", "--follow"],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**servers.environment, "TERM": "xterm", "COLUMNS": "100", "LINES": "30"},
        cwd=ROOT,
        start_new_session=True,
    )
    os.close(theirs)
    drawn = Drawn(ours)
    wait_for(lambda: "Waiting" in drawn.read(), "the waiting job")
    servers.start_worker()
    wait_for(lambda: "a second" in drawn.read() and "━" in drawn.read(), "a rate and a bar")
    wait_for(lambda: "40 of 40" in drawn.read(), "the end of the job")
    process.send_signal(signal.SIGINT)
    assert process.wait(30) == 0
    time.sleep(0.2)
    text = drawn.read()
    assert "No longer looking. The jobs go on." in text
    assert "Traceback" not in text
    assert text.rindex("\x1b[?25h") > text.rindex("\x1b[?25l")  # the cursor is shown again
    os.close(ours)


class Drawn:
    """What a program drew on a terminal until now."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._text = ""

    def read(self) -> str:
        while select.select([self._descriptor], [], [], 0.05)[0]:
            try:
                piece = os.read(self._descriptor, 65_536)
            except OSError:  # the program is gone
                break
            if not piece:
                break
            self._text += piece.decode(errors="replace")
        return self._text
