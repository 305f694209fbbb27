"""Hooks that are commands: what runs on which event, and how the last run went."""

from typing import Final, Self

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models

from channels_bridge.actors import OWNER_SOURCE
from hooks.scripts.matchers import Mode
from hooks.scripts.runner import COMMAND_MAX, TIMEOUT_DEFAULT, TIMEOUT_RANGE
from hooks.scripts.systems import System
from kirocrew.base.clock import now
from kirocrew.base.ids import new_uid

NAME_LIMIT: Final = 120
MATCHER_LIMIT: Final = 2_000
WHY_LIMIT: Final = 500
_LEAST, _MOST = TIMEOUT_RANGE


class ScriptHookQuerySet(models.QuerySet["ScriptHook"]):
    def in_order(self) -> Self:
        """As they are listed: by event, then name."""
        return self.order_by("event", "name", "pk")

    def live(self, event: str) -> Self:
        """Those that run on an event."""
        return self.filter(enabled=True, event=event).order_by("pk")


class ScriptHook(models.Model):
    """One command on one event. `system` says whose rules its matcher and its end follow."""

    uid = models.UUIDField(default=new_uid, unique=True, editable=False)
    name = models.CharField(max_length=NAME_LIMIT, unique=True)
    system = models.CharField(
        max_length=20, choices=[(one.value, one.value) for one in System], default=System.KIROCREW.value
    )
    event = models.CharField(max_length=40)
    matcher = models.CharField(max_length=MATCHER_LIMIT, blank=True)
    matcher_mode = models.CharField(
        max_length=8, choices=[(one.value, one.value) for one in Mode], default=Mode.GLOB.value
    )
    """Only looked at for hooks of our own; other systems have one way to write a matcher."""
    command = models.TextField(max_length=COMMAND_MAX)
    folder = models.CharField(max_length=1_000, blank=True)
    """The absolute folder it runs in; empty: the home's `hooks`. Never one a payload names."""
    timeout = models.PositiveSmallIntegerField(
        default=TIMEOUT_DEFAULT, validators=[MinValueValidator(_LEAST), MaxValueValidator(_MOST)]
    )
    """Seconds."""
    enabled = models.BooleanField(default=False)
    fail_open = models.BooleanField(default=False)
    """Whether the tool runs when the hook itself fails. Who let it, when and why stands beside it."""
    fail_open_by = models.CharField(max_length=200, blank=True)
    fail_open_at = models.DateTimeField(null=True, blank=True)
    fail_open_why = models.CharField(max_length=WHY_LIMIT, blank=True)
    origin = models.CharField(max_length=300, blank=True)
    """The file and place it was imported from."""
    revision = models.PositiveIntegerField(default=1)
    made_by = models.CharField(max_length=200, default=OWNER_SOURCE)
    made_at = models.DateTimeField(default=now)
    changed_at = models.DateTimeField(default=now)
    last_run_at = models.DateTimeField(null=True, blank=True)
    last_status = models.CharField(max_length=30, blank=True)
    last_duration_ms = models.PositiveIntegerField(default=0)
    run_count = models.PositiveBigIntegerField(default=0)

    objects = ScriptHookQuerySet.as_manager()

    class Meta:
        indexes = (models.Index(fields=("event", "enabled"), name="script_hook_of_event"),)
        constraints = (
            models.CheckConstraint(
                condition=models.Q(timeout__gte=_LEAST, timeout__lte=_MOST), name="script_hook_timeout_in_range"
            ),
            models.CheckConstraint(
                condition=models.Q(fail_open=False) | ~models.Q(fail_open_why=""), name="script_hook_open_with_reason"
            ),
        )

    def __str__(self) -> str:
        return self.name
