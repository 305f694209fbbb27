"""Exports: everything a store remembers, whole or not at all, and the same again after an import."""

import json
import stat
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from pytest_django import Settings

from channels_bridge.actors import Actor
from channels_bridge.models import Job
from channels_bridge.services.bots import bot_create
from channels_bridge.services.jobs import run_job_now
from kirocrew.base.problems import Conflict, Forbidden, Invalid, NotFound
from memory.models import BotStore, Record, Store
from memory.services.drafts import EpisodeDraft, FactDraft, LessonDraft
from memory.services.episodes import episodes_write
from memory.services.exports import export_file, export_folder, export_request, export_stream, export_write
from memory.services.facts import facts_write
from memory.services.importing.sources import Upload
from memory.services.lessons import lessons_write
from memory.services.records import record_forget
from memory.services.stores import store_create
from tests.memory.importing import TURNS, codes, counted, numbered, run_import, write

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _home(settings: Settings, tmp_path: Path) -> None:
    settings.KIROCREW_HOME = tmp_path / "home"


@pytest.fixture
def filled(alice: Actor, botty: Actor, main_store: Store) -> Store:
    """A store with every kind and status, windows and many languages."""
    spring = {"valid_from": datetime(2026, 3, 1, tzinfo=UTC), "valid_until": datetime(2099, 6, 1, tzinfo=UTC)}
    facts_write(
        actor=alice,
        store=main_store,
        drafts=[
            FactDraft(key="user.city", value="東京", subject="mira", predicate="lives in", **spring),
            FactDraft(key="user.limits", value={"daily": 3, "exact": 1.5, "tags": ["é", None, True]}),
            FactDraft(key="pref.editor", value="helix", confidence=Decimal("0.925"), project="apollo"),
        ],
    )
    facts_write(actor=alice, store=main_store, drafts=[FactDraft(key="pref.editor", value="vim", project="apollo")])
    lessons_write(
        actor=alice,
        store=main_store,
        drafts=[
            LessonDraft(rule="提交之前必须运行全部测试。", negative="直接推送", category="tool"),
            LessonDraft(rule="Keep functions short.", repo_scope="packages/api", applies="on_topic"),
        ],
    )
    episodes_write(
        actor=botty,
        store=main_store,
        drafts=[
            EpisodeDraft(
                text=text,
                speaker=who,
                conversation="c1",
                session="s1",
                position=place,
                tags=("launch", "später"),
                importance=0.75,
                observed_at=datetime(2025, 1, 2, 3, 4, 5, 678901, tzinfo=UTC),
                scope="office",
            )
            for place, (who, text) in enumerate(TURNS)
        ],
    )
    record_forget(actor=alice, uid=Record.objects.filter(kind="episode").order_by("id")[0].uid)
    return main_store


def exported(actor: Actor, store: Store) -> Any:
    return json.loads("".join(export_stream(actor=actor, store=store)))


FIELDS = ("kind", "key", "subject", "predicate", "scope", "project", "valid_from", "valid_until", "observed_at")


def memories(store: Store) -> list[dict[str, Any]]:
    """Everything about the active records but who wrote them, in an order of its own."""
    rows = Record.objects.filter(store=store, status="active").select_related("fact", "lesson", "episode")
    found = []
    for row in rows:
        content = row.content.snapshot()
        if row.kind == "lesson":
            content.pop("confidence")  # how certain a lesson is follows from who wrote it
        found.append({name: getattr(row, name) for name in FIELDS} | content)
    return sorted(found, key=lambda memory: json.dumps(memory, default=str, sort_keys=True))


def test_an_export_holds_every_record_with_status_and_revision(alice: Actor, filled: Store) -> None:
    document = exported(alice, filled)
    assert (document["format"], document["version"]) == ("kirocrew-export", 1)
    assert document["counts"] == {"fact": 3, "lesson": 2, "episode": 6}
    assert document["store"]["inventory"] == {
        "fact": {"active": 3},
        "lesson": {"active": 2},
        "episode": {"active": 5, "forgotten": 1},
    }
    by_key = {record["key"]: record for record in document["records"] if record["key"]}
    assert (by_key["pref.editor"]["revision"], by_key["pref.editor"]["value"]) == (2, "vim")
    assert by_key["user.city"]["source"] == "user_explicit"
    assert [r["status"] for r in document["records"] if r["kind"] == "episode"] == ["forgotten"] + ["active"] * 5


