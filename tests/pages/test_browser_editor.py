"""The editor in a real browser: by keyboard, in light and dark, on a phone."""

import os

import pytest
from playwright.sync_api import Page, expect

from channels_bridge.actors import Actor
from memory.models import Record, Store
from memory.services.drafts import EpisodeDraft, FactDraft, LessonDraft
from memory.services.episodes import episodes_write
from memory.services.facts import facts_write
from memory.services.lessons import lessons_write
from tests.pages.conftest import Visitor

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def moved(owner: Actor, botty: Actor, main_store: Store) -> Store:
    """What a store knows of a town, in several languages."""
    values = {
        "user.home_city": "Berlin",
        "user.address": {"city": "Berlin", "street": "Rosenweg 4", "since": 2021},
        "user.station": "Berlin Ostkreuz",
        "user.住所": "ベルリン (Berlin) に住んでいます",
    }
    drafts = [
        FactDraft(key=key if key.isascii() else "user.note", value=value, category="place")
        for key, value in values.items()
    ]
    facts_write(actor=botty, store=main_store, drafts=drafts)
    lessons_write(actor=owner, store=main_store, drafts=[LessonDraft(rule="Book trains from Berlin in the morning")])
    texts = (
        "Alice moved to Berlin in spring and took the cat with her.",
        "Wir treffen uns am Freitag in Berlin, am Bahnhof.",
        "用户在柏林（Berlin）找到了新工作。",
    )
    episodes_write(actor=botty, store=main_store, drafts=[EpisodeDraft(text=text) for text in texts])
    return main_store


def take(page: Page, name: str) -> None:
    if folder := os.environ.get("SCREENSHOTS"):
        page.screenshot(path=f"{folder}/{name}.png", full_page=True)


def value(key: str) -> object:
    return Record.objects.select_related("fact").get(key=key).fact.value


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (1280, "dark"), (360, "dark")])
def test_an_edit_is_made_and_taken_back_by_keyboard(visit: Visitor, moved: Store, width: int, scheme: str) -> None:
    page = visit(width, scheme).open("/admin/memory/edit/?q=berlin")
    expect(page.locator("tr[data-row]")).to_have_count(8)
    page.get_by_label("All 8 that match").check()
    expect(page.locator("input[name=item]:checked")).to_have_count(8)
    page.keyboard.press("j")
    page.keyboard.press("x")
    expect(page.locator("input[name=item]:checked")).to_have_count(7)
    page.locator("#id_find").fill("Berlin")
    page.locator("#id_replacement").fill("Lisbon")
    take(page, f"edit-{width}-{scheme}")
    page.keyboard.press("Escape")
    page.keyboard.press("p")
    expect(page.get_by_text("7 of the 7 chosen records would change")).to_be_visible()
    expect(page.locator("ins", has_text="Lisbon").first).to_be_visible()
    take(page, f"edit-preview-{width}-{scheme}")
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    page.keyboard.press("a")
    expect(page.get_by_role("button", name="Undo the whole edit")).to_be_visible()
    take(page, f"edit-receipt-{width}-{scheme}")
    assert value("user.station") == "Lisbon Ostkreuz"
    page.keyboard.press("u")
    expect(page.get_by_text("Every record is as it was before.")).to_be_visible()
    assert value("user.station") == "Berlin Ostkreuz"


def test_only_the_chosen_operations_fields_are_seen(visit: Visitor, moved: Store) -> None:
    page = visit(360).open("/admin/memory/edit/")
    expect(page.locator("#id_find")).to_be_visible()
    expect(page.locator("#id_subject")).to_be_hidden()
    page.get_by_label("Change metadata").check()
    expect(page.locator("#id_find")).to_be_hidden()
    expect(page.locator("#id_subject")).to_be_visible()
    take(page, "edit-metadata-360")
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
