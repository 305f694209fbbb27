"""What says a refused value in other words waits for the owner; what differs in what matters passes."""

import json
from collections import Counter
from io import StringIO
from typing import Any

import pytest
from django.core.management import call_command

from channels_bridge.actors import Actor
from channels_bridge.services.jobs import job_enqueue, run_job_now
from memory.gate.outcomes import Outcome, OutcomeStatus
from memory.gate.paraphrases import says_again
from memory.inference.hashing import HashEmbedder
from memory.measuring.refusals import pairs_read
from memory.models import Event, Fact, Record, RefusedValue, Revision, Space, Status, Store
from memory.services import holding
from memory.services.chain import chains_check
from memory.services.decisions import Decision, proposal_accept, proposal_reject
from memory.services.drafts import EpisodeDraft, FactDraft, LessonDraft
from memory.services.embedding import batch_embed, batches, space_for
from memory.services.episodes import episodes_write
from memory.services.facts import facts_write
from memory.services.lessons import lessons_write
from memory.services.recall import RecallOptions, recall
from memory.services.records import record_forget
from memory.services.refusals import refusal_lift

SAID_AGAIN = [
    ("Bob lives in Lisbon.", "Bob's home is in Lisbon."),
    ("Bob wohnt in Leipzig.", "Bob lebt in Leipzig."),
    ("小明住在杭州的西湖边。", "小明家在杭州的西湖边。"),
    ("太郎はコーヒーを全然飲まない。", "太郎はコーヒーをまったく飲まない。"),
    ("지영은 땅콩 알레르기가 있다.", "지영은 땅콩에 알레르기가 있다."),
    ("Hương quản lý nhóm thiết kế.", "Nhóm thiết kế do Hương quản lý."),
]
NEAR_MISSES = [
    ("Bob lives in Lisbon.", "Bob lives in Porto."),
    ("Carol is allergic to peanuts.", "Carol is not allergic to peanuts."),
    ("The API key is rotated every 90 days.", "The API key is rotated every 30 days."),
    ("Frank works as a nurse in Hamburg.", "Frank's sister works as a nurse in Hamburg."),
    ("All customers get a full refund.", "Some customers get a full refund."),
    ("Bob sold the company to Erin.", "Erin sold the company to Bob."),
    ("Das Büro schließt um 18 Uhr.", "Das Büro schließt um 17 Uhr."),
    ("合同在六月到期，老王说的。", "合同在六月开始，老王说的。"),
    ("アリスは車をボブに売った。", "ボブは車をアリスに売った。"),
    ("사무실은 오후 6시에 닫는다.", "사무실은 오후 5시에 닫는다."),
    ("Văn phòng đóng cửa lúc 6 giờ chiều.", "Văn phòng mở cửa lúc 6 giờ chiều."),
]


def tell(actor: Actor, store: Store, text: str) -> Outcome:
    return episodes_write(actor=actor, store=store, drafts=[EpisodeDraft(text=text)])[0]


def refuse(alice: Actor, store: Store, text: str) -> Record:
    told = tell(alice, store, text)
    assert told.uid is not None
    record_forget(actor=alice, uid=told.uid, for_good=True)
    return Record.objects.get(uid=told.uid)


@pytest.mark.parametrize(("refused", "text"), SAID_AGAIN)
def test_the_same_in_other_words_waits_and_names_the_refused_record(
    alice: Actor, botty: Actor, main_store: Store, refused: str, text: str
) -> None:
    record = refuse(alice, main_store, refused)
    outcome = tell(botty, main_store, text)
    assert (outcome.status, outcome.reason) == (OutcomeStatus.PROPOSED, "resembles_refused_value")
    kept = Revision.objects.get(pk=outcome.proposal).metadata
    assert kept["refused_record"] == str(record.uid) and kept["refusal"] == RefusedValue.objects.get().pk
    assert RefusedValue.objects.get().hits == 1
    assert Event.objects.filter(code="refused_value_met", detail__contains=str(record.uid)).count() == 1
    assert proposal_accept(actor=alice, decision=Decision(outcome.proposal or 0, accept=True)).ok


@pytest.mark.parametrize(("refused", "text"), NEAR_MISSES)
def test_another_number_person_place_or_the_contrary_passes(
    alice: Actor, botty: Actor, main_store: Store, refused: str, text: str
) -> None:
    refuse(alice, main_store, refused)
    assert tell(botty, main_store, text).status is OutcomeStatus.WRITTEN
    assert RefusedValue.objects.get().hits == 0


