"""Learning skills from work: which conversations are looked at and when, and what each look comes to.

Nothing is judged twice: a mark says up to where a conversation was looked at, and it moves in the transaction that
stages what was found: a worker that is killed before it has written nothing, and one that is killed after it all.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import F, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce

from channels_bridge.actors import Actor
from channels_bridge.models import Conversation, Job, MemoryMode, Turn
from channels_bridge.services.jobs import JobRun, job_enqueue
from kirocrew.base.clock import now
from kirocrew.base.problems import Problem
from memory.inference.chat import ChatError, ChatModel
from memory.models import ConversationStore, Policy
from memory.services.language import BudgetSpent, language_ask, language_model
from memory.services.settings import settings_all
from skills.learning.answers import Detected, detect_read, judge_read, merged_read
from skills.learning.codes import CandidateRefused, LearnOutcome
from skills.learning.dedupe import NEW, Judgement, Known, Verdict, judgement_read, settled, triggers_union, words_alike
from skills.learning.gate import gate_check, may_be_shown
from skills.learning.limits import ATTEMPTS, RETRY, SAME_WORDS, TURNS
from skills.learning.prompting import detect_request, judge_request, merge_request
from skills.learning.texts import SKILL_FILE, Written
from skills.models import CandidateState, LearningMark, Skill, SkillCandidate
from skills.services.candidate_files import texts_of, written_redacted
from skills.services.deciding import candidate_publish
from skills.services.events import event_write
from skills.services.staging import Source, auto_known, auto_skill, candidate_stage

logger = logging.getLogger(__name__)

LEARN_JOB: Final = "skills.learn"
SYSTEM: Final = Actor.system("learning")
TITLE: Final = "Look for a skill in “{}”"
TITLE_KEY: Final = 80  # characters of a conversation's key in a job's title
BACK: Final = timedelta(days=7)
"""How long ago the last turn may be: whoever switches learning on does not pay for years of conversations."""
AT_ONCE: Final = 20
"""Conversations that are asked for in one look."""
CHARGED: Final = frozenset({"unusable", "too_slow", "too_large", "broken_off", "no_answer", "cut_off"})
"""Kinds of failure that the turns may be to blame for. Any other is waited out."""


class _Meanwhile(Exception):
    """What was read does not stand any more, or another run was quicker: nothing is written."""


@dataclass(frozen=True, slots=True)
class _Look:
    """One look at a conversation: all turns of the window, and those of them that are new, up to `end`."""

    conversation: Conversation
    began: datetime
    judged_to: int
    end: int
    window: Sequence[Turn]

    @property
    def fresh(self) -> list[Turn]:
        return [turn for turn in self.window if turn.position >= self.judged_to]

    @property
    def shown(self) -> list[Turn]:
        return [turn for turn in self.fresh if may_be_shown(turn)]

    @property
    def actor(self) -> Actor:
        return replace(Actor.system(f"learning:{self.conversation.uid}"), project=self.conversation.project)


def learning_ended(conversation_id: int) -> Job | None:
    """Ask for a look at a conversation that has ended, if the owner wants that and a model is there."""
    conversation = Conversation.objects.filter(pk=conversation_id, mode=MemoryMode.NORMAL).first()
    return _enqueue(conversation) if conversation is not None and _is_on() else None


def learning_due(at: datetime | None = None) -> list[Job]:
    """Ask for the conversations that ended or fell silent since the last look, and for looks that are due again."""
    if not _is_on():
        return []
    instant = at or now()
    idle = instant - timedelta(hours=settings_all()["history_idle_hours"])
    marks = LearningMark.objects.filter(conversation=OuterRef("pk"))
    rows = Conversation.objects.filter(mode=MemoryMode.NORMAL, last_turn_at__gt=instant - BACK).annotate(
        judged_to=Coalesce(Subquery(marks.values("judged_to")), 0),
        looked_at=Subquery(marks.values("at")),
        again_at=Subquery(marks.values("retry_at")),
    )
    over = Q(last_turn_at__lte=idle) | Q(ended_at__isnull=False)
    unseen = Q(looked_at__isnull=True) | Q(again_at__isnull=True, last_turn_at__gt=F("looked_at"))
    rows = rows.filter(over, unseen | Q(again_at__lte=instant), next_position__gt=F("judged_to"))
    return [_enqueue(row) for row in rows.order_by("last_turn_at")[:AT_ONCE]]


def learning_perform(run: JobRun, conversation_id: int) -> dict[str, Any]:
    """Look at a conversation once; the handler of the job. Returns the outcome and what it is about."""
    look = _look(conversation_id)
    if look is None or not settings_all()["skills_learn"]:
        return {"outcome": LearnOutcome.NOTHING.value}
    gate = gate_check(look.fresh, look.window, tool_turns=settings_all()["skills_learn_tool_turns"])
    if gate is LearnOutcome.FEW_TOOLS:
        return _marked(look, gate, judged_to=look.judged_to)
    if gate is not None:
        return _marked(look, gate)
    try:
        model = language_model()
        if model is None:
            return _put_off(look, "No language model is configured.", now() + RETRY)
        return _learn(run, look, model)
    except BudgetSpent as why:
        return _put_off(look, str(why), why.until)
    except ChatError as why:
        return _failed(look, why)
    except _Meanwhile as why:
        return {"outcome": LearnOutcome.NOTHING.value, "detail": str(why)}


def _look(conversation_id: int) -> _Look | None:
    with transaction.atomic():
        conversation = Conversation.objects.filter(pk=conversation_id, mode=MemoryMode.NORMAL).first()
        mark = LearningMark.objects.filter(conversation=conversation_id).first()
        judged_to, began = mark.judged_to if mark else 0, now()
        if conversation is None or conversation.next_position <= judged_to:
            return None
        end = conversation.next_position
        rows = conversation.turns.filter(position__gte=end - TURNS, position__lt=end, erased_at__isnull=True)
        return _Look(conversation, began, judged_to, end, list(rows.order_by("position")))


def _learn(run: JobRun, look: _Look, model: ChatModel) -> dict[str, Any]:
    may_refine = settings_all()["skills_refine"]
    run.progress(0, 3, "reading")
    known = auto_known()
    about = str(look.conversation.uid)
    request = detect_request(
        look.shown, [one for one in known if one.is_live], may_refine=may_refine, window=model.window
    )
    detected: Detected = language_ask(
        request, read=lambda answer: detect_read(answer, may_refine=may_refine), about=about
    ).value
    run.raise_if_cancelled()
    if detected.written is None:
        return _marked(look, LearnOutcome.NOTHING)
    written = written_redacted(detected.written)
    run.progress(1, 3, "comparing")
    judged = _judged(detected, written, known, model, about)
    if judged.verdict is Verdict.DUPLICATE:
        return _marked(look, LearnOutcome.DUPLICATE, detail=judged.key)
    if _refused_before(written):
        return _marked(look, LearnOutcome.REFUSED_BEFORE, detail=written.slug)
    target = auto_skill(judged.key) if judged.verdict is Verdict.UPDATE else None
    if detected.refines and target is None:
        return _marked(look, LearnOutcome.REJECTED, detail=f"'{detected.refines}' is no live learned skill")
    run.progress(2, 3, "writing")
    if target is not None:
        written = _merged(target, written, about)
    run.raise_if_cancelled()
    return _staged(look, written, target)


def _judged(detected: Detected, written: Written, known: Sequence[Known], model: ChatModel, about: str) -> Judgement:
    """What a judge says, and words where it says NEW. A refinement names its skill itself."""
    if detected.refines:
        return Judgement(Verdict.UPDATE, detected.refines)
    if not known:
        return NEW
    try:
        request = judge_request(written, known, window=model.window)
        word = language_ask(request, read=judge_read, about=about).value
        judged = judgement_read(word, {one.key for one in known})
    except ChatError as why:
        logger.info("The judge of skills gave no answer (%s); words decide.", why.kind)
        judged = NEW
    return settled(judged, written.description, known)


def _refused_before(written: Written) -> bool:
    """Whether the owner rejected a skill of the same words: it does not come back."""
    rows = SkillCandidate.objects.filter(state=CandidateState.REJECTED).values_list("description", flat=True)
    return any(words_alike(description, written.description) >= SAME_WORDS for description in rows)


def _merged(target: Skill, written: Written, about: str) -> Written:
    """The proposal folded into the live skill, with the phrases of both; by itself where the model can't."""
    both = replace(written, triggers=tuple(triggers_union(target.triggers, written.triggers)))
    live = texts_of(target, target.version).get(SKILL_FILE, "")
    try:
        return language_ask(merge_request(live, both), read=lambda answer: merged_read(answer, both), about=about).value
    except ChatError as why:
        logger.info("A skill could not be merged (%s); the proposal stands by itself.", why.kind)
        return both


