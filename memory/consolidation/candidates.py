"""What a span offers memory: drafts with the turn each rests on, and why one waits, or comes to nothing at once.

Nothing here reads a store or writes. What may be kept is decided by the gate, like of any draft.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any, Final

from django.utils import timezone

from channels_bridge.models import Conversation, Origin, Role, Turn
from memory.consolidation.answers import Claim
from memory.consolidation.explicit import Item, Said, statements_extract
from memory.consolidation.limits import MODEL_CONFIDENCE, RULE_CONFIDENCE
from memory.consolidation.quoting import is_quoted_in
from memory.consolidation.spans import Span, is_person
from memory.gate.checks import NOT_SAID, ONE_OF_SEVERAL, UNSUPPORTED
from memory.gate.placeholders import says_nothing
from memory.models import Category, Kind
from memory.services.drafts import Draft, EpisodeDraft, FactDraft, LessonDraft

RULES: Final = "rules"
MODEL: Final = "model"
PERSONAL: Final = ("user.", "pref.")
"""How keys begin that say something of the user."""
EMPTY: Final = "empty_value"
UNSEEN: Final = "unseen_key"
NOT_SURE: Final = Decimal("0.8")
"""What a fact counts whose model said nothing of how sure it is."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """One item of a span. `position` is the turn it rests on, None for one that names none that was read.

    `doubt` is why it waits for the owner, `nothing` why it comes to nothing. `forgets` marks a fact's key that is to be
    forgotten; then there is no draft. `seen` is the revision of the key's fact that the reader knew, None for none.
    """

    kind: Kind
    by: str
    position: int | None
    key: str = ""
    draft: Draft | None = None
    doubt: str = ""
    nothing: str = ""
    forgets: bool = False
    seen: int | None = None


def candidates_of_rules(span: Span, conversation: Conversation) -> list[Candidate]:
    """What people plainly said in the span, as the rules read it."""
    said = [Said(-1, role, "", speaker=author) for role, author in sorted(span.people)]
    said += [
        Said(turn.position, Role(turn.role), turn.text, timezone.localtime(turn.said_at), turn.author)
        for turn in span.turns
        if is_person(turn)
    ]
    return [_of_item(item, span, conversation) for item in statements_extract(said)]


def candidates_of_claims(
    claims: Iterable[Claim], span: Span, conversation: Conversation, *, seen: Mapping[str, int]
) -> list[Candidate]:
    """What a model read in the span. `seen` are the revisions of the facts it was shown, by key: only those may
    it ask to forget.
    """
    return [_of_claim(claim, span, conversation, seen) for claim in claims]


def reference(conversation: Conversation, position: int | None) -> str:
    """How a record names the turn it comes from."""
    return conversation.key if position is None else f"{conversation.key}#{position}"


def _of_item(item: Item, span: Span, conversation: Conversation) -> Candidate:
    turn = span.at(item.position)
    about = _about(conversation, item.position, turn.said_at if turn else None)
    draft: Draft
    if item.kind is Kind.FACT:
        draft = FactDraft(key=item.key, value=item.value, confidence=RULE_CONFIDENCE, **about)
    elif item.kind is Kind.LESSON:
        draft = LessonDraft(rule=item.rule, negative=item.negative, category=Category.PREFERENCE, **about)
    else:
        tags = (f"day:{item.day.isoformat()}",) if item.day else ()
        draft = EpisodeDraft(text=item.text, tags=tags, speaker=item.speaker, **about)
    return Candidate(item.kind, RULES, item.position, key=item.key, draft=draft)


def _of_claim(claim: Claim, span: Span, conversation: Conversation, seen: Mapping[str, int]) -> Candidate:
    turn = span.at(claim.turn)
    position = turn.position if turn is not None else None
    if claim.delete:
        unseen = "" if claim.key in seen else UNSEEN
        return Candidate(claim.kind, MODEL, position, key=claim.key, nothing=unseen, forgets=True)
    if _is_nothing(claim):
        return Candidate(claim.kind, MODEL, position, key=claim.key, nothing=EMPTY)
    about = _about(conversation, position, turn.said_at if turn is not None else None)
    return Candidate(
        claim.kind,
        MODEL,
        position,
        key=claim.key,
        draft=_draft(claim, about),
        doubt=_doubt(claim, turn, span),
        seen=seen.get(claim.key),
    )


def _draft(claim: Claim, about: dict[str, Any]) -> Draft:
    if claim.kind is Kind.FACT:
        sure = NOT_SURE if claim.confidence is None else min(claim.confidence, MODEL_CONFIDENCE)
        return FactDraft(key=claim.key, value=claim.value, confidence=sure, **about)
    if claim.kind is Kind.LESSON:
        return LessonDraft(rule=claim.text, negative=claim.negative, category=claim.category, **about)
    return EpisodeDraft(text=claim.text, tags=claim.tags, importance=claim.importance, **about)


def _doubt(claim: Claim, turn: Turn | None, span: Span) -> str:
    """Why the item waits: the words are not in the turn it names, nobody said what would be a fact or a rule, or one of
    several people did, who may not be the user that the key or the rule is about.
    """
    if turn is None or not is_quoted_in(claim.quote, turn):
        return UNSUPPORTED
    if not is_person(turn):
        is_told = claim.kind is Kind.EPISODE and turn.origin == Origin.TYPED
        return "" if is_told else NOT_SAID
    is_personal = claim.kind is Kind.LESSON or claim.key.startswith(PERSONAL)
    is_anybodys = len(span.people) > 1 and turn.role != Role.OWNER
    return ONE_OF_SEVERAL if is_personal and is_anybodys else ""


def _is_nothing(claim: Claim) -> bool:
    said = claim.value if claim.kind is Kind.FACT else claim.text
    return said is None or (isinstance(said, str) and (not said.strip() or says_nothing(said)))


def _about(conversation: Conversation, position: int | None, said_at: datetime | None) -> dict[str, Any]:
    return {
        "observed_at": said_at,
        "source_ref": reference(conversation, position),
    }
