"""Agents: making, finding, changing and retiring them."""

import re
from typing import Any, Final

from django.db import IntegrityError, transaction

from channels_bridge.actors import Actor, Permission
from hooks.services import redact, screen
from kirocrew.agents import files, seeding
from kirocrew.agents.events import event_of
from kirocrew.agents.names import IDENTITY, SEEDED_AGENT
from kirocrew.agents.rights import owner_only, person_checked
from kirocrew.base.clock import now
from kirocrew.base.problems import Conflict, Invalid, NotFound
from kirocrew.base.text import clean
from kirocrew.models import Agent, AgentKind, PromptMode
from kirocrew.models.agents import EXPERTISE_LIMIT, AgentQuerySet
from memory.gate.checks import origin_of
from memory.services.journal import events_write

SLUG: Final = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,58}[a-z0-9])?")
NAME_LIMIT: Final = 120
DESCRIPTION_LIMIT: Final = 10_000
MODEL_LIMIT: Final = 120
SHARED_MOST: Final = 500
"""Characters, and people, that an agent may have."""
SWITCHES: Final = ("self_evolve", "crew_context", "shared_dm", "shared_group")
CHANGEABLE: Final = ("name", "description", "expertise", "mode", "model", "shared_people", *SWITCHES)


def agents_visible(actor: Actor, *, with_retired: bool = False) -> AgentQuerySet:
    """The agents an actor may know of; those that were retired for the owner alone. Raises Forbidden."""
    actor.require(Permission.AGENTS_READ)
    rows = Agent.objects.visible_to(actor).select_related("store")
    return rows if with_retired and (actor.is_owner or actor.is_system) else rows.live()


def agent_get(*, actor: Actor, slug: str) -> Agent:
    """The agent of that name, for the owner also a retired one.

    Raises NotFound for one that is not there or not for this actor, Forbidden.
    """
    agent = agents_visible(actor, with_retired=True).filter(slug=slug).first()
    if agent is None:
        raise NotFound("There is no such agent for you. GET /api/agents lists those you may use.", type="unknown-agent")
    return agent


def agent_create(*, actor: Actor, slug: str, kind: str = AgentKind.PREDEFINED, name: str = "", **fields: Any) -> Agent:
    """Make an agent; a predefined one with the files it begins with.

    `fields` are those of `agent_change`. Without a name it is called as its slug. Raises Forbidden for others than the
    owner, Invalid, Conflict for a slug that is taken.
    """
    owner_only(actor)
    if not SLUG.fullmatch(slug) or redact(slug).findings:
        raise Invalid("An agent's short name has 1 to 60 of a-z, 0-9 and '-', as in 'gardener'.", type="agent-invalid")
    if kind not in AgentKind.values:
        raise Invalid(f"An agent is one of {', '.join(AgentKind.values)}.", type="agent-invalid")
    checked = _checked(actor, fields | {"name": name or slug})
    agent = Agent(slug=slug, kind=kind, name_typed=bool(name), created_by=actor.source, **checked)
    try:
        with transaction.atomic():
            agent.save(force_insert=True)
            events_write([event_of(actor=actor, agent=agent, code="agent_created", new=kind)])
            if kind == AgentKind.PREDEFINED:
                seeding.agent_seeded(actor=actor, agent=agent, names=SEEDED_AGENT)
    except IntegrityError as error:
        raise Conflict(f"An agent called '{slug}' exists already.", type="agent-exists") from error
    return agent


