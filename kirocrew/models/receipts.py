"""Receipts of contexts: which items stood where and why, never their text."""

from typing import Self

from django.db import models

from channels_bridge.actors import Actor
from channels_bridge.models import Conversation
from kirocrew.base.clock import now
from kirocrew.base.ids import new_uid
from memory.models import Store


class ContextReceiptQuerySet(models.QuerySet["ContextReceipt"]):
    def visible_to(self, actor: Actor) -> Self:
        """All for the owner; a bot sees those of what it asked for, while it may enter their store."""
        if actor.is_owner or actor.is_system:
            return self
        return self.filter(source=actor.source, ident=actor.ident, store__in=Store.objects.visible_to(actor))


class ContextReceipt(models.Model):
    """What a context was made of: which items stood in which block and why. No text of memory and none of a message.

    `asked` holds how it was asked for, with the sha256 of the question instead of its words; `text_hash` is the sha256
    of the context. `blocks` is a list of {name, group, chars, tokens, items, total, left_out, withheld, why}.
    """

    uid = models.UUIDField(default=new_uid, unique=True, editable=False)
    kind = models.CharField(max_length=10)
    source = models.CharField(max_length=200)
    ident = models.CharField(max_length=60, blank=True)
    store = models.ForeignKey(Store, on_delete=models.CASCADE, related_name="context_receipts")
    conversation = models.ForeignKey(
        Conversation, null=True, on_delete=models.SET_NULL, related_name="context_receipts"
    )
    asked = models.JSONField(default=dict)
    blocks = models.JSONField(default=list)
    chars = models.PositiveIntegerField()
    tokens = models.PositiveIntegerField()
    text_hash = models.CharField(max_length=64)
    created_at = models.DateTimeField(default=now, db_index=True)

    objects = ContextReceiptQuerySet.as_manager()

    class Meta:
        ordering = ("-id",)

    def __str__(self) -> str:
        return f"{self.kind} {self.uid}"
