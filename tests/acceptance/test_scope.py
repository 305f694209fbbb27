"""A record of one scope is absent under another, and nobody widens theirs by what they send."""

from typing import Any

import pytest

from channels_bridge.actors import Actor
from channels_bridge.models import Role
from channels_bridge.services.jobs import run_job_now
from kirocrew.base.clock import now
from memory.models import BotStore, Embedding, Record, Status, Store
from memory.services.contradictions import contradictions_scan
from memory.services.conversations import TurnDraft, conversation_open, turns_record
from memory.services.documents import document_write, history_append
from memory.services.exports import export_stream
from memory.services.importing.sources import Upload
from memory.services.imports import import_apply
from tests.acceptance.asking import episode, fact, lesson, prompt, shown_anywhere
from tests.memory.importing import facts as facts_file
from tests.memory.recalling import embed_all
from tests.memory.test_api import Ask, asker

WORD = "Zanzibar"
READS = (
    "/api/memory/search?q=Zanzibar&admit=false",
    "/api/memory/episodic/search?q=Zanzibar",
    "/api/memory/context-preview?q=Zanzibar",
    "/api/memory/semantic",
    "/api/memory/episodic",
    "/api/lessons",
    "/api/memory/records",
    "/api/memory/records?status=forgotten",
    "/api/memory/events",
    "/api/memory/proposals",
    "/api/memory/export",
    "/api/memory/contradictions",
    "/api/memory/retirements",
    "/api/memory/documents",
    "/api/memory/documents/search?q=Zanzibar",
    "/api/memory/history/context",
    "/api/memory/history?day=2026-03-01",
    "/api/conversations",
    "/api/conversations/zanzibar-bob/turns",
)
WIDER = (
    "store=bob",
    "store=*",
    "store=%25",
    "store=",
    "store=main,bob",
    "store=bob&store=main",
    "store=BOB",
    "store=../bob",
)


def fill(actor: Actor, store: Store, **more: Any) -> None:
    """One record of each kind with the word."""
    fact(actor, store, f"{WORD} harbour", **more)
    episode(actor, store, f"We met at the {WORD} harbour on Friday.", **more)
    lesson(actor, store, f"Write {WORD} with a capital letter", **more)
    text = f"# Projects\n- {WORD} harbour"
    assert document_write(actor=actor, store=store, kind="projects", text=text, **more).ok
    history_append(actor=actor, store=store, entry=f"We saw the {WORD} harbour.", at=now(), **more)
    talk = conversation_open(actor=actor, key=f"zanzibar-{store.slug}", store=store, **more)
    turns_record(actor=actor, conversation=talk, drafts=[TurnDraft(role=Role.USER, text=f"To the {WORD} harbour")])


def bodies(ask: Ask, extra: str = "") -> dict[str, str]:
    found = {}
    for path in READS:
        response = ask("get", f"{path}{'&' if '?' in path else '?'}{extra}" if extra else path)
        content = b"".join(response) if getattr(response, "streaming", False) else response.content
        found[path] = content.decode()
    return found


@pytest.fixture
def ask(main_store: Store) -> Ask:
    return asker("botty", main_store, "memory:read", "memory:write", "lessons:write", "import:write")


def test_what_one_store_holds_is_absent_in_every_read_of_another(
    alice: Actor, ask: Ask, main_store: Store, private_store: Store
) -> None:
    fill(alice, private_store)
    assert [path for path, body in bodies(ask).items() if f"{WORD} harbour" in body or f"Write {WORD}" in body] == []
    assert shown_anywhere(alice, private_store, WORD, WORD)
    fill(alice, main_store)
    shown = {path for path, body in bodies(ask).items() if f"{WORD} harbour" in body or f"Write {WORD}" in body}
    assert shown >= set(READS[:3])


@pytest.mark.parametrize("argument", WIDER)
def test_no_argument_or_wildcard_opens_another_store(
    alice: Actor, ask: Ask, main_store: Store, private_store: Store, argument: str
) -> None:
    fill(alice, private_store)
    assert [path for path, body in bodies(ask, argument).items() if f"{WORD} harbour" in body] == []
    fill(alice, main_store)
    assert any(f"{WORD} harbour" in body for body in bodies(ask, "store=main").values())


