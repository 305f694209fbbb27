"""Looking into every place for the texts of records that should be gone."""

from collections.abc import Mapping, Sequence
from uuid import UUID

from django.db import connection

from memory.models import (
    Belief,
    Embedding,
    EmbeddingBits,
    EmbeddingFailure,
    Event,
    ImportedItem,
    PastVector,
    Record,
    Revision,
    Status,
)
from memory.recall import document_index, resident, text_index
from memory.recall.past_index import PAST_TABLE
from memory.services.erasing.answers import answers_hits
from memory.services.erasing.certificate import CLEAR, NOT_LOOKED, Line, blank_lines
from memory.services.erasing.files import database_files, file_hits, file_words, home_files
from memory.services.erasing.needles import Needles, text_carries
from memory.services.erasing.places import (
    BACKUPS,
    BY_TABLE,
    CACHES,
    DATABASE_FILE,
    DOCUMENTS_INDEX,
    EXPORTS,
    HOME,
    IMPORTS,
    JOURNAL,
    PAST,
    RECORDS,
    TEXT_INDEX,
    VECTORS,
)
from memory.services.erasing.reading import files_carrying, is_database, readable_text
from memory.services.erasing.rows import ENCODED, Hit, all_texts, table_hits, text_columns, unpacked
from memory.services.erasing.sought import Sought
from memory.services.journal import snapshot

Records = Mapping[int, UUID]
"""Keys and uids of the records that should be gone."""

SHORT = "The text is short: it was looked for where the record stood, not inside of other texts."
SHORT_IN_FILES = "The text is short: it was looked for in what has the record's id, and beside its key."
SHORT_ALONE = "The text is short and has no key: whether these files say it can't be told. Look yourself."


def places_probe(needles: Needles, records: Records, *, slow: bool = True) -> tuple[Line, ...]:
    """A line for every place. Reads the whole database and every file of the home once, the slow ones if asked."""
    lines = blank_lines()
    for hit in hits_in_tables(needles):
        lines[_place(hit.table)].found(hit_words(hit))
    for hit in answers_hits(Sought.of(needles, records.values())):
        lines[_place(hit.table)].found(hit_words(hit))
    _records(lines, records)
    _text_index(lines[TEXT_INDEX], needles, records)
    _past(lines[PAST], needles, records)
    _documents_index(lines[DOCUMENTS_INDEX], needles)
    _vectors(lines[VECTORS], records)
    if kept := resident.held(list(records)):
        lines[CACHES].found(f"{kept} vectors kept in memory")
    _bytes(lines[DATABASE_FILE], needles)
    for found in file_hits(Sought.of(needles, records.values()), slow=slow):
        lines[found.place].found(str(found))
    short_note(lines, needles)
    return tuple(lines.values())


def marks_probe(
    marks: Mapping[int, frozenset[str]], records: Records, *, known: Mapping[str, str], when: str
) -> tuple[Line, ...]:
    """The same for records whose text nobody knows any more, by the marks that were kept of it.

    Every text of the database and of the home's files is compared. The bytes of databases can't be: `known` says what
    each place was found to be `when` the record was erased.
    """
    lines = blank_lines()
    if marks:
        for table, columns in text_columns().items():
            for key, name, text in all_texts(table, columns):
                if text_carries(unpacked(text) if table in ENCODED else text, marks):
                    lines[_place(table)].found(f"{table} {key} ({name})")
    _records(lines, records)
    _text_index(lines[TEXT_INDEX], Needles(), records)
    _past(lines[PAST], Needles(), records)
    _vectors(lines[VECTORS], records)
    if kept := resident.held(list(records)):
        lines[CACHES].found(f"{kept} vectors kept in memory")
    found = {hit.path for hit in file_hits(Sought.of(Needles(), records.values()))}
    for file, place in home_files():
        if file in found or (not is_database(file) and text_carries(readable_text(file), marks)):
            lines[place].found(file_words(file))
    for name in (DATABASE_FILE, BACKUPS):
        lines[name].state = lines[name].state if lines[name].hits else known.get(name, NOT_LOOKED)
        lines[name].note = f"As it was {when}; its bytes can be searched by who knows the text."
    return tuple(lines.values())


def hits_in_tables(needles: Needles) -> list[Hit]:
    """Every row of the database that carries one of the texts."""
    return [hit for table, columns in text_columns().items() for hit in table_hits(table, columns, needles)]


def hit_words(hit: Hit) -> str:
    """A hit as it is told: the record's uid where it belongs to one, else table and row."""
    key = hit.record_id if hit.record_id is not None else hit.key if hit.table in _KEYED else None
    uid = hit.record_uid or (Record.objects.filter(pk=key).values_list("uid", flat=True).first() if key else None)
    return f"{hit}, record {uid}" if uid else str(hit)


_KEYED = frozenset({"memory_record", "memory_fact", "memory_lesson", "memory_episode", "memory_text_content"})


def _place(table: str) -> str:
    place = BY_TABLE.get(table)
    return place.name if place is not None else HOME


