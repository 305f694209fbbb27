"""Consolidation of conversations: what is read by itself and when, what is asked for, what it came to, what waits.

A conversation is read on two paths. Facts: each time so many turns are new. History: when nobody has said anything for
some hours, and when it ends. A pass is run in consolidating/running.py, taken back in consolidating/undoing.py.
"""

import time
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet, Sum

from channels_bridge.actors import Actor, Permission
from channels_bridge.models import Conversation, Job, MemoryMode
from channels_bridge.services.jobs import JobRetryLater, JobRun, job_enqueue
from kirocrew.base.clock import now
from kirocrew.base.problems import Conflict, Forbidden, NotFound, Unavailable
from memory.consolidation.limits import PAUSE
from memory.inference.chat import ChatError
from memory.models import ConsolidationPass, ConversationStore, PassPath, PassState, Store
from memory.models.consolidation import UNFINISHED
from memory.services.consolidating.claims import OFFSETS, is_alive
from memory.services.consolidating.running import Ran, Run, pass_run
from memory.services.consolidating.undoing import pass_undo
from memory.services.language import language_model
from memory.services.settings import settings_all

__all__ = [
    "CONSOLIDATE_JOB",
    "Backlog",
    "backlog_of",
    "consolidation_due",
    "consolidation_ended",
    "consolidation_grown",
    "consolidation_perform",
    "consolidation_request",
    "pass_get",
    "pass_retry",
    "pass_undo",
    "passes_of",
    "passes_visible_to",
]

CONSOLIDATE_JOB: Final = "memory.consolidate"
SYSTEM: Final = Actor.system("consolidation")
TITLES: Final = {PassPath.FACTS: "Learn facts from “{}”", PassPath.HISTORY: "Write the history of “{}”"}
TITLE_KEY: Final = 80  # characters of a conversation's key in a job's title
SHIFT: Final = timedelta(minutes=20)
"""How long one run reads; a queue gives a run an hour, and one answer of a slow model may take ten minutes."""
AT_ONCE: Final = 200
"""Conversations that are asked for in one look; the next look is a minute later."""


@dataclass(frozen=True, slots=True)
class Backlog:
    """What a path has not read yet: conversations, turns, and whether a language model is there for it.

    `set_aside` counts passes that were given up, `failing` those that are tried again.
    """

    path: PassPath
    conversations: int
    turns: int
    has_model: bool
    failing: int
    set_aside: int


def passes_visible_to(actor: Actor) -> QuerySet[ConsolidationPass]:
    """The passes an actor may see, newest first. Raises Forbidden when it may not read memory."""
    actor.require(Permission.MEMORY_READ)
    return ConsolidationPass.objects.visible_to(actor).select_related("conversation", "store")


def passes_of(*, actor: Actor, conversation: Conversation) -> QuerySet[ConsolidationPass]:
    """The passes of a conversation, newest first."""
    return passes_visible_to(actor).filter(conversation=conversation)


def pass_get(*, actor: Actor, uid: UUID) -> ConsolidationPass:
    """The pass. Raises NotFound for one that is not there or not for this actor."""
    found = passes_visible_to(actor).filter(uid=uid).first()
    if found is None:
        raise NotFound("There is no such reading of a conversation for you.", type="unknown-consolidation")
    return found


def consolidation_request(*, actor: Actor, conversation: Conversation, paths: Iterable[PassPath] = ()) -> list[Job]:
    """Ask that what is new in a conversation be read, on these paths or all that can; one job for each.

    A path with nothing new is left out, and so is history without a language model unless it is named. Raises
    Forbidden; Conflict for a conversation that keeps nothing (`conversation-keeps-nothing`), and for history without
    a language model (`no-language-model`).
    """
    actor.require(Permission.MEMORY_WRITE)
    binding = _binding(conversation)
    if conversation.mode != MemoryMode.NORMAL:
        raise Conflict(
            f"This conversation is '{conversation.mode}', so nothing is learned from it.",
            type="conversation-keeps-nothing",
        )
    wanted = list(paths)
    if PassPath.HISTORY in wanted and not has_model():
        raise Conflict(
            "History is written by a language model, and none is configured. The facts path reads without one.",
            type="no-language-model",
        )
    if not wanted:
        wanted = [PassPath.FACTS, PassPath.HISTORY] if has_model() else [PassPath.FACTS]
    return [_enqueue(actor, conversation, path) for path in wanted if _has_new(binding, path)]


