"""The first run of an agent with a person: how far it is, what the prompt is told of it, and how it ends.

It runs in direct messages only. It ends when BOOTSTRAP.md is written blank, or by itself at the person's third turn.
"""

from dataclasses import dataclass
from typing import Final

from django.db import transaction
from django.db.models import F

from channels_bridge.actors import Actor, Permission
from kirocrew.agents import seeding
from kirocrew.agents.identity import field_of
from kirocrew.agents.names import BOOTSTRAP, USER, Session
from kirocrew.agents.rights import person_checked
from kirocrew.agents.storing import file_commit
from kirocrew.agents.truncation import ContextFile
from kirocrew.models import Agent, AgentFile, AgentFileRevision, AgentKind, AgentPerson

NUDGE_TURN: Final = 2
LAST_TURN: Final = 3
"""The turn of the person from which on the agent is reminded, and the one at which the first run ends by itself."""
NUDGE: Final = (
    "You have saved nothing yet. Write down what you know by now, then write BOOTSTRAP.md with empty content."
)
MUST_NAME: Final = "USER.md has no name of this person yet. When you learn it, fill in the line 'Name' there."
SILENTLY: Final = "Save files without speaking of it."
HINT: Final = "The person is known here as {name}."


@dataclass(frozen=True, slots=True)
class Ritual:
    """How far a first run is. `turn` is the person's turn in it, 0 when there is none.

    `is_first_run` is whether BOOTSTRAP.md is in force; `nudge` whether the agent has still written nothing;
    `must_name` whether it is to fill in a name; `name_hint` the name a channel knows the person by. `instead` holds
    files to use for this one turn because they could not be stored.
    """

    is_first_run: bool = False
    turn: int = 0
    nudge: bool = False
    must_name: bool = False
    name_hint: str = ""
    instead: tuple[ContextFile, ...] = ()

    @property
    def notes(self) -> list[str]:
        """What the prompt says of it, line by line."""
        lines = [HINT.format(name=self.name_hint)] if self.name_hint else []
        lines += [NUDGE] if self.nudge else []
        lines += [MUST_NAME] if self.must_name else []
        return [*lines, SILENTLY] if self.is_first_run or self.must_name else lines


def turn_begun(
    *, actor: Actor, agent: Agent, person: str, display_name: str = "", session: Session = Session.DIRECT
) -> Ritual:
    """Note that a person speaks to an agent: give them their first files, count the turn, end the first run in time.

    Raises Invalid for a name of a person that can't be one, Forbidden without the permission to write.
    """
    actor.require(Permission.AGENTS_WRITE)
    person = person_checked(person)
    seen = seeding.person_seen(actor=actor, agent=agent, person=person, display_name=display_name, session=session)
    if session is not Session.DIRECT or not person:
        return Ritual()
    if seen.instead:
        return Ritual(any(file.name == BOOTSTRAP for file in seen.instead), turn=1, instead=seen.instead)
    with transaction.atomic():
        if _bootstrap(agent, person) is not None:
            AgentPerson.objects.filter(agent=agent, person=person).update(ritual_turns=F("ritual_turns") + 1)
            _ended_in_time(actor, agent, person)
        return ritual_of(agent=agent, person=person)


def ritual_of(*, agent: Agent, person: str, session: Session = Session.DIRECT) -> Ritual:
    """How far the first run with a person is. Reads only."""
    person = person_checked(person)
    profile = AgentPerson.objects.filter(agent=agent, person=person).first()
    if profile is None or session is not Session.DIRECT:
        return Ritual()
    hint = profile.display_name if agent.kind == AgentKind.OPEN else ""
    if _bootstrap(agent, person) is None:
        return Ritual(must_name=profile.must_name, name_hint=hint)
    turn = profile.ritual_turns
    return Ritual(True, turn=turn, nudge=turn >= NUDGE_TURN and not _has_written(agent, person), name_hint=hint)


def _ended_in_time(actor: Actor, agent: Agent, person: str) -> None:
    profile = AgentPerson.objects.get(agent=agent, person=person)
    bootstrap = _bootstrap(agent, person)
    if bootstrap is None or profile.ritual_turns < LAST_TURN:
        return
    file_commit(actor=actor, file=bootstrap, text="", operation="remove", reason=f"Turn {profile.ritual_turns}")
    user = AgentFile.objects.filter(agent=agent, person=person, name=USER, removed_at__isnull=True).first()
    profile.must_name = user is not None and field_of(user.text, "Name") == ""
    profile.save(update_fields=["must_name"])


def _bootstrap(agent: Agent, person: str) -> AgentFile | None:
    rows = AgentFile.objects.select_related("agent").filter(agent=agent, person=person, name=BOOTSTRAP)
    return rows.filter(removed_at__isnull=True).first()


def _has_written(agent: Agent, person: str) -> bool:
    rows = AgentFileRevision.objects.filter(file__agent=agent, file__person=person)
    return rows.exclude(operation="seed").exists()
