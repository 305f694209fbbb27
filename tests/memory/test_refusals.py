"""A value refused for good stays refused: on every way in and after all that happens to a store, until it is lifted."""

import hashlib
import hmac
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.db import connection
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext

from channels_bridge.actors import Actor, Permission
from kirocrew.backup.making import backup_make
from kirocrew.base.problems import Conflict, Forbidden, Invalid, NotFound
from memory.gate.outcomes import Outcome, OutcomeStatus, RefusalCode
from memory.models import Event, Fact, Record, RefusalKey, RefusedFingerprint, RefusedValue, Revision, Status, Store
from memory.services.decisions import Decision, proposal_accept, proposal_reject, revision_undo
from memory.services.drafts import EpisodeDraft, FactDraft, LessonDraft, WriteMode
from memory.services.episodes import episodes_write
from memory.services.facts import facts_write
from memory.services.lessons import lessons_write
from memory.services.pruning import prune
from memory.services.records import record_forget, record_restore
from memory.services.refusal_keys import refusal_key_rotate
from memory.services.refusals import refusal_lift
from memory.services.settings import setting_change
from tests.memory.importing import run_import, write
from tests.memory.test_api import asker

ROOT = Path(__file__).resolve().parents[2]
KEY = "user.home_city"


def fact(actor: Actor, store: Store, value: Any, key: str = KEY, **more: Any) -> Outcome:
    return facts_write(actor=actor, store=store, drafts=[FactDraft(key=key, value=value, **more)])[0]


def episode(actor: Actor, store: Store, text: str, **more: Any) -> Outcome:
    return episodes_write(actor=actor, store=store, drafts=[EpisodeDraft(text=text, **more)])[0]


def lesson(actor: Actor, store: Store, rule: str, **more: Any) -> Outcome:
    return lessons_write(actor=actor, store=store, drafts=[LessonDraft(rule=rule, **more)])[0]


def refuse(alice: Actor, store: Store, value: Any, key: str = KEY, **more: Any) -> Record:
    outcome = fact(alice, store, value, key, **more)
    record_forget(actor=alice, uid=outcome.uid, reason="never true", for_good=True)  # type: ignore[arg-type]
    return Record.objects.get(uid=outcome.uid)


def is_refused(outcome: Outcome) -> bool:
    return outcome.refusal is not None and outcome.refusal.code is RefusalCode.REFUSED_VALUE


# Ways in ---------------------------------------------------------------------------------------------------------


def by_api(alice: Actor, store: Store) -> str:
    ask = asker("scribe", store, "memory:write")
    return str(ask("put", "/api/memory/semantic", {"key": KEY, "value": "lisbon"}).json()["code"])


def by_batch(alice: Actor, store: Store) -> str:
    ask = asker("scribe", store, "memory:write")
    items = [{"kind": "fact", "key": KEY, "value": "lisbon"}]
    return str(ask("post", "/api/memory/batch", {"items": items}).json()["results"][0]["code"])


def by_owner(alice: Actor, store: Store) -> str:
    return str(fact(alice, store, "lisbon").refusal.code)  # type: ignore[union-attr]


def by_consolidation(alice: Actor, store: Store) -> str:
    return str(fact(Actor.system("consolidation:7"), store, "lisbon").refusal.code)  # type: ignore[union-attr]


def by_import(alice: Actor, store: Store) -> str:
    actor = Actor.system("import:notes")
    draft = FactDraft(key=KEY, value="lisbon")
    done = facts_write(actor=actor, store=store, drafts=[draft], mode=WriteMode.PRESERVE)[0]
    return str(done.refusal.code)  # type: ignore[union-attr]


def by_restore(alice: Actor, store: Store) -> str:
    return str(record_restore(actor=alice, uid=Record.objects.get(key=KEY).uid).refusal.code)  # type: ignore[union-attr]


def by_undo(alice: Actor, store: Store) -> str:
    entry = Revision.objects.filter(record__key=KEY).latest("id")
    return str(revision_undo(actor=alice, revision_id=entry.pk).refusal.code)  # type: ignore[union-attr]


WAYS: list[Callable[[Actor, Store], str]] = [
    by_api,
    by_batch,
    by_owner,
    by_consolidation,
    by_import,
    by_restore,
    by_undo,
]


@pytest.mark.parametrize("way", WAYS)
def test_every_way_in_asks_what_is_refused(alice: Actor, main_store: Store, way: Callable[[Actor, Store], str]) -> None:
    refuse(alice, main_store, "Lisbon")
    assert way(alice, main_store) == "refused_value"
    assert not Record.objects.filter(status=Status.ACTIVE).exists()
    assert Event.objects.filter(code="refused_value", is_refusal=True).count() == 1
    row = RefusedValue.objects.get()
    assert row.hits == 1 and row.last_hit_at is not None


