"""Answers kept for a caller who sends the same write again."""

from django.db import models

from kirocrew.base.clock import now

KEY_LIMIT = 200  # characters


class IdempotencyKey(models.Model):
    """One write of one caller and its answer. Written in the transaction of the write, or not at all."""

    caller = models.CharField(max_length=100)
    key = models.CharField(max_length=KEY_LIMIT)
    fingerprint = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField(default=0)
    headers = models.JSONField(default=dict)
    body = models.TextField(blank=True)
    created_at = models.DateTimeField(default=now)
    expires_at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("caller", "key"), name="idempotency_key_once_per_caller"),)

    def __str__(self) -> str:
        return f"{self.caller} {self.key}"
