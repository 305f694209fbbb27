"""The memory.db of Kiro Crew: read from a private copy, and refused when it is made to harm."""

import io
import os
import struct
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kirocrew.db.backends.sqlite3.base import Database
from memory.transfer import databases
from memory.transfer.files import Limits, collect
from memory.transfer.items import EpisodeItem, Item, LessonItem
from memory.transfer.reading import read_items
from tests.memory.foreign import episodes, facts, left, reading, reasons, rules, texts

SCHEMA = """
CREATE TABLE schema_version (version INTEGER PRIMARY KEY, applied_at TEXT);
CREATE TABLE semantic_memory (key TEXT PRIMARY KEY, value_json TEXT NOT NULL, confidence REAL DEFAULT 0.5, source TEXT,
    created_at TEXT, updated_at TEXT, is_deleted INTEGER DEFAULT 0, embedding BLOB);
CREATE TABLE episodic_memories (id TEXT PRIMARY KEY, conversation_id TEXT, text TEXT NOT NULL, embedding BLOB,
    tags TEXT DEFAULT '[]', importance REAL DEFAULT 0.5, created_at TEXT, last_accessed_at TEXT,
    is_deleted INTEGER DEFAULT 0);
CREATE TABLE memory_events (id INTEGER PRIMARY KEY AUTOINCREMENT, event_type TEXT, memory_key TEXT);
CREATE INDEX idx_semantic_deleted ON semantic_memory (is_deleted);
INSERT INTO semantic_memory (key, value_json, confidence, source, created_at, embedding)
    VALUES ('user.home_city', '"Oslo"', 0.9, 'user_explicit', '2026-03-01T10:00:00+00:00', zeroblob(4096)),
           ('lesson.abc', '{"rule": "Run the tests first.", "category": "tool"}', 1.0, 'user_explicit', '', NULL),
           ('user.gone', '"x"', 0.9, 'tool', '', NULL);
UPDATE semantic_memory SET is_deleted = 1 WHERE key = 'user.gone';
INSERT INTO episodic_memories (id, conversation_id, text, tags, importance, created_at, embedding)
    VALUES ('e-1', 'chat-7', '灯台を夜明けに見た。', '["海"]', 0.7, '2026-03-01T05:30:00+00:00', zeroblob(4096));
INSERT INTO memory_events (event_type, memory_key) VALUES ('create', 'user.home_city'), ('create', 'e-1');
"""


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "crew"
    folder.mkdir()
    return folder


def make(folder: Path, *statements: str, schema: str = SCHEMA) -> Path:
    file = folder / "memory.db"
    connection = Database.connect(str(file), isolation_level=None)
    connection.executescript(f"PRAGMA synchronous = OFF;{schema}")
    connection.execute("BEGIN")
    for statement in statements:
        connection.execute(statement)
    connection.execute("COMMIT")
    connection.close()
    return file


def whales(count: int) -> list[str]:
    """Statements that each tell an episode."""
    row = "INSERT INTO episodic_memories (id, text) VALUES ('n{0}', 'We saw whale number {0}.')"
    return [row.format(number) for number in range(count)]


def fact(key: str, value: str) -> str:
    """A statement that states a fact; both as SQL writes them."""
    return " ".join(("INSERT INTO semantic_memory (key, value_json) VALUES", f"({key}, {value})"))


def read(path: Path, **limits: Any) -> list[Item]:
    return list(read_items(collect([path], limits=Limits(**limits))))


def refused(items: list[Item]) -> str:
    ((reason, message),) = left(items)
    assert reason == "database_refused"
    assert len(items) == 1
    return message


def test_rows_become_records_without_authority(home: Path) -> None:
    items = read(make(home))
    assert facts(items) == {"user.home_city": "Oslo"}
    assert rules(items) == ["Run the tests first."]
    (told,) = episodes(items)
    assert (told.text, told.tags, told.importance, told.conversation) == (
        "灯台を夜明けに見た。",
        ("海",),
        0.7,
        "chat-7",
    )
    assert told.observed_at is not None
    assert sorted(reasons(items)) == ["events_ignored", "not_active"]


def test_the_folder_an_upload_and_a_zip_bring_the_same(home: Path) -> None:
    file = make(home)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.write(file, "crew/memory.db")
    expected = sorted(texts(read(file)))
    for items in (read(home), reading("memory.db", file.read_bytes()), reading("crew.zip", packed.getvalue())):
        assert sorted(texts(items)) == expected
        assert facts(items) == {"user.home_city": "Oslo"}