def test_a_proposal_that_waited_is_not_accepted_once_its_value_is_refused(
    alice: Actor, botty: Actor, private_store: Store
) -> None:
    fact(alice, private_store, "Porto")
    waits = fact(botty, private_store, "Lisbon")
    fact(botty, private_store, "ＬＩＳＢＯＮ")
    second = fact(botty, private_store, "LISBON")
    proposal_reject(actor=alice, decision=Decision(waits.proposal or 0, accept=False, for_good=True))
    assert is_refused(proposal_accept(actor=alice, decision=Decision(second.proposal or 0, accept=True)))
    assert Fact.objects.get(record__key=KEY).value == "Porto"


def test_an_edited_proposal_is_asked_as_well(alice: Actor, botty: Actor, private_store: Store) -> None:
    refuse(alice, private_store, "Lisbon")
    fact(alice, private_store, "Porto")
    waits = fact(botty, private_store, "Faro")
    done = proposal_accept(actor=alice, decision=Decision(waits.proposal or 0, accept=True, edited={"value": "lisbon"}))
    assert is_refused(done)


# What happens to a store --------------------------------------------------------------------------------------------


def test_it_stays_refused_through_supersede_restate_and_corroborate(
    alice: Actor, botty: Actor, main_store: Store
) -> None:
    refuse(alice, main_store, "Lisbon", subject="alice", predicate="lives in")
    fact(alice, main_store, "Porto", subject="alice", predicate="lives in")
    consolidation = Actor.system("consolidation:1")
    for actor in (botty, consolidation, Actor.system("consolidation:2")):
        assert is_refused(fact(actor, main_store, "Lisbon"))
        assert is_refused(fact(actor, main_store, "lisbon", "user.city", subject="Alice", predicate="lives  in"))
    assert Fact.objects.get(record__status="active").value == "Porto"
    assert Record.objects.count() == 1
    assert RefusedValue.objects.get().hits == 6


def test_it_survives_pruning(alice: Actor, botty: Actor, main_store: Store, settings: Any, tmp_path: Path) -> None:
    settings.KIROCREW_HOME = tmp_path
    refuse(alice, main_store, "Lisbon")
    setting_change(actor=alice, name="events_max", value=100)
    for number in range(60):
        fact(alice, main_store, number, f"user.n{number}")
        fact(alice, main_store, number + 100, f"user.n{number}")
    prune(actor=Actor.system("pruning"))
    assert not Event.objects.filter(code="value_refused").exists()
    assert is_refused(fact(botty, main_store, "Lisbon"))


def test_it_survives_a_new_key_and_what_is_refused_later_is_made_with_the_new_one(
    alice: Actor, botty: Actor, main_store: Store
) -> None:
    refuse(alice, main_store, "Lisbon")
    assert refusal_key_rotate(actor=alice) == 2
    assert is_refused(fact(botty, main_store, "Lisbon"))
    refuse(alice, main_store, "Porto")
    assert is_refused(fact(botty, main_store, "Porto")) and is_refused(fact(botty, main_store, "Lisbon"))
    made_with = set(RefusedFingerprint.objects.values_list("made_with", flat=True))
    assert made_with == set(RefusalKey.objects.values_list("pk", flat=True)) and len(made_with) == 2
    with pytest.raises(Forbidden):
        refusal_key_rotate(actor=botty)
    call_command("refusals", "rotate-key")
    assert is_refused(fact(botty, main_store, "Lisbon"))


def test_it_survives_another_secret_key_of_the_server(alice: Actor, botty: Actor, main_store: Store) -> None:
    refuse(alice, main_store, "Lisbon")
    with override_settings(SECRET_KEY="another one, just as long as the one before it was, or longer"):
        assert is_refused(fact(botty, main_store, "Lisbon"))


@pytest.mark.django_db(transaction=True)
def test_it_survives_backup_and_restore_on_a_server_with_another_secret_key(
    alice: Actor, main_store: Store, tmp_path: Path
) -> None:
    refuse(alice, main_store, "Lisbon")
    home = tmp_path / "home"
    home.mkdir(mode=0o700)
    backup_make(target=home / "kirocrew.sqlite3")
    code = (
        "import django; django.setup()\n"
        "from channels_bridge.actors import Actor\n"
        "from memory.models import Store\n"
        "from memory.services.drafts import FactDraft\n"
        "from memory.services.facts import facts_write\n"
        "store = Store.objects.get(slug='main')\n"
        "for value in ('lisbon', 'Porto'):\n"
        f"    draft = FactDraft(key={KEY!r}, value=value)\n"
        "    print(facts_write(actor=Actor.system('consolidation:1'), store=store, drafts=[draft])[0].status)\n"
    )
    env = {**os.environ, "KIROCREW_HOME": str(home), "DJANGO_SETTINGS_MODULE": "kirocrew.settings"}
    env["KIROCREW_SECRET_KEY"] = "the secret key of the server that the backup was brought to, long enough"
    done = subprocess.run([sys.executable, "-c", code], env=env, cwd=ROOT, capture_output=True, text=True, timeout=120)
    assert done.stdout.split() == ["refused", "proposed"], done.stderr  # the forgotten record waits for its owner


