"""The Timeline in a browser: the sliders move the fields, by keyboard and on a small screen, dark and light."""

import re
from datetime import timedelta

import pytest
from playwright.sync_api import expect

from channels_bridge.actors import Actor
from kirocrew.base.clock import now
from memory.models import Revision, Store
from memory.services.drafts import FactDraft
from memory.services.facts import facts_write
from tests.pages.conftest import Visitor

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (360, "dark")])
def test_the_sliders_lead_to_a_moment_and_back(
    visit: Visitor, owner: Actor, full: Store, width: int, scheme: str
) -> None:
    facts_write(actor=owner, store=full, drafts=[FactDraft(key="user.city", value="札幌市", effect="correction")])
    an_hour_ago = now() - timedelta(hours=1)  # else the whole story is one second long, and there is nowhere to go
    Revision.objects.filter(pk=Revision.objects.earliest("pk").pk).update(recorded_at=an_hour_ago)
    page = visit(width, scheme).open("/admin/")
    page.keyboard.press("g")
    page.keyboard.press("t")
    page.wait_for_url("**/admin/timeline/**")
    expect(page.get_by_text("札幌市").first).to_be_visible()
    known = page.locator("#at-known")
    before = known.input_value()
    slider = page.get_by_role("slider", name="Known at")
    slider.focus()
    with page.expect_navigation():
        page.keyboard.press("Home")
    assert page.locator("#at-known").input_value() < before
    assert "known=" in page.url
    page.get_by_role("link", name="Back to now").click()
    expect(page.get_by_text("札幌市").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_a_search_and_a_comparison_keep_the_moment(visit: Visitor, owner: Actor, full: Store) -> None:
    page = visit().open("/admin/timeline/")
    page.fill("#then-q", "東京都")
    page.keyboard.press("Enter")
    expect(page.get_by_text(re.compile("Nothing that was known|東京都")).first).to_be_visible()
    page.get_by_role("button", name="Compare with now").click()
    expect(page.get_by_role("heading", name="What is different now")).to_be_visible()
