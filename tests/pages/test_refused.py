"""The page of refused values: what is refused, how often it came back, and lifting a refusal."""

from django.test import Client

from channels_bridge.actors import Actor
from memory.models import RefusedValue, Store
from memory.services.drafts import FactDraft
from memory.services.facts import facts_write
from memory.services.records import record_forget
from tests.pages.test_owner_forms import text_of


def refuse(alice: Actor, store: Store, key: str, value: str, reason: str = "never true", **more: str) -> int:
    outcome = facts_write(actor=alice, store=store, drafts=[FactDraft(key=key, value=value, **more)])[0]
    assert outcome.uid is not None
    record_forget(actor=alice, uid=outcome.uid, reason=reason, for_good=True)
    return RefusedValue.objects.latest("id").pk


def test_it_says_what_is_refused_why_and_how_often_it_came_back(
    client: Client, alice: Actor, botty: Actor, main_store: Store
) -> None:
    refuse(alice, main_store, "user.home_city", "Lisbon", "她从来没住过那里", subject="Bob", predicate="lives in")
    facts_write(actor=botty, store=main_store, drafts=[FactDraft(key="user.home_city", value="LISBON")])
    shown = text_of(client.get("/admin/review/refused/"))
    assert "user." in shown and "bob lives in" in shown and "她从来没住过那里" in shown
    assert "last just now" in shown or "last" in shown
    assert "lisbon" not in shown.lower()


def test_nothing_refused_says_how_to_refuse(client: Client, main_store: Store) -> None:
    assert "Nothing is refused." in text_of(client.get("/admin/review/refused/"))
    assert "No refusal was lifted." in text_of(client.get("/admin/review/refused/?show=lifted"))


def test_a_refusal_is_lifted_with_a_reason(client: Client, alice: Actor, main_store: Store) -> None:
    number = refuse(alice, main_store, "user.home_city", "Lisbon")
    url = f"/admin/review/refused/{number}/lift/"
    assert "Say why" in text_of(client.post(url, {"reason": " "}, follow=True))
    assert "Lifted." in text_of(client.post(url, {"reason": "She moved there"}, follow=True))
    assert "lifted already" in text_of(client.post(url, {"reason": "again"}, follow=True))
    assert "She moved there" in text_of(client.get("/admin/review/refused/?show=lifted"))
    assert client.get(url).status_code == 405


def test_the_list_goes_on_over_pages_and_stays_in_the_chosen_store(
    client: Client, alice: Actor, main_store: Store, private_store: Store
) -> None:
    for number in range(51):
        refuse(alice, main_store, f"user.n{number}", f"value {number}")
    refuse(alice, private_store, "user.hers", "hers")
    first = client.get("/admin/review/refused/?store=main").content.decode()
    assert first.count("data-row") == 50 and "user.hers" not in first
    assert "before=" in first