def consolidation_grown(conversation_id: int) -> Job | None:
    """Ask for a conversation's facts if enough turns are new: called after turns were committed."""
    binding = ConversationStore.objects.select_related("conversation").filter(pk=conversation_id).first()
    if binding is None or binding.conversation.mode != MemoryMode.NORMAL:
        return None
    if binding.conversation.next_position - binding.facts_to < settings_all()["facts_after_turns"]:
        return None
    if _held_up(PassPath.FACTS, now()).filter(conversation=conversation_id).exists():
        return None
    return _enqueue(SYSTEM, binding.conversation, PassPath.FACTS)


def consolidation_ended(conversation_id: int) -> Job | None:
    """Ask for what is left of a conversation that ended: its history, or without a language model its facts."""
    binding = ConversationStore.objects.select_related("conversation").filter(pk=conversation_id).first()
    path = PassPath.HISTORY if has_model() else PassPath.FACTS
    if binding is None or binding.conversation.mode != MemoryMode.NORMAL or not _has_new(binding, path):
        return None
    return _enqueue(SYSTEM, binding.conversation, path)


def consolidation_due(at: datetime | None = None) -> list[Job]:
    """Ask for all that is due: idle or ended conversations, enough new turns, and passes whose time has come.

    Nothing is asked for a pass that waits for its time, so looking often does no harm.
    """
    instant = at or now()
    values, model = settings_all(), has_model()
    idle = instant - timedelta(hours=values["history_idle_hours"])
    over = Q(conversation__last_turn_at__lte=idle) | Q(conversation__ended_at__isnull=False)
    grown = Q(conversation__next_position__gte=F("facts_to") + values["facts_after_turns"])
    jobs = _ask(PassPath.FACTS, grown if model else grown | over, instant)
    if model:
        jobs += _ask(PassPath.HISTORY, over, instant)
    return jobs + _ask_again(instant, model=model)


def consolidation_perform(run: JobRun, conversation_id: int, path: PassPath) -> dict[str, Any]:
    """Read what is new in a conversation, pass after pass; the handler of the job. Returns what it came to.

    After a while it lets others have the worker and goes on later. Raises Unavailable when a pass failed, with the
    reason; what was read before it stays.
    """
    passes, done = int(run.checkpoint.get("passes", 0)), int(run.checkpoint.get("turns", 0))
    total, until = done + _left(conversation_id, OFFSETS[path]), time.monotonic() + SHIFT.total_seconds()
    run.progress(done, total, "reading")
    while True:
        run.raise_if_cancelled()
        ran = pass_run(conversation_id, path, job=run)
        if ran.ran is not Ran.DONE or ran.row is None:
            break
        passes, done = passes + 1, done + ran.row.last - ran.row.first
        run.save_checkpoint(passes=passes, turns=done)
        run.progress(done, max(total, done), f"{done:,} turns read")
        if done < total and time.monotonic() > until:
            raise JobRetryLater(f"{done:,} turns read; it goes on when others had their turn.")
    if ran.ran in (Ran.FAILED, Ran.SET_ASIDE) and ran.row is not None:
        raise Unavailable(_told(ran), type="consolidation-failed")
    return {"passes": passes, "turns": done, "ended": ran.ran.value, **_told_in_result(ran)}


def pass_retry(*, actor: Actor, uid: UUID) -> Job:
    """Read a span again that failed or was set aside, at once and with all its attempts. Owner only.

    Raises Forbidden, NotFound, Conflict for a pass in another state (`consolidation-not-retryable`), or while another
    of the same path is at it (`consolidation-busy`).
    """
    if not actor.is_owner and not actor.is_system:
        raise Forbidden("Only the owner tries again what was set aside.", type="owner-only")
    row = pass_get(actor=actor, uid=uid)
    waiting = ConsolidationPass.objects.filter(
        pk=row.pk, state__in=(PassState.FAILED, PassState.SET_ASIDE, PassState.WAITING)
    )
    values = {"state": PassState.WAITING, "attempts": 0, "put_off": 0, "retry_at": None, "finished_at": None}
    try:
        with transaction.atomic():
            if not waiting.update(**values):
                raise Conflict(
                    f"It is {row.get_state_display().lower()}; only what failed or was set aside is read again.",
                    type="consolidation-not-retryable",
                )
            return _enqueue(actor, row.conversation, PassPath(row.path))
    except IntegrityError as error:
        raise Conflict(
            "Later turns of this conversation are being read. Try again when that is done.", type="consolidation-busy"
        ) from error


