"""Review in a real browser: decided by keyboard, case by case."""

import os

import pytest
from playwright.sync_api import expect

from channels_bridge.actors import Actor
from memory.models import Record, Store
from memory.services.drafts import FactDraft
from memory.services.facts import facts_write
from tests.pages.conftest import Visitor

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

CHANGES = {
    "user.city": ("Lisbon, near the river", "Porto, near the river"),
    "user.住所": ("東京都渋谷区", "大阪市北区"),
    "user.diet": ("vegetarisch", "vegan, seit März"),
}


@pytest.fixture
def waiting(owner: Actor, botty: Actor, private_store: Store) -> Store:
    for key, (old, new) in CHANGES.items():
        key = key if key.isascii() else "user.address"
        facts_write(actor=owner, store=private_store, drafts=[FactDraft(key=key, value=old)])
        facts_write(actor=botty, store=private_store, drafts=[FactDraft(key=key, value=new)], reason="said so today")
    return private_store


def value(key: str) -> object:
    return Record.objects.select_related("fact").get(key=key).fact.value


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (360, "dark")])
def test_cases_are_decided_by_keyboard(visit: Visitor, waiting: Store, width: int, scheme: str) -> None:
    page = visit(width, scheme).open("/admin/review/")
    cases = page.locator(".kc-cases > li")
    expect(cases).to_have_count(3)
    if folder := os.environ.get("SCREENSHOTS"):
        page.screenshot(path=f"{folder}/review-{width}-{scheme}.png", full_page=True)
    page.keyboard.press("a")
    expect(cases).to_have_count(2)
    assert value("user.city") == "Porto, near the river"
    page.keyboard.press("j")
    page.keyboard.press("j")
    page.keyboard.press("r")
    expect(cases).to_have_count(1)
    assert value("user.diet") == "vegetarisch"
    page.keyboard.press("e")
    page.keyboard.press("Control+a")
    page.keyboard.type("大阪市中央区")
    page.keyboard.press("Escape")
    page.keyboard.press("a")
    expect(cases).to_have_count(0)
    assert value("user.address") == "大阪市中央区"
    expect(page.locator("text=Nothing waits for you.")).to_be_visible()
    page.keyboard.press("u")
    expect(page.locator("text=Undone.")).to_be_visible()
    assert value("user.address") == "東京都渋谷区"


def test_chosen_cases_are_decided_together(visit: Visitor, waiting: Store) -> None:
    page = visit().open("/admin/review/")
    page.check("#many input[type=checkbox]")
    page.fill("#many-reason", "all right")
    page.click("#many button[value=accept]")
    expect(page.locator("text=3 cases accepted.")).to_be_visible()
    assert value("user.city") == "Porto, near the river"
