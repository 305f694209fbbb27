"""Finding the store an actor means, and making new ones."""

import json
from collections.abc import Collection
from typing import Any

from django.db import IntegrityError, connection, transaction

from channels_bridge.actors import Actor, ActorKind
from hooks.services import redact
from kirocrew.base.problems import Conflict, Forbidden, Invalid, NotFound
from kirocrew.db.rows import rows_read
from memory.models import Event, Policy, Store

MAIN = "main"

_BOTS_OWN = "JOIN memory_botstore b ON b.store_id = t.id WHERE b.bot_id = %s AND b.is_default AND t.member = %s"
_BOTS_NAMED = "JOIN memory_botstore b ON b.store_id = t.id WHERE b.bot_id = %s AND t.member = %s AND t.slug = %s"
_VISIBLE_TO_BOT = (
    "SELECT b.store_id FROM memory_botstore b JOIN memory_store t ON t.id = b.store_id "
    "WHERE b.bot_id = %s AND t.member = %s AND b.store_id IN (SELECT value FROM json_each(%s))"
)
_ENTERED = (
    "t.store_id IN (SELECT b.store_id FROM memory_botstore b JOIN memory_store s ON s.id = b.store_id"
    " WHERE b.bot_id = %s AND s.member = %s AND b.store_id = %s)"
)
_THERE = "SELECT id FROM memory_store WHERE id IN (SELECT value FROM json_each(%s))"


def store_get(*, actor: Actor, slug: str | None = None) -> Store:
    """Return the store of that name, or the actor's default one when none is named.

    Raises NotFound for one that does not exist or that the actor may not see: the answer is the same.
    """
    if actor.kind is ActorKind.BOT:
        values = [actor.ident, actor.member, *([slug] if slug else [])]
        found = rows_read(Store, _BOTS_NAMED if slug else _BOTS_OWN, values)
    elif actor.kind in (ActorKind.OWNER, ActorKind.SYSTEM):
        found = rows_read(Store, "WHERE t.slug = %s", [slug or MAIN])
    else:
        found = list(Store.objects.visible_to(actor).filter(slug=slug or MAIN))
    if not found:
        raise NotFound(
            "There is no such memory store for you. GET /api/memory/stores lists those you may use.",
            type="unknown-memory-store",
        )
    return found[0]


def stores_visible(*, actor: Actor, keys: Collection[int]) -> set[int]:
    """Those of these primary keys whose stores the actor may read."""
    wanted = json.dumps(list(keys))
    if actor.kind is ActorKind.BOT:
        statement, values = _VISIBLE_TO_BOT, [actor.ident, actor.member, wanted]
    elif actor.kind in (ActorKind.OWNER, ActorKind.SYSTEM):
        statement, values = _THERE, [wanted]
    else:
        return set(Store.objects.visible_to(actor).filter(pk__in=keys).values_list("pk", flat=True))
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return {key for (key,) in cursor.fetchall()}


def within(actor: Actor, store: Store) -> tuple[str, list[Any]]:
    """The condition that a row `t` of this store meets for who may read it, and its values; for `rows_read`.

    The same as `visible_to(actor)` and the store, for the questions that every context asks.
    """
    if actor.kind is ActorKind.BOT:
        condition, values = _ENTERED, [actor.ident, actor.member, store.pk]
    elif actor.kind in (ActorKind.OWNER, ActorKind.SYSTEM):
        condition, values = "t.store_id = %s", [store.pk]
    else:
        return "1 = 0", []
    if actor.project:
        return f"{condition} AND t.project IN ('', %s)", [*values, actor.project]
    return condition, values


def exclusive(member: str) -> Forbidden:
    """The answer where somebody would reach a member's store who is not that member, or a member another store."""
    return Forbidden(
        f"The agent '{member}' has a store of its own: its keys reach that store and no other, and no other key does.",
        type="member-store-exclusive",
    )


def member_store(member: str) -> Store | None:
    """The store of an agent that has one of its own."""
    return Store.objects.filter(member=member).first() if member else None


def store_create(*, actor: Actor, slug: str, name: str, policy: str = Policy.SHARED, member: str = "") -> Store:
    """Make a store, a member's where one is named, which is private.

    Raises Forbidden unless the owner asks, Invalid for a credential, Conflict for a taken name or a second store of a
    member.
    """
    if not actor.is_owner:
        raise Forbidden("Only the owner makes stores.", type="owner-only")
    if redact(slug).findings:
        raise Invalid("A store's short name stands in addresses, and this one is a credential. Choose another.")
    store = Store(slug=slug, name=redact(name).text, policy=Policy.PRIVATE if member else policy, member=member)
    store.full_clean(validate_unique=False, validate_constraints=False)
    try:
        with transaction.atomic():
            store.save(force_insert=True)
            Event.objects.create(
                code="store_created", store=store, key=slug, new_value=store.policy, source=actor.source
            )
    except IntegrityError as error:
        raise Conflict(f"A store called '{slug}' exists already.", type="store-exists") from error
    return store
