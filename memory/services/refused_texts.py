"""The words of what was refused, as long as the journal still holds them: what paraphrases are compared with."""

from dataclasses import dataclass
from typing import Any, Final

from memory.gate.paraphrases import sentences_of
from memory.models import Kind, RefusedValue
from memory.services.fact_words import fact_text

COMPARED: Final = 200  # refusals of a store that texts are compared with, the newest
LONGEST: Final = 600  # characters of a refused text; of a longer one the sentences that fit


@dataclass(frozen=True, slots=True)
class RefusedText:
    """One sentence of a refused value, and the refusal it belongs to."""

    refusal: int
    text: str


def refused_texts(store_id: int) -> list[RefusedText]:
    """What the newest refusals of the store were about. Erased values have no words any more."""
    rows = (
        RefusedValue.objects.filter(store_id=store_id, lifted_at__isnull=True, revision__erased_at__isnull=True)
        .exclude(revision=None)
        .order_by("-id")
        .values_list("pk", "kind", "key", "subject", "predicate", "revision__after")[:COMPARED]
    )
    return [
        RefusedText(pk, sentence)
        for pk, kind, key, subject, predicate, after in rows
        for sentence in _sentences(kind, key, subject, predicate, after)
    ]


def _sentences(kind: str, key: str, subject: str, predicate: str, after: dict[str, Any] | None) -> list[str]:
    content = (after or {}).get("content") or {}
    if kind == Kind.FACT:
        value = content.get("value")
        return [] if value is None or not _has_words(value) else [fact_text(key, subject, predicate, value)[:LONGEST]]
    text = content.get("rule") if kind == Kind.LESSON else content.get("text")
    return sentences_of(str(text)[:LONGEST]) if text else []


def _has_words(value: Any) -> bool:
    """Whether a value is more than a sign or two, which word lists can't tell apart."""
    return any(char.isalnum() for char in str(value))
