"""Conversations and what is said in them: the record of it, from which memory is made later.

A turn is kept as it was said, in the order in which it was recorded, without its credentials. It is recorded once,
however often it is sent, and never changed. Where the person wants nothing kept, nothing is.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any, Final

from django.db import transaction
from django.db.models import F

from channels_bridge.actors import Actor, ActorKind, Permission
from channels_bridge.models import Conversation, MemoryMode, Origin, Role, Turn
from channels_bridge.models.conversations import KEY_LIMIT, ConversationQuerySet
from hooks.services import redact
from kirocrew.base.canonical import json_equal
from kirocrew.base.clock import now
from kirocrew.base.problems import Conflict, Forbidden, Invalid, NotFound, TooLarge
from memory.gate.checks import Passed, check_labels
from memory.gate.outcomes import Refusal
from memory.gate.said import check_turn
from memory.models import ConversationStore, Event, Store
from memory.services.conversation_signals import conversation_ended, signal_on_commit, turns_recorded
from memory.services.journal import events_write
from memory.services.preparing import instant_refusal, label_of, secret_event
from memory.services.recalled import is_recalled
from memory.services.recorded_turns import is_machines, uid_of
from memory.services.stores import exclusive, member_store, store_get, stores_visible

BATCH_LIMIT: Final = 500  # turns of one request
BATCH_CHARACTERS: Final = 1_000_000
"""Characters of all turns of one request: what is screened before anybody gets an answer."""
EVENT_KEY: Final = 100  # characters of a conversation's key that the audit shows
LABEL_LIMITS: Final = {"surface": 60, "channel": 200, "project": 200, "agent": 100, "member": 100}
_STRICTNESS: Final = {MemoryMode.NORMAL: 0, MemoryMode.INCOGNITO: 1, MemoryMode.TEMPORARY: 2}


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnDraft:
    """What is said to have been said. `key` is the bot's own name of it; `said_at` is aware, None means now."""

    role: Role
    text: str = ""
    key: str = ""
    author: str = ""
    origin: Origin = Origin.TYPED
    tool_calls: Sequence[Any] = ()
    said_at: datetime | None = None


class TurnStatus(StrEnum):
    RECORDED = "recorded"
    UNCHANGED = "unchanged"
    NOT_KEPT = "not_kept"


@dataclass(frozen=True, slots=True)
class TurnOutcome:
    """The answer to one turn: recorded, recorded before, or not kept since the conversation keeps nothing.

    `redacted` names the kinds of credentials that were taken out.
    """

    status: TurnStatus
    turn: Turn | None = None
    redacted: tuple[str, ...] = ()

    @property
    def is_kept(self) -> bool:
        return self.turn is not None


@dataclass(frozen=True, slots=True)
class _Judged:
    """A draft as it would be stored, and what the gate said of it."""

    row: Turn
    passed: Passed
    names_time: bool


@dataclass(slots=True)
class _Batch:
    """Turns in the order of their drafts; those that are new get their positions from `position` on."""

    position: int
    known: dict[str, Turn]
    fresh: list[Turn] = field(default_factory=list)
    outcomes: list[TurnOutcome] = field(default_factory=list)


def conversations_visible_to(actor: Actor) -> ConversationQuerySet:
    """Those an actor may read: all for the owner; a bot those it began, in its project, in stores it may enter."""
    rows = Conversation.objects.visible_to(actor).select_related("binding__store")
    if actor.kind in (ActorKind.OWNER, ActorKind.SYSTEM):
        return rows
    return rows.filter(binding__store__in=Store.objects.visible_to(actor))


def conversations_recent(
    *,
    actor: Actor,
    store: Store,
    project: str = "",
    without: Conversation | None = None,
    until: datetime | None = None,
    limit: int,
) -> list[Conversation]:
    """The newest conversations bound to a store, of those the actor may read and began before `until`."""
    if not stores_visible(actor=actor, keys=[store.pk]):
        return []
    rows = Conversation.objects.visible_to(actor).filter(binding__store=store.pk)
    if project:
        rows = rows.filter(project__in=("", project))
    if without is not None:
        rows = rows.exclude(pk=without.pk)
    if until is not None:
        rows = rows.filter(created_at__lte=until)
    return list(rows.order_by("-last_turn_at", "-id")[:limit])


