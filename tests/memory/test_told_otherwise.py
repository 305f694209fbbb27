"""A fact of which a newer episode says another value is on the list to decide, and what only looks like one is not."""

from datetime import timedelta

import pytest
from django.test import Client

from channels_bridge.actors import Actor
from channels_bridge.services.jobs import job_enqueue, run_job_now
from kirocrew.base.clock import now
from kirocrew.base.problems import Conflict
from memory.models import Contradiction, Record, Revision, Status, Store
from memory.services.contradictions import (
    CONTRADICTIONS_JOB,
    contradiction_decide,
    contradictions,
    contradictions_scan,
    told_in,
)
from memory.services.decisions import Decision, proposal_accept
from memory.services.drafts import EpisodeDraft, FactDraft
from memory.services.episodes import episodes_write
from memory.services.facts import facts_write
from memory.services.records import record_forget

FACTS: dict[str, dict[str, object]] = {
    "user.home_city": {"value": "Lisbon", "subject": "Alice", "predicate": "lives in"},
    "user.editor": {"value": "Vim"},
    "user.tea": {"value": "green tea"},
    "user.standup": {"value": "9:30"},
    "user.team_size": {"value": 5},
    "project.deadline": {"value": "May 3"},
    "user.birth_place": {"value": "Faro"},
    "user.language": {"value": "German", "subject": "Alice", "predicate": "speaks"},
    "user.wohnort": {"value": "Leipzig", "subject": "Bernd", "predicate": "wohnt in"},
    "user.ville": {"value": "Nantes", "subject": "Claire", "predicate": "vit désormais à"},
    "user.ciudad": {"value": "Sevilla", "subject": "Diego", "predicate": "vive en"},
    "user.cidade": {"value": "Braga", "subject": "Eva", "predicate": "mora em"},
    "user.chengshi": {"value": "南京", "subject": "小李", "predicate": "住在"},
    "user.machi": {"value": "札幌", "subject": "田中", "predicate": "に住んでいます"},
    "user.dosi": {"value": "대구", "subject": "철수", "predicate": "에 살아요"},
    "user.thanh_pho": {"value": "Huế", "subject": "Lan", "predicate": "sống ở"},
}
"""What is known: everything is told under its key, some with a subject and a predicate in its language."""

SAYS = [
    ("user.home_city", "Porto", "user.home_city: Porto"),
    ("user.home_city", "Porto", "My home city is Porto."),
    ("user.home_city", "Porto", "Good news! My home city is now Porto."),
    ("user.home_city", "Vila Nova de Gaia", "Alice lives in Vila Nova de Gaia."),
    ("user.home_city", "Porto", "We moved from Lisbon to Porto."),
    ("user.home_city", "Porto", "Please change Lisbon to Porto"),
    ("user.editor", "Zed", "user editor = Zed"),
    ("user.editor", "Zed", "I switched from Vim to Zed."),
    ("user.editor", "Zed", "Our editor is Zed, as of today.".replace(", as of today", "")),
    ("user.standup", "10:15", "My standup is 10:15."),
    ("user.team_size", "7", "user.team_size is 7"),
    ("project.deadline", "June 9", "The project deadline is June 9."),
    ("user.editor", "Zed", "Mein Editor ist jetzt Zed."),
    ("user.wohnort", "Dresden", "Bernd wohnt in Dresden."),
    ("user.wohnort", "Dresden", "Ich bin von Leipzig nach Dresden umgezogen."),
    ("user.editor", "Zed", "Mon editor est Zed."),
    ("user.ville", "Rennes", "Je suis passée de Nantes à Rennes."),
    ("user.ciudad", "Cádiz", "Diego vive en Cádiz."),
    ("user.ciudad", "Cádiz", "He cambiado Sevilla por Cádiz"),
    ("user.cidade", "Évora", "Eva mora em Évora."),
    ("user.cidade", "Évora", "Mudei de Braga para Évora."),
    ("user.editor", "Zed", "我的 editor 现在是 Zed。"),
    ("user.chengshi", "杭州", "小李住在杭州。"),
    ("user.chengshi", "杭州", "请把南京改成杭州。"),
    ("user.editor", "Zed", "私のeditorはZedです。"),
    ("user.machi", "京都", "田中は京都に住んでいます。"),
    ("user.machi", "京都", "札幌から京都に引っ越しました。"),
    ("user.editor", "Zed", "내 editor는 Zed입니다."),
    ("user.dosi", "광주", "철수는 광주에 살아요."),
    ("user.dosi", "광주", "대구에서 광주로 이사했어요."),
    ("user.editor", "Zed", "Editor của tôi là Zed."),
    ("user.thanh_pho", "Đà Nẵng", "Tôi đã chuyển từ Huế sang Đà Nẵng."),
]

