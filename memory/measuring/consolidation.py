"""What consolidation makes of conversations in files: items, evidence, a second reading of the same, and the lag."""

import json
import re
import statistics
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import Any, Final

from channels_bridge.actors import Actor
from channels_bridge.models import Conversation, Role
from memory.consolidation.explicit import Item, Said, statements_extract
from memory.inference.chat import ChatRequest
from memory.measuring import explicit
from memory.models import (
    ConsolidationPass,
    ConversationStore,
    EvidenceLink,
    HistoryEntry,
    Kind,
    PassPath,
    Record,
    Revision,
    Status,
    Store,
)
from memory.services.consolidating.running import Ran, pass_run
from memory.services.conversations import TurnDraft, conversation_open, turns_record
from memory.services.settings import setting_change

OWNER: Final = Actor.owner("measuring")
CHUNK: Final = 30
"""Turns that are sent between two readings of the facts path, as in life."""
ENTRY: Final = 200
"""Characters of the first and of the last turn in the scripted model's history entry."""
BEGAN: Final = datetime(2026, 1, 1, 9, tzinfo=UTC)
NAMES: Final = {"OWNER": Role.OWNER, "USER": Role.USER, "ASSISTANT": Role.ASSISTANT, "MACHINE": Role.MACHINE}
_LINE: Final = re.compile(
    r"^\[(?P<position>\d+)\] (?P<at>[\d-]{10} [\d:]{5}) (?P<role>[A-Z]+)(?P<author>[^:(]*)(?:\([^)]*\))?: (?P<text>.*)$"
)


@dataclass(slots=True)
class Measured:
    """What the conversations of one source came to. `lags` are seconds from the last turn read to what it left."""

    conversations: int = 0
    turns: int = 0
    passes: Counter[str] = field(default_factory=Counter)
    statuses: Counter[str] = field(default_factory=Counter)
    codes: Counter[str] = field(default_factory=Counter)
    records: int = 0
    with_evidence: int = 0
    history: int = 0
    tokens: int = 0
    again: int = 0
    """Journal entries and history entries that a second reading of the same turns wrote."""
    lags: list[float] = field(default_factory=list)

    @property
    def duplicates(self) -> int:
        """Items that memory had already."""
        return self.statuses["unchanged"] + self.codes["older_statement"] + self.codes["superseded_wording"]

    @property
    def evidence(self) -> float:
        """The share of written records that name the turn they come from, 1 where there are none."""
        return self.with_evidence / self.records if self.records else 1.0

    def lag(self, share: float) -> float:
        """Seconds below which that share of the readings left what they left, such as 0.95."""
        if len(self.lags) < 2:
            return self.lags[0] if self.lags else 0.0
        return statistics.quantiles(self.lags, n=100, method="inclusive")[round(share * 100) - 1]


def measured(conversations: Sequence[explicit.Conversation]) -> dict[str, Measured]:
    """Send the turns, read them twice with the language model that is configured, and count by source.

    Works in the database that is connected; call it in a throwaway one.
    """
    setting_change(actor=OWNER, name="language_tokens_per_day", value=0)  # measuring takes what it takes
    found: dict[str, Measured] = {}
    for number, given in enumerate(conversations):
        # A store for each: what one person says is no newer word on what another said.
        store = Store.objects.create(slug=f"m{number}", name="Measuring")
        _read(given, f"{given.source}-{number}", store, found.setdefault(given.source, Measured()))
    return found


def explicit_answer(request: ChatRequest) -> str:
    """The answer of a scripted model: what the rules read in the turns of the question, and nothing of its own."""
    said = [line for line in map(_said, request.prompt.splitlines()) if line is not None]
    texts = {turn.position: turn.text for turn in said}
    answer: dict[str, Any] = {"semantic": [], "episodic": [], "lessons": [], "history_entry": ""}
    for item in statements_extract(said):
        name, claim = _claim(item)
        answer[name].append(claim | {"turn": item.position, "quote": texts[item.position][item.start : item.end][:300]})
    if said:
        answer["history_entry"] = f"{said[0].text[:ENTRY]} … {said[-1].text[:ENTRY]}"
    return json.dumps(answer, ensure_ascii=False)


