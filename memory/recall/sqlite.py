"""The SQLite engine: FTS5 for words, sqlite-vec's distances for vectors.

Figures of a two-core machine, 100,000 episodes, p50: `ORDER BY rank` 140 ms, `ORDER BY bm25()` 45 ms (the former
sorts every match), the rarest terms alone 6 ms. Hence the budget on matches below.
"""

# ruff: noqa: S608
# Statements are put together from constants and placeholders of this file; every value is a parameter.

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Final
from uuid import UUID

from django.db import OperationalError, connection, transaction

from kirocrew.base.canonical import canonical_json
from kirocrew.base.clock import EPOCH
from memory.inference.models import SpaceKey
from memory.models.records import Record, Status
from memory.recall.engine import (
    NOTHING,
    Candidate,
    Content,
    Corpus,
    IndexCheck,
    PoolRow,
    Progress,
    SearchedSpace,
    Vector,
)
from memory.recall.match import scope_expression, search_expression, terms_expression
from memory.recall.point import held, held_row
from memory.recall.scope import Scope, scope_tokens
from memory.recall.statements import (
    ANNOUNCES,
    DATED,
    GIVEN,
    fetch_all,
    given,
    marks,
    seconds_of,
    stored,
    token_condition,
)
from memory.recall.statistics import LARGE, corpus_of
from memory.recall.text_index import TABLE, IndexRow, index_terms, rows_remove, rows_write
from memory.recall.vectors import VectorSearch

MATCH_BUDGET: Final = 600  # rows scored by bm25; the rarest terms that stay within it propose the candidates
REBUILD_ROWS: Final = 500  # per transaction: the write lock is never held long
SHOWN: Final = 200  # keys listed per finding of a check

WIDE_SHARE: Final = 0.3  # of the index; a scope that shows more of a large one is checked row by row
POOL_COLUMNS: Final = (
    f"r.id, r.kind, t.c0, COALESCE(LENGTH(e.text), 0), {seconds_of('r.observed_at')}, {seconds_of('r.updated_at')},"
    " COALESCE(e.importance, 0.5),"
    " e.tags, r.store_id, COALESCE(e.conversation, ''), COALESCE(e.session, ''), e.position, COALESCE(e.speaker, ''),"
    f" SUBSTR(RTRIM(e.text), -1), {ANNOUNCES}"
)
SPACES: Final = (
    "SELECT id, model, dimension, normalisation, source, state = 'current' AS is_current FROM memory_space"
    " WHERE state IN ('current', 'retired') ORDER BY is_current DESC, retired_at DESC, id DESC"
)
QUESTION_MARKS: Final = frozenset("?？؟;՞፧")