NEAR = [
    # Asked, denied, past, supposed, unsure, for one case.
    "Is my home city Porto?",
    "My home city is not Porto.",
    "My home city was Porto.",
    "Alice used to live in Porto.",
    "If I get the job, my home city is Porto.",
    "Suppose this. My home city is Porto.",
    "Maybe my editor is Zed.",
    "My editor is Zed only for Rust.",
    "Alice lives in Porto this week.",
    "Alice no longer lives in Porto.",
    "I never moved from Lisbon to Porto.",
    "Should I change Lisbon to Porto?",
    # Somebody else's word.
    'Bob said: "My home city is Porto."',
    "Bob says my home city is Porto.",
    "> My home city is Porto.",
    "For example:\nuser.home_city: Porto",
    # Taken back, or more or less exactly the same.
    "My editor is Zed. No, wait, that is wrong.",
    "My home city is Lisbon.",
    "My home city is Lisbon, Portugal.",
    "user.editor: vim",
    # No value of its kind, or something else that both hold.
    "My editor is slow today.",
    "My editor is broken.",
    "My team size is growing.",
    "My standup is Daniel's idea.",
    "Alice speaks French.",
    "Alice lives in a small house.",
    "His home city is Porto.",
    "Bob's home city is Porto.",
    "The editor of the paper is Anna.",
    "We moved from Faro to Porto.",
    "user.home_city: null",
    "My home city is Unknown.",
    "user.home_city: [erased]",
    "My editor is Zed and my laptop is a Dell.",
    "Please replace Vim with Emacs in the docs.",
    "Use Zed instead of Vim when pairing.",
    # The same in other languages.
    "Mein Editor ist nicht Zed.",
    "Bernd wohnt nicht mehr in Dresden.",
    "Ist mein Editor Zed?",
    "Früher wohnte Bernd in Dresden.",
    "Si je gagne, mon editor est Zed.",
    "Mon editor n'est pas Zed.",
    "Diego no vive en Cádiz.",
    "¿Diego vive en Cádiz?",
    "Eva já não mora em Évora.",
    "Talvez o meu editor é Zed.",
    "小李不住在杭州。",
    "小李以前住在杭州。",
    "如果小李住在杭州。",
    "小李住在杭州吗？",
    "田中は京都に住んでいません。",
    "もし田中は京都に住んでいますなら。",
    "「札幌から京都に引っ越しました」と言った。",
    "철수는 광주에 살지 않아요.",
    "철수는 광주에 살아요?",
    "Lan không sống ở Đà Nẵng.",
    "Nếu tôi chuyển từ Huế sang Đà Nẵng.",
]


@pytest.fixture
def known(alice: Actor, main_store: Store) -> Store:
    drafts = [FactDraft(key=key, **values) for key, values in FACTS.items()]  # type: ignore[arg-type]
    for outcome in facts_write(actor=alice, store=main_store, drafts=drafts):
        assert outcome.uid, outcome
    return main_store


