"""A browser, a real server in this process, and memories of many languages for the owner's pages."""

import shutil
import socket
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
import uvicorn
from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from channels_bridge.actors import Actor
from kirocrew.base.clock import now
from memory.models import Store
from memory.services.bots import bot_with_stores_create
from memory.services.drafts import EpisodeDraft, FactDraft, LessonDraft
from memory.services.episodes import episodes_write
from memory.services.facts import facts_write
from memory.services.lessons import lessons_write

ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PATIENCE = 60.0  # seconds; two cores may be shared by several test runs
expect.set_options(timeout=PATIENCE * 1000)
TEXTS = (
    "Alice asked for a shorter summary of the release notes.",
    "Wir haben den Fehler im Import gefunden: die Datei hatte ein BOM.",
    "用户说他更喜欢用中文写提交信息。",
    "Hôm nay nhóm quyết định dời cuộc họp sang thứ Sáu.",
    "김철수는 회의에서 새로운 일정을 제안했다.",
    "会議は金曜日の午後に変わりました。🎉",
)
HOSTILE = "<script>document.title='taken'</script><img src=x onerror=\"document.title='taken'\">"


@pytest.fixture
def owner_user(db: None) -> User:
    """Alice, who signs in."""
    return get_user_model().objects.create_superuser("alice", password="alice's long password")


@pytest.fixture
def owner(owner_user: User) -> Actor:
    """Alice as the pages see her."""
    return Actor.owner("alice", str(owner_user.pk))


@pytest.fixture
def client(owner_user: User) -> Client:
    """Alice's browser, without scripts."""
    signed_in = Client()
    signed_in.force_login(owner_user)
    return signed_in


@pytest.fixture
def full(owner: Actor, main_store: Store) -> Store:
    """A store with facts, lessons, episodes, refusals and a bot, in many languages."""
    long = "Ein sehr langer Wert. " * 180
    values: dict[str, Any] = {
        "pref.language": "Deutsch",
        "user.city": "東京都渋谷区に住んでいます",
        "user.note": "مرحبا، هذا نص من اليمين إلى اليسار",
        "pref.editor": {"name": "helix", "tabs": 4},
        "pref.letter": "x",
        "pref.long": long,
        "user.hostile": HOSTILE,
    }
    until = now() + timedelta(days=30)
    drafts = [FactDraft(key=key, value=value, valid_until=until) for key, value in values.items()]
    facts_write(actor=owner, store=main_store, drafts=drafts)
    facts_write(actor=owner, store=main_store, drafts=[FactDraft(key="user.city", value="大阪府に住んでいます")])
    lessons_write(actor=owner, store=main_store, drafts=[LessonDraft(rule="Run the tests before committing")])
    episodes_write(
        actor=owner,
        store=main_store,
        drafts=[EpisodeDraft(text=text, tags=("work",), speaker="Alice") for text in TEXTS],
    )
    bot, _ = bot_with_stores_create(actor=owner, name="botty", permissions=["memory:read", "memory:write"])
    facts_write(
        actor=bot.actor,
        store=main_store,
        drafts=[
            FactDraft(key="pref.language", value="English", confidence=Decimal("0.9")),
            FactDraft(key="pref.low", value="y", confidence=Decimal("0.3")),
        ],
    )
    return main_store


class Server:
    """The web server in a thread of this process, on the database of the test; it can be stopped and come back."""

    def __init__(self) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port: int = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        from kirocrew.asgi import application

        config = uvicorn.Config(
            application, port=self.port, log_config=None, access_log=False, timeout_graceful_shutdown=1
        )
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, name="web", daemon=True)
        self._thread.start()
        ends = time.monotonic() + PATIENCE
        while not self._server.started:
            assert time.monotonic() < ends, "the web server did not start"
            time.sleep(0.02)

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join(PATIENCE)


@pytest.fixture
def server(transactional_db: None) -> Iterator[Server]:
    web = Server()
    web.start()
    yield web
    web.stop()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium of the machine, else the one playwright installed. By module: its event loop is in others' way."""
    with sync_playwright() as playwright:
        program = shutil.which("chromium") or shutil.which("google-chrome")
        chromium = playwright.chromium.launch(executable_path=program, args=list(ARGUMENTS))
        yield chromium
        chromium.close()


@dataclass
class Visit:
    """A signed-in window that remembers every complaint of the browser."""

    page: Page
    url: str
    complaints: list[str] = field(default_factory=list)

    def open(self, path: str) -> Page:
        self.page.goto(self.url + path)
        return self.page


Visitor = Callable[..., Visit]


@pytest.fixture
def visit(server: Server, browser: Browser, owner_user: User) -> Iterator[Visitor]:
    """Opens windows for Alice; at the end none may have complained, of a script, a policy or a missing file."""
    contexts: list[BrowserContext] = []
    visits: list[Visit] = []

    def make(width: int = 1280, scheme: str = "light", *, signed_in: bool = True) -> Visit:
        context = browser.new_context(
            viewport={"width": width, "height": 800},
            color_scheme=scheme,  # type: ignore[arg-type]
            permissions=["clipboard-read", "clipboard-write"],
        )
        context.set_default_timeout(PATIENCE * 1000)
        contexts.append(context)
        if signed_in:
            client = Client()
            client.force_login(owner_user)
            session = client.cookies[settings.SESSION_COOKIE_NAME].value
            context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": session, "url": server.url}])
        visit = Visit(context.new_page(), server.url)
        visit.page.on("console", lambda said: _note(visit, said.type, said.text))
        visit.page.on("pageerror", lambda error: visit.complaints.append(str(error)))
        visits.append(visit)
        return visit

    yield make
    for context in contexts:
        context.close()
    assert [complaint for visit in visits for complaint in visit.complaints] == []


def _note(visit: Visit, kind: str, text: str) -> None:
    if kind in ("error", "warning"):
        visit.complaints.append(text)
