"""`kirocrew doctor`: every fault that is planted is found, told with what to do, and mended where it can be."""

import json
import shutil
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from pytest_django.fixtures import Settings

from channels_bridge.actors import Actor
from kirocrew.backup.making import backup_make
from kirocrew.backup.staged import Staged, staged_write
from kirocrew.base.clock import now
from kirocrew.doctor import machine
from kirocrew.doctor.findings import FAULT, OK, WARNING, Finding
from memory.inference.hashing import HashEmbedder
from memory.models import Embedding, EmbeddingBits, Event, Record, Revision, Space, Store
from memory.services.drafts import EpisodeDraft, FactDraft
from memory.services.embedding import batch_embed, batches, space_for
from memory.services.episodes import episodes_write
from memory.services.facts import facts_write
from memory.services.recall import recall

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def home(settings: Settings, tmp_path: Path) -> Path:
    """A home of its own; the database of the tests lies elsewhere."""
    settings.KIROCREW_HOME = tmp_path
    tmp_path.chmod(0o700)
    return tmp_path


@pytest.fixture(autouse=True)
def memories(alice: Actor, main_store: Store) -> None:
    """Something to look at, with vectors."""
    facts_write(actor=alice, store=main_store, drafts=[FactDraft(key="user.tea", value="绿茶")])
    said = [EpisodeDraft(text=f"Nhóm dời cuộc họp {number} 🎉") for number in range(3)]
    episodes_write(actor=alice, store=main_store, drafts=said)
    embedder = HashEmbedder()
    space = space_for(embedder.space)
    for batch in batches(space, embedder):
        batch_embed(batch, space, embedder)
    assert Embedding.objects.count() == 4


def doctor(*arguments: str) -> tuple[int, dict[str, Any]]:
    """The exit code and what was found."""
    out, code = StringIO(), 0
    try:
        call_command("doctor", "--json", *arguments, stdout=out)
    except SystemExit as ended:
        code = int(ended.code or 0)
    return code, json.loads(out.getvalue())


def level_of(report: dict[str, Any], check: str) -> str:
    return next(one["level"] for one in report["findings"] if one["check"] == check)


def sql(statement: str, values: tuple[Any, ...] = ()) -> None:
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA foreign_keys = OFF")
        cursor.execute(statement, values)
        cursor.execute("PRAGMA foreign_keys = ON")


def test_a_sound_server_is_told_so() -> None:
    code, report = doctor()
    assert (code, report["level"]) == (0, OK), report
    assert {one["check"] for one in report["findings"]} == {
        *("versions", "disk", "permissions", "backups"),
        *("pages", "references", "journal", "text indexes", "vectors", "spaces", "clock"),
    }
    out = StringIO()
    call_command("doctor", stdout=out)
    assert "All is well." in out.getvalue()


def test_a_truncated_text_index_is_found_and_made_anew(alice: Actor, main_store: Store) -> None:
    sql("DELETE FROM memory_text_data WHERE id > 10")
    code, report = doctor()
    assert (code, level_of(report, "text indexes")) == (2, FAULT)
    code, report = doctor("--repair")
    assert (code, report["level"]) == (0, OK), report
    assert "text indexes made anew from 4 records" in report["repaired"][0]
    assert recall(actor=alice, query="绿茶", stores=[main_store], limit=3).hits[0].key == "user.tea"


def test_rows_that_the_text_index_lacks_are_found_and_put_in() -> None:
    sql("DELETE FROM memory_text WHERE rowid = %s", (Record.objects.get(key="user.tea").pk,))
    assert level_of(doctor()[1], "text indexes") == FAULT
    assert doctor("--repair")[0] == 0


def test_a_vector_of_nothing_is_found_and_removed() -> None:
    sql("UPDATE memory_embedding SET record_id = 99999 WHERE id = %s", (Embedding.objects.order_by("id")[0].pk,))
    code, report = doctor()
    assert (code, level_of(report, "vectors"), level_of(report, "references")) == (2, FAULT, FAULT)
    code, report = doctor("--repair")
    assert (code, report["level"]) == (0, OK), report
    assert (Embedding.objects.count(), EmbeddingBits.objects.count()) == (3, 3)