@pytest.mark.parametrize("name", ["store", "stores", "store_id", "scope", "actor", "owner", "source", "project", "as"])
def test_a_write_lands_in_the_callers_own_store_whatever_else_it_names(
    ask: Ask, main_store: Store, private_store: Store, name: str
) -> None:
    ask("post", "/api/memory/episodic", {"text": f"We met at the {WORD} harbour on Friday.", name: "bob"})
    assert not Record.objects.filter(store=private_store).exists()
    ask("post", "/api/memory/episodic", {"text": f"We met at the {WORD} pier on Friday."})
    assert Record.objects.filter(store=main_store, source__contains="botty").exists()


def test_one_bound_to_a_project_sees_no_other_by_leaving_it_out_or_naming_it(alice: Actor, main_store: Store) -> None:
    fill(alice, main_store, project="apollo")
    bound = asker("gemini-bot", main_store, "memory:read", project="gemini")
    for argument in ("", "project=apollo", "project=*", "project=%25", "project="):
        assert [path for path, body in bodies(bound, argument).items() if f"{WORD} harbour" in body] == [], argument
    own = asker("apollo-bot", main_store, "memory:read", project="apollo")
    assert f"{WORD} harbour" in bodies(own)[READS[0]]


def test_a_bot_without_a_store_reads_nothing_by_omission(alice: Actor, main_store: Store) -> None:
    fill(alice, main_store)
    nobody = asker("mallory", None, "memory:read", "memory:write", "lessons:write")
    assert [path for path, body in bodies(nobody).items() if WORD in body] == []
    friend = asker("bob", main_store, "memory:read")
    assert any(WORD in body for body in bodies(friend).values())


def test_records_are_reached_by_id_in_ones_own_stores_only(
    alice: Actor, ask: Ask, main_store: Store, private_store: Store
) -> None:
    other, own = fact(alice, private_store, WORD), fact(alice, main_store, WORD)
    paths = ("", "/history", "/timeline", "/evidence")
    assert {ask("get", f"/api/memory/records/{other.uid}{path}").status_code for path in paths} == {404}
    assert {ask("get", f"/api/memory/records/{own.uid}{path}").status_code for path in paths} == {200}


def test_an_import_job_writes_where_it_was_asked_to_and_nowhere_else(
    alice: Actor, main_store: Store, private_store: Store
) -> None:
    upload = Upload("memory.json", facts_file(user__city=WORD).encode())
    run_job_now(import_apply(actor=alice, store=private_store, sources=[upload]))
    assert not Record.objects.filter(store=main_store).exists()
    assert Record.objects.filter(store=private_store, key="user.city").exists()
    assert WORD not in prompt(alice, main_store, WORD)


def test_a_bots_import_reaches_no_store_but_its_own(ask: Ask, main_store: Store, private_store: Store) -> None:
    body = {"semantic": [{"key": "user.city", "value": WORD}], "episodic": []}
    refused = ask("post", "/api/memory/import?store=bob", body)
    assert refused.status_code >= 400 and not Record.objects.exists()
    assert ask("post", "/api/memory/import", body).status_code < 300


def test_jobs_over_all_stores_keep_them_apart(alice: Actor, main_store: Store, private_store: Store) -> None:
    fact(alice, main_store, "Lisbon", subject="Mira", predicate="lives in", scope="a")
    fact(alice, private_store, "Porto", subject="Mira", predicate="lives in", scope="b")
    assert contradictions_scan().open == 0
    embed_all()
    assert Embedding.objects.count() == Record.objects.filter(status=Status.ACTIVE).count() == 2
    assert "Porto" not in "".join(export_stream(actor=alice, store=main_store))
    assert "Porto" in "".join(export_stream(actor=alice, store=private_store))


def test_losing_a_store_takes_effect_at_once(alice: Actor, main_store: Store) -> None:
    fill(alice, main_store)
    friend = asker("bob", main_store, "memory:read")
    assert any(WORD in body for body in bodies(friend).values())
    BotStore.objects.filter(bot__name="bob").delete()
    assert [path for path, body in bodies(friend).items() if WORD in body] == []
