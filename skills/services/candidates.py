"""Skills that wait for a person: which there are, and everything a decision about one rests on."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db.models import Count, F, Min, Q, QuerySet

from channels_bridge.actors import Actor, ActorKind, Permission
from channels_bridge.models import Conversation, Origin, Role, Turn
from kirocrew.base.clock import now
from kirocrew.base.diffs import Piece, word_diff
from kirocrew.base.problems import Forbidden
from memory.models import ConversationStore, Store
from memory.services.review_queue import QueueKind, queue_register
from memory.services.settings import settings_all
from skills.learning.codes import CandidateMissing
from skills.learning.reach import reaches
from skills.learning.texts import SKILL_FILE, body_of
from skills.matching.scoring import Match
from skills.matching.texts import SkillText
from skills.models import CandidateKind, CandidateState, Skill, SkillCandidate, SkillState
from skills.services.candidate_files import texts_of

QUEUE: Final = "skills"
LATELY: Final = timedelta(days=30)
MESSAGES: Final = 500
"""Messages of people that one candidate is tried on; the number of all is worked out from them."""
MATCHED_SHOWN: Final = 5
TURNS_SHOWN: Final = 200
UNDO_WITHIN: Final = timedelta(days=1)
UNDO_SHOWN: Final = 5


@dataclass(frozen=True, slots=True)
class CaseFile:
    """One file of a candidate with what it changes. `status` is new, changed, removed or same."""

    path: str
    text: str
    status: str
    diff: tuple[Piece, ...]
    findings: tuple["CaseFinding", ...]

    @property
    def is_script(self) -> bool:
        return self.path.startswith("scripts/")


@dataclass(frozen=True, slots=True)
class CaseFinding:
    """A place that the policy of scripts, the guard or the screen has found. `line` counts from 1; 0 is the file."""

    path: str
    line: int
    code: str
    message: str


@dataclass(frozen=True, slots=True)
class CaseLive:
    """The skill whose next version this would be, as it is now. `is_stale` when it was written from an older one."""

    skill: Skill
    version: int
    text: str
    is_stale: bool


@dataclass(frozen=True, slots=True)
class CaseOrigin:
    """The conversation it was learned from: its store, and the turns that were read, erased ones without words."""

    conversation: Conversation
    store: Store | None
    turns: tuple[Turn, ...]


@dataclass(frozen=True, slots=True)
class CaseSimilar:
    """A skill, live or waiting, with the share of words it has in common (0 to 1). `skill` is None while it waits."""

    key: str
    score: float
    description: str
    skill: Skill | None


@dataclass(frozen=True, slots=True)
class CaseReach:
    """Which messages of the last 30 days would have brought it, and what that would have cost.

    `matched` of `tried` messages of people; `deliveries` is worked out for all `messages` of that time. `chars` is the
    length of the body, `cost` chars × deliveries. `shown` are the latest matched turns, each with the phrase or the
    words it shares.
    """

    matched: int
    tried: int
    messages: int
    deliveries: int
    chars: int
    cost: int
    shown: tuple[tuple[Turn, str], ...]


@dataclass(frozen=True, slots=True)
class CandidateCase:
    """Everything an owner needs to judge a candidate. `body` is SKILL.md without its frontmatter, Markdown."""

    candidate: SkillCandidate
    body: str
    files: tuple[CaseFile, ...]
    live: CaseLive | None
    findings: tuple[CaseFinding, ...]
    origin: CaseOrigin | None
    similar: tuple[CaseSimilar, ...]
    reach: CaseReach
    is_open: bool
    """Whether it can be decided: it waits and its time is not over."""


def candidates_visible_to(actor: Actor) -> QuerySet[SkillCandidate]:
    """All for the owner and the system; a bot that may write skills sees those it staged. Raises Forbidden."""
    rows = SkillCandidate.objects.select_related("target")
    if actor.kind in (ActorKind.OWNER, ActorKind.SYSTEM):
        return rows
    actor.require(Permission.SKILLS_WRITE)
    return rows.filter(source=actor.source)


def candidates_waiting(*, actor: Actor) -> QuerySet[SkillCandidate]:
    """Those that can be decided, the oldest first. Raises Forbidden."""
    return candidates_visible_to(actor).filter(open_at(now())).order_by("created_at", "id")


def candidate_get(*, actor: Actor, name: str | UUID) -> SkillCandidate:
    """The candidate of this uid, or the one that waits under this slug. Raises CandidateMissing."""
    rows = candidates_visible_to(actor)
    found = rows.filter(uid=uid).first() if (uid := _uid(name)) else None
    found = found or rows.filter(slug=str(name), state=CandidateState.WAITING).first()
    if found is None:
        raise CandidateMissing
    return found


def candidate_case(*, actor: Actor, name: str | UUID) -> CandidateCase:
    """Everything about one candidate. Raises CandidateMissing, Forbidden unless the owner asks."""
    _require_owner(actor)
    candidate = candidate_get(actor=actor, name=name)
    findings = tuple(CaseFinding(**finding) for finding in candidate.findings)
    live, before = _live(candidate)
    text = str(candidate.files.get(SKILL_FILE, ""))
    return CandidateCase(
        candidate=candidate,
        body=body_of(text),
        files=_files(candidate, before, findings),
        live=live,
        findings=findings,
        origin=_origin(candidate),
        similar=_similar(candidate),
        reach=_reach(candidate, body_of(text)),
        is_open=candidate.state == CandidateState.WAITING and candidate.expires_at > now(),
    )


def open_at(at: datetime) -> Q:
    """Candidates that can be decided at an instant."""
    return Q(state=CandidateState.WAITING, expires_at__gt=at)


def _uid(name: str | UUID) -> UUID | None:
    try:
        return name if isinstance(name, UUID) else UUID(name)
    except ValueError:
        return None


def _require_owner(actor: Actor) -> None:
    if not actor.is_owner and not actor.is_system:
        raise Forbidden("Only the owner judges what was learned.", type="owner-only")


def _live(candidate: SkillCandidate) -> tuple[CaseLive | None, dict[str, str]]:
    """The live skill that a candidate would change, and its files as text."""
    skill = candidate.target
    if candidate.kind != CandidateKind.UPDATE or skill is None or skill.state == SkillState.DELETED:
        return None, {}
    before = texts_of(skill, skill.version)
    text = before.get(SKILL_FILE, "")
    return CaseLive(skill, skill.version, text, candidate.base_version != skill.version), before


def _files(
    candidate: SkillCandidate, before: dict[str, str], findings: tuple[CaseFinding, ...]
) -> tuple[CaseFile, ...]:
    after: dict[str, str] = candidate.files
    paths = sorted({*before, *after}, key=lambda path: (path != SKILL_FILE, path))
    return tuple(
        CaseFile(
            path,
            after.get(path, ""),
            _status(before.get(path), after.get(path)),
            tuple(word_diff(before.get(path, ""), after.get(path, ""))),
            tuple(finding for finding in findings if finding.path == path),
        )
        for path in paths
    )


def _status(before: str | None, after: str | None) -> str:
    if before is None:
        return "new"
    if after is None:
        return "removed"
    return "same" if before == after else "changed"


def _origin(candidate: SkillCandidate) -> CaseOrigin | None:
    if candidate.conversation is None or candidate.first_turn is None or candidate.last_turn is None:
        return None
    conversation = Conversation.objects.filter(uid=candidate.conversation).first()
    if conversation is None:
        return None
    binding = ConversationStore.objects.select_related("store").filter(pk=conversation.pk).first()
    place = {"position__gte": candidate.first_turn, "position__lte": candidate.last_turn}
    turns = conversation.turns.filter(**place).order_by("position")[:TURNS_SHOWN]
    return CaseOrigin(conversation, binding.store if binding else None, tuple(turns))


def _similar(candidate: SkillCandidate) -> tuple[CaseSimilar, ...]:
    scores = {str(item["key"]): float(item["score"]) for item in candidate.similar}
    live = {skill.key: skill for skill in Skill.objects.kept().filter(key__in=scores)}
    waiting = SkillCandidate.objects.filter(slug__in=scores, state=CandidateState.WAITING).exclude(pk=candidate.pk)
    words = {row.slug: row.description for row in waiting} | {key: skill.description for key, skill in live.items()}
    there = [CaseSimilar(key, score, words[key], live.get(key)) for key, score in scores.items() if key in words]
    return tuple(sorted(there, key=lambda one: -one.score))


def _reach(candidate: SkillCandidate, body: str) -> CaseReach:
    """Try it on what people said lately."""
    said = Turn.objects.filter(
        role__in=(Role.OWNER, Role.USER),
        origin=Origin.TYPED,
        erased_at__isnull=True,
        said_at__gt=now() - LATELY,
    )
    messages, tried = said.count(), list(said.select_related("conversation").order_by("-said_at", "-id")[:MESSAGES])
    text = SkillText(
        key=candidate.slug,
        slug=candidate.name,
        name=candidate.name,
        description=candidate.description,
        triggers=tuple(candidate.triggers),
        body=body,
    )
    found = reaches(text, [turn.text for turn in tried], threshold=float(settings_all()["skills_threshold"]))
    matched = [(turn, _why(one)) for turn, one in zip(tried, found, strict=True) if one is not None]
    deliveries = round(len(matched) * messages / len(tried)) if tried else 0
    shown, chars = tuple(matched[:MATCHED_SHOWN]), len(body)
    return CaseReach(len(matched), len(tried), messages, deliveries, chars, chars * deliveries, shown)


def _why(match: Match) -> str:
    """The phrase that was said, else the words or meanings in common."""
    return match.phrase or ", ".join(match.words or match.concepts) or match.arm


def _counted(actor: Actor, store: Store | None) -> tuple[int, datetime | None]:
    if store is not None or not (actor.is_owner or actor.is_system):
        return 0, None
    found = candidates_waiting(actor=actor).order_by().aggregate(n=Count("pk"), oldest=Min("created_at"))
    return found["n"], found["oldest"]


def _cases(actor: Actor, store: Store | None, most: int) -> list[SkillCandidate]:
    return [] if store is not None else list(candidates_waiting(actor=actor)[:most])


def _decided(actor: Actor, store: Store | None) -> list[SkillCandidate]:
    """Approvals of the last day that nothing was built upon, newest first."""
    if store is not None or not (actor.is_owner or actor.is_system):
        return []
    rows = SkillCandidate.objects.select_related("target").filter(
        state=CandidateState.APPROVED,
        undone_at=None,
        decided_at__gt=now() - UNDO_WITHIN,
        target__version=F("version_made"),
    )
    return list(rows.exclude(target__state=SkillState.DELETED).order_by("-decided_at", "-id")[:UNDO_SHOWN])


queue_register(QueueKind(QUEUE, "learned skills", _counted, _cases, "skills/parts/candidate_cases.html", _decided))
