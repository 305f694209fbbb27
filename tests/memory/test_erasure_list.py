"""The list of what was erased: complete enough to refuse again, without names, and true when a commit fails."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import DatabaseError, connection

from channels_bridge.actors import Actor
from kirocrew.backup.making import backup_make
from kirocrew.db.backends.sqlite3.base import Database
from memory.models import Record, RefusedValue, Status, Store
from memory.services.erasing.restoring import erasures_apply
from memory.services.erasing.tombstones import tombstones_file
from memory.services.erasure import record_erase
from memory.services.records import record_forget
from tests.memory.test_erasure_bytes import _put
from tests.memory.test_refusals import fact, is_refused, refuse

pytestmark = pytest.mark.django_db(transaction=True)

KEY = "user.clinic_city"


@pytest.fixture(autouse=True)
def _no_list() -> Iterator[None]:
    yield
    tombstones_file().unlink(missing_ok=True)


@pytest.fixture
def put_back(tmp_path: Path) -> Iterator[Any]:
    """Put a database in the place of the present one, as after a restore; the present one comes back at the end."""
    name = Path(str(connection.settings_dict["NAME"]))
    present = tmp_path / "present.sqlite3"

    def put(backup: Path) -> None:
        backup_make(target=present)
        connection.close()
        _put(backup, name)

    yield put
    connection.close()
    if present.exists():
        _put(present, name)


@pytest.mark.parametrize("for_good", [False, True])
@pytest.mark.parametrize("elsewhere", [False, True])
def test_the_value_stays_refused_in_an_older_database(
    alice: Actor, botty: Actor, main_store: Store, tmp_path: Path, put_back: Any, for_good: bool, elsewhere: bool
) -> None:
    if elsewhere:
        refuse(alice, main_store, "Lisbon", "user.birth_place")
    before = backup_make(target=tmp_path / "before.sqlite3").path
    uid = fact(alice, main_store, "Lisbon", KEY).uid
    assert uid
    if for_good:
        record_forget(actor=alice, uid=uid, for_good=True, reason="wrong")
    record_erase(actor=alice, uid=uid, confirm=KEY)
    put_back(before)
    assert erasures_apply() == []
    assert is_refused(fact(botty, main_store, "lisbon", KEY))
    assert fact(botty, main_store, "Lisbon", "user.holiday_place").uid


def test_subject_and_predicate_go_and_the_value_is_known_all_the_same(
    alice: Actor, botty: Actor, main_store: Store
) -> None:
    about = {"subject": "alice the patient of ward nine", "predicate": "hiv test result"}
    first = fact(alice, main_store, "positive", "user.diagnosis", **about)
    record_forget(actor=alice, uid=first.uid, for_good=True, reason="private")  # type: ignore[arg-type]
    certificate = record_erase(actor=alice, uid=first.uid, confirm="user.diagnosis")  # type: ignore[arg-type]
    told = tombstones_file().read_text()
    rows = list(RefusedValue.objects.values_list("subject", "predicate"))
    assert rows == [("", "")] and "ward nine" not in told and "hiv test" not in told
    assert is_refused(fact(botty, main_store, "Positive", "user.diagnosis"))
    assert is_refused(fact(botty, main_store, "positive", "user.test", **about))
    line = next(line for line in certificate.lines if line.place == "refusals")
    assert "key" in line.note and "erased.jsonl" in line.note


def test_a_record_whose_erase_was_not_kept_is_not_erased_at_the_next_start(alice: Actor, main_store: Store) -> None:
    uid = fact(alice, main_store, "Lisbon", KEY).uid
    assert uid
    with connection.cursor() as cursor:  # a check that only COMMIT makes, as a full disk fails only there
        cursor.execute("CREATE TABLE broken (x INTEGER REFERENCES memory_store(id) DEFERRABLE INITIALLY DEFERRED)")
        cursor.execute(
            "CREATE TRIGGER breaking AFTER INSERT ON memory_erasure BEGIN INSERT INTO broken VALUES (-1); END"
        )
    try:
        with pytest.raises(DatabaseError):
            record_erase(actor=alice, uid=uid, confirm=KEY)
    finally:
        with connection.cursor() as cursor:
            cursor.execute("DROP TRIGGER breaking")
            cursor.execute("DROP TABLE broken")
    assert str(uid) in tombstones_file().read_text()
    assert erasures_apply() == []
    assert Record.objects.get(uid=uid).status == Status.ACTIVE
    record_erase(actor=alice, uid=uid, confirm=KEY)
    assert Record.objects.get(uid=uid).status == Status.ERASED


def test_other_processes_are_told_once_more_when_the_database_has_kept_it(alice: Actor, main_store: Store) -> None:
    uid = fact(alice, main_store, "Lisbon", KEY).uid
    name = str(connection.settings_dict["NAME"])
    seen: list[tuple[int, str]] = []

    class Watch:
        """Another process: how long the list is, and what the database says to who reads now."""

        def look(self) -> None:
            other = Database.connect(name)  # a second SQLite in this process would drop the locks of the first
            status = other.execute("SELECT status FROM memory_record").fetchone()[0]
            other.close()
            seen.append((tombstones_file().stat().st_size, status))

    def watching(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if tombstones_file().exists():
            Watch().look()
        return execute(sql, params, many, context)

    with connection.execute_wrapper(watching):
        record_erase(actor=alice, uid=uid, confirm=KEY)  # type: ignore[arg-type]
    Watch().look()
    stale = [size for size, status in seen if status != "erased"]
    fresh = {size for size, status in seen if status == "erased"}
    assert fresh and all(size < max(fresh) for size in stale)
