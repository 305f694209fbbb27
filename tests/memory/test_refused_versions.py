"""Version 3.10 is another one than version 3.1, and 3.10 € is what 3,1 € is: refused values tell them apart."""

from typing import Any

import pytest

from channels_bridge.actors import Actor
from memory.gate.outcomes import Outcome, OutcomeStatus, RefusalCode
from memory.models import Store
from memory.services.drafts import EpisodeDraft, FactDraft
from memory.services.episodes import episodes_write
from memory.services.facts import facts_write
from memory.services.records import record_forget

VERSION_KEYS = ("project.python_version", "project.release", "project.ubuntu", "project.node")


def fact(actor: Actor, store: Store, value: Any, key: str, **more: str) -> Outcome:
    return facts_write(actor=actor, store=store, drafts=[FactDraft(key=key, value=value, **more)])[0]


def refuse(alice: Actor, store: Store, value: Any, key: str, **more: str) -> None:
    uid = fact(alice, store, value, key, **more).uid
    assert uid is not None
    record_forget(actor=alice, uid=uid, reason="never true", for_good=True)


def is_refused(outcome: Outcome) -> bool:
    return outcome.refusal is not None and outcome.refusal.code is RefusalCode.REFUSED_VALUE


@pytest.mark.parametrize("key", VERSION_KEYS)
@pytest.mark.parametrize(
    ("refused", "other"),
    [
        ("3.1", "3.10"),
        ("3.10", "3.1"),
        (3.1, "3.10"),
        ("3.10", 3.1),
        ("20.04", "20.4"),
        ("20.1", "20.10"),
        ("v3.1", "v3.10"),
        ("Python 3.1", "Python 3.10"),
        ("3.1", "3.100"),
        ("1.000", "1000"),
        (["3.1", "3.2"], ["3.10", "3.2"]),
    ],
)
def test_another_version_is_not_refused(
    alice: Actor, botty: Actor, main_store: Store, key: str, refused: Any, other: Any
) -> None:
    refuse(alice, main_store, refused, key)
    outcome = fact(botty, main_store, other, key)
    assert outcome.refusal is None and outcome.reason != "resembles_refused_value"
    assert is_refused(fact(botty, main_store, refused, key))


@pytest.mark.parametrize("key", VERSION_KEYS)
@pytest.mark.parametrize(
    ("refused", "again"),
    [
        ("3.10", "v3.10"),
        ("v1.2.0", "1.2.0"),
        ("1.2.0", "V1.2.0"),
        ("v5.10.15", "5.10.15"),
        ("3.10", "３.１０"),
        ("v 20.04", "20.04"),
        ("v20", 20),
        ("3.1", 3.1),
        (3.1, "3.1"),
        (3.0, "3.0"),
        ("3.0", 3.0),
        (3, "3"),
        ("Python 3.10", "python v3.10"),
    ],
)
def test_the_same_version_is_refused(
    alice: Actor, botty: Actor, main_store: Store, key: str, refused: Any, again: Any
) -> None:
    refuse(alice, main_store, refused, key)
    assert is_refused(fact(botty, main_store, again, key))


@pytest.mark.parametrize(
    ("refused", "again"),
    [
        ("3.10 €", "3,1 €"),
        ("3,10", 3.1),
        (3.1, "3.10"),
        ("3.10", 3.1),
        ("12.50 USD", "12.5 usd"),
        ("3.50元", "3.5元"),
        ("3.50円", "3,5円"),
        ("1.50원", "1.5원"),
        ("v1.2.0", "1.2.0"),
        ("2.50 %", "2,5%"),
        ("7.0", 7),
    ],
)
def test_an_amount_is_refused_however_many_zeros_end_it(
    alice: Actor, botty: Actor, main_store: Store, refused: Any, again: Any
) -> None:
    refuse(alice, main_store, refused, "user.rent")
    assert is_refused(fact(botty, main_store, again, "user.rent"))


@pytest.mark.parametrize(
    ("price", "again"), [("3.1 €", "3.10 €"), ("3,10 €", "3,1 €"), ("€ 3.1", "€ 3,10"), ("3.10 EUR", "3.1 eur")]
)
def test_an_amount_with_its_currency_is_one_even_where_versions_are_kept(
    alice: Actor, botty: Actor, main_store: Store, price: str, again: str
) -> None:
    refuse(alice, main_store, price, "project.release_cost")
    assert is_refused(
        fact(botty, main_store, price.replace("3.1 ", "3.10 ").replace("3,10", "3,1"), "project.release_cost")
    )


