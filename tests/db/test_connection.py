import logging
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from subprocess import PIPE
from types import ModuleType
from typing import Any

import pytest
from django.db import connections, transaction
from django.db.utils import OperationalError

from kirocrew.db.backends.sqlite3 import vec
from tests.db.conftest import Connect
from tests.db.storm import write

WRITES = 50


def one(connection: Any, sql: str, params: list[Any] | None = None) -> Any:
    with connection.cursor() as cursor:
        cursor.execute(sql, params)
        return cursor.fetchone()[0]


def test_write_ahead_logging_and_foreign_keys_are_on(connect: Connect) -> None:
    connection = connect()
    assert one(connection, "PRAGMA journal_mode") == "wal"
    assert one(connection, "PRAGMA synchronous") == 2
    assert one(connection, "PRAGMA foreign_keys") == 1
    assert one(connection, "PRAGMA legacy_alter_table") == 0
    assert one(connection, "PRAGMA busy_timeout") == 20_000


def test_a_transaction_takes_the_write_lock_when_it_begins(connect: Connect) -> None:
    first, second = connect("first"), connect("second", timeout=0)
    second.ensure_connection()
    with transaction.atomic(using=first.alias):
        assert one(second, "SELECT 1") == 1
        with pytest.raises(OperationalError, match="locked"), transaction.atomic(using=second.alias):
            raise AssertionError("a second writer got in")


@pytest.fixture
def held(connect: Connect, tmp_path: Path) -> Iterator[Callable[[], None]]:
    """A file not yet in WAL mode whose write lock another connection holds; call it to let the lock go."""
    holder = connect("holder", init_command="PRAGMA journal_mode=DELETE")
    with holder.cursor() as cursor:
        cursor.execute("CREATE TABLE note (text)")
    raw = holder.connection
    raw.execute("BEGIN IMMEDIATE")
    raw.execute("INSERT INTO note VALUES ('first')")
    yield lambda: raw.execute("COMMIT")


def test_opening_a_new_file_waits_for_whoever_is_opening_it(connect: Connect, held: Callable[[], None]) -> None:
    later = threading.Timer(0.3, held)
    later.start()
    connection = connect("second")
    assert one(connection, "SELECT text FROM note") == "first"
    assert one(connection, "PRAGMA journal_mode") == "wal"
    later.join()


def test_opening_gives_up_after_the_timeout(connect: Connect, held: Callable[[], None]) -> None:
    started = time.monotonic()
    with pytest.raises(OperationalError, match="locked"):
        connect("second", timeout=0.2).ensure_connection()
    assert time.monotonic() - started >= 0.2
    held()


def test_a_wrong_init_command_is_an_error_at_once(connect: Connect) -> None:
    with pytest.raises(OperationalError, match="syntax"):
        connect(init_command="PRAGMA journal_mode=WAL; NONSENSE").ensure_connection()


def test_a_reader_is_not_stopped_by_a_writer(connect: Connect) -> None:
    first, second = connect("first"), connect("second", timeout=0)
    one(first, "PRAGMA journal_mode")
    with first.cursor() as cursor:
        cursor.execute("CREATE TABLE note (text)")
    with transaction.atomic(using=first.alias), first.cursor() as cursor:
        cursor.execute("INSERT INTO note VALUES ('東京')")
        assert one(second, "SELECT count(*) FROM note") == 0
    assert one(second, "SELECT text FROM note") == "東京"


def test_a_rolled_back_block_leaves_nothing_and_a_savepoint_only_itself(connect: Connect) -> None:
    connection = connect()
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE note (text)")
        with transaction.atomic(using=connection.alias):
            cursor.execute("INSERT INTO note VALUES ('kept')")
            with pytest.raises(ZeroDivisionError), transaction.atomic(using=connection.alias):
                cursor.execute("INSERT INTO note VALUES ('dropped')")
                1 / 0  # noqa: B018
        cursor.execute("SELECT text FROM note")
        assert cursor.fetchall() == [("kept",)]


def test_no_further_extension_can_be_loaded(connect: Connect) -> None:
    connection = connect()
    assert connection.vec_available
    with pytest.raises(OperationalError, match="not authorized"):
        one(connection, "SELECT load_extension('anything')")
    with pytest.raises(connection.Database.OperationalError, match="not authorized"):
        connection.connection.load_extension("anything")


