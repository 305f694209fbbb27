"""Where to look for statements that change those found: what was written right after, and what announces a change."""

# ruff: noqa: S608
# Statements are put together from constants and placeholders; every value is a parameter.

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Final
from uuid import UUID

from memory.models.records import Kind
from memory.recall.engine import Content, PoolRow, SearchEngine
from memory.recall.match import scope_expression, terms_expression
from memory.recall.scope import CHANGE_TOKEN, Scope
from memory.recall.statements import ANNOUNCES, fetch_all, given
from memory.recall.text_index import TABLE

NEXT_REACH: Final = 2  # records written after one that are looked at: "Sorry, the 25th" follows at once
SHORT: Final = 60  # characters of a text that may be said in the form of another, with another value
ANNOUNCED: Final = 40  # newest statements that announce a change and share a word with what was found
READ: Final = 8  # of these that are read: those with most words of what was found

_NEXT: Final = (
    # CROSS and the signs keep to the keys: the planner would rather read a store's episodes from its index.
    "SELECT r.id, n.id FROM json_each(%s) g CROSS JOIN memory_record r ON r.id = g.value"
    " CROSS JOIN memory_record n ON n.id > r.id AND n.id <= r.id + %s AND +n.store_id = r.store_id"
    " AND +n.kind = 'episode' AND +n.status = 'active'"
    # Of what follows only that is read which can change something: most of it is the next thing that was said.
    f" CROSS JOIN {TABLE}_content t ON t.id = n.id CROSS JOIN memory_episode e ON e.record_id = n.id"
    f" AND (LENGTH(e.text) <= {SHORT} OR {ANNOUNCES})"
)
_ANNOUNCED: Final = (
    " UNION ALL SELECT NULL, rowid FROM"
    # Looking up the words takes a millisecond of a large index: not done where no statement announces a change.
    f" (SELECT rowid FROM {TABLE} WHERE {TABLE} MATCH"
    f" CASE WHEN EXISTS (SELECT 1 FROM {TABLE} WHERE {TABLE} MATCH %s) THEN %s ELSE '\"\"' END"
    " ORDER BY rowid DESC LIMIT %s)"
)

Near = Mapping[int, tuple[PoolRow, Content]]


def newer_near(
    engine: SearchEngine, scope: Scope, found: Mapping[int, UUID], terms: Collection[str]
) -> tuple[Near, set[tuple[UUID, UUID]]]:
    """Return statements that may be newer than those found, by key, and who was followed by whom.

    `found` are the ids of records by their keys.

    Looked for in the stores and project of the scope, whatever else narrows it: that a statement was changed in
    another conversation matters as much.
    """
    wider = replace(scope, kinds=frozenset({str(Kind.EPISODE)}), conversation="", tags=frozenset())
    statement, params = _NEXT, [given(found), NEXT_REACH]
    if terms:
        announcing = f'{scope_expression(wider)} AND scope : ("{CHANGE_TOKEN}")'
        expression = f"{announcing} AND {terms_expression(sorted(terms))}"
        statement, params = f"{_NEXT}{_ANNOUNCED}", [*params, announcing, expression, ANNOUNCED]
    pairs = fetch_all(statement, params)
    if not pairs:
        return {}, set()
    follow = {key for before, key in pairs if before}
    rows = {row.record_id: row for row in engine.pool(sorted({key for _, key in pairs}), wider)}
    asked = frozenset(terms)
    by_words = sorted(rows.keys() - follow, key=lambda key: (-len(asked.intersection(rows[key].terms)), -key))
    contents = engine.contents([*(rows.keys() & follow), *by_words[:READ]])
    near = {key: (rows[key], content) for key, content in contents.items()}
    follows = {(found[before], contents[key].uid) for before, key in pairs if before and key in contents}
    return near, follows
