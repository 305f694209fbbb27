"""Imports as a bot and the owner's browser send them."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from pytest_django import Settings

from channels_bridge.actors import Actor
from channels_bridge.models import Job
from channels_bridge.services.bots import bot_create
from channels_bridge.services.jobs import run_job_now
from memory.models import BotStore, ImportRun, Policy, Record, Store
from tests.memory.importing import RULES, TURNS, counted, remembered, turns

pytestmark = pytest.mark.django_db

PATH = "/api/memory/import"
Post = Callable[..., Any]


@pytest.fixture(autouse=True)
def _home(settings: Settings, tmp_path: Path) -> None:
    settings.KIROCREW_HOME = tmp_path / "home"


def client_of(name: str, store: Store | None, *permissions: str) -> Client:
    bot, key = bot_create(actor=Actor.owner("alice", "1"), name=name, permissions=list(permissions))
    if store is not None:
        BotStore.objects.create(bot=bot, store=store, is_default=True)
    return Client(headers={"Authorization": f"Bearer {key}"})


@pytest.fixture
def carrier(main_store: Store) -> Client:
    return client_of("carrier", main_store, "import:write", "jobs:read")


def post(client: Client, body: Any, path: str = PATH, **headers: str) -> Any:
    return client.post(path, json.dumps(body), content_type="application/json", headers=headers)


def test_a_file_is_rehearsed_unless_something_else_is_asked_for(carrier: Client) -> None:
    response = post(carrier, {"name": "CLAUDE.md", "content": RULES})
    assert response.status_code == 200
    answer = response.json()
    assert (answer["dry_run"], answer["store"], answer["total"], answer["complete"]) == (True, "main", 4, True)
    assert answer["counts"]["actions"]["new"] == 4
    assert answer["items"][2] == {
        "action": "new",
        "code": "",
        "message": "",
        "kind": "lesson",
        "text": "提交之前必须运行全部测试。",
        "origin": answer["items"][2]["origin"],
    }
    assert not Record.objects.exists()
    assert not Job.objects.exists()


def test_a_form_without_a_word_about_it_is_rehearsed_too(carrier: Client) -> None:
    response = carrier.post(PATH, {"file": SimpleUploadedFile("CLAUDE.md", RULES.encode())})
    assert (response.status_code, response.json()["dry_run"]) == (200, True)
    assert not Job.objects.exists()


def test_applying_names_the_job_that_does_it(carrier: Client, main_store: Store) -> None:
    response = post(carrier, {"name": "turns.jsonl", "content": turns(*TURNS), "dry_run": False})
    assert response.status_code == 202
    job = Job.objects.get()
    assert response.json() == {"dry_run": False, "store": "main", "job": str(job.uid)}
    assert carrier.get(response["Location"]).json()["state"] == "queued"
    assert counted(run_job_now(job)) == {"new": 6}
    assert remembered(main_store) == sorted(text for _, text in TURNS)


def test_several_files_of_a_form_are_one_import(carrier: Client, main_store: Store) -> None:
    files = [
        SimpleUploadedFile("CLAUDE.md", RULES.encode()),
        SimpleUploadedFile("turns.jsonl", turns(*TURNS).encode()),
    ]
    response = carrier.post(PATH, {"file": files, "dry_run": "false"})
    assert response.status_code == 202
    assert counted(run_job_now(Job.objects.get())) == {"new": 10}


def test_items_are_records_as_an_export_has_them(carrier: Client, main_store: Store) -> None:
    items = [
        {"kind": "fact", "key": "user.city", "value": "Lisbon", "source": "user_explicit"},
        {"kind": "lesson", "rule": "Prefer small commits."},
        {"kind": "episode", "text": TURNS[5][1], "tags": ["launch"]},
        {"kind": "poem", "text": "roses are red"},
    ]
    assert post(carrier, {"items": items}).json()["counts"]["actions"] == {
        "new": 3,
        "duplicate": 0,
        "conflict": 0,
        "proposed": 0,
        "refused": 0,
        "unsupported": 1,
    }
    post(carrier, {"items": items, "dry_run": False})
    run_job_now(Job.objects.get())
    assert {record.source for record in Record.objects.all()} == {"import:kirocrew-export"}


def test_the_lists_of_another_systems_export_can_be_the_body(carrier: Client, main_store: Store) -> None:
    body = {
        "semantic": [{"key": "user.city", "value_json": '"Lisbon"'}],
        "episodic": [{"text": TURNS[1][1], "tags": '["move"]', "created_at": "2025-05-01T08:00:00Z"}],
        "dry_run": False,
    }
    assert post(carrier, body).status_code == 202
    assert counted(run_job_now(Job.objects.get())) == {"new": 2}


def test_the_same_key_is_one_import(carrier: Client) -> None:
    body = {"name": "turns.jsonl", "content": turns(TURNS[0]), "dry_run": False}
    first = post(carrier, body, **{"Idempotency-Key": "import-1"})
    again = post(carrier, body, **{"Idempotency-Key": "import-1"})
    assert (again.status_code, again.json()) == (202, first.json())
    assert (Job.objects.count(), ImportRun.objects.count()) == (1, 1)


@pytest.mark.parametrize("dry_run", [True, False])
def test_nobody_else_gets_in(main_store: Store, dry_run: bool) -> None:
    body = {"name": "CLAUDE.md", "content": RULES, "dry_run": dry_run}
    assert post(Client(), body).status_code == 401
    writer = client_of("writer", main_store, "memory:read", "memory:write", "lessons:write")
    assert post(writer, body).json()["type"].endswith("missing-permission")
    outsider = client_of("mallory", None, "import:write")
    assert post(outsider, body).status_code == 404
    assert not Job.objects.exists()


def test_another_store_is_not_reached_by_its_name(carrier: Client, private_store: Store) -> None:
    body = {"name": "CLAUDE.md", "content": RULES}
    assert post(carrier, body, path=f"{PATH}?store={private_store.slug}").status_code == 404
    assert post(carrier, body, path=f"{PATH}?store=nowhere").status_code == 404


def test_a_private_store_is_reached_by_its_own_bot(db: None) -> None:
    own = Store.objects.create(slug="mira", name="Mira's", policy=Policy.PRIVATE)
    assert post(client_of("mira-bot", own, "import:write"), {"content": RULES}).json()["store"] == "mira"


def test_the_owner_imports_by_their_session(main_store: Store) -> None:
    browser = Client()
    browser.force_login(get_user_model().objects.create_superuser("alice", password="alice's long password"))
    assert post(browser, {"content": RULES}).status_code == 200


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"content": RULES, "format": "paper"},
        {"content": ""},
        {"items": []},
        {"items": "all"},
        {"content": RULES, "dry_run": "perhaps"},
        {"content": RULES, "limit": -1},
        [],
    ],
)
def test_wrong_bodies_are_answered(carrier: Client, body: Any) -> None:
    response = post(carrier, body)
    assert response.status_code == 422, response.content
    assert response["Content-Type"] == "application/problem+json"


def test_half_characters_and_binary_are_told_not_stored(carrier: Client) -> None:
    assert post(carrier, {"name": "a.md", "content": "- Never say \ud83d alone."}).status_code == 422
    half = post(carrier, {"items": [{"kind": "episode", "text": "Never say \ud83d alone, said Mira."}]})
    assert half.json()["items"][0]["text"].split() == "Never say alone, said Mira.".split()
    binary = carrier.post(PATH, {"file": SimpleUploadedFile("photo.md", b"\x89PNG\r\n\x1a\n\x00\x00")})
    assert binary.json()["items"][0]["code"] == "binary_file"


def test_more_than_an_import_takes_is_refused(carrier: Client) -> None:
    half = SimpleUploadedFile("a.jsonl", b"x" * (33 * 1024 * 1024))
    other = SimpleUploadedFile("b.jsonl", b"x" * (33 * 1024 * 1024))
    response = carrier.post(PATH, {"file": [half, other], "dry_run": "false"})
    assert (response.status_code, response.json()["type"].rsplit(":", 1)[-1]) == (413, "import-too-large")
    assert not Job.objects.exists()


def test_the_formats_are_listed(carrier: Client) -> None:
    names = [known["name"] for known in carrier.get(PATH).json()]
    assert {"kirocrew-export", "markdown", "turns", "semantic-episodic"} <= set(names)
    assert names == sorted(names)
