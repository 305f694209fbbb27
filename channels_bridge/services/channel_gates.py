"""What becomes of a message in a channel: the gates, in their order.

1. Authorisation. Nothing of a message that fails here is kept anywhere, and nothing in it is looked at.
2. The owner's command, which passes whatever the activation is: it is how a channel that is off comes back.
3. Activation. Off ends here.
4. Rate, by sender and channel.
5. Buffer or deliver.
"""

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from django.db import transaction
from django.db.models import Q

from channels_bridge.actors import Actor, Permission
from channels_bridge.models import Activation, Channel
from channels_bridge.services.channel_audit import denial_note, who_of
from channels_bridge.services.channel_buffers import (
    ChannelContext,
    Heard,
    entries_load,
    entry_add,
    heard_of,
    mentions_buffer,
)
from channels_bridge.services.channel_commands import CHOICES, activation_command
from channels_bridge.services.channel_paces import pace_take
from channels_bridge.services.channel_senders import Listed
from channels_bridge.services.channels import channel_activate, channels_visible_to, names_of
from channels_bridge.services.mentions import is_mentioned
from kirocrew.base.clock import now
from kirocrew.base.problems import NotFound
from kirocrew.base.text import clean

REPLY_AFTER: Final = (20, 60)
"""Seconds, drawn anew each time: an answer at once, or always as late, would tell a stranger which gate they met."""
NOTHING_HEARD: Final = ChannelContext()
HEARD_RESOLUTION: Final = timedelta(minutes=1)


class Verdict(StrEnum):
    DELIVER = "deliver"
    BUFFERED = "buffered"
    IGNORED = "ignored"
    DENIED = "denied"
    HANDLED = "handled"


class Reason(StrEnum):
    """Why, in one word; the gate that decided follows from it."""

    NOT_AUTHORISED = "not-authorised"
    COMMAND = "command"
    OFF = "off"
    RATE = "rate"
    CHANGED = "changed"
    EMPTY = "empty"
    OVERHEARD = "overheard"
    KNOWN = "known"
    ADDRESSED = "addressed"


@dataclass(frozen=True, slots=True)
class Message:
    """What a bot received. `sender` is the surface's own id of who wrote it.

    `is_addressed` is the surface's own word that the bot is meant (a reply to it, a mention it marks), beside what the
    text says. `key` is the surface's id of the message.
    """

    sender: str
    text: str = field(repr=False)
    author: str = ""
    key: str = ""
    said_at: datetime | None = None
    is_addressed: bool = False


@dataclass(frozen=True, slots=True)
class Decision:
    """What becomes of a message.

    `context` goes along with what is delivered. `reply` is what the server says to a command. `reply_after` is set for
    the first message of the day by somebody who may not speak: seconds after which the bot may tell them so, never
    before; None: say nothing. `channel` is as it stands after the decision.
    """

    verdict: Verdict
    reason: Reason
    channel: Channel
    context: ChannelContext = NOTHING_HEARD
    reply: str = ""
    reply_after: int | None = None


@dataclass(frozen=True, slots=True)
class _Case:
    channel: Channel
    message: Message
    listed: Listed

    def decide(self, verdict: Verdict, reason: Reason) -> Decision:
        return Decision(verdict, reason, self.channel)


def channel_message(*, actor: Actor, channel: Channel, message: Message) -> Decision:
    """Take a message through the gates. Raises Forbidden for who may not serve channels, NotFound for another's."""
    actor.require(Permission.CHANNELS_SERVE)
    present = channels_visible_to(actor).filter(pk=channel.pk).first()
    if present is None:
        raise NotFound("There is no such channel, or another bot serves it.", type="unknown-channel")
    case = _Case(present, replace(message, sender=clean(message.sender).strip()), Listed(present))
    for gate in GATES:
        decision = gate(case)
        if decision is not None:
            return decision
    raise AssertionError("the last gate decides")


def context_for(channel: Channel) -> ChannelContext:
    """What was overheard since a message was last delivered, oldest first; of those who may speak now."""
    if channel.activation == Activation.OFF:
        return NOTHING_HEARD
    heard, _ = _overheard(channel, Listed(channel))
    return ChannelContext(tuple(one.line for one in heard))


def authorised(case: _Case) -> Decision | None:
    """Turn away who is not listed, before anything else; leave a trace of who, where and when, and no more."""
    if case.listed.may_speak(case.message.sender):
        return None
    is_first = denial_note(case.channel, case.message.sender)
    low, high = REPLY_AFTER
    wait = low + secrets.randbelow(high - low + 1) if is_first else None
    return Decision(Verdict.DENIED, Reason.NOT_AUTHORISED, case.channel, reply_after=wait)