@pytest.mark.parametrize(
    ("refused", "other"),
    [
        ("Python 3.1", "Python 3.10"),
        ("Ubuntu 20.1", "Ubuntu 20.10"),
        ("Node.js 18.1", "Node.js 18.10"),
        ("Version 3.1", "Version 3.10"),
        ("the version is now 3.1", "the version is now 3.10"),
        ("die Version ist 3.1", "die Version ist 3.10"),
        ("la versión es 3.1", "la versión es 3.10"),
        ("版本3.1", "版本3.10"),
        ("版本是 3.1", "版本是 3.10"),
        ("バージョンは3.1です", "バージョンは3.10です"),
        ("3.1版", "3.10版"),
        ("버전은 3.1", "버전은 3.10"),
        ("phiên bản 3.1", "phiên bản 3.10"),
        ("версия 3.1", "версия 3.10"),
        ("เวอร์ชัน 3.1", "เวอร์ชัน 3.10"),
        ("🐍 v3.1", "🐍 v3.10"),
    ],
)
def test_a_text_that_speaks_of_a_version_needs_no_key_for_it(
    alice: Actor, botty: Actor, main_store: Store, refused: str, other: str
) -> None:
    refuse(alice, main_store, refused, "user.note")
    assert fact(botty, main_store, other, "user.note").refusal is None
    assert is_refused(fact(botty, main_store, refused, "user.note"))


def test_the_name_in_an_object_says_what_is_a_version(alice: Actor, botty: Actor, main_store: Store) -> None:
    refuse(alice, main_store, {"python": "3.1", "price": "2.50"}, "project.setup")
    assert fact(botty, main_store, {"python": "3.10", "price": "2.50"}, "project.setup").refusal is None
    assert is_refused(fact(botty, main_store, {"python": "3.1", "price": 2.5}, "project.setup"))


@pytest.mark.parametrize(
    ("first", "second"),
    [("project.python_version", "user.runtime"), ("user.runtime", "project.python_version")],
)
def test_a_version_stays_refused_under_a_key_that_says_nothing_of_versions(
    alice: Actor, botty: Actor, main_store: Store, first: str, second: str
) -> None:
    about = {"subject": "website", "predicate": "runs on"}
    refuse(alice, main_store, "3.10", first, **about)
    assert is_refused(fact(botty, main_store, "3.10", second, **about))


def test_many_versions_are_found_where_nothing_says_that_they_are_some(
    alice: Actor, botty: Actor, main_store: Store
) -> None:
    refuse(alice, main_store, "3.10, 3.20, 3.30 and 4.10", "project.python_version")
    told = EpisodeDraft(text="We have 3.10, 3.20, 3.30 and 4.10 on our machines.")
    assert episodes_write(actor=botty, store=main_store, drafts=[told])[0].reason == "quotes_refused_value"


@pytest.mark.parametrize(
    ("text", "is_held"),
    [
        ("The project's python version is 3.1 since spring.", True),
        ("The project's python version is 3.10 since spring.", False),
        ("Python version: v3.1, as agreed.", True),
        ("Die Python-Version ist 3.10, wie vereinbart.", False),
        ("项目的 Python version 是 3.1。", True),
        ("项目的 Python version 是 3.10。", False),
    ],
)
def test_a_text_quotes_the_refused_version_and_not_another_one(
    alice: Actor, botty: Actor, main_store: Store, text: str, is_held: bool
) -> None:
    refuse(alice, main_store, "3.1", "project.python_version")
    outcome = episodes_write(actor=botty, store=main_store, drafts=[EpisodeDraft(text=text)])[0]
    assert outcome.status is (OutcomeStatus.PROPOSED if is_held else OutcomeStatus.WRITTEN)
    assert (outcome.reason == "quotes_refused_value") is is_held


def test_another_version_is_no_paraphrase(alice: Actor, botty: Actor, main_store: Store) -> None:
    def tell(actor: Actor, text: str) -> Outcome:
        return episodes_write(actor=actor, store=main_store, drafts=[EpisodeDraft(text=text)])[0]

    told = tell(alice, "Bob uses Python 3.1 at work.")
    assert told.uid is not None
    record_forget(actor=alice, uid=told.uid, for_good=True)
    assert tell(botty, "At work Bob uses Python 3.10.").status is OutcomeStatus.WRITTEN
    assert tell(botty, "At work Bob utilizes Python 3.1.").status is OutcomeStatus.PROPOSED
