"""Summoning: an agent's files written by the language model, as a job with a step for each file.

The agent works all the time, with the files it had before. Whatever goes wrong, it ends active, says why, and what was
written stays; every text that was there is kept as a revision.
"""

import time
from collections.abc import Callable, Mapping
from typing import Any, Final

from django.db import transaction

from channels_bridge.actors import Actor
from channels_bridge.models import Job, JobState
from channels_bridge.services.jobs import JobCancelled, JobRun, job_enqueue
from hooks.services import Origin, redact, screen
from kirocrew.agents.events import event_of
from kirocrew.agents.files import file_write, identity_set
from kirocrew.agents.identity import field_of
from kirocrew.agents.names import AGENTS, IDENTITY, SOUL, TOOLS, template
from kirocrew.agents.rights import owner_only
from kirocrew.agents.summoning.answers import Summoned, blocks_read
from kirocrew.agents.summoning.prompting import regenerate_request, summon_request
from kirocrew.base.clock import now
from kirocrew.base.problems import Conflict, Invalid, NotFound, Unavailable
from kirocrew.base.text import clean, cut
from kirocrew.models import Agent, AgentFile, AgentStatus
from kirocrew.models.agents import EXPERTISE_LIMIT
from memory.gate.outcomes import OutcomeStatus
from memory.inference.chat import ChatError, ChatRequest
from memory.services.journal import events_write
from memory.services.language import language_ask_text, language_model
from memory.services.preparing import label_of

SUMMON_JOB: Final = "kirocrew.summon"
WRITTEN: Final = (SOUL, IDENTITY, AGENTS, TOOLS)
"""The files that are summoned, in the order in which they are asked for."""
AT_ONCE_SECONDS: Final = 300.0
ALL_SECONDS: Final = 600.0
"""What one call for all files may take, and what two calls after it may take together with it (facts of goclaw §3)."""
TRIED_IN_PARTS: Final = frozenset({"too_slow", "cut_off", "unusable", "too_large"})
"""Kinds of failure after which less is asked for at a time."""
NOTE_LIMIT: Final = 500
INSTRUCTION_LIMIT: Final = 4_000
NAME_LIMIT: Final = 120


def agent_summon(*, actor: Actor, agent: Agent) -> Job:
    """Let the model write the files of a predefined agent that still are as they began; again after a failure, too.

    Raises Forbidden for others than the owner, Conflict while it is being written or where no model is configured,
    Invalid for an open agent, one without a description, or one whose files all have a text of their own.
    """
    owner_only(actor)
    if not agent.is_predefined:
        raise Invalid("An open agent has no files of its own; each person has theirs.", type="agent-invalid")
    if not agent.description.strip():
        raise Invalid("There is no description to write from. Add one to the agent first.", type="agent-invalid")
    if not files_unwritten(agent):
        raise Invalid(
            "All its files have a text of their own. Change them with an instruction instead.", type="agent-invalid"
        )
    return _begun(actor, agent, "", f"Write the files of {agent.name}")


def agent_regenerate(*, actor: Actor, agent: Agent, instruction: str) -> Job:
    """Let the model change an agent's files as an instruction says; what it does not touch stays.

    Raises Forbidden for others than the owner, Conflict while it is being written or where no model is configured,
    Invalid for an instruction that is empty, over 4,000 characters or hostile, or for an agent without files.
    """
    owner_only(actor)
    text = redact(clean(instruction)).text.strip()  # it is kept with the job
    if not 0 < len(text) <= INSTRUCTION_LIMIT:
        raise Invalid(f"Say what to change, in 1 to {INSTRUCTION_LIMIT:,} characters.", type="agent-invalid")
    if screen(text, origin=Origin.OWNER).level == "hostile":
        raise Invalid("The instruction reads like an attack on the agent. Rephrase it.", type="agent-invalid")
    if not _texts(agent):
        raise Invalid("This agent has no files of its own to change.", type="agent-invalid")
    return _begun(actor, agent, text, f"Change the files of {agent.name}")


