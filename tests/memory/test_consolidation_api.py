"""Consolidation over the API and on the command line: who may ask, what is shown, what is undone."""

from io import StringIO
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from channels_bridge.actors import Actor, Permission
from channels_bridge.models import Job
from channels_bridge.services.bots import bot_create
from channels_bridge.services.jobs import run_job_now
from memory.models import ConsolidationPass, Fact, HistoryEntry, Record, Status, Store
from memory.services.bots import bot_with_stores_create
from memory.services.conversations import conversation_end
from memory.services.drafts import EpisodeDraft, FactDraft
from memory.services.episodes import episodes_write
from memory.services.facts import facts_write
from memory.services.settings import setting_change
from tests.memory.consolidating import episode, fact, facts_of, history_of, lesson, say, talk, with_model


@pytest.fixture
def owner(main_store: Store, django_user_model: Any) -> Client:
    client = Client()
    client.force_login(django_user_model.objects.create_superuser("alice", password="alice's long password"))
    return client


@pytest.fixture
def bot(main_store: Store) -> tuple[Client, Actor]:
    made, key = bot_with_stores_create(
        actor=Actor.owner("alice", "1"),
        name="reporter",
        permissions=[Permission.MEMORY_READ, Permission.MEMORY_WRITE],
        stores=["main"],
    )
    return Client(headers={"Authorization": f"Bearer {key}"}), made.actor


def outsider() -> Client:
    _, key = bot_create(
        actor=Actor.owner("alice", "1"), name="mallory", permissions=[Permission.MEMORY_READ, Permission.MEMORY_WRITE]
    )
    return Client(headers={"Authorization": f"Bearer {key}"})


def post(client: Client, path: str, body: Any = None) -> Any:
    return client.post(path, body if body is not None else {}, content_type="application/json")


def test_a_bot_asks_for_its_conversation_and_sees_what_it_came_to(bot: tuple[Client, Actor]) -> None:
    client, actor = bot
    talk(actor, "My name is Ana.", "Hello Ana!")
    asked = post(client, "/api/conversations/chat-1/consolidate")
    assert asked.status_code == 202
    (uid,) = asked.json()["jobs"]
    job = run_job_now(Job.objects.get(uid=uid))
    assert (job.state, job.title, job.result["turns"]) == ("done", "Learn facts from “chat-1”", 2)
    page = client.get("/api/memory/consolidations").json()
    (entry,) = page["entries"]
    assert (entry["conversation"], entry["path"], entry["state"], entry["churn"]) == ("chat-1", "facts", "done", 0)
    shown = client.get(f"/api/memory/consolidations/{entry['uid']}").json()
    (item,) = shown["items"]
    assert (item["key"], item["turn"], item["status"], item["by"]) == ("user.name", 0, "written", "rules")
    again = post(client, "/api/conversations/chat-1/consolidate")
    assert (again.status_code, again.json()) == (200, {"jobs": [], "last": [entry["uid"]]})
    assert page["backlog"][1] == {
        "path": "history",
        "conversations": 1,
        "turns": 2,
        "has_model": False,
        "failing": 0,
        "set_aside": 0,
    }


def test_an_outsider_sees_asks_and_undoes_nothing(bot: tuple[Client, Actor]) -> None:
    row = facts_of(talk(bot[1], "My name is Ana."))
    mallory = outsider()
    assert post(mallory, "/api/conversations/chat-1/consolidate").status_code == 404
    assert mallory.get("/api/memory/consolidations").json()["entries"] == []
    assert mallory.get(f"/api/memory/consolidations/{row.uid}").status_code == 404
    assert post(mallory, f"/api/memory/consolidations/{row.uid}/undo").status_code == 403
    assert post(mallory, f"/api/memory/consolidations/{row.uid}/retry").status_code == 403
    assert post(bot[0], f"/api/memory/consolidations/{row.uid}/undo").status_code == 403


