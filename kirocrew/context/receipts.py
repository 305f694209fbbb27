"""Receipts of contexts: why each item was there, and the same question asked again as of then."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from django.db.models import Q, QuerySet

from channels_bridge.actors import Actor, Permission
from hooks.services import snippet
from kirocrew.base.clock import now
from kirocrew.base.problems import Conflict, NotFound
from kirocrew.context.asking import Asked
from kirocrew.context.blocks import Block, Group
from kirocrew.context.build import Built, session_build
from kirocrew.context.requests import SESSION, ContextRequest, asked_for
from kirocrew.context.tokens import Counter
from kirocrew.models import ContextReceipt
from memory.models import EvidenceLink, Kind, Record
from memory.services.moments import Moment

PASSED_ON: Final = frozenset({"steering", "stop", "summary"})
"""Kinds of items that only the caller had: their words are not kept, so a replay is without them."""
KEPT_DAYS: Final = 30
"""Days after which a receipt is removed."""
PRUNED_AT_ONCE: Final = 2_000


@dataclass(frozen=True, slots=True)
class Replay:
    """A context as of the moment of its receipt, and the items by block that are there now and were not, or were."""

    built: Built
    added: dict[str, list[str]]
    missing: dict[str, list[str]]

    @property
    def is_same(self) -> bool:
        return not self.added and not self.missing


def receipts_visible_to(actor: Actor) -> QuerySet[ContextReceipt]:
    """The receipts an actor may read. Raises Forbidden when it may not read memory."""
    actor.require(Permission.MEMORY_READ)
    return ContextReceipt.objects.visible_to(actor).select_related("store", "conversation")


def receipt_get(*, actor: Actor, uid: UUID) -> ContextReceipt:
    """The receipt. Raises NotFound for one that is not there or not for this actor."""
    found = receipts_visible_to(actor).filter(uid=uid).first()
    if found is None:
        raise NotFound(f"There is no such receipt for you; they are kept for {KEPT_DAYS} days.", type="unknown-receipt")
    return found


@dataclass(frozen=True, slots=True)
class ReceiptTurn:
    """A turn that an item of a context was learned from. `turn` is its uid, or the reference a bot gave where the turn
    itself was not recorded here; then the rest of it is unknown. `kind` says how: extracted, quoted, supports …
    """

    record: UUID
    turn: str
    kind: str
    conversation: str = ""
    position: int | None = None
    role: str = ""
    said_at: datetime | None = None


def receipt_turns(*, actor: Actor, receipt: ContextReceipt) -> list[ReceiptTurn]:
    """The turns behind the facts, lessons and episodes of a context, as far as they are still there for the actor."""
    kinds = set(Kind.values)
    uids = {item["id"] for block in receipt.blocks for item in block["items"] if item["kind"] in kinds}
    links = EvidenceLink.objects.filter(record__uid__in=uids, record__in=Record.objects.visible_to(actor))
    told = links.filter(Q(said__isnull=False) | ~Q(turn="") | Q(source__episode__position__isnull=False))
    rows = told.filter(gone=EvidenceLink.Gone.NO).order_by("record_id", "id")
    return [_turn(row) for row in rows.select_related("record", "said__conversation", "source__episode")]


def _turn(link: EvidenceLink) -> ReceiptTurn:
    said = link.said
    if said is None and link.source is not None:  # the turn was written down as an episode
        told = link.source.episode
        return ReceiptTurn(link.record.uid, str(link.source.uid), link.kind, told.conversation, told.position)
    if said is None or said.erased_at is not None:
        return ReceiptTurn(link.record.uid, link.turn, link.kind)
    conversation = str(said.conversation.uid)
    return ReceiptTurn(link.record.uid, str(said.uid), link.kind, conversation, said.position, said.role, said.said_at)


def receipt_write(*, asked: Asked, kind: str, built: Built, words: str) -> ContextReceipt:
    """Write down what a context was made of. `words` is the question or the message: only its hash is kept."""
    return ContextReceipt.objects.create(
        kind=kind,
        source=asked.actor.source,
        ident=asked.actor.ident,
        store=asked.store,
        conversation=asked.conversation,
        asked=_how(asked, words),
        blocks=blocks_json(built),
        chars=len(built.text),
        tokens=built.tokens,
        text_hash=hash_of(built.text),
    )


def receipt_replay(*, actor: Actor, receipt: ContextReceipt, query: str) -> Replay:
    """Build the context of a session as of its receipt, for the one who asks now and may see it.

    The question's words are not kept, so they have to be said again. Raises Conflict where they are other words, and
    for the receipt of a message, whose hooks are not asked twice.
    """
    if receipt.kind != SESSION:
        raise Conflict(
            "Only the context of a session is built again; a message's hooks act once.", type="not-replayable"
        )
    if hash_of(query) != receipt.asked["query_hash"]:
        raise Conflict(
            "These are not the words that were asked then. Say the same question, to the letter.", type="other-question"
        )
    built = session_build(asked_for(actor=actor, request=_request(receipt, query)))
    then = {block["name"]: _kept(block["items"]) for block in receipt.blocks}
    here = {block["name"]: _kept(block["items"]) for block in blocks_json(built)}
    if any(item["kind"] == "summary" for block in receipt.blocks for item in block["items"]):
        here.pop("thread", None)  # its turns stand where the caller's words stood
    return Replay(built, _only_in(here, then), _only_in(then, here))


def receipts_prune() -> int:
    """Remove receipts that are older than they are kept; how many."""
    removed = 0
    while True:
        old = ContextReceipt.objects.filter(created_at__lt=now() - timedelta(days=KEPT_DAYS))
        keys = list(old.order_by("pk").values_list("pk", flat=True)[:PRUNED_AT_ONCE])
        if not keys:
            return removed
        removed += ContextReceipt.objects.filter(pk__in=keys).delete()[0]


def blocks_json(built: Built) -> list[dict[str, Any]]:
    """What is said of each block of a context, without its words."""
    return [_block_json(block, built.counter) for block in built.blocks]


def _block_json(block: Block, counter: Counter) -> dict[str, Any]:
    return {
        "name": block.name,
        "group": block.group.value,
        "chars": block.chars,
        "tokens": counter.count(block.text),
        "items": [
            {"id": item.id, "kind": item.kind, "revision": item.revision, "why": item.why} for item in block.items
        ],
        "total": block.total,
        "left_out": list(block.left_out),
        "withheld": block.withheld,
        "why": block.why,
    }


def hash_of(text: str) -> str:
    """The sha256 of a text in hex."""
    return hashlib.sha256(text.encode()).hexdigest()


def _how(asked: Asked, words: str) -> dict[str, Any]:
    return {
        "agent": snippet(asked.agent),
        "model": snippet(asked.model),
        "window": asked.window,
        "language": snippet(asked.language),
        "project": asked.project,
        "groups": sorted(group.value for group in asked.groups),
        "resumed": asked.resumed,
        "minimal": asked.minimal,
        "conduct": asked.conduct,
        "user": snippet(asked.user),
        "skills": None if asked.only is None else sorted(asked.only),
        "mode": "hybrid" if asked.vector is not None else "keyword",
        "as_of": asked.moment.as_of.isoformat() if asked.moment else None,
        "known_at": asked.moment.known_at.isoformat() if asked.moment else None,
        "query_hash": hash_of(words),
    }


def _request(receipt: ContextReceipt, query: str) -> ContextRequest:
    asked = receipt.asked
    return ContextRequest(
        conversation=str(receipt.conversation.uid) if receipt.conversation else "",
        store=None if receipt.conversation else receipt.store.slug,
        agent=asked["agent"],
        model=asked["model"],
        window=asked["window"],
        language=asked["language"],
        query=query,
        groups=frozenset(Group(name) for name in asked["groups"]),
        skills=asked["skills"],
        resumed=asked["resumed"],
        minimal=asked["minimal"],
        conduct=asked["conduct"],
        user=asked.get("user", ""),
        moment=_moment(receipt),
    )


def _moment(receipt: ContextReceipt) -> Moment:
    as_of, known_at = receipt.asked["as_of"], receipt.asked["known_at"]
    if as_of is None or known_at is None:
        return Moment(receipt.created_at, receipt.created_at)
    return Moment(datetime.fromisoformat(as_of), datetime.fromisoformat(known_at))


def _kept(items: list[dict[str, Any]]) -> list[str]:
    """The items of which more is known than what the caller passed on."""
    return [item["id"] for item in items if item["kind"] not in PASSED_ON]


def _only_in(one: Mapping[str, list[str]], other: Mapping[str, list[str]]) -> dict[str, list[str]]:
    found = {name: [uid for uid in ids if uid not in other.get(name, ())] for name, ids in one.items()}
    return {name: ids for name, ids in found.items() if ids}
