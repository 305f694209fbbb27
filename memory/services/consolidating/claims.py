"""Who is at a pass: one run at a time, taken by a conditional update, and taken over from a run that died."""

from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any, Final
from uuid import uuid4

from django.db import transaction
from django.db.models import QuerySet

from channels_bridge.actors import Actor
from channels_bridge.models import Conversation, Job, JobState, MemoryMode
from channels_bridge.services.jobs import JobRun
from channels_bridge.services.worker_identity import worker_is_gone
from kirocrew.base.clock import now
from memory.consolidation.limits import ATTEMPTS, LEASE, pause_after, retry_after
from memory.consolidation.spans import Span, span_read
from memory.models import ConsolidationPass, ConversationStore, PassPath, PassState, Store

OFFSETS: Final = {PassPath.FACTS: "facts_to", PassPath.HISTORY: "history_to"}
"""Which mark of a conversation each path moves."""
SOURCE: Final = "consolidation"
SOURCE_LIMIT: Final = 200  # characters, as of a record's source


class PassLost(Exception):
    """Another run has taken the pass over; nothing more may be written."""


class TurnsChanged(Exception):
    """A person went on, or a turn that was read is not what it was: the pass ends and nothing is written."""


@dataclass(frozen=True, slots=True)
class Claimed:
    """A pass that this run holds, with what it reads, who writes, and what evidence calls the conversation (`name`).

    `is_given_up` once it was tried often enough.
    """

    row: ConsolidationPass
    span: Span
    conversation: Conversation
    store: Store
    name: str
    actor: Actor
    is_given_up: bool = False

    @property
    def path(self) -> PassPath:
        return PassPath(self.row.path)


def conversation_name(conversation: Conversation) -> str:
    """What evidence and sources call a conversation: its key, or its uid where another bot uses the same key."""
    others = Conversation.objects.filter(key=conversation.key).exclude(pk=conversation.pk)
    return str(conversation.uid) if others.exists() else conversation.key


def consolidation_actor(conversation: Conversation, name: str) -> Actor:
    """Who a conversation's passes act as: `consolidation:<name>`, bound to its project."""
    source = f"{SOURCE}:{name}"
    if len(source) > SOURCE_LIMIT:
        source = f"{SOURCE}:{conversation.uid}"
    return replace(Actor.system(source), project=conversation.project)


def pass_claim(
    conversation_id: int,
    path: PassPath,
    *,
    job: JobRun | None = None,
    characters: int,
    gap: timedelta | None = None,
) -> Claimed | ConsolidationPass | None:
    """Take the unfinished pass of this path, or begin one where turns are new.

    Returns the pass as it is when it can't be taken: another run is at it, or it waits until `retry_at`. None when
    there is nothing to read, or the conversation keeps nothing.
    """
    with transaction.atomic():
        bindings = ConversationStore.objects.select_for_update(of=("self",)).select_related("conversation", "store")
        binding = bindings.filter(pk=conversation_id).first()
        if binding is None or binding.conversation.mode != MemoryMode.NORMAL:
            return None
        row = ConsolidationPass.objects.unfinished().filter(conversation=conversation_id, path=path).first()
        if row is not None:
            taken = _take(row, binding, job)
            if taken is not None:
                return taken
        return _begin(binding, path, row, job=job, characters=characters, gap=gap)


def pass_held(claimed: Claimed) -> None:
    """Make sure, in a transaction, that this run still holds the pass. Raises PassLost."""
    held = ConsolidationPass.objects.filter(pk=claimed.row.pk, claim=claimed.row.claim, state=PassState.RUNNING)
    if not held.select_for_update().exists():
        raise PassLost


def pass_update(row: ConsolidationPass, **values: Any) -> None:
    """Change a pass that this run holds, and let go of it unless it says otherwise. Raises PassLost."""
    held = ConsolidationPass.objects.filter(pk=row.pk, claim=row.claim, state=PassState.RUNNING)
    if not held.update(**{"claim": None, **values}):
        raise PassLost
    for name, value in values.items():
        setattr(row, name, value)


def pass_put_off(row: ConsolidationPass, reason: str, *, wait: timedelta | None = None) -> None:
    """Let a pass wait for what is not its fault; no attempt is charged."""
    count = row.put_off + 1
    later = now() + (wait if wait is not None else retry_after(count))
    pass_update(row, state=PassState.WAITING, put_off=count, retry_at=later, reason=reason[:500])


def pass_fail(row: ConsolidationPass, reason: str) -> bool:
    """Charge an attempt. True, and nothing is written, when it was the last: then the pass is to be set aside."""
    attempts = row.attempts + 1
    if attempts >= ATTEMPTS:
        row.attempts = attempts
        return True
    later = now() + retry_after(attempts)
    pass_update(row, state=PassState.FAILED, attempts=attempts, retry_at=later, reason=reason[:500])
    return False


