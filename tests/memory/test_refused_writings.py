"""Spellings of Chinese and German are one, and what was refused before they were is refused still."""

import hashlib
import hmac
import json
from typing import Any

import pytest

from channels_bridge.actors import Actor
from memory.gate.outcomes import Outcome, OutcomeStatus, RefusalCode
from memory.models import RefusalKey, RefusedFingerprint, RefusedValue, Store
from memory.services.drafts import EpisodeDraft, FactDraft
from memory.services.episodes import episodes_write
from memory.services.erasing.refusing import refusals_of_records, refusals_renew
from memory.services.facts import facts_write
from memory.services.records import record_forget
from memory.services.refusal_keys import refusal_key_rotate

KEY = "user.note"
SAME = [
    ("綠茶", "绿茶"),
    ("臺北", "台北"),
    ("台灣", "臺湾"),
    ("後天頭髮發亮", "后天头发发亮"),
    ("睡著", "睡着"),
    ("説明書", "说明书"),
    ("沢田", "澤田"),
    ("駅", "驛"),
    ("緑茶", "绿茶"),
    ("Müller", "Mueller"),
    ("Müller", "MUELLER"),
    ("Müller", "Muller"),
    ("Mu\u0308ller", "Mueller"),
    ("GRÖẞE", "groesse"),
    ("Weißstraße", "Weissstrasse"),
    ("Jörg Müller aus Köln", "Joerg Müller aus Koeln"),
    ("Äpfel, Öl, Übermut, Köln, Düsseldorf", "Aepfel, Oel, Uebermut, Koeln, Duesseldorf"),
    ({"größe": "Köln"}, {"groesse": "Koeln"}),
    (["綠茶", "Öl"], ["绿茶", "Oel"]),
]
OTHER = [
    ("綠茶", "紅茶"),
    ("台北", "台中"),
    ("欠錢", "缺錢"),
    ("予定", "豫定"),
    ("Joe", "Jo"),
    ("neue", "neu"),
    ("Israel", "Isral"),
    ("Poet", "Pot"),
    ("Müller", "Miller"),
    ("Bär", "Bar none"),
]


def fact(actor: Actor, store: Store, value: Any, key: str = KEY, **more: str) -> Outcome:
    return facts_write(actor=actor, store=store, drafts=[FactDraft(key=key, value=value, **more)])[0]


def refuse(alice: Actor, store: Store, value: Any, key: str = KEY, **more: str) -> None:
    uid = fact(alice, store, value, key, **more).uid
    assert uid is not None
    record_forget(actor=alice, uid=uid, reason="never true", for_good=True)


def tell(actor: Actor, store: Store, text: str) -> Outcome:
    return episodes_write(actor=actor, store=store, drafts=[EpisodeDraft(text=text)])[0]


def is_refused(outcome: Outcome) -> bool:
    return outcome.refusal is not None and outcome.refusal.code is RefusalCode.REFUSED_VALUE


@pytest.mark.parametrize(("one", "other"), [*SAME, *((other, one) for one, other in SAME)])
def test_the_other_spelling_is_refused_in_both_directions(
    alice: Actor, botty: Actor, main_store: Store, one: Any, other: Any
) -> None:
    refuse(alice, main_store, one)
    assert is_refused(fact(botty, main_store, other))


@pytest.mark.parametrize(("one", "other"), [*OTHER, *((other, one) for one, other in OTHER)])
def test_another_word_is_not_refused(alice: Actor, botty: Actor, main_store: Store, one: str, other: str) -> None:
    refuse(alice, main_store, one)
    assert fact(botty, main_store, other).refusal is None


@pytest.mark.parametrize(("subject", "again"), [("張偉", "张伟"), ("Frau Müller", "frau mueller"), ("Koeln", "Köln")])
def test_a_subject_in_the_other_spelling_does_not_help(
    alice: Actor, botty: Actor, main_store: Store, subject: str, again: str
) -> None:
    refuse(alice, main_store, "Lisbon", subject=subject, predicate="lives in")
    assert is_refused(fact(botty, main_store, "Lisbon", "user.other", subject=again, predicate="lives in"))
    assert not is_refused(fact(botty, main_store, "Lisbon", "user.third", subject="carol", predicate="lives in"))


@pytest.mark.parametrize(
    ("value", "subject", "text"),
    [
        ("臺北市信義區市府路一號", "", "包裹寄到台北市信义区市府路一号。"),
        ("台北市信义区市府路一号", "", "包裹寄到臺北市信義區市府路一號。"),
        ("綠茶", "張偉", "张伟最喜欢的是绿茶。"),
        ("绿茶", "张伟", "張偉最喜歡的是綠茶。"),
        ("Königsallee 27, 40212 Düsseldorf", "", "Das Paket ging an die Koenigsallee 27 40212 Duesseldorf."),
        ("Koenigsallee 27, 40212 Duesseldorf", "", "Das Paket ging an die KÖNIGSALLEE 27 40212 Düsseldorf."),
        ("Köln", "Frau Müller", "Die Frau Mueller wohnt jetzt in Koeln am Rhein."),
        ("Koeln", "Frau Mueller", "Die Frau Müller wohnt jetzt in Köln am Rhein."),
    ],
)
def test_a_text_that_quotes_the_other_spelling_waits(
    alice: Actor, botty: Actor, main_store: Store, value: str, subject: str, text: str
) -> None:
    refuse(alice, main_store, value, subject=subject, predicate="is about" if subject else "")
    outcome = tell(botty, main_store, text)
    assert (outcome.status, outcome.reason) == (OutcomeStatus.PROPOSED, "quotes_refused_value")


