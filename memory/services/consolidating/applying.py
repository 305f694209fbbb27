"""What a pass writes: every item through its kind's service, the history entry, the offset and the receipt at once."""

from collections import Counter
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import Max

from channels_bridge.actors import OWNER_SOURCE
from channels_bridge.models import Conversation, MemoryMode
from kirocrew.base.canonical import json_equal
from kirocrew.base.clock import now
from kirocrew.base.problems import Conflict, NotFound
from memory.consolidation.candidates import Candidate, reference
from memory.consolidation.spans import is_answered, turns_hash
from memory.consolidation.support import is_about
from memory.gate.checks import CHURN_LIMIT, KEY_PATTERN, UNSUPPORTED
from memory.gate.outcomes import Outcome, OutcomeStatus, Refusal, RefusalCode
from memory.models import (
    ConsolidationPass,
    ConversationStore,
    EvidenceKind,
    EvidenceLink,
    HistoryEntry,
    Kind,
    PassPath,
    PassState,
    Record,
    Revision,
    Status,
)
from memory.services.consolidating.claims import (
    OFFSETS,
    Claimed,
    PassLost,
    TurnsChanged,
    interruptions_forget,
    pass_held,
    pass_update,
)
from memory.services.consolidating.documents import JudgedDocument, document_apply
from memory.services.consolidating.judging import Judged, doubt_add
from memory.services.corrections import correction_judge
from memory.services.drafts import Source, WriteMode
from memory.services.episodes import episodes_settle
from memory.services.evidence import evidence_add
from memory.services.facts import facts_settle
from memory.services.history import Citation, history_append
from memory.services.lessons import lessons_settle
from memory.services.recorded_turns import Evidence, TurnRef
from memory.services.records import fact_by_key, record_forget
from memory.services.settings import settings_all

A_DAY: Final = timedelta(days=1)
OLDER: Final = "older_statement"
SUPERSEDED: Final = "superseded_wording"
GONE: Final = "gone_already"
NOTHING: Final = "nothing"
CHANGING: Final = frozenset({"updated", "corrected", "restored", "enriched", "newer_wording"})
"""Reasons of outcomes that change what was stored."""


class _TooMuch(Exception):
    """The item would change more than one pass may."""


@dataclass(slots=True)
class _Writing:
    """One pass while it is written."""

    claimed: Claimed
    limit: int
    items: list[dict[str, Any]] = field(default_factory=list)
    changed: int = 0
    papers: int = 0
    """Documents that were there and were changed."""


def pass_apply(
    claimed: Claimed,
    judged: Sequence[Judged],
    papers: Sequence[JudgedDocument] = (),
    *,
    entry: str = "",
    state: PassState = PassState.DONE,
    used: dict[str, Any] | None = None,
) -> ConsolidationPass:
    """Write what a pass came to, in one transaction: items, documents, history entry, offset and receipt.

    Raises PassLost when another run has taken over, TurnsChanged when a person went on or a turn is not what it was.
    """
    with transaction.atomic():
        pass_held(claimed)
        _refuse_changed(claimed)
        marks = _marks(claimed)
        writing = _Writing(claimed, settings_all()["consolidation_changes_max"])
        for one in judged:
            writing.items.append(_apply(writing, one))
        for paper in papers:
            line, is_change = document_apply(claimed, paper, is_too_much=writing.changed >= writing.limit)
            writing.items.append(line)
            writing.changed += is_change
            writing.papers += is_change
        history = _history(writing, entry) if entry else None
        _offset_move(claimed)
        made = _made(claimed, marks)
        _receipt(claimed.row, writing, made, history=history, state=state, used=used or {})
    return claimed.row


