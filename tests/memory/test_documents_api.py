"""Documents and history as a bot meets them."""

from datetime import timedelta
from typing import Any
from urllib.parse import quote
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client

from channels_bridge.actors import Actor
from kirocrew.base.clock import now
from memory.models import Document, HistoryEntry, Store
from memory.services.document_proposals import document_propose
from memory.services.document_search import documents_search
from memory.services.documents import document_write
from memory.services.history import history_append, history_remove
from tests.memory.test_api import Ask, asker

PREFERENCES = "/api/memory/documents/preferences"
TEXT = "# Preferences\n\n- Editor: Vim"


@pytest.fixture
def ask(main_store: Store) -> Ask:
    return asker("botty", main_store, "memory:read", "memory:write")


PATHS: list[tuple[str, str, Any]] = [
    ("get", "/api/memory/documents", None),
    ("get", "/api/memory/documents/search?q=vim", None),
    ("get", PREFERENCES, None),
    ("put", PREFERENCES, {"content": TEXT}),
    ("get", f"{PREFERENCES}/revisions", None),
    ("post", "/api/memory/documents/0198c0de-0000-7000-8000-000000000000/restore", {"number": 1}),
    ("get", "/api/memory/history", None),
    ("post", "/api/memory/history", {"content": "Tea was made."}),
    ("get", "/api/memory/history/context", None),
    ("delete", "/api/memory/history/0198c0de-0000-7000-8000-000000000000", {}),
    ("get", "/api/memory/documents/contradictions", None),
    ("post", "/api/memory/documents/contradictions/1/decide", {"keep": "fact"}),
    ("get", "/api/memory/documents/proposals", None),
    ("post", "/api/memory/documents/proposals/1/decide", {"decision": "accept"}),
]


@pytest.mark.django_db
@pytest.mark.parametrize(("method", "path", "body"), PATHS)
def test_an_outsider_reads_and_writes_nothing(
    alice: Actor, main_store: Store, method: str, path: str, body: Any
) -> None:
    document_write(actor=alice, store=main_store, kind="preferences", text=TEXT)
    history_append(actor=alice, store=main_store, entry="We used vim.", at=now())
    mallory = asker("mallory", None, "memory:read", "memory:write")
    response = mallory(method, path, body)
    assert response.status_code in (403, 404) or response.json() in ({"entries": []}, {"hits": []})
    nobody = asker("nobody", main_store, "jobs:read")
    assert nobody(method, path, body).status_code in (403, 404)
    assert (Document.objects.count(), HistoryEntry.objects.count()) == (1, 1)


def test_a_document_is_written_on_its_etag_and_read_back(ask: Ask) -> None:
    assert ask("get", PREFERENCES).status_code == 404
    written = ask("put", PREFERENCES, {"content": TEXT})
    assert written.status_code == 200 and written["ETag"] == '"1"'
    read = ask("get", PREFERENCES)
    assert read.json()["content"] == TEXT and read["ETag"] == '"1"'
    again = ask("put", PREFERENCES, {"content": TEXT + "\n- Tea: 緑茶"}, **{"If-Match": '"1"'})
    assert again.json()["revision"] == 2
    listed = ask("get", "/api/memory/documents").json()["entries"]
    assert [(item["kind"], item["revision"], "content" in item) for item in listed] == [("preferences", 2, False)]


def test_a_stale_base_is_409_in_the_body_and_412_in_the_header(ask: Ask) -> None:
    ask("put", PREFERENCES, {"content": TEXT})
    ask("put", PREFERENCES, {"content": TEXT + "\n- a", "revision": 1})
    body = ask("put", PREFERENCES, {"content": TEXT, "revision": 1})
    assert body.status_code == 409 and body.json()["type"].endswith("stale-revision")
    assert body.json()["revision"] == 2
    assert ask("put", PREFERENCES, {"content": TEXT}).status_code == 409
    assert ask("put", PREFERENCES, {"content": TEXT}, **{"If-Match": '"1"'}).status_code == 412


