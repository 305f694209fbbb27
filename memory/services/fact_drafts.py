"""Drafts of facts through the gate, with all that can be worked out before the lock is taken."""

from dataclasses import dataclass
from typing import Any

from channels_bridge.actors import Actor
from kirocrew.base.canonical import canonical_json
from kirocrew.base.clock import now
from kirocrew.db.instances import instance_new
from memory.gate.checks import Passed, Rules, check_confidence, check_fact_value, check_key
from memory.gate.outcomes import Outcome, Refusal
from memory.models import Fact, Kind, Record, Store
from memory.recall.text_index import index_terms
from memory.services.drafts import FactDraft
from memory.services.emails import emails_in
from memory.services.preparing import metadata_of, metadata_refusal, refused


@dataclass(slots=True)
class Prepared:
    """A draft the gate has let through, with all that can be worked out before the lock is taken."""

    draft: FactDraft
    passed: Passed
    fields: dict[str, str]
    record: Record
    fact: Fact
    terms: str


# A draft's value as text with what the gate made of it.
Judged = tuple[str, Prepared | Outcome]


def fact_prepare(draft: FactDraft, *, actor: Actor, store: Store, rules: Rules) -> Prepared | Outcome:
    """Let the gate judge a draft: what it makes of it, or its refusal."""
    fields = metadata_of(draft)
    problem = (
        check_key(draft.key, actor=actor, rules=rules)
        or check_confidence(draft.confidence, actor=actor, rules=rules)
        or metadata_refusal(draft, fields, actor=actor)
    )
    key = draft.key[:100]
    if problem:
        return refused(Kind.FACT, problem, key=key)
    passed = check_fact_value(draft.value, actor=actor, store=store)
    if isinstance(passed, Refusal):
        return refused(Kind.FACT, passed, key=key)
    record = _new_record(draft, fields, actor=actor, store=store, value=passed.value)
    fact = instance_new(Fact, {"record": record, "value": passed.value, "confidence": draft.confidence})
    if actor.project:
        fields["project"] = ""  # a bound writer's new records are its project's; it moves no stored one
    return Prepared(draft, passed, fields, record, fact, index_terms(record, fact))


def _new_record(draft: FactDraft, fields: dict[str, str], *, actor: Actor, store: Store, value: Any) -> Record:
    return instance_new(
        Record,
        {
            "store": store,
            "kind": Kind.FACT,
            "key": draft.key,
            "category": fields["category"] or draft.key.split(".", 1)[0],
            "subject": fields["subject"],
            "predicate": fields["predicate"],
            "scope": fields["scope"],
            "project": actor.project or fields["project"],
            "valid_from": draft.valid_from,
            "valid_until": draft.valid_until,
            "observed_at": draft.observed_at or now(),
            "source": actor.source,
            "source_ref": fields["source_ref"] or actor.source,
            "email_addresses": emails_in(f"{draft.key} {value_text(value)}"),
        },
    )


def value_text(value: Any) -> str:
    """A value as one readable string; what can't be JSON is shown as Python sees it."""
    if isinstance(value, str):
        return value
    try:
        return canonical_json(value)
    except (ValueError, TypeError, RecursionError):
        return repr(value)[:1000]
