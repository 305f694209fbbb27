"""Other records that carry a text of an erased one: those that say the same, and those that only mention it.

What says the same, word for word, is a copy. What holds the text as a part of something else is a memory of its own: it
is told to the owner and left as it is.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from kirocrew.base.canonical import canonical_json
from kirocrew.base.text import normal_form
from memory.gate.fingerprints import text_hash
from memory.models import Kind, Record, Revision, Status
from memory.services.erasing.needles import PIECE, is_telling
from memory.services.erasing.redacting import states_of
from memory.services.erasing.rows import Hit, row_texts
from memory.services.journal import snapshot

CONTENT: Final = frozenset({"memory_record", "memory_fact", "memory_lesson", "memory_episode"})


@dataclass(slots=True)
class Others:
    """Who else carries it. `entries` are journal entries, by the record's key, that say the same in its store."""

    copies: list[Record] = field(default_factory=list)
    mentions: list[Record] = field(default_factory=list)
    entries: dict[int, list[Revision]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Said:
    """What records said, in normal form: whole texts, by store."""

    texts: Mapping[int, frozenset[str]]

    @classmethod
    def by(cls, records: Iterable[Record]) -> "Said":
        """The long enough texts of all states of the records."""
        found: dict[int, set[str]] = {}
        for record in records:
            texts = found.setdefault(record.store_id, set())
            for state in states_of(record):
                content = state.get("content") or {}
                told = (whole_text(record.kind, content), str(content.get("negative") or ""))
                texts |= {normal_form(text) for text in told if is_telling(text)}
        return cls({store: frozenset(texts) for store, texts in found.items()})

    @property
    def everywhere(self) -> frozenset[str]:
        """In whichever store."""
        return frozenset[str]().union(*self.texts.values())

    def is_copy(self, text: str, *, store: int | None = None) -> bool:
        """Whether a whole text is one of them; in one store, or in any."""
        known = self.everywhere if store is None else self.texts.get(store, frozenset())
        return normal_form(text) in known

    def is_snippet(self, text: str, *, store: int) -> bool:
        """Whether an audit entry's text is one of them, which it may show in quotes, or cut off."""
        bare = normal_form(text.strip('"').rstrip(" …"))
        known = self.texts.get(store, frozenset())
        return bare in known or (len(bare) >= PIECE and any(whole.startswith(bare) for whole in known))


def whole_text(kind: str, content: Mapping[str, Any]) -> str:
    """What a record says: a fact's value, as JSON where it is no text, a lesson's rule, an episode's text."""
    if kind == Kind.FACT:
        value = content.get("value")
        return value if isinstance(value, str) else canonical_json(value)
    return str(content.get("rule" if kind == Kind.LESSON else "text") or "")


def others_of(targets: Sequence[Record], said: Said, hits: Sequence[Hit]) -> Others:
    """Sort out who carries a text of the targets without being one."""
    known = {item.pk for item in targets}
    carrying: set[int] = set()
    entries: set[int] = set()
    for hit in hits:
        if hit.table == "memory_revision" and hit.record_id not in known:
            entries.add(hit.key)
        elif hit.table in CONTENT and (key := hit.record_id or hit.key) not in known:
            carrying.add(key)
    others = Others()
    for other in _records(carrying | _same_hash(said, known)):
        whole = whole_text(other.kind, snapshot(other, other.content)["content"])
        (others.copies if said.is_copy(whole) else others.mentions).append(other)
    _sort_entries(others, said, entries)
    return others


def goes_as_well(record: Record, said: Said) -> bool:
    """Whether a copy goes without being asked about: what only waits for review in the same store is no memory yet."""
    whole = whole_text(record.kind, snapshot(record, record.content)["content"])
    return record.status == Status.PROPOSED and said.is_copy(whole, store=record.store_id)


def is_anothers(hit: Hit, known: Mapping[int, str], said: Said) -> bool:
    """Whether a row belongs to another record than the known ones (key and uid) and says more than they said."""
    own = hit.record_id if hit.record_id is not None else hit.record_uid
    if own is None or own in known or own in known.values():
        return False
    where = {"pk": own} if hit.record_id is not None else {"uid": own}
    other = Record.objects.filter(**where).first()
    return other is not None and not any(said.is_snippet(text, store=other.store_id) for text in row_texts(hit))


def _sort_entries(others: Others, said: Said, keys: Iterable[int]) -> None:
    """Entries that say the same go, of records of the same store; the record of any other one mentions it."""
    kept = {record.pk for record in (*others.copies, *others.mentions)}
    copies = {record.pk for record in others.copies}
    for entry in Revision.objects.filter(pk__in=list(keys)).select_related("record").order_by("pk"):
        record = entry.record
        if record.pk in copies:
            continue
        contents = [(state or {}).get("content") or {} for state in (entry.before, entry.after)]
        if any(said.is_copy(whole_text(record.kind, content), store=record.store_id) for content in contents):
            others.entries.setdefault(record.pk, []).append(entry)
        elif record.pk not in kept:
            kept.add(record.pk)
            others.mentions += _records([record.pk])


def _same_hash(said: Said, known: set[int]) -> set[int]:
    """Episodes whose text is the same but for case and spacing, which are not found by their letters."""
    hashes = [text_hash(text) for text in said.everywhere]
    rows = Record.objects.filter(episode__text_hash__in=hashes).exclude(pk__in=known)
    return set(rows.values_list("pk", flat=True))


def _records(keys: Iterable[int]) -> list[Record]:
    return list(Record.objects.with_content().filter(pk__in=list(keys)).order_by("pk"))
