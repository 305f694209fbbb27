"""Whether text indexes and vectors are whole, and making them so again from what they were made of."""

# ruff: noqa: S608  (names of tables and columns are ours)

from collections.abc import Mapping
from typing import Final

from django.db import DatabaseError, connection, transaction

from memory.recall.sqlite import SqliteEngine
from memory.recall.statements import fetch_all
from memory.services.document_search import documents_index_rebuild
from memory.services.timeline_rebuild import past_check, past_rebuild
from memory.services.vectors import embedding_request, past_embedding_request

TEXTS: Final = {
    "memory_text": "the text index of records",
    "memory_past_text": "the text index of the past",
    "memory_document_text": "the text index of documents and history",
}
FLOAT_BYTES: Final = 4
_ORPHANS: Final = {
    "memory_embedding": "NOT EXISTS (SELECT 1 FROM memory_record r WHERE r.id = t.record_id)"
    " OR NOT EXISTS (SELECT 1 FROM memory_space s WHERE s.id = t.space_id)",
    "memory_embeddingbits": "NOT EXISTS (SELECT 1 FROM memory_embedding e WHERE e.id = t.embedding_id)"
    " OR NOT EXISTS (SELECT 1 FROM memory_record r WHERE r.id = t.record_id AND r.status = 'active'"
    " AND r.store_id = t.store_id AND r.kind = t.kind)",
    "memory_pastvector": "NOT EXISTS (SELECT 1 FROM memory_revision v WHERE v.id = t.revision_id)"
    " OR NOT EXISTS (SELECT 1 FROM memory_space s WHERE s.id = t.space_id)",
}
"""Vectors of nothing."""
_LENGTH_OFF: Final = (
    f"EXISTS (SELECT 1 FROM memory_space s WHERE s.id = t.space_id AND length(t.vector) <> {FLOAT_BYTES} * s.dimension)"
)
_OFF: Final = {"memory_embedding": _LENGTH_OFF, "memory_pastvector": _LENGTH_OFF}
"""Vectors that are longer or shorter than their space is wide."""
_BITS_OFF: Final = (
    "EXISTS (SELECT 1 FROM memory_space s WHERE s.id = t.space_id AND length(t.bits) <> (s.dimension + 7) / 8)"
)


def texts_check() -> list[str]:
    """How the text indexes differ from what they are made of, one sentence each."""
    found = [f"{words} is damaged ({trouble})" for table, words in TEXTS.items() if (trouble := _damage(table))]
    if found:
        return found  # what can't be read can't be compared
    index = SqliteEngine().check()
    for number, words in (
        (len(index.missing_text), "records are not in the text index"),
        (len(index.orphaned_text), "rows of the text index belong to no active record"),
    ):
        found += [f"{number:,} {words}"] if number else []
    return [*found, *past_check()]


def texts_rebuild() -> str:
    """Make the text indexes anew from the records, the journal and the documents; returns what was done."""
    for table in TEXTS:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(f"INSERT INTO {table}({table}) VALUES ('rebuild')")
    records, past, documents = SqliteEngine().rebuild(), past_rebuild(), documents_index_rebuild()
    past_embedding_request()
    return f"text indexes made anew from {records:,} records, {past:,} with a past, {documents:,} documents and entries"


def vectors_check() -> Mapping[str, int]:
    """How many vectors belong to nothing, and how many have another length than their space; by words, no zeros."""
    orphans = sum(_count(table, where) for table, where in _ORPHANS.items())
    off = sum(_count(table, where) for table, where in _OFF.items()) + _count("memory_embeddingbits", _BITS_OFF)
    found = {"vectors belong to no record": orphans, "vectors have another length than their space": off}
    return {words: number for words, number in found.items() if number}


def vectors_repair() -> str:
    """Remove the vectors that can't be used; records that lack one then are embedded anew. Returns what was done."""
    removed = 0
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            "DELETE FROM memory_embeddingbits WHERE embedding_id IN"
            f" (SELECT t.id FROM memory_embedding t WHERE {_ORPHANS['memory_embedding']} OR {_OFF['memory_embedding']})"
        )
        cursor.execute(
            "DELETE FROM memory_embedding WHERE id IN"
            f" (SELECT t.embedding_id FROM memory_embeddingbits t WHERE {_BITS_OFF})"
        )
        for table in ("memory_embedding", "memory_pastvector", "memory_embeddingbits"):
            where = " OR ".join(part for part in (_ORPHANS[table], _OFF.get(table)) if part)
            key = "embedding_id" if table == "memory_embeddingbits" else "id"
            cursor.execute(f"DELETE FROM {table} WHERE {key} IN (SELECT t.{key} FROM {table} t WHERE {where})")
            removed += cursor.rowcount
    embedding_request()
    past_embedding_request()
    return f"{removed:,} vectors removed; what lacks one is embedded anew"


def _damage(table: str) -> str:
    """What is wrong inside of a text index; empty when nothing is."""
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(f"INSERT INTO {table}({table}) VALUES ('integrity-check')")
    except DatabaseError as error:
        return str(error)
    return ""


def _count(table: str, where: str) -> int:
    return int(fetch_all(f"SELECT count(*) FROM {table} t WHERE {where}", [])[0][0])