def test_an_import_of_an_export_gives_the_same_memories(alice: Actor, filled: Store, tmp_path: Path) -> None:
    file = export_write(actor=alice, store=filled, target=tmp_path / "memories.json").path
    other = store_create(actor=alice, slug="other", name="Other")
    job = run_import(alice, other, file)
    assert codes(job.result["counts"]["rows"]) == {("new", ""): 10, ("unsupported", "not_active"): 1}
    assert memories(other) == memories(filled)
    assert {record.source for record in Record.objects.filter(store=other)} == {"import:kirocrew-export"}


def test_an_export_imported_where_it_came_from_changes_nothing(alice: Actor, filled: Store, tmp_path: Path) -> None:
    file = export_write(actor=alice, store=filled, target=tmp_path / "memories.json").path
    before = memories(filled)
    assert counted(run_import(alice, filled, file)) == {"duplicate": 10, "unsupported": 1}
    assert memories(filled) == before


def test_an_export_travels_on_and_is_known_again(alice: Actor, filled: Store, tmp_path: Path) -> None:
    first = export_write(actor=alice, store=filled, target=tmp_path / "a.json").path
    other = store_create(actor=alice, slug="other", name="Other")
    run_import(alice, other, first)
    later = export_write(actor=alice, store=filled, target=tmp_path / "b.json").path
    again = run_import(alice, other, later)
    assert codes(again.result["counts"]["rows"]) == {
        ("duplicate", "already_imported"): 10,
        ("unsupported", "not_active"): 1,
    }


SCRIPTS = (
    "naïve café",
    "数据库迁移",
    "東京へ出張",
    "새로운 프로젝트",
    "Überprüfung läuft",
    "phiên bản đầu",
    "🚀👩‍👩‍👧‍👦 launch",
    "إطلاق المنتج",
)
values = st.recursive(
    st.sampled_from(SCRIPTS) | st.integers(-(2**53), 2**53) | st.booleans() | st.floats(-1e9, 1e9).map(float),
    lambda inner: (
        st.lists(inner, min_size=1, max_size=3) | st.dictionaries(st.sampled_from(SCRIPTS), inner, min_size=1)
    ),
    max_leaves=6,
)


@hypothesis_settings(
    max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture], database=None
)
@given(stored=st.dictionaries(st.sampled_from(["user.a", "pref.b", "project.c", "user.d"]), values, min_size=1))
def test_values_of_any_shape_come_back_the_same(alice: Actor, main_store: Store, stored: dict[str, Any]) -> None:
    name = f"s{Store.objects.count()}"
    source = store_create(actor=alice, slug=name, name=name)
    target = store_create(actor=alice, slug=f"{name}-copy", name=name)
    written = facts_write(
        actor=alice, store=source, drafts=[FactDraft(key=key, value=value) for key, value in stored.items()]
    )
    document = "".join(export_stream(actor=alice, store=source))
    run_import(alice, target, Upload("memories.json", document.encode()))
    assert all(outcome.ok for outcome in written)
    assert memories(target) == memories(source)


def test_a_large_store_is_read_page_by_page(alice: Actor, main_store: Store, tmp_path: Path) -> None:
    run_import(alice, main_store, write(tmp_path / "turns.jsonl", numbered(1201)))
    told: list[tuple[int, int]] = []
    pieces = list(export_stream(actor=alice, store=main_store, report=lambda done, total: told.append((done, total))))
    assert told == [(500, 1201), (1000, 1201), (1201, 1201)]
    assert len(pieces) > 5
    assert len(json.loads("".join(pieces))["records"]) == 1201


def test_a_record_made_meanwhile_is_not_in_it(alice: Actor, filled: Store) -> None:
    pieces = export_stream(actor=alice, store=filled, report=lambda done, total: episode(alice, filled))
    assert len(json.loads("".join(pieces))["records"]) == 11


def episode(actor: Actor, store: Store) -> None:
    episodes_write(actor=actor, store=store, drafts=[EpisodeDraft(text="Somebody wrote this meanwhile.")])