def test_what_the_first_release_refused_is_refused_still(alice: Actor, botty: Actor, main_store: Store) -> None:
    # hex HMAC-SHA256 of the canonical JSON under the server's key and the purpose, as the first release made it
    secret = hashlib.sha256(b"k" * 60 + b"kirocrew refused value 1").digest()
    material = json.dumps([main_store.pk, "fact", KEY, "lisbon"], separators=(",", ":")).encode()
    row = RefusedValue.objects.create(store=main_store, kind="fact", key=KEY, refused_by="user_explicit")
    key = RefusalKey.objects.create(scheme=1, secret=secret)
    mark = hmac.new(b"k" * 60 + b"kirocrew refused value 1", material, hashlib.sha256).hexdigest()
    RefusedFingerprint.objects.create(refused=row, store=main_store, made_with=key, fingerprint=mark)
    assert is_refused(fact(botty, main_store, "ＬＩＳＢＯＮ"))
    assert fact(botty, main_store, "Porto").status is OutcomeStatus.WRITTEN


# Quotations ------------------------------------------------------------------------------------------------------

QUOTING = [
    ("Lisbon", KEY, "Her home city is Lisbon, as she told us on Friday."),
    ("Lisbon", KEY, "The city where the user lives: LISBОN."),
    ("京都府京都市左京区一乗寺", "user.address", "引っ越しの荷物は京都府京都市左京区一乗寺に届いた。"),
    ("서울특별시 강남구 테헤란로", "user.address", "소포는 서울특별시 강남구 테헤란로에 도착했다."),
    (
        "Königsallee 27, 40212 Düsseldorf",
        "user.address",
        "Das Paket ging an die Königsallee 27 40212 DÜSSELDORF.",
    ),
    ("Số 5 đường Trần Phú, Hà Nội", "user.address", "Gói hàng được gửi tới số 5 đường Trần Phú, Hà Nội hôm qua."),
    ("2026-01-05", "user.wedding_day", "They marry on 5 January 2026 in the town hall."),
    ("2026-01-05", "user.wedding_day", "婚礼定在2026年1月5日举行。"),
    (491701234567, "user.phone", "You reach her under 491701234567 all day."),
    ("1,000.00", "user.rent", "The rent was set at 1000 a month, she said."),
    ({"street": "Rua Augusta 100, Baixa"}, "user.home", "Letters go to Rua Augusta 100 Baixa from now on."),
]
NOT_QUOTING = [
    ("Lisbon", KEY, "The conference in Lisbon was about databases."),
    ("yes", "user.smokes", "The answer was yes and everybody left the room."),
    ("7", "user.children", "There were 7 people in the meeting about the release."),
    ("2026-01-05", "user.wedding_day", "They marry on 6 January 2026 in the town hall."),
    ("Lisbon", KEY, "Her home city is Porto, as she told us on Friday."),
]


@pytest.mark.parametrize(("value", "key", "text"), QUOTING)
def test_a_text_that_quotes_a_refused_value_waits_for_the_owner(
    alice: Actor, botty: Actor, main_store: Store, value: Any, key: str, text: str
) -> None:
    record = refuse(alice, main_store, value, key)
    refusal = RefusedValue.objects.get()
    told = episode(botty, main_store, text)
    taught = lesson(botty, main_store, text)
    noted = fact(botty, main_store, text, "project.note")
    for outcome in (told, taught, noted):
        assert (outcome.status, outcome.reason) == (OutcomeStatus.PROPOSED, "quotes_refused_value")
        proposal = Revision.objects.get(pk=outcome.proposal)
        assert proposal.metadata["refusal"] == refusal.pk
        assert proposal.metadata["refused_record"] == str(record.uid)
    events = Event.objects.filter(code="refused_value_met")
    assert events.count() == 3 and all(str(record.uid) in event.detail for event in events)
    refusal.refresh_from_db()
    assert refusal.hits == 3
    assert proposal_accept(actor=alice, decision=Decision(told.proposal or 0, accept=True)).ok  # the owner decides


