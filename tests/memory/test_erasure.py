"""An erased record is nowhere any more, and stays away; nothing else is touched."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connection

from channels_bridge.actors import Actor
from channels_bridge.models import IdempotencyKey, Job, JobEvent
from kirocrew.base.clock import now
from kirocrew.base.problems import Conflict, Forbidden, Invalid
from memory.models import BotStore, Embedding, Event, ImportedItem, Record, Revision, Status, Store
from memory.services.chain import chains_check
from memory.services.drafts import EpisodeDraft, FactDraft, LessonDraft
from memory.services.episodes import episodes_write
from memory.services.erasing.tombstones import tombstones_file
from memory.services.erasure import Certificate, erase_preview, record_erase
from memory.services.exports import export_write
from memory.services.facts import facts_write
from memory.services.lessons import lessons_write
from memory.services.records import record_forget, record_restore

SECRET = "The clinic in Coimbra is on Rua das Flores 17"
CJK = "秘密の診療所は京都の烏丸通にある"


@pytest.fixture(autouse=True)
def _no_list() -> Iterator[None]:
    yield
    tombstones_file().unlink(missing_ok=True)


def fact(actor: Actor, store: Store, value: object = SECRET, key: str = "user.clinic") -> Record:
    outcome = facts_write(actor=actor, store=store, drafts=[FactDraft(key=key, value=value)])[0]
    assert outcome.uid, outcome
    return Record.objects.get(uid=outcome.uid)


def erase(actor: Actor, record: Record, **values: object) -> Certificate:
    return record_erase(actor=actor, uid=record.uid, confirm=record.key or str(record.uid), **values)  # type: ignore[arg-type]


def cells_with(text: str) -> list[str]:
    """Every table that has the text in some column, found without the code under test."""
    found = []
    with connection.cursor() as cursor:
        cursor.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        for (table,) in cursor.fetchall():
            cursor.execute(f'SELECT * FROM "{table}"')  # noqa: S608
            if any(text in str(cell) for row in cursor.fetchall() for cell in row):
                found.append(table)
    return found


def found_in(certificate: Certificate) -> set[str]:
    return {line.place for line in certificate.lines if line.state == "found"}


@pytest.mark.parametrize(
    "text", [SECRET, CJK, "Phòng khám bí mật ở phố Hàng Bông", "비밀 병원은 부산 해운대에 있다 🏥🏥"]
)
def test_every_table_loses_the_text(alice: Actor, main_store: Store, text: str) -> None:
    record = fact(alice, main_store, text)
    fact(alice, main_store, f"{text} and next door")
    assert {"memory_fact", "memory_revision", "memory_event"} <= set(cells_with(text))
    certificate = erase(alice, record, reason="no longer a patient")
    assert cells_with(text) == []
    assert found_in(certificate) == set()


def test_the_journal_keeps_hash_actor_and_reason_and_still_verifies(alice: Actor, main_store: Store) -> None:
    record = fact(alice, main_store)
    record = fact(alice, main_store, "The clinic moved to Lisbon, Avenida 4")
    hashes = list(record.revisions.order_by("id").values_list("hash", flat=True))
    erase(alice, record, reason="no longer a patient")
    entries = list(record.revisions.order_by("id"))
    assert [entry.hash for entry in entries[:2]] == hashes
    assert [entry.after for entry in entries[:2]] == [None, None]
    assert (entries[-1].operation, entries[-1].source, entries[-1].reason) == (
        "erase",
        "user_explicit",
        "no longer a patient",
    )
    assert list(chains_check()) == []
    call_command("verify")


def test_an_entry_emptied_by_hand_is_still_found(alice: Actor, main_store: Store) -> None:
    record = fact(alice, main_store)
    entry = record.revisions.get()
    Revision.objects.filter(pk=entry.pk).update(before=None, after=None, erased_at=now())
    assert [fault.why for fault in chains_check()] == ["the entry was emptied and no later one says so"]


def test_the_value_is_refused_whoever_writes_it_again(alice: Actor, botty: Actor, main_store: Store) -> None:
    record = fact(botty, main_store)
    fact(alice, main_store, "The clinic moved to Lisbon, Avenida 4")
    erase(alice, record)
    for actor, value in ((botty, SECRET), (alice, SECRET.upper()), (botty, "The clinic moved to Lisbon, Avenida 4")):
        outcome = facts_write(actor=actor, store=main_store, drafts=[FactDraft(key="user.clinic", value=value)])[0]
        assert outcome.refusal and outcome.refusal.code == "refused_value", value
    # Something else under the same key is a record of its own.
    assert fact(botty, main_store, "none").uid != record.uid


@pytest.mark.parametrize("kind", ["lesson", "episode"])
def test_lessons_and_episodes_are_erased_as_facts_are(alice: Actor, main_store: Store, kind: str) -> None:
    text = "Always call the clinic in Coimbra before nine"
    if kind == "lesson":
        drafts = [LessonDraft(rule=text, negative="Never drive to Coimbra unannounced")]
        outcome = lessons_write(actor=alice, store=main_store, drafts=drafts)[0]
    else:
        outcome = episodes_write(actor=alice, store=main_store, drafts=[EpisodeDraft(text=text)])[0]
    record = Record.objects.get(uid=outcome.uid)
    certificate = erase(alice, record)
    assert cells_with(text) == cells_with("unannounced") == []
    assert found_in(certificate) == set()
    assert Record.objects.get(uid=record.uid).status == Status.ERASED


def test_only_the_owner_erases_and_only_with_the_key_typed(alice: Actor, botty: Actor, main_store: Store) -> None:
    record = fact(botty, main_store)
    with pytest.raises(Forbidden):
        record_erase(actor=botty, uid=record.uid, confirm="user.clinic")
    for typed in ("", "yes", "user.clinics"):
        with pytest.raises(Invalid, match=r"user\.clinic"):
            record_erase(actor=alice, uid=record.uid, confirm=typed)
    assert Record.objects.get(uid=record.uid).status == Status.ACTIVE
    erase(alice, record)
    with pytest.raises(Conflict, match="erased already"):
        record_erase(actor=alice, uid=record.uid, confirm=str(record.uid))


def test_an_erased_record_can_not_be_brought_back(alice: Actor, main_store: Store) -> None:
    from memory.services.decisions import revision_undo

    record = fact(alice, main_store)
    erase(alice, record)
    with pytest.raises(Conflict):
        record_restore(actor=alice, uid=record.uid)
    for entry in record.revisions.all():
        with pytest.raises(Conflict):
            revision_undo(actor=alice, revision_id=entry.pk)


def test_a_forgotten_record_can_be_erased(alice: Actor, main_store: Store) -> None:
    record = fact(alice, main_store)
    record_forget(actor=alice, uid=record.uid, reason="wrong")
    assert "memory_fact" in cells_with(SECRET)
    erase(alice, record)
    assert cells_with(SECRET) == []


def test_jobs_and_kept_answers_lose_the_text(alice: Actor, main_store: Store) -> None:
    record = fact(alice, main_store)
    job = Job.objects.create(
        name="memory.embed",
        title=f"About {SECRET}",
        args={"text": SECRET, "n": 1},
        checkpoint={"seen": [SECRET]},
        result={"x": {"y": SECRET}},
        requested_by="user_explicit",
        message=SECRET,
    )
    JobEvent.objects.create(job=job, kind="progress", message=SECRET, data={"last": SECRET})
    body = json.dumps({"superseded": [{"text": SECRET}]})
    IdempotencyKey.objects.create(caller="bot:1", key="k", fingerprint="f", body=body, expires_at=now())
    certificate = erase(alice, record)
    job.refresh_from_db()
    assert (job.title, job.args) == ("About [erased]", {"text": "[erased]", "n": 1})
    assert cells_with(SECRET) == []
    assert found_in(certificate) == set()


def test_a_proposal_of_another_record_that_says_the_same_is_rejected_and_emptied(
    alice: Actor, private_store: Store
) -> None:
    writer = Actor.system("consolidation:1")
    record = fact(alice, private_store)
    other = fact(alice, private_store, "none", key="user.doctor")
    proposed = facts_write(actor=writer, store=private_store, drafts=[FactDraft(key="user.doctor", value=SECRET)])[0]
    assert proposed.proposal
    plan = erase_preview(actor=alice, uid=record.uid)
    assert [(item.uid, [row.pk for row in rows]) for item, rows in plan.entries] == [(other.uid, [proposed.proposal])]
    certificate = erase(alice, record)
    assert cells_with(SECRET) == []
    assert found_in(certificate) == set()
    assert certificate.emptied == (other.uid,)
    assert Revision.objects.get(answers=proposed.proposal).status == Revision.Status.REJECTED
    assert Record.objects.get(uid=other.uid).status == Status.ACTIVE
    assert list(chains_check()) == []


def test_what_only_mentions_it_is_told_and_left_alone_in_every_store(
    alice: Actor, botty: Actor, main_store: Store, private_store: Store
) -> None:
    BotStore.objects.create(bot_id=botty.ident, store=private_store)
    city = "San Francisco"
    record = fact(alice, main_store, city, key="user.home_city")
    office = fact(alice, private_store, f"the office is in {city} and rent is 5000", key="project.office")
    fact(alice, private_store, "the office is in Boston and rent is 4000", key="project.office")
    draft = FactDraft(key="project.office", value=f"the office is in {city} again, contract 77 signed with Acme")
    waiting = facts_write(actor=botty, store=private_store, drafts=[draft])[0]
    trip = EpisodeDraft(text=f"We flew to {city} and signed the contract with Acme for 3 years")
    flown = episodes_write(actor=botty, store=main_store, drafts=[trip])[0].uid
    before = [(row.pk, row.before, row.after, row.status) for row in office.revisions.order_by("pk")]
    told = {item.uid for item in erase_preview(actor=alice, uid=record.uid).others.mentions}
    certificate = erase(alice, record, with_copies=True)
    assert certificate.erased == (record.uid,) and certificate.emptied == ()
    assert set(certificate.mentions) == told == {office.uid, flown}
    assert [(row.pk, row.before, row.after, row.status) for row in office.revisions.order_by("pk")] == before
    assert Revision.objects.get(pk=waiting.proposal).status == Revision.Status.PROPOSED
    assert Record.objects.with_content().get(uid=flown).episode.text == trip.text
    assert Event.objects.filter(record_uid=office.uid, new_value__contains=city).exists()
    assert not certificate.is_clear


def test_a_proposed_record_that_says_the_same_goes_in_its_store_and_waits_in_another(
    alice: Actor, botty: Actor, main_store: Store, private_store: Store
) -> None:
    BotStore.objects.create(bot_id=botty.ident, store=private_store)
    waiting = []
    for store, name in ((main_store, "user.old_clinic"), (private_store, "user.other_clinic")):
        held = fact(botty, store, key=name)
        Record.objects.filter(pk=held.pk).update(status=Status.PROPOSED)
        waiting.append(held.uid)
    certificate = erase(alice, fact(alice, main_store))
    assert waiting[0] in certificate.erased
    assert certificate.copies == (waiting[1],)
    assert Record.objects.get(uid=waiting[1]).status == Status.PROPOSED


@pytest.mark.parametrize("says", [SECRET, f"  {SECRET.upper()}"])
def test_another_record_that_says_the_same_is_kept_and_named(alice: Actor, main_store: Store, says: str) -> None:
    record = fact(alice, main_store)
    outcome = episodes_write(actor=alice, store=main_store, drafts=[EpisodeDraft(text=says)])[0]
    certificate = erase(alice, record)
    assert certificate.copies == (outcome.uid,)
    assert Record.objects.get(uid=outcome.uid).status == Status.ACTIVE
    assert str(outcome.uid) in json.dumps(certificate.as_json())


def test_it_goes_as_well_when_the_owner_says_so(alice: Actor, main_store: Store) -> None:
    record = fact(alice, main_store)
    outcome = episodes_write(actor=alice, store=main_store, drafts=[EpisodeDraft(text=SECRET)])[0]
    certificate = erase(alice, record, with_copies=True)
    assert set(certificate.erased) == {record.uid, outcome.uid}
    assert cells_with(SECRET) == []
    assert found_in(certificate) == set()


def test_a_short_value_is_gone_where_the_record_stood_and_nowhere_else(alice: Actor, main_store: Store) -> None:
    record = fact(alice, main_store, "Rome", key="user.city")
    episodes_write(actor=alice, store=main_store, drafts=[EpisodeDraft(text="We flew to Rome in spring.")])
    certificate = erase(alice, record)
    assert found_in(certificate) == set()
    assert not record.revisions.filter(after__isnull=False).exclude(operation="erase").exists()
    assert Event.objects.filter(record_uid=record.uid).exclude(new_value="").count() == 0
    assert "memory_episode" in cells_with("We flew to Rome")


def test_exports_lose_the_record_and_keep_the_others(alice: Actor, main_store: Store) -> None:
    record = fact(alice, main_store)
    fact(alice, main_store, "green tea, no sugar", key="user.drink")
    exported = export_write(actor=alice, store=main_store).path
    assert SECRET in exported.read_text()
    certificate = erase(alice, record)
    text = exported.read_text()
    exported.unlink()
    assert SECRET not in text and "green tea, no sugar" in text
    first = json.loads(text)["records"][0]
    assert (first["uid"], first["status"]) == (str(record.uid), "erased") and "key" not in first
    assert any(exported.name in line for line in certificate.changed)


def test_an_upload_that_carries_the_text_is_removed(alice: Actor, main_store: Store) -> None:
    record = fact(alice, main_store)
    folder = Path(settings.KIROCREW_HOME) / "imports" / "preview-0199b9c5-6c1e-7d1f-a1a8-0d6e5f0b7c11"
    folder.mkdir(parents=True)
    (folder / "0000").write_text(f"# Notes\n\n- {SECRET}\n")
    certificate = erase(alice, record)
    assert not folder.exists()
    assert found_in(certificate) == set()


def test_vectors_of_every_space_and_the_import_ledger_go(alice: Actor, main_store: Store) -> None:
    from memory.inference.embedding import get_embedder
    from memory.services.embedding import batch_embed, batches, space_for

    record = fact(alice, main_store)
    embedder = get_embedder(wait=5)
    assert embedder
    space = space_for(embedder.space)
    batch_embed(next(iter(batches(space, embedder))), space, embedder)
    ImportedItem.objects.create(
        store=main_store, fingerprint="f", origin="notes.md#1", outcome="written", record=record
    )
    assert Embedding.objects.filter(record=record).exists()
    certificate = erase(alice, record)
    assert not Embedding.objects.filter(record=record).exists()
    assert not ImportedItem.objects.filter(record=record).exists()
    assert found_in(certificate) == set()


def test_another_process_drops_what_it_remembers_before_its_next_answer(alice: Actor, main_store: Store) -> None:
    from django.core.signals import request_started

    from memory.services.erasing.caches import caches_size
    from memory.services.lesson_rules import meaning_of

    erase(alice, fact(alice, main_store, key="user.first"))
    request_started.send(sender=None)
    meaning_of("Always water the tomatoes before noon")
    assert caches_size() > 0
    # As another process does it: here nobody empties a cache.
    with tombstones_file().open("a") as file:
        file.write('{"record": "0199b9c5-6c1e-7d1f-a1a8-0d6e5f0b7c11"}\n')
    assert caches_size() > 0
    request_started.send(sender=None)
    assert meaning_of.cache_info().currsize == 0


@pytest.mark.parametrize("value", [True, 42, 3.5, ["a", "b"], {"city": "Rome", "floor": 2}])
def test_values_of_every_type_are_erased_and_refused(alice: Actor, main_store: Store, value: object) -> None:
    record = fact(alice, main_store, value)
    certificate = erase(alice, record)
    assert found_in(certificate) == set()
    outcome = facts_write(actor=alice, store=main_store, drafts=[FactDraft(key="user.clinic", value=value)])[0]
    assert outcome.refusal and outcome.refusal.code == "refused_value"
