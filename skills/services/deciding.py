"""What an owner decides about skills that wait. An approval is live as a whole, or everything is as it was.

Approving checks again what staging checked, since time has passed and an owner may have edited: layout, policy of
scripts, credentials, then all of it once more on what is left, and promotes in the same transaction.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final, TypeVar
from uuid import UUID

from django.db import transaction

from channels_bridge.actors import Actor
from hooks.services import snippet
from kirocrew.base.clock import now
from kirocrew.base.problems import Conflict, NotFound, Problem
from memory.services.settings import settings_all
from skills.learning.codes import CandidateCode, CandidateHostile, CandidateInvalid, CandidateRefused
from skills.learning.texts import SKILL_FILE
from skills.models import CandidateKind, CandidateState, Origin, Skill, SkillCandidate, SkillState, Visibility
from skills.packages.diagnostics import PackageRefused
from skills.services.candidate_files import (
    files_check,
    files_redacted,
    findings_json,
    layout_check,
    scripts_check,
    texts_of,
)
from skills.services.candidates import candidate_get, candidates_waiting
from skills.services.catalogue import skill_archive, skill_enable
from skills.services.events import event_write, require_owner
from skills.services.lifecycle import lifecycle_run
from skills.services.staging import AUTO_PREFIX, auto_skill
from skills.services.versions import version_rollback, version_write

T = TypeVar("T")

REASON_LIMIT: Final = 500
BULK_MOST: Final = 100
DISMISSED: Final = "dismissed"
REJECTED: Final = "rejected"


@dataclass(frozen=True, slots=True)
class Approved:
    """An approved candidate and the skill that is live now. `edited`: the owner changed its text first."""

    candidate: SkillCandidate
    skill: Skill
    edited: bool


@dataclass(frozen=True, slots=True)
class Decided:
    """What became of one of several: its name, and the refusal where it stayed as it was."""

    name: str
    refusal: CandidateRefused | None = None


def candidate_approve(
    *,
    actor: Actor,
    name: str | UUID,
    files: Mapping[str, str] | None = None,
    kind: str = "",
    visibility: str | None = None,
) -> Approved:
    """Make a candidate live: a new skill under `auto/`, or the next version of its target.

    `files` are texts the owner edited, by path, in place of those that wait; an empty one takes a script out. `kind` is
    what the owner believes it is. `visibility` of a new skill is public unless said otherwise. Raises Forbidden unless
    the owner decides, CandidateRefused with the code; nothing has changed then.
    """
    require_owner(actor)
    return _audited(actor, name, lambda: _approve(actor, name, files, kind, visibility))


def candidate_reject(*, actor: Actor, name: str | UUID, reason: str = "", code: str = REJECTED) -> SkillCandidate:
    """Turn a candidate down; one that says the same is not proposed again. Raises as candidate_approve."""
    require_owner(actor)
    return _audited(actor, name, lambda: _reject(actor, name, reason, code))


def candidates_decide(*, actor: Actor, names: Sequence[str], approve: bool, reason: str = "") -> list[Decided]:
    """Decide on several, each for itself: what is refused does not hold up the others. Raises Forbidden."""
    require_owner(actor)
    decided = []
    for name in list(dict.fromkeys(names))[:BULK_MOST]:
        try:
            if approve:
                candidate_approve(actor=actor, name=name)
            else:
                candidate_reject(actor=actor, name=name, reason=reason)
            decided.append(Decided(name))
        except CandidateRefused as refusal:
            decided.append(Decided(name, refusal))
    return decided


def candidates_dismiss_all(*, actor: Actor, reason: str = "") -> int:
    """Turn down everything that waits now; returns how many. Raises Forbidden."""
    require_owner(actor)
    number = 0
    for uid in list(candidates_waiting(actor=actor).values_list("uid", flat=True)):
        try:
            candidate_reject(actor=actor, name=uid, reason=reason, code=DISMISSED)
            number += 1
        except CandidateRefused:
            continue  # somebody decided on it meanwhile
    return number


def candidates_expire(*, actor: Actor) -> int:
    """Close what waited longer than the owner wants; returns how many. Raises Forbidden."""
    require_owner(actor)
    number = 0
    for row in SkillCandidate.objects.filter(state=CandidateState.WAITING, expires_at__lte=now()):
        with transaction.atomic():
            if _take(actor, row, CandidateState.EXPIRED, reason_code=CandidateCode.EXPIRED.value):
                _event(actor, "candidate_expired", row, "")
                number += 1
    return number


def candidates_empty(*, actor: Actor) -> int:
    """Take the files from what was turned down or expired as long ago as it might have waited; returns how many.

    What it was called and for stays, so that it is not proposed again. Raises Forbidden.
    """
    require_owner(actor)
    before = now() - timedelta(days=settings_all()["skills_candidate_days"])
    closed = SkillCandidate.objects.filter(state__in=(CandidateState.REJECTED, CandidateState.EXPIRED))
    rows = closed.filter(decided_at__lt=before).exclude(files={})
    return rows.update(files={}, findings=[], similar=[])


def candidate_undo(*, actor: Actor, name: str | UUID, reason: str = "") -> SkillCandidate:
    """Take an approval back: a new skill is archived, a new version gives way to the one before it.

    Raises Forbidden, CandidateRefused: not_found; stale_base where the skill was changed since; target_missing where it
    is gone; Conflict (`skill-candidate-not-approved`) for one that was not approved, or taken back already.
    """
    require_owner(actor)
    candidate = candidate_get(actor=actor, name=name)
    with transaction.atomic():
        undoable = SkillCandidate.objects.filter(pk=candidate.pk, state=CandidateState.APPROVED, undone_at=None)
        if not undoable.update(undone_at=now()):
            raise Conflict("It was not approved, or its approval was taken back.", type="skill-candidate-not-approved")
        skill = candidate.target
        if skill is None or skill.state == SkillState.DELETED:
            raise CandidateRefused(CandidateCode.TARGET_MISSING, "The skill it became is gone.")
        if skill.version != candidate.version_made:
            raise CandidateRefused(
                CandidateCode.STALE_BASE, "The skill was changed since. Go back to one of its versions instead."
            )
        _back(actor, candidate, skill)
        _event(actor, "candidate_undone", candidate, reason)
    candidate.refresh_from_db()
    return candidate


def candidate_promote(
    *, actor: Actor, candidate: SkillCandidate, files: Mapping[str, str], visibility: str | None = None
) -> Skill:
    """Write a candidate's files as a live skill. Joins a transaction, which a refusal must roll back.

    Raises CandidateRefused.
    """
    target = _target(candidate)
    checked = _validated(candidate, files, target)
    bare = files_redacted(checked)
    if bare != checked:
        try:
            bare = _validated(candidate, bare, target)
        except CandidateRefused as refusal:
            raise CandidateRefused(
                CandidateCode.REDACTION_FAILED,
                f"It holds a credential, and without it, it is no skill any more: {refusal.detail} Edit it.",
            ) from refusal
    try:
        skill = version_write(
            actor=actor,
            skill=target,
            key=target.key if target else AUTO_PREFIX + candidate.slug,
            files={path: text.encode() for path, text in bare.items()},
            origin=Origin.LEARNED,
            origin_detail=_whence(candidate),
            reason=f"Candidate {candidate.slug}",
            visibility=None if target else visibility,
        )
    except Problem as problem:
        raise CandidateRefused(CandidateCode.PROMOTION_FAILED, f"It could not be made live: {problem}") from problem
    SkillCandidate.objects.filter(pk=candidate.pk).update(
        target=skill, version_made=skill.version, files=bare, name=skill.name
    )
    return skill


def candidate_publish(*, actor: Actor, candidate: SkillCandidate) -> bool:
    """Make a candidate live without a person: prose alone, in which nothing was found. Joins a transaction.

    Returns whether it is; otherwise it waits. That the owner allows it is for the caller to know.
    """
    if set(candidate.files) != {SKILL_FILE} or candidate.findings or candidate.is_suspicious:
        return False
    try:
        with transaction.atomic():
            if not _take(actor, candidate, CandidateState.APPROVED):
                return False
            skill = candidate_promote(actor=actor, candidate=candidate, files=candidate.files)
            _event(actor, "candidate_approved", candidate, f"{skill.key} version {skill.version}, without a person")
    except CandidateRefused:
        return False
    return True


def _approve(
    actor: Actor, name: str | UUID, edits: Mapping[str, str] | None, kind: str, visibility: str | None
) -> Approved:
    candidate = candidate_get(actor=actor, name=name)
    if visibility is not None and visibility not in Visibility.values:
        raise CandidateRefused(CandidateCode.PROMOTION_FAILED, f"A skill is {', '.join(Visibility.values)}.")
    with transaction.atomic():
        if not _take(actor, candidate, CandidateState.APPROVED):
            raise _closed(candidate)
        if kind and kind != candidate.kind:
            raise CandidateRefused(
                CandidateCode.KIND_MISMATCH, f"It is {candidate.get_kind_display().lower()}. Read it again."
            )
        files = _edited(candidate.files, edits)
        skill = candidate_promote(actor=actor, candidate=candidate, files=files, visibility=visibility)
        edited = files != candidate.files
        if not skill.enabled:
            # What the screen doubts was shown to the owner, who has just decided.
            skill = skill_enable(actor=actor, skill=skill, enabled=True)
        detail = f"{skill.key} version {skill.version}{', edited' if edited else ''}"
        _event(actor, "candidate_approved", candidate, detail)
        lifecycle_run(actor=actor, exempt=(skill.pk,))
    candidate.refresh_from_db()
    return Approved(candidate, skill, edited)


def _reject(actor: Actor, name: str | UUID, reason: str, code: str) -> SkillCandidate:
    candidate = candidate_get(actor=actor, name=name)
    with transaction.atomic():
        told = snippet(reason, REASON_LIMIT)
        if not _take(actor, candidate, CandidateState.REJECTED, reason_code=code, reason=told):
            raise _closed(candidate)
        _event(actor, "candidate_rejected", candidate, reason)
    candidate.refresh_from_db()
    return candidate


def _take(actor: Actor, candidate: SkillCandidate, state: CandidateState, **values: str) -> bool:
    """Decide on a candidate if nobody has: of two owners at once one matches the row, the other none."""
    waits = SkillCandidate.objects.filter(pk=candidate.pk, state=CandidateState.WAITING)
    if state is not CandidateState.EXPIRED:
        waits = waits.filter(expires_at__gt=now())
    return bool(waits.update(state=state, decided_at=now(), decided_by=actor.source, **values))


def _closed(candidate: SkillCandidate) -> CandidateRefused:
    """Why it can't be decided any more."""
    candidate.refresh_from_db()
    if candidate.state == CandidateState.EXPIRED or candidate.state == CandidateState.WAITING:
        return CandidateRefused(CandidateCode.EXPIRED, "It waited too long. It may be proposed again.")
    return CandidateRefused(
        CandidateCode.ALREADY_DECIDED,
        f"It was {candidate.get_state_display().lower()} at {candidate.decided_at:%Y-%m-%d %H:%M} UTC.",
    )


