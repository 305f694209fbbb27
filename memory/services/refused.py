"""What a store refuses, asked by every write: the value itself under its identity, and texts that quote it.

A store without refused values costs one small query for each batch. What is known of the others is kept in each process
until a refusal is added or lifted.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

from django.db.models import F

from channels_bridge.actors import Actor
from kirocrew.base.clock import now
from kirocrew.base.spellings import spellings
from memory.gate.fingerprints import FIRST_SCHEME, Key, identities_of, quote_fingerprints, value_fingerprints
from memory.gate.paraphrases import Sayings
from memory.gate.quotes import Context, windows
from memory.gate.units import units_of, window_forms
from memory.models import Fact, Lesson, Record, RefusalKey, RefusedFingerprint, RefusedValue, Store
from memory.recall.statements import fetch_all
from memory.services.refusal_keys import key_of
from memory.services.refused_texts import refused_texts

TEXT_LIMIT: Final = 4_000  # characters of a text that are looked through; an episode has at most 2,000
READINGS: Final = 4  # of one row of units in a text
_VERSION: Final = (
    "SELECT COUNT(*), COALESCE(MAX(id), 0), COALESCE((SELECT fingerprint FROM memory_refusedfingerprint WHERE id = "
    "(SELECT MAX(id) FROM memory_refusedfingerprint WHERE store_id = %s)), '') "
    "FROM memory_refusedfingerprint WHERE store_id = %s"
)
_EMPTY: Final = (0, 0, "")

# How many fingerprints a store has, the newest one's id, and what it is: a rolled-back refusal's id is given anew.
_Version = tuple[int, int, str]


@dataclass(frozen=True, slots=True, eq=False)
class _Known:
    """The fingerprints of one store. A quotation has several refusals where one value is refused under several keys."""

    store_id: int
    version: _Version
    keys: tuple[Key, ...] = ()
    values: dict[str, int] = field(default_factory=dict)
    quotes: dict[str, list[tuple[int, int]]] = field(default_factory=dict)
    contexts: dict[int, Context] = field(default_factory=dict)
    records: dict[int, str] = field(default_factory=dict)
    lengths: set[int] = field(default_factory=set)


_known: dict[int, _Known] = {}


def refused_ahead(actor: Actor, store: Store, texts: Iterable[str]) -> None:
    """Look texts through for what is refused before the write lock is taken, so that little is left to do under it.

    Of the owner's texts none is looked for. Where this process has not met a refusal of the store yet there is most
    likely none, and nothing is asked.
    """
    if actor.is_owner or store.pk not in _known:
        return
    refused = Refused(store)
    for text in () if refused.is_empty else texts:
        refused.quoted(text)
        refused.resembled(text)


class Refused:
    """What one store refuses, as it is when it is first asked, and anew after `refresh`.

    Hits are counted when `count` is called.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self._read: _Known | None = None
        self._hits: Counter[int] = Counter()

    def refresh(self) -> None:
        """Look again at the next question: a batch that is rehearsed in parts holds no lock in between."""
        self._read = None

    @property
    def _known(self) -> "_Known":
        if self._read is None:
            self._read = _read(self.store)
        return self._read

    @property
    def is_empty(self) -> bool:
        """Whether nothing is refused here, so that nothing need be asked."""
        return not self._known.values

    def record(self, record: Record) -> int | None:
        """The refusal that a record's value falls under as it is in memory, if any."""
        value = value_of(record)
        return self.value(record.kind, value, key=record.key, subject=record.subject, predicate=record.predicate)

    def value(self, kind: str, value: Any, *, key: str = "", subject: str = "", predicate: str = "") -> int | None:
        """The refusal (its primary key) that this value falls under, if any."""
        if self.is_empty:
            return None
        identities = identities_of(kind, key=key, subject=subject, predicate=predicate)
        for made_with in self._known.keys:
            found = value_fingerprints(made_with, store_id=self.store.pk, kind=kind, identities=identities, value=value)
            for fingerprint in found:
                if (refused := self._known.values.get(fingerprint)) is not None:
                    self._hits[refused] += 1
                    return refused
        return None

    def quoted(self, text: str) -> int | None:
        """The refusal whose value the text quotes, if any."""
        found = _quoted(self._known, text[:TEXT_LIMIT]) if self._known.quotes else None
        if found is not None:
            self._hits[found] += 1
        return found

    def resembled(self, text: str) -> int | None:
        """The refusal whose value the text says in other words, as far as words tell, while its words are kept."""
        if self.is_empty:
            return None
        found = _resembled(self._known, text[:TEXT_LIMIT])
        if found is not None:
            self._hits[found] += 1
        return found

    def record_of(self, refused: int) -> str:
        """The uid of the record whose value was refused, empty when it is unknown."""
        return self._known.records.get(refused, "")

    def note(self, refused: int) -> None:
        """Count a hit that was found in another way."""
        self._hits[refused] += 1

    def count(self) -> None:
        """Write down how often each refusal was met since the last time. Call it inside the write's transaction."""
        moment = now()
        for refused, hits in self._hits.items():
            RefusedValue.objects.filter(pk=refused).update(hits=F("hits") + hits, last_hit_at=moment)
        self._hits.clear()


