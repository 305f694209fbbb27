"""Writes at the same time, in threads with connections of their own."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection

from channels_bridge.actors import Actor
from kirocrew.agents import seeding
from kirocrew.agents.files import file_write, files_of
from kirocrew.agents.ritual import turn_begun
from kirocrew.db.backends.sqlite3.base import Database
from kirocrew.models import Agent, AgentFile, AgentFileRevision

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*works: Callable[[], Any]) -> list[Any]:
    def alone(work: Callable[[], Any]) -> Any:
        try:
            return work()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(works)) as pool:
        return [done.result() for done in [pool.submit(alone, work) for work in works]]


def test_of_writes_on_one_revision_exactly_one_is_stored(botty: Actor, mochi: Agent) -> None:
    def write(number: int) -> Callable[[], Any]:
        return lambda: file_write(
            actor=botty, agent=mochi, name="SOUL.md", text=f"Text {number}", person="bob", expected=0
        )

    outcomes = at_once(*(write(number) for number in range(6)))

    assert sum(one.ok for one in outcomes) == 1
    assert AgentFileRevision.objects.count() == 1


def test_writes_without_a_revision_all_stand_in_the_history(botty: Actor, mochi: Agent) -> None:
    def write(number: int) -> Callable[[], Any]:
        return lambda: file_write(actor=botty, agent=mochi, name="SOUL.md", text=f"Text {number}", person="bob")

    assert all(one.ok for one in at_once(*(write(number) for number in range(6))))
    file = AgentFile.objects.get()
    assert sorted(file.revisions.values_list("number", flat=True)) == [1, 2, 3, 4, 5, 6]
    assert file.text == file.revisions.get(number=6).text


def test_a_person_who_is_met_in_two_places_at_once_gets_one_set_of_files(botty: Actor, mochi: Agent) -> None:
    at_once(*([lambda: turn_begun(actor=botty, agent=mochi, person="bob")] * 4))

    assert AgentFileRevision.objects.filter(operation="seed").count() == 6


def test_a_database_that_stays_busy_leaves_the_files_for_one_turn(
    botty: Actor, mochi: Agent, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seeding, "PAUSE_S", 0.01)
    connection.ensure_connection()
    connection.cursor().execute("PRAGMA busy_timeout = 10")
    other = Database.connect(connection.settings_dict["NAME"], isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        ritual = turn_begun(actor=botty, agent=mochi, person="bob")
        names = {file.name for file in files_of(agent=mochi, person="bob", instead=ritual.instead)}
    finally:
        other.execute("ROLLBACK")
        other.close()
        connection.close()

    assert ritual.is_first_run and {"BOOTSTRAP.md", "SOUL.md", "USER.md"} <= names
    assert not AgentFile.objects.exists()
    assert turn_begun(actor=botty, agent=mochi, person="bob").turn == 1
    assert AgentFile.objects.count() == 6
