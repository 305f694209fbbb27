"""What tests of recall share: memories written through the services, and their vectors."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import numpy as np

from channels_bridge.actors import Actor
from kirocrew.base.clock import now
from memory.inference.hashing import HashEmbedder
from memory.models import Record, Store
from memory.recall.engine import PoolRow, Vector
from memory.recall.scope import Scope
from memory.services.drafts import EpisodeDraft, FactDraft, LessonDraft
from memory.services.embedding import batch_embed, batches, space_for
from memory.services.episodes import episodes_write
from memory.services.facts import facts_write
from memory.services.lessons import lessons_write

OWNER = Actor.owner("alice", "1")
DAY = datetime(2026, 3, 1, tzinfo=UTC)


def remember(store: Store, *texts: str, **more: Any) -> list[Record]:
    """Write episodes and return their records."""
    outcomes = episodes_write(actor=OWNER, store=store, drafts=[EpisodeDraft(text=text, **more) for text in texts])
    assert all(outcome.ok for outcome in outcomes), outcomes
    return [Record.objects.get(uid=outcome.uid) for outcome in outcomes]


def say(store: Store, conversation: str, *lines: tuple[str, str], session: str = "1", start: int = 1) -> list[Record]:
    """Write the turns of a conversation: (speaker, text)."""
    drafts = [
        EpisodeDraft(text=text, conversation=conversation, session=session, position=start + index, speaker=speaker)
        for index, (speaker, text) in enumerate(lines)
    ]
    outcomes = episodes_write(actor=OWNER, store=store, drafts=drafts)
    assert all(outcome.ok for outcome in outcomes), outcomes
    return [Record.objects.get(uid=outcome.uid) for outcome in outcomes]


def know(store: Store, **values: Any) -> list[Record]:
    """Write facts under user.<name>."""
    outcomes = facts_write(
        actor=OWNER, store=store, drafts=[FactDraft(key=f"user.{name}", value=value) for name, value in values.items()]
    )
    assert all(outcome.ok for outcome in outcomes), outcomes
    return [Record.objects.get(uid=outcome.uid) for outcome in outcomes]


def learn(store: Store, rule: str, **more: Any) -> Record:
    outcome = lessons_write(actor=OWNER, store=store, drafts=[LessonDraft(rule=rule, **more)])[0]
    assert outcome.ok, outcome
    return Record.objects.get(uid=outcome.uid)


def embed_all() -> int:
    """Give everything its vector (words hashed, no model) and return the key of the space."""
    embedder = HashEmbedder()
    space = space_for(embedder.space)
    for batch in batches(space, embedder):
        batch_embed(batch, space, embedder)
    return space.pk


def vector_of(text: str) -> Vector:
    return np.asarray(HashEmbedder().embed([text], kind="query")[0])


def scope_of(*stores: Store, **more: Any) -> Scope:
    return Scope(instant=more.pop("instant", now()), store_ids=frozenset(store.pk for store in stores), **more)


def row(record_id: int, words: str = "", **more: Any) -> PoolRow:
    """A candidate as ranking sees it."""
    values: dict[str, Any] = {
        "kind": "episode",
        "terms": tuple(words.split()),
        "characters": len(words),
        "observed": DAY.timestamp(),
        "updated": DAY.timestamp(),
    }
    return PoolRow(record_id=record_id, **values | more)


def texts(records: Sequence[Record]) -> list[str]:
    return [record.episode.text for record in records]
