"""The files an agent and its people begin with. What is there is never written over."""

import logging
import re
import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from django.db import OperationalError, connection, transaction

from channels_bridge.actors import Actor
from hooks.services import redact, screen
from kirocrew.agents.events import event_of
from kirocrew.agents.identity import field_set
from kirocrew.agents.names import (
    BOOTSTRAP,
    SEEDED_OPEN,
    SEEDED_PREDEFINED,
    USER,
    USER_PREDEFINED,
    Session,
    template,
)
from kirocrew.agents.rights import is_shared
from kirocrew.agents.truncation import ContextFile
from kirocrew.base.clock import now
from kirocrew.base.text import clean, cut, one_line
from kirocrew.models import Agent, AgentFile, AgentFileRevision, AgentKind, AgentPerson
from memory.gate.checks import origin_of
from memory.services.journal import events_write

TRIES: Final = 3
PAUSE_S: Final = 0.5
"""How often, and how many seconds apart, a database that is busy is asked again; each try waits for the lock first."""
UNKNOWN_ZONE: Final = "(unknown)"
DISPLAY_LIMIT: Final = 120
PERSONAL_SESSIONS: Final = (Session.DIRECT, Session.GROUP)
"""In which somebody is met; a team and the runs without a person give nobody files."""
_MARKUP: Final = re.compile(r"[*_`#\[\]()<>|~\\!{}]")

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Seen:
    """What came of meeting a person: the names of files they got, or the files themselves, to be used `instead` for
    one turn because they could not be stored.
    """

    seeded: tuple[str, ...] = ()
    instead: tuple[ContextFile, ...] = ()


def agent_seeded(*, actor: Actor, agent: Agent, names: Iterable[str]) -> None:
    """Give an agent the templates of files it has not. Call it in the transaction that makes it."""
    _seed(actor, agent, "", {name: template(name, agent.kind) for name in names})


def person_seen(
    *, actor: Actor, agent: Agent, person: str, display_name: str = "", session: Session = Session.DIRECT
) -> Seen:
    """Note that an agent met a person, and give them their first files. Repeating it changes nothing but the time.

    Somebody who owns any file, also one that was taken away, gets none: a first run that ended does not begin again.
    With the name a channel shows (`display_name`) an open agent's person gets a filled-in USER.md and no first run.
    Where the database stays busy over TRIES more tries, the files are returned to be used for this turn, and the next
    turn tries again.
    """
    if session not in PERSONAL_SESSIONS or not person:
        return Seen()
    shown = display_name_of(display_name, actor)
    for attempt in range(TRIES + 1):
        try:
            with transaction.atomic():
                return Seen(tuple(_met(actor, agent, person, shown, session)))
        except OperationalError:
            if connection.in_atomic_block:
                raise
            logger.warning("The first files of a person could not be stored, try %d", attempt + 1)
        if attempt < TRIES:
            time.sleep(PAUSE_S)
    texts = first_texts(agent, shown)
    return Seen(instead=tuple(ContextFile(name, text, person) for name, text in texts.items()))


def first_texts(agent: Agent, display_name: str = "") -> dict[str, str]:
    """The files a new person gets, by name."""
    if agent.kind == AgentKind.OPEN:
        texts = {name: template(name) for name in SEEDED_OPEN}
        if display_name:
            texts[USER] = field_set(field_set(texts[USER], "Name", display_name), "Timezone", UNKNOWN_ZONE)
            del texts[BOOTSTRAP]
        return texts
    shared = {file.name: file.text for file in AgentFile.objects.filter(agent=agent, person="", removed_at=None)}
    rules = shared.get(USER_PREDEFINED, "")
    if rules.strip() and rules != template(USER_PREDEFINED):
        return {}
    texts = {name: template(name, AgentKind.PREDEFINED) for name in SEEDED_PREDEFINED}
    return texts | ({USER: shared[USER]} if shared.get(USER, "").strip() else {})


def display_name_of(text: str, actor: Actor) -> str:
    """A name as a channel shows it, without marks of Markdown; empty when it reads like an order or a secret."""
    cleaned = clean(text)
    if redact(cleaned).findings:  # before marks go, which a secret has as well
        return ""
    plain = cut(" ".join(_MARKUP.sub("", one_line(cleaned.replace("\n", " "))).split()), DISPLAY_LIMIT).strip()
    return plain if plain and screen(plain, origin=origin_of(actor)).level == "clear" else ""


def _met(actor: Actor, agent: Agent, person: str, shown: str, session: Session) -> list[str]:
    profile, _ = AgentPerson.objects.get_or_create(agent=agent, person=person)
    profile.last_seen_at, profile.display_name = now(), shown or profile.display_name
    profile.save(update_fields=["last_seen_at", "display_name"])
    if is_shared(agent, person, session):
        # They speak to one and the same agent: nobody makes its acquaintance anew.
        texts = first_texts(agent) if agent.kind == AgentKind.OPEN else {}
        return _seed(actor, agent, "", {name: text for name, text in texts.items() if name != BOOTSTRAP})
    if AgentFile.objects.filter(agent=agent, person=person, revision__gt=0).exists():
        return []
    return _seed(actor, agent, person, first_texts(agent, shown))


def _seed(actor: Actor, agent: Agent, person: str, texts: dict[str, str]) -> list[str]:
    """Store the texts of files that were never there, and return their names."""
    there = {file.name: file for file in AgentFile.objects.filter(agent=agent, person=person)}
    moment, seeded = now(), []
    for name, text in texts.items():
        file = there.get(name)
        if not text.strip() or (file is not None and file.revision):
            continue
        number = file.revisions.count() + 1 if file is not None else 1  # a text may wait there already
        file = file or AgentFile(agent=agent, person=person, name=name)
        file.text, file.revision, file.source, file.updated_at, file.removed_at = (
            text,
            number,
            actor.source,
            moment,
            None,
        )
        file.save()
        AgentFileRevision.objects.create(
            file=file, number=number, operation="seed", source=actor.source, text=text, recorded_at=moment
        )
        seeded.append(name)
    if seeded:
        detail = ", ".join(seeded) + (f" of {person}" if person else "")
        events_write([event_of(actor=actor, agent=agent, code="agent_files_seeded", detail=detail)])
    return seeded
