"""Partitions of memory and who may enter them."""

from typing import ClassVar, Self

from django.db import models

from channels_bridge.actors import Actor, ActorKind


class Policy(models.TextChoices):
    SHARED = "shared", "Shared by the crew"
    PRIVATE = "private", "Private to one member"


class SecretsPolicy(models.TextChoices):
    """What happens to a credential in a text that is to be stored."""

    REDACT = "redact", "Take it out, keep the rest"
    REFUSE = "refuse", "Refuse the text"
    ALLOW = "allow", "Store it, with an audit entry"


class StoreQuerySet(models.QuerySet["Store"]):
    def visible_to(self, actor: Actor) -> Self:
        """The stores an actor may read; none for an actor that is bound to none.

        A member's key reaches that member's store and no other; every other key reaches no member's.
        """
        if actor.kind in (ActorKind.OWNER, ActorKind.SYSTEM):
            return self
        if actor.kind is ActorKind.BOT and actor.ident:
            return self.filter(bots__bot_id=actor.ident, member=actor.member)
        return self.none()


class Store(models.Model):
    """A partition of memory. Every table that holds memory carries its store.

    `member` is the name of the agent that owns it, empty for a store of the crew.
    """

    slug = models.SlugField(max_length=60, unique=True)
    name = models.CharField(max_length=120)
    policy = models.CharField(max_length=10, choices=Policy.choices, default=Policy.SHARED)
    member = models.SlugField(max_length=60, blank=True, db_index=False)
    secrets_policy = models.CharField(max_length=10, choices=SecretsPolicy.choices, default=SecretsPolicy.REDACT)
    created_at = models.DateTimeField(auto_now_add=True)

    objects: ClassVar[models.Manager["Store"]] = StoreQuerySet.as_manager()

    class Meta:
        ordering = ("slug",)
        constraints = (
            models.CheckConstraint(condition=models.Q(policy__in=Policy.values), name="store_policy_known"),
            models.UniqueConstraint(fields=("member",), condition=~models.Q(member=""), name="member_has_one_store"),
        )

    def __str__(self) -> str:
        return self.slug

    @property
    def is_private(self) -> bool:
        return self.policy == Policy.PRIVATE


class BotStore(models.Model):
    """A bot's way into a store. `is_default` marks the one that is meant when a request names none."""

    bot = models.ForeignKey("channels_bridge.Bot", on_delete=models.CASCADE, related_name="store_bindings")
    store = models.ForeignKey(Store, on_delete=models.PROTECT, related_name="bots")
    is_default = models.BooleanField(default=False)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("bot", "store"), name="bot_bound_once_to_a_store"),
            models.UniqueConstraint(
                fields=("bot",), condition=models.Q(is_default=True), name="bot_has_one_default_store"
            ),
        )

    def __str__(self) -> str:
        return f"{self.bot_id} → {self.store_id}"
