"""That a person said something which could not be kept."""

from django.db import models

from memory.models.stores import Store


class UnkeptTurn(models.Model):
    """The furthest turn of a person in a conversation that is no episode: too short, refused, or noted before.

    `conversation` is a keyed hash of its name, so that nothing of what was said can be read from it.
    """

    store = models.ForeignKey(Store, on_delete=models.PROTECT, related_name="unkept_turns")
    conversation = models.CharField(max_length=64)
    position = models.PositiveIntegerField()
    at = models.DateTimeField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("store", "conversation"), name="unkept_turn_of_conversation"),)

    def __str__(self) -> str:
        return f"{self.conversation[:8]}:{self.position}"
