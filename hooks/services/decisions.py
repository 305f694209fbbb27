"""What hooks decided: written down before it holds, searched, counted, exported, pruned."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from django.db.models import Count, F, Max, Q, QuerySet
from django.utils.crypto import salted_hmac

from channels_bridge.actors import Actor, Permission
from hooks.models import Decision, Outcome, Rule, Subject
from hooks.models.decisions import REASON_LIMIT
from hooks.redaction.walk import redact_json, snippet
from hooks.services.events import event_write, require_owner
from hooks.services.switches import switches_all
from kirocrew.base.canonical import canonical_json
from kirocrew.base.clock import now
from kirocrew.base.problems import NotFound
from kirocrew.base.text import JsonError, clean, clean_json

SALT: Final = "hooks.decision"
CALL_CHARACTERS: Final = 16_000
"""A question whose JSON is longer is known by its hash and its snippet alone."""
UNREADABLE: Final = "unreadable"
SHOWN_CHARACTERS: Final = 20_000
"""Of a long question, what is redacted for its snippet; far more than the snippet shows."""
PRUNED_AT_ONCE: Final = 1_000  # rows in one transaction
READ_AT_ONCE: Final = 1_000  # rows


@dataclass(frozen=True, slots=True)
class Made:
    """What was decided, as it is written down. `shown` becomes the snippet; `call` is the question."""

    kind: Subject
    outcome: Outcome
    call: Mapping[str, Any]
    shown: str
    tool: str = ""
    stage: str = ""
    rules: tuple[str, ...] = ()
    reason: str = ""
    is_security_denial: bool = False
    read_only: bool = False
    identity_grant: bool = False


@dataclass(frozen=True, slots=True)
class DecisionFilter:
    """Which decisions: `since` inclusive, `until` exclusive; `text` is looked for in snippets and tools."""

    outcome: str = ""
    kind: str = ""
    rule: str = ""
    source: str = ""
    text: str = ""
    content: str = ""
    security: bool | None = None
    since: datetime | None = None
    until: datetime | None = None


def decision_record(*, actor: Actor, made: Made) -> Decision:
    """Write a decision down, redacted and hashed, and count the rules it came from.

    Raises DatabaseError when it can't be written: then it must not hold.
    """
    call = _storable(made.call)
    kept = len(json.dumps(call, ensure_ascii=False)) <= CALL_CHARACTERS
    redacted, findings = redact_json(call) if kept else ({}, ())
    decision = Decision.objects.create(
        source=actor.source,
        kind=made.kind,
        tool=snippet(made.tool),
        subject_hash=content_hash(call),
        snippet=snippet(made.shown[:SHOWN_CHARACTERS]),
        call=redacted,
        is_exact=kept and not findings and call == made.call,
        outcome=made.outcome,
        stage=made.stage,
        rule=made.rules[0] if made.rules else "",
        reason=snippet(made.reason, REASON_LIMIT),
        is_security_denial=made.is_security_denial,
        read_only=made.read_only,
        identity_grant=made.identity_grant,
    )
    rules_hit(made.rules, decision.at)
    return decision


def content_hash(call: Any) -> str:
    """The HMAC-SHA256 of a question, 64 hex digits: equal for equal questions on this server."""
    return salted_hmac(SALT, canonical_json(call), algorithm="sha256").hexdigest()


def _storable(call: Mapping[str, Any]) -> Any:
    """The question as the database can hold it; what is no JSON is kept as a text under one name."""
    try:
        found = clean_json(dict(call))
        canonical_json(found)
    except (JsonError, ValueError, TypeError):
        return {UNREADABLE: clean(repr(call))}
    return found


def rules_hit(rules: tuple[str, ...], at: datetime) -> None:
    """Count that rules fired; ids of protections are counted by their decisions."""

    uids = [rule for rule in rules if _is_uid(rule)]
    if uids:
        Rule.objects.filter(uid__in=uids).update(hits=F("hits") + 1, last_hit_at=at)


def _is_uid(text: str) -> bool:
    try:
        UUID(text)
    except ValueError:
        return False
    return True


def decisions_visible(*, actor: Actor, wanted: DecisionFilter | None = None) -> QuerySet[Decision]:
    """Return decisions, newest first: all for the owner, a bot's own for a bot. Raises Forbidden."""
    actor.require(Permission.HOOKS_READ)
    rows = Decision.objects.visible_to(actor).order_by("-id")
    return rows if wanted is None else _filtered(rows, wanted)