def _refuse_changed(claimed: Claimed) -> None:
    """Raise TurnsChanged where what was read does not stand any more."""
    conversation = Conversation.objects.select_for_update().get(pk=claimed.conversation.pk)
    if conversation.mode != MemoryMode.NORMAL:
        raise TurnsChanged("The conversation keeps nothing any more.")
    if is_answered(claimed.span, conversation):
        raise TurnsChanged("A person went on talking while it was read.")
    there = conversation.turns.filter(pk__in=[turn.pk for turn in claimed.span.turns], erased_at__isnull=True)
    if turns_hash(there.order_by("position")) != claimed.row.turns_hash:
        raise TurnsChanged("Turns that were read were changed meanwhile.")


def _apply(writing: _Writing, judged: Judged) -> dict[str, Any]:
    """One item: what it came to, as the receipt keeps it."""
    candidate = judged.candidate
    nothing = candidate.nothing or _comes_to_nothing(writing, judged)
    if nothing:
        return _entry(candidate, nothing, NOTHING)
    if candidate.forgets:
        return _forget(writing, candidate)
    outcome = _settled(writing, judged)
    writing.changed += _changes(outcome)
    _link(writing, candidate, outcome)
    return _entry(candidate, _code(outcome), outcome.status.value, outcome)


def _settled(writing: _Writing, judged: Judged) -> Outcome:
    """Settle an item; what would change more than a pass may waits for the owner."""
    if writing.changed < writing.limit:
        return _settle(writing, judged)
    again = deepcopy(judged.item)
    try:
        with transaction.atomic():
            outcome = _settle(writing, judged)
            if _changes(outcome):
                raise _TooMuch
            return outcome
    except _TooMuch:
        judged.item = again
        doubt_add(judged, CHURN_LIMIT)
        return _settle(writing, judged)


def _changes(outcome: Outcome) -> bool:
    """Whether something that was stored is not what it was."""
    if outcome.status not in (OutcomeStatus.WRITTEN, OutcomeStatus.MERGED):
        return False
    return bool(outcome.superseded) or outcome.reason in CHANGING


def _settle(writing: _Writing, judged: Judged) -> Outcome:
    claimed, pair = writing.claimed, [(judged.text, judged.item)]
    about: dict[str, Any] = {"actor": claimed.actor, "store": claimed.store, "reason": f"pass {claimed.row.uid}"}
    if judged.candidate.kind is Kind.LESSON:
        return lessons_settle(judged=pair, **about)[0]
    if judged.candidate.kind is Kind.EPISODE:
        return episodes_settle(judged=pair, **about)[0]
    stored = _stored(writing, judged)
    if judged.is_ready and stored is not None and not json_equal(stored.fact.value, judged.item.fact.value):
        _say_from_when(writing, judged, stored)
    # What a person said against the owner's own value is the owner's to decide, not to be dropped. A private store
    # asks so anyway, and lets through only what a person said outright.
    is_owners = stored is not None and stored.source == OWNER_SOURCE and not claimed.store.is_private
    return facts_settle(judged=pair, mode=WriteMode.PROPOSE if is_owners else WriteMode.NORMAL, **about)[0]


def _say_from_when(writing: _Writing, judged: Judged, stored: Record) -> None:
    """Let a new value hold from when it was said: until then the stored one did.

    In a private store the turn is offered as evidence that a person asked for the change. One that is proved so is made
    where the old value stands.
    """
    claimed, item, position = writing.claimed, judged.item, judged.candidate.position
    if claimed.store.is_private and position is not None:
        turn = TurnRef(claimed.name, position)
        item.draft = replace(
            item.draft,
            evidence=Evidence(turn, judged.candidate.seen),
            derived_from=(*item.draft.derived_from, Source(turn=turn)),
        )
        if correction_judge(actor=claimed.actor, record=stored, draft=item.draft, new=item.fact.value).is_verified:
            return
    said_at = item.draft.observed_at
    if said_at is not None and said_at <= now():
        item.draft = replace(item.draft, valid_from=said_at)


