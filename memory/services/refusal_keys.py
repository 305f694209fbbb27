"""The keys that fingerprints of refused values are made with: kept with them, and replaced without losing one."""

import secrets
from typing import Final

from django.db import transaction

from channels_bridge.actors import Actor
from kirocrew.base.problems import Forbidden
from memory.gate.fingerprints import Key
from memory.models import Event, RefusalKey
from memory.services.journal import events_write

SECRET_BYTES: Final = 32


def key_of(row: RefusalKey) -> Key:
    """The key as the gate uses it."""
    return Key(row.pk, row.scheme, bytes(row.secret))


def key_current() -> RefusalKey:
    """The key that new fingerprints are made with; made when there is none. Call it inside a transaction."""
    newest = RefusalKey.objects.filter(scheme=RefusalKey.Scheme.SPELLINGS).order_by("id").last()
    return newest or RefusalKey.objects.create(secret=secrets.token_bytes(SECRET_BYTES))


def refusal_key_rotate(*, actor: Actor) -> int:
    """Make a new key for what is refused from now on; what was refused before stays refused under its own key.

    Keys that no fingerprint needs any more are removed. Returns how many keys are in use. Raises Forbidden unless the
    owner, or who runs commands on the server's machine, asks.
    """
    if not (actor.is_owner or actor.is_system):
        raise Forbidden("Only the owner changes the key of refused values.", type="owner-only")
    with transaction.atomic():
        RefusalKey.objects.filter(fingerprints__isnull=True).delete()
        RefusalKey.objects.create(secret=secrets.token_bytes(SECRET_BYTES))
        kept = RefusalKey.objects.count()
        events_write([Event(code="refusal_key_rotated", source=actor.source, detail=f"{kept} keys in use")])
    return kept
