"""What the three kinds share before and after their own decisions: rules, cleaning, refusals, refused values."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from channels_bridge.actors import Actor
from hooks.services import redact, snippet
from kirocrew.base.clock import is_dated
from kirocrew.base.text import clean, one_line
from memory.gate.checks import (
    ALLOWED_KEYS,
    QUOTES_REFUSED,
    RESEMBLES_REFUSED,
    Passed,
    Rules,
    check_labels,
    check_metadata,
)
from memory.gate.outcomes import AUDITED_CODES, SECURITY_CODES, Outcome, OutcomeStatus, Refusal, RefusalCode
from memory.models import Event, Record, Store
from memory.services.drafts import Draft, EpisodeDraft
from memory.services.journal import refusal_event
from memory.services.refused import Refused
from memory.services.settings import min_confidence

DRAFT_TEXTS = ("category", "subject", "predicate", "scope", "project", "source_ref")
LABELS_READ = 50  # tags that are looked at; ten are kept
FOLDED = frozenset({"category", "subject", "predicate"})


def rules_of(values: dict[str, Any]) -> Rules:
    """The gate's rules from the settings in force."""
    return Rules(allowed_keys=(*ALLOWED_KEYS, *values["allowed_keys"]), min_confidence=min_confidence(values))


def metadata_of(draft: Draft) -> dict[str, str]:
    """The draft's text metadata: cleaned, one line, spaces collapsed; names of things are caseless."""
    fields = {}
    for name in DRAFT_TEXTS:
        text = label_of(getattr(draft, name))
        fields[name] = text.casefold() if name in FOLDED else text
    return fields


def label_of(text: str) -> str:
    """A short text beside a memory: cleaned, one line, spaces collapsed, without credentials whatever the store."""
    if not text:
        return ""
    return " ".join(redact(one_line(clean(text))).text.split())


def metadata_refusal(draft: Draft, fields: dict[str, str], *, actor: Actor) -> Refusal | None:
    """What is wrong with the draft's metadata, if anything."""
    if isinstance(draft, EpisodeDraft):
        labels = {name: getattr(draft, name) for name in ("speaker", "conversation", "session")}
        refusal = check_labels(labels | {"tags": ", ".join(draft.tags[:LABELS_READ])}, actor=actor)
        if refusal is not None:
            return refusal
    for name in ("valid_from", "valid_until", "observed_at"):
        if refusal := instant_refusal(name, getattr(draft, name)):
            return refusal
    return check_metadata(fields, actor=actor, window=(draft.valid_from, draft.valid_until))


def instant_refusal(name: str, moment: datetime | None) -> Refusal | None:
    """The refusal of an instant that has no date in some zone: it could not be shown there."""
    if moment is None or is_dated(moment):
        return None
    return Refusal(
        RefusalCode.METADATA,
        f"'{name}' lies outside of the calendar, the years 1 to 9999 in every time zone. Leave it out where it has no "
        "end or beginning.",
        name,
    )


def refused(kind: str, refusal: Refusal, *, key: str = "") -> Outcome:
    """The outcome of a refusal."""
    return Outcome(OutcomeStatus.REFUSED, kind, key=key, refusal=refusal)


def refusal_events(outcomes: Iterable[tuple[Outcome, str]], *, actor: Actor, store: Store) -> list[Event]:
    """Audit entries for those refusals (with the refused text) that are audited."""
    events = []
    for outcome, text in outcomes:
        if outcome.refusal is None or outcome.refusal.code not in AUDITED_CODES:
            continue
        events.append(
            refusal_event(
                actor=actor,
                store=store,
                kind=outcome.kind,
                code=outcome.refusal.code,
                key=outcome.key,
                text=text,
                security=outcome.refusal.code in SECURITY_CODES,
            )
        )
    return events


def secret_event(passed: Passed, *, actor: Actor, store: Store, kind: str, key: str = "") -> Event | None:
    """The audit entry that a store which allows credentials owes."""
    if not passed.kept_secrets:
        return None
    return Event(
        code="secret_kept",
        kind=kind,
        store=store,
        key=key,
        new_value=snippet(", ".join(passed.kept_secrets)),
        source=actor.source,
        is_security=True,
    )


def held_back(passed: Passed, texts: Sequence[str], *, refused: Refused, actor: Actor, kind: str) -> Passed:
    """A value the gate let through, which waits for the owner where it repeats what they refused.

    What the owner writes is theirs to say. The texts are those by which the value would be read.
    """
    if refused.is_empty or actor.is_owner:
        return passed
    found, why = next(((number, QUOTES_REFUSED) for text in texts if (number := refused.quoted(text))), (None, ""))
    if found is None:
        said = (number for text in texts if (number := refused.resembled(text)))
        found, why = next(((number, RESEMBLES_REFUSED) for number in said), (None, ""))
    if found is None:
        return passed
    return replace(passed, doubts=(*passed.doubts, why), refusal=found, refused_record=refused.record_of(found))


def labels_of(record: Record) -> list[str]:
    """The free texts beside what a record says, in which a refused text could hide."""
    return [text for text in (record.category, record.scope, record.source_ref) if text and text != record.source]


def held_event(passed: Passed, *, actor: Actor, store: Store, kind: str, key: str = "") -> Event | None:
    """The audit entry of a write that waits because it repeats what the owner refused."""
    if passed.refusal is None:
        return None
    return _met(passed.notes, passed.why, actor=actor, store=store, kind=kind, key=key)


def held_event_of(record: Record, notes: Mapping[str, Any], *, actor: Actor) -> Event:
    """The same for a record that was taken back."""
    event = _met(notes, RESEMBLES_REFUSED, actor=actor, store=record.store, kind=record.kind, key=record.key)
    event.record_uid = record.uid
    return event


def _met(notes: Mapping[str, Any], why: str, *, actor: Actor, store: Store, kind: str, key: str) -> Event:
    return Event(
        code="refused_value_met",
        kind=kind,
        store=store,
        key=key,
        source=actor.source,
        detail=f"{why}: refusal {notes['refusal']}, record {notes['refused_record'] or 'unknown'}",
    )


REFUSED_VALUE = Refusal(
    RefusalCode.REFUSED_VALUE,
    "The owner refused this value for good. Don't write it again; the owner can lift the refusal.",
    "value",
)
