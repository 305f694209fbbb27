"""What becomes of each item of an import, and how many became what."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, Self
from uuid import UUID

from hooks.services import snippet
from memory.gate.outcomes import Outcome, OutcomeStatus, RefusalCode
from memory.models import Kind
from memory.services.importing.drafts import item_text
from memory.transfer.items import DocumentItem, EpisodeItem, FactItem, HistoryItem, Item, Unsupported

SHOWN: Final = 200  # characters of an item's text
MESSAGE_SHOWN: Final = 300  # characters

ALREADY_IMPORTED: Final = "already_imported"


class Action(StrEnum):
    """What happens to an item. `proposed` waits for the owner; `unsupported` never became a record."""

    NEW = "new"
    DUPLICATE = "duplicate"
    CONFLICT = "conflict"
    PROPOSED = "proposed"
    REFUSED = "refused"
    UNSUPPORTED = "unsupported"


# What a later import need not try again. A conflict or refusal may come out otherwise next time.
SETTLED: Final = frozenset({Action.NEW, Action.DUPLICATE, Action.PROPOSED})

_MESSAGES: Final = {
    ALREADY_IMPORTED: "This part of the source was imported before.",
    "duplicate": "The store holds this already.",
    "same_value": "The store holds this value already.",
    "unchanged": "The store holds this rule already.",
    "kept_stored_clause": "The store holds this rule already; its clause stays.",
    "covered_by_stored_rule": "A stored rule says this already.",
    "enriched": "The stored rule lacks this clause, so the change waits for the owner.",
    "suspicious": "It may be an order to the agent, so it waits for the owner.",
    "revival": "It was forgotten here before, so it waits for the owner.",
    "waits_already": "It waits for the owner already.",
    "private_store": "The store is private, so the change waits for its owner.",
    "stronger_rule": "A stronger rule is stored, so the change waits for the owner.",
}
# Reasons that only say that all went as usual.
_PLAIN: Final = frozenset({"created", "inserted"})
_BY_CODE: Final = {RefusalCode.DUPLICATE: Action.DUPLICATE, RefusalCode.CONFLICT: Action.CONFLICT}
_BY_STATUS: Final = {
    OutcomeStatus.WRITTEN: Action.NEW,
    OutcomeStatus.MERGED: Action.NEW,
    OutcomeStatus.UNCHANGED: Action.DUPLICATE,
    OutcomeStatus.PROPOSED: Action.PROPOSED,
}


@dataclass(frozen=True, slots=True)
class ItemResult:
    """What becomes of one item and why. `code` is empty when there is nothing to say beyond the action."""

    item: Item
    action: Action
    code: str = ""
    message: str = ""
    uid: UUID | None = None

    @property
    def kind(self) -> str:
        """fact, lesson, episode, document or history; empty for what became nothing."""
        if isinstance(self.item, Unsupported):
            return ""
        if isinstance(self.item, DocumentItem | HistoryItem):
            return "document" if isinstance(self.item, DocumentItem) else "history"
        if isinstance(self.item, FactItem):
            return Kind.FACT.value
        return Kind.EPISODE.value if isinstance(self.item, EpisodeItem) else Kind.LESSON.value

    @property
    def text(self) -> str:
        """The content on one line, without secrets, cut at 200 characters."""
        return "" if isinstance(self.item, Unsupported) else snippet(item_text(self.item), SHOWN)

    def as_json(self) -> dict[str, Any]:
        """The result as JSON values."""
        return {
            "action": self.action.value,
            "code": self.code,
            "message": snippet(self.message, MESSAGE_SHOWN),
            "kind": self.kind,
            "text": self.text,
            "origin": self.item.origin_ref,
        }


def result_of(item: Item, outcome: Outcome) -> ItemResult:
    """The result that an outcome of the services means for an import."""
    if outcome.refusal is not None:
        code = outcome.refusal.code
        action = _BY_CODE.get(code, Action.REFUSED)
        return ItemResult(item, action, outcome.reason or code.value, outcome.refusal.message, outcome.uid)
    code_text = "" if outcome.reason in _PLAIN else outcome.reason
    message = _MESSAGES.get(outcome.reason, "")
    if outcome.redacted and outcome.status is OutcomeStatus.WRITTEN:
        code_text, message = "redacted", f"A credential is taken out first ({', '.join(outcome.redacted)})."
    return ItemResult(item, _BY_STATUS[outcome.status], code_text, message, outcome.uid)


def unsupported(item: Unsupported) -> ItemResult:
    """The result of a part that became no record."""
    return ItemResult(item, Action.UNSUPPORTED, item.reason_code.value, item.message)


def already_imported(item: Item) -> ItemResult:
    """The result of an item the ledger knows."""
    return ItemResult(item, Action.DUPLICATE, ALREADY_IMPORTED, _MESSAGES[ALREADY_IMPORTED])


class Tally:
    """Counts results by action, kind and code; can be kept as JSON and taken up again."""

    def __init__(self) -> None:
        self._counts: Counter[tuple[str, str, str]] = Counter()

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> Self:
        """The tally that `as_json` described; an empty one for an empty mapping."""
        tally = cls()
        for row in kept.get("rows", ()):
            tally._counts[row["action"], row["kind"], row["code"]] = int(row["count"])
        return tally

    def add(self, results: Iterable[ItemResult]) -> None:
        """Count results."""
        self._counts.update((result.action.value, result.kind, result.code) for result in results)

    @property
    def total(self) -> int:
        """How many were counted."""
        return self._counts.total()

    def of(self, action: Action) -> int:
        """How many came to this action."""
        return sum(count for (name, _, _), count in self._counts.items() if name == action)

    def as_json(self) -> dict[str, Any]:
        """`actions`: how many came to each; `rows`: the same by kind and code, in a fixed order."""
        rows = [
            {"action": action, "kind": kind, "code": code, "count": count}
            for (action, kind, code), count in sorted(self._counts.items())
        ]
        return {"actions": {action.value: self.of(action) for action in Action}, "rows": rows}
