"""Databases in the home, backups above all: looked into row by row, and rewritten without what was erased.

What belongs to the erased records goes, and their texts wherever they stand, but not out of other records. The rest of
the erase is done when such a file is put back, since its journal is of its own time.
"""

# ruff: noqa: S608  (names of tables are ours, and values are bound)

import json
import os
import re
import shutil
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Final, cast

from django.db import connection

from kirocrew.base.problems import Unavailable
from memory.models import Status
from memory.services.erasing.needles import MARK
from memory.services.erasing.rows import Hit, row_redact, table_hits, text_columns
from memory.services.erasing.sought import Sought

FILE_MODE: Final = 0o600
COMPANIONS: Final = ("-wal", "-journal")
DRAFT: Final = ".erasing"  # end of the name of a copy that is being rewritten
TURNS: Final = "channels_bridge_turn"
BY_KEY: Final = frozenset({"memory_record", "memory_text_content"})
"""Tables whose rows have the number of the record they belong to."""
_REVISION_EMPTY: Final = (
    "UPDATE memory_documentrevision SET text = '', metadata = '{}', reason = '', erased_at = recorded_at WHERE id = ?"
)
_NO_VALUE: Final = json.dumps(MARK)
_DRAFT_NAME: Final = re.compile(rf"\..+\.\d+{re.escape(DRAFT)}(?:{'|'.join(COMPANIONS)})?")


class InUse(Unavailable):
    """Somebody has the database open, which may pass."""


def database_holds(file: Path, sought: Sought) -> bool:
    """Whether a database has one of the records with its content. Raises OSError when that can't be told."""
    driver = cast(Any, connection).Database
    try:
        with closing(driver.connect(f"{file.absolute().as_uri()}?mode=ro&immutable=1", uri=True)) as copy:
            columns = text_columns(copy)
            if TURNS in columns and _turns_with_words(copy, sought):
                return True
            return any(_says(copy, key, columns) for key in _keys(copy, columns, sought, but_erased=True))
    except driver.Error as error:
        raise OSError(f"{file.name} can't be read: {error}") from error


def database_clean(file: Path, sought: Sought) -> None:
    """Rewrite a database without the texts, and put it in place once it was found sound.

    Raises InUse, and Unavailable for one that can't be read or written.
    """
    driver = cast(Any, connection).Database
    if any(Path(f"{file}{end}").exists() for end in COMPANIONS):
        raise InUse(f"The database {file.name} is in use, or was not closed. Close it, or move it away.")
    draft = file.with_name(f".{file.name}.{os.getpid()}{DRAFT}")
    try:
        shutil.copyfile(file, draft)
        draft.chmod(FILE_MODE)
        copy: Any = driver.connect(str(draft), isolation_level=None)
        try:
            _clean(copy, sought)
            found = [row[0] for row in copy.execute("PRAGMA integrity_check(5)")]
        finally:
            copy.close()
        if found != ["ok"]:
            raise Unavailable(f"The backup {file.name} is not sound, so it was left as it is: {found[0]}.")
        disk_flush(draft)
        draft.replace(file)
    except driver.Error as error:
        raise Unavailable(f"The backup {file.name} can't be rewritten: {error}. Remove it, or move it away.") from error
    finally:
        for end in ("", *COMPANIONS):
            Path(f"{draft}{end}").unlink(missing_ok=True)


def drafts_remove(home: Path) -> None:
    """Remove what a run that was killed left of a database it rewrote; call it when no other run is at it."""
    for left in home.rglob(".*"):
        if _DRAFT_NAME.fullmatch(left.name):
            left.unlink(missing_ok=True)