def _read(given: explicit.Conversation, key: str, store: Store, into: Measured) -> None:
    conversation = conversation_open(actor=OWNER, key=key, store=store)
    turns = iter(_drafts(given))
    while chunk := list(islice(turns, CHUNK)):
        turns_record(actor=OWNER, conversation=conversation, drafts=chunk)
        into.lags += _lags(_run(conversation, PassPath.FACTS))
        into.turns += len(chunk)
    into.lags += _lags(_run(conversation, PassPath.HISTORY))
    into.conversations += 1
    _count(conversation, store, into)
    into.again += _again(conversation, store)


def _run(conversation: Conversation, path: PassPath) -> list[ConsolidationPass]:
    """Read all that is new."""
    rows = []
    while (run := pass_run(conversation.pk, path)).row is not None and run.ran is Ran.DONE:
        rows.append(run.row)
    return rows


def _lags(rows: Sequence[ConsolidationPass]) -> Iterator[float]:
    """Seconds from when the last turn of a span was recorded, or its reading began, to when its items could be read."""
    for row in rows:
        recorded = row.conversation.turns.filter(position__lt=row.last).order_by("position").last()
        began = max(recorded.recorded_at, row.created_at) if recorded and row.path == PassPath.HISTORY else None
        since = began or (recorded.recorded_at if recorded else row.created_at)
        if row.finished_at is not None:
            yield (row.finished_at - since).total_seconds()


def _count(conversation: Conversation, store: Store, into: Measured) -> None:
    for row in ConsolidationPass.objects.filter(conversation=conversation):
        into.passes[str(row.state)] += 1
        into.statuses.update(item["status"] for item in row.items)
        into.codes.update(item["code"] for item in row.items)
        into.tokens += row.tokens
    records = Record.objects.filter(store=store).exclude(status=Status.PROPOSED)  # what waits rests on nothing yet
    into.records += records.count()
    into.with_evidence += EvidenceLink.objects.filter(record__in=records).values("record").distinct().count()
    into.history += HistoryEntry.objects.filter(store=store).count()


def _again(conversation: Conversation, store: Store) -> int:
    """Read the same turns a second time; how many entries of journal and history that wrote."""
    before = _entries(store)
    ConversationStore.objects.filter(pk=conversation.pk).update(facts_to=0, history_to=0)
    for path in PassPath:
        _run(conversation, path)
    return _entries(store) - before


def _entries(store: Store) -> int:
    revisions = Revision.objects.filter(record__store=store).count()
    return revisions + HistoryEntry.objects.filter(store=store).count()


def _drafts(given: explicit.Conversation) -> Iterator[TurnDraft]:
    at = given.turns[0][1].at if given.turns else None
    at = at.astimezone(UTC) if at else BEGAN
    for _, turn in given.turns:
        # Turns of one sitting carry the same time in the files.
        at = max(at + timedelta(seconds=1), turn.at.astimezone(UTC)) if turn.at else at + timedelta(seconds=1)
        if turn.text.strip():
            yield TurnDraft(role=turn.role, text=turn.text, author=turn.speaker, said_at=at)


def _said(line: str) -> Said | None:
    found = _LINE.match(line)
    if found is None or found["role"] not in NAMES:
        return None
    at = datetime.strptime(found["at"], "%Y-%m-%d %H:%M").replace(tzinfo=UTC)
    return Said(int(found["position"]), NAMES[found["role"]], found["text"], at, found["author"].strip())


def _claim(item: Item) -> tuple[str, dict[str, Any]]:
    if item.kind is Kind.FACT:
        return "semantic", {"key": item.key, "value": item.value, "confidence": 0.9, "delete": False}
    if item.kind is Kind.LESSON:
        return "lessons", {"rule": item.rule, "negative": item.negative, "category": "preference"}
    return "episodic", {"text": item.text, "tags": [], "importance": 0.5}
