"""What a conversation in which nothing is to be kept, or recalled, means for everything else that names it."""

from collections.abc import Iterable, Sequence
from typing import Final

from channels_bridge.actors import Actor
from channels_bridge.models import Conversation, MemoryMode
from kirocrew.base.problems import Conflict
from memory.gate.outcomes import Outcome, Refusal, RefusalCode
from memory.services.drafts import Draft
from memory.services.episode_drafts import conversation_name
from memory.services.preparing import refused

NOTHING_KEPT: Final = Refusal(
    RefusalCode.CONVERSATION_MODE,
    "Nothing of this conversation is to be kept: it is 'incognito' or 'temporary'. Leave it.",
    "conversation",
)


def closed_by_mode(*, actor: Actor, kind: str, drafts: Sequence[Draft]) -> dict[int, Outcome]:
    """The refusals, by place, of drafts that name a conversation of the actor's in which nothing is kept.

    The gate does not even look at them: a refusal for another reason would leave a trace of the text in the audit.
    """
    named = [_names(draft) for draft in drafts]
    closed = _closed(actor, set().union(*named), MemoryMode.INCOGNITO, MemoryMode.TEMPORARY)
    if not closed:
        return {}
    places = (place for place, names in enumerate(named) if not closed.isdisjoint(names))
    return {place: refused(kind, NOTHING_KEPT, key=getattr(drafts[place], "key", "")) for place in places}


def refuse_temporary(actor: Actor, conversation: str) -> None:
    """Raise Conflict where a question names a conversation of the actor's that does not read memory."""
    if conversation and _closed(actor, {conversation_name(conversation)}, MemoryMode.TEMPORARY):
        raise Conflict(
            "This conversation is 'temporary': it neither reads nor writes memory.", type="conversation-temporary"
        )


def keeps_nothing(actor: Actor, names: Iterable[str]) -> bool:
    """Whether one of these names a conversation of the actor's in which nothing is kept."""
    kept = {conversation_name(name) for name in names if name}
    return bool(_closed(actor, kept, MemoryMode.INCOGNITO, MemoryMode.TEMPORARY))


def _closed(actor: Actor, names: Iterable[str], *modes: MemoryMode) -> set[str]:
    wanted = [name for name in names if name]
    if not wanted:
        return set()
    rows = Conversation.objects.filter(
        started_by=actor.source, started_ident=actor.ident, key__in=wanted, mode__in=modes
    )
    return set(rows.values_list("key", flat=True))


def _names(draft: Draft) -> set[str]:
    """The conversations that a draft names, as they are kept."""
    evidence = getattr(draft, "evidence", None)
    turns = [getattr(draft, "taught_in", None), evidence.turn if evidence else None]
    turns += [source.turn for source in draft.derived_from]
    said = [getattr(draft, "conversation", ""), *(turn.conversation for turn in turns if turn)]
    return {conversation_name(name) for name in said if name}
