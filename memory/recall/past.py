"""Searching memory as it stood: present records whose state was there already, and states that were replaced since.

A replaced state goes by the key of the journal entry that left it, with a minus, so that both kinds can stand in one
list. Weights of words are those of both indexes together as they are today.
"""

# ruff: noqa: S608
# Statements are put together from constants and placeholders; every value is a parameter.

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from kirocrew.base.canonical import canonical_json
from memory.recall.engine import NOTHING, Candidate, Content, Corpus, PoolRow, Vector
from memory.recall.match import scope_expression
from memory.recall.past_index import PAST_TABLE
from memory.recall.past_vectors import past_cosines, past_nearest
from memory.recall.point import Point, believed, held
from memory.recall.scope import Scope
from memory.recall.sqlite import MATCH_BUDGET, QUESTION_MARKS, SqliteEngine, moment_of, search_in, within_budget
from memory.recall.statements import ANNOUNCES, GIVEN, fetch_all, given, marks, seconds_of, token_condition
from memory.recall.statistics import corpus_of

BELIEFS = "memory_belief b JOIN memory_record r ON r.id = b.record_id"


class PastEngine(SqliteEngine):
    """The engine for a point of the past; the scopes it is asked with name the same point."""

    def __init__(self, point: Point) -> None:
        super().__init__()
        self._point = point
        self._then, self._instants = believed(point)
        self._counted: tuple[tuple[str, ...], Scope, Corpus, Corpus] | None = None

    def _corpora(self, terms: Sequence[str], scope: Scope) -> tuple[Corpus, Corpus]:
        """Statistics of the present index and of the past one, counted once for a question."""
        known = self._counted
        if known is None or known[0] != tuple(terms) or known[1] != scope:
            present, past = super().corpus(terms, scope), corpus_of(terms, scope, table=PAST_TABLE)
            known = self._counted = tuple(terms), scope, present, past
        return known[2], known[3]

    def corpus(self, terms: Sequence[str], scope: Scope) -> Corpus:
        present, past = self._corpora(terms, scope)
        seen = {*present.frequencies, *past.frequencies}
        together = {term: present.frequencies.get(term, 0) + past.frequencies.get(term, 0) for term in seen}
        return Corpus(present.rows + past.rows, together, max(present.shown, past.shown))

    def lexical(
        self, terms: Sequence[str], scope: Scope, *, limit: int, corpus: Corpus | None = None
    ) -> list[Candidate]:
        now_, then = self._corpora(terms, scope)
        present = super().lexical(terms, scope, limit=limit, corpus=now_)
        return _best([*present, *self._replaced_by_words(terms, scope, limit, then)])

    def semantic(self, vector: Vector, scope: Scope, *, space_id: int, limit: int) -> list[Candidate]:
        present = super().semantic(vector, scope, space_id=space_id, limit=limit)
        if scope.is_empty or limit < 1:
            return present
        past = past_nearest(vector, scope, self._point, space_id=space_id, limit=limit)
        return _best([*present, *_negative(past)])

    def newest(self, scope: Scope, *, limit: int) -> list[Candidate]:
        if scope.is_empty:
            return []
        rows = fetch_all(
            f"SELECT b.revision_id, b.record_id FROM {PAST_TABLE} CROSS JOIN memory_belief b"
            f" ON b.revision_id = {PAST_TABLE}.rowid JOIN memory_record r ON r.id = b.record_id"
            f" WHERE {PAST_TABLE} MATCH %s AND {self._then} ORDER BY b.record_id DESC LIMIT %s",
            [scope_expression(scope), *self._instants, limit],
        )
        found = [(hit.record_id, hit.record_id) for hit in super().newest(scope, limit=limit)]
        found += [(record, -entry) for entry, record in rows]
        return [Candidate(key, 0.0) for _, key in sorted(found, reverse=True)[:limit]]

    def neighbours(self, record_ids: Sequence[int], *, reach: int) -> list[int]:
        entries = [-key for key in record_ids if key < 0]
        owners = fetch_all(f"SELECT record_id FROM memory_revision WHERE id IN ({GIVEN})", [given(entries)])
        near = super().neighbours([key for key in record_ids if key > 0] + [pk for (pk,) in owners], reach=reach)
        if not near:
            return []
        replaced = fetch_all(
            f"SELECT b.revision_id FROM {BELIEFS} WHERE b.record_id IN ({GIVEN}) AND {self._then}",
            [given(near), *self._instants],
        )
        return [*near, *(-pk for (pk,) in replaced)]

    def pool(
        self,
        record_ids: Sequence[int],
        scope: Scope,
        *,
        vector: Vector | None = None,
        space_id: int | None = None,
        known: Mapping[int, float] = NOTHING,
    ) -> list[PoolRow]:
        present = [key for key in record_ids if key > 0]
        rows = super().pool(present, scope, vector=vector, space_id=space_id, known=known)
        entries = [-key for key in record_ids if key < 0]
        if scope.is_empty or not entries:
            return rows
        tokens, values = token_condition(scope, "t.c1")
        found = fetch_all(
            f"SELECT b.revision_id, b.kind, t.c0, v.after, {seconds_of('b.known_from')}, b.store_id, {ANNOUNCES}"
            f" FROM json_each(%s) g CROSS JOIN memory_belief b ON b.revision_id = g.value"
            " JOIN memory_record r ON r.id = b.record_id JOIN memory_revision v ON v.id = b.revision_id"
            f" JOIN {PAST_TABLE}_content t ON t.id = b.revision_id WHERE b.store_id IN ({marks(scope.store_ids)})"
            f" AND b.kind IN ({marks(scope.kinds)}) AND {tokens} AND {self._then} ORDER BY b.revision_id",
            [given(entries), *sorted(scope.store_ids), *sorted(scope.kinds), *values, *self._instants],
        )
        cosines = {-key: cosine for key, cosine in known.items() if key < 0}
        if vector is not None and space_id is not None:
            cosines |= past_cosines([row[0] for row in found if row[0] not in cosines], vector, space_id)
        return [*rows, *(_pool_row(row, cosines.get(row[0])) for row in found)]

    def contents(self, record_ids: Sequence[int]) -> dict[int, Content]:
        still = self._still([key for key in record_ids if key > 0])
        shown = super().contents(still)
        entries = [-key for key in record_ids if key < 0]
        rows = fetch_all(
            "SELECT v.id, r.uid, s.slug, v.after, v.number, b.valid_from, b.valid_until"
            f" FROM {BELIEFS} JOIN memory_revision v ON v.id = b.revision_id JOIN memory_store s ON s.id = r.store_id"
            f" WHERE v.id IN ({GIVEN}) AND {self._then}",
            [given(entries), *self._instants],
        )
        return shown | {-row[0]: _content(row) for row in rows}

    def _replaced_by_words(self, terms: Sequence[str], scope: Scope, limit: int, corpus: Corpus) -> list[Candidate]:
        known = [term for term in terms if corpus.frequencies.get(term)]
        if scope.is_empty or not known or limit < 1:
            return []
        wanted, common = within_budget(known, corpus)
        source, condition, params = search_in(wanted, scope, corpus, table=PAST_TABLE)
        rows = fetch_all(
            f"SELECT b.revision_id, bm25({PAST_TABLE}, 1.0, 0.0) AS score FROM {source}"
            f" CROSS JOIN memory_belief b ON b.revision_id = {PAST_TABLE}.rowid"
            f" CROSS JOIN memory_record r ON r.id = b.record_id WHERE {condition} AND {self._then}"
            f" ORDER BY {f'{PAST_TABLE}.rowid DESC' if common else 'score'} LIMIT %s",
            [*params, *self._instants, max(limit, MATCH_BUDGET) if common else limit],
        )
        best = sorted(rows, key=lambda row: (row[1], -row[0]))[:limit]
        return [Candidate(-pk, -score) for pk, score in best]

    def _still(self, record_ids: Sequence[int]) -> list[int]:
        """Those of the records that are still in the state they had at the point."""
        then, instants = held(self._point)
        statement = f"SELECT r.id FROM memory_record r WHERE r.id IN ({GIVEN}){then}"
        return [pk for (pk,) in fetch_all(statement, [given(record_ids), *instants])]