def told(actor: Actor, store: Store, text: str, **values: object) -> Record:
    draft = EpisodeDraft(text=text, observed_at=now() + timedelta(seconds=5), **values)  # type: ignore[arg-type]
    outcome = episodes_write(actor=actor, store=store, drafts=[draft])[0]
    assert outcome.uid, outcome
    return Record.objects.get(uid=outcome.uid)


def listed(actor: Actor) -> set[tuple[str, str | None]]:
    """What stands on the list: the fact's key and the value the episode says."""
    rows = contradictions(actor=actor).filter(cause="told_otherwise")
    return {(row.first.key, told_in(row)) for row in rows}


def test_the_table_has_as_many_near_misses() -> None:
    assert len(SAYS) + len(NEAR) >= 40 and len(NEAR) >= len(SAYS)


@pytest.mark.parametrize(("key", "value", "text"), SAYS)
def test_what_says_another_value_is_listed(alice: Actor, known: Store, key: str, value: str, text: str) -> None:
    told(alice, known, text)
    contradictions_scan()
    assert listed(alice) == {(key, value)}


@pytest.mark.parametrize("text", NEAR)
def test_what_only_looks_like_it_is_not(alice: Actor, known: Store, text: str) -> None:
    told(alice, known, text)
    contradictions_scan()
    assert listed(alice) == set()


# ---- the list, and what is decided on it ----


def one(actor: Actor) -> Contradiction:
    contradictions_scan()
    return contradictions(actor=actor).get()


def test_the_same_value_said_twice_is_listed_once_and_not_again_when_it_was_decided(alice: Actor, known: Store) -> None:
    told(alice, known, "My home city is Porto.")
    told(alice, known, "user.home_city: Porto")
    assert contradictions_scan().found == 1 and contradictions_scan().found == 0
    contradiction_decide(actor=alice, number=one(alice).pk, keep="first", reason="a visit")
    assert Record.objects.filter(status=Status.FORGOTTEN).count() == 1
    assert contradictions_scan().open == 0, "the other episode says what was decided"
    told(alice, known, "Our home city is Faro.")
    assert contradictions_scan().open == 1


def test_both_may_hold_until_the_fact_changes(alice: Actor, known: Store) -> None:
    told(alice, known, "My home city is Porto.")
    contradiction_decide(actor=alice, number=one(alice).pk, keep="both")
    assert contradictions_scan().found == 0
    assert not Record.objects.exclude(status=Status.ACTIVE).exists()


def test_the_episode_is_right_proposes_its_value_and_accepting_it_settles_all(alice: Actor, known: Store) -> None:
    episode = told(alice, known, "I switched from Vim to Zed.")
    contradiction_decide(actor=alice, number=one(alice).pk, keep="second", reason="since May")
    fact = Record.objects.get(key="user.editor")
    proposal = Revision.objects.get(status=Revision.Status.PROPOSED)
    assert (fact.fact.value, proposal.after["content"]["value"]) == ("Vim", "Zed")  # type: ignore[index]
    assert (proposal.metadata["why"], proposal.metadata["evidence"]) == ("told_otherwise", str(episode.uid))
    assert contradictions_scan().open == 0
    proposal_accept(actor=alice, decision=Decision(proposal=proposal.pk, accept=True))
    assert Record.objects.get(key="user.editor").fact.value == "Zed"
    assert contradictions_scan().open == 0 and Record.objects.get(uid=episode.uid).status == Status.ACTIVE


def test_a_number_is_proposed_as_a_number(alice: Actor, known: Store) -> None:
    told(alice, known, "user.team_size is 7")
    contradiction_decide(actor=alice, number=one(alice).pk, keep="second")
    assert Revision.objects.get(status=Revision.Status.PROPOSED).after["content"]["value"] == 7  # type: ignore[index]


