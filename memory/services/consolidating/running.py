"""One pass from its claim to its receipt: the rules read first, then the model if there is one, then all is written."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from enum import StrEnum
from typing import Any, Final

from django.db import OperationalError

from channels_bridge.services.jobs import JobCancelled, JobLost, JobRun
from kirocrew.base.clock import now
from memory.consolidation.answers import Answer, answer_read
from memory.consolidation.candidates import Candidate, candidates_of_claims, candidates_of_rules
from memory.consolidation.documents import Shown, shown_text
from memory.consolidation.limits import FIRST_RETRY, SPAN_CHARACTERS, shortened
from memory.consolidation.prompting import (
    Known,
    answer_tokens,
    consolidation_request,
    known_of,
    span_characters,
    turn_line,
)
from memory.consolidation.spans import is_person
from memory.consolidation.zero_value import is_zero_value
from memory.inference.chat import ChatError, ChatModel
from memory.models import ConsolidationPass, Kind, PassPath, PassState, Record, Status
from memory.services.consolidating.applying import pass_apply
from memory.services.consolidating.claims import (
    Claimed,
    PassLost,
    TurnsChanged,
    pass_abort,
    pass_claim,
    pass_fail,
    pass_interruptions,
    pass_put_off,
)
from memory.services.consolidating.documents import JudgedDocument, documents_judge, documents_shown
from memory.services.consolidating.judging import candidates_judge
from memory.services.language import Asked, BudgetSpent, language_ask, language_model
from memory.services.settings import settings_all

logger = logging.getLogger(__name__)

KNOWN_ROWS: Final = 2_000
"""Records that are looked at for what is known; 65,536 characters seldom hold as many."""
QUESTION: Final = 1_200
"""Tokens of the question itself."""
KNOWN_EPISODES: Final = 50
"""Episodes of the same conversation that history is shown, those of the latest turns."""
CHARGED: Final = frozenset({"unusable", "too_slow", "too_large", "broken_off", "no_answer", "cut_off"})
"""Kinds of failure that the span may be to blame for. Any other is waited out without a charge."""
STOPPED: Final = FIRST_RETRY
"""How long a pass waits that the owner stopped."""


@dataclass(frozen=True, slots=True)
class _Seen:
    """What a model was shown of memory: facts, key to revision, and documents."""

    facts: Mapping[str, int] = field(default_factory=dict)
    documents: Sequence[Shown] = ()


class Ran(StrEnum):
    """What a run came to."""

    DONE = "done"
    NOTHING = "nothing"
    BUSY = "busy"
    WAITS = "waits"
    ABORTED = "aborted"
    FAILED = "failed"
    SET_ASIDE = "set_aside"
    NO_MODEL = "no_model"


@dataclass(frozen=True, slots=True)
class Run:
    """What a run came to, and the pass it was about, if there was one."""

    ran: Ran
    row: ConsolidationPass | None = None


def pass_run(conversation_id: int, path: PassPath, *, job: JobRun | None = None) -> Run:
    """Take the next pass of a conversation's path and bring it to its end. Never called within a transaction.

    Without a language model the history path is not attempted, and the facts path reads by the rules alone. Errors of
    the pass are on its row; what is nobody's fault raises (JobLost, JobCancelled, OperationalError), and what is ours
    raises after an attempt was charged.
    """
    try:
        model = language_model()
    except ChatError:
        model = None
    if model is None and path == PassPath.HISTORY:
        return Run(Ran.NO_MODEL)
    characters = span_characters(model.window) if model is not None else SPAN_CHARACTERS
    if path == PassPath.FACTS:
        characters = shortened(characters, pass_interruptions(conversation_id, path))
    gap = timedelta(hours=settings_all()["history_idle_hours"]) if path == PassPath.HISTORY else None
    taken = pass_claim(conversation_id, path, job=job, characters=characters, gap=gap)
    if taken is None:
        return Run(Ran.NOTHING)
    if isinstance(taken, ConsolidationPass):
        return Run(Ran.BUSY if taken.state == PassState.RUNNING else Ran.WAITS, taken)
    try:
        return Run(_bring_to_end(taken, model, job), taken.row)
    except PassLost:
        logger.warning("Pass %s was taken over by another run; this one stops.", taken.row.uid)
        return Run(Ran.BUSY, taken.row)


def _bring_to_end(claimed: Claimed, model: ChatModel | None, job: JobRun | None) -> Ran:
    """Read and write a pass, or note on it why not."""
    row = claimed.row
    try:
        return _read_and_write(claimed, model, job)
    except TurnsChanged as why:
        pass_abort(row, str(why))
        return Ran.ABORTED
    except ChatError as why:
        return _not_answered(claimed, why)
    except (PassLost, JobLost):
        raise
    except (JobCancelled, OperationalError) as why:
        is_stopped = isinstance(why, JobCancelled)
        pass_put_off(row, "It was stopped." if is_stopped else "The database was busy.", wait=STOPPED * is_stopped)
        raise
    except Exception as error:
        if pass_fail(row, f"{type(error).__name__}: see the server's log."):
            _set_aside(claimed, f"It failed {row.attempts} times. {type(error).__name__}: see the server's log.")
        raise


def _read_and_write(claimed: Claimed, model: ChatModel | None, job: JobRun | None) -> Ran:
    if claimed.is_given_up:
        return _set_aside(claimed, "It was cut off too often.")
    candidates = _by_rules(claimed)
    answer, used, seen = _answer(claimed, model)
    if job is not None:
        job.raise_if_cancelled()
    candidates += candidates_of_claims(answer.claims, claimed.span, claimed.conversation, seen=seen.facts)
    papers = documents_judge(claimed, answer.documents, seen.documents)
    _write(claimed, candidates, papers, entry=answer.entry, used=used)
    return Ran.DONE


def _not_answered(claimed: Claimed, why: ChatError) -> Ran:
    if isinstance(why, BudgetSpent):
        pass_put_off(claimed.row, str(why), wait=max(timedelta(0), min(why.until - now(), FIRST_RETRY)))
        return Ran.WAITS
    if why.kind not in CHARGED:
        pass_put_off(claimed.row, str(why))
        return Ran.WAITS
    if not pass_fail(claimed.row, str(why)):
        return Ran.FAILED
    return _set_aside(claimed, f"It failed {claimed.row.attempts} times. {why}")


def _set_aside(claimed: Claimed, reason: str) -> Ran:
    """Keep what the rules read, go on after the span, and leave the rest of it to the owner."""
    claimed.row.reason = reason[:500]
    try:
        _write(claimed, _by_rules(claimed), state=PassState.SET_ASIDE)
    except TurnsChanged as why:
        pass_abort(claimed.row, str(why))
        return Ran.ABORTED
    return Ran.SET_ASIDE


def _write(
    claimed: Claimed,
    candidates: Sequence[Candidate],
    papers: Sequence[JudgedDocument] = (),
    *,
    entry: str = "",
    state: PassState = PassState.DONE,
    used: dict[str, Any] | None = None,
) -> None:
    judged = candidates_judge(actor=claimed.actor, store=claimed.store, candidates=candidates)
    pass_apply(claimed, judged, papers, entry=entry, state=state, used=used)


def _answer(claimed: Claimed, model: ChatModel | None) -> tuple[Answer, dict[str, Any], _Seen]:
    """What the model answered, what that took, and what it saw of memory.

    Nothing is asked about turns that say nothing, and nothing a second time: another answer of the same model to the
    same words is no news of the person.
    """
    turns = claimed.span.turns
    if model is None or all(is_zero_value(turn.text) for turn in turns if is_person(turn)):
        return Answer(()), {}, _Seen()
    if _was_read(claimed.row, model):
        return Answer(()), {}, _Seen()
    shown = documents_shown(claimed, model)
    documents, kinds = shown_text(shown), [one.kind for one in shown]
    known = _known(claimed, model, beside=documents, with_documents=bool(shown))
    request = consolidation_request(claimed.path, turns, known, window=model.window, documents=documents, kinds=kinds)
    asked: Asked[Answer] = language_ask(
        request, read=lambda value: answer_read(value, claimed.path), about=str(claimed.conversation.uid)
    )
    used = {
        "model": asked.model[:200],
        "prompt_tokens": claimed.row.prompt_tokens + asked.prompt_tokens,
        "answer_tokens": claimed.row.answer_tokens + asked.answer_tokens,
        "seconds": claimed.row.seconds + asked.seconds,
        "cost": None if asked.cost is None else (claimed.row.cost or 0.0) + float(asked.cost),
    }
    return asked.value, used, _Seen(known.facts, shown)


def _was_read(row: ConsolidationPass, model: ChatModel) -> bool:
    """Whether this model read every turn of the span before, for the same path, and nobody took that back."""
    done = ConsolidationPass.objects.filter(
        conversation=row.conversation_id, path=row.path, state=PassState.DONE, model=model.name[:200]
    )
    spans = done.filter(first__lt=row.last, last__gt=row.first).order_by("first", "-last").values_list("first", "last")
    reached = row.first
    for first, last in spans:
        if first > reached:
            return False
        reached = max(reached, last)
    return reached >= row.last


def _by_rules(claimed: Claimed) -> list[Candidate]:
    """What the rules read, each fact with the revision of what is stored under its key before anything is written."""
    found = candidates_of_rules(claimed.span, claimed.conversation)
    keys = {one.key for one in found if one.kind is Kind.FACT}
    rows = Record.objects.visible_to(claimed.actor).filter(store=claimed.store, kind=Kind.FACT, status=Status.ACTIVE)
    seen = dict(rows.filter(key__in=keys).values_list("key", "revision")) if keys else {}
    return [replace(one, seen=seen.get(one.key)) for one in found]


def _known(claimed: Claimed, model: ChatModel, *, beside: str, with_documents: bool) -> Known:
    """What the store remembers under keys and as rules, newest first, as far as there is room for it.

    For history, what was taken from this conversation as happenings stands behind it. `beside` is what else is shown.
    """
    rows = Record.objects.visible_to(claimed.actor).live().with_content().filter(store=claimed.store)
    rows = rows.filter(project__in=("", claimed.conversation.project))
    kinds = [Kind.FACT] if claimed.path == PassPath.FACTS else [Kind.FACT, Kind.LESSON]
    records = list(rows.filter(kind__in=kinds).order_by("-updated_at", "-pk")[:KNOWN_ROWS])
    if claimed.path == PassPath.HISTORY:  # the facts path, and a reading before this one, took them from the same talk
        told = rows.filter(kind=Kind.EPISODE, source=claimed.actor.source)
        records += told.order_by("-observed_at", "-pk")[:KNOWN_EPISODES]
    turns = "\n".join(turn_line(turn) for turn in claimed.span.turns)
    answer = answer_tokens(model.window, with_documents=with_documents)
    taken = model.count_tokens(turns) + (model.count_tokens(beside) if beside else 0)
    room = model.window - answer - taken - QUESTION
    return known_of(records, fits=lambda text: model.count_tokens(text) <= room)
