"""The preview in a browser: the slider of the window by keyboard, blocks that open, dark and light, small and wide."""

import os
from datetime import timedelta

import pytest
from playwright.sync_api import expect

from channels_bridge.actors import Actor
from kirocrew.agents.agents import agent_create
from kirocrew.agents.files import file_write
from kirocrew.base.clock import now
from memory.models import Store
from tests.pages.conftest import Visitor
from tests.skills.making import make_skill

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (360, "dark")])
def test_a_prompt_is_tried_by_keyboard(visit: Visitor, owner: Actor, full: Store, width: int, scheme: str) -> None:
    make_skill("tidy-csv", description="Tidies CSV files.", triggers="tidy the csv", body="Read the header.")
    for slug, name in (("greta", "Greta 🌱"), ("otto", "オットー")):
        agent = agent_create(actor=owner, slug=slug, name=name)
        file_write(actor=owner, agent=agent, name="SOUL.md", text=f"I am {name}.\nمرحبا، هذا نص")
    page = visit(width, scheme).open("/admin/agents/-/preview/")
    page.get_by_label("To the agent").select_option("greta")
    page.get_by_label("What somebody says").fill("Please tidy the csv for 東京都.")
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_role("heading", name="System prompt")).to_be_visible()
    expect(page.get_by_text("of 165,000")).to_have_count(2)
    slider = page.get_by_role("slider", name="Window of the model")
    slider.focus()
    with page.expect_navigation():
        page.keyboard.press("Home")
    expect(page.get_by_text("of 33,000")).to_have_count(2)
    assert "window=8000" in page.url
    page.keyboard.press("j")
    page.keyboard.press("Enter")
    expect(page.locator("details[open] pre").first).to_be_visible()
    page.get_by_label("Compare with the agent").select_option("otto")
    page.get_by_role("button", name="Show").click()
    row = page.locator(".kc-blocks li", has_text="differs").first
    row.locator("summary").click()
    expect(row.locator("ins").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    if folder := os.environ.get("SHOTS"):
        page.screenshot(path=f"{folder}/preview-{width}-{scheme}.png", full_page=True)


def test_two_moments_and_a_wrong_window(visit: Visitor, owner: Actor, full: Store) -> None:
    page = visit().open("/admin/agents/-/preview/")
    expect(page.get_by_text("There is no agent yet")).to_be_visible()
    if folder := os.environ.get("SHOTS"):
        page.screenshot(path=f"{folder}/preview-empty.png", full_page=True)
    page.get_by_label("Compare with the moment").fill(f"{now() - timedelta(days=1):%Y-%m-%dT%H:%M:%S}")
    page.get_by_role("button", name="Show").click()
    expect(page.get_by_text("differs").first).to_be_visible()
