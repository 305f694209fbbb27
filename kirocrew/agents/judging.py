"""What the gate says of a context file's text."""

from channels_bridge.actors import Actor
from kirocrew.models import Agent
from memory.gate.checks import Passed, check_whole_text
from memory.gate.outcomes import Refusal
from memory.models import Store
from memory.services.document_gate import refused_in
from memory.services.refused import Refused
from memory.services.stores import store_get


def store_of(agent: Agent) -> Store:
    """The store whose rules hold for an agent's files: its own, else the crew's."""
    return agent.store or store_get(actor=Actor.system("agents"))


def text_judge(text: str, *, before: str, actor: Actor, agent: Agent) -> Passed | Refusal:
    """The text, cleaned and without credentials, or why it can't stand. `before` is what stands there.

    Suspicious text passes with its doubts: it may wait, which a document can't.
    """
    store = store_of(agent)
    passed = check_whole_text(text, before=before, actor=actor, store=store)
    if isinstance(passed, Refusal):
        return passed
    return refused_in(str(passed.value), before=before, actor=actor, refused=Refused(store)) or passed
