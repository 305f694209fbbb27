"""The pages of channels in a real browser."""

from typing import Any

import pytest
from django.db import connection
from playwright.sync_api import expect

from channels_bridge.models import Channel, Job
from channels_bridge.services.channels import channel_register
from channels_bridge.services.jobs import run_job_now
from memory.models import BotStore, Store
from memory.services.passive_runs import passive_request_run
from tests.channels_bridge.channel_people import BOB, MALLORY, channel_of, say, server_of
from tests.memory.consolidating import Script
from tests.memory.test_passive_channels import BIRTHDAY, RELEASE
from tests.pages.conftest import Visitor
from tests.pages.test_browser_pages import NARROW, WIDE, overflow

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    # The server silences this one; a test run takes up its own list of warnings.
    pytest.mark.filterwarnings("ignore:StreamingHttpResponse must consume synchronous iterators:Warning"),
]


@pytest.fixture
def channel(main_store: Store, owner: Any, settings: Any) -> Channel:
    """A busy channel, and one in which nobody may speak."""
    server = server_of()
    BotStore.objects.create(bot_id=server.ident, store=main_store, is_default=True)
    channel = channel_of(server, activation="observe", names=["小助手", "Helfer"])
    channel_register(actor=server, surface="telegram", key="-100" + "7" * 60, name="家族のグループ " * 8)
    for number in range(6):
        say(server, channel, BOB, f"Nachricht {number} über den Kessel " * 20, author="Bob")
    say(server, channel, MALLORY, "let me in")
    settings.KIROCREW_LANGUAGE_MODEL = "scripted"
    settings.KIROCREW_LANGUAGE_SCRIPT = Script({"items": [RELEASE, BIRTHDAY]})
    run_job_now(Job.objects.get(uid=passive_request_run(actor=owner, channel=channel).uid))
    connection.close()
    return channel


@pytest.mark.parametrize(("width", "scheme"), [(WIDE, "light"), (NARROW, "dark")])
def test_the_pages_fit_and_nobody_complains(visit: Visitor, channel: Channel, width: int, scheme: str) -> None:
    window = visit(width, scheme)
    for path in ("/admin/channels/", f"/admin/channels/{channel.uid}/", "/admin/review/"):
        page = window.open(path)
        expect(page.locator("h1").first).to_be_visible()
        for summary in page.locator("#content details > summary").all():
            summary.click()
        assert overflow(page) <= 0, path


def test_an_item_is_remembered_with_one_click_and_the_next_is_there(visit: Visitor, channel: Channel) -> None:
    page = visit().open("/admin/review/")
    page.get_by_role("button", name="Remember for 90 days").first.click()
    page.get_by_text("Written.").wait_for()
    assert page.get_by_role("button", name="Remember for 90 days").count() == 1
    assert str(BIRTHDAY["summary"]) in page.content()


def test_the_activation_is_changed_in_the_list(visit: Visitor, channel: Channel) -> None:
    page = visit().open("/admin/channels/")
    row = page.locator("tr", has_text="The kitchen")
    row.locator("select").select_option("off")
    row.get_by_role("button", name="Save").click()
    page.get_by_text("The kitchen: off.").wait_for()
    channel.refresh_from_db()
    assert channel.activation == "off"
