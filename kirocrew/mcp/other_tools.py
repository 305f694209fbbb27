"""Tools that ask the hooks, and for a context."""

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from channels_bridge.actors import Actor, Permission
from hooks.services.evaluate import tool_evaluate
from kirocrew.base.problems import Invalid
from kirocrew.context.blocks import Group
from kirocrew.context.build import session_build
from kirocrew.context.receipts import receipt_write
from kirocrew.context.requests import SESSION, ContextRequest, asked_for
from kirocrew.mcp.table import Asked, tool


class Evaluate(Asked):
    """A tool call as the harness reports it."""

    tool_name: Annotated[str, Meta(min_length=1, max_length=300, description="The tool's name.")]
    tool_input: Annotated[dict[str, Any], Meta(description="Its arguments.")] = msgspec.field(default_factory=dict)
    cwd: Annotated[str, Meta(max_length=1_000, description="Where it would run.")] = ""


class ContextGet(Asked):
    query: Annotated[str, Meta(max_length=4_000, description="What the session is about.")] = ""
    conversation: Annotated[str, Meta(max_length=200, description="Key or uid of a recorded conversation.")] = ""
    agent: Annotated[str, Meta(max_length=200, description="Your name, or the agent's you work as.")] = ""
    user: Annotated[str, Meta(max_length=200, description="The person who speaks.")] = ""
    model: Annotated[str, Meta(max_length=200, description="Decides how much there is room for.")] = ""
    project_dir: Annotated[str, Meta(max_length=1_000, description="Absolute path of the project.")] = ""
    groups: Annotated[list[str] | None, Meta(description="memory, lessons, project; all when left out.")] = None
    minimal: bool = False


@tool(
    "hooks_evaluate",
    title="May this run?",
    description="""Ask before you run a tool: allow, approve, deny or ask, with the owner's rule and the reason. A
    deny is final: do not try another way to do the same.""",
    arguments=Evaluate,
    permission=Permission.HOOKS_EVALUATE,
)
def evaluate_tool(actor: Actor, asked: Evaluate) -> dict[str, Any]:
    # No server is verified here: what a model says of a tool's origin never allows more.
    call = {"tool_name": asked.tool_name, "tool_input": asked.tool_input, "cwd": asked.cwd}
    verdict = tool_evaluate(actor=actor, call=call).verdict
    return {
        "decision": verdict.outcome.value,
        "rule": verdict.rule,
        "reason": verdict.reason,
        "is_security_denial": verdict.is_security_denial,
    }


@tool(
    "context_get",
    title="Get the context",
    description="""Everything an agent should know when a session begins, in one text within the window of its model:
    preferences, projects, history, facts, what happened, learned corrections. Ask once, at the beginning.""",
    arguments=ContextGet,
    permission=Permission.MEMORY_READ,
)
def context_tool(actor: Actor, asked: ContextGet) -> dict[str, Any]:
    request = ContextRequest(
        conversation=asked.conversation,
        agent=asked.agent,
        user=asked.user,
        model=asked.model,
        project_dir=asked.project_dir,
        query=asked.query,
        groups=_groups(asked.groups),
        minimal=asked.minimal,
    )
    given = asked_for(actor=actor, request=request)
    built = session_build(given)
    receipt = receipt_write(asked=given, kind=SESSION, built=built, words=given.query)
    return {
        "text": built.text,
        "tokens": built.tokens,
        "tokens_are": built.counter.method,
        "receipt": str(receipt.uid),
        "blocks": {block.name: block.chars for block in built.blocks if block.text},
    }


def _groups(given: list[str] | None) -> frozenset[Group] | None:
    if given is None:
        return None
    unknown = sorted(set(given) - {group.value for group in Group})
    if unknown:
        raise Invalid(f"There is no group '{unknown[0]}'. There are memory, lessons and project.", type="unknown-group")
    return frozenset(map(Group, given))