def value_of(record: Record) -> Any:
    """What a refusal of the record's value is about."""
    content = record.content
    if isinstance(content, Fact):
        return content.value
    return content.rule if isinstance(content, Lesson) else content.text


def said_by(record: Record) -> tuple[Any, ...]:
    """All that the record says, of which a quotation may come back: of a lesson what not to do as well."""
    content = record.content
    return (content.rule, content.negative) if isinstance(content, Lesson) else (value_of(record),)


def _read(store: Store) -> _Known:
    ((number, last, newest),) = fetch_all(_VERSION, [store.pk, store.pk])
    version: _Version = (number, last, newest)
    if version == _EMPTY:
        return _Known(store.pk, version)
    known = _known.get(store.pk)
    if known is None or known.version != version:
        known = _known[store.pk] = _load(store, version, known)
        for kept in (_quoted, _resembled, _sayings):
            kept.cache_clear()
    return known


def _load(store: Store, version: _Version, before: _Known | None) -> _Known:
    """Read what is new; everything when what was known is not all still there."""
    if before is not None:
        grown = _grown(before, store, version)
        if grown is not None:
            return grown
    return _grown(_Known(store.pk, _EMPTY), store, version) or _Known(store.pk, version)


def _grown(before: _Known, store: Store, version: _Version) -> _Known | None:
    rows: Sequence[tuple[str, int, int, int, int]] = list(
        RefusedFingerprint.objects.filter(store=store, pk__gt=before.version[1], pk__lte=version[1])
        .order_by("pk")
        .values_list("fingerprint", "refused_id", "made_with_id", "units", "care")
    )
    _, last, fingerprint = before.version
    if last and not RefusedFingerprint.objects.filter(pk=last, fingerprint=fingerprint).exists():
        return None  # rolled back after it was read, or lifted
    if last and before.version[0] + len(rows) != version[0]:
        return None
    used = {row[2] for row in rows} | {key.pk for key in before.keys}
    refusals = RefusedValue.objects.filter(pk__in={row[1] for row in rows}).select_related("record")
    quotes = defaultdict(list, {fingerprint: list(found) for fingerprint, found in before.quotes.items()})
    for fingerprint, refused, _, units, care in rows:
        if units:
            quotes[fingerprint].append((refused, care))
    contexts = {row.pk: Context.of(key=row.key, subject=row.subject, predicate=row.predicate) for row in refusals}
    return _Known(
        store.pk,
        version,
        tuple(key_of(row) for row in RefusalKey.objects.filter(pk__in=used).order_by("-id")),
        before.values | {fingerprint: refused for fingerprint, refused, _, units, _ in rows if not units},
        dict(quotes),
        before.contexts | contexts,
        before.records | {row.pk: str(row.record.uid) for row in refusals if row.record is not None},
        before.lengths | {row[3] for row in rows if row[3]},
    )


@lru_cache(maxsize=1_024)
def _quoted(known: _Known, text: str) -> int | None:
    """The refusal whose value the text quotes; remembered, since it is asked before the lock and under it."""
    for keys, spelling in _ways_to_read(known, text):
        units = units_of(spelling, is_old=keys[0].is_old)
        for start, end, row in windows(units, sorted(known.lengths)):
            forms = window_forms(row, most=READINGS)
            for key in keys:
                for fingerprint in quote_fingerprints(key, store_id=known.store_id, forms=forms):
                    for refused, care in known.quotes.get(fingerprint, ()):
                        context = known.contexts.get(refused)
                        if context is not None and context.speaks_for(units, start, end, care=care):
                            return refused
    return None


def _ways_to_read(known: _Known, text: str) -> Iterator[tuple[list[Key], str]]:
    """The spellings of a text, each with the keys whose fingerprints are made of it."""
    keys = [key for key in known.keys if key.scheme != FIRST_SCHEME]
    if current := [key for key in keys if not key.is_old]:
        for spelling in spellings(text):
            yield current, spelling
    if old := [key for key in keys if key.is_old]:
        yield old, text


@lru_cache(maxsize=1_024)
def _resembled(known: _Known, text: str) -> int | None:
    return _sayings(known).said_in(text)


@lru_cache(maxsize=16)
def _sayings(known: _Known) -> Sayings:
    return Sayings((item.refusal, item.text) for item in refused_texts(known.store_id))
