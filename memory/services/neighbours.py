"""What memory says beside a proposed change: what agrees with it, what says otherwise, what is about the same."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final
from uuid import UUID

from channels_bridge.actors import Actor
from kirocrew.base.canonical import json_equal
from kirocrew.base.text import normal_form
from memory.models import Kind, Record, Revision
from memory.recall.text_index import leaves
from memory.services import lesson_rules
from memory.services.fact_drafts import value_text
from memory.services.recall import RecallOptions, recall
from memory.services.records import record_text

ASKED: Final = 12  # records looked at
SHOWN: Final = 6
SHORTEST: Final = 3  # characters of a value that proves something by standing in another text


class Relation(StrEnum):
    """How a neighbour stands to what is proposed."""

    CONTRADICTS = "says otherwise"
    AGREES = "agrees"
    NEAR = "about the same"


@dataclass(frozen=True, slots=True)
class Neighbour:
    """An active record that is about the same, and how it stands to the change."""

    record: Record
    relation: Relation

    @property
    def text(self) -> str:
        """What it says, as one string."""
        return value_text(self.record.fact.value) if self.record.kind == Kind.FACT else record_text(self.record)


def neighbours_of(*, actor: Actor, proposal: Revision, shown: Collection[UUID] = ()) -> list[Neighbour]:
    """Up to six active records beside a proposal: those that say otherwise first, then those that agree.

    Found by the words of what is proposed and of what it would replace; no model is asked. What is `shown` already,
    as the turn it comes from, is no second witness and left out.
    """
    record, after = proposal.record, proposal.after or {}
    old, new = _said(proposal.before), _said(after)
    named = record.key.partition(".")[2].replace(".", " ").replace("_", " ")  # all keys of a person begin with user
    query = " ".join(filter(None, (named, new, old)))[:2_000]
    options = RecallOptions(embed_seconds=0, admit=False)
    hits = recall(actor=actor, query=query, stores=[record.store], limit=ASKED, options=options).hits
    keys = {hit.id: place for place, hit in enumerate(hits) if hit.id != record.uid and hit.id not in shown}
    rows = Record.objects.with_content().filter(uid__in=keys)
    found = [Neighbour(row, _relation(row, after, old, new)) for row in rows]
    order = list(Relation)
    found.sort(key=lambda item: (order.index(item.relation), keys[item.record.uid]))
    return found[:SHOWN]


def _relation(row: Record, after: Mapping[str, Any], old: str, new: str) -> Relation:
    if row.kind == Kind.FACT and after.get("kind") == Kind.FACT and _same_thing(row, after):
        same = json_equal(row.fact.value, after["content"]["value"]) or _holds(value_text(row.fact.value), new)
        return Relation.AGREES if same else Relation.CONTRADICTS
    text = record_text(row)
    if row.kind == Kind.LESSON and after.get("kind") == Kind.LESSON:
        return _between_rules(text, new)
    if _holds(text, new):
        return Relation.AGREES
    return Relation.CONTRADICTS if _holds(text, old) and normal_form(old) != normal_form(new) else Relation.NEAR


def _same_thing(row: Record, after: Mapping[str, Any]) -> bool:
    """Whether two facts are about one thing: the same subject and predicate, or keys that end alike."""
    if row.subject and row.predicate:
        return (row.subject, row.predicate) == (after["subject"], after["predicate"])
    return row.key.rpartition(".")[2] == str(after["key"]).rpartition(".")[2]


def _between_rules(stored: str, new: str) -> Relation:
    if lesson_rules.same_wording(stored, new):
        return Relation.AGREES
    one, other = lesson_rules.meaning_of(stored), lesson_rules.meaning_of(new)
    differs = one.polarity != other.polarity or one.numbers != other.numbers
    return Relation.CONTRADICTS if one.words == other.words and differs else Relation.NEAR


def _holds(text: str, value: str) -> bool:
    """Whether a value stands in a text, as whole words where the script puts spaces between them."""
    wanted, there = normal_form(value), normal_form(text)
    if len(wanted) < SHORTEST or wanted not in there:
        return False
    before = r"(?<!\w)" if wanted[0].isascii() and wanted[0].isalnum() else ""
    after = r"(?!\w)" if wanted[-1].isascii() and wanted[-1].isalnum() else ""
    return re.search(before + re.escape(wanted) + after, there) is not None


def _said(state: Mapping[str, Any] | None) -> str:
    content = (state or {}).get("content") or {}
    if "value" in content:
        return " ".join(leaves(content["value"]))
    return str(content.get("rule") or content.get("text") or "")