@pytest.mark.parametrize(("value", "key", "text"), NOT_QUOTING)
def test_a_text_that_shares_a_word_with_a_refused_value_passes(
    alice: Actor, botty: Actor, main_store: Store, value: Any, key: str, text: str
) -> None:
    refuse(alice, main_store, value, key)
    assert episode(botty, main_store, text).status is OutcomeStatus.WRITTEN


def test_what_the_owner_writes_is_theirs_to_say(alice: Actor, main_store: Store) -> None:
    refuse(alice, main_store, "Lisbon")
    assert episode(alice, main_store, "Her home city was never Lisbon.").status is OutcomeStatus.WRITTEN


def test_an_import_that_quotes_it_waits_too(alice: Actor, main_store: Store, tmp_path: Path) -> None:
    refuse(alice, main_store, "Lisbon")
    source = write(tmp_path / "AGENTS.md", "# Rules\n\n- Always greet her with news of her home city Lisbon.\n")
    run_import(alice, main_store, source)
    record = Record.objects.get(kind="lesson")
    assert record.status == Status.PROPOSED


def test_a_long_refused_text_is_known_by_its_sentences(alice: Actor, botty: Actor, main_store: Store) -> None:
    told = episode(
        alice,
        main_store,
        "The meeting began at nine. Carol said that the northern warehouse burned down in spring. Then all went home.",
    )
    record_forget(actor=alice, uid=told.uid, for_good=True)  # type: ignore[arg-type]
    again = episode(botty, main_store, "Summary: Carol said that the northern warehouse burned down in spring.")
    assert again.reason == "quotes_refused_value"


# Lifting ---------------------------------------------------------------------------------------------------------


def test_the_owner_lifts_a_refusal_with_a_reason(alice: Actor, botty: Actor, main_store: Store) -> None:
    refuse(alice, main_store, "Lisbon")
    fact(botty, main_store, "Lisbon")
    row = RefusedValue.objects.get()
    with pytest.raises(Invalid):
        refusal_lift(actor=alice, number=row.pk, reason="  ")
    for actor in (botty, Actor.system("operator")):
        with pytest.raises(Forbidden):
            refusal_lift(actor=actor, number=row.pk, reason="please")
    refusal_lift(actor=alice, number=row.pk, reason="She moved there after all")
    row.refresh_from_db()
    assert (row.lifted_by, row.lifted_reason, row.hits) == ("user_explicit", "She moved there after all", 1)
    assert not is_refused(fact(alice, main_store, "Lisbon"))
    assert Event.objects.filter(code="refusal_lifted", detail="She moved there after all").count() == 1
    with pytest.raises(Conflict):
        refusal_lift(actor=alice, number=row.pk, reason="again")
    with pytest.raises(NotFound):
        refusal_lift(actor=alice, number=row.pk + 1, reason="other")


def test_refusing_twice_makes_one_refusal(alice: Actor, main_store: Store) -> None:
    record = refuse(alice, main_store, "Lisbon")
    record.refresh_from_db()
    assert is_refused(fact(alice, main_store, "LISBON"))
    refuse(alice, main_store, "Porto", "user.other")
    assert RefusedValue.objects.count() == 2


def test_the_owner_sees_and_lifts_refusals_over_http_and_bots_do_not(alice: Actor, main_store: Store) -> None:
    record = refuse(alice, main_store, "Lisbon")
    bot = asker("scribe", main_store, *Permission)
    assert bot("get", "/api/memory/refusals").status_code == 403
    number = RefusedValue.objects.get().pk
    assert bot("post", f"/api/memory/refusals/{number}/lift", {"reason": "x"}).status_code == 403
    client = Client()
    client.force_login(get_user_model().objects.create_superuser("alice", password="alice's long password"))
    entries = client.get("/api/memory/refusals").json()["entries"]
    assert [(entry["key"], entry["record"], entry["hits"]) for entry in entries] == [(KEY, str(record.uid), 0)]
    assert "lisbon" not in str(entries).lower()
    lifted = client.post(f"/api/memory/refusals/{number}/lift", {"reason": "moved"}, content_type="application/json")
    assert lifted.status_code == 200 and lifted.json()["lifted_reason"] == "moved"
    assert client.get("/api/memory/refusals").json()["entries"] == []
    assert len(client.get("/api/memory/refusals?state=lifted").json()["entries"]) == 1


def test_a_store_without_refused_values_asks_one_question_a_batch(alice: Actor, main_store: Store) -> None:
    drafts = [FactDraft(key=f"user.n{n}", value=n) for n in range(50)]
    with CaptureQueriesContext(connection) as seen:
        facts_write(actor=alice, store=main_store, drafts=drafts)
    assert sum("refused" in query["sql"] for query in seen.captured_queries) == 1