def summoning_perform(run: JobRun, agent: int, instruction: str) -> dict[str, Any]:
    """Do it; the handler of the job. Returns the files that were written and those that wait for the owner."""
    row = Agent.objects.filter(pk=agent, retired_at__isnull=True).first()
    if row is None:
        raise NotFound("The agent was retired meanwhile.", type="unknown-agent")
    Agent.objects.filter(pk=row.pk).update(status=AgentStatus.SUMMONING)  # a second attempt finds it active
    note = "It did not end: the job says why. What was written stays."
    try:
        writing = _Writing(run, row)
        result = writing.regenerate(instruction) if instruction else writing.summon()
        note = ""
    except ChatError as error:
        note = f"The language model failed: {error}"
        raise Unavailable(str(error), type="language-model-failed") from error
    except JobCancelled:
        note = "It was stopped. What was written stays."
        raise
    finally:
        _ended(row, note)
    return result


def summoning_sweep() -> int:
    """Give back agents whose job ended without a word, as after a power failure. Returns how many there were."""
    swept = 0
    for agent in Agent.objects.filter(status=AgentStatus.SUMMONING):
        jobs = Job.objects.filter(name=SUMMON_JOB, dedupe_key=_dedupe(agent))
        if not jobs.filter(state__in=(JobState.QUEUED, JobState.RUNNING)).exists():
            _ended(agent, "The job ended without a word. What was written stays.")
            swept += 1
    return swept


def summoning_job(agent: Agent) -> Job | None:
    """The job that writes the agent's files, or the last one that did."""
    return Job.objects.filter(name=SUMMON_JOB, dedupe_key=_dedupe(agent)).order_by("-pk").first()


def _begun(actor: Actor, agent: Agent, instruction: str, title: str) -> Job:
    if language_model() is None:
        raise Conflict(
            "A language model writes the files, and none is configured. Write them yourself, or connect one.",
            type="no-language-model",
        )
    with transaction.atomic():
        free = Agent.objects.filter(pk=agent.pk, status=AgentStatus.ACTIVE, retired_at__isnull=True)
        if not free.update(status=AgentStatus.SUMMONING, status_note="", changed_at=now()):
            raise Conflict("It is being written already, or it is retired.", type="agent-state")
        code = "agent_regenerating" if instruction else "agent_summoning"
        events_write([event_of(actor=actor, agent=agent, code=code, detail=instruction)])
        args = {"agent": agent.pk, "instruction": instruction}
        return job_enqueue(actor=actor, name=SUMMON_JOB, args=args, title=title, dedupe_key=_dedupe(agent))


def _ended(agent: Agent, note: str) -> None:
    Agent.objects.filter(pk=agent.pk, status=AgentStatus.SUMMONING).update(
        status=AgentStatus.ACTIVE, status_note=label_of(note)[:NOTE_LIMIT], changed_at=now()
    )


def _dedupe(agent: Agent) -> str:
    return f"agent:{agent.pk}"


def _texts(agent: Agent) -> dict[str, str]:
    """The agent's own files that can be written, by name."""
    rows = AgentFile.objects.filter(agent=agent, person="", removed_at__isnull=True, name__in=WRITTEN)
    texts = {row.name: row.text for row in rows}
    return {name: texts[name] for name in WRITTEN if name in texts}


def files_unwritten(agent: Agent) -> list[str]:
    """The files that are missing or still as they began: nothing a person wrote is asked for anew.

    Of IDENTITY.md the name alone may be filled in.
    """
    texts = _texts(agent)
    return [name for name in WRITTEN if name not in texts or _is_template(name, texts[name], agent)]


def _is_template(name: str, text: str, agent: Agent) -> bool:
    begun = template(name, agent.kind)
    named = field_of(text, "Name") if name == IDENTITY else None
    return (text.replace(f" {named}", "", 1) if named else text).strip() == begun.strip()


