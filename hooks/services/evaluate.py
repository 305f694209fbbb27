"""May this pass? The decision about a tool call or a message, written down before it is given."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.db import DatabaseError, transaction

from channels_bridge.actors import Actor, Permission
from hooks.models import Decision, Outcome, Subject
from hooks.rules.calls import ToolCall, call_from
from hooks.rules.messages import MessageVerdict, decide_message
from hooks.rules.order import Verdict, decide, decide_all
from hooks.rules.protections import UNRECORDED
from hooks.rules.ruleset import Ruleset
from hooks.services.decisions import UNREADABLE, Made, decision_record
from hooks.services.rules import ruleset
from kirocrew.base.problems import Unavailable

logger = logging.getLogger(__name__)

UNRECORDED_VERDICT: Final = Verdict(
    Outcome.DENY,
    "record",
    UNRECORDED,
    "The decision could not be written down, so nothing may happen. Look at the server's log and its disk.",
    is_security_denial=True,
)


@dataclass(frozen=True, slots=True)
class Evaluation:
    """A verdict about a tool call, and the decision that was written down; None when it could not be."""

    verdict: Verdict
    decision: Decision | None


@dataclass(frozen=True, slots=True)
class MessageEvaluation:
    """A verdict about a message, and the decision that was written down."""

    verdict: MessageVerdict
    decision: Decision


def tool_evaluate(*, actor: Actor, call: Mapping[str, Any]) -> Evaluation:
    """Decide a tool call in the order of docs/reference/hooks.md, and write the decision down.

    `call` is what a harness reports, see `hooks.rules.calls.call_from`. Raises Forbidden without `hooks:evaluate`.
    A decision that can't be written down is a refusal.
    """
    actor.require(Permission.HOOKS_EVALUATE)
    asked = call_from(call)
    try:
        verdict = decide(asked, ruleset(), actor.source)
        with transaction.atomic():
            return Evaluation(verdict, decision_record(actor=actor, made=_made(asked, verdict)))
    except DatabaseError:
        logger.exception("A decision about a tool call could not be written down; the call is refused.")
        return Evaluation(UNRECORDED_VERDICT, None)


def message_evaluate(*, actor: Actor, text: str) -> MessageEvaluation:
    """Decide what happens to a message, and write it down. Raises Forbidden, or Unavailable when that fails."""
    actor.require(Permission.HOOKS_EVALUATE)
    try:
        verdict = decide_message(text, ruleset())
        made = Made(
            kind=Subject.MESSAGE,
            outcome=verdict.outcome,
            call={"text": text},
            shown=text,
            stage=verdict.outcome.value,
            rules=verdict.rules,
            reason=verdict.reason,
        )
        with transaction.atomic():
            return MessageEvaluation(verdict, decision_record(actor=actor, made=made))
    except DatabaseError as error:
        logger.exception("A decision about a message could not be written down.")
        raise Unavailable(
            "The decision could not be written down. Pass the message on as it is, or ask again.",
            type="decision-unrecorded",
        ) from error


def tool_try(*, actor: Actor, call: Mapping[str, Any], source: str = "", rules: Ruleset | None = None) -> Verdict:
    """Say what would be decided, and write nothing down. `source` is who would ask, the actor by default."""
    actor.require(Permission.HOOKS_READ)
    return decide(call_from(call), ruleset() if rules is None else rules, source or actor.source)


def tool_explain(*, actor: Actor, call: Mapping[str, Any], source: str = "") -> list[Verdict]:
    """Say what every stage would decide, the one that holds first; empty when a person would be asked."""
    actor.require(Permission.HOOKS_READ)
    return decide_all(call_from(call), ruleset(), source or actor.source)


def message_try(*, actor: Actor, text: str, rules: Ruleset | None = None) -> MessageVerdict:
    """Say what would happen to a message, and write nothing down."""
    actor.require(Permission.HOOKS_READ)
    return decide_message(text, ruleset() if rules is None else rules)


@dataclass(frozen=True, slots=True)
class Replay:
    """A recorded decision, and what the present rules would decide; None where the question was not kept."""

    decision: Decision
    outcome: Outcome | None
    rule: str = ""
    reason: str = ""

    @property
    def differs(self) -> bool:
        """Whether the present rules decide otherwise, or for another reason."""
        return self.outcome is not None and (
            self.outcome.value != self.decision.outcome or self.rule != self.decision.rule
        )


def decisions_replay(*, actor: Actor, decisions: list[Decision]) -> list[Replay]:
    """Hold recorded questions against the present rules; what was redacted is asked as it was kept."""
    actor.require(Permission.HOOKS_READ)
    rules = ruleset()
    return [_replay(actor, decision, rules) for decision in decisions]


def _replay(actor: Actor, decision: Decision, rules: Ruleset) -> Replay:
    if not decision.call or UNREADABLE in decision.call or decision.kind == Subject.SCRIPT:
        return Replay(decision, None)
    if decision.kind == Subject.MESSAGE:
        found = message_try(actor=actor, text=str(decision.call.get("text", "")), rules=rules)
        return Replay(decision, found.outcome, found.rules[0] if found.rules else "", found.reason)
    verdict = tool_try(actor=actor, call=decision.call, source=decision.source, rules=rules)
    return Replay(decision, verdict.outcome, verdict.rule, verdict.reason)


def _made(call: ToolCall, verdict: Verdict) -> Made:
    shown = next(iter((*call.commands, *call.paths, *call.targets, call.title)), "")
    return Made(
        kind=Subject.TOOL,
        outcome=verdict.outcome,
        call=call.as_json(),
        shown=shown,
        tool=call.identity or call.tool_name or call.kind,
        stage=verdict.stage,
        rules=(verdict.rule,) if verdict.rule else (),
        reason=verdict.reason,
        is_security_denial=verdict.is_security_denial,
        read_only=verdict.read_only,
        identity_grant=verdict.identity_grant,
    )
