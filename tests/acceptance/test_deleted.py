"""Deleted means gone: after the index is made anew, after a restart, and after the source is fed again."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import connection

from channels_bridge.actors import Actor
from channels_bridge.services.jobs import run_job_now
from memory.models import Embedding, Record, Status, Store
from memory.recall.sqlite import SqliteEngine
from memory.services.erasure import record_erase
from memory.services.importing.sources import Upload
from memory.services.imports import import_apply
from memory.services.records import record_forget
from tests.acceptance.asking import episode, fact, lesson, prompt, record_of, remembered, shown_anywhere
from tests.memory.recalling import embed_all

ROOT = Path(__file__).resolve().parents[2]
GONE, KEPT = "Zanzibar", "Madagascar"
SOURCE = json.dumps(
    {
        "semantic": [
            {"key": "user.harbour", "value": f"{GONE} harbour"},
            {"key": "user.port", "value": f"{KEPT} port"},
        ],
        "episodic": [{"text": f"We met at the {GONE} harbour."}, {"text": f"We met at the {KEPT} port."}],
    }
)


def feed(alice: Actor, store: Store) -> None:
    run_job_now(import_apply(actor=alice, store=store, sources=[Upload("memory.json", SOURCE.encode())]))


def records_with(word: str) -> list[Record]:
    return [
        record
        for record in Record.objects.with_content().filter(status=Status.ACTIVE)
        if word in json.dumps(record.content.snapshot(), ensure_ascii=False)
    ]


@pytest.mark.parametrize("way", ["forget", "erase"])
def test_what_is_deleted_stays_absent_after_the_index_is_made_anew_and_the_source_is_fed_again(
    alice: Actor, botty: Actor, main_store: Store, way: str
) -> None:
    feed(alice, main_store)
    embed_all()
    question = f"{GONE} harbour {KEPT} port"
    assert shown_anywhere(alice, main_store, question, GONE)
    for record in records_with(GONE):
        if way == "forget":
            record_forget(actor=alice, uid=record.uid, reason="wrong", for_good=True)
        else:
            record_erase(actor=alice, uid=record.uid, confirm=record.key or str(record.uid), reason="wrong")
    assert not shown_anywhere(alice, main_store, question, GONE)
    SqliteEngine().rebuild()
    embed_all()
    assert not shown_anywhere(alice, main_store, question, GONE)
    feed(alice, main_store)
    for word in (GONE, "Mauritius"):
        fact(botty, main_store, f"{word} harbour", key="user.harbour" if word == GONE else "user.isle")
        episode(botty, main_store, f"We met at the {word} harbour.")
    assert not shown_anywhere(alice, main_store, question, GONE)
    assert shown_anywhere(alice, main_store, question, KEPT)
    assert shown_anywhere(alice, main_store, "Mauritius harbour", "Mauritius")


RESTARTED = """
import os, sys
os.environ["DJANGO_SETTINGS_MODULE"] = "kirocrew.settings"
import django; django.setup()
from channels_bridge.actors import Actor
from memory.models import Store
from tests.acceptance.asking import prompt, remembered
alice, store = Actor.owner("alice", "1"), Store.objects.get(slug="main")
question = "Zanzibar harbour Madagascar port"
print("\\n".join([prompt(alice, store, question), *remembered(alice, store, question)]))
"""


@pytest.mark.worker
@pytest.mark.django_db(transaction=True)
def test_what_is_deleted_stays_absent_in_a_process_that_starts_afterwards(
    alice: Actor, main_store: Store, tmp_path: Path
) -> None:
    feed(alice, main_store)
    for record in records_with(GONE):
        record_forget(actor=alice, uid=record.uid)
    copy = tmp_path / "kirocrew.sqlite3"
    with connection.cursor() as cursor:
        cursor.execute("VACUUM INTO %s", [str(copy)])
    environment = os.environ | {"KIROCREW_HOME": str(tmp_path), "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", RESTARTED], capture_output=True, text=True, env=environment, cwd=ROOT, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert KEPT in done.stdout and GONE not in done.stdout


def test_derived_indexes_are_dropped_and_made_anew_from_the_records(alice: Actor, main_store: Store) -> None:
    fact(alice, main_store, f"{KEPT} port")
    episode(alice, main_store, f"We met at the {KEPT} port.")
    lesson(alice, main_store, f"Write {KEPT} with a capital letter")
    embed_all()
    before = sorted(remembered(alice, main_store, KEPT))
    assert len(before) == 3
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM memory_text")
    assert remembered(alice, main_store, KEPT) == []
    SqliteEngine().rebuild()
    assert sorted(remembered(alice, main_store, KEPT)) == before
    assert SqliteEngine().check().is_sound


def test_vectors_are_dropped_and_made_anew_from_the_records(alice: Actor, main_store: Store) -> None:
    episode(alice, main_store, f"We met at the {KEPT} port.")
    forgotten = episode(alice, main_store, f"We met at the {GONE} harbour.")
    embed_all()
    record_forget(actor=alice, uid=record_of(forgotten).uid)
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM memory_embeddingbits")
        cursor.execute("DELETE FROM memory_embedding")
    assert not Embedding.objects.exists()
    embed_all()
    assert set(Embedding.objects.values_list("record__episode__text", flat=True)) == {f"We met at the {KEPT} port."}
    assert f"{KEPT} port" in prompt(alice, main_store, f"{KEPT} port")