def test_a_fact_or_lesson_that_says_it_waits_too(alice: Actor, botty: Actor, main_store: Store) -> None:
    refuse(alice, main_store, "Always deploy before noon.")
    rule = "Deployments must always happen before noon"
    taught = lessons_write(actor=botty, store=main_store, drafts=[LessonDraft(rule=rule)])[0]
    assert taught.reason == "resembles_refused_value"
    noted = facts_write(actor=botty, store=main_store, drafts=[FactDraft(key="project.rule", value=rule)])[0]
    assert noted.status is OutcomeStatus.PROPOSED


def test_a_refused_fact_is_known_in_other_words_under_another_key(
    alice: Actor, botty: Actor, main_store: Store
) -> None:
    done = facts_write(actor=alice, store=main_store, drafts=[FactDraft(key="project.database_port", value=5433)])[0]
    record_forget(actor=alice, uid=done.uid, for_good=True)  # type: ignore[arg-type]
    same = facts_write(actor=botty, store=main_store, drafts=[FactDraft(key="project.port_of_db", value=5433)])[0]
    other = facts_write(actor=botty, store=main_store, drafts=[FactDraft(key="project.db_port", value=5432)])[0]
    assert same.status is OutcomeStatus.PROPOSED and other.status is OutcomeStatus.WRITTEN


@pytest.mark.parametrize(("refused", "other"), [(True, False), ("🏠", "🏡"), ("yes", "no"), (1, 2)])
def test_another_short_value_under_the_same_key_is_no_paraphrase(
    alice: Actor, botty: Actor, main_store: Store, refused: Any, other: Any
) -> None:
    done = facts_write(actor=alice, store=main_store, drafts=[FactDraft(key="user.smokes_at_home", value=refused)])[0]
    record_forget(actor=alice, uid=done.uid, for_good=True)  # type: ignore[arg-type]
    facts_write(actor=alice, store=main_store, drafts=[FactDraft(key="user.smokes_at_home", value="unknown")])
    again = facts_write(actor=alice, store=main_store, drafts=[FactDraft(key="user.smokes_at_home", value=other)])[0]
    assert again.status is OutcomeStatus.WRITTEN
    noted = facts_write(actor=botty, store=main_store, drafts=[FactDraft(key="pref.smokes_at_home", value=other)])[0]
    assert noted.status is OutcomeStatus.WRITTEN


def test_once_lifted_it_may_be_said(alice: Actor, botty: Actor, main_store: Store) -> None:
    refuse(alice, main_store, "Bob lives in Lisbon.")
    refusal_lift(actor=alice, number=RefusedValue.objects.get().pk, reason="He moved back")
    assert tell(botty, main_store, "Bob's home is in Lisbon.").status is OutcomeStatus.WRITTEN


def test_the_owner_may_say_it(alice: Actor, main_store: Store) -> None:
    refuse(alice, main_store, "Bob lives in Lisbon.")
    assert tell(alice, main_store, "Bob's home is in Lisbon.").status is OutcomeStatus.WRITTEN


def test_small_talk_of_a_refused_text_holds_nothing_back(alice: Actor, botty: Actor, main_store: Store) -> None:
    refuse(alice, main_store, "Thanks, John! Your words mean a lot to me. The northern warehouse burned down in May.")
    assert tell(botty, main_store, "Your kind words really mean a lot.").status is OutcomeStatus.WRITTEN


# With a model ------------------------------------------------------------------------------------------------------


class Knowing(HashEmbedder):
    """A model to which all texts of six words or more mean the same: what is left are the words' own objections."""

    def embed(self, texts: Any, *, kind: Any = "passage") -> Any:
        return super().embed(["one meaning" if len(text.split()) > 5 else text for text in texts], kind=kind)


DRIFTED = (
    "The team writes its nightly report scripts in Python.",
    "The group makes its nightly report scripts in Python.",
)


def embedded(store: Store) -> int:
    embedder = Knowing()
    space = space_for(embedder.space)
    comparison = holding.Comparison(space, embedder)
    held = 0
    for batch in batches(space, embedder):
        batch_embed(batch, space, embedder)
        held += comparison.hold(batch.records)
    return held


def found(actor: Actor, store: Store, query: str) -> list[str]:
    options = RecallOptions(admit=False, embed_seconds=0)
    return [hit.text for hit in recall(actor=actor, query=query, stores=[store], options=options).hits]


