"""Candidates before the lock is taken: judged by the same gate as every draft, in the order they were found."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from channels_bridge.actors import Actor
from memory.consolidation.candidates import Candidate
from memory.gate.outcomes import Outcome
from memory.models import Kind, Store
from memory.services.drafts import EpisodeDraft, FactDraft, LessonDraft
from memory.services.episodes import episodes_prepare
from memory.services.facts import facts_prepare
from memory.services.lessons import lessons_prepare


@dataclass(slots=True)
class Judged:
    """A candidate with its text and what the gate made of it; `item` is None for one without a draft."""

    candidate: Candidate
    text: str = ""
    item: Any = None

    @property
    def is_ready(self) -> bool:
        """Whether the gate let it through."""
        return self.item is not None and not isinstance(self.item, Outcome)


def candidates_judge(*, actor: Actor, store: Store, candidates: Sequence[Candidate]) -> list[Judged]:
    """Let the gate judge candidates. What is to wait gets its doubt, so that it becomes a proposal."""
    judged = [Judged(candidate) for candidate in candidates]
    for kind in Kind:
        chosen = [one for one in judged if one.candidate.kind is kind and one.candidate.draft is not None]
        if not chosen:
            continue
        for one, (text, item) in zip(chosen, _prepared(actor, store, kind, chosen), strict=True):
            one.text, one.item = text, item
            if one.candidate.doubt:
                doubt_add(one, one.candidate.doubt)
    return judged


def doubt_add(judged: Judged, doubt: str) -> None:
    """Let an item wait for the owner, with the reason why."""
    if judged.is_ready:
        passed = judged.item.passed
        judged.item.passed = replace(passed, doubts=(*passed.doubts, doubt))


def _prepared(actor: Actor, store: Store, kind: Kind, chosen: Sequence[Judged]) -> Sequence[tuple[str, Any]]:
    drafts: list[Any] = [one.candidate.draft for one in chosen]
    if kind is Kind.FACT:
        facts: list[FactDraft] = drafts
        return facts_prepare(actor=actor, store=store, drafts=facts)
    if kind is Kind.LESSON:
        lessons: list[LessonDraft] = drafts
        return lessons_prepare(actor=actor, store=store, drafts=lessons)
    episodes: list[EpisodeDraft] = drafts
    return episodes_prepare(actor=actor, store=store, drafts=episodes)
