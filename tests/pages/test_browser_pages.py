"""The owner's pages in a real browser: they look right, say what they mean and work by keyboard."""

import re
from uuid import UUID

import pytest
from playwright.sync_api import Page, expect

from channels_bridge.actors import Actor
from channels_bridge.services.bots import bot_authenticate
from memory.models import Record, Store
from tests.pages.conftest import HOSTILE, Visitor

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    # The server silences this one; a test run takes up its own list of warnings.
    pytest.mark.filterwarnings("ignore:StreamingHttpResponse must consume synchronous iterators:Warning"),
]

PAGES = (
    "/admin/",
    "/admin/memory/",
    "/admin/memory/lessons/",
    "/admin/memory/episodes/",
    "/admin/memory/documents/",
    "/admin/memory/documents/write/preferences/",
    "/admin/memory/history/",
    "/admin/memory/events/",
    "/admin/conversations/",
    "/admin/memory/new/fact/",
    "/admin/memory/new/lesson/",
    "/admin/memory/new/episode/",
    "/admin/hooks/",
    "/admin/hooks/rules/new/auto_replies/",
    "/admin/hooks/protections/",
    "/admin/hooks/workbench/",
    "/admin/hooks/decisions/",
    "/admin/hooks/transfer/",
    "/admin/search/?q=release",
    "/admin/review/",
    "/admin/activity/",
    "/admin/bots/",
    "/admin/bots/new/",
    "/admin/stores/",
    "/admin/stores/new/",
    "/admin/transfer/",
    "/admin/settings/",
    "/admin/settings/language/",
    "/admin/settings/models/",
    "/admin/channels/",
    "/admin/auth/user/",
    "/admin/password_change/",
)
WEIGHT = 150_000  # bytes a page may load
WIDE, NARROW = 1280, 360  # CSS pixels


def overflow(page: Page) -> int:
    """How far the page is wider than the window."""
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))


@pytest.mark.parametrize(("width", "scheme"), [(WIDE, "light"), (NARROW, "dark")])
def test_every_page_opens_without_a_complaint_and_fits_when_memory_is_full(
    visit: Visitor, full: Store, width: int, scheme: str
) -> None:
    window = visit(width, scheme)
    uid = Record.objects.get(key="pref.long").uid
    for path in (*PAGES, f"/admin/memory/records/{uid}/"):
        page = window.open(path)
        expect(page.locator("h1").first).to_be_visible()
        if not path.startswith(("/admin/auth/", "/admin/password")):
            assert overflow(page) <= 0, path


@pytest.mark.parametrize("width", [WIDE, NARROW])
def test_every_page_opens_without_a_complaint_and_fits_when_memory_is_empty(
    visit: Visitor, main_store: Store, width: int
) -> None:
    window = visit(width, "dark")
    for path in PAGES:
        page = window.open(path)
        expect(page.locator("h1").first).to_be_visible()
        if not path.startswith(("/admin/auth/", "/admin/password")):
            assert overflow(page) <= 0, path


def test_a_page_weighs_less_than_150_kilobytes(visit: Visitor, full: Store) -> None:
    window = visit()
    sizes: list[int] = []
    window.page.on("response", lambda response: sizes.append(len(response.body())))
    window.open("/admin/")
    window.page.wait_for_load_state("networkidle")
    assert 0 < sum(sizes) < WEIGHT


def test_alice_signs_in_with_her_password_and_out_again(visit: Visitor, main_store: Store) -> None:
    page = visit(signed_in=False).open("/admin/")
    page.fill("#id_username", "alice")
    page.fill("#id_password", "alice's long password")
    page.click("[type=submit]")
    expect(page.locator("h1")).to_have_text(re.compile("Overview"))
    page.click(".kc-menu-end summary")
    page.click("text=Sign out")
    page.goto(page.url.split("/admin/")[0] + "/admin/")
    expect(page.locator("#id_username")).to_be_visible()


def test_text_from_memory_is_shown_as_text(visit: Visitor, full: Store) -> None:
    uid = Record.objects.get(key="user.hostile").uid
    page = visit().open(f"/admin/memory/records/{uid}/")
    expect(page.locator("#record-text")).to_have_text(HOSTILE)
    assert page.title() == "user.hostile · Kirocrew"
    assert page.locator("main img, main script").count() == 0


def test_a_refused_fact_says_why_keeps_what_was_typed_and_can_be_corrected(visit: Visitor, full: Store) -> None:
    page = visit().open("/admin/memory/new/fact/")
    page.fill("#id_key", "not a key")
    page.fill("#id_value", "Helix 編集")
    page.click("text=Write it")
    expect(page.locator(".kc-refused")).to_contain_text("key_format")
    expect(page.locator("#id_value")).to_have_value("Helix 編集")
    page.fill("#id_key", "pref.tool")
    page.click("text=Write it")
    expect(page.locator("#record-text")).to_have_text("Helix 編集")