def test_nothing_is_written_beside_the_database(home: Path) -> None:
    file = make(home)
    before = file.read_bytes()
    read(file)
    assert [entry.name for entry in home.iterdir()] == ["memory.db"]
    assert file.read_bytes() == before


@pytest.fixture
def living(home: Path) -> Iterator[tuple[Path, Any]]:
    """A database with a write-ahead log that another program has open."""
    file = make(home)
    connection = Database.connect(str(file), isolation_level=None)
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA wal_autocheckpoint=0")
    connection.execute("INSERT INTO semantic_memory (key, value_json) VALUES ('user.tea', '\"oolong\"')")
    yield file, connection
    connection.close()


def test_what_stands_in_the_log_is_read_too(living: tuple[Path, Any]) -> None:
    file, _ = living
    assert file.with_name("memory.db-wal").stat().st_size > 0
    assert facts(read(file))["user.tea"] == "oolong"
    items = read(file.parent)
    assert facts(items)["user.tea"] == "oolong"
    assert "other_files" not in reasons(items)


def test_the_log_comes_along_in_a_zip(living: tuple[Path, Any]) -> None:
    file, _ = living
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.write(file, "memory.db")
        archive.write(file.with_name("memory.db-wal"), "memory.db-wal")
    assert facts(reading("crew.zip", packed.getvalue()))["user.tea"] == "oolong"


def test_a_program_that_writes_meanwhile_is_waited_for(home: Path) -> None:
    file = make(home)
    file.with_name("memory.db-journal").write_bytes(b"not empty")
    assert reasons(read(file)) == ["changed"]


def test_links_are_not_followed(home: Path) -> None:
    file = make(home)
    (home / "other.db").symlink_to(file)
    assert reasons(read(home / "other.db")) == ["symlink"]
    file.with_name("memory.db-wal").symlink_to(home / "other.db")
    assert reasons(read(file)) == ["symlink"]


def test_a_second_name_is_refused(home: Path) -> None:
    file = make(home)
    os.link(file, home / "copy.db")
    assert reasons(read(file)) == ["hard_link"]


def test_the_log_counts_against_the_size(living: tuple[Path, Any]) -> None:
    file, _ = living
    assert reasons(read(file, total_bytes=file.stat().st_size + 100)) == ["file_too_large"]


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE VIEW v AS SELECT * FROM semantic_memory",
        "CREATE TRIGGER t AFTER UPDATE ON semantic_memory BEGIN DELETE FROM episodic_memories; END",
        "CREATE VIRTUAL TABLE f USING fts5(x)",
        "ALTER TABLE episodic_memories RENAME COLUMN tags TO labels; ALTER TABLE episodic_memories"
        " ADD COLUMN tags TEXT GENERATED ALWAYS AS (hex(zeroblob(99999999))) VIRTUAL",
    ],
)
def test_a_schema_that_acts_is_refused(home: Path, statement: str) -> None:
    assert "which act" in refused(read(make(home, schema=f"{SCHEMA}{statement};")))


def test_a_view_in_the_place_of_a_table_is_refused(home: Path) -> None:
    schema = "CREATE TABLE t (a, b); CREATE VIEW semantic_memory AS SELECT a AS key, b AS value_json FROM t;"
    assert "views" in refused(read(make(home, schema=schema)))


def test_a_schema_without_end_is_refused(home: Path) -> None:
    assert "200 parts" in refused(read(make(home, *(f"CREATE TABLE t{number} (a)" for number in range(210)))))


def test_another_database_is_no_memory(home: Path) -> None:
    assert "no memory" in refused(read(make(home, schema="CREATE TABLE users (name TEXT);")))
    (home / "memory.db").unlink()
    lacking = "CREATE TABLE semantic_memory (key TEXT, body TEXT);"
    assert "value_json" in refused(read(make(home, schema=lacking)))


def test_a_damaged_database_is_refused(home: Path) -> None:
    file = make(home)
    data = bytearray(file.read_bytes())
    data[4096:8192] = b"\xff" * 4096
    file.write_bytes(data)
    refused(read(file))
    file.write_bytes(databases.MAGIC + b"\x00" * 84 + b"x" * 5_000)
    refused(read(file))
    file.write_bytes(databases.MAGIC)
    refused(read(file))


def test_a_schema_that_is_no_text_is_refused(home: Path) -> None:
    file = make(home)
    file.write_bytes(file.read_bytes().replace(b"memory_events (id", b"memory_events \x80id"))
    assert "no text" in refused(read(file))


