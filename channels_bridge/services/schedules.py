"""Work that comes again and again. Apps register it in their `tasks` module; `schedules_sync` writes it down."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from django.db import transaction
from django_q.models import Schedule

PREFIX: Final = "kirocrew:"
"""Before the name of each schedule that is ours; others are the owner's and left alone."""
LONGEST_MINUTES: Final = 32_767
"""What the scheduler's column holds, about 22 days."""

Task = TypeVar("Task", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Scheduled:
    """A function by its path, and how often it runs."""

    name: str
    func: str
    minutes: int


@dataclass(frozen=True, slots=True)
class SyncReport:
    """How many schedules were made, changed, removed and found right."""

    created: int
    changed: int
    removed: int
    unchanged: int


_scheduled: dict[str, Scheduled] = {}


def scheduled(name: str, *, minutes: int) -> Callable[[Task], Task]:
    """Register a module-level function without arguments to run every so many minutes (1-32,767).

    Raises ValueError for a span out of range or a name another function has.
    """
    if not 1 <= minutes <= LONGEST_MINUTES:
        raise ValueError(f"minutes must be 1 to {LONGEST_MINUTES}")

    def register(task: Task) -> Task:
        entry = Scheduled(name, f"{task.__module__}.{task.__qualname__}", minutes)
        if _scheduled.get(name, entry).func != entry.func:
            raise ValueError(f"{_scheduled[name].func} is scheduled as {name} already")
        _scheduled[name] = entry
        return task

    return register


def schedules_known() -> list[Scheduled]:
    """What is registered, by name."""
    return [_scheduled[name] for name in sorted(_scheduled)]


def schedules_sync() -> SyncReport:
    """Make the scheduler's table say what is registered; run it as often as you like.

    The time of the next run is kept for a schedule that is right.
    """
    created = changed = unchanged = 0
    with transaction.atomic():
        rows: dict[str, Schedule] = {}
        surplus = []
        for row in Schedule.objects.filter(name__startswith=PREFIX).order_by("id"):
            name = row.name.removeprefix(PREFIX)
            if name in _scheduled and name not in rows:
                rows[name] = row
            else:
                surplus.append(row.pk)
        Schedule.objects.filter(pk__in=surplus).delete()
        for name, entry in _scheduled.items():
            if name not in rows:
                Schedule.objects.create(name=PREFIX + name, **_values(entry))
                created += 1
            elif any(getattr(rows[name], field) != value for field, value in _values(entry).items()):
                Schedule.objects.filter(pk=rows[name].pk).update(**_values(entry))
                changed += 1
            else:
                unchanged += 1
    return SyncReport(created, changed, len(surplus), unchanged)


def _values(entry: Scheduled) -> dict[str, Any]:
    return {
        "func": entry.func,
        "schedule_type": Schedule.MINUTES,
        "minutes": entry.minutes,
        "repeats": -1,
    }
