"""Changing the embedding model in a real browser, by keyboard."""

import pytest
from playwright.sync_api import expect

from channels_bridge.actors import Actor
from memory.inference.embedding import reset_embedder
from memory.models import Store
from memory.services.model_change import change_open, model_use
from tests.memory.changing import work
from tests.pages.conftest import Visitor

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    # The server silences this one; a test run takes up its own list of warnings.
    pytest.mark.filterwarnings("ignore:StreamingHttpResponse must consume synchronous iterators:Warning"),
]


def test_a_change_is_watched_and_paused_and_gone_back_from_by_keyboard(visit: Visitor, full: Store) -> None:
    reset_embedder()
    work()
    model_use(actor=Actor.owner("alice", "1"), model="hash-wide")
    page = visit(1280, "dark").open("/admin/settings/models/")
    expect(page.get_by_role("heading", name="Changing to hash-wide")).to_be_visible()
    expect(page.get_by_role("progressbar")).to_have_count(1)
    for pressed, then in (("Pause", "Resume"), ("Resume", "Pause")):
        page.get_by_role("button", name=pressed).focus()
        page.keyboard.press("Enter")
        expect(page.get_by_role("button", name=then)).to_be_visible()
    work()
    assert change_open() is None
    page.reload()
    page.get_by_role("button", name="Go back").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Memory is searched with hash again.")).to_be_visible()