def test_pages_that_are_used_twice_are_refused(home: Path) -> None:
    """The same endless rows on many pages would be read again and again."""
    file = make(home, *whales(500))
    connection = Database.connect(str(file))
    (size,) = connection.execute("PRAGMA page_size").fetchone()
    (root,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'episodic_memories'").fetchone()
    connection.close()
    data, page = bytearray(file.read_bytes()), (root - 1) * size
    (cell,) = struct.unpack(">H", data[page + 12 : page + 14])
    # The first child of the table's root becomes its last one, too.
    data[page + 8 : page + 12] = data[page + cell : page + cell + 4]
    file.write_bytes(data)
    assert "used twice" in refused(read(file))


@pytest.mark.parametrize(
    ("statement", "why"),
    [
        (fact("'user.big'", "hex(zeroblob(70000))"), "longer than"),
        (fact("'user.blob'", "x'00ff'"), "bytes"),
        (fact("'user.bad'", "CAST(x'22ff22' AS TEXT)"), "UTF-8"),
        ("UPDATE semantic_memory SET confidence = 9e999 WHERE key = 'lesson.abc'", "no number"),
    ],
)
def test_a_row_nobody_can_read_is_told_of_and_the_others_come(home: Path, statement: str, why: str) -> None:
    items = read(make(home, statement))
    assert facts(items) == {"user.home_city": "Oslo"}
    (message,) = [message for reason, message in left(items) if reason == "bad_record"]
    assert why in message


def test_a_value_is_judged_as_it_is_decoded(home: Path) -> None:
    items = read(make(home, fact("'user.deep'", f"'{'[' * 50}{']' * 50}'")))
    assert "too_deep" in reasons(items)


def test_only_so_many_rows_are_read(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(databases, "ROWS", 5)
    items = read(make(home, *whales(9)))
    assert len(episodes(items)) == 5
    assert "limit_items" in reasons(items)


def test_a_question_that_never_ends_is_broken_off(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(databases, "STEPS", 0)
    assert "interrupted" in refused(read(make(home, *whales(900))))


def test_what_stands_beside_a_record_comes_along(home: Path) -> None:
    meta = (
        "CREATE TABLE memory_record_meta (record_id TEXT PRIMARY KEY, kind TEXT, subject TEXT, scope TEXT, status TEXT,"
        " valid_until TEXT, observed_at TEXT)"
    )
    rows = (
        "INSERT INTO memory_record_meta VALUES"
        " ('e-1', 'episode', '', 'default', 'active', '2027-01-01T00:00:00Z', '2026-02-01T00:00:00Z'),"
        " ('key:user.home_city', 'fact', 'mira', '', 'superseded', NULL, NULL)"
    )
    items = read(make(home, meta, rows))
    (told,) = episodes(items)
    assert (told.scope, told.valid_until and told.valid_until.year) == ("", 2027)
    assert told.observed_at is not None
    assert told.observed_at.month == 2
    assert not facts(items)
    assert reasons(items).count("not_active") == 2


def test_a_directive_is_a_lesson_under_any_key(home: Path) -> None:
    meta = "CREATE TABLE memory_record_meta (record_id TEXT PRIMARY KEY, kind TEXT)"
    row = fact("'pref.rule'", "'\"Answer in German.\"'")
    items = read(make(home, meta, row, "INSERT INTO memory_record_meta VALUES ('key:pref.rule', 'directive')"))
    assert "Answer in German." in [item.rule for item in items if isinstance(item, LessonItem)]


def test_an_older_database_lacks_columns(home: Path) -> None:
    schema = "CREATE TABLE episodic_memories (text TEXT); INSERT INTO episodic_memories VALUES ('We saw the light.');"
    (told,) = read(make(home, schema=schema))
    assert isinstance(told, EpisodeItem)
    assert told.observed_at is None


def test_a_database_in_another_encoding_is_read(home: Path) -> None:
    assert texts(read(make(home, schema='PRAGMA encoding = "UTF-16";' + SCHEMA))) == ["灯台を夜明けに見た。"]


def test_no_copy_is_left_behind(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    copies = tmp_path / "copies"
    copies.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(copies))
    read(make(home))
    read(make(home, "CREATE VIEW v AS SELECT 1", schema=""))
    assert not list(copies.iterdir())


def test_the_same_database_is_known_again(home: Path) -> None:
    file = make(home)
    assert [item.fingerprint for item in read(file)] == [item.fingerprint for item in read(file)]