def backlog_of(*, actor: Actor, store: Store | None = None) -> list[Backlog]:
    """What waits to be read on each path, in the conversations the actor may see."""
    bindings = ConversationStore.objects.filter(
        conversation__in=Conversation.objects.visible_to(actor),
        store__in=Store.objects.visible_to(actor),
        conversation__mode=MemoryMode.NORMAL,
    )
    passes = passes_visible_to(actor)
    if store is not None:
        bindings, passes = bindings.filter(store=store), passes.filter(store=store)
    model = has_model()
    found = []
    for path in PassPath:
        name = OFFSETS[path]
        behind = bindings.filter(conversation__next_position__gt=F(name))
        turns = behind.aggregate(turns=Sum(F("conversation__next_position") - F(name)))["turns"]
        mine = passes.filter(path=path)
        failing = mine.filter(state=PassState.FAILED).count()
        aside = mine.filter(state=PassState.SET_ASIDE).count()
        found.append(Backlog(path, behind.count(), turns or 0, model, failing, aside))
    return found


def has_model() -> bool:
    """Whether a language model is configured."""
    try:
        return language_model() is not None
    except ChatError:
        return False


def _binding(conversation: Conversation) -> ConversationStore:
    return ConversationStore.objects.select_related("conversation").get(pk=conversation.pk)


def _has_new(binding: ConversationStore, path: PassPath) -> bool:
    if binding.conversation.next_position > getattr(binding, OFFSETS[path]):
        return True
    return ConsolidationPass.objects.unfinished().filter(conversation=binding.pk, path=path).exists()


def _left(conversation_id: int, name: str) -> int:
    binding = ConversationStore.objects.select_related("conversation").filter(pk=conversation_id).first()
    return max(0, binding.conversation.next_position - getattr(binding, name)) if binding else 0


def _ask(path: PassPath, due: Q, instant: datetime) -> list[Job]:
    """Ask for conversations in which turns are new and which no pass is at or waits for."""
    rows = ConversationStore.objects.filter(
        due,
        ~Exists(_held_up(path, instant).filter(conversation=OuterRef("pk"))),
        conversation__mode=MemoryMode.NORMAL,
        conversation__next_position__gt=F(OFFSETS[path]),
    )
    chosen = rows.select_related("conversation").order_by("conversation__last_turn_at")[:AT_ONCE]
    return [_enqueue(SYSTEM, binding.conversation, path) for binding in chosen]


def _held_up(path: PassPath, instant: datetime) -> QuerySet[ConsolidationPass]:
    """Passes that are being read or wait for their time, and those a person talked into and still does."""
    lately = instant - PAUSE
    is_talking = Q(finished_at__gt=lately) | Q(conversation__last_turn_at__gt=lately)
    talked_into = Q(state=PassState.ABORTED, retry_at__gt=instant) & is_talking
    return ConsolidationPass.objects.filter(Q(state__in=UNFINISHED) | talked_into, path=path)


def _ask_again(instant: datetime, *, model: bool) -> list[Job]:
    """Ask for passes that failed or were put off and whose time has come, and for those whose run died."""
    rows = ConsolidationPass.objects.unfinished().filter(Q(retry_at__isnull=True) | Q(retry_at__lte=instant))
    rows = rows.filter(conversation__mode=MemoryMode.NORMAL)
    if not model:
        rows = rows.filter(path=PassPath.FACTS)
    chosen = rows.select_related("conversation").order_by("pk")[:AT_ONCE]
    return [_enqueue(SYSTEM, row.conversation, PassPath(row.path)) for row in chosen if not _is_at_work(row)]


def _is_at_work(row: ConsolidationPass) -> bool:
    return row.state == PassState.RUNNING and is_alive(row)


def _enqueue(actor: Actor, conversation: Conversation, path: PassPath) -> Job:
    return job_enqueue(
        actor=actor,
        name=CONSOLIDATE_JOB,
        args={"conversation": conversation.pk, "path": str(path)},
        title=TITLES[path].format(conversation.key[:TITLE_KEY]),
        dedupe_key=f"{path}:{conversation.pk}",
    )


def _told(ran: Run) -> str:
    row = ran.row
    if row is None:
        return ""
    if ran.ran is Ran.SET_ASIDE:
        return f"{row.reason} It was set aside; try it again from the conversation."
    later = f" It is tried again at {row.retry_at:%Y-%m-%d %H:%M} UTC." if row.retry_at else ""
    return f"{row.reason}{later}"


def _told_in_result(ran: Run) -> dict[str, Any]:
    if ran.ran is Ran.WAITS and ran.row is not None:
        return {"reason": ran.row.reason, "retry_at": ran.row.retry_at.isoformat() if ran.row.retry_at else None}
    return {}
