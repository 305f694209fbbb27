"""Taking back what says a refused value in other words, once a model has read it: it waits for the owner instead.

Words are compared at the write, which never waits for a model. Where a model is there, what was written is compared
again when it is embedded. What turns out to be a paraphrase is taken back, and proposed with the refusal it met. What
the owner wrote or accepted stays.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np
from django.db import transaction

from channels_bridge.actors import OWNER_SOURCE, Actor
from memory.gate.checks import RESEMBLES_REFUSED
from memory.gate.paraphrases import NEAR, says_again, sentences_of
from memory.inference.base import Embedder
from memory.inference.models import suits, tells_paraphrases
from memory.models import Embedding, Fact, Kind, Record, Revision, Space, Status, Store
from memory.services.decisions import bring_back
from memory.services.fact_words import fact_text
from memory.services.journal import Change, changes_commit, events_write, snapshot
from memory.services.preparing import held_event_of
from memory.services.records import record_text
from memory.services.refused import Refused
from memory.services.refused_texts import RefusedText, refused_texts
from memory.services.snapshots import snapshot_apply

HOLDER: Final = Actor.system("paraphrase")
REASON: Final = "It says in other words what the owner refused."


class Comparison:
    """Compares embedded records with what their stores refuse; reads and embeds the refused texts once in a run."""

    def __init__(self, space: Space, embedder: Embedder) -> None:
        self._space, self._embedder = space, embedder
        self._tells = tells_paraphrases(embedder.space)
        self._refused: dict[int, tuple[list[RefusedText], np.ndarray]] = {}

    def hold(self, records: Sequence[Record]) -> int:
        """Take back those of the records that say again what was refused; returns how many."""
        held = 0
        for record in records:
            texts, matrix = self._texts(record.store)
            if not texts or record.source == OWNER_SOURCE:
                continue
            refusal = self._paraphrased(record, texts, matrix)
            held += refusal is not None and record_hold(record=record, refusal=refusal)
        return held

    def _texts(self, store: Store) -> tuple[list[RefusedText], np.ndarray]:
        if store.pk not in self._refused:
            texts = refused_texts(store.pk) if self._tells and not Refused(store).is_empty else []
            texts = [item for item in texts if suits(self._embedder.space, item.text)]
            matrix = self._embedder.embed([item.text for item in texts]) if texts else np.zeros((0, 1), np.float32)
            self._refused[store.pk] = texts, matrix
        return self._refused[store.pk]

    def _paraphrased(self, record: Record, texts: Sequence[RefusedText], matrix: np.ndarray) -> int | None:
        words = words_of(record)
        if not suits(self._embedder.space, words):
            return None
        rows = Embedding.objects.filter(record=record, space=self._space).values_list("vector", flat=True)
        vectors = [np.frombuffer(bytes(row), dtype="<f4") for row in rows]
        vectors = [vector for vector in vectors if vector.shape == matrix.shape[1:]]
        if not vectors:
            return None
        cosines = np.max(matrix @ np.stack(vectors, axis=1), axis=1)
        for item, cosine in zip(texts, cosines, strict=True):
            if cosine < NEAR:
                continue
            for sentence in sentences_of(words):
                if says_again(sentence, item.text, cosine=float(cosine)).is_same:
                    return item.refusal
        return None


def words_of(record: Record) -> str:
    """The text by which a record is compared."""
    if isinstance(record.content, Fact):
        return fact_text(record.key, record.subject, record.predicate, record.content.value)
    return record_text(record)


def record_hold(*, record: Record, refusal: int) -> bool:
    """Take a record's last change back and propose it; False when the owner made it, or it changed meanwhile."""
    with transaction.atomic():
        now = Record.objects.with_content().filter(pk=record.pk, status=Status.ACTIVE).first()
        last = now.revisions.filter(number=now.revision).order_by("id").last() if now is not None else None
        if now is None or last is None or now.revision != record.revision or last.source == OWNER_SOURCE:
            return False
        refused = Refused(now.store)
        notes = {"refusal": refusal, "refused_record": refused.record_of(refusal), "doubts": [RESEMBLES_REFUSED]}
        proposed = snapshot(now, now.content)
        state = last.before
        is_new = state is None or state["status"] != Status.ACTIVE
        if state is not None and not is_new:
            snapshot_apply(now, state)
        else:
            now.status = Status.PROPOSED
        changes_commit(actor=HOLDER, changes=[_held(now, proposed, notes, says_otherwise=not is_new)])
        if is_new:
            bring_back(HOLDER, now)
        changes_commit(actor=HOLDER, changes=[_asked(now, proposed, last, notes, is_new=is_new)])
        refused.note(refusal)
        refused.count()
        events_write([held_event_of(now, notes, actor=HOLDER)])
    return True


def _held(record: Record, before: dict[str, object], notes: dict[str, object], *, says_otherwise: bool) -> Change:
    return Change(
        record,
        record.content,
        "hold",
        before=before,
        base_revision=record.revision,
        reason=REASON,
        metadata=notes,
        event="held",
        text_changed=says_otherwise,
    )


def _asked(
    record: Record, after: dict[str, object], last: Revision, notes: dict[str, object], *, is_new: bool
) -> Change:
    return Change(
        record,
        record.content,
        "create" if is_new else "update",
        before=snapshot(record, record.content),
        after=after,
        status=Revision.Status.PROPOSED,
        base_revision=record.revision,
        reason=last.reason,
        metadata={**notes, "why": RESEMBLES_REFUSED, "asked_by": last.source},
        event="proposed",
        new_text=words_of(record) if record.kind == Kind.EPISODE else "",
    )