def _comes_to_nothing(writing: _Writing, judged: Judged) -> str:
    """Why an item that passed the gate changes nothing: memory has something newer, or a later wording of it."""
    if not judged.is_ready:
        return ""
    item, kind = judged.item, judged.candidate.kind
    if kind is Kind.FACT:
        stored = _stored(writing, judged)
        said_at = item.draft.observed_at
        is_older = stored is not None and said_at is not None and said_at < stored.observed_at
        return OLDER if is_older and stored and not json_equal(stored.fact.value, item.fact.value) else ""
    rows = Record.objects.filter(store=writing.claimed.store, kind=kind, status=Status.SUPERSEDED)
    if kind is Kind.LESSON:
        return SUPERSEDED if rows.filter(key=item.record.key).exists() else ""
    day = (item.record.observed_at - A_DAY, item.record.observed_at + A_DAY)
    alike = rows.filter(project=item.record.project, episode__text_hash=item.episode.text_hash)
    return SUPERSEDED if alike.filter(observed_at__gt=day[0], observed_at__lt=day[1]).exists() else ""


def _stored(writing: _Writing, judged: Judged) -> Record | None:
    """The active fact under the key of an item."""
    rows = Record.objects.with_content().visible_to(writing.claimed.actor)
    key, active = judged.candidate.key, {"kind": Kind.FACT, "status": Status.ACTIVE}
    return rows.filter(store=writing.claimed.store, key=key, **active).first()


def _forget(writing: _Writing, candidate: Candidate) -> dict[str, Any]:
    """Ask the owner to forget a fact: nobody else's word takes anything out of memory."""
    claimed = writing.claimed
    try:
        record = fact_by_key(actor=claimed.actor, store=claimed.store, key=candidate.key, any_time=True)
        outcome = record_forget(actor=claimed.actor, uid=record.uid, reason=_reason(claimed, candidate))
    except (NotFound, Conflict):
        return _entry(candidate, GONE, NOTHING)
    return _entry(candidate, outcome.reason, outcome.status.value, outcome)


def _reason(claimed: Claimed, candidate: Candidate) -> str:
    """Why a fact is to be forgotten: the turn that says so."""
    return f"no longer so, by {reference(claimed.conversation, candidate.position)} (pass {claimed.row.uid})"


def _link(writing: _Writing, candidate: Candidate, outcome: Outcome) -> None:
    """Link a record to the turn: taken from it where it was written, confirmed by it where it was known.

    A change that waits is not linked: the record is still what it was.
    """
    if candidate.position is None or outcome.uid is None or not outcome.ok:
        return
    record = Record.objects.get(uid=outcome.uid)
    if outcome.status is OutcomeStatus.PROPOSED and record.status != Status.PROPOSED:
        return
    is_known = outcome.status is OutcomeStatus.UNCHANGED
    kind = EvidenceKind.SUPPORTS if is_known else EvidenceKind.EXTRACTED
    source = Source(kind=kind, turn=TurnRef(writing.claimed.name, candidate.position))
    evidence_add(actor=writing.claimed.actor, record=record, sources=[source])


def _history(writing: _Writing, entry: str) -> HistoryEntry | None:
    """Append the history entry under the day of the last turn; None when it was refused or was there already."""
    claimed, turns = writing.claimed, writing.claimed.span.turns
    about = {"kind": "history", "by": "model", "turn": turns[-1].position}
    if not is_about(entry, turns):
        writing.items.append({**about, "status": "refused", "code": UNSUPPORTED})
        return None
    before = HistoryEntry.objects.aggregate(last=Max("pk"))["last"] or 0
    made = history_append(
        actor=claimed.actor,
        store=claimed.store,
        entry=entry,
        at=turns[-1].said_at,
        conversation=claimed.name,
        source_ref=f"{claimed.name}#{turns[0].position}-{turns[-1].position}"[:1024],
        project=claimed.conversation.project,
        citations=[Citation(position=turn.position) for turn in turns],
    )
    if isinstance(made, Refusal):
        writing.items.append({**about, "status": "refused", "code": made.code.value})
        return None
    is_new = made.pk > before
    status, code = ("written", "created") if is_new else ("unchanged", "duplicate")
    writing.items.append({**about, "status": status, "code": code, "record": str(made.uid)})
    return made if is_new else None


