"""Erasing, and what left memory by itself, in a real browser: by keyboard, in both schemes, on a phone."""

import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from channels_bridge.actors import Actor
from channels_bridge.models import Job
from kirocrew.backup.making import backup_make
from memory.models import EvidenceKind, Record, Status, Store
from memory.services.contradictions import contradictions_scan
from memory.services.drafts import EpisodeDraft, FactDraft, LessonDraft, Source
from memory.services.episodes import episodes_write
from memory.services.erasing.tombstones import tombstones_file
from memory.services.erasure import record_erase
from memory.services.facts import facts_write
from memory.services.lessons import lessons_write
from tests.pages.conftest import Visitor
from tests.pages.test_browser_jobs import run_in_background

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

CLINIC = "The clinic in Coimbra is on Rua das Flores 17, second floor"


@pytest.fixture(autouse=True)
def _no_list() -> Iterator[None]:
    yield
    tombstones_file().unlink(missing_ok=True)


@pytest.fixture
def clinic(owner: Actor, main_store: Store) -> Record:
    facts_write(actor=owner, store=main_store, drafts=[FactDraft(key="user.clinic", value=CLINIC)])
    record = Record.objects.get(key="user.clinic")
    quoted = (Source(kind=EvidenceKind.QUOTED, record=record.uid),)
    lessons_write(
        actor=owner, store=main_store, drafts=[LessonDraft(rule="Ring twice at the clinic", derived_from=quoted)]
    )
    said = [EpisodeDraft(text=text) for text in (CLINIC, f"She told me: {CLINIC}. Then lunch.")]
    episodes_write(actor=owner, store=main_store, drafts=said)
    return record


def picture(page: Page, name: str, width: int, scheme: str) -> None:
    if folder := os.environ.get("SCREENSHOTS"):
        page.screenshot(path=f"{folder}/{name}-{width}-{scheme}.png", full_page=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (360, "dark")])
def test_a_record_is_erased_by_keyboard_and_ends_with_the_certificate(
    visit: Visitor, clinic: Record, width: int, scheme: str
) -> None:
    page = visit(width, scheme).open(f"/admin/memory/records/{clinic.uid}/")
    picture(page, "record", width, scheme)
    page.get_by_role("link", name="Erase", exact=True).press("Enter")
    expect(page.locator("text=Ring twice at the clinic")).to_be_visible()
    expect(page.get_by_role("heading", name="These mention it among other things")).to_be_visible()
    picture(page, "erase", width, scheme)
    page.get_by_label("Erase this as well").press("Space")
    page.get_by_label("Type user.clinic to erase it").fill("user.clinic")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Certificate of deletion")).to_be_visible()
    expect(page.get_by_role("heading", name="Kept, and mentions it")).to_be_visible()
    picture(page, "certificate", width, scheme)
    left = Record.objects.exclude(status=Status.ERASED)
    assert [record.episode.text for record in left] == [f"She told me: {CLINIC}. Then lunch."]


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (360, "dark")])
def test_the_certificate_moves_with_the_job_that_goes_through_backups(
    visit: Visitor, owner: Actor, main_store: Store, width: int, scheme: str
) -> None:
    facts_write(actor=owner, store=main_store, drafts=[FactDraft(key="user.clinic", value=CLINIC)])
    record = Record.objects.get(key="user.clinic")
    backup_make()
    record_erase(actor=owner, uid=record.uid, confirm="user.clinic")
    page = visit(width, scheme).open(f"/admin/memory/records/{record.uid}/certificate/")
    expect(page.locator("[data-live]")).to_have_text("Live")
    expect(page.get_by_text("No worker has given a sign of life")).to_be_visible()
    expect(page.get_by_text("pending", exact=True)).to_be_visible()
    picture(page, "certificate-pending", width, scheme)
    thread = run_in_background(Job.objects.get(name="memory.erase_files"))
    expect(page.get_by_text("in no place of this home any more")).to_be_visible(timeout=60_000)
    thread.join()
    expect(page.locator("[data-state-tag]")).to_have_text("Done")
    expect(page.get_by_text("pending", exact=True)).to_have_count(0)
    picture(page, "certificate-final", width, scheme)


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (360, "dark")])
def test_contradictions_and_what_was_retired(
    visit: Visitor, owner: Actor, main_store: Store, width: int, scheme: str
) -> None:
    facts_write(actor=owner, store=main_store, drafts=[FactDraft(key="user.city", value="Lisbon")])
    episodes_write(actor=owner, store=main_store, drafts=[EpisodeDraft(text="user.city: Lisbon. Near the river")])
    facts_write(actor=owner, store=main_store, drafts=[FactDraft(key="user.city", value="Porto")])
    about = {"subject": "alice", "predicate": "lives in"}
    drafts = [
        FactDraft(key="user.home", value="Lisbon, near the river", scope="letters", **about),  # type: ignore[arg-type]
        FactDraft(key="user.town", value="大阪市北区", scope="tax", **about),  # type: ignore[arg-type]
    ]
    facts_write(actor=owner, store=main_store, drafts=drafts)
    contradictions_scan()
    visitor = visit(width, scheme)
    page = visitor.open("/admin/review/retired/")
    picture(page, "retired", width, scheme)
    page.get_by_role("button", name="Restore").press("Enter")
    expect(page.locator("text=Nothing left memory by itself")).to_be_visible()
    page = visitor.open("/admin/review/contradictions/")
    picture(page, "contradictions", width, scheme)
    page.get_by_role("button", name="Keep the first").press("Enter")
    expect(page.locator("text=contradicts anything else")).to_be_visible()