def conversation_get(*, actor: Actor, name: str) -> Conversation:
    """The conversation of this key or uid; what the actor began goes first.

    Raises NotFound for one that is not there or not for this actor, Conflict where several bots use the key.
    """
    rows = conversations_visible_to(actor)
    mine = rows.filter(started_by=actor.source, started_ident=actor.ident, key=name).first()
    if mine is not None:
        return mine
    if (uid := uid_of(name)) and (found := rows.filter(uid=uid).first()):
        return found
    others = list(rows.filter(key=name)[:2])
    if len(others) > 1:
        raise Conflict("Several bots have a conversation of this key. Name its uid.", type="several-conversations")
    if not others:
        raise NotFound(
            "There is no such conversation for you. Begin it with POST /api/conversations.", type="unknown-conversation"
        )
    return others[0]


def conversation_open(  # noqa: PLR0913  (what a conversation is made of)
    *,
    actor: Actor,
    key: str,
    store: Store | None = None,
    surface: str = "",
    channel: str = "",
    project: str = "",
    agent: str = "",
    member: str = "",
    mode: MemoryMode | None = None,
) -> Conversation:
    """Begin a conversation, or return the one the actor began under this key.

    Its store, the actor's own one unless another is named, is frozen. Its mode can be made stricter by opening it
    again, never looser; the other names stay as they were at the start. Raises Forbidden, Invalid for a name that
    can't be kept, Conflict for another store or project, or a looser mode, than it has.
    """
    actor.require(Permission.MEMORY_WRITE)
    name = _checked_name(key, KEY_LIMIT)
    given = {"surface": surface, "channel": channel, "project": actor.project or project, "agent": agent}
    labels = {field: _checked_label(field, text) for field, text in (given | {"member": member}).items()}
    refusal = check_labels({"key": name, **labels}, actor=actor)
    if refusal is not None:
        raise _refused(refusal)
    labels = _of_member(actor, labels)
    bound = _bindable(actor, store, labels["member"])
    with transaction.atomic():
        conversation, is_new = Conversation.objects.select_for_update().get_or_create(
            started_by=actor.source,
            started_ident=actor.ident,
            key=name,
            defaults={**labels, "mode": mode or MemoryMode.NORMAL},
        )
        if is_new:
            ConversationStore.objects.create(conversation=conversation, store=bound)
            return conversation
        conversation = _own_bound(actor, conversation)
        _refuse_other(
            conversation, store=store or (bound if labels["member"] else None), project=actor.project or project
        )
        if mode is not None:
            _tighten(actor, conversation, mode)
    return conversation


def conversation_end(*, actor: Actor, conversation: Conversation) -> Conversation:
    """Say that a conversation has ended; ending it twice keeps the first time. A later turn takes it up again."""
    actor.require(Permission.MEMORY_WRITE)
    conversation = _own(actor, conversation)
    with transaction.atomic():
        ended = Conversation.objects.filter(pk=conversation.pk, ended_at__isnull=True).update(ended_at=now())
        if ended and conversation.mode == MemoryMode.NORMAL:
            signal_on_commit(conversation_ended, conversation_id=conversation.pk)
    conversation.refresh_from_db(fields=["ended_at"])
    return conversation


def turns_record(*, actor: Actor, conversation: Conversation, drafts: Sequence[TurnDraft]) -> list[TurnOutcome]:
    """Record what was said, in the order of the drafts and after all that was recorded before; one outcome per draft.

    All of them or none, so that no turn is passed over. A turn sent again under its key is answered with the one that
    is stored. Where the conversation keeps nothing the outcomes say so. Raises Forbidden for the owner's role by
    somebody who may not give it, NotFound, Invalid for a turn that can't be kept (`index` says which), Conflict for a
    key under which something else was said, TooLarge.
    """
    judged = turns_judge(actor=actor, conversation=conversation, drafts=drafts)
    return turns_settle(actor=actor, conversation=conversation, judged=judged)


def turns_judge(*, actor: Actor, conversation: Conversation, drafts: Sequence[TurnDraft]) -> list[_Judged]:
    """Let the gate judge turns: most of the work, and done without a lock. Raises as turns_record."""
    actor.require(Permission.MEMORY_WRITE)
    conversation = _own(actor, conversation)
    if len(drafts) > BATCH_LIMIT or sum(len(draft.text) for draft in drafts) > BATCH_CHARACTERS:
        raise TooLarge(f"At most {BATCH_LIMIT} turns of {BATCH_CHARACTERS:,} characters together are recorded at once.")
    store = conversation.binding.store
    return [_judge(actor, conversation, store, draft, index) for index, draft in enumerate(drafts)]