def _filtered(rows: QuerySet[Decision], wanted: DecisionFilter) -> QuerySet[Decision]:

    exact = {
        "outcome": wanted.outcome,
        "kind": wanted.kind,
        "rule": wanted.rule,
        "source": wanted.source,
        "subject_hash": wanted.content,
    }
    rows = rows.filter(**{name: value for name, value in exact.items() if value})
    if wanted.security is not None:
        rows = rows.filter(is_security_denial=wanted.security)
    if wanted.since is not None:
        rows = rows.filter(at__gte=wanted.since)
    if wanted.until is not None:
        rows = rows.filter(at__lt=wanted.until)
    if wanted.text:
        rows = rows.filter(Q(snippet__icontains=wanted.text) | Q(tool__icontains=wanted.text))
    return rows


def decision_get(*, actor: Actor, uid: UUID) -> Decision:
    """Return one decision. Raises Forbidden or NotFound."""
    decision = decisions_visible(actor=actor).filter(uid=uid).first()
    if decision is None:
        raise NotFound("There is no such decision for you; old ones are removed.", type="unknown-decision")
    return decision


def decision_counts(*, actor: Actor, since: datetime | None = None) -> dict[str, tuple[int, datetime]]:
    """Return how often each rule or protection decided, and when last; only of what the actor may see."""
    rows = _from(decisions_visible(actor=actor).order_by(), since).exclude(rule="")
    found = list(rows.values_list("rule").annotate(number=Count("id"), last=Max("id")))
    moments = dict(Decision.objects.filter(pk__in=[last for *_, last in found]).values_list("pk", "at"))
    return {rule: (number, moments[last]) for rule, number, last in found if last in moments}


def outcome_counts(*, actor: Actor, since: datetime | None = None) -> dict[str, int]:
    """Return how often each outcome was decided."""
    rows = _from(decisions_visible(actor=actor).order_by(), since)
    return dict(rows.values_list("outcome").annotate(number=Count("id")))


def _from(rows: QuerySet[Decision], since: datetime | None) -> QuerySet[Decision]:
    """Rows since an instant, by the id they began with: so a count needs an index and no row."""
    if since is None:
        return rows
    first = Decision.objects.filter(at__gte=since).order_by("at").values_list("pk", flat=True).first()
    return rows.none() if first is None else rows.filter(pk__gte=first)


def decision_json(decision: Decision) -> dict[str, Any]:
    """A decision as it is exported."""
    return {
        "uid": str(decision.uid),
        "at": decision.at.isoformat(),
        "source": decision.source,
        "kind": decision.kind,
        "tool": decision.tool,
        "content": decision.subject_hash,
        "snippet": decision.snippet,
        "call": decision.call,
        "is_exact": decision.is_exact,
        "outcome": decision.outcome,
        "stage": decision.stage,
        "rule": decision.rule,
        "reason": decision.reason,
        "is_security_denial": decision.is_security_denial,
        "read_only": decision.read_only,
        "identity_grant": decision.identity_grant,
    }


def decisions_export(*, actor: Actor, wanted: DecisionFilter | None = None) -> Iterator[str]:
    """Return decisions as JSON lines, newest first, read while they are asked for. Raises Forbidden at once."""
    rows = decisions_visible(actor=actor, wanted=wanted)
    return (json.dumps(decision_json(row), ensure_ascii=False) + "\n" for row in rows.iterator(READ_AT_ONCE))


def decisions_prune(*, actor: Actor) -> int:
    """Remove decisions older than `decisions_days`, and the oldest beyond `decisions_max`; return how many."""
    require_owner(actor)
    switches = switches_all()
    removed = _remove(Decision.objects.filter(at__lt=now() - timedelta(days=switches["decisions_days"])))
    ids = Decision.objects.order_by("-id").values_list("pk", flat=True)
    last = next(iter(ids[switches["decisions_max"] : switches["decisions_max"] + 1]), None)
    if last is not None:
        removed += _remove(Decision.objects.filter(pk__lte=last))
    if removed:
        event_write(actor=actor, code="decisions_pruned", new=f"{removed} removed")
    return removed


def _remove(rows: QuerySet[Decision]) -> int:
    removed = 0
    while ids := list(rows.order_by("id").values_list("pk", flat=True)[:PRUNED_AT_ONCE]):
        removed += Decision.objects.filter(pk__in=ids).delete()[0]
    return removed