def disk_flush(file: Path) -> None:
    """Have a file, or the names in a folder, on disk before anything rests on it."""
    descriptor = os.open(file, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _clean(copy: Any, sought: Sought) -> None:
    copy.execute("PRAGMA secure_delete = ON")
    copy.execute("BEGIN IMMEDIATE")
    columns = text_columns(copy)
    keys = _keys(copy, columns, sought)
    for key in keys:
        _clean_record(copy, key, columns)
    if TURNS in columns:
        emptied = "text = '', tool_calls = '[]', erased_at = coalesce(erased_at, recorded_at)"
        for key in _turns_with_words(copy, sought):
            copy.execute(f"UPDATE {TURNS} SET {emptied} WHERE id = ?", [key])
    for table, names in columns.items():
        for hit in table_hits(table, names, sought.needles, copy):
            if table == "memory_document_text_content":
                copy.execute("DELETE FROM memory_document_text WHERE rowid = ?", [hit.key])
            elif table == "memory_documentrevision":
                copy.execute(_REVISION_EMPTY, [hit.key])
            elif not _is_anothers(copy, hit, keys, sought):
                row_redact(hit, sought.needles, copy)
    for index in {"memory_text", "memory_past_text", "memory_document_text"} & _tables(copy):
        copy.execute(f"INSERT INTO {index}({index}) VALUES ('optimize')")
    copy.execute("COMMIT")
    copy.execute("VACUUM")


def _clean_record(copy: Any, key: int, columns: Mapping[str, Sequence[str]]) -> None:
    """Take out what a record says, its journal and audit, and what was made of it."""
    there = _tables(copy)
    if "memory_text" in there:
        copy.execute("DELETE FROM memory_text WHERE rowid = ?", [key])
    if "memory_past_text" in there:  # backups made before there was an index of the past have none
        owned = "rowid IN (SELECT id FROM memory_revision WHERE record_id = ?)"
        copy.execute(f"DELETE FROM memory_past_text WHERE {owned}", [key])
    made = {"memory_belief", "memory_pastvector", "memory_importeditem", "memory_embeddingbits"}
    made |= {"memory_embeddingfailure", "memory_embedding"}
    for table in sorted(made & there):
        copy.execute(f"DELETE FROM {table} WHERE record_id = ?", [key])
    copy.execute("UPDATE memory_fact SET value = ? WHERE record_id = ?", [_NO_VALUE, key])
    copy.execute("UPDATE memory_lesson SET rule = ?, negative = '' WHERE record_id = ?", [MARK, key])
    copy.execute("UPDATE memory_episode SET text = ?, text_hash = '', words_hash = '' WHERE record_id = ?", [MARK, key])
    copy.execute("UPDATE memory_record SET subject = '', predicate = '', source_ref = '' WHERE id = ?", [key])
    for row, before, after in copy.execute(
        "SELECT id, before, after FROM memory_revision WHERE record_id = ?", [key]
    ).fetchall():
        copy.execute(
            "UPDATE memory_revision SET before = ?, after = ? WHERE id = ?", [*map(_blank, (before, after)), row]
        )
    copy.execute(
        "UPDATE memory_event SET old_value = '', new_value = '' "
        "WHERE record_uid = (SELECT uid FROM memory_record WHERE id = ?)",
        [key],
    )


def _blank(state: str | None) -> str | None:
    """A state of a record, as the journal keeps it, without what the record says."""
    value = json.loads(state) if state else None
    if not isinstance(value, dict) or not isinstance(value.get("content"), dict):
        return state
    blank = {"value": MARK, "rule": MARK, "text": MARK, "negative": "", "tags": [], "subject": "", "predicate": ""}
    content = {name: blank.get(name, item) for name, item in value["content"].items()}
    return json.dumps(value | {"content": content} | {name: "" for name in ("subject", "predicate") if name in value})


def _says(copy: Any, key: int, columns: Mapping[str, Sequence[str]]) -> bool:
    """Whether a record has content that was not taken out."""
    asked = (("memory_fact", "value", ("null", _NO_VALUE)), ("memory_lesson", "rule", ("", MARK)))
    for table, name, blank in (*asked, ("memory_episode", "text", ("", MARK))):
        if table in columns:
            rows = copy.execute(f"SELECT {name} FROM {table} WHERE record_id = ?", [key]).fetchall()
            if any(row[0] not in blank for row in rows):
                return True
    return False


def _keys(copy: Any, columns: Mapping[str, Sequence[str]], sought: Sought, *, but_erased: bool = False) -> list[int]:
    """Numbers that the records have in this database."""
    if "memory_record" not in columns:
        return []
    hexes = [uid.replace("-", "") for uid in sought.uids]
    marks = ", ".join(["?"] * len(hexes))
    rows = copy.execute(f"SELECT id, status FROM memory_record WHERE uid IN ({marks})", hexes).fetchall()
    return [row[0] for row in rows if not but_erased or row[1] != Status.ERASED]


def _turns_with_words(copy: Any, sought: Sought) -> list[int]:
    """Numbers of the turns that are looked for and have words in this database."""
    hexes = [uid.replace("-", "") for uid in sought.uids]
    marks = ", ".join(["?"] * len(hexes))
    said = "(text != '' OR tool_calls != '[]')"
    return [row[0] for row in copy.execute(f"SELECT id FROM {TURNS} WHERE uid IN ({marks}) AND {said}", hexes)]


def _is_anothers(copy: Any, hit: Hit, keys: Sequence[int], sought: Sought) -> bool:
    """Whether a row belongs to another record, which keeps what it says."""
    if hit.record_uid is not None:
        return hit.record_uid.replace("-", "") not in {uid.replace("-", "") for uid in sought.uids}
    own = hit.key if hit.table in BY_KEY else hit.record_id
    if hit.table == "memory_past_text_content":
        rows = copy.execute("SELECT record_id FROM memory_revision WHERE id = ?", [hit.key]).fetchall()
        own = rows[0][0] if rows else None
    if own is None or own in keys:
        return False
    if hit.table != "memory_revision":
        return True
    rows = copy.execute("SELECT hash FROM memory_revision WHERE id = ?", [hit.key]).fetchall()
    return rows[0][0] not in sought.entries


def _tables(copy: Any) -> set[str]:
    return {row[0] for row in copy.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
