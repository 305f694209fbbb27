"""The page that erases a record, and the certificate."""

from collections.abc import Iterator

import pytest
from django.test import Client

from channels_bridge.actors import Actor
from memory.models import Record, Status, Store
from memory.services.drafts import EpisodeDraft, FactDraft
from memory.services.episodes import episodes_write
from memory.services.erasing.tombstones import tombstones_file
from memory.services.facts import facts_write

SECRET = "The safe in the cellar opens with quagmire-tangerine-91"


@pytest.fixture(autouse=True)
def _no_list() -> Iterator[None]:
    yield
    tombstones_file().unlink(missing_ok=True)


@pytest.fixture
def record(owner: Actor, main_store: Store) -> Record:
    outcome = facts_write(actor=owner, store=main_store, drafts=[FactDraft(key="user.safe", value=SECRET)])[0]
    return Record.objects.get(uid=outcome.uid)


def test_the_record_page_leads_to_erase_apart_from_forget(client: Client, record: Record) -> None:
    page = client.get(f"/admin/memory/records/{record.uid}/").content.decode()
    assert f"/admin/memory/records/{record.uid}/erase/" in page and "Forget this" in page


def test_the_page_asks_for_the_key_and_ends_with_the_certificate(client: Client, record: Record) -> None:
    url = f"/admin/memory/records/{record.uid}/erase/"
    page = client.get(url).content.decode()
    assert "<code>user.safe</code>" in " ".join(page.split()) and SECRET in page
    answer = client.post(url, {"confirm": "user.safe", "reason": "moved"}, follow=True)
    assert answer.redirect_chain[-1][0] == f"/admin/memory/records/{record.uid}/certificate/"
    shown = answer.content.decode()
    assert "Journal and proposals" in shown and "moved" in shown and SECRET not in shown
    left = client.get(f"/admin/memory/records/{record.uid}/").content.decode()
    assert "See the certificate" in left and "Restore" not in left and SECRET not in left


def test_another_word_erases_nothing_and_what_was_typed_stays(client: Client, record: Record) -> None:
    answer = client.post(f"/admin/memory/records/{record.uid}/erase/", {"confirm": "user.save", "reason": "because"})
    page = answer.content.decode()
    assert "Nothing was erased" in page and 'value="user.save"' in page and 'value="because"' in page
    assert Record.objects.get().status == Status.ACTIVE


def test_who_says_the_same_is_shown_before_and_goes_when_ticked(
    client: Client, owner: Actor, main_store: Store, record: Record
) -> None:
    uid = episodes_write(actor=owner, store=main_store, drafts=[EpisodeDraft(text=SECRET)])[0].uid
    url = f"/admin/memory/records/{record.uid}/erase/"
    assert "These say the same, word for word" in client.get(url).content.decode()
    client.post(url, {"confirm": "user.safe", "with_copies": "on"})
    assert Record.objects.get(uid=uid).status == Status.ERASED


def test_who_mentions_it_and_whose_history_changes_is_shown_before_and_stays(
    client: Client, owner: Actor, main_store: Store, record: Record
) -> None:
    says = [EpisodeDraft(text=f"She told me: {SECRET}. Then we had lunch.")]
    uid = episodes_write(actor=owner, store=main_store, drafts=says)[0].uid
    for value in (SECRET, "moved to the attic"):
        facts_write(actor=owner, store=main_store, drafts=[FactDraft(key="user.box", value=value)])
    url = f"/admin/memory/records/{record.uid}/erase/"
    page = " ".join(client.get(url).content.decode().split())
    assert "These mention it" in page and "Then we had lunch" in page
    assert "entries of their history that say the same" in page and "user.box</a>: 2 entries" in page
    shown = client.post(url, {"confirm": "user.safe", "with_copies": "on"}, follow=True).content.decode()
    assert "Kept, and mentions it" in shown and "Kept, without entries of their history" in shown
    assert Record.objects.get(uid=uid).status == Status.ACTIVE


def test_a_record_that_was_not_erased_has_no_certificate(client: Client, record: Record) -> None:
    assert client.get(f"/admin/memory/records/{record.uid}/certificate/").status_code == 404