def test_history_needs_a_model_and_a_conversation_that_keeps_something(bot: tuple[Client, Actor]) -> None:
    client, actor = bot
    talk(actor, "My name is Ana.")
    answer = post(client, "/api/conversations/chat-1/consolidate", {"path": "history"})
    assert (answer.status_code, answer.json()["type"]) == (409, "urn:kirocrew:problem:no-language-model")
    talk(actor, key="private", mode="incognito")
    answer = post(client, "/api/conversations/private/consolidate")
    assert (answer.status_code, answer.json()["type"]) == (409, "urn:kirocrew:problem:conversation-keeps-nothing")
    assert post(client, "/api/conversations/nowhere/consolidate").status_code == 404
    assert post(client, "/api/conversations/chat-1/consolidate", {"path": "dreams"}).status_code == 422


def test_one_click_takes_back_all_that_a_pass_wrote(
    owner: Client, bot: tuple[Client, Actor], main_store: Store, settings: Any
) -> None:
    talk(bot[1], "My editor is Vim.", "Noted.", key="before")
    facts_of(talk(bot[1], "My editor is Vim.", "Noted.", key="before-2"))
    with_model(
        settings,
        {
            "history_entry": "Ana moved to Lisbon.",
            "semantic": [
                fact("user.city", "Lisbon", 0, "moved to Lisbon"),
                fact("user.pet", "a cat", 0, "nothing like that"),
            ],
        },
    )
    row = history_of(talk(bot[1], "I moved to Lisbon. My editor is Emacs.", "Nice."))
    assert Fact.objects.get(record__key="pref.editor").value == "Emacs"
    answer = post(owner, f"/api/memory/consolidations/{row.uid}/undo", {"reason": "not mine"})
    assert (answer.status_code, answer.json()["state"], answer.json()["left"]) == (200, "undone", [])
    assert Fact.objects.get(record__key="pref.editor").value == "Vim"
    assert {record.key: record.status for record in Record.objects.filter(kind="fact")} == {
        "pref.editor": Status.ACTIVE,
        "user.city": Status.FORGOTTEN,
        "user.pet": Status.FORGOTTEN,
    }
    assert not HistoryEntry.objects.kept().exists()
    again = post(owner, f"/api/memory/consolidations/{row.uid}/undo")
    assert (again.status_code, again.json()["undone_at"]) == (200, answer.json()["undone_at"])
    assert post(owner, f"/api/memory/consolidations/{uuid4()}/undo").status_code == 404


def test_an_undo_leaves_and_lists_what_was_changed_since(
    alice: Actor, owner: Client, bot: tuple[Client, Actor], main_store: Store
) -> None:
    row = facts_of(talk(bot[1], "My editor is Emacs. My name is Ana."))
    facts_write(actor=alice, store=main_store, drafts=[FactDraft(key="pref.editor", value="Ed")])
    answer = post(owner, f"/api/memory/consolidations/{row.uid}/undo").json()
    (left,) = answer["left"]
    assert (left["key"], left["why"]) == ("pref.editor", "stale-revision")
    assert Fact.objects.get(record__key="pref.editor").value == "Ed"
    assert Record.objects.get(key="user.name").status == Status.FORGOTTEN


def test_what_a_pass_replaced_and_retired_is_back_after_its_undo(
    owner: Client, bot: tuple[Client, Actor], main_store: Store, settings: Any
) -> None:
    said = "The boiler in the flat in Lisbon broke on Monday"
    with_model(settings, {"episodic": [episode(f"{said}.", 0, said)], "semantic": [fact("pref.db", "MySQL", 0, said)]})
    facts_of(talk(bot[1], said, key="first"))
    asserting = episodes_write(
        actor=bot[1], store=main_store, drafts=[EpisodeDraft(text="They said that the db is MySQL for good.")]
    )[0]
    with_model(
        settings,
        {
            "episodic": [episode(f"{said}, again.", 0, said)],
            "semantic": [fact("pref.db", "Postgres", 0, said)],
            "lessons": [lesson("Call the plumber first", 0, said)],
        },
    )
    before = {record.uid: record.status for record in Record.objects.all()}
    row = history_of(talk(bot[1], said, key="second"))
    assert row.churn >= 2
    answer = post(owner, f"/api/memory/consolidations/{row.uid}/undo").json()
    assert answer["left"] == []
    after = {record.uid: record.status for record in Record.objects.all()}
    assert {uid: after[uid] for uid in before} == before
    assert set(after.values()) - set(before.values()) == {Status.FORGOTTEN}
    assert Record.objects.get(uid=asserting.uid).status == Status.ACTIVE
    assert Fact.objects.get().value == "MySQL"


