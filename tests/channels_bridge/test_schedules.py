"""Schedules are written down as registered, as often as asked."""

from collections.abc import Iterator
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.utils.module_loading import import_string
from django_q.models import Schedule

from channels_bridge.models import Heartbeat
from channels_bridge.services import schedules
from channels_bridge.services.heartbeats import WORKER, worker_is_alive
from channels_bridge.services.schedules import scheduled, schedules_sync
from channels_bridge.tasks import beat
from kirocrew.base.clock import now

pytestmark = pytest.mark.django_db


def chore() -> None:
    """Something to do every hour."""


@pytest.fixture
def _chore_scheduled() -> Iterator[None]:
    scheduled("test.chore", minutes=60)(chore)
    yield
    del schedules._scheduled["test.chore"]


def test_what_is_registered_is_written_and_can_be_called() -> None:
    schedules_sync()
    rows = {row.name: row for row in Schedule.objects.all()}
    assert {"kirocrew:jobs.reap", "kirocrew:worker.beat", "kirocrew:jobs.prune"} <= rows.keys()
    assert all(callable(import_string(row.func)) for row in rows.values())
    reap = rows["kirocrew:jobs.reap"]
    assert (reap.schedule_type, reap.minutes, reap.repeats) == (Schedule.MINUTES, 1, -1)


@pytest.mark.usefixtures("_chore_scheduled")
def test_a_second_time_changes_nothing_and_keeps_the_next_run() -> None:
    schedules_sync()
    later = now() + timedelta(minutes=42)
    Schedule.objects.update(next_run=later)
    report = schedules_sync()
    assert (report.created, report.changed, report.removed) == (0, 0, 0)
    assert set(Schedule.objects.values_list("next_run", flat=True)) == {later}


@pytest.mark.usefixtures("_chore_scheduled")
def test_a_changed_a_doubled_and_a_dropped_one_are_put_right() -> None:
    schedules_sync()
    row = Schedule.objects.get(name="kirocrew:test.chore")
    Schedule.objects.filter(pk=row.pk).update(minutes=5)
    Schedule.objects.create(name=row.name, func=row.func, schedule_type="I", minutes=60)
    Schedule.objects.create(name="kirocrew:gone", func="nowhere.nothing", schedule_type="I", minutes=1)
    report = schedules_sync()
    assert (report.created, report.changed, report.removed) == (0, 1, 2)
    assert Schedule.objects.get(name="kirocrew:test.chore").minutes == 60


def test_the_owners_own_schedules_are_left_alone() -> None:
    Schedule.objects.create(name="mine", func="math.floor", schedule_type="D")
    schedules_sync()
    assert Schedule.objects.filter(name="mine").exists()


def test_the_command_says_what_it_did() -> None:
    out = StringIO()
    call_command("sync_schedules", stdout=out)
    assert "0 changed, 0 removed" in out.getvalue()


@pytest.mark.parametrize("minutes", [0, -1, 32_768])
def test_a_span_the_scheduler_does_not_know_is_refused(minutes: int) -> None:
    with pytest.raises(ValueError, match="minutes"):
        scheduled("test.never", minutes=minutes)


@pytest.mark.usefixtures("_chore_scheduled")
def test_one_name_schedules_one_function() -> None:
    with pytest.raises(ValueError, match="chore"):
        scheduled("test.chore", minutes=1)(beat)


def test_a_worker_lives_while_it_beats() -> None:
    assert not worker_is_alive()
    beat()
    assert worker_is_alive()
    Heartbeat.objects.filter(name=WORKER).update(at=now() - timedelta(minutes=4))
    assert not worker_is_alive()