def test_a_value_that_was_refused_for_good_is_not_proposed(alice: Actor, known: Store) -> None:
    outcome = facts_write(actor=alice, store=known, drafts=[FactDraft(key="user.flat", value="Porto")])[0]
    told(alice, known, "My home city is Porto.")
    row = one(alice)
    record_forget(actor=alice, uid=outcome.uid, for_good=True, reason="wrong")  # type: ignore[arg-type]
    facts_write(actor=alice, store=known, drafts=[FactDraft(key="user.home_city", value="Porto")])
    with pytest.raises(Conflict):
        contradiction_decide(actor=alice, number=row.pk, keep="second")
    assert not Revision.objects.filter(status=Revision.Status.PROPOSED).exists()


def test_an_older_episode_and_one_of_another_project_say_nothing(alice: Actor, main_store: Store) -> None:
    draft = FactDraft(key="user.editor", value="Vim", project="acme")
    facts_write(actor=alice, store=main_store, drafts=[draft])
    told(alice, main_store, "My editor is Zed.", project="globex")
    older = EpisodeDraft(text="My editor is Emacs.", observed_at=now() - timedelta(days=9), project="acme")
    episodes_write(actor=alice, store=main_store, drafts=[older])
    contradictions_scan()
    assert listed(alice) == set()
    told(alice, main_store, "My editor is Helix.", project="acme")
    contradictions_scan()
    assert listed(alice) == {("user.editor", "Helix")}


def test_a_fact_that_was_told_anew_is_compared_with_what_came_after_that(alice: Actor, main_store: Store) -> None:
    early = now() - timedelta(days=9)
    facts_write(actor=alice, store=main_store, drafts=[FactDraft(key="user.editor", value="Vim", observed_at=early)])
    said = EpisodeDraft(text="My editor is Zed.", observed_at=now() - timedelta(days=5))
    episodes_write(actor=alice, store=main_store, drafts=[said])
    contradictions_scan()
    assert listed(alice) == {("user.editor", "Zed")}
    facts_write(actor=alice, store=main_store, drafts=[FactDraft(key="user.editor", value="Helix")])
    assert contradictions_scan().open == 0


def test_what_an_assistant_calls_its_own_and_what_a_machine_wrote_is_nobodys_word(alice: Actor, known: Store) -> None:
    told(alice, known, "My home city is Porto.", speaker="assistant", conversation="c1", position=1)
    told(alice, known, "user.editor: Zed", tags=("cron",))
    contradictions_scan()
    assert listed(alice) == set()
    told(alice, known, "My home city is Braga.", speaker="user", conversation="c1", position=2)
    contradictions_scan()
    assert listed(alice) == {("user.home_city", "Braga")}


def test_two_facts_with_the_value_that_is_replaced_leave_open_which_is_meant(alice: Actor, known: Store) -> None:
    facts_write(actor=alice, store=known, drafts=[FactDraft(key="user.office", value="Lisbon")])
    told(alice, known, "We moved from Lisbon to Porto.")
    contradictions_scan()
    assert listed(alice) == set()


def test_the_job_finds_it_and_page_and_api_offer_the_value(
    alice: Actor, mallory: Actor, known: Store, admin_client: Client
) -> None:
    told(alice, known, "我的 editor 现在是 Zed。")
    job = run_job_now(job_enqueue(actor=alice, name=CONTRADICTIONS_JOB, args={}))
    assert job.result == {"found": 1, "closed": 0, "open": 1, "documents": 0}
    page = " ".join(admin_client.get("/admin/review/contradictions/").content.decode().split())
    assert "A newer episode says otherwise" in page and "Keep the fact" in page
    assert "The episode is right: propose <bdi>Zed</bdi>" in page
    row = admin_client.get("/api/memory/contradictions").json()["entries"][0]
    assert (row["cause"], row["says"], row["first"]["key"]) == ("told_otherwise", "Zed", "user.editor")
    assert not contradictions(actor=mallory).exists()
    url = f"/admin/review/contradictions/{row['id']}/decide/"
    shown = admin_client.post(url, {"keep": "second"}, follow=True).content.decode()
    assert "The new value waits in Review" in shown