def test_revisions_come_with_before_and_after_page_by_page(ask: Ask) -> None:
    for revision in range(3):
        ask("put", PREFERENCES, {"content": f"{TEXT}\n- Number {revision}", "revision": revision})
    page = ask("get", f"{PREFERENCES}/revisions?limit=2").json()
    assert [entry["number"] for entry in page["entries"]] == [3, 2] and page["next"] == 2
    assert page["entries"][1]["before"].endswith("Number 0") and page["entries"][1]["after"].endswith("Number 1")
    last = ask("get", f"{PREFERENCES}/revisions?limit=2&before=2").json()
    assert [entry["number"] for entry in last["entries"]] == [1] and last["next"] is None
    uid = ask("get", PREFERENCES).json()["id"]
    restored = ask("post", f"/api/memory/documents/{uid}/restore", {"number": 1, "revision": 3})
    assert restored.json()["revision"] == 4
    assert ask("post", f"/api/memory/documents/{uid}/restore", {"number": 1, "revision": 3}).status_code == 409


def test_what_the_gate_refuses_is_422_with_its_code(ask: Ask) -> None:
    refused = ask("put", PREFERENCES, {"content": "Editor: Vim"})
    assert refused.status_code == 422 and refused.json()["code"] == "header_missing"
    entry = ask("post", "/api/memory/history", {"content": "No changes."})
    assert entry.status_code == 422 and entry.json()["code"] == "placeholder_text"
    assert ask("get", "/api/memory/documents/diary").status_code == 404
    assert ask("put", PREFERENCES, {"content": TEXT, "source": "user_explicit"}).status_code == 403


def test_a_day_is_read_with_its_entries_and_its_citations(ask: Ask) -> None:
    body = {"content": "Ada moved the release.", "conversation": "c-1", "citations": [{"position": 4}]}
    uid = ask("post", "/api/memory/history", body | {"at": "2026-03-01T10:00:00Z"}).json()["uid"]
    history = ask("get", "/api/memory/history?day=2026-03-01").json()
    assert history["days"] == [{"day": "2026-03-01", "entries": 1}]
    assert history["entries"][0]["id"] == uid and history["entries"][0]["citations"] == [{"position": 4}]
    wrong = {"position": 4, "record": str(uuid4())}
    assert ask("post", "/api/memory/history", body | {"citations": [wrong]}).status_code == 422
    assert ask("delete", f"/api/memory/history/{uid}", {}).status_code == 403


def test_the_context_of_today_holds_what_was_just_said(ask: Ask) -> None:
    ask("post", "/api/memory/history", {"content": "Ada moved the release."})
    ask("post", "/api/memory/history", {"content": "Long ago.", "at": (now() - timedelta(days=200)).isoformat()})
    block = ask("get", "/api/memory/history/context").json()
    assert "Ada moved the release." in block["text"] and "Long ago" not in block["text"]
    assert block["entries"] == 1 and block["chars"] == len(block["text"])


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("- Editor: Neovim mit Kriegszeichen", "neovim"),
        ("- Straße: Lange Straße 4", "STRASSE"),
        ("- 編集者は東京に住んでいます", "東京"),
        ("- 我喜欢喝绿茶", "绿茶"),
        ("- 서울에서 일합니다", "서울"),
        ("- Cà phê sữa đá mỗi sáng", "ca phe"),
        ("- Мой редактор — Емакс", "редактор"),
        ("- قهوة بدون سكر", "قهوة"),
        ("- Mood: 🎉", "🎉"),
        ("- C++ and C#", "c++"),
    ],
)
def test_every_script_is_found_in_documents_and_history(
    alice: Actor, main_store: Store, text: str, question: str
) -> None:
    document_write(actor=alice, store=main_store, kind="projects", text=f"# Projects\n- Kettle: red\n{text}")
    history_append(actor=alice, store=main_store, entry=text, at=now())
    history_append(actor=alice, store=main_store, entry="Something else entirely.", at=now())
    hits = documents_search(actor=alice, query=question, stores=[main_store])
    assert {hit.kind for hit in hits} == {"projects", "history"}
    document = next(hit for hit in hits if hit.kind == "projects")
    assert document.line == 3 and document.snippet == text


