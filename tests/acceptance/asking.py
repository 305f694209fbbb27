"""What these tests share: writing as one or the other, and everything a store would answer with."""

from typing import Any

from channels_bridge.actors import Actor
from memory.gate.outcomes import Outcome
from memory.models import Record, Store
from memory.services.context import context_preview
from memory.services.drafts import EpisodeDraft, FactDraft, LessonDraft
from memory.services.episodes import episodes_write
from memory.services.facts import facts_write
from memory.services.lessons import lessons_write
from memory.services.recall import RecallOptions, recall

EVERYTHING = RecallOptions(admit=False, embed_seconds=0)


def fact(actor: Actor, store: Store, value: Any, key: str = "user.home_city", **more: Any) -> Outcome:
    return facts_write(actor=actor, store=store, drafts=[FactDraft(key=key, value=value, **more)])[0]


def episode(actor: Actor, store: Store, text: str, **more: Any) -> Outcome:
    return episodes_write(actor=actor, store=store, drafts=[EpisodeDraft(text=text, **more)])[0]


def lesson(actor: Actor, store: Store, rule: str, **more: Any) -> Outcome:
    return lessons_write(actor=actor, store=store, drafts=[LessonDraft(rule=rule, **more)])[0]


def record_of(outcome: Outcome) -> Record:
    return Record.objects.get(uid=outcome.uid)


def remembered(actor: Actor, store: Store, question: str, options: RecallOptions = EVERYTHING) -> list[str]:
    """The texts a search finds, facts and lessons among them."""
    return [hit.text for hit in recall(actor=actor, query=question, stores=[store], limit=50, options=options).hits]


def prompt(actor: Actor, store: Store, question: str) -> str:
    """Everything an agent would be given for a question."""
    preview = context_preview(actor=actor, store=store, query=question)
    return "\n".join((preview.facts.text, preview.episodes.text, preview.lessons.text))


def shown_anywhere(actor: Actor, store: Store, question: str, word: str) -> bool:
    """Whether a word is in anything found or injected."""
    return any(word in text for text in (*remembered(actor, store, question), prompt(actor, store, question)))
