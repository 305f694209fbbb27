"""Context files of agents: the one door by which they are written, their history, and what a prompt is given."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.db import transaction
from django.db.models import QuerySet

from channels_bridge.actors import Actor, Permission
from kirocrew.agents.events import EVENT_KIND, event_of, refusal_written
from kirocrew.agents.identity import field_set
from kirocrew.agents.judging import text_judge
from kirocrew.agents.merging import files_merged
from kirocrew.agents.names import BOOTSTRAP, IDENTITY, ORDER, VIRTUAL, Session, name_checked, names_in
from kirocrew.agents.rights import (
    Place,
    decides,
    is_readable,
    is_shared,
    may_write,
    owner_only,
    person_checked,
    place_for,
)
from kirocrew.agents.storing import file_commit, file_stored, key_of, next_number
from kirocrew.agents.truncation import ContextFile
from kirocrew.agents.virtual import Mate, Team, virtual_files
from kirocrew.base.clock import now
from kirocrew.base.problems import Conflict, Forbidden, NotFound
from kirocrew.models import Agent, AgentFile, AgentFileRevision
from memory.gate.checks import Passed, is_blank
from memory.gate.outcomes import AUDITED_CODES, Outcome, OutcomeStatus, Refusal, RefusalCode
from memory.services.journal import events_write, reason_text

SUSPICIOUS_WAITS: Final = "suspicious"
REVISIONS_PAGE: Final = 50
WAITING_SHOWN: Final = 100
_HIDDEN_IN_GROUPS: Final = frozenset({"SOUL.md", "AGENTS.md"})
"""What a prompt in a group leaves out where who speaks may not change the agent."""


@dataclass(frozen=True, slots=True)
class Read:
    """A file as somebody reads it by name: its text in force, or a note why the text is not given."""

    name: str
    person: str
    text: str
    revision: int
    note: str = ""
    waiting: int = 0


def file_write(  # noqa: PLR0913  (what a file is, and what it is written on)
    *,
    actor: Actor,
    agent: Agent,
    name: str,
    text: str,
    person: str = "",
    reason: str = "",
    expected: int | None = None,
    session: Session = Session.DIRECT,
    operation: str = "write",
) -> Outcome:
    """Write a whole context file; a blank text takes it away.

    `person` is whose copy is meant, or who speaks; without one it is the agent's. `expected` is the revision the text
    was made from, 0 for none, None for any. A text that the screen finds suspicious, and a chat's for a file all have,
    waits for the owner (status proposed): the file stays as it was. Writing BOOTSTRAP.md blank ends a person's first
    run. Refused codes: `stale_revision`, `text_length`, `injection_blocked`, `secret_refused`, `refused_value`.
    Raises Invalid for a name, person or place there is none of, Forbidden, NotFound for a retired agent.
    """
    actor.require(Permission.AGENTS_WRITE)
    name, person = name_checked(name), person_checked(person)
    if agent.retired_at is not None and not actor.is_owner:
        raise NotFound("There is no such agent for you.", type="unknown-agent")
    if name == BOOTSTRAP and person and is_blank(text):
        place = Place(person)
    else:
        place = place_for(actor=actor, agent=agent, name=name, person=person, session=session)
    before = _stored(agent, name, place.person)
    judged = text_judge(text, before=before.text if before else "", actor=actor, agent=agent)
    with transaction.atomic():
        file = _stored(agent, name, place.person)
        if expected is not None and expected != (file.revision if file and file.removed_at is None else 0):
            judged = _stale(file)
        if isinstance(judged, Refusal):
            return _refused(actor, agent, name, judged, text)
        return text_let_in(
            actor=actor, agent=agent, name=name, place=place, passed=judged, reason=reason, operation=operation
        )


def text_let_in(  # noqa: PLR0913  (what a file is, and what it becomes)
    *, actor: Actor, agent: Agent, name: str, place: Place, passed: Passed, reason: str, operation: str
) -> Outcome:
    """Store a text that the gate let through, or let it wait. Call it inside a transaction."""
    text = str(passed.value)
    file = _stored(agent, name, place.person)
    if file is None:
        file = AgentFile(agent=agent, name=name, person=place.person, revision=0, source=actor.source, removed_at=now())
    is_gone = file.removed_at is not None
    text = "" if is_blank(text) else text
    if (is_gone and not text) or (not is_gone and text == file.text):
        return _outcome(OutcomeStatus.UNCHANGED, file, passed)
    waits = SUSPICIOUS_WAITS if passed.doubts and not actor.is_owner else place.waits
    if waits:
        return _waiting(actor, file, text, passed, waits=waits, reason=reason)
    file_commit(actor=actor, file=file, text=text, operation=operation if text else "remove", reason=reason)
    return _outcome(OutcomeStatus.WRITTEN, file, passed)


def file_read(*, actor: Actor, agent: Agent, name: str, person: str = "", session: Session = Session.DIRECT) -> Read:
    """A file by name, for a chat the person's copy or else the agent's. The owner gets the copy they ask for.

    Of a shared file of a predefined agent, and of a virtual one, a chat is told that its prompt has it. Raises NotFound
    for one that is not there, Invalid for a name there is none of, Forbidden.
    """
    actor.require(Permission.AGENTS_READ)
    name, person = name_checked(name), person_checked(person)
    if name in VIRTUAL or not is_readable(actor=actor, agent=agent, name=name):
        return Read(name, "", "", 0, note=f"{name} is already in the prompt.")
    places = [person] if decides(actor) or not person else [person, ""]
    if not decides(actor) and is_shared(agent, person, session):
        places = ["", person] if name == BOOTSTRAP else [""]
    for place in places:
        file = _stored(agent, name, place)
        waiting = _waiting_of(file).first() if file is not None and decides(actor) else None
        if file is not None and (file.removed_at is None or waiting is not None):
            return Read(name, place, file.text, file.revision, waiting=waiting.number if waiting else 0)
    raise NotFound("There is no such file.", type="unknown-agent-file")


def files_stored(*, actor: Actor, agent: Agent, person: str | None = None) -> list[AgentFile]:
    """The files of an agent, or of it and one person, in their order; with those that only wait. For the owner."""
    owner_only(actor)
    rows = AgentFile.objects.filter(agent=agent)
    if person is not None:
        rows = rows.filter(person=person_checked(person))
    return sorted(rows, key=lambda file: (file.person, ORDER.index(file.name)))


def files_of(  # noqa: PLR0913  (whose prompt it is, and in what)
    *,
    agent: Agent,
    person: str = "",
    session: Session = Session.DIRECT,
    mode: str = "",
    team: Team | None = None,
    delegates: Sequence[Mate] = (),
    instead: Sequence[ContextFile] = (),
) -> list[ContextFile]:
    """The files of a prompt, merged and in order, before they are cut; then the virtual ones.

    Nothing that waits for the owner is among them. While a person's first run goes on there are no virtual files.
    `instead` are a person's first files that could not be stored. Raises Invalid for a name that is no person's.
    """
    person = person_checked(person)
    wanted = names_in(session, mode or agent.mode)
    base, own = _loaded(agent, ""), _loaded(agent, person) if person else []
    own = own or list(instead)
    if is_shared(agent, person, session):
        own = [file for file in own if file.name == BOOTSTRAP]
    if session is Session.GROUP and not may_write(agent, person):
        wanted -= _HIDDEN_IN_GROUPS
    merged = [file for file in files_merged(agent.kind, base, own) if file.name in wanted]
    if any(file.name == BOOTSTRAP for file in merged):
        return merged
    return [*merged, *virtual_files(team=team, delegates=delegates)]


def file_revisions(
    *, actor: Actor, agent: Agent, name: str, person: str = "", before: int | None = None, limit: int = REVISIONS_PAGE
) -> list[AgentFileRevision]:
    """The newest revisions of a file, or those before a number, newest first. For the owner.

    Raises Forbidden, NotFound.
    """
    owner_only(actor)
    rows = _there(agent, name, person).revisions.order_by("-number")
    return list((rows if before is None else rows.filter(number__lt=before))[:limit])


def file_restore(  # noqa: PLR0913  (which text, of which file, on what)
    *,
    actor: Actor,
    agent: Agent,
    name: str,
    number: int,
    person: str = "",
    reason: str = "",
    expected: int | None = None,
) -> Outcome:
    """Write an earlier revision's text again, as a revision of its own. For the owner.

    Raises Forbidden, NotFound, Conflict for a text that was erased, and as `file_write`.
    """
    owner_only(actor)
    file = _there(agent, name, person)
    revision = file.revisions.filter(number=number).first()
    if revision is None:
        raise NotFound("There is no such revision.", type="unknown-agent-file")
    if revision.erased_at is not None:
        raise Conflict("What this revision said was erased.", type="revision-erased")
    return file_write(
        actor=actor, agent=agent, name=file.name, text=revision.text, person=file.person, expected=expected,
        reason=reason or f"As it was in revision {number}", operation="restore",
    )  # fmt: skip


def identity_set(  # noqa: PLR0913  (which field of whose file)
    *,
    actor: Actor,
    agent: Agent,
    field: str,
    value: str,
    person: str = "",
    expected: int | None = None,
    session: Session = Session.DIRECT,
) -> Outcome:
    """Set one field of IDENTITY.md, such as Name; a blank value changes nothing. Raises as `file_write`."""
    file = _stored(agent, IDENTITY, person_checked(person)) or _stored(agent, IDENTITY, "")
    text = field_set(file.text if file is not None else "", field, value)
    return file_write(
        actor=actor, agent=agent, name=IDENTITY, text=text, person=person, expected=expected, session=session,
        reason=f"Field '{field}'",
    )  # fmt: skip


def file_spread(*, actor: Actor, agent: Agent, name: str, reason: str = "") -> int:
    """Give the agent's text of a file to every person who has a copy of it; returns how many copies changed.

    For the owner. Raises Forbidden, NotFound where the agent has no such file.
    """
    owner_only(actor)
    with transaction.atomic():
        shared = _there(agent, name, "")
        if shared.removed_at is not None:
            raise NotFound("There is no such file.", type="unknown-agent-file")
        copies = AgentFile.objects.select_related("agent").filter(agent=agent, name=shared.name, removed_at=None)
        others = list(copies.exclude(person="").exclude(text=shared.text))
        for copy in others:
            file_commit(actor=actor, file=copy, text=shared.text, operation="write", reason=reason or "As the agent's")
    return len(others)


def waiting_texts(*, actor: Actor, agent: Agent | None = None) -> QuerySet[AgentFileRevision]:
    """The texts that wait for the owner, of one agent or of all that are served, oldest first. Raises Forbidden."""
    owner_only(actor)
    rows = _undecided().filter(file__agent__retired_at__isnull=True).select_related("file__agent")
    return rows.order_by("pk") if agent is None else rows.filter(file__agent=agent).order_by("pk")


def waiting_decide(  # noqa: PLR0913  (which text, of which file, and how)
    *, actor: Actor, agent: Agent, name: str, number: int, is_allowed: bool, person: str = "", reason: str = ""
) -> Outcome:
    """Let a text that waits into its file, or dismiss it. For the owner.

    Raises Forbidden, NotFound, Conflict for one that is decided already.
    """
    if not actor.is_owner:
        raise Forbidden("Only the owner decides what waits.", type="owner-only")
    with transaction.atomic():
        file = _there(agent, name, person)
        revision = file.revisions.filter(number=number).first()
        if revision is None:
            raise NotFound("There is no such revision.", type="unknown-agent-file")
        if not _undecided().filter(pk=revision.pk).update(decided_at=now()):
            raise Conflict("This text does not wait, or no longer.", type="agent-state")
        if is_allowed:
            file_commit(
                actor=actor, file=file, text=revision.text, operation="allow", reason=reason or f"Revision {number}"
            )
        else:
            entry = event_of(actor=actor, agent=agent, code="agent_file_dismissed", key=key_of(file), detail=reason)
            events_write([entry])
    return Outcome(OutcomeStatus.WRITTEN if is_allowed else OutcomeStatus.UNCHANGED, EVENT_KIND, key=file.name,
                   revision=file.revision)  # fmt: skip


def _stored(agent: Agent, name: str, person: str) -> AgentFile | None:
    return AgentFile.objects.select_related("agent").filter(agent=agent, name=name, person=person).first()


def _there(agent: Agent, name: str, person: str) -> AgentFile:
    file = _stored(agent, name_checked(name), person_checked(person))
    if file is None:
        raise NotFound("There is no such file.", type="unknown-agent-file")
    return file


def _loaded(agent: Agent, person: str) -> list[ContextFile]:
    rows = AgentFile.objects.filter(agent=agent, person=person, removed_at__isnull=True)
    files = [ContextFile(row.name, row.text, row.person, revision=row.revision) for row in rows if row.name in ORDER]
    return sorted(files, key=lambda file: ORDER.index(file.name))


def _undecided() -> QuerySet[AgentFileRevision]:
    return AgentFileRevision.objects.exclude(waits="").filter(decided_at__isnull=True, erased_at__isnull=True)


def _waiting_of(file: AgentFile) -> QuerySet[AgentFileRevision]:
    return _undecided().filter(file=file).order_by("-number")


def _waiting(actor: Actor, file: AgentFile, text: str, passed: Passed, *, waits: str, reason: str) -> Outcome:
    """Keep a text for the owner beside the file. It takes the place of one that waits there already."""
    moment = now()
    if file._state.adding:
        file_stored(file)
    latest = _waiting_of(file).first()
    if latest is not None and latest.text == text:
        return _outcome(OutcomeStatus.PROPOSED, file, passed, waiting=latest)
    _waiting_of(file).update(decided_at=moment)
    revision = AgentFileRevision.objects.create(
        file=file, number=next_number(file), operation="write", source=actor.source, reason=reason_text(reason),
        text=text, waits=waits, doubts=list(passed.doubts), recorded_at=moment,
    )  # fmt: skip
    entry = event_of(
        actor=actor, agent=file.agent, code="agent_file_waits", key=key_of(file), new=text,
        detail=", ".join((waits, *passed.doubts)), is_security=bool(passed.doubts),
    )  # fmt: skip
    events_write([entry])
    return _outcome(OutcomeStatus.PROPOSED, file, passed, waiting=revision)


def _outcome(
    status: OutcomeStatus, file: AgentFile, passed: Passed, *, waiting: AgentFileRevision | None = None
) -> Outcome:
    return Outcome(
        status,
        EVENT_KIND,
        key=file.name,
        revision=file.revision,
        reason=waiting.waits if waiting else "",
        proposal=waiting.number if waiting else None,
        redacted=passed.redacted,
    )


def _stale(file: AgentFile | None) -> Refusal:
    there = f"at revision {file.revision}" if file and file.removed_at is None else "not there"
    return Refusal(
        RefusalCode.STALE, f"The file is {there}. Read it again and repeat the change on what you read.", "revision"
    )


def _refused(actor: Actor, agent: Agent, name: str, refusal: Refusal, text: str) -> Outcome:
    if refusal.code in AUDITED_CODES:
        refusal_written(actor=actor, agent=agent, key=f"{agent.slug}/{name}", refusal=refusal, text=text)
    return Outcome(OutcomeStatus.REFUSED, EVENT_KIND, key=name, refusal=refusal)
