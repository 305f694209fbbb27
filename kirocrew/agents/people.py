"""The people an agent met, and who of them may change it in a group."""

from django.db import transaction
from django.db.models import QuerySet

from channels_bridge.actors import Actor
from kirocrew.agents.events import event_of
from kirocrew.agents.rights import owner_only, person_checked
from kirocrew.base.problems import Invalid
from kirocrew.models import Agent, AgentPerson
from memory.services.journal import events_write


def people_of(*, actor: Actor, agent: Agent) -> QuerySet[AgentPerson]:
    """The people an agent met, whom it met last first. For the owner. Raises Forbidden."""
    owner_only(actor)
    return AgentPerson.objects.filter(agent=agent).order_by("-last_seen_at", "person")


def writer_set(*, actor: Actor, agent: Agent, person: str, may_write: bool) -> AgentPerson:
    """Name somebody who may change an agent in a group, or no longer. While nobody is named, everybody may.

    For the owner. Raises Forbidden, Invalid for a name that can't be one.
    """
    owner_only(actor)
    person = person_checked(person)
    if not person:
        raise Invalid("Say who with 'person'.", type="agent-person-missing")
    with transaction.atomic():
        profile, _ = AgentPerson.objects.get_or_create(agent=agent, person=person)
        if profile.may_write != may_write:
            profile.may_write = may_write
            profile.save(update_fields=["may_write"])
            detail = f"{person}: {'may write' if may_write else 'may not write'}"
            events_write([event_of(actor=actor, agent=agent, code="agent_writer_set", detail=detail)])
    return profile