def pass_abort(row: ConsolidationPass, reason: str) -> None:
    """End a pass that wrote nothing; what it read waits for the next one, and nothing is charged.

    `retry_at` is when the next is asked for by itself, unless everybody is quiet before.
    """
    later = now() + pause_after(pass_interruptions(row.conversation_id, PassPath(row.path)) + 1)
    pass_update(row, state=PassState.ABORTED, finished_at=now(), retry_at=later, reason=reason[:500])


def pass_interruptions(conversation_id: int, path: PassPath) -> int:
    """How many readings of a path ended in a row because people went on."""
    return _interrupted(conversation_id, path).count()


def interruptions_forget(row: ConsolidationPass) -> None:
    """A pass came to its end: the next one that people talk into is the first again."""
    _interrupted(row.conversation_id, PassPath(row.path)).update(retry_at=None)


def _interrupted(conversation_id: int, path: PassPath) -> QuerySet[ConsolidationPass]:
    return ConsolidationPass.objects.filter(
        conversation=conversation_id, path=path, state=PassState.ABORTED, retry_at__isnull=False
    )


def is_alive(row: ConsolidationPass) -> bool:
    """Whether the run that holds the pass still lives: its job runs under the same claim, or its lease is not over."""
    if row.job_uid is not None:
        job = Job.objects.filter(uid=row.job_uid, claim=row.job_claim, state=JobState.RUNNING).first()
        return job is not None and not worker_is_gone(job.worker)
    return row.claimed_at is not None and row.claimed_at > now() - LEASE


def _take(row: ConsolidationPass, binding: ConversationStore, job: JobRun | None) -> Claimed | ConsolidationPass | None:
    """Take over an unfinished pass; None when its turns are not what they were and it ended."""
    attempts = row.attempts
    if row.state == PassState.RUNNING:
        if is_alive(row) and not _is_same_job(row, job):
            return row
        attempts += 1  # its run died: that may be the span's fault
    elif row.retry_at is not None and row.retry_at > now():
        return row
    span = span_read(binding.conversation, row.first, last=row.last)
    if span is None or span.hash != row.turns_hash:
        _unclaimed(row).update(
            state=PassState.ABORTED, finished_at=now(), claim=None, reason="Turns that it was to read were changed."
        )
        return None
    values = {**_claim(job), "attempts": min(attempts, ATTEMPTS), "read_to": span.read_to, "reason": ""}
    if not _unclaimed(row).update(**values):
        return ConsolidationPass.objects.get(pk=row.pk)
    row.refresh_from_db()
    return _claimed(row, span, binding, is_given_up=attempts >= ATTEMPTS)


def _begin(
    binding: ConversationStore,
    path: PassPath,
    before: ConsolidationPass | None,
    *,
    job: JobRun | None,
    characters: int,
    gap: timedelta | None,
) -> Claimed | ConsolidationPass | None:
    span = span_read(binding.conversation, getattr(binding, OFFSETS[path]), characters=characters, gap=gap)
    if span is None:
        return None
    row = ConsolidationPass(
        conversation=binding.conversation,
        store=binding.store,
        path=path,
        first=span.first,
        last=span.last,
        read_to=span.read_to,
        turns_hash=span.hash,
        turns_read=len(span.turns),
    )
    later = before.retry_at if before is not None else None
    if later is not None and later > now():  # another span has attempts of its own, and the same deadline
        row.retry_at = later
        row.save(force_insert=True)
        return row
    for name, value in _claim(job).items():
        setattr(row, name, value)
    row.save(force_insert=True)
    return _claimed(row, span, binding)


def _claimed(row: ConsolidationPass, span: Span, binding: ConversationStore, *, is_given_up: bool = False) -> Claimed:
    conversation = binding.conversation
    name = conversation_name(conversation)
    actor = consolidation_actor(conversation, name)
    return Claimed(row, span, conversation, binding.store, name, actor, is_given_up=is_given_up)


def _claim(job: JobRun | None) -> dict[str, Any]:
    return {
        "state": PassState.RUNNING,
        "claim": uuid4(),
        "claimed_at": now(),
        "retry_at": None,
        "job_uid": job.job.uid if job else None,
        "job_claim": job.job.claim if job else None,
    }


def _unclaimed(row: ConsolidationPass) -> Any:
    """The pass if it is still as it was read."""
    return ConsolidationPass.objects.filter(pk=row.pk, state=row.state, claim=row.claim)


def _is_same_job(row: ConsolidationPass, job: JobRun | None) -> bool:
    """Whether this very run of a job left the pass running: an error got past it."""
    return job is not None and row.job_uid == job.job.uid and row.job_claim == job.job.claim