def _staged(look: _Look, written: Written, target: Skill | None) -> dict[str, Any]:
    """Stage it and move the mark at once; or note why it can't wait."""
    read = look.shown
    source = Source(look.conversation.uid, read[0].position, read[-1].position)
    try:
        with transaction.atomic():
            _hold(look)
            candidate = candidate_stage(actor=look.actor, written=written, target=target, source=source)
            outcome = LearnOutcome.STAGED_UPDATE if target else LearnOutcome.STAGED
            if _is_free(look) and candidate_publish(actor=look.actor, candidate=candidate):
                outcome = LearnOutcome.PUBLISHED
            return _mark(look, outcome, detail=candidate.slug, candidate=candidate)
    except (CandidateRefused, Problem) as problem:
        return _marked(look, LearnOutcome.REJECTED, detail=f"{problem.type}: {problem.detail}")


def _is_free(look: _Look) -> bool:
    """Whether the owner lets prose be live at once. Of a private store or one project it never is: all would get it."""
    if not settings_all()["skills_prose_without_review"] or look.conversation.project:
        return False
    binding = ConversationStore.objects.select_related("store").filter(pk=look.conversation.pk).first()
    return binding is not None and binding.store.policy == Policy.SHARED


def _hold(look: _Look) -> None:
    """Make sure, in a transaction, that what was read still stands. Raises _Meanwhile."""
    conversation = Conversation.objects.select_for_update().get(pk=look.conversation.pk)
    if conversation.mode != MemoryMode.NORMAL:
        raise _Meanwhile("The conversation keeps nothing any more.")
    mark = LearningMark.objects.select_for_update().filter(conversation=conversation).first()
    if (mark.judged_to if mark else 0) != look.judged_to:
        raise _Meanwhile("Another run was quicker.")
    there = conversation.turns.filter(pk__in=[turn.pk for turn in look.shown], erased_at__isnull=True).count()
    if there != len(look.shown):
        raise _Meanwhile("Turns that were read were erased meanwhile.")