class _Writing:
    """One run over one agent: what is asked, what becomes of the answers, and the steps people see."""

    def __init__(self, run: JobRun, agent: Agent) -> None:
        model = language_model()
        if model is None:
            raise ChatError("No language model is configured.", passes=False, kind="no_model")
        self.run, self.agent, self.model = run, agent, model
        self.actor = Actor.system(f"summoning:{agent.slug}")
        self.ends = time.monotonic() + ALL_SECONDS
        self.written: list[str] = []
        self.waiting: list[str] = []
        self.refused: dict[str, str] = {}

    def summon(self) -> dict[str, Any]:
        """Ask for what nobody wrote yet: all at once, or in two parts where that is too much."""
        wanted = files_unwritten(self.agent)
        self._step(0, len(wanted), "asking the model")
        try:
            expertise = self._take(
                self._asked(wanted, self._texts_for(wanted), AT_ONCE_SECONDS, expertise=True), wanted
            )
        except ChatError as error:
            if error.kind not in TRIED_IN_PARTS or len(wanted) == 1:
                raise
            expertise = self._in_parts(wanted)
        self._finish(expertise)
        return self._result()

    def regenerate(self, instruction: str) -> dict[str, Any]:
        """Ask for the files that an instruction changes."""
        texts = _texts(self.agent)
        self._step(0, None, "asking the model")
        request = regenerate_request(
            instruction=instruction, texts=texts, window=self.model.window, seconds=AT_ONCE_SECONDS
        )
        found = self._ask(request, lambda text: blocks_read(text, list(texts)))
        changed = [name for name, text in found.files.items() if text.strip() != texts[name].strip()]
        self._take(found, changed, operation="regenerate")
        self._named()
        return self._result()

    def _in_parts(self, wanted: list[str]) -> str:
        """First what says who it is, then its identity with that to read."""
        first = [name for name in wanted if name != IDENTITY] or wanted
        expertise = self._take(self._asked(first, self._texts_for(first), self._left(), expertise=True), wanted)
        if IDENTITY in wanted and first != wanted:
            shown = self._texts_for([IDENTITY]) | {
                name: text for name, text in _texts(self.agent).items() if name == SOUL
            }
            self._take(self._asked([IDENTITY], shown, self._left(), expertise=False), wanted)
        return expertise

    def _asked(self, wanted: list[str], texts: Mapping[str, str], seconds: float, *, expertise: bool) -> Summoned:
        request = summon_request(
            description=self.agent.description,
            texts=texts,
            wanted=wanted,
            with_expertise=expertise,
            window=self.model.window,
            seconds=min(seconds, self._left()),
        )
        return self._ask(request, lambda text: blocks_read(text, wanted))

    def _ask(self, request: ChatRequest, read: Callable[[str], Summoned]) -> Summoned:
        self.run.raise_if_cancelled()
        return language_ask_text(request, read=read, about=str(self.agent.uid)).value

    def _take(self, found: Summoned, wanted: list[str], operation: str = "summon") -> str:
        for name, text in found.files.items():
            if name not in wanted:
                continue
            self.run.raise_if_cancelled()
            outcome = file_write(
                actor=self.actor, agent=self.agent, name=name, text=text, operation=operation,
                reason="Written by the language model",
            )  # fmt: skip
            if outcome.refusal is not None:
                self.refused[name] = str(outcome.refusal.code)
            else:
                (self.waiting if outcome.status is OutcomeStatus.PROPOSED else self.written).append(name)
            self.run.event("log", {"text": f"{name}: {outcome.refusal.message if outcome.refusal else outcome.status}"})
            done = len(self.written) + len(self.waiting) + len(self.refused)
            self._step(done, max(done, len(wanted)), f"{name} written" if name in self.written else name)
        return found.expertise

    def _finish(self, expertise: str) -> None:
        """The line of expertise, from the description where the model gave none, and the name."""
        line = label_of(expertise or self.agent.description)
        line = line if len(line) <= EXPERTISE_LIMIT else cut(line, EXPERTISE_LIMIT - 1) + "…"
        if not self.agent.expertise and screen(line, origin=Origin.TOOL).level == "clear":
            Agent.objects.filter(pk=self.agent.pk).update(expertise=line[:EXPERTISE_LIMIT], changed_at=now())
        self._named()

    def _named(self) -> None:
        """A name the owner typed goes into IDENTITY.md; otherwise the agent is called as IDENTITY.md says."""
        if self.agent.name_typed:
            identity_set(actor=self.actor, agent=self.agent, field="Name", value=self.agent.name)
            return
        name = label_of(field_of(_texts(self.agent).get(IDENTITY, ""), "Name") or "")[:NAME_LIMIT]
        if name and screen(name, origin=Origin.TOOL).level == "clear":
            Agent.objects.filter(pk=self.agent.pk, name_typed=False).update(name=name, changed_at=now())

    def _texts_for(self, wanted: list[str]) -> dict[str, str]:
        texts = _texts(self.agent)
        return {name: texts.get(name) or template(name, self.agent.kind) for name in wanted}

    def _left(self) -> float:
        return max(1.0, self.ends - time.monotonic())

    def _step(self, done: int, total: int | None, message: str) -> None:
        self.run.progress(done, total, message)

    def _result(self) -> dict[str, Any]:
        if not (self.written or self.waiting):
            raise ChatError("Nothing the model wrote could be used.", kind="unusable")
        return {"written": self.written, "waiting": self.waiting, "refused": self.refused}