@pytest.mark.parametrize(
    ("refused", "text"),
    [
        ("小明住在杭州的西湖边。", "小明家在杭州的西湖邊。"),
        ("小華負責設計團隊。", "小华管理设计团队。"),
        ("Jörg wohnt in Köln.", "Joerg lebt in Koeln."),
        ("Joerg aendert sein Passwort.", "Jörg wechselt sein Passwort."),
    ],
)
def test_a_paraphrase_in_the_other_spelling_waits(
    alice: Actor, botty: Actor, main_store: Store, refused: str, text: str
) -> None:
    told = tell(alice, main_store, refused)
    assert told.uid is not None
    record_forget(actor=alice, uid=told.uid, for_good=True)
    outcome = tell(botty, main_store, text)
    assert (outcome.status, outcome.reason) == (OutcomeStatus.PROPOSED, "resembles_refused_value")


# Before this release ----------------------------------------------------------------------------------------------

SECRET = bytes(range(32))
NUMBER = "\x1f{}\x1f"
# As the release before read a value, and what it found to be another one.
BEFORE = [
    ("綠茶", "綠茶", "紅茶"),
    ("台北", "台北", "台中"),
    ("Müller", "muller", "miller"),
    ("Mueller", "mueller", "moeller"),
    ("3.1", NUMBER.format("3.1"), "3.2"),
    ("3.10", NUMBER.format("3.1"), "3.2"),
    ("v1.2.0", "vl" + NUMBER.format("2"), "v1.3.0"),
    ("5.10.15", NUMBER.format("2015-10-05"), "5.10.16"),
    ({"Größe": "Köln"}, {"grosse": "koln"}, {"Größe": "Bonn"}),
]


def refused_before(store: Store, form: Any, key: str, *, quote: str = "", units: int = 0, care: int = 0) -> None:
    """A refusal as the release before kept it, its fingerprints worked out here."""
    row = RefusedValue.objects.create(store=store, kind="fact", key=key, refused_by="user_explicit")
    made_with, _ = RefusalKey.objects.get_or_create(scheme=2, secret=SECRET)
    material = json.dumps([store.pk, "fact", key, form], separators=(",", ":"), ensure_ascii=False, sort_keys=True)
    prints = [(material.encode(), 0, 0)]
    if quote:
        prints.append((f"quote\0{store.pk}\0{quote}".encode(), units, care))
    for content, length, needed in prints:
        RefusedFingerprint.objects.create(
            refused=row,
            store=store,
            made_with=made_with,
            fingerprint=hmac.new(SECRET, content, hashlib.sha256).hexdigest(),
            units=length,
            care=needed,
        )


@pytest.mark.parametrize(("value", "form", "other"), BEFORE)
def test_what_was_refused_before_is_refused_still(
    alice: Actor, botty: Actor, main_store: Store, value: Any, form: Any, other: Any
) -> None:
    refused_before(main_store, form, "project.python_version")
    assert is_refused(fact(botty, main_store, value, "project.python_version"))
    assert fact(botty, main_store, other, "project.python_version").refusal is None


@pytest.mark.parametrize(
    ("key", "quote", "units", "care", "text"),
    [
        ("user.street", "市府路一号五樓大門旁邊", 11, 0, "包裹寄到市府路一號五樓大門旁邊。"),
        ("user.größe", "muller", 1, 1, "Es ging um die Größe von Herrn Müller."),
        ("project.python_version", NUMBER.format("3.1"), 1, 1, "The python version is 3.1 for now."),
    ],
)
def test_a_text_that_quotes_what_was_refused_before_waits_still(
    botty: Actor, main_store: Store, key: str, quote: str, units: int, care: int, text: str
) -> None:
    refused_before(main_store, quote, key, quote=quote, units=units, care=care)
    assert tell(botty, main_store, text).reason == "quotes_refused_value"


def test_old_and_new_fingerprints_stand_side_by_side(alice: Actor, botty: Actor, main_store: Store) -> None:
    refused_before(main_store, "綠茶", KEY)
    refuse(alice, main_store, "烏龍茶")
    assert is_refused(fact(botty, main_store, "綠茶")) and is_refused(fact(botty, main_store, "乌龙茶"))
    refusal_key_rotate(actor=alice)
    assert is_refused(fact(botty, main_store, "綠茶")) and is_refused(fact(botty, main_store, "乌龙茶"))
    assert set(RefusalKey.objects.values_list("scheme", flat=True)) == {2, 3}


def test_the_list_of_what_was_erased_brings_a_refusal_back_as_it_was_read(
    alice: Actor, botty: Actor, main_store: Store
) -> None:
    refuse(alice, main_store, "綠茶")
    refused_before(main_store, "muller", KEY)
    entries = refusals_of_records(list(RefusedValue.objects.order_by("pk")))
    of_an_earlier_day = [entries[0], entries[1] | {"fingerprints": [row[:4] for row in entries[1]["fingerprints"]]}]
    RefusedFingerprint.objects.all().delete()
    RefusedValue.objects.all().delete()
    RefusalKey.objects.all().delete()
    assert not is_refused(fact(botty, main_store, "绿茶")) and not is_refused(fact(botty, main_store, "Müller"))
    assert refusals_renew(store=main_store, entries=of_an_earlier_day) == 2
    assert is_refused(fact(botty, main_store, "绿茶")) and is_refused(fact(botty, main_store, "Müller"))
    assert not is_refused(fact(botty, main_store, "紅茶"))