def turns_settle(*, actor: Actor, conversation: Conversation, judged: Sequence[_Judged]) -> list[TurnOutcome]:
    """Write judged turns in one transaction, or the caller's. Raises Conflict and NotFound as turns_record."""
    with transaction.atomic():
        locked = Conversation.objects.select_for_update().get(pk=conversation.pk)
        if locked.mode != MemoryMode.NORMAL:
            return [TurnOutcome(TurnStatus.NOT_KEPT) for _ in judged]
        batch = _Batch(locked.next_position, _known(locked, judged))
        for index, item in enumerate(judged):
            batch.outcomes.append(_settle(batch, item, index))
        if batch.fresh:
            _write(actor, locked, batch, judged)
    return batch.outcomes


def _write(actor: Actor, conversation: Conversation, batch: _Batch, judged: Sequence[_Judged]) -> None:
    Turn.objects.bulk_create(batch.fresh)
    Conversation.objects.filter(pk=conversation.pk).update(
        next_position=F("next_position") + len(batch.fresh), last_turn_at=now(), ended_at=None
    )
    store = conversation.binding.store
    fresh = [item.passed for item in judged if item.row.pk]
    noted = (secret_event(one, actor=actor, store=store, kind="", key=conversation.key[:EVENT_KEY]) for one in fresh)
    events_write([event for event in noted if event is not None])
    signal_on_commit(turns_recorded, conversation_id=conversation.pk)


def _known(conversation: Conversation, judged: Sequence[_Judged]) -> dict[str, Turn]:
    keys = {item.row.key for item in judged if item.row.key}
    return {turn.key: turn for turn in conversation.turns.filter(key__in=keys)} if keys else {}


def _settle(batch: _Batch, item: _Judged, index: int) -> TurnOutcome:
    """The outcome of one turn; a new one takes the next position."""
    known = batch.known.get(item.row.key) if item.row.key else None
    if known is None:
        item.row.position = batch.position + len(batch.fresh)
        batch.fresh.append(item.row)
        if item.row.key:
            batch.known[item.row.key] = item.row
        return TurnOutcome(TurnStatus.RECORDED, item.row, item.passed.redacted)
    if not _is_same(known, item):
        raise Conflict(
            "Something else was recorded under this turn's key. Give a new turn a key of its own.",
            type="turn-key-taken",
            extra={"index": index, "uid": str(known.uid), "position": known.position},
        )
    return TurnOutcome(TurnStatus.UNCHANGED, known, item.passed.redacted)


def _is_same(known: Turn, item: _Judged) -> bool:
    """Whether a turn is the stored one sent again. What was erased can't be compared, and stays erased."""
    if known.erased_at is not None:
        return True
    mine = item.row
    same = (known.text, known.role, known.origin, known.author) == (mine.text, mine.role, mine.origin, mine.author)
    said_then = not item.names_time or known.said_at == mine.said_at
    return same and said_then and json_equal(known.tool_calls, mine.tool_calls)


def _judge(actor: Actor, conversation: Conversation, store: Store, draft: TurnDraft, index: int) -> _Judged:
    key, author = _checked_name(draft.key, KEY_LIMIT, index=index), label_of(draft.author)
    if len(author) > KEY_LIMIT:
        raise _too_long("author", KEY_LIMIT, index)
    if draft.role is Role.OWNER and not _may_speak_for_owner(actor):
        raise Forbidden(
            "Only the owner, or a key with 'turns:record', records what the owner said. Record it as 'user'.",
            type="owner-role-not-yours",
            extra={"index": index},
        )
    if refusal := instant_refusal("said_at", draft.said_at):
        raise _refused(refusal, index)
    passed = check_turn(
        text=draft.text,
        author=author,
        tool_calls=draft.tool_calls,
        role=draft.role,
        origin=draft.origin,
        store=store,
    )
    if isinstance(passed, Refusal):
        raise _refused(passed, index)
    text, calls = passed.value
    places = (conversation.key, conversation.surface, conversation.channel)
    moment = now()
    row = Turn(
        conversation=conversation,
        key=key,
        author=author,
        role=Role.MACHINE if draft.role.is_person and is_machines(text, places) else draft.role,
        origin=Origin.RECALLED if is_recalled(text) else draft.origin,
        text=text,
        tool_calls=calls,
        is_suspicious=bool(passed.doubts),
        said_at=draft.said_at or moment,
        recorded_at=moment,
        recorded_by=actor.source,
    )
    return _Judged(row, passed, names_time=draft.said_at is not None)


def _may_speak_for_owner(actor: Actor) -> bool:
    """`admin:*` does not include it: what the owner said is evidence against the bots, too."""
    return actor.is_owner or Permission.TURNS_RECORD in actor.permissions


