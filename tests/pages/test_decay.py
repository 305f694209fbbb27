"""The owner's lists of what left memory by itself, and of what contradicts each other."""

import pytest
from django.test import Client

from channels_bridge.actors import Actor
from memory.models import Contradiction, Record, Status, Store
from memory.services.contradictions import contradictions_scan
from memory.services.drafts import EpisodeDraft, FactDraft
from memory.services.episodes import episodes_write
from memory.services.facts import facts_write

HOSTILE = "user.city: Lisbon. <script>alert(1)</script>"


@pytest.fixture
def said(owner: Actor, main_store: Store) -> Record:
    facts_write(actor=owner, store=main_store, drafts=[FactDraft(key="user.city", value="Lisbon")])
    uid = episodes_write(actor=owner, store=main_store, drafts=[EpisodeDraft(text=HOSTILE)])[0].uid
    facts_write(actor=owner, store=main_store, drafts=[FactDraft(key="user.city", value="Porto")])
    return Record.objects.get(uid=uid)


def test_what_was_retired_is_listed_with_its_cause_and_restored_there(client: Client, said: Record) -> None:
    page = client.get("/admin/review/retired/").content.decode()
    assert "user.city" in page and "&lt;script&gt;" in page and "<script>alert" not in page
    assert HOSTILE not in client.get("/admin/review/retired/?cause=source_forgotten").content.decode()
    answer = client.post(f"/admin/review/retired/{said.uid}/restore/", follow=True)
    assert "recalled again" in answer.content.decode()
    assert Record.objects.get(pk=said.pk).status == Status.ACTIVE
    assert "Nothing left memory by itself" in client.get("/admin/review/retired/").content.decode()


def test_a_pair_is_shown_side_by_side_and_decided(client: Client, owner: Actor, main_store: Store) -> None:
    assert "contradicts anything else" in client.get("/admin/review/contradictions/").content.decode()
    about = {"subject": "alice", "predicate": "lives in"}
    drafts = [
        FactDraft(key="user.home", value="Lisbon", scope="a", **about),  # type: ignore[arg-type]
        FactDraft(key="user.town", value="Porto", scope="b", **about),  # type: ignore[arg-type]
    ]
    facts_write(actor=owner, store=main_store, drafts=drafts)
    contradictions_scan()
    page = client.get("/admin/review/contradictions/").content.decode()
    assert "Lisbon" in page and "Porto" in page and "Two values for one thing" in page
    row = Contradiction.objects.get()
    wrong = client.post(f"/admin/review/contradictions/{row.pk}/decide/", {"keep": "neither"}, follow=True)
    assert "Keep one of" in wrong.content.decode()
    client.post(f"/admin/review/contradictions/{row.pk}/decide/", {"keep": "first"})
    assert Record.objects.get(key="user.town").status == Status.FORGOTTEN


def test_review_leads_to_both(client: Client, main_store: Store) -> None:
    page = client.get("/admin/review/").content.decode()
    assert "/admin/review/retired/" in page and "/admin/review/contradictions/" in page
