"""What happened, refusals included."""

from typing import Self

from django.db import models

from channels_bridge.actors import Actor, ActorKind
from kirocrew.base.clock import now
from memory.models.records import KEY_LIMIT, Kind, Record
from memory.models.stores import Store

SNIPPET_LIMIT = 200  # characters, after redaction


class EventQuerySet(models.QuerySet["Event"]):
    def visible_to(self, actor: Actor) -> Self:
        """All for the owner. Others: those of their stores; one bound to a project: of records it sees, and its own."""
        if actor.kind in (ActorKind.OWNER, ActorKind.SYSTEM):
            return self
        events = self.filter(store__in=Store.objects.visible_to(actor))
        if actor.project:
            seen = Record.objects.visible_to(actor).values("uid")
            events = events.filter(models.Q(record_uid__in=seen) | models.Q(source=actor.source))
        return events


class Event(models.Model):
    """An audit entry. Old and new value are redacted first, then cut; one line each."""

    at = models.DateTimeField(default=now)
    code = models.CharField(max_length=40)
    kind = models.CharField(max_length=10, choices=Kind.choices, blank=True)
    store = models.ForeignKey(Store, null=True, on_delete=models.PROTECT, related_name="events", db_index=False)
    record_uid = models.UUIDField(null=True)
    key = models.CharField(max_length=KEY_LIMIT, blank=True)
    old_value = models.CharField(max_length=SNIPPET_LIMIT, blank=True)
    new_value = models.CharField(max_length=SNIPPET_LIMIT, blank=True)
    source = models.CharField(max_length=200)
    detail = models.CharField(max_length=500, blank=True)
    is_refusal = models.BooleanField(default=False)
    is_security = models.BooleanField(default=False)

    objects = EventQuerySet.as_manager()

    class Meta:
        indexes = (
            models.Index(fields=("store", "-id"), name="event_of_store"),
            models.Index(fields=("record_uid",), name="event_of_record", condition=models.Q(record_uid__isnull=False)),
            models.Index(fields=("code", "at"), name="event_by_code", condition=models.Q(is_refusal=True)),
        )

    def __str__(self) -> str:
        return f"{self.code} {self.key}"