class SqliteEngine:
    """The engine of `memory.recall.engine.SearchEngine` on the default database. One object serves one question."""

    def __init__(self) -> None:
        self._vectors = VectorSearch()

    def upsert(self, rows: Sequence[IndexRow]) -> None:
        rows_write(rows)

    def remove(self, record_ids: Iterable[int]) -> None:
        rows_remove(record_ids)

    def spaces(self) -> list[SearchedSpace]:
        rows = fetch_all(SPACES, [])
        return [SearchedSpace(pk, SpaceKey(*key), source, bool(current)) for pk, *key, source, current in rows]

    def corpus(self, terms: Sequence[str], scope: Scope) -> Corpus:
        return corpus_of(terms, scope)

    def lexical(
        self, terms: Sequence[str], scope: Scope, *, limit: int, corpus: Corpus | None = None
    ) -> list[Candidate]:
        corpus = corpus or self.corpus(terms, scope)
        known = [term for term in terms if corpus.frequencies.get(term)]
        if scope.is_empty or not known or limit < 1:
            return []
        wanted, common = within_budget(known, corpus)
        source, condition, params = search_in(wanted, scope, corpus)
        moment, (then, instants) = stored(scope.instant), held_row(scope.point, f"{TABLE}.rowid")
        rows = fetch_all(
            f"SELECT {TABLE}.rowid, bm25({TABLE}, 1.0, 0.0) AS score FROM {source} WHERE {condition}"
            f" AND {TABLE}.rowid NOT IN ({DATED}){then}"
            f" ORDER BY {f'{TABLE}.rowid DESC' if common else 'score'} LIMIT %s",
            [*params, moment, moment, *instants, max(limit, MATCH_BUDGET) if common else limit],
        )
        best = sorted(rows, key=lambda row: (row[1], -row[0])) if common else rows
        return [Candidate(pk, -score) for pk, score in best[:limit]]

    def semantic(self, vector: Vector, scope: Scope, *, space_id: int, limit: int) -> list[Candidate]:
        if scope.is_empty or limit < 1:
            return []
        shown = 0
        if scope.is_narrow:
            corpus = self.corpus([], scope)
            shown = int(corpus.shown * corpus.rows)
        return self._vectors.nearest(vector, scope, space_id=space_id, limit=limit, shown=shown)

    def newest(self, scope: Scope, *, limit: int) -> list[Candidate]:
        if scope.is_empty:
            return []
        moment, (then, instants) = stored(scope.instant), held_row(scope.point, f"{TABLE}.rowid")
        rows = fetch_all(
            f"SELECT rowid FROM {TABLE} WHERE {TABLE} MATCH %s AND rowid NOT IN ({DATED}){then}"
            " ORDER BY rowid DESC LIMIT %s",
            [scope_expression(scope), moment, moment, *instants, limit],
        )
        return [Candidate(pk, 0.0) for (pk,) in rows]

    def neighbours(self, record_ids: Sequence[int], *, reach: int) -> list[int]:
        if not record_ids:
            return []
        rows = fetch_all(
            "SELECT DISTINCT n.record_id FROM memory_episode e"
            # CROSS keeps this order; the negation is spelt as in the partial index, or that is not used.
            " CROSS JOIN memory_episode n ON n.conversation = e.conversation AND NOT (n.conversation = '')"
            " AND n.position BETWEEN e.position - %s AND e.position + %s AND n.session = e.session"
            f" WHERE e.record_id IN ({GIVEN}) AND NOT (e.conversation = '')",
            [reach, reach, given(record_ids)],
        )
        return [pk for (pk,) in rows]

    def pool(
        self,
        record_ids: Sequence[int],
        scope: Scope,
        *,
        vector: Vector | None = None,
        space_id: int | None = None,
        known: Mapping[int, float] = NOTHING,
    ) -> list[PoolRow]:
        if scope.is_empty or not record_ids:
            return []
        moment, (then, instants) = stored(scope.instant), held(scope.point)
        tokens, values = token_condition(scope, "t.c1")
        rows = fetch_all(
            # The table behind the virtual one: five times as fast to read by key.
            f"SELECT {POOL_COLUMNS} FROM json_each(%s) g CROSS JOIN memory_record r ON r.id = g.value"
            f" JOIN {TABLE}_content t ON t.id = r.id"
            " LEFT JOIN memory_episode e ON e.record_id = r.id"
            f" WHERE r.status = 'active' AND r.store_id IN ({marks(scope.store_ids)})"
            f" AND r.kind IN ({marks(scope.kinds)}) AND {tokens}"
            " AND (r.valid_from IS NULL OR r.valid_from <= %s) AND (r.valid_until IS NULL OR r.valid_until > %s)"
            f"{then} ORDER BY r.id",
            [
                given(record_ids),
                *sorted(scope.store_ids),
                *sorted(scope.kinds),
                *values,
                moment,
                moment,
                *instants,
            ],
        )
        cosines = dict(known)
        if vector is not None and space_id is not None:
            unknown = [row[0] for row in rows if row[0] not in known]
            cosines |= self._vectors.cosines(unknown, vector, space_id)
        return [_pool_row(row, cosines.get(row[0])) for row in rows]

    def contents(self, record_ids: Sequence[int]) -> dict[int, Content]:
        rows = fetch_all(
            # As texts: the driver's own reading of instants takes as long as the statement.
            "SELECT r.id, r.uid, s.slug, r.key, r.source, r.source_ref, r.observed_at || '', r.valid_from || '',"
            " r.valid_until || '', r.revision, COALESCE(e.text, l.rule), f.value"
            " FROM memory_record r JOIN memory_store s ON s.id = r.store_id"
            " LEFT JOIN memory_episode e ON e.record_id = r.id LEFT JOIN memory_lesson l ON l.record_id = r.id"
            " LEFT JOIN memory_fact f ON f.record_id = r.id"
            f" WHERE r.id IN ({GIVEN}) AND r.status = 'active'",
            [given(record_ids)],
        )
        return {row[0]: _content(row) for row in rows}

    def rebuild(self, progress: Progress | None = None) -> int:
        total = Record.objects.filter(status=Status.ACTIVE).count()
        done, last = 0, 0
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(
                f"DELETE FROM {TABLE} WHERE rowid NOT IN (SELECT id FROM memory_record WHERE status = 'active')"
            )
        while True:
            with transaction.atomic():
                batch = list(
                    Record.objects.filter(status=Status.ACTIVE, pk__gt=last)
                    .with_content()
                    .order_by("pk")[:REBUILD_ROWS]
                )
                if not batch:
                    break
                rows_write([_index_row(record) for record in batch])
            last, done = batch[-1].pk, done + len(batch)
            if progress:
                progress(done, max(total, done))
        with connection.cursor() as cursor:
            cursor.execute(f"INSERT INTO {TABLE}({TABLE}) VALUES ('optimize')")
        return done

    def check(self) -> IndexCheck:
        missing = fetch_all(
            "SELECT id FROM memory_record WHERE status = 'active'"
            f" AND id NOT IN (SELECT rowid FROM {TABLE}) ORDER BY id LIMIT %s",
            [SHOWN],
        )
        orphaned = fetch_all(
            f"SELECT rowid FROM {TABLE} WHERE rowid NOT IN"
            " (SELECT id FROM memory_record WHERE status = 'active') ORDER BY rowid LIMIT %s",
            [SHOWN],
        )
        vectors = fetch_all(
            "SELECT DISTINCT b.record_id FROM memory_embeddingbits b LEFT JOIN memory_record r"
            " ON r.id = b.record_id AND r.status = 'active' AND r.store_id = b.store_id AND r.kind = b.kind"
            " WHERE r.id IS NULL ORDER BY 1 LIMIT %s",
            [SHOWN],
        )
        return IndexCheck(
            tuple(pk for (pk,) in missing),
            tuple(pk for (pk,) in orphaned),
            tuple(pk for (pk,) in vectors),
            tuple(_integrity_problems()),
        )


