"""Lessons that a bot says the owner taught: the recorded turn decides whether the lesson is the owner's.

The turn must be recorded by somebody else than the bot, be the owner's (a speaker `owner`; a `user` may be anybody who
writes there), be their latest word there, and state nothing but the rule, after an opening such as "remember" or "from
now on". A question, a quotation or an "if I were you" is no rule. A turn teaches once. Where the owner's own rule would
change, the turn must be younger than it, and what the turn does not say stays. Anything less waits.
"""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from channels_bridge.actors import Actor
from channels_bridge.models import Role
from kirocrew.base.text import normal_form
from memory.models import Category, Kind, Record, Revision, Store
from memory.services.corrections import NOTHING_OFFERED, Verdict, ref_as_recorded
from memory.services.drafts import LessonDraft
from memory.services.plain_statements import is_plain_statement
from memory.services.recorded_turns import Turn, turn_find

_OPENINGS: Final = re.compile(
    r"(?:(?:please|bitte|s'il te plaît|por favor|请|請|hãy)[,，]?\s*)?(?:"
    r"(?:always )?remember(?: that| this)?|note(?: that)?|keep in mind(?: that)?|from now on|in (?:the )?future"
    r"|learn this"
    r"|merke? dir|denk(?:e)? daran|ab jetzt|ab sofort|von jetzt an|in zukunft|künftig"
    r"|retiens(?: que)?|souviens-toi(?: que)?|à partir de maintenant|désormais"
    r"|recuerda(?: que)?|ten en cuenta(?: que)?|a partir de ahora|de ahora en adelante"
    r"|lembre-se(?: que| de que)?|a partir de agora|de agora em diante"
    r"|记住|記住|以后|以後|从现在起|從現在起|今后|今後は?|これからは|覚えておいて(?:ください|下さい)?"
    r"|기억해(?: ?줘| ?주세요)?|앞으로는?|이제부터|nhớ(?: rằng| là)?|từ giờ(?: trở đi)?|từ nay(?: trở đi)?"
    r")[:：,，、\s]*"
)
_BETWEEN: Final = re.compile(
    r"[\s,;.，；。、–—-]*(?:and |und )?(?:not|never|don't|instead of|rather than|nicht|statt|niemals|pas|jamais"
    r"|au lieu de|no|nunca|não|不要|别|別|而不是|ではなく|말고|không|đừng|thay vì)?[:：\s]*"
)
_END: Final = " .!。！"


def teaching_judge(*, actor: Actor, store: Store, draft: LessonDraft, rule: str, negative: str) -> Verdict:
    """Whether the recorded turn the draft names makes this rule the owner's."""
    if draft.taught_in is None:
        return NOTHING_OFFERED
    ref = ref_as_recorded(draft.taught_in)
    turn = turn_find(actor=actor, store=store, ref=ref)
    if isinstance(turn, str):
        return Verdict(False, {"conversation": ref.conversation, "position": ref.position, "missing": turn})
    missing = ""
    if turn.role is not Role.OWNER:
        missing = f"the turn is not the owner's but of a {turn.role}"
    elif not turn.is_latest:
        missing = "it is not the latest word of a person in this conversation"
    elif _taught_before(turn, store):
        missing = "the turn taught a lesson before"
    elif not says_rule(turn.text, rule, negative):
        missing = "the turn says something else, or more, than the rule"
    return Verdict(not missing, {**turn.as_evidence(), **({"missing": missing} if missing else {})})


def turn_outdated(notes: Mapping[str, Any], *, draft: LessonDraft, owners: Sequence[Record]) -> str:
    """Why a turn that teaches a rule may not change these rules of the owner's; empty when it may.

    `notes` are those of a verified verdict. A rule the owner touched after they said that is their later word, and what
    the draft names beside the rule is not in the turn.
    """
    said_at = datetime.fromisoformat(notes["said_at"])
    if any(said_at < row.updated_at for row in owners):
        return "the turn is older than the owner's rule it would change"
    if any(_names_more(draft, row) for row in owners):
        return "the turn does not say the category, times or names that the rule would get"
    return ""


def says_rule(text: str, rule: str, negative: str = "") -> bool:
    """Whether a turn states the rule, and what not to do where that is named, and nothing else."""
    said, wanted, unwanted = (normal_form(part).strip(_END) for part in (text, rule, negative))
    bare = _OPENINGS.sub("", said, count=1) if _OPENINGS.match(said) else said
    if not is_plain_statement(bare):
        return False
    for form in (said, bare):
        if not form.startswith(wanted) or not wanted:
            continue
        rest = form[len(wanted) :]
        if not unwanted and not rest:
            return True
        joint = _BETWEEN.match(rest)
        if unwanted and joint and rest[joint.end() :] == unwanted and joint.end() > 0:
            return True
    return False


def _taught_before(turn: Turn, store: Store) -> bool:
    """Whether the owner's lesson came of this turn before: what became of it since is their later word."""
    since = Revision.objects.filter(
        record__store=store, record__kind=Kind.LESSON, status=Revision.Status.ACCEPTED, recorded_at__gte=turn.said_at
    )
    return since.filter(metadata__taught_in__turn=str(turn.uid)).exists()


def _names_more(draft: LessonDraft, row: Record) -> bool:
    """Whether the draft says more of the rule than the turn can, otherwise than the owner's rule has it."""
    category = draft.category if draft.category in Category.values else ""
    named = {name: getattr(draft, name) for name in ("subject", "predicate", "valid_from", "valid_until")}
    named |= {"category": category}
    differs = any(value and value != getattr(row, name) for name, value in named.items())
    return differs or bool(draft.applies and draft.applies != row.lesson.applies)