def commanded(case: _Case) -> Decision | None:
    """Do what the owner says; the same words of somebody else are a message like any other."""
    if not case.listed.is_owner(case.message.sender):
        return None
    command = activation_command(case.message.text, names_of(case.channel))
    if command is None:
        return None
    channel = case.channel
    if command.activation is not None:
        who = who_of(channel.surface, case.message.sender)
        channel = channel_activate(channel=channel, activation=command.activation, who=f"owner {who}")
        reply = f"Activation is '{channel.activation}' now."
    elif command.is_question:
        reply = f"Activation is '{channel.activation}'. It can be {CHOICES}."
    else:
        reply = f"Activation can be {CHOICES}. It stays '{channel.activation}'."
    return Decision(Verdict.HANDLED, Reason.COMMAND, channel, reply=reply)


def activated(case: _Case) -> Decision | None:
    """Drop everything in a channel that is off."""
    if case.channel.activation == Activation.OFF:
        return case.decide(Verdict.IGNORED, Reason.OFF)
    _note_heard(case.channel)
    return None


def paced(case: _Case) -> Decision | None:
    """Drop what one sender says beyond the channel's rate."""
    if pace_take(case.channel, who_of(case.channel.surface, case.message.sender)):
        return None
    return case.decide(Verdict.IGNORED, Reason.RATE)


def taken(case: _Case) -> Decision:
    """Hand it on, with what was overheard, or keep it as overheard."""
    if _is_for_bot(case):
        return _deliver(case)
    if not case.message.text.strip():  # a picture or a sticker, of which there is nothing to overhear
        return case.decide(Verdict.IGNORED, Reason.EMPTY)
    heard = Heard.of(
        sender=case.message.sender,
        author=case.message.author,
        text=case.message.text,
        said_at=case.message.said_at or now(),
        key=case.message.key,
    )
    if case.channel.activation == Activation.OBSERVE:
        return _keep(case, heard)
    transaction.on_commit(lambda: mentions_buffer().add(case.channel.pk, heard))
    return case.decide(Verdict.BUFFERED, Reason.OVERHEARD)


GATES: Final[tuple[Callable[[_Case], Decision | None], ...]] = (authorised, commanded, activated, paced, taken)
"""The order is part of the contract."""


def _is_for_bot(case: _Case) -> bool:
    channel, message = case.channel, case.message
    if channel.activation != Activation.MENTION:
        return channel.activation == Activation.ALWAYS
    return channel.is_direct or message.is_addressed or is_mentioned(message.text, names_of(channel))


def _keep(case: _Case, heard: Heard) -> Decision:
    """Write it down, unless the channel was changed or its sender struck off since the first gates."""
    with transaction.atomic():
        present = Channel.objects.select_for_update().select_related("bot").get(pk=case.channel.pk)
        if present.activation == Activation.OBSERVE and Listed(present).may_speak(heard.sender):
            is_new = entry_add(present, heard)
            return Decision(Verdict.BUFFERED, Reason.OVERHEARD if is_new else Reason.KNOWN, present)
    return Decision(Verdict.IGNORED, Reason.CHANGED, present)


def _deliver(case: _Case) -> Decision:
    channel = case.channel
    with transaction.atomic():
        heard, newest = _overheard(channel, case.listed)
        if newest > channel.given_to:
            Channel.objects.filter(pk=channel.pk, given_to__lt=newest).update(given_to=newest)
        given = frozenset(heard)
        transaction.on_commit(lambda: mentions_buffer().drop(channel.pk, given.__contains__))
    context = ChannelContext(tuple(one.line for one in heard))
    return Decision(Verdict.DELIVER, Reason.ADDRESSED, channel, context)


def _overheard(channel: Channel, listed: Listed) -> tuple[list[Heard], int]:
    """What was not given along yet, in the order it was said, and the last row of it."""
    entries = [entry for entry in entries_load(channel) if entry.pk > channel.given_to]
    found = [heard_of(entry) for entry in entries] + mentions_buffer().of(channel.pk)
    spoken = sorted((one for one in found if listed.may_speak(one.sender)), key=lambda one: one.said_at)
    return spoken, entries[-1].pk if entries else channel.given_to


def _note_heard(channel: Channel) -> None:
    """Note when somebody last spoke; to the minute, so that a busy channel costs no write for each message."""
    instant = now()
    before = instant - HEARD_RESOLUTION
    if channel.heard_at is None or channel.heard_at <= before:
        stale = Q(heard_at__isnull=True) | Q(heard_at__lte=before)
        Channel.objects.filter(stale, pk=channel.pk).update(heard_at=instant)