def agent_change(*, actor: Actor, agent: Agent, **fields: Any) -> Agent:
    """Change what CHANGEABLE names, of the agent as it is stored now. A new name goes into its IDENTITY.md as well.

    Raises Forbidden for others than the owner, Invalid for a field that can't be changed or a value that can't stand.
    """
    owner_only(actor)
    checked = _checked(actor, fields)
    with transaction.atomic():
        stored = Agent.objects.get(pk=agent.pk)
        changed = [name for name, value in checked.items() if getattr(stored, name) != value]
        if changed:
            for name in changed:
                setattr(stored, name, checked[name])
            stored.name_typed = stored.name_typed or "name" in changed
            stored.changed_at = now()
            stored.save(update_fields=[*changed, "name_typed", "changed_at"])
            events_write([event_of(actor=actor, agent=stored, code="agent_changed", detail=", ".join(changed))])
            if "name" in changed and stored.files.filter(person="", name=IDENTITY, removed_at=None).exists():
                files.identity_set(actor=actor, agent=stored, field="Name", value=stored.name)
    return stored


def agent_retire(*, actor: Actor, agent: Agent, reason: str = "") -> Agent:
    """Serve an agent no more; its files stay and it can come back. Raises Forbidden, Conflict when it is retired."""
    return _turned(actor, agent, code="agent_retired", is_retired=True, reason=reason)


def agent_return(*, actor: Actor, agent: Agent, reason: str = "") -> Agent:
    """Serve a retired agent again. Raises Forbidden, Conflict when it is not retired."""
    return _turned(actor, agent, code="agent_returned", is_retired=False, reason=reason)


def _turned(actor: Actor, agent: Agent, *, code: str, is_retired: bool, reason: str) -> Agent:
    owner_only(actor)
    with transaction.atomic():
        moment = now()
        rows = Agent.objects.filter(pk=agent.pk, retired_at__isnull=is_retired)
        if not rows.update(retired_at=moment if is_retired else None, changed_at=moment):
            raise Conflict(f"It is {'retired already' if is_retired else 'not retired'}.", type="agent-state")
        events_write([event_of(actor=actor, agent=agent, code=code, detail=reason)])
    return Agent.objects.select_related("store").get(pk=agent.pk)


def _checked(actor: Actor, fields: dict[str, Any]) -> dict[str, Any]:
    """The fields as they are stored. Raises Invalid."""
    if unknown := fields.keys() - set(CHANGEABLE):
        raise Invalid(f"'{sorted(unknown)[0]}' of an agent can't be changed.", type="agent-invalid")
    checked: dict[str, Any] = {name: _text(actor, name, value) for name, value in fields.items() if name in _LIMITS}
    if checked.get("name") == "":
        raise Invalid("An agent needs a name.", type="agent-invalid")
    for name in SWITCHES:
        if name in fields:
            checked[name] = bool(fields[name])
    if "mode" in fields:
        if fields["mode"] not in PromptMode.values:
            raise Invalid(f"'mode' is one of {', '.join(PromptMode.values)}.", type="agent-invalid")
        checked["mode"] = fields["mode"]
    if "shared_people" in fields:
        checked["shared_people"] = _people(fields["shared_people"])
    return checked


def _text(actor: Actor, name: str, value: str) -> str:
    """A text beside an agent: it stands in prompts, so what reads like a foreign order is no such text."""
    text = redact(clean(value)).text.strip()
    text = text if name == "description" else " ".join(text.split())
    if len(text) > _LIMITS[name]:
        raise Invalid(f"'{name}' has at most {_LIMITS[name]:,} characters.", type="agent-invalid")
    if screen(text, origin=origin_of(actor)).level == "hostile":
        raise Invalid(f"'{name}' reads like an attack on the agent. Rephrase it.", type="agent-invalid")
    return text


def _people(people: Any) -> list[str]:
    if not isinstance(people, list) or len(people) > SHARED_MOST or not all(isinstance(one, str) for one in people):
        raise Invalid(f"'shared_people' is a list of at most {SHARED_MOST} names.", type="agent-invalid")
    return sorted({person_checked(one) for one in people} - {""})


_LIMITS: Final = {
    "name": NAME_LIMIT,
    "description": DESCRIPTION_LIMIT,
    "expertise": EXPERTISE_LIMIT,
    "model": MODEL_LIMIT,
}
