"""How often terms and scope tokens occur in the text index."""

# ruff: noqa: S608
# Statements are put together from constants and placeholders; every value is a parameter.

import json
import time
from collections.abc import Sequence
from typing import Final

from django.db import connection

from memory.recall.engine import Corpus
from memory.recall.scope import Scope
from memory.recall.statements import fetch_all, marks
from memory.recall.text_index import TABLE

VOCABULARY: Final = f"temp.{TABLE}_terms"
LARGE: Final = 1_000  # rows of an index of which a wide scope is checked row by row
KEPT_FROM: Final = 2_000  # rows; counting more takes most of a millisecond, and a few more or less change nothing
KEPT_SECONDS: Final = 60.0  # for which a large count is taken as it was
ROWS: Final = ""  # stands for the rows of the whole index among the tokens

_VOCABULARY_TABLE: Final = "CREATE VIRTUAL TABLE IF NOT EXISTS temp.{0}_terms USING fts5vocab('main', '{0}', 'col')"
_ROWS_OF_TERMS: Final = (
    f"SELECT v.term, v.doc FROM json_each(%s) j CROSS JOIN {VOCABULARY} v ON v.term = j.value WHERE v.col = 'terms'"
)

_PLACES_TABLE: Final = (
    f"CREATE VIRTUAL TABLE IF NOT EXISTS temp.{TABLE}_places USING fts5vocab('main', '{TABLE}', 'instance')"
)
_ROWS_WITH_TERMS: Final = (
    f"SELECT DISTINCT v.term, v.doc FROM json_each(%s) j CROSS JOIN temp.{TABLE}_places v ON v.term = j.value"
    " WHERE v.col = 'terms'"
)

_large: dict[tuple[str, str, str], tuple[float, int]] = {}


def corpus_of(terms: Sequence[str], scope: Scope, *, table: str = TABLE) -> Corpus:
    """Count rows in all, rows per term, and at most which share of them the scope shows."""
    tokens = [ROWS, *(token for group in scope.groups for token in group)]
    sizes = _remembered(table, tokens)
    unknown = [token for token in tokens if token not in sizes and token != ROWS]
    fetch_all(_VOCABULARY_TABLE.format(table), [])
    rows = fetch_all(
        f"SELECT col, term, doc FROM temp.{table}_terms WHERE term IN ({marks([*terms, *unknown])})",
        [*terms, *unknown],
    )
    found = {(column, term): doc for column, term, doc in rows}
    counted = {token: found.get(("scope", token), 0) for token in unknown}
    if ROWS not in sizes:
        counted[ROWS] = int(fetch_all(f"SELECT COUNT(*) FROM {table}_docsize", [])[0][0])
    _remember(table, counted)
    sizes |= counted
    shown = min((sum(sizes[token] for token in group) for group in scope.groups), default=0)
    frequencies = {term: found["terms", term] for term in terms if ("terms", term) in found}
    return Corpus(sizes[ROWS], frequencies, min(1.0, shown / max(sizes[ROWS], 1)))


def rows_of_terms(terms: Sequence[str]) -> dict[str, int]:
    """In how many rows of the index each of the terms occurs; those that occur in none are left out."""
    with connection.cursor() as cursor:
        cursor.execute(_VOCABULARY_TABLE.format(TABLE))
        cursor.execute(_ROWS_OF_TERMS, [json.dumps(list(terms))])
        return dict(cursor.fetchall())


def rows_with_terms(terms: Sequence[str]) -> dict[str, list[int]]:
    """The rows of the index (their keys) in which each of the terms occurs."""
    found: dict[str, list[int]] = {}
    with connection.cursor() as cursor:
        cursor.execute(_PLACES_TABLE)
        cursor.execute(_ROWS_WITH_TERMS, [json.dumps(list(terms))])
        for term, key in cursor.fetchall():
            found.setdefault(term, []).append(key)
    return found


def _remembered(table: str, tokens: Sequence[str]) -> dict[str, int]:
    name, moment = str(connection.settings_dict["NAME"]), time.monotonic()
    kept = {token: _large.get((name, table, token)) for token in tokens}
    return {token: entry[1] for token, entry in kept.items() if entry and entry[0] > moment}


def _remember(table: str, counted: dict[str, int]) -> None:
    name, until = str(connection.settings_dict["NAME"]), time.monotonic() + KEPT_SECONDS
    _large.update({(name, table, token): (until, count) for token, count in counted.items() if count >= KEPT_FROM})