def search_in(wanted: Sequence[str], scope: Scope, corpus: Corpus, *, table: str = TABLE) -> tuple[str, str, list[Any]]:
    """Where to search, the condition and its parameters.

    A scope that shows most of a large index is checked row by row: inside the expression bm25 would count its
    rows first.
    """
    if corpus.shown < WIDE_SHARE or corpus.shown * corpus.rows < LARGE:
        return table, f"{table} MATCH %s", [search_expression(wanted, scope)]
    tokens, values = token_condition(scope, "t.c1")
    source = f"{table} CROSS JOIN {table}_content t ON t.id = {table}.rowid"
    return source, f"{table} MATCH %s AND {tokens}", [terms_expression(wanted), *values]


def within_budget(known: Sequence[str], corpus: Corpus) -> tuple[list[str], bool]:
    """The rarest terms that match few enough rows to score, and whether even the rarest one matches too many."""
    expected = {term: corpus.frequencies[term] * corpus.shown for term in known}
    rarest = sorted(known, key=expected.__getitem__)
    wanted, total = [rarest[0]], expected[rarest[0]]
    for term in rarest[1:]:
        total += expected[term]
        if total > MATCH_BUDGET:
            break
        wanted.append(term)
    return wanted, expected[rarest[0]] > MATCH_BUDGET


def _pool_row(row: tuple[Any, ...], cosine: float | None) -> PoolRow:
    return PoolRow(
        row[0],
        row[1],
        tuple(row[2].split()),
        row[3],
        row[4],
        row[5],
        row[6],
        tuple(json.loads(row[7])) if row[7] and row[7] != "[]" else (),
        row[8],
        row[9],
        row[10],
        row[11],
        row[12],
        row[13] in QUESTION_MARKS,
        bool(row[14]),
        cosine,
    )


def _content(row: tuple[Any, ...]) -> Content:
    value = json.loads(row[11]) if row[11] is not None else None
    text = row[10] if row[10] is not None else value if isinstance(value, str) else canonical_json(value)
    observed, start, end = (moment_of(raw) for raw in row[6:9])
    return Content(UUID(row[1]), row[2], row[3], row[4], row[5], observed or EPOCH, start, end, row[9], text, value)


def moment_of(raw: str | datetime | None) -> datetime | None:
    if raw is None:
        return None
    moment = raw if isinstance(raw, datetime) else datetime.fromisoformat(raw)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _index_row(record: Record) -> IndexRow:
    content = record.content
    return IndexRow(record.pk, index_terms(record, content), scope_tokens(record, content))


def _integrity_problems() -> Iterator[str]:
    try:
        with connection.cursor() as cursor:
            cursor.execute(f"INSERT INTO {TABLE}({TABLE}) VALUES ('integrity-check')")
    except OperationalError as error:
        yield f"the text index is damaged ({error}); rebuild it"
