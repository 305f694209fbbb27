"""A refused value is known again however it is written, and what only looks alike to a machine is let through."""

from typing import Any

import pytest

from channels_bridge.actors import Actor
from memory.gate.outcomes import OutcomeStatus, RefusalCode
from memory.models import Record, Store
from memory.services.drafts import FactDraft
from memory.services.facts import facts_write
from memory.services.records import record_forget

SAME = [
    ("Lisbon", "ＬＩＳＢＯＮ"),
    ("Lisbon", "L\u200bis\u2060bon"),
    ("Lisbon", "Lіsbоn"),  # Cyrillic і and о
    ("Lisbon", "LISΒΟN"),  # Greek Β and Ο
    ("HOTEL", "НОТЕL"),  # Cyrillic Н, О, Т and Е
    ("Lisbon", "Lisb0n"),
    ("Lisbon", "  “Lisbon”. "),
    ("São Paulo", "sao  paulo"),
    ("New York", "New\u00a0York"),
    ("Straße", "STRASSE"),
    ("Đà Nẵng", "Da Nang"),
    ("東京", "東 京"),
    ("서울", "서\u200b울"),
    ("カタカナ", "ｶﾀｶﾅ"),
    ("🏠", "🏠\ufe0f"),
    ("yes", "YES!"),
    (7, "7"),
    ("7", 7.0),
    ("7", "７"),
    (True, "true"),
    ("1,000.00", "1.000,00"),
    ("1,000.00", "１０００"),
    ("1 000", 1000),
    (1000, "1'000"),
    ("1.000", 1000),  # could be a thousand or one: either is refused
    ("1.000", 1),
    (1000, "1.000"),
    (30000, "3万"),
    (1000, "一千"),
    (-5, "−5"),
    ("2026-01-05", "5 January 2026"),
    ("2026-01-05", "05.01.2026"),
    ("2026-01-05", "2026年1月5日"),
    ("2026-01-05", "2026년 1월 5일"),
    ("2026-01-05", "5 de enero de 2026"),
    ("2026-01-05", "ngày 5 tháng 1 năm 2026"),
    ("2026-01-05", "Jan 5th, 2026"),
    ("2026-01-05", "5. Januar 2026"),
    ("2026-01-05", "2026-01-05T00:00:00Z"),
    ("2026-01-05", "01/05/2026"),  # the fifth of January or the first of May: either is refused
    ("2026-01-05", "05/01/2026"),
    (["Lisbon", 7], ["lisbon", "7"]),
    ({"City": "Köln"}, {"city": "koln"}),
]
OTHER = [
    ("Lisbon", "Lisboa"),
    ("yes", "no"),
    (7, 8),
    (7, -7),
    ("1.5", "15"),
    ("1,000.00", "1,000.01"),
    ("2026-01-05", "2026-01-06"),
    ("2026-01-05", "5 January 2025"),
    ("1.2.3", "123"),
    ("C++", "C"),
    ("50%", "50"),
    ("東京", "京都"),
    ("서울", "부산"),
    (["a", "b"], ["b", "a"]),
    ({"city": "Köln"}, {"town": "Köln"}),
    (True, False),
]


def write(actor: Actor, store: Store, value: Any, key: str = "user.note", **more: str) -> Any:
    return facts_write(actor=actor, store=store, drafts=[FactDraft(key=key, value=value, **more)])[0]


def refuse(alice: Actor, store: Store, value: Any, key: str = "user.note", **more: str) -> None:
    uid = write(alice, store, value, key, **more).uid
    record_forget(actor=alice, uid=uid, reason="never true", for_good=True)


@pytest.mark.parametrize(("value", "again"), SAME)
def test_a_refused_value_is_refused_in_other_spellings(
    alice: Actor, botty: Actor, main_store: Store, value: Any, again: Any
) -> None:
    refuse(alice, main_store, value)
    for actor in (botty, alice):
        outcome = write(actor, main_store, again)
        assert outcome.refusal is not None and outcome.refusal.code is RefusalCode.REFUSED_VALUE


@pytest.mark.parametrize(("value", "other"), OTHER)
def test_another_value_is_not_refused(alice: Actor, botty: Actor, main_store: Store, value: Any, other: Any) -> None:
    refuse(alice, main_store, value)
    assert write(alice, main_store, other).refusal is None


def test_look_alike_letters_in_subject_and_predicate_do_not_help(alice: Actor, botty: Actor, main_store: Store) -> None:
    refuse(alice, main_store, "Lisbon", subject="bob", predicate="lives in")
    again = write(botty, main_store, "Lisbon", "user.place", subject="bоb", predicate="livеs  in")
    assert again.refusal is not None and again.refusal.code is RefusalCode.REFUSED_VALUE
    assert write(botty, main_store, "Lisbon", "user.other", subject="carol", predicate="likes").refusal is None


def test_a_refused_value_of_one_store_is_free_in_another(alice: Actor, main_store: Store, private_store: Store) -> None:
    refuse(alice, main_store, "Lisbon")
    assert write(alice, private_store, "Lisbon").status is OutcomeStatus.WRITTEN


def test_the_value_is_nowhere_in_what_a_refusal_keeps(alice: Actor, main_store: Store) -> None:
    refuse(alice, main_store, "Lisbon")
    row = Record.objects.get().refused_values.get()
    kept = [str(getattr(row, field.attname)) for field in row._meta.concrete_fields]
    kept += [
        str(getattr(mark, field.attname)) for mark in row.fingerprints.all() for field in mark._meta.concrete_fields
    ]
    assert not any("lisbon" in text.lower() for text in kept)
