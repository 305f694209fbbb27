"""From a request to what is asked for: whose memory, which conversation, how large a window."""

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Final

from channels_bridge.actors import Actor, Permission
from channels_bridge.models import Channel, Conversation
from channels_bridge.services.channels import channel_get
from kirocrew.base.problems import Invalid
from kirocrew.base.text import clean
from kirocrew.context.asking import Asked, Passed
from kirocrew.context.blocks import Group
from kirocrew.context.caps import caps_for
from kirocrew.context.tokens import counter_for
from kirocrew.context.windows import window_of
from kirocrew.models import Agent, ContextReceipt
from memory.models import Store
from memory.services.conversations import conversation_get
from memory.services.moments import Moment
from memory.services.question_vector import question_vector
from memory.services.settings import settings_all
from memory.services.stores import store_get

SESSION: Final = "session"
MESSAGE: Final = "message"
"""Kinds of contexts."""
EMBED_SECONDS: Final = 0.05
"""What a context waits for the question's vector; without it words alone are searched, and it says so."""


@dataclass(frozen=True, slots=True)
class ContextRequest:
    """What a caller says. `conversation` is a key or uid, `groups` None for all, `window` in tokens."""

    conversation: str = ""
    channel: str = ""
    store: str | None = None
    agent: str = ""
    model: str = ""
    window: int | None = None
    language: str = ""
    project_dir: str = ""
    query: str = ""
    groups: frozenset[Group] | None = None
    skills: Collection[str] | None = None
    resumed: bool = False
    minimal: bool = False
    conduct: bool = True
    user: str = ""
    compressed: str = ""
    stops: tuple[str, ...] = ()
    steering: tuple[Passed, ...] = ()
    is_trial: bool = False
    moment: Moment | None = field(default=None)


def asked_for(*, actor: Actor, request: ContextRequest) -> Asked:
    """What is asked for, with its scope settled by the server: the conversation's store and project, or the actor's.

    Raises Forbidden for who may not read memory, NotFound for what the actor may not see, Invalid where the
    conversation is bound to another store than is named.
    """
    actor.require(Permission.MEMORY_READ)
    conversation = conversation_get(actor=actor, name=request.conversation) if request.conversation else None
    bound = conversation.binding.store if conversation is not None else None
    if bound is not None and request.store and request.store != bound.slug:
        raise Invalid("The conversation is bound to another store. Leave the store out.", type="other-store")
    name = request.agent or (conversation.agent if conversation else "") or actor.member
    agent = Agent.objects.live().visible_to(actor).select_related("store").filter(slug=name).first() if name else None
    model = request.model or (agent.model if agent else "")
    owners = settings_all()
    window = request.window or window_of(model, owners["model_windows"])
    query = clean(request.query)
    vector = question_vector(query, deadline=EMBED_SECONDS) if query.strip() and not request.minimal else None
    return Asked(
        actor=actor,
        store=bound or _store(actor, request, agent),
        caps=caps_for(window),
        window=window,
        conversation=conversation,
        channel=_channel(actor, request.channel),
        agent=name,
        profiled=agent,
        model=model,
        counter=counter_for(model, owners),
        language=request.language,
        project=(conversation.project if conversation else "") or actor.project,
        project_dir=request.project_dir,
        query=query,
        vector=vector.vector if vector else None,
        space=vector.key if vector else None,
        mode_reason=vector.reason if vector else "",
        moment=request.moment,
        groups=_groups(actor, request, conversation),
        resumed=request.resumed,
        minimal=request.minimal,
        conduct=request.conduct,
        only=request.skills,
        is_trial=request.is_trial,
        user=clean(request.user),
        compressed=clean(request.compressed),
        stops=tuple(map(clean, request.stops)),
        steering=tuple(Passed(clean(one.name), clean(one.text)) for one in request.steering),
    )


def _store(actor: Actor, request: ContextRequest, agent: Agent | None) -> Store:
    """The store that is named; else, for the owner, the one of the agent that is named; else the actor's own."""
    if request.store is None and actor.is_owner and agent is not None and agent.store is not None:
        return agent.store
    return store_get(actor=actor, slug=request.store)


def _groups(actor: Actor, request: ContextRequest, conversation: Conversation | None) -> frozenset[Group]:
    """Those that are named; else what goes on inherits what its session began with; else all."""
    if request.groups is not None:
        return request.groups | {Group.CONDUCT}
    if conversation is None:
        return frozenset(Group)
    before = ContextReceipt.objects.visible_to(actor).filter(conversation=conversation, kind=SESSION)
    chosen = before.order_by("-id").values_list("asked__groups", flat=True).first()
    return frozenset(Group) if chosen is None else frozenset(map(Group, chosen)) | {Group.CONDUCT}


def _channel(actor: Actor, key: str) -> Channel | None:
    return channel_get(actor=actor, key=key) if key else None