@pytest.mark.parametrize(
    "question", ['"', "vim OR", "NEAR(", "terms : vim", "*", "vim*", "-vim", "^vim", "{a b}: c", ""]
)
def test_a_question_is_never_syntax_of_the_index(ask: Ask, question: str) -> None:
    ask("put", PREFERENCES, {"content": TEXT})
    response = ask("get", f"/api/memory/documents/search?q={quote(question)}")
    assert response.status_code in (200, 422)
    if response.status_code == 200:
        assert len(response.json()["hits"]) == (1 if "vim" in question else 0)


def test_a_search_follows_the_newest_text_and_forgets_what_was_removed(alice: Actor, main_store: Store) -> None:
    document_write(actor=alice, store=main_store, kind="preferences", text=TEXT)
    document_write(actor=alice, store=main_store, kind="preferences", text="# Preferences\n- Emacs", base_revision=1)
    entry = history_append(actor=alice, store=main_store, entry="We spoke about vim.", at=now())
    assert isinstance(entry, HistoryEntry)
    assert [hit.kind for hit in documents_search(actor=alice, query="vim", stores=[main_store])] == ["history"]
    history_remove(actor=alice, uid=entry.uid)
    assert documents_search(actor=alice, query="vim", stores=[main_store]) == []
    kinds = documents_search(actor=alice, query="emacs", stores=[main_store], kinds=["history"])
    assert kinds == []


def test_a_search_stays_in_its_stores_and_project(
    alice: Actor, mallory: Actor, main_store: Store, private_store: Store
) -> None:
    document_write(actor=alice, store=private_store, kind="preferences", text=TEXT)
    document_write(actor=alice, store=main_store, kind="preferences", text=TEXT, project="toaster")
    both = [main_store, private_store]
    assert len(documents_search(actor=alice, query="vim", stores=both)) == 2
    assert documents_search(actor=mallory, query="vim", stores=both) == []
    kettle = asker("kettle-bot", main_store, "memory:read", project="kettle")
    for extra in ("", "&project=toaster", "&project="):
        assert kettle("get", f"/api/memory/documents/search?q=vim{extra}").json() == {"hits": []}


@pytest.mark.django_db
def test_the_owner_decides_on_a_text_that_waits_and_a_bot_does_not(
    alice: Actor, main_store: Store, ask: Ask, client: Client
) -> None:
    about: dict[str, Any] = {"store": main_store, "kind": "preferences", "project": "", "base_revision": 0}
    reader, longer = Actor.system("consolidation:chat-1"), f"{TEXT}\n- Tea: green"
    first = document_propose(actor=reader, text=TEXT, why="unsupported_by_turn", **about)
    second = document_propose(actor=reader, text=longer, why="unsupported_by_turn", **about)
    assert first is not None and second is not None
    paths = [f"/api/memory/documents/proposals/{row.pk}/decide" for row in (first, second)]
    assert ask("get", "/api/memory/documents/proposals").status_code == 403
    assert ask("post", paths[0], {"decision": "accept"}).status_code == 403

    client.force_login(User.objects.create_superuser("alice"))
    listed = client.get("/api/memory/documents/proposals?store=main").json()["entries"]
    assert [(entry["id"], entry["content"]) for entry in listed] == [(first.pk, TEXT), (second.pk, longer)]
    as_json: Any = {"content_type": "application/json"}
    assert client.post(paths[0], {"decision": "accept"}, **as_json).json()["state"] == "accepted"
    again = client.post(paths[0], {"decision": "reject"}, **as_json)
    assert (again.status_code, again.json()["type"].rpartition(":")[2]) == (409, "document-decided")
    stale = client.post(paths[1], {"decision": "accept"}, **as_json)
    assert (stale.status_code, stale.json()["type"].rpartition(":")[2]) == (409, "document-not-accepted")
    done = client.post(paths[1], {"decision": "accept", "revision": 1}, **as_json)
    assert done.json()["state"] == "accepted"
    assert Document.objects.get().text == longer
