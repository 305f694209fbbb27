"""`kirocrew bot` as an operator types it."""

import io
import json

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from channels_bridge.models import Bot
from channels_bridge.services.bots import bot_authenticate
from memory.models import BotStore, Store

pytestmark = pytest.mark.django_db


def run(*arguments: str) -> str:
    out = io.StringIO()
    call_command("bot", *arguments, stdout=out, stderr=io.StringIO())
    return out.getvalue()


def test_a_bot_is_made_and_its_key_opens_the_door(main_store: Store) -> None:
    key = run("add", "botty").strip()
    actor = bot_authenticate(key)
    assert actor is not None
    assert (actor.source, sorted(actor.permissions)) == (
        "bot:botty",
        ["lessons:write", "memory:read", "memory:write"],
    )
    client = Client(headers={"Authorization": f"Bearer {key}"})
    assert [store["slug"] for store in client.get("/api/memory/stores").json()] == ["main"]


def test_everything_about_a_bot_can_be_said(main_store: Store, private_store: Store) -> None:
    key = run(
        *("add", "narrow", "--permission", "memory:read", "--permission", "import:write"),
        *("--store", "bob", "--store", "main", "--project", "apollo", "--expires", "2099-12-31"),
        *("--description", "reads 読む"),
    ).strip()
    actor = bot_authenticate(key)
    assert actor is not None
    assert (sorted(actor.permissions), actor.project) == (["import:write", "memory:read"], "apollo")
    assert BotStore.objects.get(is_default=True).store == private_store
    bot = Bot.objects.get()
    assert bot.expires_at is not None
    assert (bot.description, bot.expires_at.isoformat()) == ("reads 読む", "2099-12-31T23:59:59.999999+00:00")


def test_bots_are_listed_without_their_keys(main_store: Store) -> None:
    assert "There is no bot yet" in run("list")
    key = run("add", "botty").strip()
    run("add", "old")
    run("revoke", "old")
    rows = json.loads(run("list", "--json"))
    assert [(row["name"], row["state"], row["stores"]) for row in rows] == [
        ("botty", "live", ["main"]),
        ("old", "revoked", ["main"]),
    ]
    shown = run("list") + json.dumps(rows)
    assert key not in shown
    assert "botty" in shown


def test_a_revoked_key_opens_nothing(main_store: Store) -> None:
    key = run("add", "botty").strip()
    assert "opens nothing any more" in run("revoke", "botty", "--reason", "verloren")
    assert bot_authenticate(key) is None
    assert Bot.objects.get().revoked_reason == "verloren"


def test_a_key_revoked_twice_is_told_since_when(main_store: Store) -> None:
    run("add", "botty")
    run("revoke", "botty", "--reason", "verloren")
    revoked_at = Bot.objects.get().revoked_at
    assert revoked_at is not None
    with pytest.raises(CommandError, match=f"since {revoked_at:%Y-%m-%d}.*verloren") as caught:
        run("revoke", "botty", "--reason", "again")
    assert caught.value.returncode == 3
    assert Bot.objects.get().revoked_reason == "verloren"


def test_what_is_unknown_is_named_beside_what_is_known(main_store: Store, private_store: Store) -> None:
    with pytest.raises(CommandError, match=r"memory:fly.*memory:read"):
        run("add", "botty", "--permission", "memory:fly")
    with pytest.raises(CommandError, match=r"no store 'foo'.*bob, main"):
        run("add", "botty", "--store", "foo")


@pytest.mark.parametrize(
    "arguments",
    [
        ["add", "two words"],
        ["add", "botty", "--permission", "everything"],
        ["add", "botty", "--store", "nowhere"],
        ["add", "botty", "--store", "main", "--store", "nowhere"],
        ["add", "botty", "--expires", "2001-01-01"],
        ["add", "botty", "--expires", "soon"],
        ["add"],
        ["revoke", "nobody"],
        ["rename", "botty"],
        [],
    ],
)
def test_a_wrong_call_leaves_no_half_a_bot(main_store: Store, arguments: list[str]) -> None:
    with pytest.raises(CommandError):
        run(*arguments)
    assert not Bot.objects.exists()
    assert not BotStore.objects.exists()


def test_a_name_that_is_taken_keeps_its_key(main_store: Store) -> None:
    key = run("add", "botty").strip()
    with pytest.raises(CommandError, match="exists"):
        run("add", "botty")
    assert bot_authenticate(key) is not None
    assert BotStore.objects.count() == 1


def test_a_bot_whose_stores_cannot_be_bound_is_not_made(main_store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise RuntimeError("the power went")

    monkeypatch.setattr(type(BotStore.objects), "bulk_create", fail)
    with pytest.raises(RuntimeError):
        run("add", "botty")
    assert not Bot.objects.exists()