def _negative(candidates: Sequence[Candidate]) -> list[Candidate]:
    return [Candidate(-found.record_id, found.score) for found in candidates]


def _best(candidates: list[Candidate]) -> list[Candidate]:
    return sorted(candidates, key=lambda found: -found.score)


def _pool_row(row: tuple[Any, ...], cosine: float | None) -> PoolRow:
    entry, kind, terms, after, known_from, store_id, announces = row
    state = json.loads(after)
    content = state["content"]
    text = content.get("text", "")
    return PoolRow(
        -entry,
        kind,
        tuple(terms.split()),
        len(text),
        datetime.fromisoformat(state["observed_at"]).timestamp(),
        known_from,
        content.get("importance", 0.5),
        tuple(content.get("tags", ())),
        store_id,
        content.get("conversation", ""),
        content.get("session", ""),
        content.get("position"),
        content.get("speaker", ""),
        text.rstrip()[-1:] in QUESTION_MARKS,
        bool(announces),
        cosine,
    )


def _content(row: tuple[Any, ...]) -> Content:
    _, uid, store, after, number, valid_from, valid_until = row
    state = json.loads(after)
    content = state["content"]
    value = content.get("value")
    text = content.get("text", content.get("rule"))
    if text is None:
        text = value if isinstance(value, str) else canonical_json(value)
    return Content(
        UUID(uid),
        store,
        state["key"],
        state["source"],
        state["source_ref"],
        datetime.fromisoformat(state["observed_at"]),
        moment_of(valid_from),
        moment_of(valid_until),
        number,
        text,
        value,
    )
