"""What a member must always have before it, whole: who it is, whom it serves, the owner's rules, its documents.

Nothing here is cut. Where it does not fit, the request is refused and says what is too large, so that an agent never
works with half of its rules. A source is given again only where it is new or changed, or after a compaction.
"""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from channels_bridge.actors import OWNER_SOURCE, Actor
from kirocrew.agents.files import files_of
from kirocrew.base.problems import Invalid, TooLarge
from kirocrew.context.memory_blocks import lesson_line
from kirocrew.models import Agent
from memory.models import DocumentKind, Kind, Record, Store
from memory.services.documents import documents_visible_to
from memory.services.fencing import fenced
from memory.services.stores import store_get

ENVELOPE: Final = 64_000
"""Characters of all of it together (facts §11.4)."""
FILES: Final = ("SOUL.md", "IDENTITY.md", "AGENTS.md", "USER.md", "USER_PREDEFINED.md")
RULES: Final = "rules"
LARGEST: Final = 3


@dataclass(frozen=True, slots=True)
class Essential:
    """One source as it stands in the text, with the sha256 of it. `is_sent` is whether the text has it this time."""

    name: str
    text: str
    hash: str
    is_sent: bool


@dataclass(frozen=True, slots=True)
class Essentials:
    """All sources in order, and the text of those that are sent."""

    text: str
    sources: tuple[Essential, ...]


def essentials_build(
    *, actor: Actor, agent: Agent, person: str = "", known: Mapping[str, str] | None = None, compacted: bool = False
) -> Essentials:
    """The essentials of a member for its next turn. `known` are the hashes of what was sent before, by source.

    Raises Invalid for an agent without a store of its own, Forbidden, NotFound, TooLarge (`essentials-too-large`)
    with the source that did not fit and the three largest.
    """
    if agent.store is None:
        raise Invalid(f"The agent '{agent.slug}' has no store of its own.", type="not-a-member")
    store = store_get(actor=actor, slug=agent.store.slug)
    seen = {} if compacted or known is None else known
    found = []
    for name, text in (*_files(agent, person), *_documents(actor, store), *_rules(actor, store)):
        shown = f"## {name}\n{text}"
        digest = hashlib.sha256(shown.encode()).hexdigest()
        found.append(Essential(name, shown, digest, seen.get(name) != digest))
    _refuse_too_large(found)
    return Essentials("\n\n".join(one.text for one in found if one.is_sent), tuple(found))


def _files(agent: Agent, person: str) -> Iterator[tuple[str, str]]:
    there = {file.name: file.text for file in files_of(agent=agent, person=person) if not file.is_virtual}
    for name in FILES:
        if there.get(name, "").strip():
            yield name, there[name].strip()


def _documents(actor: Actor, store: Store) -> Iterator[tuple[str, str]]:
    rows = documents_visible_to(actor).filter(store=store, kind__in=DocumentKind.values, project="")
    for row in rows.order_by("kind"):
        if row.text.strip():
            lines = [fenced(line) for line in row.text.splitlines() if line.strip()]
            yield row.kind, "\n".join([f"[memory:{row.uid}]", *lines])


def _rules(actor: Actor, store: Store) -> Iterator[tuple[str, str]]:
    """What the owner taught, which is permanent until the owner takes it back."""
    rows: Any = Record.objects.visible_to(actor).live().with_content()
    rows = rows.filter(store=store, kind=Kind.LESSON, source=OWNER_SOURCE, lesson__repo_scope="").order_by("pk")
    if lines := [lesson_line(row, ()) for row in rows]:
        yield RULES, "\n".join(lines)


def _refuse_too_large(sources: list[Essential]) -> None:
    total = 0
    for one in sources:
        total += len(one.text) + 2
        if total - 2 > ENVELOPE:
            largest = sorted(sources, key=lambda source: -len(source.text))[:LARGEST]
            raise TooLarge(
                f"What this agent must always have is longer than {ENVELOPE:,} characters, and nothing of it is left "
                f"out: {one.name} did not fit. Shorten one of the largest.",
                type="essentials-too-large",
                extra={"offending": one.name, "largest": [{"name": s.name, "chars": len(s.text)} for s in largest]},
            )