def _edited(files: Mapping[str, str], edits: Mapping[str, str] | None) -> dict[str, str]:
    merged = {**files, **(edits or {})}
    return {path: text for path, text in merged.items() if text.strip()}


def _target(candidate: SkillCandidate) -> Skill | None:
    """The live skill that gets another version. Raises CandidateRefused where that is not what it was."""
    if candidate.kind == CandidateKind.NEW:
        if candidate.target_id is not None:
            raise CandidateRefused(CandidateCode.KIND_MISMATCH, "A new skill has no target.")
        if taken := Skill.objects.kept().filter(slug=candidate.slug).order_by("tier").first():
            raise CandidateRefused(CandidateCode.LIVE_EXISTS, f"There is a skill '{taken.key}' of that name already.")
        return None
    target = auto_skill(candidate.target.key) if candidate.target else None
    if target is None:
        raise CandidateRefused(CandidateCode.TARGET_MISSING, "The skill it would change is gone or archived.")
    if target.version != candidate.base_version:
        raise CandidateRefused(
            CandidateCode.STALE_BASE,
            f"It was written for version {candidate.base_version}; version {target.version} is live now.",
        )
    return target


def _validated(candidate: SkillCandidate, files: Mapping[str, str], target: Skill | None) -> dict[str, str]:
    """The files, if they may be live. Raises CandidateRefused."""
    folder = target.slug if target else candidate.slug
    kept = tuple(path for path in texts_of(target, target.version) if path != SKILL_FILE) if target else ()
    if findings := [finding for finding in scripts_check(files) if finding.refuses]:
        first = findings[0]
        raise CandidateRefused(
            CandidateCode.SCRIPT_VALIDATION_FAILED,
            f"{first.path}, line {first.line}: {first.message}",
            findings=findings_json(findings),
        )
    try:
        layout_check(files, folder=folder, kept=kept)
        files_check(files)
    except CandidateInvalid as problem:
        raise CandidateRefused(CandidateCode.INVALID_LAYOUT, problem.detail) from problem
    except CandidateHostile as problem:
        raise CandidateRefused(CandidateCode.PROMOTION_FAILED, problem.detail) from problem
    return dict(files)