def _own(actor: Actor, conversation: Conversation) -> Conversation:
    """The conversation as it is now, if the actor may write in it. Raises NotFound."""
    found = conversations_visible_to(actor).filter(pk=conversation.pk).first()
    if found is None:
        raise NotFound(
            "There is no such conversation for you. Begin it with POST /api/conversations.", type="unknown-conversation"
        )
    return found


def _of_member(actor: Actor, labels: dict[str, str]) -> dict[str, str]:
    """The labels with the member they are about. Raises Forbidden for a member the actor is not.

    A member's key speaks for it and for nobody else; another key for none of them. Where the owner names an agent that
    has a store of its own, it is that member's conversation.
    """
    named = next((own.member for text in (labels["member"], labels["agent"]) if (own := member_store(text))), "")
    if actor.member:
        if named not in ("", actor.member) or labels["member"] not in ("", actor.member):
            raise exclusive(actor.member)
        return labels | {"member": actor.member, "agent": labels["agent"] or actor.member}
    if named and actor.kind not in (ActorKind.OWNER, ActorKind.SYSTEM):
        raise exclusive(named)
    return labels | ({"member": named} if named else {})


def _bindable(actor: Actor, store: Store | None, member: str) -> Store:
    """The store named, the member's or the actor's own. Raises NotFound for one it may not enter, Forbidden."""
    own = member_store(member)
    if own is not None and store is not None and store.pk != own.pk:
        raise exclusive(member)
    if own is None and store is not None and store.member:
        raise exclusive(store.member)
    named = own or store
    return store_get(actor=actor, slug=named.slug if named is not None else None)


def _own_bound(actor: Actor, conversation: Conversation) -> Conversation:
    """As _own; raises Conflict where the actor began it in a store that it may enter no more."""
    try:
        return _own(actor, conversation)
    except NotFound as error:
        raise Conflict(
            "This conversation is bound to another store, for good. Begin a new one under another key.",
            type="conversation-bound",
        ) from error


def _refuse_other(conversation: Conversation, *, store: Store | None, project: str) -> None:
    """Raise Conflict where another store or project is named than the conversation has."""
    if store is not None and conversation.binding.store_id != store.pk:
        raise Conflict(
            "This conversation is bound to another store, for good. Begin a new one under another key.",
            type="conversation-bound",
        )
    if project and label_of(project) != conversation.project:
        raise Conflict(
            "This conversation belongs to another project, for good. Begin a new one under another key.",
            type="conversation-bound",
        )


def _tighten(actor: Actor, conversation: Conversation, mode: MemoryMode) -> None:
    now_strict, wanted = _STRICTNESS[MemoryMode(conversation.mode)], _STRICTNESS[mode]
    if wanted < now_strict:
        raise Conflict(
            f"This conversation is '{conversation.mode}' and stays so. Begin a new one under another key.",
            type="mode-not-looser",
        )
    if wanted > now_strict:
        Conversation.objects.filter(pk=conversation.pk).update(mode=mode)
        Event.objects.create(
            code="conversation_mode",
            store=conversation.binding.store,
            key=conversation.key[:EVENT_KEY],
            old_value=conversation.mode,
            new_value=mode,
            source=actor.source,
        )
        conversation.mode = mode


def _checked_name(text: str, limit: int, *, index: int | None = None) -> str:
    """A key on one line. Raises Invalid for a credential: a tag in its place would be another key."""
    if redact(text).findings:
        raise _invalid("A key is shown everywhere, and this one is a credential.", index, field="key")
    key = label_of(text)
    if len(key) > limit:
        raise _too_long("key", limit, index)
    if index is None and not key:
        raise _invalid("A conversation needs a key: the name by which you will call it.", field="key")
    return key


def _checked_label(name: str, text: str) -> str:
    label = label_of(text)
    if len(label) > LABEL_LIMITS[name]:
        raise _too_long(name, LABEL_LIMITS[name], None)
    return label


def _too_long(name: str, limit: int, index: int | None) -> Invalid:
    return _invalid(f"'{name}' has at most {limit} characters.", index, field=name)


def _refused(refusal: Refusal, index: int | None = None) -> Invalid:
    return _invalid(refusal.message, index, code=refusal.code.value, field=refusal.field)


def _invalid(message: str, index: int | None = None, **extra: str) -> Invalid:
    """What is wrong with a conversation, or with the turn of this index in a batch."""
    if index is None:
        return Invalid(message, type="invalid-conversation", extra=extra)
    return Invalid(message, type="invalid-turn", extra={**extra, "index": index})
