"""What happens to a message: a reply at once, else a wrapping, else context."""

from dataclasses import dataclass
from typing import Final

from hooks.models.decisions import Outcome
from hooks.rules.folding import for_message
from hooks.rules.ruleset import MessageEntry, Ruleset, fold_trigger

CONTEXT_JOINT: Final = "\n\n"


@dataclass(frozen=True, slots=True)
class MessageVerdict:
    """`reply` ends the turn; otherwise `text` goes on to the model, with `context` beside it."""

    outcome: Outcome
    text: str
    reply: str = ""
    context: str = ""
    rules: tuple[str, ...] = ()
    reason: str = ""


def decide_message(text: str, rules: Ruleset) -> MessageVerdict:
    """The first reply that hits; else the first transform, and then no context; else all contexts that hit, joined."""
    folded = for_message(text)
    for entry in rules.replies:
        if _hits(entry, folded):
            return MessageVerdict(Outcome.REPLY, text, reply=entry.reply, rules=(entry.id,), reason="A reply is set.")
    for entry in rules.transforms:
        if _hits(entry, folded):
            wrapped = f"{entry.prefix}{text}{entry.suffix}"
            return MessageVerdict(Outcome.TRANSFORM, wrapped, rules=(entry.id,), reason="The message is wrapped.")
    hits = [entry for entry in rules.contexts if _hits(entry, folded)]
    if not hits:
        return MessageVerdict(Outcome.PASS, text, reason="No rule is about this message.")
    context = CONTEXT_JOINT.join(entry.context for entry in hits)
    ids = tuple(entry.id for entry in hits)
    return MessageVerdict(Outcome.CONTEXT, text, context=context, rules=ids, reason=f"{len(hits)} with context.")


def _hits(entry: MessageEntry, folded: str) -> bool:
    for trigger in entry.triggers:
        sought = fold_trigger(trigger)
        if sought and (folded == sought if entry.exact else sought in folded):
            return True
    return False
