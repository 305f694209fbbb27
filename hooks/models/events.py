"""Who changed what in hooks."""

from typing import Final

from django.db import models

from kirocrew.base.clock import now

VALUE_LIMIT: Final = 500  # characters, after redaction


class HookEvent(models.Model):
    """One change of a rule, a protection, a script or a switch. Values are redacted first, then cut."""

    at = models.DateTimeField(default=now)
    code = models.CharField(max_length=40)
    key = models.CharField(max_length=200, blank=True)
    old_value = models.CharField(max_length=VALUE_LIMIT, blank=True)
    new_value = models.CharField(max_length=VALUE_LIMIT, blank=True)
    source = models.CharField(max_length=200)
    detail = models.CharField(max_length=500, blank=True)

    class Meta:
        indexes = (models.Index(fields=("key", "-id"), name="hook_event_of_key"),)

    def __str__(self) -> str:
        return f"{self.code} {self.key}"
