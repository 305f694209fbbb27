"""Erasing over HTTP and by command: only by the owner, only with the key typed, and with a certificate."""

import io
import json
from collections.abc import Iterator

import pytest
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command
from django.test import Client

from channels_bridge.actors import Actor
from memory.models import Erasure, Record, Status, Store
from memory.services.drafts import EpisodeDraft, FactDraft
from memory.services.episodes import episodes_write
from memory.services.erasing.tombstones import tombstones_file
from memory.services.erasure import deletion_certify, record_erase
from memory.services.facts import facts_write
from tests.memory.test_api import asker

SECRET = "The safe in the cellar opens with quagmire-tangerine-91"


@pytest.fixture(autouse=True)
def _no_list() -> Iterator[None]:
    yield
    tombstones_file().unlink(missing_ok=True)


@pytest.fixture
def record(alice: Actor, main_store: Store) -> Record:
    outcome = facts_write(actor=alice, store=main_store, drafts=[FactDraft(key="user.safe", value=SECRET)])[0]
    return Record.objects.get(uid=outcome.uid)


@pytest.fixture
def owner(db: None) -> Client:
    client = Client()
    client.force_login(get_user_model().objects.create_superuser("alice", password="alice's long password"))
    return client


def post(client: Client, record: Record, **values: object) -> tuple[int, dict[str, object]]:
    answer = client.post(f"/api/memory/records/{record.uid}/erase", json.dumps(values), content_type="application/json")
    return answer.status_code, answer.json()


def test_the_owner_sees_what_it_reaches_and_gets_a_certificate(owner: Client, record: Record) -> None:
    told = owner.get(f"/api/memory/records/{record.uid}/erase").json()
    assert (told["confirm"], told["erased"], told["copies"]) == ("user.safe", [str(record.uid)], [])
    status, made = post(owner, record, confirm="user.safe", reason="gone")
    assert (status, made["erased"], made["reason"]) == (200, [str(record.uid)], "gone")
    assert {line["state"] for line in made["lines"]} <= {"clear", "not_looked"}
    assert SECRET not in json.dumps(made)
    shown = owner.get(f"/api/memory/records/{record.uid}").json()
    assert (shown["status"], shown["value"], shown["key"]) == ("erased", None, "")
    status, problem = post(owner, record, confirm="user.safe")
    assert (status, problem["type"]) == (409, "urn:kirocrew:problem:record-erased")


def test_the_preview_names_who_mentions_it_and_whose_history_changes(
    owner: Client, record: Record, alice: Actor, main_store: Store
) -> None:
    says = [EpisodeDraft(text=f"She told me: {SECRET}. Then we had lunch.")]
    mention = episodes_write(actor=alice, store=main_store, drafts=says)[0].uid
    for value in (SECRET, "moved to the attic"):
        old = facts_write(actor=alice, store=main_store, drafts=[FactDraft(key="user.box", value=value)])[0].uid
    told = owner.get(f"/api/memory/records/{record.uid}/erase").json()
    assert (told["copies"], told["mentions"]) == ([], [str(mention)])
    assert [(item["record"], len(item["entries"])) for item in told["emptied"]] == [(str(old), 2)]
    status, made = post(owner, record, confirm="user.safe", with_copies=True)
    assert (status, made["mentions"], made["emptied"]) == (200, [str(mention)], [str(old)])
    assert Record.objects.get(uid=old).fact.value == "moved to the attic"


def test_a_wrong_word_erases_nothing(owner: Client, record: Record) -> None:
    status, problem = post(owner, record, confirm="user.save")
    assert (status, problem["type"]) == (422, "urn:kirocrew:problem:erase-not-confirmed")
    assert Record.objects.get().status == Status.ACTIVE


@pytest.mark.parametrize("permission", ["memory:write", "admin:*"])
def test_no_bot_erases_whatever_its_key_allows(record: Record, main_store: Store, permission: str) -> None:
    ask = asker("botty", main_store, "memory:read", permission)
    for method, body in (("get", None), ("post", {"confirm": "user.safe"})):
        answer = ask(method, f"/api/memory/records/{record.uid}/erase", body)
        assert (answer.status_code, answer.json()["type"]) == (403, "urn:kirocrew:problem:owner-only")
    assert Record.objects.get().status == Status.ACTIVE


def test_counts_tell_erased_records(owner: Client, record: Record) -> None:
    post(owner, record, confirm="user.safe")
    counts = owner.get("/api/memory/stats").json()["records"]["fact"]
    assert (counts["erased"], counts["active"]) == (1, 0)


@pytest.mark.django_db(transaction=True)
def test_the_command_erases_what_was_typed_and_prints_the_places(
    record: Record, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("erase", "user.safe", "--confirm", "user.safe", "--reason", "moved")
    out = capsys.readouterr().out
    assert f"Erased {record.uid}" in out and "Backups in the home" in out and SECRET not in out
    assert Erasure.objects.get().reason == "moved"
    with pytest.raises(CommandError, match="erased already"):
        call_command("erase", "user.safe", "--confirm", str(record.uid))


@pytest.mark.django_db
def test_the_command_says_what_to_add_where_nobody_can_be_asked(
    record: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    with pytest.raises(CommandError, match=r"Add --confirm user\.safe"):
        call_command("erase", "user.safe")
    assert Record.objects.get(uid=record.uid).status == Status.ACTIVE


@pytest.mark.django_db(transaction=True)
def test_the_command_fails_when_somebody_else_still_says_it(
    record: Record, alice: Actor, main_store: Store, capsys: pytest.CaptureFixture[str]
) -> None:
    says = [EpisodeDraft(text=f"She told me: {SECRET}. Then we had lunch.")]
    uid = episodes_write(actor=alice, store=main_store, drafts=says)[0].uid
    with pytest.raises(CommandError, match="found elsewhere"):
        call_command("erase", "user.safe", "--confirm", "user.safe")
    out = capsys.readouterr().out
    assert f"Kept, and mentions it: {uid}" in out and "FOUND" in out


def test_the_command_knows_only_records_that_are_there(main_store: Store) -> None:
    with pytest.raises(CommandError, match="no record 'user\\.nothing'"):
        call_command("erase", "user.nothing", "--confirm", "user.nothing")


@pytest.mark.django_db(transaction=True)
def test_a_record_that_was_not_erased_is_not_certified(record: Record, alice: Actor) -> None:
    found = {line.place for line in deletion_certify(actor=alice, uid=record.uid).lines if line.state == "found"}
    assert found >= {"records", "journal", "audit", "text_index", "database_file"}


@pytest.mark.django_db(transaction=True)
def test_an_erased_record_is_certified_later_by_the_marks_of_its_text(
    record: Record, alice: Actor, main_store: Store
) -> None:
    record_erase(actor=alice, uid=record.uid, confirm="user.safe")
    assert deletion_certify(actor=alice, uid=record.uid).is_clear
    # It comes back in other letters by a way that does not know what was refused.
    says = f"As I said, {SECRET.upper().replace('-', ' – ')}!"
    uid = episodes_write(actor=alice, store=main_store, drafts=[EpisodeDraft(text="Lunch in the garden.")])[0].uid
    Record.objects.get(uid=uid).content.__class__.objects.filter(record__uid=uid).update(text=says)
    later = deletion_certify(actor=alice, uid=record.uid)
    assert [line.place for line in later.lines if line.state == "found"] == ["records"]
