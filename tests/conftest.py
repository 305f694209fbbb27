"""The people of the tests, and what every test finds in place."""

import gc
import os
import shutil
import signal
import sys
import threading
from collections.abc import Generator
from pathlib import Path
from types import FrameType

import pytest
from django.conf import settings
from django.db import connection, transaction
from django.test import TransactionTestCase
from hypothesis import settings as hypothesis_settings

from channels_bridge.actors import Actor, Permission
from memory.models import BotStore, Policy, Store
from memory.services import vectors
from memory.services.settings import settings_forget
from tests.prepared import database_copied_to

# Tests start some hundred processes. Where an environment forbids it to keep what was compiled, as images of containers
# like to do, each would compile all of the product again, which is a third of its start.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# No test asserts seconds: a busy machine is not a fault. One that would go on for ever ends, though, and says so.
HUNG_S = 300
SLOW_MARKS = ("model", "worker", "browser")  # these have a patience of their own
hypothesis_settings.register_profile("untimed", hypothesis_settings.default, deadline=None)
hypothesis_settings.load_profile("untimed")

TEXT_INDEXES = ("memory_text", "memory_past_text", "memory_document_text")


@pytest.fixture(scope="session")
def django_db_keepdb(django_db_modify_db_settings: None) -> bool:
    """The database of the tests is there already, migrated; what is kept goes with the home at the end."""
    database_copied_to(Path(connection.settings_dict["TEST"]["NAME"]))
    return True


def pytest_collection_finish() -> None:
    """Thousands of tests and all they import stay until the end; looking through them for cycles as often as usual took
    a good part of the time. They are not frozen: an erase looks for caches among the objects that are not.
    """
    gc.collect()
    gc.set_threshold(20_000, 20, 50)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None]:
    """Quadratic work on what was made to be slow takes minutes, where it ought to take a moment."""

    def hung(_number: int, _frame: FrameType | None) -> None:
        pytest.fail(f"not done after {HUNG_S} s")

    if threading.current_thread() is not threading.main_thread() or any(map(item.get_closest_marker, SLOW_MARKS)):
        return (yield)
    before = signal.signal(signal.SIGALRM, hung)
    signal.setitimer(signal.ITIMER_REAL, HUNG_S)
    try:
        return (yield)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def pytest_unconfigure() -> None:
    shutil.rmtree(settings.KIROCREW_HOME, ignore_errors=True)


def _empty_database(self: TransactionTestCase) -> None:
    """What tests that really commit leave. Django's `flush` empties each of ninety tables, makes the permissions anew,
    which are the same ones, and knows nothing of the text index.
    """
    kept = {"django_content_type", "auth_permission", "django_migrations"}
    tables = {*connection.introspection.django_table_names(only_existing=True, include_views=False)} - kept
    has_rows = " UNION ALL ".join(f"SELECT '{table}' WHERE EXISTS (SELECT 1 FROM {table})" for table in sorted(tables))  # noqa: S608
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(has_rows)
        for table in (*(row[0] for row in cursor.fetchall()), *TEXT_INDEXES):
            cursor.execute(f"DELETE FROM {table}")  # noqa: S608


TransactionTestCase._fixture_teardown = _empty_database  # type: ignore[attr-defined]


@pytest.fixture(autouse=True)
def _fresh_process() -> None:
    """What one test's owner tuned, and when it last asked for embeddings, is not remembered in the next."""
    settings_forget()
    vectors.asked_forget()


@pytest.fixture(autouse=True)
def _empty_home() -> None:
    """Uploads, backups, reports and tombstones of one test are not found by the next; the database's files stay."""
    database = Path(str(connection.settings_dict["NAME"])).name
    for path in Path(settings.KIROCREW_HOME).iterdir():
        if path.is_dir():
            shutil.rmtree(path)
        elif not path.name.startswith((database, "test.sqlite3")):
            path.unlink()


@pytest.fixture
def alice() -> Actor:
    """The owner."""
    return Actor.owner("alice", "1")


@pytest.fixture
def main_store(db: None) -> Store:
    """The shared store everybody starts with."""
    return Store.objects.get_or_create(slug="main", defaults={"name": "Main"})[0]


@pytest.fixture
def private_store(db: None) -> Store:
    """A store of one member."""
    return Store.objects.create(slug="bob", name="Bob's", policy=Policy.PRIVATE)


def make_bot(name: str, *permissions: str) -> Actor:
    """A bot with those permissions and no store."""
    from channels_bridge.services.bots import bot_authenticate, bot_create

    _, key = bot_create(actor=Actor.owner("alice", "1"), name=name, permissions=list(permissions))
    actor = bot_authenticate(key)
    assert actor is not None
    return actor


@pytest.fixture
def botty(main_store: Store) -> Actor:
    """A bot that may read and write the main store."""
    actor = make_bot("botty", Permission.MEMORY_READ, Permission.MEMORY_WRITE, Permission.LESSONS_WRITE)
    BotStore.objects.create(bot_id=actor.ident, store=main_store, is_default=True)
    return actor


@pytest.fixture
def mallory(db: None) -> Actor:
    """An outsider: a valid key that is bound to no store."""
    return make_bot("mallory", Permission.MEMORY_READ, Permission.MEMORY_WRITE, Permission.LESSONS_WRITE)
