"""Learning from channels in which the bot only listens: when what was overheard is read, and the reading."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Final
from uuid import UUID

import regex
from django.db import transaction
from django.db.models import F, Max, QuerySet

from channels_bridge.actors import Actor
from channels_bridge.models import Activation, Channel, ChannelEntry, Job
from channels_bridge.services.channel_buffers import OBSERVE_ENTRIES
from channels_bridge.services.channel_senders import Listed
from channels_bridge.services.jobs import JobRetryLater, JobRun, job_enqueue
from hooks.services.redaction import TAGGED, Personal, redact_classes
from kirocrew.base.clock import now
from kirocrew.base.problems import Conflict, Forbidden
from memory.consolidation.passive import TOTAL_CHARACTERS, passive_line, passive_read, passive_request
from memory.inference.chat import ChatError
from memory.models import BotStore, PassiveRun, PassiveState, PassiveTrigger, PassiveType, Store
from memory.services.language import BudgetSpent, language_ask, language_model
from memory.services.passive_items import items_keep
from memory.services.passive_settings import PassiveSettings, passive_settings, pattern_of
from memory.services.stores import MAIN

PASSIVE_JOB: Final = "memory.passive_channel"
SYSTEM: Final = Actor.system("channels")
PATTERN_SECONDS: Final = 0.05
"""A pattern that takes longer on a message has met one it was not made for; the message is left out then."""
RETRY_AFTER: Final = timedelta(hours=1)
"""After a reading failed, before the next one by itself."""


@dataclass(slots=True)
class Prepared:
    """What a model is shown of some messages: lines without secrets, and what was taken out of them.

    `messages` is how many were looked at, `end` the id of the last of them; `excluded` were left out whole.
    It `is_full` when there was no room for the next one.
    """

    lines: list[str] = field(default_factory=list)
    messages: int = 0
    excluded: int = 0
    redactions: int = 0
    categories: set[str] = field(default_factory=set)
    end: int = 0
    is_full: bool = False


@dataclass(frozen=True, slots=True)
class Backlog:
    """Messages of a channel that were not read yet, the last completed run, and why nothing is read by itself."""

    messages: int
    last: PassiveRun | None
    hindrance: str


def passive_backlog(channel: Channel) -> Backlog:
    """What waits in a channel."""
    return Backlog(len(_unread(channel)), _last(channel), _hindrance(channel))


def passive_due() -> list[Job]:
    """Ask for a reading of each channel that has enough messages, or whose time has come. Called every five minutes.

    Without a language model nothing is asked for; the messages wait for their week.
    """
    if not _has_model():
        return []
    rows = Channel.objects.filter(activation=Activation.OBSERVE, is_direct=False).select_related("bot")
    found = []
    for channel in rows:
        trigger = _trigger(channel, passive_settings(channel))
        if trigger is not None:
            found.append(_enqueue(SYSTEM, channel, trigger))
    return found


def passive_request_run(*, actor: Actor, channel: Channel) -> Job:
    """Ask for a reading now, also where it is switched off. Raises Forbidden unless the owner asks, Conflict."""
    if not actor.is_owner:
        raise Forbidden("Only the owner has a channel read.", type="owner-only")
    if channel.is_direct:
        raise Conflict("What is said directly to the bot is never read here.", type="channel-direct")
    if not _has_model():
        raise Conflict("A language model reads channels, and none is configured.", type="no-language-model")
    return _enqueue(actor, channel, PassiveTrigger.HAND)


def passive_perform(run: JobRun, channel: str, trigger: str) -> dict[str, Any]:
    """Read a channel: what is found is kept in one transaction with how far it was read, so nothing is found twice."""
    row = Channel.objects.select_related("bot").filter(uid=UUID(channel)).first()
    if row is None or row.is_direct or not _has_model():
        return {"items": 0, "reason": "There is nothing to read, or nobody to read it."}
    settings = passive_settings(row)
    unread = _unread(row)[: _cap(settings)]
    if len(unread) < settings.min_messages:
        return {"items": 0, "reason": f"Fewer than {settings.min_messages} messages."}
    prepared = passive_prepare(row, unread, settings)
    if len(prepared.lines) < settings.min_messages and not prepared.is_full:
        if len(unread) >= _cap(settings):  # else the same messages would stand in the way for ever
            _complete(_claim(row, unread, prepared, trigger, run.job.requested_by), prepared)
        return {"items": 0, "reason": "Too few messages are left after exclusions."}
    return _ask(run, _claim(row, unread, prepared, trigger, run.job.requested_by), prepared, settings)


def passive_prepare(channel: Channel, entries: Sequence[ChannelEntry], settings: PassiveSettings) -> Prepared:
    """Leave out whom and what the owner excluded, and take out secrets and personal data of the rest."""
    prepared, listed, size = Prepared(), Listed(channel), 0
    patterns = [pattern_of(text) for text in settings.exclude_patterns]
    excluded = {name.casefold() for name in settings.exclude_users}
    for entry in entries:
        names = {entry.sender.casefold(), entry.author.casefold()}
        if not listed.may_speak(entry.sender) or names & excluded or _is_excluded(entry.text, patterns):
            prepared.excluded += 1
        else:
            author, text = (redact_classes(value, also=tuple(Personal)).text for value in (entry.author, entry.text))
            line = TAGGED.sub(r"[REDACTED:\1]", passive_line(author, text))
            size += len(line) + 1
            if size > TOTAL_CHARACTERS:
                prepared.is_full = True
                break
            kinds = TAGGED.findall(author) + TAGGED.findall(text)
            prepared.redactions += len(kinds)
            prepared.categories |= set(kinds)
            prepared.lines.append(line)
        prepared.messages += 1
        prepared.end = entry.pk
    return prepared


def _ask(run: JobRun, reading: PassiveRun, prepared: Prepared, settings: PassiveSettings) -> dict[str, Any]:
    types = [PassiveType(name) for name in settings.allowed_types]
    run.progress(0, prepared.messages, "The model reads.")
    try:
        asked = language_ask(
            passive_request(prepared.lines, types),
            read=lambda answer: passive_read(answer, types),
            about=str(reading.uid),
        )
    except ChatError as error:
        PassiveRun.objects.filter(pk=reading.pk).exclude(state=PassiveState.COMPLETED).update(
            state=PassiveState.FAILED, error=f"{error.kind}: {error}"[:200], finished_at=now()
        )
        if isinstance(error, BudgetSpent) or not error.passes:
            return {"items": 0, "reason": str(error)}
        raise JobRetryLater(str(error)) from error
    run.raise_if_cancelled()
    with transaction.atomic():
        locked = PassiveRun.objects.select_for_update().get(pk=reading.pk)
        if locked.state == PassiveState.COMPLETED:  # another delivery of the same job was faster
            return {"items": 0, "reason": "Read already."}
        kept = items_keep(locked, asked.value, review=settings.review_mode)
        _complete(locked, prepared, asked.model)
    return {"items": kept, "messages": prepared.messages, "excluded": prepared.excluded}


def _claim(
    channel: Channel, unread: Sequence[ChannelEntry], prepared: Prepared, trigger: str, requested_by: str
) -> PassiveRun:
    """The run over these messages: a new one, or that of an earlier try."""
    row, _ = PassiveRun.objects.get_or_create(
        channel=channel,
        start_entry=unread[0].pk,
        end_entry=prepared.end or unread[-1].pk,
        defaults={"store": _store_of(channel), "trigger": trigger, "requested_by": requested_by},
    )
    if row.state != PassiveState.COMPLETED:
        row.state, row.error = PassiveState.RUNNING, ""
        row.save(update_fields=["state", "error"])
    return row


def _complete(reading: PassiveRun, prepared: Prepared, model: str = "") -> None:
    reading.state, reading.finished_at, reading.model = PassiveState.COMPLETED, now(), model[:100]
    reading.messages, reading.used = prepared.messages, len(prepared.lines)
    reading.redactions, reading.categories = prepared.redactions, sorted(prepared.categories)
    reading.save(update_fields=["state", "finished_at", "model", "messages", "used", "redactions", "categories"])


def _is_excluded(text: str, patterns: Sequence[regex.Pattern[str]]) -> bool:
    try:
        return any(pattern.search(text, timeout=PATTERN_SECONDS) for pattern in patterns)
    except TimeoutError:
        return True


def _unread(channel: Channel) -> list[ChannelEntry]:
    """Messages after the last completed run, oldest first, not older than the owner wants them read."""
    read_to = _runs(channel, PassiveState.COMPLETED).aggregate(to=Max("end_entry"))["to"] or 0
    since = now() - timedelta(hours=passive_settings(channel).retention_hours)
    return list(channel.entries.filter(pk__gt=read_to, recorded_at__gt=since).order_by("pk"))


def _last(channel: Channel) -> PassiveRun | None:
    return _runs(channel, PassiveState.COMPLETED).order_by("-id").first()


def _runs(channel: Channel, state: PassiveState) -> QuerySet[PassiveRun]:
    return PassiveRun.objects.filter(channel=channel, state=state)


def _trigger(channel: Channel, settings: PassiveSettings) -> PassiveTrigger | None:
    if not settings.enabled:
        return None
    if _runs(channel, PassiveState.FAILED).filter(finished_at__gt=now() - RETRY_AFTER).exists():
        return None
    unread = _unread(channel)
    if len(unread) >= _cap(settings):
        return PassiveTrigger.COUNT
    last = _last(channel)
    since = (last.finished_at if last else None) or (unread[0].recorded_at if unread else now())
    is_time = now() - since >= timedelta(minutes=settings.interval_minutes)
    return PassiveTrigger.INTERVAL if is_time and len(unread) >= settings.min_messages else None


def _cap(settings: PassiveSettings) -> int:
    """More messages than are kept can't be waited for."""
    return min(settings.message_cap, OBSERVE_ENTRIES)


def _hindrance(channel: Channel) -> str:
    if channel.is_direct:
        return "What is said directly to the bot is never read here."
    if not passive_settings(channel).enabled:
        return "It is switched off."
    if channel.activation != Activation.OBSERVE:
        return "Only a channel that the bot observes is read."
    return "" if _has_model() else "No language model is configured; the messages wait for at most a week."


def _has_model() -> bool:
    try:
        return language_model() is not None
    except ChatError:
        return False


def _store_of(channel: Channel) -> Store:
    """The store that the channel's bot writes to, else the main one."""
    rows = BotStore.objects.filter(bot_id=channel.bot_id, store__member=F("bot__member")).select_related("store")
    bound = rows.order_by("-is_default", "id").first()
    return bound.store if bound else Store.objects.get(slug=MAIN)


def _enqueue(actor: Actor, channel: Channel, trigger: PassiveTrigger) -> Job:
    return job_enqueue(
        actor=actor,
        name=PASSIVE_JOB,
        args={"channel": str(channel.uid), "trigger": str(trigger)},
        title=f"Read the channel “{channel.name or channel.key}”"[:200],
        dedupe_key=str(channel.uid),
    )
