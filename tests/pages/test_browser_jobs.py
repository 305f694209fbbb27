"""Progress that moves by itself, in a real browser and over a real websocket."""

import re
import threading
from collections.abc import Iterator

import pytest
from django.db import connection
from playwright.sync_api import expect

from channels_bridge.actors import Actor
from channels_bridge.models import Job
from channels_bridge.services.jobs import job_enqueue, run_job_now
from memory.models import Store
from tests.channels_bridge import handlers
from tests.pages.conftest import Server, Visitor

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    # The server silences this one; a test run takes up its own list of warnings.
    pytest.mark.filterwarnings("ignore:StreamingHttpResponse must consume synchronous iterators:Warning"),
]

STEPS = 20


@pytest.fixture
def counting(owner: Actor, main_store: Store) -> Job:
    """A waiting job that counts to 20, ten times a second."""
    return job_enqueue(actor=owner, name="test.count", args={"to": STEPS, "pause": 0.1}, title="Zählen bis 20")


@pytest.fixture(autouse=True)
def _handlers_loaded() -> Iterator[None]:
    handlers.calls.clear()
    yield


def run_in_background(job: Job) -> threading.Thread:
    """Does the job as a worker would, beside the browser."""

    def work() -> None:
        try:
            run_job_now(job)
        finally:
            connection.close()

    thread = threading.Thread(target=work, name="worker")
    thread.start()
    return thread


def test_a_bar_moves_in_two_windows_and_ends(visit: Visitor, counting: Job) -> None:
    first, second = visit().open("/admin/activity/"), visit(360, "dark").open("/admin/")
    expect(first.locator("[data-live]")).to_have_text("Live")
    expect(second.locator("[data-live]")).to_have_text("Live")
    thread = run_in_background(counting)
    for page in (first, second):
        row = page.locator(f'[data-job="{counting.uid}"]')
        expect(row.locator("[data-counts]")).to_have_text(f"{STEPS} of {STEPS}", timeout=60_000)
        expect(row.locator("[data-state-tag]")).to_have_text("Done")
    thread.join()
    expect(first.locator("form[action$='/cancel/']")).to_have_count(0)


def test_a_job_that_comes_later_appears_without_reloading(visit: Visitor, owner: Actor, main_store: Store) -> None:
    page = visit().open("/admin/activity/")
    expect(page.locator("[data-live]")).to_have_text("Live")
    expect(page.locator("[data-jobs-empty]")).to_be_visible()
    job_enqueue(actor=owner, name="test.count", args={}, title="埋め込み")
    expect(page.locator("[data-job]")).to_contain_text("埋め込み")
    expect(page.locator("[data-jobs-empty]")).to_be_hidden()


def test_a_lost_connection_is_said_and_what_was_missed_is_caught_up(
    visit: Visitor, server: Server, counting: Job
) -> None:
    window = visit()
    page = window.open(f"/admin/activity/{counting.uid}/")
    expect(page.locator("[data-live]")).to_have_text("Live")
    server.stop()
    expect(page.locator("[data-live]")).to_contain_text("Connection lost")
    run_job_now(counting)
    server.start()
    expect(page.locator("[data-live]")).to_have_text("Live again, caught up", timeout=60_000)
    expect(page.locator("[data-state-tag]")).to_have_text("Done")
    # While the server is away the browser itself reports each attempt to reach it.
    assert all("WebSocket connection" in complaint for complaint in window.complaints)
    window.complaints.clear()


def test_a_reload_in_the_middle_shows_the_same_progress(visit: Visitor, counting: Job) -> None:
    page = visit().open("/admin/activity/")
    thread = run_in_background(counting)
    expect(page.locator("[data-counts]")).to_have_text(re.compile(rf"\d+ of {STEPS}"), timeout=60_000)
    page.reload()
    expect(page.locator("[data-counts]")).to_have_text(f"{STEPS} of {STEPS}", timeout=60_000)
    thread.join()


def test_a_rate_and_what_is_left_are_said_while_it_runs_and_not_after(visit: Visitor, owner: Actor) -> None:
    job = job_enqueue(actor=owner, name="test.count", args={"to": 100, "pause": 0.1})
    page = visit().open("/admin/activity/?state=queued&kind=test.count")
    row = page.locator(f'[data-job="{job.uid}"]')
    expect(row).to_have_count(1)
    thread = run_in_background(job)
    # A list that is narrowed keeps what it shows, and that moves.
    expect(row.locator("[data-pace]")).to_have_text(re.compile(r"a second, about \d+ seconds left"), timeout=60_000)
    job_enqueue(actor=owner, name="test.count", args={}, title="later")
    expect(row.locator("[data-state-tag]")).to_have_text("Done", timeout=60_000)
    expect(row.locator("[data-pace]")).to_have_text("")
    expect(page.locator("[data-job]")).to_have_count(1)
    thread.join()


def test_cancel_stops_a_waiting_job_and_retry_starts_it_again(visit: Visitor, counting: Job) -> None:
    page = visit().open("/admin/activity/")
    page.click("button:has-text('Cancel')")
    expect(page.locator("[data-state-tag]")).to_have_text("Cancelled")
    page.click("button:has-text('Retry')")
    expect(page.locator("[data-state-tag]")).to_have_text("Waiting")


def test_a_failed_job_opens_with_its_reason(visit: Visitor, owner: Actor, main_store: Store) -> None:
    job = job_enqueue(actor=owner, name="test.fail", args={"how": "problem"}, title="Import")
    run_job_now(job)
    page = visit().open(f"/admin/activity/{job.uid}/")
    expect(page.locator(".reason")).to_contain_text("The file changed. Upload it again.")
    expect(page.locator("button:has-text('Retry')")).to_be_visible()


def test_an_upload_is_previewed_then_imported_with_a_moving_bar(visit: Visitor, main_store: Store) -> None:
    page = visit().open("/admin/transfer/")
    lines = [f"- Always check item {number} of the list before you start part {number}." for number in range(150)]
    file = {"name": "CLAUDE.md", "mimeType": "text/markdown", "buffer": "\n".join(["# Rules", "", *lines]).encode()}
    page.set_input_files("#id_sources", file)  # type: ignore[arg-type]
    page.click("text=Show what would happen")
    expect(page.locator("main")).to_contain_text("Nothing is written yet", timeout=60_000)
    page.click("button:text-is('Import')")
    expect(page.locator("[data-state-tag]")).to_have_text("Waiting")
    thread = run_in_background(Job.objects.get(name="memory.import"))
    expect(page.locator("[data-state-tag]")).to_have_text("Done", timeout=60_000)
    expect(page.locator("[data-about]")).to_contain_text("Ended")
    thread.join()
