"""What the views of memory share: who asks, which store, paging, preconditions."""

from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet
from rest_framework.request import Request
from rest_framework.serializers import Serializer
from rest_framework.views import APIView

from channels_bridge.actors import Actor
from channels_bridge.api.authentication import actor_of
from channels_bridge.api.fields import checked
from channels_bridge.api.throttling import BotThrottle
from kirocrew.base.problems import Forbidden, Invalid
from memory.gate.outcomes import RefusalCode
from memory.models import Event, Record, Store
from memory.services.journal import events_write, refusal_event
from memory.services.stores import store_get


class MemoryView(APIView):
    """A view that knows its actor and the store the request is about (`?store=`, else the actor's own)."""

    throttle_classes = (BotThrottle,)

    @property
    def actor(self) -> Actor:
        return actor_of(self.request)

    def store(self) -> Store:
        """The store that is meant: named in the address or the body, else the actor's own.

        Raises NotFound for one the actor may not see, there is no falling back; Invalid when the two name
        different ones.
        """
        return store_get(actor=self.actor, slug=self._store_named())

    def _store_named(self) -> str | None:
        asked = self.request.query_params.get("store")
        data = self.request.data
        said = data.get("store") if isinstance(data, Mapping) else None
        if said is not None and not isinstance(said, str):
            raise Invalid("'store' is the name of a store.", type="unknown-memory-store")
        if asked and said and asked != said:
            raise Invalid("The address and the body name different stores.", type="unknown-memory-store")
        return asked or said

    def stores(self) -> list[Store]:
        """The store named in the request, or all the actor may see."""
        if self._store_named():
            return [self.store()]
        return list(Store.objects.visible_to(self.actor))

    def query(self, serializer: type[Serializer[Any]]) -> dict[str, Any]:
        """The checked query parameters. Raises ValidationError."""
        return checked(serializer, self.request.query_params)

    def body(self, serializer: type[Serializer[Any]]) -> dict[str, Any]:
        """The checked body. Raises ValidationError, or Forbidden when it claims somebody else's authority."""
        values = checked(serializer, self.request.data)
        self.refuse_claims(values)
        return values

    def refuse_claims(self, values: dict[str, Any]) -> None:
        """`source` is stamped from who is signed in; a payload that names another is refused and audited."""
        claimed = values.pop("source", None)
        if claimed is None or claimed == self.actor.source:
            return
        store = Store.objects.visible_to(self.actor).filter(slug=self._store_named() or "").first()
        events_write([claim_event(self.actor, store or store_get(actor=self.actor), claimed)])
        raise Forbidden(
            f"The source is stamped by the server and would be '{self.actor.source}'. Leave it out.",
            type="source-not-yours",
        )


def claim_event(actor: Actor, store: Store, claimed: str) -> Event:
    """The audit entry of a payload that claims somebody else's authority."""
    return refusal_event(actor=actor, store=store, kind="", code=RefusalCode.AUTHORITY, text=claimed, security=True)


def expected_revision(request: Request) -> int | None:
    """The revision an If-Match header names, None without one. Raises Invalid for one that is no revision."""
    header = request.headers.get("If-Match")
    if header is None or header.strip() == "*":
        return None
    text = header.strip().removeprefix("W/").strip('"')
    if not text.isascii() or not text.isdigit() or len(text) > 10:
        raise Invalid('If-Match takes the ETag of the record, such as "3".', type="invalid-precondition")
    return int(text)


def page(rows: QuerySet[Record], *, limit: int, offset: int = 0, cursor: int | None = None) -> tuple[list[Record], str]:
    """Return a page of records, newest first, and the cursor of the next one, empty at the end.

    The cursor is the last record's place, so a page costs the same wherever it is and misses nothing when
    records are added meanwhile. `offset` is there for callers that count.
    """
    if cursor is not None:
        rows = rows.filter(pk__lt=cursor)
    found = list(rows.order_by("-pk")[offset : offset + limit + 1])
    more = str(found[limit - 1].pk) if len(found) > limit else ""
    return found[:limit], more
