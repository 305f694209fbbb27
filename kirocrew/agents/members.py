"""Members: agents with a store of their own. Their keys reach that store and no other, and no other key reaches it.

Giving an agent its store is the owner's act: a preview that is signed and kept nowhere, then one transaction, which can
be undone. What keys and conversations had before stays where it was: a conversation's store never changes, so a key
that went along begins new ones.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from django.core import signing
from django.db import transaction

from channels_bridge.actors import Actor
from channels_bridge.models import Bot, Conversation
from kirocrew.agents.events import event_of
from kirocrew.agents.rights import owner_only
from kirocrew.base.canonical import canonical_json
from kirocrew.base.clock import now
from kirocrew.base.problems import Conflict, Invalid, NotFound
from kirocrew.models import Agent, AgentMove
from memory.gate.outcomes import Outcome, OutcomeStatus
from memory.models import BotStore, Kind, Record, Status, Store
from memory.services.drafts import EpisodeDraft, FactDraft, LessonDraft
from memory.services.episodes import episodes_write
from memory.services.facts import facts_write
from memory.services.journal import events_write, reason_text
from memory.services.lessons import lessons_write
from memory.services.records import record_text
from memory.services.stores import store_create

SEEDS_MOST: Final = 50
KEYS_MOST: Final = 50
LIFE: Final = timedelta(minutes=15)
SALT: Final = "kirocrew preview of a member 1"
SEEDING: Final = Actor.system("user_seed")
"""Who copies what the owner chose: it is marked as chosen, not as said in this store."""


@dataclass(frozen=True, slots=True)
class KeyMove:
    """A key that goes along: what it reaches now, and how many of its conversations stay where they are."""

    name: str
    stores: tuple[str, ...]
    conversations: int


@dataclass(frozen=True, slots=True)
class Seed:
    """An item the agent begins with: a copy of what stands in another store."""

    uid: UUID
    kind: str
    store: str
    text: str


@dataclass(frozen=True, slots=True)
class MovePreview:
    """What a move would do. `is_back` where the store is one the agent had before."""

    agent: str
    store: str
    is_back: bool
    keys: tuple[KeyMove, ...]
    seeds: tuple[Seed, ...]
    token: str
    expires: datetime


@dataclass(frozen=True, slots=True)
class _Planned:
    agent: Agent
    store: Store | None
    slug: str
    bots: list[Bot]
    records: list[Record]
    reason: str

    def digest(self) -> str:
        """sha256 (hex) over all a preview showed."""
        state = {
            "agent": [self.agent.pk, self.agent.store_id, self.agent.retired_at is None],
            "store": [self.slug, self.store.pk if self.store else None],
            "keys": [[bot.pk, bot.member, bot.revoked_at is None, _bindings(bot)] for bot in self.bots],
            "seeds": [[str(row.uid), row.revision, row.chain_hash] for row in self.records],
        }
        return hashlib.sha256(canonical_json(state).encode()).hexdigest()


def move_preview(
    *, actor: Actor, agent: Agent, keys: Sequence[str] = (), seeds: Sequence[UUID] = (), reason: str = ""
) -> MovePreview:
    """What it would mean to give an agent a store of its own, with keys that go along and items to begin with.

    Good for 15 minutes, while nothing of it changes. Owner only. Raises Forbidden; Conflict for an agent that is a
    member or retired (`agent-state`), a key that is revoked or a member's (`bot-not-free`); Invalid,
    NotFound for a key or an item there is none of.
    """
    owner_only(actor)
    planned = _plan(agent, list(dict.fromkeys(keys)), list(dict.fromkeys(seeds)), reason)
    said = {
        "agent": agent.slug,
        "keys": [bot.name for bot in planned.bots],
        "seeds": [str(row.uid) for row in planned.records],
        "reason": planned.reason,
        "digest": planned.digest(),
    }
    return MovePreview(
        agent.slug,
        planned.slug,
        planned.store is not None,
        tuple(_key_move(bot) for bot in planned.bots),
        tuple(Seed(row.uid, row.kind, row.store.slug, record_text(row)) for row in planned.records),
        signing.dumps(said, salt=SALT, compress=True),
        now() + LIFE,
    )


def move_apply(*, actor: Actor, agent: Agent, token: str) -> AgentMove:
    """Carry out a preview, in one transaction; carrying it out again answers what was done.

    Raises Forbidden, Invalid for a token of nobody's (`invalid-memory-preview`), Conflict for one that is too old
    (`expired-memory-preview`), where something is not as it was shown (`stale-memory-preview`), and where the gate
    refuses an item (`seed-refused`).
    """
    owner_only(actor)
    token_hash = hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()
    if (done := AgentMove.objects.filter(token_hash=token_hash, agent=agent).first()) is not None:
        return done
    said = _said(token, agent)
    with transaction.atomic():
        stored = Agent.objects.select_for_update().get(pk=agent.pk)
        planned = _plan(stored, said["keys"], [UUID(uid) for uid in said["seeds"]], said["reason"])
        if planned.digest() != said["digest"]:
            raise _stale()
        store = _store_made(actor, planned)
        move = AgentMove(agent=stored, store=store, token_hash=token_hash, made_by=actor.source, reason=planned.reason)
        move.keys = [_key_before(bot) for bot in planned.bots]
        stored.store, stored.changed_at = store, now()
        stored.save(update_fields=["store", "changed_at"])
        for bot in planned.bots:
            _bound(bot, stored.slug, [(store.pk, True)])
        move.seeds = [_seeded(store, row) for row in planned.records]
        move.save(force_insert=True)
        detail = f"{store.slug}; keys: {', '.join(said['keys']) or 'none'}; {len(move.seeds)} items. {planned.reason}"
        events_write([event_of(actor=actor, agent=stored, code="agent_moved", detail=detail)])
    return move


def move_undo(*, actor: Actor, agent: Agent, reason: str = "") -> AgentMove:
    """Give the keys of the last move back what they had. The store and what stands in it stay, for the owner alone.

    Raises Forbidden, NotFound without a move, Conflict (`move-changed`) where a key or the agent is not as the move
    left it.
    """
    owner_only(actor)
    with transaction.atomic():
        move = AgentMove.objects.select_for_update().filter(agent=agent, undone_at__isnull=True).first()
        if move is None:
            raise NotFound("There is no move of this agent to undo.", type="unknown-move")
        stored = Agent.objects.select_for_update().get(pk=agent.pk)
        bots = {bot.pk: bot for bot in Bot.objects.filter(member=stored.slug)}
        if stored.store_id != move.store_id or set(bots) != {key["bot"] for key in move.keys}:
            raise Conflict(
                "Keys were made or the agent was changed since it moved. Revoke the new keys first.",
                type="move-changed",
            )
        stored.store, stored.changed_at = None, now()
        stored.save(update_fields=["store", "changed_at"])
        for key in move.keys:
            slugs = dict(key["stores"])
            before = Store.objects.filter(slug__in=slugs)
            _bound(bots[key["bot"]], key["member"], [(store.pk, slugs[store.slug]) for store in before])
        Store.objects.filter(pk=move.store_id).update(member="")
        move.undone_at, move.undone_by = now(), actor.source
        move.save(update_fields=["undone_at", "undone_by"])
        events_write([event_of(actor=actor, agent=stored, code="agent_move_undone", detail=reason)])
    return move


def moves_of(*, actor: Actor, agent: Agent) -> list[AgentMove]:
    """The moves of an agent, newest first. Raises Forbidden."""
    owner_only(actor)
    return list(AgentMove.objects.filter(agent=agent).select_related("store"))


def _plan(agent: Agent, keys: Sequence[str], seeds: Sequence[UUID], reason: str) -> _Planned:
    if agent.retired_at is not None or agent.store_id is not None:
        what = "is retired" if agent.retired_at is not None else "has a store of its own already"
        raise Conflict(f"The agent {what}.", type="agent-state")
    if len(seeds) > SEEDS_MOST or len(keys) > KEYS_MOST:
        raise Invalid(f"At most {SEEDS_MOST} items and {KEYS_MOST} keys go along.", type="too-many-seeds")
    before = AgentMove.objects.filter(agent=agent, undone_at__isnull=False).select_related("store").first()
    store = before.store if before is not None and _is_free(before.store) else None
    return _Planned(
        agent, store, store.slug if store else _free_slug(agent.slug), _bots(keys), _records(seeds), reason_text(reason)
    )


def _is_free(store: Store) -> bool:
    return not store.member and not BotStore.objects.filter(store=store).exists()


def _free_slug(slug: str) -> str:
    taken = set(Store.objects.filter(slug__startswith=slug[:50]).values_list("slug", flat=True))
    numbered = (f"{slug[:50]}-{number}" for number in range(2, len(taken) + 3))
    return next(name for name in (slug, *numbered) if name not in taken)


def _bots(keys: Sequence[str]) -> list[Bot]:
    found = {bot.name: bot for bot in Bot.objects.filter(name__in=keys).prefetch_related("store_bindings__store")}
    for name in keys:
        if name not in found:
            raise NotFound(f"There is no bot '{name}'.", type="unknown-bot")
        if found[name].member or found[name].revoked_at is not None:
            what = f"is a key of '{found[name].member}'" if found[name].member else "was revoked"
            raise Conflict(f"The bot '{name}' {what} and can't go along.", type="bot-not-free")
    return [found[name] for name in keys]


def _records(seeds: Sequence[UUID]) -> list[Record]:
    rows = Record.objects.filter(uid__in=seeds, status=Status.ACTIVE).with_content().select_related("store")
    found = {row.uid: row for row in rows}
    if missing := [uid for uid in seeds if uid not in found]:
        raise NotFound(f"There is no live record {missing[0]}.", type="unknown-record")
    return [found[uid] for uid in seeds]


def _said(token: str, agent: Agent) -> dict[str, Any]:
    try:
        said: dict[str, Any] = signing.loads(token, salt=SALT, max_age=LIFE)
    except signing.SignatureExpired as error:
        raise Conflict(
            "The preview is older than 15 minutes. Make a new one and look at it again; nothing was changed.",
            type="expired-memory-preview",
        ) from error
    except signing.BadSignature as error:
        raise Invalid(
            "This preview was not made by this server, or it was damaged on the way. Make a new one.",
            type="invalid-memory-preview",
        ) from error
    if said["agent"] != agent.slug:
        raise Invalid("This preview is of another agent.", type="invalid-memory-preview")
    return said


def _stale() -> Conflict:
    return Conflict(
        "The agent, a key or an item is not as it was shown. Make a new preview and look at it again; nothing was "
        "changed.",
        type="stale-memory-preview",
    )


def _store_made(actor: Actor, planned: _Planned) -> Store:
    slug = planned.agent.slug
    if planned.store is None:
        owner = actor if actor.is_owner else Actor.owner(actor.name)
        return store_create(actor=owner, slug=planned.slug, name=planned.agent.name, member=slug)
    Store.objects.filter(pk=planned.store.pk).update(member=slug)
    return Store.objects.get(pk=planned.store.pk)


def _bound(bot: Bot, member: str, stores: Sequence[tuple[int, bool]]) -> None:
    """Bind a key to these stores, by primary key and whether it is the default one, and to no other."""
    BotStore.objects.filter(bot=bot).delete()
    Bot.objects.filter(pk=bot.pk).update(member=member)
    BotStore.objects.bulk_create(BotStore(bot=bot, store_id=store, is_default=default) for store, default in stores)


def _bindings(bot: Bot) -> list[list[Any]]:
    return sorted([binding.store.slug, binding.is_default] for binding in bot.store_bindings.all())


def _key_before(bot: Bot) -> dict[str, Any]:
    return {"bot": bot.pk, "name": bot.name, "member": bot.member, "stores": _bindings(bot)}


def _key_move(bot: Bot) -> KeyMove:
    begun = Conversation.objects.filter(started_by=bot.actor.source, started_ident=str(bot.pk)).count()
    return KeyMove(bot.name, tuple(slug for slug, _ in _bindings(bot)), begun)


def _seeded(store: Store, record: Record) -> dict[str, Any]:
    """Copy a record into the store through the gate. Raises Conflict for one that is refused."""
    outcome = _copied(store, record)
    if outcome.uid is None or outcome.status in (OutcomeStatus.REFUSED, OutcomeStatus.PROPOSED):
        why = outcome.refusal.message if outcome.refusal else "The screen doubts it, so it would wait for you there."
        raise Conflict(f"The item {record.uid} can't be copied. {why}", type="seed-refused")
    return {"record": str(record.uid), "kind": record.kind, "became": str(outcome.uid)}


def _copied(store: Store, record: Record) -> Outcome:
    content: Any = record.content
    common: dict[str, Any] = {
        "category": record.category,
        "subject": record.subject,
        "predicate": record.predicate,
        "scope": record.scope,
        "project": record.project,
        "valid_from": record.valid_from,
        "valid_until": record.valid_until,
        "observed_at": record.observed_at,
        "source_ref": f"record:{record.uid}",
    }
    if record.kind == Kind.FACT:
        fact = FactDraft(key=record.key, value=content.value, confidence=content.confidence, **common)
        return facts_write(actor=SEEDING, store=store, drafts=[fact])[0]
    if record.kind == Kind.LESSON:
        lesson = LessonDraft(rule=content.rule, negative=content.negative, repo_scope=content.repo_scope, **common)
        return lessons_write(actor=SEEDING, store=store, drafts=[lesson])[0]
    episode = EpisodeDraft(text=content.text, tags=tuple(content.tags), importance=content.importance, **common)
    return episodes_write(actor=SEEDING, store=store, drafts=[episode])[0]