def _marked(look: _Look, outcome: LearnOutcome, *, detail: str = "", judged_to: int | None = None) -> dict[str, Any]:
    with transaction.atomic():
        _hold(look)
        return _mark(look, outcome, detail=detail, judged_to=judged_to)


def _mark(
    look: _Look,
    outcome: LearnOutcome,
    *,
    detail: str = "",
    candidate: SkillCandidate | None = None,
    judged_to: int | None = None,
) -> dict[str, Any]:
    """Note what a look came to, in its transaction."""
    values = {
        "judged_to": look.end if judged_to is None else judged_to,
        "outcome": outcome.value,
        "detail": detail[:500],
        "candidate": candidate,
        "attempts": 0,
        "retry_at": None,
        "at": look.began,
    }
    LearningMark.objects.update_or_create(conversation=look.conversation, defaults=values)
    told = f"{outcome.value}: {detail}" if detail else outcome.value
    event_write(actor=look.actor, code="learning_looked", detail=told, offered=False)
    return {"outcome": outcome.value, **({"detail": detail} if detail else {})}


def _put_off(look: _Look, reason: str, until: datetime, *, attempts: int | None = None) -> dict[str, Any]:
    """Let a conversation wait for what is not its fault, or for its next attempt."""
    values: dict[str, Any] = {"outcome": LearnOutcome.WAITS.value, "detail": reason[:500], "retry_at": until}
    if attempts is not None:
        values["attempts"] = attempts
    defaults = values | {"at": look.began}
    LearningMark.objects.update_or_create(conversation=look.conversation, defaults=defaults)
    return {"outcome": LearnOutcome.WAITS.value, "detail": reason, "retry_at": until.isoformat()}


def _failed(look: _Look, why: ChatError) -> dict[str, Any]:
    if why.kind not in CHARGED:
        return _put_off(look, str(why), now() + RETRY)
    mark = LearningMark.objects.filter(conversation=look.conversation).first()
    attempts = (mark.attempts if mark else 0) + 1
    if attempts >= ATTEMPTS:
        return _marked(look, LearnOutcome.FAILED, detail=f"It failed {attempts} times. {why}")
    return _put_off(look, str(why), now() + RETRY * (1 << (attempts - 1)), attempts=attempts)


def _is_on() -> bool:
    if not settings_all()["skills_learn"]:
        return False
    try:
        return language_model() is not None
    except ChatError:
        return False


def _enqueue(conversation: Conversation) -> Job:
    return job_enqueue(
        actor=SYSTEM,
        name=LEARN_JOB,
        args={"conversation": conversation.pk},
        title=TITLE.format(conversation.key[:TITLE_KEY]),
        dedupe_key=str(conversation.pk),
    )