def test_a_file_is_private_and_replaces_nothing_unasked(alice: Actor, filled: Store, tmp_path: Path) -> None:
    target = write(tmp_path / "out" / "memories.json", "precious")
    with pytest.raises(Conflict):
        export_write(actor=alice, store=filled, target=target)
    assert target.read_text() == "precious"
    done = export_write(actor=alice, store=filled, target=target, replace=True)
    assert (done.path, done.records, done.size) == (target, 11, target.stat().st_size)
    assert stat.S_IMODE(target.stat().st_mode) == 0o600


def test_an_export_that_fails_leaves_nothing_half_written(alice: Actor, filled: Store, tmp_path: Path) -> None:
    def give_up(done: int, total: int) -> None:
        raise OSError(28, "No space left on device")

    target = write(tmp_path / "out" / "memories.json", "precious")
    with pytest.raises(Invalid, match="No space left"):
        export_write(actor=alice, store=filled, target=target, replace=True, report=give_up)
    assert target.read_text() == "precious"
    assert list(target.parent.iterdir()) == [target]


def test_the_job_writes_into_the_home(alice: Actor, filled: Store) -> None:
    job = export_request(actor=alice, store=filled)
    assert export_request(actor=alice, store=filled).uid == job.uid
    job = run_job_now(job)
    assert (job.state, job.result["records"], job.done, job.total) == ("done", 11, 11, 11)
    file = export_file(actor=alice, name=job.result["file"])
    assert (file.parent, stat.S_IMODE(file.stat().st_mode)) == (export_folder(), 0o600)
    assert len(json.loads(file.read_text())["records"]) == 11


@pytest.mark.parametrize("name", ["../kirocrew.sqlite3", "nothing.json", "", ".", "/etc/passwd"])
def test_only_exports_are_downloaded(alice: Actor, main_store: Store, name: str) -> None:
    with pytest.raises(NotFound):
        export_file(actor=alice, name=name)


def test_a_link_among_the_exports_is_not_followed(alice: Actor, main_store: Store, tmp_path: Path) -> None:
    (export_folder() / "link.json").symlink_to(write(tmp_path / "secret", "x"))
    with pytest.raises(NotFound):
        export_file(actor=alice, name="link.json")


def test_a_bot_downloads_no_files_of_the_home(botty: Actor, main_store: Store) -> None:
    with pytest.raises(Forbidden):
        export_file(actor=botty, name="x.json")


def key_of(name: str, store: Store | None, *permissions: str, project: str = "") -> dict[str, str]:
    bot, key = bot_create(actor=Actor.owner("alice", "1"), name=name, permissions=list(permissions), project=project)
    if store is not None:
        BotStore.objects.create(bot=bot, store=store, is_default=True)
    return {"Authorization": f"Bearer {key}"}


def test_an_export_streams_over_http(alice: Actor, filled: Store) -> None:
    response = Client(headers=key_of("reader", filled, "memory:read")).get("/api/memory/export")
    assert (response.status_code, response["Content-Type"]) == (200, "application/json")
    assert response["Content-Disposition"].startswith('attachment; filename="kirocrew-main-')
    whole = exported(alice, filled)["records"]
    there = [record for record in whole if record["status"] in ("active", "proposed")]
    assert json.loads(response.getvalue())["records"] == there != whole


def test_a_bot_of_a_project_exports_that_project_and_what_belongs_to_none(filled: Store) -> None:
    response = Client(headers=key_of("narrow", filled, "memory:read", project="gemini")).get("/api/memory/export")
    document = json.loads(response.getvalue())
    assert {record["project"] for record in document["records"]} == {""}
    assert document["store"]["inventory"]["fact"] == {"active": 2}


def test_nobody_else_exports(filled: Store, private_store: Store) -> None:
    assert Client().get("/api/memory/export").status_code == 401
    assert Client(headers=key_of("mallory", None, "memory:read")).get("/api/memory/export").status_code == 404
    assert Client(headers=key_of("carrier", filled, "import:write")).get("/api/memory/export").status_code == 403
    reader = Client(headers=key_of("reader", filled, "memory:read"))
    assert reader.get(f"/api/memory/export?store={private_store.slug}").status_code == 404
    assert not Job.objects.exists()
