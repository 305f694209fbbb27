"""Bots with the stores they may enter."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from channels_bridge.actors import Actor
from channels_bridge.models import Bot
from channels_bridge.services.bots import bot_create
from kirocrew.base.problems import Invalid
from memory.models import BotStore, Store
from memory.services.stores import MAIN, exclusive, member_store


def bot_with_stores_create(  # noqa: PLR0913  (what a key is made of)
    *,
    actor: Actor,
    name: str,
    permissions: Sequence[str],
    stores: Sequence[str] | None = None,
    project: str = "",
    expires_at: datetime | None = None,
    description: str = "",
    member: str = "",
) -> tuple[Bot, str]:
    """Make a bot bound to stores, the first of which is its default. Returns it with its key, shown this once.

    With a `member`, an agent that has a store of its own, it is bound to that store; naming another is refused, as is a
    member's store without the member. Raises Invalid for a store that does not exist or none at all, Forbidden.
    """
    stores = _stores_for(member, stores)
    found = {store.slug: store for store in Store.objects.filter(slug__in=stores)}
    missing = [slug for slug in stores if slug not in found]
    if missing or not stores:
        raise Invalid(f"Unknown store: {', '.join(missing) or '(none given)'}.", type="unknown-memory-store")
    with transaction.atomic():
        bot, key = bot_create(
            actor=actor,
            name=name,
            permissions=list(permissions),
            project=project,
            expires_at=expires_at,
            description=description,
            member=member,
        )
        BotStore.objects.bulk_create(
            BotStore(bot=bot, store=found[slug], is_default=slug == stores[0]) for slug in dict.fromkeys(stores)
        )
    return bot, key


def _stores_for(member: str, stores: Sequence[str] | None) -> Sequence[str]:
    """The stores that are meant. Raises Forbidden where a member and another's store come together."""
    if not member:
        taken = Store.objects.filter(slug__in=stores or ()).exclude(member="").first()
        if taken is not None:
            raise exclusive(taken.member)
        return (MAIN,) if stores is None else stores
    own = member_store(member)
    if own is None:
        raise Invalid(f"There is no agent '{member}' with a store of its own.", type="not-a-member")
    if stores is not None and set(stores) != {own.slug}:
        raise exclusive(member)
    return (own.slug,)
