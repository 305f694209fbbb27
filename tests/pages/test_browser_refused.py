"""Refused values in a real browser: on a wide and a narrow screen, light and dark, lifted by keyboard."""

import os

import pytest
from playwright.sync_api import expect

from channels_bridge.actors import Actor
from memory.models import RefusedValue, Store
from memory.services.drafts import EpisodeDraft, FactDraft
from memory.services.episodes import episodes_write
from memory.services.facts import facts_write
from memory.services.records import record_forget
from tests.pages.conftest import Visitor

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

REASONS = ("彼はそこに住んだことがない", "She said so twice, and it was a joke both times. " * 4, "")


@pytest.fixture
def refused(owner: Actor, botty: Actor, main_store: Store) -> Store:
    keys = ("user.home_city", "project.a_rather_long_name_of_a_setting.with_parts.and_more_parts", "pref.tea")
    for key, reason in zip(keys, REASONS, strict=True):
        draft = FactDraft(key=key, value="Lisbon", subject="bob", predicate="lives in " + key[-3:])
        uid = facts_write(actor=owner, store=main_store, drafts=[draft])[0].uid
        assert uid is not None
        record_forget(actor=owner, uid=uid, reason=reason, for_good=True)
    told = episodes_write(actor=owner, store=main_store, drafts=[EpisodeDraft(text="Bob moved to Lisbon in May.")])[0]
    assert told.uid is not None
    record_forget(actor=owner, uid=told.uid, reason="It was April.", for_good=True)
    facts_write(actor=botty, store=main_store, drafts=[FactDraft(key="user.home_city", value="LISBON")] * 3)
    return main_store


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (360, "dark")])
def test_a_refusal_is_lifted_by_keyboard(visit: Visitor, refused: Store, width: int, scheme: str) -> None:
    page = visit(width, scheme).open("/admin/review/refused/")
    rows = page.locator("tr[data-row]")
    expect(rows).to_have_count(4)
    if folder := os.environ.get("SCREENSHOTS"):
        page.screenshot(path=f"{folder}/refused-{width}-{scheme}.png", full_page=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    last = rows.last
    last.locator("summary").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.type("He lives there after all")
    page.keyboard.press("Enter")
    expect(rows).to_have_count(3)
    expect(page.get_by_text("The value can be written again")).to_be_visible()
    assert RefusedValue.objects.get(key="user.home_city").lifted_reason == "He lives there after all"
