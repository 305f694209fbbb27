"""Measurements of contexts over HTTP: a message and a new session, over 10,000 records and 1,000 skills."""

import http.client
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from channels_bridge.actors import Actor
from kirocrew.bench.over_http import TIMEOUT_SECONDS, post
from kirocrew.bench.texts import Texts
from kirocrew.bench.timing import each, spread
from memory.models import Store
from memory.services.drafts import EpisodeDraft, FactDraft
from memory.services.episodes import episodes_write
from memory.services.facts import facts_write
from skills.services.catalogue import skill_create

RECORDS: Final = 10_000  # half facts, half episodes
SKILLS: Final = 1_000
BATCH: Final = 500
ASKED: Final = 200
WARM_UP: Final = 20
"""Requests before the clock runs: the server compiles the words of the skills after the first."""
PATH: Final = "/api/context"

Say = Callable[[str], None]
OWNER: Final = Actor.owner("bench")


class Contexts:
    """A store and a catalogue to ask contexts of, and the questions about them."""

    def __init__(self, store: Store) -> None:
        texts = Texts(seed=23)
        half = RECORDS // 2
        told, known = list(texts.memories(half)), list(texts.memories(half, start=half))
        for start in range(0, half, BATCH):
            part = told[start : start + BATCH]
            episodes_write(actor=OWNER, store=store, drafts=[EpisodeDraft(text=text) for text in part])
            drafts = [
                FactDraft(key=f"user.known_{start + n}", value=text)
                for n, text in enumerate(known[start : start + BATCH])
            ]
            facts_write(actor=OWNER, store=store, drafts=drafts)
        does = list(texts.memories(SKILLS, start=RECORDS))
        for number, text in enumerate(does):
            content = f"---\nname: skill-{number}\ndescription: {text}\n---\n\n{' '.join(texts.memories(20))}\n"
            skill_create(actor=OWNER, name=f"skill-{number}", content=content, visibility="public")
        self.questions = [texts.question((told, known, does)[n % 3][(7 * n) % SKILLS]) for n in range(ASKED + WARM_UP)]

    def ask(self, port: int, key: str, say: Say) -> None:
        """Ask for both kinds of context, one after another."""
        messages = [{"message": question} for question in self.questions]
        sessions = [{"query": question, "model": "claude-sonnet-4-5"} for question in self.questions]
        with _client(port) as connection:
            for name, path, bodies in (("message", "message", messages), ("session", "session", sessions)):
                calls = [lambda body=body, path=path: _answer(connection, key, path, body) for body in bodies]
                times = each(calls)[WARM_UP:]
                say(f"context of a {name}, HTTP              {spread(times)}")


@contextmanager
def _client(port: int) -> Iterator[http.client.HTTPConnection]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=TIMEOUT_SECONDS)
    try:
        yield connection
    finally:
        connection.close()


def _answer(connection: http.client.HTTPConnection, key: str, path: str, body: dict[str, object]) -> None:
    status, answer = post(connection, key, f"{PATH}/{path}", body)
    if status != 200:
        raise RuntimeError(f"A context was answered with {status}: {answer}")