def test_sqlite_vec_and_full_text_search_are_there(connect: Connect) -> None:
    connection = connect()
    assert one(connection, "SELECT vec_version()").startswith("v0.1.")
    with connection.cursor() as cursor:
        cursor.execute("CREATE VIRTUAL TABLE words USING fts5(terms)")
        cursor.execute("CREATE VIRTUAL TABLE pieces USING fts5(terms, tokenize = 'trigram')")
        cursor.execute("INSERT INTO words VALUES ('悬空 指针 memory')")
        cursor.execute("SELECT rowid, bm25(words) < 0 FROM words WHERE words MATCH %s", ['"memory"'])
        assert cursor.fetchall() == [(1, 1)]


@pytest.fixture
def forgetful() -> Iterator[None]:
    """Let the loader look for sqlite-vec, and warn, anew."""
    vec._library.cache_clear()
    vec._warn_once.cache_clear()
    yield
    vec._library.cache_clear()
    vec._warn_once.cache_clear()


@pytest.mark.usefixtures("forgetful")
def test_without_sqlite_vec_the_connection_works_and_says_so_once(
    connect: Connect, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setitem(sys.modules, "sqlite_vec", None)
    with caplog.at_level(logging.WARNING):
        first, second = connect("first"), connect("second")
        assert not first.vec_available
        assert not second.vec_available
    assert first.vec_problem == "sqlite-vec is not installed"
    assert one(first, "SELECT 41 + 1") == 42
    assert [record.getMessage() for record in caplog.records] == [
        "Vector search in the database is off: sqlite-vec is not installed"
    ]


@pytest.mark.usefixtures("forgetful")
def test_a_broken_library_is_reported_and_loading_is_off_again(
    connect: Connect, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    broken: Any = ModuleType("sqlite_vec")
    broken.loadable_path = lambda: str(tmp_path / "vec0")
    monkeypatch.setitem(sys.modules, "sqlite_vec", broken)
    connection = connect()
    assert connection.vec_problem.startswith("sqlite-vec could not be loaded")
    with pytest.raises(OperationalError, match="not authorized"):
        one(connection, "SELECT load_extension('anything')")


def test_a_driver_without_extension_loading_is_reported() -> None:
    class Driver:
        class Connection: ...

    assert "install pysqlite3" in vec.load_vec(Driver.Connection(), Driver)


def test_a_database_in_memory_works_too(connect: Connect) -> None:
    connection = connect()
    connection.settings_dict["NAME"] = ":memory:"
    connection.close()
    assert connection.vec_available
    assert one(connection, "PRAGMA journal_mode") == "memory"


def test_three_threads_and_three_processes_lose_no_write_and_meet_no_lock_error(
    connect: Connect, tmp_path: Path
) -> None:
    connection = connect()
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE counter (value INTEGER)")
        cursor.execute("INSERT INTO counter VALUES (0)")
        cursor.execute("CREATE TABLE written (writer TEXT, number INTEGER, UNIQUE (writer, number))")
    path = tmp_path / "own.sqlite3"
    command = [sys.executable, "-m", "tests.db.storm", str(path)]
    processes = [
        subprocess.Popen([*command, f"process {number}", str(WRITES)], stdin=PIPE, stdout=PIPE, stderr=PIPE, text=True)
        for number in range(3)
    ]
    assert [process.stdout.readline() for process in processes if process.stdout] == ["ready\n"] * 3
    failures: list[BaseException] = []

    def thread(writer: str) -> None:
        try:
            write(connection.alias, writer, WRITES)
        except OperationalError as error:
            failures.append(error)

    threads = [threading.Thread(target=thread, args=(f"thread {number}",)) for number in range(3)]
    for process in processes:
        assert process.stdin
        process.stdin.write("go\n")
        process.stdin.flush()
    for worker in threads:
        worker.start()
    for worker in threads:
        worker.join()
    endings = [process.communicate(timeout=120)[1] for process in processes]
    assert failures == []
    assert [(process.returncode, ending) for process, ending in zip(processes, endings, strict=True)] == [(0, "")] * 3
    assert one(connection, "SELECT value FROM counter") == 6 * WRITES
    assert one(connection, "SELECT count(*) FROM written") == 6 * WRITES


def test_each_thread_has_a_connection_of_its_own(connect: Connect) -> None:
    connection = connect()
    others: list[Any] = []

    def look() -> None:
        other = connections[connection.alias]
        others.append(other)
        assert other.vec_available
        other.close()

    worker = threading.Thread(target=look)
    worker.start()
    worker.join()
    assert others[0] is not connection
