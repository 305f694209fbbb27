"""Conversations in which an agent worked with tools, what a model answers about them, and skills that wait."""

import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from channels_bridge.actors import Actor, Permission
from channels_bridge.models import Conversation, Origin, Role
from channels_bridge.services.job_runs import JobRun, job_claim
from channels_bridge.services.jobs import job_enqueue
from kirocrew.base.clock import now
from memory.inference.chat import ChatRequest
from memory.services.conversations import TurnDraft, conversation_open, turns_record
from memory.services.settings import settings_change
from skills.learning.texts import Written
from skills.models import SkillCandidate
from skills.services.learning import LEARN_JOB, SYSTEM, learning_perform
from skills.services.staging import candidate_stage
from tests.conftest import make_bot

PROCEDURE = """## When
A table of sales comes as CSV with merged header rows.

## Steps
1. Read the first [rows] with `head`.
2. Drop the merged header.
3. Write it as UTF-8.

## Gotchas
- The totals row is no data."""
DESCRIPTION = "Tidies CSV exports of sales with merged headers. Use when a sales table does not load."
TRIGGERS = ["tidy the sales csv", "merged header rows", "CSV 整理"]


def new_skill(**more: Any) -> dict[str, Any]:
    """A new skill as a model answers."""
    parts = {
        "slug": "tidy-csv",
        "description": DESCRIPTION,
        "triggers": TRIGGERS,
        "procedure": PROCEDURE,
        "scripts": [],
    }
    return {"new_skill": {**parts, **more}, "refined_skill": None}


def refined_skill(key: str, **more: Any) -> dict[str, Any]:
    """A better version as a model answers."""
    entry = {key_: value for key_, value in new_skill(**more)["new_skill"].items() if key_ != "slug"}
    return {"new_skill": None, "refined_skill": {"key": key, **entry}}


def written(slug: str = "tidy-csv", **more: Any) -> Written:
    """A skill in parts."""
    parts: dict[str, Any] = {
        "description": DESCRIPTION,
        "triggers": tuple(TRIGGERS),
        "procedure": PROCEDURE,
        "scripts": {},
    }
    return Written(slug=slug, **parts | more)


def waiting(slug: str = "tidy-csv", *, actor: Actor | None = None, **more: Any) -> SkillCandidate:
    """A skill that waits in Review."""
    target = more.pop("target", None)
    return candidate_stage(actor=actor or Actor.system("learning:test"), written=written(slug, **more), target=target)


class Model:
    """A language model with an answer for each purpose, that keeps what it was asked."""

    def __init__(self, detect: Any, judge: Any = "NONE", merge: Any = None) -> None:
        self.answers = {"skill": detect, "skill_judge": {"answer": judge}, "skill_merge": merge or {}}
        self.asked: list[ChatRequest] = []
        self.then: Callable[[], None] = lambda: None

    def __call__(self, request: ChatRequest) -> str:
        self.asked.append(request)
        self.then()
        answer = self.answers[request.purpose]
        if isinstance(answer, Exception):
            raise answer
        return answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False)

    @property
    def purposes(self) -> list[str]:
        return [request.purpose for request in self.asked]


def with_model(settings: Any, detect: Any, **more: Any) -> Model:
    """Let this process have a scripted model."""
    model = Model(detect, **more)
    settings.KIROCREW_LANGUAGE_MODEL, settings.KIROCREW_LANGUAGE_SCRIPT = "scripted", model
    return model


def learn_on(alice: Actor, **values: Any) -> None:
    """Let the owner switch learning on."""
    settings_change(actor=alice, values={"skills_learn": True, **values})


def work(actor: Actor, *, tools: int = 6, key: str = "work-1", text: str = "", **more: Any) -> Conversation:
    """A conversation of a person's wish, so many turns with tools, and an answer."""
    conversation = conversation_open(actor=actor, key=key, **more)
    go_on(actor, conversation, tools=tools, text=text)
    return conversation


def go_on(actor: Actor, conversation: Conversation, *, tools: int = 6, text: str = "") -> None:
    """Go on with it."""
    at = now() - timedelta(hours=1)
    drafts = [TurnDraft(role=Role.USER, text="Please tidy the sales csv, it does not load.", said_at=at)]
    for number in range(tools):
        if number % 2:
            said = text or f"3 rows read from sales-{number}.csv"
            drafts.append(TurnDraft(role=Role.ASSISTANT, origin=Origin.TOOL, text=said, said_at=at))
        else:
            call = {"name": "shell", "arguments": {"command": f"head -3 data/sales-{number}.csv"}}
            drafts.append(TurnDraft(role=Role.ASSISTANT, text="I look.", tool_calls=[call], said_at=at))
    drafts.append(TurnDraft(role=Role.ASSISTANT, text="It loads now.", said_at=at))
    turns_record(actor=actor, conversation=conversation, drafts=drafts)


def look(conversation: Conversation) -> dict[str, Any]:
    """Look at a conversation once, as the worker does, and return what it came to."""
    return learning_perform(run_of(LEARN_JOB, conversation=conversation.pk), conversation.pk)


def run_of(name: str, **args: Any) -> JobRun:
    """A run of a job."""
    job = job_enqueue(actor=SYSTEM, name=name, args=args)
    run = job_claim(str(job.uid))
    assert run is not None
    return run


def skill_bot(name: str = "crafty") -> Actor:
    """A bot that may propose skills."""
    return make_bot(name, Permission.SKILLS_READ, Permission.SKILLS_WRITE)
