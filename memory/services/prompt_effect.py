"""What a proposed change would do to the next prompt: the record's line in it now, and the line it would have."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from channels_bridge.actors import Actor
from memory.models import Kind, Record, Revision, Status
from memory.recall.hits import ArmScores, Hit
from memory.services.context import EPISODES_CAP, FACTS_CAP, LESSONS_CAP, Block, context_preview
from memory.services.fact_drafts import value_text
from memory.services.fencing import episode_line, fenced
from memory.services.journal import snapshot
from memory.services.recall import RecallOptions
from memory.services.snapshots import merged

CAPS: Final = {Kind.FACT: FACTS_CAP, Kind.LESSON: LESSONS_CAP, Kind.EPISODE: EPISODES_CAP}  # characters
QUESTION: Final = 500  # characters of the record's own words that are asked with


@dataclass(frozen=True, slots=True)
class PromptEffect:
    """The record's line in the context of a question about it, before and after.

    `before` is empty where it is not given to an agent now, `after` where it would not be. `place` of `shown` is where
    it stands in its block now, 0 for nowhere; `fits` whether there is room for the new line.
    """

    before: str
    after: str
    place: int
    shown: int
    total: int
    fits: bool

    @property
    def changes(self) -> bool:
        return self.before != self.after


def prompt_effect(*, actor: Actor, proposal: Revision) -> PromptEffect:
    """Compare the context of a question in the record's own words with what it would be. No model is asked."""
    record = proposal.record
    state = merged(_state(record), proposal.before, proposal.after or {})
    question = f"{record.key.replace('.', ' ').replace('_', ' ')} {_words(state)} {_words(_state(record))}"[:QUESTION]
    options = RecallOptions(embed_seconds=0)
    blocks = context_preview(actor=actor, store=record.store, query=question, options=options)
    block: Block = {Kind.FACT: blocks.facts, Kind.LESSON: blocks.lessons, Kind.EPISODE: blocks.episodes}[
        Kind(record.kind)
    ]
    place = block.ids.index(str(record.uid)) + 1 if str(record.uid) in block.ids else 0
    before = block.text.split("\n")[place] if place else ""
    stays = state["status"] in (Status.ACTIVE, Status.PROPOSED)
    after = _line(record, state) if stays else ""
    room = CAPS[Kind(record.kind)] - block.chars + len(before)
    return PromptEffect(before, after, place, block.shown, block.total, fits=len(after) < room)


def _line(record: Record, state: Mapping[str, Any]) -> str:
    """The line as the context writes it."""
    content = state["content"]
    if record.kind == Kind.FACT:
        return f"{state['key']}: {fenced(value_text(content['value']))}"
    if record.kind == Kind.LESSON:
        negative = f" (not: {fenced(content['negative'])})" if content["negative"] else ""
        return f"- {fenced(content['rule'])}{negative}"
    return episode_line(_hit(record, state))


def _hit(record: Record, state: Mapping[str, Any]) -> Hit:
    content = state["content"]
    return Hit(
        id=record.uid,
        kind=record.kind,
        store=record.store.slug,
        text=content["text"],
        source=state["source"],
        source_ref=state["source_ref"],
        observed_at=datetime.fromisoformat(state["observed_at"]),
        valid_from=_instant(state["valid_from"]),
        valid_until=_instant(state["valid_until"]),
        revision=record.revision,
        score=0.0,
        arms=ArmScores(0.0, None, 0.0),
        why="",
        speaker=content["speaker"],
    )


def _state(record: Record) -> dict[str, Any]:
    return snapshot(record, record.content)


def _words(state: Mapping[str, Any]) -> str:
    content = state["content"]
    return str(content.get("rule") or content.get("text") or value_text(content.get("value", "")))


def _instant(text: str | None) -> datetime | None:
    return datetime.fromisoformat(text) if text else None
