"""What runs on every write, question and list reads its tables through an index, however long they grow."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from channels_bridge.actors import Actor
from memory.models import Record, Store
from memory.services.context import context_preview
from memory.services.drafts import EpisodeDraft, FactDraft, LessonDraft
from memory.services.episodes import episodes_write
from memory.services.facts import facts_write
from memory.services.lessons import lessons_write
from memory.services.recall import recall
from memory.services.records import record_forget, record_restore
from tests.memory.recalling import embed_all, remember, say

pytestmark = pytest.mark.django_db(transaction=True)

LONG_TABLES = (
    "memory_record",
    "memory_fact",
    "memory_episode",
    "memory_revision",
    "memory_event",
    "memory_embedding",
    "memory_embeddingbits",
    "memory_refusedvalue",
    "channels_bridge_job",
    "channels_bridge_jobevent",
)
ALICE = Actor.owner("alice")


@pytest.fixture
def filled(main_store: Store) -> Store:
    remember(main_store, *(f"Ticket {n}: the blue bicycle of customer {n} needs tyres" for n in range(40)))
    say(main_store, "talk", ("Bob", "Where is the blue bicycle?"), ("Priya", "It is in the shed behind the house."))
    drafts = [FactDraft(key=f"user.bicycle_{n}", value=f"number {n}") for n in range(20)]
    facts_write(actor=ALICE, store=main_store, drafts=drafts)
    lessons_write(actor=ALICE, store=main_store, drafts=[LessonDraft(rule="Always lock the blue bicycle.")])
    embed_all()
    return main_store  # not analysed: SQLite takes tables it knows nothing of for long ones


def one_more(store: Store) -> None:
    draft = EpisodeDraft(text="The green tandem was sold to a customer from Ulm.")
    episodes_write(actor=ALICE, store=store, drafts=[draft])


def another_value(store: Store) -> None:
    facts_write(actor=ALICE, store=store, drafts=[FactDraft(key="user.bicycle_3", value="number 300")])


def forget_and_restore(store: Store) -> None:
    uid = Record.objects.get(key="user.bicycle_4").uid
    record_forget(actor=ALICE, uid=uid)
    record_restore(actor=ALICE, uid=uid)


def ask(store: Store) -> None:
    recall(actor=ALICE, query="blue bicycle", stores=[store])


def ask_for_context(store: Store) -> None:
    context_preview(actor=ALICE, store=store, query="blue bicycle")


def look(address: str) -> Callable[[Store], None]:
    def looked(store: Store) -> None:
        user = get_user_model().objects.create_superuser("alice", password="alice's long password")
        client = Client()
        client.force_login(user)
        assert client.get(address).status_code == 200

    return looked


@pytest.mark.parametrize(
    "act",
    [
        pytest.param(one_more, id="an episode more"),
        pytest.param(another_value, id="a fact's new value"),
        pytest.param(forget_and_restore, id="forget and restore"),
        pytest.param(ask, id="a question"),
        pytest.param(ask_for_context, id="a context"),
        pytest.param(look("/admin/memory/"), id="the list of facts"),
        pytest.param(look("/admin/memory/episodes/"), id="the list of episodes"),
        pytest.param(look("/admin/memory/episodes/?status=any"), id="the list of all episodes"),
        pytest.param(look("/admin/memory/events/"), id="the audit log"),
    ],
)
def test_no_statement_reads_a_long_table_from_end_to_end(filled: Store, act: Callable[[Store], Any]) -> None:
    with CaptureQueriesContext(connection) as asked:
        act(filled)
    statements = [query["sql"] for query in asked if re.match(r"\s*(SELECT|UPDATE|DELETE)\b", query["sql"])]
    assert statements
    assert {sql: steps for sql in statements if (steps := scans_of(sql))} == {}


def test_a_statement_without_an_index_is_told_apart(filled: Store) -> None:
    assert scans_of("SELECT * FROM memory_episode WHERE importance = 0.1") == ["SCAN memory_episode"]
    assert scans_of("SELECT * FROM memory_record r WHERE r.category = 'x'") == ["SCAN r"]
    assert scans_of("SELECT * FROM memory_record WHERE id = 1") == []


@pytest.mark.parametrize(
    ("table", "column"),
    [
        ("memory_record", "store_id"),
        ("memory_record", "superseded_by_id"),
        ("memory_revision", "record_id"),
        ("memory_event", "store_id"),
    ],
)
def test_a_reference_without_an_index_of_its_own_is_looked_up_by_another(table: str, column: str) -> None:
    """So the database can tell quickly that nothing refers to a row which is to be removed."""
    with connection.cursor() as cursor:
        found = connection.introspection.get_constraints(cursor, table)
        assert [name for name in found if name.startswith(f"{table}_{column}")] == []
        cursor.execute(f"EXPLAIN QUERY PLAN SELECT id FROM {table} WHERE {column} = 1", [])  # noqa: S608
        (plan,) = [row[3] for row in cursor.fetchall()]
    assert plan.startswith(f"SEARCH {table} USING") and f"({column}=?)" in plan


def scans_of(statement: str) -> list[str]:
    """The steps of a statement's plan that read every row of a long table.

    Reading one in the order of its keys until a page is full is not that.
    """
    names = {alias for table in LONG_TABLES for alias in aliases_of(statement, table)}
    with connection.cursor() as cursor:
        cursor.execute("EXPLAIN QUERY PLAN " + statement.replace("%", "%%"), [])
        steps = [row[3] for row in cursor.fetchall()]
    if " LIMIT " in statement and "USE TEMP B-TREE FOR ORDER BY" not in steps:
        return []
    return [step for step in steps if (found := re.fullmatch(r"SCAN (\S+)", step)) and found[1] in names]


def aliases_of(statement: str, table: str) -> set[str]:
    found = re.findall(rf'["\s]{table}"?(?:\s+(?:AS\s+)?"?(\w+)"?)?', statement)
    words = {"WHERE", "ON", "JOIN", "CROSS", "INNER", "LEFT", "ORDER", "GROUP", "SET", "LIMIT", "INDEXED", "UNION"}
    return {table} | {alias for alias in found if alias and alias.upper() not in words}