def test_what_a_model_finds_to_be_a_paraphrase_is_taken_back_visibly(
    alice: Actor, botty: Actor, main_store: Store
) -> None:
    refused = refuse(alice, main_store, DRIFTED[0])
    told = tell(botty, main_store, DRIFTED[1])
    assert told.status is OutcomeStatus.WRITTEN  # a write waits for no model
    assert embedded(main_store) == 1
    record = Record.objects.get(uid=told.uid)
    assert record.status == Status.PROPOSED and found(alice, main_store, "nightly report scripts") == []
    hold, proposal = record.revisions.order_by("-id")[1], record.revisions.order_by("-id")[0]
    assert (hold.operation, hold.source, hold.status) == ("hold", "paraphrase", "accepted")
    assert proposal.status == "proposed" and proposal.metadata["refused_record"] == str(refused.uid)
    assert proposal.metadata["asked_by"] == "bot:botty"
    assert RefusedValue.objects.get().hits == 1
    assert Event.objects.filter(code="refused_value_met", record_uid=record.uid).count() == 1
    assert list(chains_check()) == []
    assert proposal_accept(actor=alice, decision=Decision(proposal.pk, accept=True)).ok
    assert found(alice, main_store, "nightly report scripts") == [DRIFTED[1]]
    assert embedded(main_store) == 0  # what the owner accepted stays


def test_a_change_that_is_a_paraphrase_is_taken_back_to_what_was_there(
    alice: Actor, botty: Actor, main_store: Store
) -> None:
    done = facts_write(actor=alice, store=main_store, drafts=[FactDraft(key="project.tooling", value=DRIFTED[0])])[0]
    record_forget(actor=alice, uid=done.uid, for_good=True)  # type: ignore[arg-type]
    key = "project.tool"
    facts_write(actor=botty, store=main_store, drafts=[FactDraft(key=key, value="Rust")])
    facts_write(actor=botty, store=main_store, drafts=[FactDraft(key=key, value=DRIFTED[1])])
    assert embedded(main_store) == 1
    fact = Fact.objects.select_related("record").get(record__key=key)
    assert (fact.value, fact.record.status) == ("Rust", "active")
    waits = fact.record.revisions.order_by("id").last()
    assert waits is not None and waits.status == "proposed"
    proposal_reject(actor=alice, decision=Decision(waits.pk, accept=False))
    assert Fact.objects.get(record__key=key).value == "Rust"


def test_the_owners_own_words_are_not_taken_back(alice: Actor, main_store: Store) -> None:
    refuse(alice, main_store, DRIFTED[0])
    tell(alice, main_store, DRIFTED[1])
    assert embedded(main_store) == 0


def test_the_embedding_job_says_how_many_it_took_back(alice: Actor, botty: Actor, main_store: Store) -> None:
    tell(botty, main_store, "The release went out on Friday.")
    job = run_job_now(job_enqueue(actor=Actor.system("embedding"), name="memory.embed", args={}, title="Embed"))
    assert job.result is not None and job.result["held"] == 0
    assert Space.objects.exists()


# Measured --------------------------------------------------------------------------------------------------------


def test_the_pairs_are_enough_and_half_of_them_near_misses() -> None:
    pairs = pairs_read()
    assert len(pairs) >= 240
    languages = Counter(pair.language for pair in pairs)
    assert set(languages) == {"english", "german", "chinese", "japanese", "korean", "vietnamese"}
    assert min(languages.values()) >= 40
    assert sum(pair.same for pair in pairs) * 2 == len(pairs)
    assert {pair.half for pair in pairs} == {"tune", "test"}


def test_no_pair_is_in_both_parts() -> None:
    tune, test = ({pair.refused for pair in pairs_read() if pair.half == half} for half in ("tune", "test"))
    assert tune.isdisjoint(test)


def test_precision_and_recall_are_what_is_promised_on_pairs_that_were_not_tuned_on() -> None:
    out = StringIO()
    call_command("measure_refusals", "--words-only", "--json", stdout=out)
    rows = {(row["part"], row["language"]): row for row in json.loads(out.getvalue())}
    assert rows["test", "all"]["precision"]["share"] >= 0.9
    assert rows["test", "all"]["recall"]["share"] >= 0.7
    assert all(row["recall"]["share"] >= 0.6 for row in rows.values())


def test_it_is_printed_with_intervals_for_each_language() -> None:
    out = StringIO()
    call_command("measure_refusals", stdout=out, stderr=StringIO())
    shown = out.getvalue()
    assert "words and vectors, test part" in shown
    assert shown.count("vietnamese") == 4 and " to " in shown


def test_with_a_model_a_name_in_another_ones_place_is_still_another_thing() -> None:
    assert not says_again("Bob lives in Porto.", "Bob lives in Lisbon.", cosine=0.99).is_same
    assert says_again(DRIFTED[1], DRIFTED[0], cosine=0.96).is_same
    assert not says_again(DRIFTED[1], DRIFTED[0], cosine=0.7).is_same