def test_a_changed_value_shows_what_changed_word_by_word(visit: Visitor, full: Store) -> None:
    page = visit().open("/admin/memory/new/fact/?key=pref.language&store=main")
    expect(page.locator("#id_value")).to_have_value("Deutsch")
    page.fill("#id_value", "Deutsch, auch für Commits")
    page.click("text=Write it")
    expect(page.locator(".kc-revisions ins").first).to_have_text(", auch für Commits")
    assert page.locator(".kc-revisions > li").count() == 2


def test_forgetting_takes_a_reason_and_restoring_brings_it_back(visit: Visitor, full: Store) -> None:
    uid = Record.objects.get(key="pref.letter").uid
    page = visit().open(f"/admin/memory/records/{uid}/")
    page.click("text=Forget this")
    page.fill("#forget-reason", "a test, 一个测试")
    page.click("button:text-is('Forget')")
    expect(page.locator("h1")).to_contain_text("forgotten")
    expect(page.locator(".kc-revisions li").first).to_contain_text("一个测试")
    page.click("button:text-is('Restore')")
    expect(page.locator(".messagelist")).to_contain_text("recalled again")
    assert Record.objects.get(uid=uid).status == "active"


def test_keys_search_move_open_and_go(visit: Visitor, full: Store) -> None:
    page = visit().open("/admin/memory/")
    page.keyboard.press("/")
    expect(page.locator("#kc-search")).to_be_focused()
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    expect(page.locator("#kc-keys")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("j")
    page.keyboard.press("j")
    page.keyboard.press("k")
    first = page.locator("[data-row] [data-open]").first
    expect(first).to_be_focused()
    key = first.inner_text()
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_contain_text(key)
    page.keyboard.press("g")
    page.keyboard.press("o")
    expect(page.locator("h1")).to_have_text(re.compile("Overview"))


def test_the_search_on_top_finds_a_memory_in_its_own_language(visit: Visitor, full: Store) -> None:
    page = visit().open("/admin/")
    page.fill("#kc-search", "会議 金曜日")
    page.keyboard.press("Enter")
    expect(page.locator("tbody tr").first).to_contain_text("会議は金曜日の午後に変わりました")


def test_the_chosen_store_stays_in_the_address(visit: Visitor, full: Store) -> None:
    page = visit().open("/admin/memory/")
    page.click("text=Store all")
    page.click(".kc-menu li a:has-text('Main')")
    assert page.url.endswith("/admin/memory/?store=main")
    page.click(".kc-rail >> text=Overview")
    assert page.url.endswith("/admin/?store=main")


def test_a_key_is_shown_once_copied_used_and_revoked(visit: Visitor, main_store: Store) -> None:
    page = visit().open("/admin/bots/new/")
    page.fill("#id_name", "helper")
    page.click("text=Make the key")
    key = page.locator("#secret").inner_text()
    actor = bot_authenticate(key)
    assert actor is not None
    assert actor.name == "helper"
    page.click("button:has-text('Copy') >> nth=0")
    assert page.evaluate("navigator.clipboard.readText()") == key
    page.click("text=I have the key")
    assert key not in page.content()
    page.click("summary:has-text('Revoke')")
    page.click("text=Revoke for good")
    expect(page.locator(".tag.bad")).to_have_text("revoked")
    assert bot_authenticate(key) is None


def test_colours_follow_the_choice_and_stay(visit: Visitor, main_store: Store) -> None:
    page = visit(scheme="light").open("/admin/")
    light = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.click(".kc-menu-end summary")
    while page.evaluate("document.documentElement.dataset.theme") != "dark":
        page.click(".theme-toggle")
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.reload()
    assert light != dark == page.evaluate("getComputedStyle(document.body).backgroundColor")


def test_the_empty_overview_names_three_ways_to_the_first_memory(visit: Visitor, main_store: Store) -> None:
    page = visit().open("/admin/")
    assert page.locator(".kc-steps > li").count() == 3
    page.click("text=Type a fact")
    assert page.url.endswith("/admin/memory/new/fact/")


def test_a_missing_record_says_so_in_the_frame(visit: Visitor, owner: Actor, main_store: Store) -> None:
    window = visit()
    page = window.open(f"/admin/memory/records/{UUID(int=7)}/")
    expect(page.locator(".kc-empty")).to_contain_text("There is no such record")
    # The browser reports the status 404 of the page itself; nothing else went wrong.
    assert [complaint for complaint in window.complaints if "404" not in complaint] == []
    window.complaints.clear()