def _records(lines: Mapping[str, Line], records: Records) -> None:
    """Whether rows, journal, audit and ledger of the records are without content, short values included."""
    for record in Record.objects.with_content().filter(pk__in=records):
        if record.status != Status.ERASED or _has_content(record):
            lines[RECORDS].found(f"record {record.uid}: {record.get_status_display().lower()}")
    for revision in Revision.objects.filter(record_id__in=records, erased_at__isnull=True).exclude(operation="erase"):
        lines[JOURNAL].found(f"entry {revision.pk} of record {records[revision.record_id]}")
    uids = list(records.values())
    for event in Event.objects.filter(record_uid__in=uids).exclude(old_value="", new_value=""):
        lines["audit"].found(f"audit entry {event.pk} of record {event.record_uid}")
    for item in ImportedItem.objects.filter(record_id__in=records):
        lines["provenance"].found(f"imported item {item.pk}")


def _has_content(record: Record) -> bool:
    state = snapshot(record, record.content)
    left = ("key", "category", "subject", "predicate", "scope", "project", "source_ref")
    content = state["content"]
    texts = [content.get(name) for name in ("value", "rule", "negative", "text", "tags", "conversation", "speaker")]
    return any(state[name] for name in left) or any(value not in (None, "", []) for value in texts)


def _text_index(line: Line, needles: Needles, records: Records) -> None:
    rows = set()
    with connection.cursor() as cursor:
        for key in records:
            cursor.execute(f"SELECT rowid FROM {text_index.TABLE} WHERE rowid = %s", [key])  # noqa: S608
            rows |= {row[0] for row in cursor.fetchall()}
        for terms in needles.terms:
            phrase = '"' + terms.replace('"', '""') + '"'
            cursor.execute(f"SELECT rowid FROM {text_index.TABLE} WHERE {text_index.TABLE} MATCH %s", [phrase])  # noqa: S608
            rows |= {row[0] for row in cursor.fetchall()}
    for key in sorted(rows):
        line.found(f"row {key} of the text index")


def _past(line: Line, needles: Needles, records: Records) -> None:
    rows = set()
    owned = f"SELECT rowid FROM {PAST_TABLE} WHERE rowid IN (SELECT id FROM memory_revision WHERE record_id = %s)"  # noqa: S608
    with connection.cursor() as cursor:
        for key in records:
            cursor.execute(owned, [key])
            rows |= {row[0] for row in cursor.fetchall()}
        for terms in needles.terms:
            phrase = '"' + terms.replace('"', '""') + '"'
            cursor.execute(f"SELECT rowid FROM {PAST_TABLE} WHERE {PAST_TABLE} MATCH %s", [phrase])  # noqa: S608
            rows |= {row[0] for row in cursor.fetchall()}
    for key in sorted(rows):
        line.found(f"row {key} of the index of the past")
    for model in (Belief, PastVector):
        for key in model._default_manager.filter(record_id__in=records).values_list("record_id", flat=True):
            line.found(f"{model.__name__.lower()} of record {records[key]}")


def _documents_index(line: Line, needles: Needles) -> None:
    rows = set()
    with connection.cursor() as cursor:
        for terms in needles.terms:
            phrase = '"' + terms.replace('"', '""') + '"'
            found = f"SELECT rowid FROM {document_index.TABLE} WHERE {document_index.TABLE} MATCH %s"  # noqa: S608
            cursor.execute(found, [phrase])
            rows |= {row[0] for row in cursor.fetchall()}
    for key in sorted(rows):
        line.found(f"row {key} of the index of documents")


def _vectors(line: Line, records: Records) -> None:
    for model in (Embedding, EmbeddingBits, EmbeddingFailure):
        for key in model._default_manager.filter(record_id__in=records).values_list("record_id", flat=True):
            line.found(f"{model.__name__.lower()} of record {records[key]}")


def _bytes(line: Line, needles: Needles) -> None:
    if connection.in_atomic_block:
        line.state = NOT_LOOKED
        line.note = "This ran inside of another transaction, so its bytes are not written yet."
        return
    for file in files_carrying(database_files(), needles):
        line.found(file.name)


def short_note(lines: Mapping[str, Line], needles: Needles) -> None:
    """Say how short texts were looked for. One without a key can't be told from the same words in foreign files."""
    if needles.forms:
        return
    for name in (EXPORTS, IMPORTS, BACKUPS, HOME, DATABASE_FILE):
        lines[name].note = lines[name].note or (SHORT if name == DATABASE_FILE else SHORT_IN_FILES)
    if needles.short and not needles.keys:
        for name in {place for _, place in home_files()} & {IMPORTS, HOME}:
            lines[name].note = SHORT_ALONE
            if lines[name].state == CLEAR:
                lines[name].state = NOT_LOOKED


def records_of(records: Sequence[Record]) -> dict[int, UUID]:
    """Keys and uids."""
    return {record.pk: record.uid for record in records}
