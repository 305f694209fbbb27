"""Archives from the API and the page: jobs whose results say what was found, and nothing that holds a passphrase."""

import json
import os
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.urls import reverse

from channels_bridge.actors import Actor
from channels_bridge.models import Job, JobState
from channels_bridge.services.bots import bot_create
from channels_bridge.services.jobs import run_job_now
from kirocrew.archive.uploads import uploads_prune, uploads_waiting
from memory.models import Event, Record, Store
from memory.services.drafts import FactDraft
from memory.services.facts import facts_write
from tests.archive.filling import emptied

PASSPHRASE = "correct horse battery staple"


def run(answer: Any) -> Job:
    assert answer.status_code == 202, answer.content
    return run_job_now(Job.objects.get(uid=answer.json()["uid"]))


def fetched(client: Client, name: str) -> bytes:
    return b"".join(client.get(f"/api/archives/{name}").streaming_content)  # type: ignore[attr-defined]


def sent(client: Client, data: bytes, **values: str) -> Any:
    return client.post("/api/archives/-/uploads", {"file": SimpleUploadedFile("a.kirocrew.jsonl.age", data), **values})


def take(client: Client, **values: str) -> Any:
    uid = uploads_waiting()[0].uid
    return client.post(f"/api/archives/-/uploads/{uid}", json.dumps(values), content_type="application/json")


def ask(client: Client, **values: str) -> Any:
    return client.post("/api/archives", json.dumps(values), content_type="application/json")


@pytest.fixture
def store(main_store: Store, alice: Actor) -> Store:
    facts_write(actor=alice, store=main_store, drafts=[FactDraft(key="user.tea", value="grüner Tee 绿茶 🍵")])
    return main_store


def test_an_archive_goes_out_and_back_over_the_api(client: Client, owner: Actor, store: Store) -> None:
    made = run(ask(client, passphrase=PASSPHRASE))
    assert made.state == JobState.DONE and made.args == {"sealed": ""}
    [listed] = client.get("/api/archives").json()["entries"]
    assert listed["name"] == made.result["file"] and listed["is_locked"]
    data = fetched(client, listed["name"])
    emptied()
    looked = run(sent(client, data, passphrase=PASSPHRASE))
    assert looked.result["digest"] == made.result["digest"] and looked.result["counts"]["memory_fact"] == 1
    assert take(client, way="restore", confirm="").status_code == 202  # the job says no
    assert run(take(client, way="restore", confirm="")).state == JobState.FAILED
    done = run(take(client, way="restore", confirm=made.result["digest"][:8]))
    assert done.state == JobState.DONE, done.error
    assert Record.objects.get().fact.value == "grüner Tee 绿茶 🍵"
    assert uploads_waiting() == []
    assert {"archive_restored"} == set(Event.objects.filter(code__startswith="archive").values_list("code", flat=True))


def test_no_table_and_no_file_of_the_home_has_the_passphrase(client: Client, owner: Actor, store: Store) -> None:
    made = run(ask(client, passphrase=PASSPHRASE))
    run(sent(client, fetched(client, made.result["file"]), passphrase=PASSPHRASE))
    files = [file for file in Path(settings.KIROCREW_HOME).rglob("*") if file.is_file() and "sqlite3" not in file.name]
    assert files and not any(PASSPHRASE.encode() in file.read_bytes() for file in files)
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names():
            cursor.execute(f"SELECT * FROM {table}")  # noqa: S608
            assert PASSPHRASE not in str(cursor.fetchall()), table


def test_a_wrong_or_missing_passphrase_keeps_nothing(client: Client, owner: Actor, store: Store) -> None:
    data = fetched(client, run(ask(client, passphrase=PASSPHRASE)).result["file"])
    for given in ("", "another one that is long"):
        answer = sent(client, data, passphrase=given)
        assert answer.status_code == 422 and answer.json()["type"].endswith(":wrong-passphrase")
    assert ask(client, passphrase="short").json()["type"].endswith(":wrong-passphrase")
    assert uploads_waiting() == []


def test_a_merge_from_the_page_goes_on_to_its_job_and_drops_what_was_sent(
    client: Client, owner: Actor, store: Store
) -> None:
    data = fetched(client, run(ask(client)).result["file"])
    emptied()
    answer = client.post(reverse("admin:transfer-archive-send"), {"file": SimpleUploadedFile("a.jsonl", data)})
    assert answer["Location"] == reverse("admin:transfer")
    [waiting] = uploads_waiting()
    assert not waiting.is_good
    run_job_now(Job.objects.get(uid=waiting.job))
    assert uploads_waiting()[0].is_good
    shown = client.get(reverse("admin:transfer")).content.decode()
    assert "whole and unchanged" in shown and "Merge into what is here" in shown and "Restore it whole" in shown
    there = client.post(reverse("admin:transfer-archive-take", args=[waiting.uid]), {"way": "merge"})
    job = run_job_now(Job.objects.get(uid=there["Location"].rstrip("/").rsplit("/", 1)[-1]))
    assert job.result["counts"]["actions"]["new"] == 1
    assert Record.objects.get().source == "import:kirocrew-archive"
    assert uploads_waiting() == []


def test_a_bot_takes_nothing_in_and_one_without_the_permission_gets_nothing(
    client: Client, owner: Actor, store: Store
) -> None:
    data = fetched(client, run(ask(client)).result["file"])
    for permissions, expected in (["memory:read", "import:write"], 403), (["admin:*"], 200):
        _, key = bot_create(actor=owner, name=f"bot-{expected}", permissions=permissions)
        bot = Client(headers={"Authorization": f"Bearer {key}"})
        assert bot.get("/api/archives").status_code == expected
        assert sent(bot, data).status_code == 403
    assert uploads_waiting() == []


def test_what_nobody_took_in_for_a_week_goes_and_so_do_drafts_of_killed_processes(
    client: Client, owner: Actor, store: Store
) -> None:
    data = fetched(client, run(ask(client)).result["file"])
    sent(client, data)
    home = Path(settings.KIROCREW_HOME)
    drafts = [home / "imports" / ".x.staging", home / "exports" / ".a.kirocrew.jsonl.1.partial"]
    for file in drafts:
        file.write_text("half of it")
    assert uploads_prune() == 0 and len(uploads_waiting()) == 1
    for file in (*drafts, next((home / "imports").glob("archive-*"))):
        os.utime(file, (0, 0))
    assert uploads_prune() == 3
    assert uploads_waiting() == [] and not any(file.exists() for file in drafts)
