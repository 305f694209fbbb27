"""Writers of one process are served in the order they came."""

import os
import threading
import time

import pytest
from django.db import OperationalError, connection, transaction

from kirocrew.db.backends.sqlite3.turns import Turns, turns_of
from memory.models import Setting


def test_a_turn_goes_to_whoever_came_first() -> None:
    turns, served = Turns(), []
    assert turns.take(0)

    def wait(name: int) -> None:
        assert turns.take(10)
        served.append(name)
        turns.give()

    threads = []
    for name in range(5):
        thread = threading.Thread(target=wait, args=(name,))
        thread.start()
        threads.append(thread)
        while len(turns._waiting) == name:  # so that they come in this order, however busy the machine is
            time.sleep(0.001)
    turns.give()
    for thread in threads:
        thread.join()
    assert served == [0, 1, 2, 3, 4]


def test_who_waits_too_long_leaves_the_queue_to_the_others() -> None:
    turns = Turns()
    assert turns.take(0)
    assert not turns.take(0.01)
    turns.give()
    assert turns.take(0)


def test_a_forked_child_waits_for_nobody() -> None:
    assert turns_of("some database").take(0)
    child = os.fork()
    if child == 0:
        os._exit(0 if turns_of("some database").take(0) else 1)
    _, status = os.waitpid(child, 0)
    turns_of("some database").give()
    assert os.waitstatus_to_exitcode(status) == 0


@pytest.mark.django_db(transaction=True)
def test_a_turn_is_given_back_however_a_transaction_ends() -> None:
    with transaction.atomic():
        Setting.objects.create(name="a", value=1, changed_by="alice")
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        raise ZeroDivisionError
    with pytest.raises(OperationalError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT no_such_function()")
    transaction.set_autocommit(False)
    connection.close()
    assert turns_of(str(connection.settings_dict["NAME"])).take(0)
    turns_of(str(connection.settings_dict["NAME"])).give()


@pytest.mark.django_db(transaction=True)
def test_many_threads_write_and_none_meets_a_lock() -> None:
    errors: list[Exception] = []

    def write(thread: int) -> None:
        try:
            for number in range(10):
                with transaction.atomic():
                    assert not Setting.objects.filter(name=f"{thread}.{number}").exists()
                    Setting.objects.create(name=f"{thread}.{number}", value=number, changed_by="alice")
        except OperationalError as error:
            errors.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=write, args=(number,)) for number in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors
    assert Setting.objects.count() == 160


@pytest.mark.django_db(transaction=True)
def test_who_meets_another_process_waits_and_then_writes() -> None:
    other = connection.get_new_connection(connection.get_connection_params() | {"isolation_level": None})
    other.execute("BEGIN IMMEDIATE")
    release = threading.Timer(0.2, other.execute, ["COMMIT"])
    release.start()
    with transaction.atomic():
        Setting.objects.create(name="later", value=1, changed_by="alice")
    release.join()
    other.close()
    assert Setting.objects.get().name == "later"
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA busy_timeout")
        assert cursor.fetchone()[0] == connection.settings_dict["OPTIONS"]["timeout"] * 1000


@pytest.mark.django_db(transaction=True)
def test_who_waited_in_vain_is_told_and_leaves_no_turn_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(connection.settings_dict["OPTIONS"], "timeout", 0.05)
    other = connection.get_new_connection(connection.get_connection_params() | {"isolation_level": None})
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(OperationalError, match="locked"), transaction.atomic():
        raise AssertionError("this is never reached")
    other.execute("ROLLBACK")
    other.close()
    with transaction.atomic():
        Setting.objects.create(name="a", value=1, changed_by="alice")


@pytest.mark.django_db(transaction=True)
def test_a_single_statement_takes_its_turn_as_a_transaction_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(connection.settings_dict["OPTIONS"], "timeout", 0.05)
    Setting.objects.create(name="a", value=1, changed_by="alice")
    turns = turns_of(str(connection.settings_dict["NAME"]))
    assert turns.take(0)
    with pytest.raises(OperationalError, match="turn"):
        Setting.objects.filter(name="a").update(value=2)
    turns.give()
    assert Setting.objects.filter(name="a").update(value=3) == 1
    assert turns.take(0)
    turns.give()


@pytest.mark.django_db(transaction=True)
def test_a_single_statement_waits_for_another_process() -> None:
    Setting.objects.create(name="a", value=1, changed_by="alice")
    other = connection.get_new_connection(connection.get_connection_params() | {"isolation_level": None})
    other.execute("BEGIN IMMEDIATE")
    release = threading.Timer(0.2, other.execute, ["COMMIT"])
    release.start()
    assert Setting.objects.filter(name="a").update(value=2) == 1
    release.join()
    other.close()


@pytest.mark.django_db(transaction=True)
def test_who_still_reads_what_has_changed_is_told_at_once_and_stops_nobody() -> None:
    Setting.objects.bulk_create([Setting(name=f"s{n}", value=n, changed_by="alice") for n in range(500)])
    with connection.cursor() as cursor:
        cursor.execute("SELECT name FROM memory_setting")
        cursor.fetchone()  # the rest is not read, so the connection stays at what it saw
        other = connection.get_new_connection(connection.get_connection_params() | {"isolation_level": None})
        other.execute("UPDATE memory_setting SET changed_by = 'bob'")
        other.close()
        looked = []
        with pytest.raises(OperationalError, match="locked"):
            looked.append(Setting.objects.filter(name="s1").update(value=2))
    assert looked == []
    assert Setting.objects.filter(name="s1").update(value=2) == 1
