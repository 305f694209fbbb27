"""What the owner tunes. The registry of names, units and ranges is memory/services/settings.py."""

from django.db import models

from kirocrew.base.clock import now


class Setting(models.Model):
    """An owner's value for one named setting; without a row the default holds."""

    name = models.CharField(max_length=60, primary_key=True)
    value = models.JSONField()
    changed_by = models.CharField(max_length=200)
    changed_at = models.DateTimeField(default=now)

    def __str__(self) -> str:
        return self.name