def _offset_move(claimed: Claimed) -> None:
    """Move the conversation's mark past the span. One that was set aside has been passed already. Raises PassLost."""
    if claimed.row.set_aside_at is not None:
        return
    name = OFFSETS[PassPath(claimed.row.path)]
    here = ConversationStore.objects.filter(pk=claimed.conversation.pk, **{name: claimed.row.first})
    if not here.update(**{name: claimed.row.last}):
        raise PassLost


def _marks(claimed: Claimed) -> tuple[int, int]:
    """The last journal entry and evidence link before the pass: all later ones of its source are its own.

    Both paths of a conversation lock it before they write, so that they never write at the same time.
    """
    source = claimed.actor.source
    revision = Revision.objects.filter(source=source).aggregate(last=Max("pk"))["last"] or 0
    link = EvidenceLink.objects.filter(made_by=source).aggregate(last=Max("pk"))["last"] or 0
    return revision, link


def _made(claimed: Claimed, marks: tuple[int, int]) -> tuple[list[Revision], list[int]]:
    source = claimed.actor.source
    revisions = Revision.objects.filter(source=source, pk__gt=marks[0]).select_related("record").order_by("pk")
    links = EvidenceLink.objects.filter(made_by=source, pk__gt=marks[1]).order_by("pk")
    return list(revisions), list(links.values_list("pk", flat=True))


def _receipt(
    row: ConsolidationPass,
    writing: _Writing,
    made: tuple[list[Revision], list[int]],
    *,
    history: HistoryEntry | None,
    state: PassState,
    used: dict[str, Any],
) -> None:
    revisions, links = made
    numbers = {(str(entry.record.uid), entry.number): entry.pk for entry in revisions if entry.number}
    for item in writing.items:
        if number := numbers.get((item.get("record", ""), item.get("revision", 0))):
            item["entry"] = number
    is_aside = state == PassState.SET_ASIDE
    interruptions_forget(row)
    pass_update(
        row,
        state=state,
        items=writing.items,
        counts=_counts(writing.items),
        churn=writing.papers
        + sum(entry.status == Revision.Status.ACCEPTED and entry.base_revision > 0 for entry in revisions),
        revisions=[*row.revisions, *(entry.pk for entry in revisions)],
        links=[*row.links, *links],
        history_entry=history.uid if history else row.history_entry,
        finished_at=now(),
        retry_at=None,
        put_off=0,
        attempts=row.attempts,
        reason=row.reason if is_aside else "",
        set_aside_at=row.set_aside_at or (now() if is_aside else None),
        **used,
    )


def _counts(items: Sequence[dict[str, Any]]) -> dict[str, Any]:
    return {
        "statuses": dict(sorted(Counter(item["status"] for item in items).items())),
        "codes": dict(sorted(Counter(item["code"] for item in items).items())),
    }


def _entry(candidate: Candidate, code: str, status: str, outcome: Outcome | None = None) -> dict[str, Any]:
    """One line of the receipt. Words of what was refused never stand in it, and neither does a key that is none."""
    kept: dict[str, Any] = {"kind": str(candidate.kind), "by": candidate.by, "status": status, "code": code}
    key = outcome.key if outcome is not None and outcome.key else candidate.key
    if key and code != RefusalCode.KEY_FORMAT and KEY_PATTERN.fullmatch(key):
        kept["key"] = key
    if candidate.position is not None:
        kept["turn"] = candidate.position
    if outcome is not None and outcome.uid is not None:
        kept |= {"record": str(outcome.uid), "revision": outcome.revision}
    if outcome is not None and outcome.proposal is not None:
        kept["proposal"] = outcome.proposal
    return kept


def _code(outcome: Outcome) -> str:
    return outcome.refusal.code.value if outcome.refusal is not None else outcome.reason or outcome.status.value
