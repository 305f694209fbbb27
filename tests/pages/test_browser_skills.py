"""The pages of skills in a real browser: they fit, an upload moves, and learned skills are decided by keyboard."""

import io
import threading
import zipfile

import pytest
from django.db import connection
from playwright.sync_api import Page, expect

from channels_bridge.actors import Actor
from channels_bridge.models import Job
from channels_bridge.services.jobs import run_job_now
from memory.models import Store
from skills.learning.texts import Written
from skills.models import CandidateState, Origin, Skill, SkillCandidate, SkillState
from skills.services.staging import candidate_stage
from skills.services.versions import version_write
from tests.pages.conftest import HOSTILE, Visitor
from tests.pages.test_browser_pages import NARROW, WIDE, overflow

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.filterwarnings("ignore:StreamingHttpResponse must consume synchronous iterators:Warning"),
]

PAGES = ("", "bench/", "budget/", "upload/", "discover/", "folders/", "lists/")
OF_ONE = ("", "edit/", "triggers/", "access/?bot=botty", "files/", "versions/", "use/")
WAITING = 30


def text_of(name: str, body: str, triggers: str = "[]") -> str:
    return f"---\nname: {name}\ndescription: {body[:300]!r}\ntriggers: {triggers}\n---\n{body}\n"


def make(owner: Actor, key: str, body: str, **files: str) -> Skill:
    packed = {"SKILL.md": text_of(key.rsplit("/", 1)[-1], body).encode()}
    packed |= {path.replace("__", "/") + ".md": text.encode() for path, text in files.items()}
    return version_write(actor=owner, skill=None, key=key, files=packed, origin=Origin.WRITTEN)


@pytest.fixture
def shelf(owner: Actor, botty: Actor, main_store: Store) -> Skill:
    """Skills in many scripts, one with a very long word, one that would like to run in the browser."""
    make(owner, "周报", "根据本周的提交写一份周报。" * 30)
    make(owner, "مراجعة", "راجع النص العربي قبل إرساله وصحح الأخطاء.")
    make(owner, "long", "Donaudampfschifffahrtsgesellschaftskapitän" * 20)
    return make(owner, "hostile", HOSTILE, references__日本語="列の区切りを推測する。" + "x" * 400)


@pytest.fixture
def waiting(owner: Actor, main_store: Store) -> None:
    """Learned skills that wait, in many languages."""
    bodies = (
        "整理会议记录并写摘要。",
        "Tóm tắt cuộc họp và gửi đi.",
        "회의록을 정리하고 요약을 쓴다.",
        "Die Werte der Spalte prüfen.",
    )
    for number in range(WAITING):
        body = f"{bodies[number % 4]} Number {number} of its kind, unlike others by word{number}{number * 7}."
        procedure = f"## When\n{body}\n\n## Steps\n1. Look at it.\n2. Write it down.\n"
        scripts = {"scripts/count.py": f"print({number})\n"} if number % 5 == 0 else {}
        slug, phrases = f"skill-{number:02}", (f"case number {number}",)
        written = Written(slug, body[:150], phrases, procedure, scripts)
        candidate_stage(actor=Actor.system("skills"), written=written)


@pytest.mark.parametrize(("width", "scheme"), [(WIDE, "light"), (NARROW, "dark")])
def test_the_pages_fit_and_show_text_as_text(visit: Visitor, shelf: Skill, width: int, scheme: str) -> None:
    window = visit(width, scheme)
    paths = [f"/admin/skills/{path}" for path in PAGES] + [f"/admin/skills/{shelf.uid}/{path}" for path in OF_ONE]
    for path in paths:
        page = window.open(path)
        expect(page.locator(".kc-tabs [aria-current]")).to_be_visible()
        assert overflow(page) <= 0, path
        assert page.title() != "taken", path
        assert page.locator("main img, main script").count() == 0, path


def test_an_empty_catalogue_leads_to_the_first_skill_by_keyboard(visit: Visitor, main_store: Store) -> None:
    Skill.objects.all().delete()
    page = visit().open("/admin/")
    page.keyboard.press("g")
    page.keyboard.press("s")
    expect(page.locator(".kc-steps > li")).to_have_count(3)
    page.click("text=Upload skills")
    expect(page.locator("input[type=file]")).to_be_visible()


def test_an_uploaded_archive_moves_and_tells_what_became_of_each(visit: Visitor, main_store: Store) -> None:
    page = visit().open("/admin/skills/upload/")
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for number in range(12):
            archive.writestr(f"skills/s-{number}/SKILL.md", text_of(f"s-{number}", f"Schritt {number}. 步骤。"))
        archive.writestr("skills/empty/SKILL.md", "")
    file = {"name": "skills.zip", "mimeType": "application/zip", "buffer": stream.getvalue()}
    page.set_input_files("#id_file", file)  # type: ignore[arg-type]
    page.click("button:text-is('Upload')")
    expect(page.locator("[data-live]")).to_have_text("Live")
    expect(page.locator("[data-state-tag]")).to_have_text("Waiting")
    thread = in_background(Job.objects.get(name="skills.upload"))
    expect(page.locator("[data-counts]")).to_have_text("13 of 13", timeout=30_000)
    expect(page.locator("[data-about] tbody tr")).to_have_count(13)
    expect(page.locator("#upload-counts")).to_contain_text("ERROR 1")
    expect(page.locator("#upload-counts")).to_contain_text("NEW 12")
    thread.join()


def test_thirty_learned_skills_are_decided_by_keyboard_alone(visit: Visitor, waiting: None) -> None:
    page = visit().open("/admin/review/")
    cases = page.locator("#candidates > li")
    expect(cases).to_have_count(WAITING)
    for left in range(WAITING, 0, -1):
        act = "are"[left % 3]
        press(page, act)
        expect(cases).to_have_count(left - 1)
    states = SkillCandidate.objects.values_list("state", flat=True)
    assert sorted(states) == [CandidateState.APPROVED] * 20 + [CandidateState.REJECTED] * 10
    live = Skill.objects.filter(key__startswith="auto/", state=SkillState.ACTIVE)
    assert live.count() == 20
    assert live.filter(body__contains="Changed by hand").count() == 10
    page.keyboard.press("u")
    expect(page.locator(".messagelist")).to_contain_text("Undone.")
    assert live.count() == 19


def press(page: Page, act: str) -> None:
    """Decide on the first case, or on the one after it, with keys only."""
    page.keyboard.press("j")
    if act == "e":
        page.keyboard.press("e")
        page.keyboard.press("Control+End")
        page.keyboard.type("Changed by hand.")
        page.keyboard.press("Escape")
        page.keyboard.press("a")
    elif act == "r":
        page.keyboard.press("j")
        page.keyboard.press("k")
        page.keyboard.press("r")
    else:
        page.keyboard.press("a")


def in_background(job: Job) -> threading.Thread:
    """Does the job as a worker would, beside the browser."""

    def work() -> None:
        try:
            run_job_now(job)
        finally:
            connection.close()

    thread = threading.Thread(target=work, name="worker")
    thread.start()
    return thread