def test_what_was_undone_is_not_read_again(owner: Client, bot: tuple[Client, Actor]) -> None:
    conversation = talk(bot[1], "My name is Ana.")
    row = facts_of(conversation)
    post(owner, f"/api/memory/consolidations/{row.uid}/undo")
    assert post(bot[0], "/api/conversations/chat-1/consolidate").json()["jobs"] == []


def test_thirty_new_turns_ask_for_facts_once(
    alice: Actor, botty: Actor, main_store: Store, django_capture_on_commit_callbacks: Any
) -> None:
    setting_change(actor=alice, name="facts_after_turns", value=30)
    with django_capture_on_commit_callbacks(execute=True):
        conversation = talk(botty, *["I went to the market."] * 29)
    assert not Job.objects.exists()
    for _ in range(2):
        with django_capture_on_commit_callbacks(execute=True):
            say(botty, conversation, "My name is Ana.")
    job = Job.objects.get()
    assert (job.name, job.requested_by) == ("memory.consolidate", "consolidation")
    run_job_now(job)
    assert Fact.objects.get().value == "Ana"


def test_the_end_of_a_conversation_asks_for_what_is_left(
    botty: Actor, main_store: Store, settings: Any, django_capture_on_commit_callbacks: Any
) -> None:
    conversation = talk(botty, "My name is Ana.")
    with django_capture_on_commit_callbacks(execute=True):
        conversation_end(actor=botty, conversation=conversation)
    assert Job.objects.get().args["path"] == "facts"
    with_model(settings)
    other = talk(botty, "My name is Ana.", key="chat-2")
    with django_capture_on_commit_callbacks(execute=True):
        conversation_end(actor=botty, conversation=other)
    assert Job.objects.latest("pk").args == {"conversation": other.pk, "path": "history"}


def test_the_command_reads_here_and_says_what_waits(botty: Actor, main_store: Store) -> None:
    talk(botty, "My name is Ana.", "Hello!")
    out = StringIO()
    call_command("consolidate", "--now", "--store", "main", stdout=out)
    assert out.getvalue().strip() == "Learn facts from “chat-1”: 2 turns read"
    assert Fact.objects.get().value == "Ana"
    out = StringIO()
    call_command("consolidate", "--now", stdout=out)
    assert out.getvalue().strip() == "Nothing is new."
    out = StringIO()
    call_command("consolidate", "--waiting", stdout=out)
    assert "history  1              2      0            0          none" in out.getvalue()
    with pytest.raises(CommandError, match="none is configured"):
        call_command("consolidate", "--conversation", "chat-1", "--path", "history", stdout=out)


def test_the_command_tells_a_failure_and_reads_again_what_was_set_aside(
    botty: Actor, main_store: Store, settings: Any
) -> None:
    model = with_model(settings, None)
    model.answer = "no json at all"
    conversation = talk(botty, "The boiler broke on Monday.")
    with pytest.raises(CommandError, match="1 of 1 could not be read"):
        call_command("consolidate", "--now", "--path", "facts", stdout=StringIO())
    row = ConsolidationPass.objects.get()
    assert (row.state, row.attempts) == ("failed", 1)
    model.answer = {"semantic": [fact("user.boiler", "broken", 0, "boiler broke")]}
    call_command("consolidate", "--now", "--retry", str(row.uid), stdout=StringIO())
    row.refresh_from_db()
    assert (row.state, row.conversation_id, Fact.objects.get().value) == ("done", conversation.pk, "broken")