def _back(actor: Actor, candidate: SkillCandidate, skill: Skill) -> None:
    if candidate.kind == CandidateKind.UPDATE and candidate.base_version is not None:
        try:
            version_rollback(
                actor=actor, skill=skill, number=candidate.base_version, reason=f"Undone: {candidate.slug}"
            )
        except (NotFound, PackageRefused) as problem:
            raise CandidateRefused(CandidateCode.PROMOTION_FAILED, f"It could not be undone: {problem}") from problem
        return
    skill_archive(actor=actor, skill=skill, reason="Its approval was taken back.")


def _whence(candidate: SkillCandidate) -> str:
    return f"conversation {candidate.conversation}" if candidate.conversation else candidate.source


def _audited(actor: Actor, name: str | UUID, decide: Callable[[], T]) -> T:
    """Decide, and write a refusal down: outside of the transaction that it rolled back."""
    try:
        return decide()
    except CandidateRefused as refusal:
        detail = f"{refusal.code.value}: {refusal.detail}"
        event_write(actor=actor, code="candidate_refused", key=str(name)[:100], detail=detail, offered=False)
        raise


def _event(actor: Actor, code: str, candidate: SkillCandidate, detail: str) -> None:
    event_write(actor=actor, code=code, key=candidate.slug, detail=detail, offered=False)
