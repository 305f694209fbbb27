"""Agents that were given a store of their own, and how it was before."""

from django.db import models

from kirocrew.base.clock import now
from kirocrew.base.ids import new_uid
from kirocrew.models.agents import Agent
from memory.models import Store


class AgentMove(models.Model):
    """One move of an agent into a store of its own: the keys that went along as they were, and what it began with.

    `keys` is a list of {bot, name, member, stores: [[slug, is_default]]}, `seeds` one of {record, kind, became}.
    `token_hash` is the sha256 of the preview it was made from: the same one is carried out once.
    """

    uid = models.UUIDField(default=new_uid, unique=True, editable=False)
    agent = models.ForeignKey(Agent, on_delete=models.CASCADE, related_name="moves")
    store = models.ForeignKey(Store, on_delete=models.PROTECT, related_name="moves")
    token_hash = models.CharField(max_length=64, unique=True)
    keys = models.JSONField(default=list)
    seeds = models.JSONField(default=list)
    reason = models.CharField(max_length=500, blank=True)
    made_by = models.CharField(max_length=200)
    made_at = models.DateTimeField(default=now)
    undone_at = models.DateTimeField(null=True, blank=True)
    undone_by = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ("-id",)

    def __str__(self) -> str:
        return f"{self.agent_id} → {self.store_id}"
