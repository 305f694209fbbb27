"""Which store a conversation is bound to, and how far memory has read it."""

from django.db import models

from memory.models.stores import Store


class ConversationStore(models.Model):
    """A conversation's store, set when it begins and never changed, and up to where its turns were consolidated.

    `facts_to` and `history_to` are the positions of the first turn that each path of consolidation has not read yet.
    """

    conversation = models.OneToOneField(
        "channels_bridge.Conversation", on_delete=models.CASCADE, primary_key=True, related_name="binding"
    )
    store = models.ForeignKey(Store, on_delete=models.PROTECT, related_name="conversations")
    facts_to = models.PositiveIntegerField(default=0)
    history_to = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.conversation_id} → {self.store_id}"