def test_a_vector_of_another_length_is_found_and_removed() -> None:
    sql("UPDATE memory_embedding SET vector = x'00112233' WHERE id = %s", (Embedding.objects.order_by("id")[0].pk,))
    code, report = doctor()
    assert (code, level_of(report, "vectors")) == (2, FAULT)
    assert "another length" in json.dumps(report)
    assert doctor("--repair")[0] == 0
    assert (Embedding.objects.count(), EmbeddingBits.objects.count()) == (3, 3)


def test_a_changed_journal_is_found_and_not_touched() -> None:
    Revision.objects.filter(record__key="user.tea").update(reason="written past the server")
    code, report = doctor("--repair")
    assert (code, level_of(report, "journal"), report["repaired"]) == (2, FAULT, [])
    assert "was changed after it was written" in json.dumps(report)


def test_a_reference_that_leads_nowhere_is_found_and_not_touched() -> None:
    sql("INSERT INTO memory_fact (record_id, value, confidence) VALUES (99999, '\"x\"', 1)")
    code, report = doctor("--repair")
    assert (code, level_of(report, "references"), report["repaired"]) == (2, FAULT, [])


def test_what_others_may_read_is_found_and_closed(home: Path) -> None:
    key = home / "secret_key"
    key.write_text("a key")
    key.chmod(0o644)
    home.chmod(0o755)
    code, report = doctor()
    assert (code, level_of(report, "permissions")) == (2, FAULT)
    assert doctor("--repair")[0] == 0
    assert (home.stat().st_mode & 0o777, key.stat().st_mode & 0o777) == (0o700, 0o600)


def test_a_clock_behind_the_newest_row_is_found() -> None:
    Event.objects.filter(pk=Event.objects.order_by("-pk")[0].pk).update(at=now() + timedelta(days=3))
    code, report = doctor()
    assert (code, level_of(report, "clock")) == (2, FAULT)


def test_a_disk_with_little_room_is_told_by_how_little(home: Path) -> None:
    free = shutil.disk_usage(home).free
    assert [one.level for one in machine.disk(little=0)] == [OK]
    (little,) = machine.disk(little=2 * free)
    assert (little.level, little.told.startswith("nearly full")) == (WARNING, True)


def test_two_spaces_that_are_searched_at_once_would_be_found_and_none_is_told() -> None:
    Space.objects.update(state=Space.State.RETIRED)
    code, report = doctor()
    assert (code, level_of(report, "spaces")) == (1, WARNING)


def test_backups_that_are_not_sound_or_wait_are_told(home: Path) -> None:
    made = backup_make().path
    assert doctor()[0] == 0
    staged_write(Staged(made.name, "user_explicit", now().isoformat()))
    code, report = doctor()
    assert (code, level_of(report, "backups")) == (1, WARNING)
    made.write_bytes(made.read_bytes()[:50_000])
    from kirocrew.backup.shelf import backups_check

    assert backups_check(actor=Actor.system("backup"))
    assert doctor()[0] == 2


def test_what_cannot_be_looked_at_is_a_fault_and_the_rest_is_looked_at() -> None:
    sql("ALTER TABLE memory_space RENAME TO memory_space_away")
    try:
        code, report = doctor()
    finally:
        sql("ALTER TABLE memory_space_away RENAME TO memory_space")
    assert code == 2
    assert "can't be looked at" in json.dumps(report)
    assert level_of(report, "journal") == OK


def test_a_finding_is_told_as_json() -> None:
    told = Finding("disk", WARNING, "nearly full", "Make room").as_json()
    assert told == {
        "check": "disk",
        "level": "warning",
        "told": "nearly full",
        "remedy": "Make room",
        "can_repair": False,
    }
