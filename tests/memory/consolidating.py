"""Conversations that are consolidated in tests, scripted answers, and what memory comes to, for comparing."""

import json
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from channels_bridge.actors import Actor
from channels_bridge.models import Conversation, Origin, Role
from memory.inference.chat import ChatRequest
from memory.models import ConsolidationPass, ConversationStore, EvidenceLink, HistoryEntry, PassPath, Record, Revision
from memory.services.consolidating.running import Ran, pass_run
from memory.services.conversations import TurnDraft, conversation_open, turns_record

BEGAN = datetime(2026, 11, 30, 8, tzinfo=UTC)


def talk(actor: Actor, *texts: str, key: str = "chat-1", at: datetime = BEGAN, **more: Any) -> Conversation:
    """A conversation in which a person and an assistant take turns, the person first, a minute apart."""
    conversation = conversation_open(actor=actor, key=key, **more)
    say(actor, conversation, *texts, at=at)
    return conversation


def say(actor: Actor, conversation: Conversation, *texts: str, at: datetime = BEGAN, role: Role | None = None) -> None:
    """Go on with a conversation."""
    drafts = []
    for number, text in enumerate(texts):
        who = role or (Role.ASSISTANT if number % 2 else Role.USER)
        drafts.append(TurnDraft(role=who, text=text, said_at=at + timedelta(minutes=number)))
    turns_record(actor=actor, conversation=conversation, drafts=drafts)


def record(actor: Actor, conversation: Conversation, text: str, role: Role = Role.USER, **more: Any) -> None:
    """Record one turn with more about it."""
    draft = TurnDraft(role=role, text=text, **{"said_at": BEGAN, "origin": Origin.TYPED, **more})
    turns_record(actor=actor, conversation=conversation, drafts=[draft])


class Script:
    """A language model that gives the same answer each time, and keeps what it was asked."""

    def __init__(self, answer: Any = None, *, then: Callable[[], Any] | None = None) -> None:
        self.answer, self.then = {} if answer is None else answer, then
        self.asked: list[ChatRequest] = []

    def __call__(self, request: ChatRequest) -> str:
        self.asked.append(request)
        if self.then is not None:
            self.then()
        answer = self.answer(request) if callable(self.answer) else self.answer
        return answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False)


def with_model(settings: Any, answer: Any = None, **more: Any) -> Script:
    """Let this process have a scripted model."""
    script = Script({"semantic": [], "episodic": [], "lessons": [], "history_entry": ""} | (answer or {}), **more)
    settings.KIROCREW_LANGUAGE_MODEL, settings.KIROCREW_LANGUAGE_SCRIPT = "scripted", script
    return script


def fact(key: str, value: Any, turn: int | None, quote: str, **more: Any) -> dict[str, Any]:
    """A fact as a model answers."""
    return {"key": key, "value": value, "confidence": 0.9, "turn": turn, "quote": quote, **more}


def episode(text: str, turn: int | None, quote: str, **more: Any) -> dict[str, Any]:
    """An episode as a model answers."""
    return {"text": text, "importance": 0.6, "tags": [], "turn": turn, "quote": quote, **more}


def lesson(rule: str, turn: int | None, quote: str, **more: Any) -> dict[str, Any]:
    """A lesson as a model answers."""
    return {"rule": rule, "turn": turn, "quote": quote, **more}


def facts_of(conversation: Conversation, expected: Ran = Ran.DONE) -> ConsolidationPass:
    """Run the facts path once."""
    return _ran(conversation, PassPath.FACTS, expected)


def history_of(conversation: Conversation, expected: Ran = Ran.DONE) -> ConsolidationPass:
    """Run the history path once."""
    return _ran(conversation, PassPath.HISTORY, expected)


def _ran(conversation: Conversation, path: PassPath, expected: Ran) -> ConsolidationPass:
    run = pass_run(conversation.pk, path)
    assert run.ran is expected, (run.ran, run.row and run.row.reason)
    assert run.row is not None
    run.row.refresh_from_db()
    return run.row


def codes(row: ConsolidationPass) -> list[tuple[str, str]]:
    """Status and code of each item of a receipt."""
    return [(item["status"], item["code"]) for item in row.items]


def memory_of(conversations: Sequence[Conversation]) -> dict[str, Any]:
    """All that memory holds, in an order of its own, without names and times that differ from run to run."""
    records = Record.objects.with_content().order_by("kind", "key", "pk")
    return {
        "records": [(row.kind, row.key, row.status, row.revision, str(row.content.snapshot())) for row in records],
        "journal": sorted(
            (row.record.kind, row.record.key, row.number, row.status, row.operation)
            for row in Revision.objects.select_related("record")
        ),
        "evidence": sorted(EvidenceLink.objects.values_list("record__kind", "record__key", "turn", "kind")),
        "history": sorted(HistoryEntry.objects.values_list("day", "text", "conversation")),
        "read": sorted(
            ConversationStore.objects.filter(conversation__in=conversations).values_list(
                "conversation__key", "facts_to", "history_to"
            )
        ),
        "receipts": [
            (row.path, row.first, row.last, row.state, codes(row))
            for row in ConsolidationPass.objects.filter(state="done").order_by("conversation__key", "path", "first")
        ],
    }
