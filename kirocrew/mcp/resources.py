"""What can be read by address: the documents of the key's own store."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final
from urllib.parse import quote, unquote

from channels_bridge.actors import Actor, Permission
from kirocrew.base.clock import now
from kirocrew.base.problems import NotFound
from memory.services.documents import document_text, documents_visible_to
from memory.services.history import owner_day
from memory.services.history_context import history_context
from memory.services.stores import store_get

SCHEME: Final = "kirocrew://"
MARKDOWN: Final = "text/markdown"
HISTORY: Final = f"{SCHEME}history"


@dataclass(frozen=True, slots=True)
class Resource:
    """Something that can be read."""

    uri: str
    name: str
    description: str
    mime_type: str = MARKDOWN


Lister = Callable[[Actor], Iterator[Resource]]
Reader = Callable[[Actor, str], str]
"""What of an address after its first part is read; raises NotFound."""

LISTERS: Final[list[Lister]] = []
READERS: Final[dict[str, Reader]] = {}


def resources_for(actor: Actor) -> list[Resource]:
    """What the key may read, by address."""
    return sorted((found for lister in LISTERS for found in lister(actor)), key=lambda one: one.uri)


def resource_read(*, actor: Actor, uri: str) -> str:
    """The text at an address. Raises NotFound for what is not there or not for this key, Forbidden."""
    kind, _, rest = uri.removeprefix(SCHEME).partition("/")
    reader = READERS.get(kind) if uri.startswith(SCHEME) else None
    if reader is None:
        raise unknown()
    return reader(actor, unquote(rest))


def unknown() -> NotFound:
    """The one answer for what is not there and what is not for this key."""
    return NotFound("There is no such resource for you. resources/list names those there are.", type="unknown-resource")


def _documents(actor: Actor) -> Iterator[Resource]:
    if not actor.may(Permission.MEMORY_READ):
        return
    store = store_get(actor=actor)
    for row in documents_visible_to(actor).filter(store=store, path="").defer("text"):
        place = f"{row.kind}/{quote(row.project, safe='')}" if row.project else row.kind
        yield Resource(f"{SCHEME}documents/{place}", f"{row.kind} {row.project}".strip(), f"Revision {row.revision}.")
    yield Resource(HISTORY, "history", "What happened on which day; the older, the less of it.")


def _document(actor: Actor, place: str) -> str:
    kind, _, project = place.partition("/")
    text, revision = document_text(actor=actor, store=store_get(actor=actor), kind=kind, project=project)
    if not revision:
        raise unknown()
    return text


def _history(actor: Actor, place: str) -> str:
    if place:
        raise unknown()
    return history_context(actor=actor, store=store_get(actor=actor), today=owner_day(now())).text


LISTERS.append(_documents)
READERS.update({"documents": _document, "history": _history})
