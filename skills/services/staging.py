"""Putting a skill into Review: screened, without credentials, under a slug of its own. It acts on nothing there."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any, Final
from uuid import UUID

from django.db import IntegrityError, transaction

from channels_bridge.actors import Actor, Permission
from kirocrew.base.clock import now
from kirocrew.base.problems import Invalid
from memory.services.settings import settings_all
from skills.learning.codes import CandidateCode, CandidateInvalid, CandidateRefused
from skills.learning.dedupe import Known, similar_to
from skills.learning.limits import SLUG, SLUG_NUMBERS, UPDATE_STEM, UPDATE_SUFFIX
from skills.learning.texts import SKILL_FILE, Written, skill_text
from skills.models import CandidateKind, CandidateState, Origin, Skill, SkillCandidate, SkillState, Tier
from skills.services.access import skills_usable
from skills.services.candidate_files import (
    Checked,
    files_check,
    findings_json,
    layout_check,
    texts_of,
    written_redacted,
)
from skills.services.events import event_write
from skills.services.keys import AUTO

AUTO_PREFIX: Final = f"{AUTO}/"
SLUG_LENGTH: Final = 64
WAITING_MOST: Final = 500
"""Candidates that wait at once; a bot in a loop fills the owner's queue no further."""


@dataclass(frozen=True, slots=True)
class Source:
    """Where a candidate comes from: a conversation and the positions that were read of it, or neither."""

    conversation: UUID | None = None
    first_turn: int | None = None
    last_turn: int | None = None


@dataclass(frozen=True, slots=True)
class _Prepared:
    """What is the same whatever slug it gets."""

    actor: Actor
    written: Written
    target: Skill | None
    carried: Mapping[str, Any]
    kept: Mapping[str, str]
    checked: Checked


def auto_known() -> list[Known]:
    """Every learned skill, live, archived or waiting, as the judge is shown them; those that wait by their slug."""
    live = Skill.objects.kept().filter(tier=Tier.MANAGED, key__startswith=AUTO_PREFIX).order_by("key")
    waiting = SkillCandidate.objects.filter(state=CandidateState.WAITING).order_by("slug")
    return [
        *(Known(s.key, s.description, tuple(s.triggers), s.state == SkillState.ACTIVE) for s in live),
        *(Known(row.slug, row.description, tuple(row.triggers), is_live=False) for row in waiting),
    ]


def auto_skill(key: str) -> Skill | None:
    """The live learned skill of this key; what stands elsewhere is nobody's to refine."""
    if not key.startswith(AUTO_PREFIX):
        return None
    return Skill.objects.filter(tier=Tier.MANAGED, key=key, state=SkillState.ACTIVE).first()


def target_for(actor: Actor, key: str) -> Skill | None:
    """The live learned skill of this key, if the actor may use it: its files come along with what is proposed."""
    skill = auto_skill(key)
    if skill is None or actor.is_owner or actor.is_system:
        return skill
    return skill if any(one.skill.pk == skill.pk for one in skills_usable(actor=actor)) else None


def candidate_stage(
    *, actor: Actor, written: Written, target: Skill | None = None, source: Source | None = None
) -> SkillCandidate:
    """Let a new skill wait for the owner, or a new version of `target`, which is a learned one. Joins a transaction.

    Raises Forbidden; CandidateInvalid for what can't wait; CandidateHostile; Invalid when too many wait
    (`skill-candidates-full`); CandidateRefused where the target is none that may be refined, or every slug is taken.
    """
    actor.require(Permission.SKILLS_WRITE)
    prepared = _prepared(actor, written, target)
    with transaction.atomic():
        if SkillCandidate.objects.filter(state=CandidateState.WAITING).count() >= WAITING_MOST:
            raise Invalid(f"{WAITING_MOST} skills wait already. Decide on some first.", type="skill-candidates-full")
        candidate = _claimed(prepared, source or Source())
        event_write(
            actor=actor,
            code="candidate_staged",
            key=candidate.slug,
            detail=f"{candidate.get_kind_display()}. {candidate.description}",
            offered=False,
        )
    return candidate


def carried_by(target: Skill | None) -> dict[str, Any]:
    """What the frontmatter of a next version takes from the live one, whatever its writer says."""
    if target is None:
        return {"created_at": now().date().isoformat()}
    made = target.frontmatter.get("created_at") or target.created_at.date().isoformat()
    pinned = {"pinned": True} if target.pinned else {}
    return {"created_at": str(made), **pinned, **({} if target.inject_on_trigger else {"inject_on_trigger": False})}


def _prepared(actor: Actor, written: Written, target: Skill | None) -> _Prepared:
    if target is not None and target_for(actor, target.key) is None:
        raise CandidateRefused(
            CandidateCode.TARGET_MISSING, f"Only a live skill below '{AUTO_PREFIX}' gets another version this way."
        )
    clean = written_redacted(replace(written, slug=target.slug if target else written.slug))
    if not SLUG.fullmatch(clean.slug) or "--" in clean.slug:
        raise CandidateInvalid("A slug is 3 to 64 small letters, digits and single hyphens, such as 'tidy-csv'.")
    carried = carried_by(target)
    kept = texts_of(target, target.version) if target else {}
    kept.pop(SKILL_FILE, None)
    files = _files(clean, carried=carried, kept=kept, version=target.version + 1 if target else 1)
    layout_check(files, folder=clean.slug, kept=tuple(kept))
    return _Prepared(actor, clean, target, carried, kept, files_check(files))


def _files(written: Written, *, carried: Mapping[str, Any], kept: Mapping[str, str], version: int) -> dict[str, str]:
    text = skill_text(written, carried=carried, version=version)
    return {SKILL_FILE: text, **kept, **written.scripts}


def _claimed(prepared: _Prepared, source: Source) -> SkillCandidate:
    """Take the first free slug: the constraint of the table decides between two that want it at once."""
    for slug in _slugs(prepared):
        if prepared.target is None and Skill.objects.kept().filter(slug=slug).exists():
            continue
        row = _row(prepared, source, slug)
        try:
            with transaction.atomic():
                row.save(force_insert=True)
        except IntegrityError:
            continue
        return row
    raise CandidateRefused(CandidateCode.LIVE_EXISTS, f"'{prepared.written.slug}' and 49 names like it are taken.")


def _slugs(prepared: _Prepared) -> Iterator[str]:
    slug = prepared.written.slug
    if prepared.target is not None:
        slug = slug[:UPDATE_STEM].rstrip("-") + UPDATE_SUFFIX
    yield slug
    for number in SLUG_NUMBERS:
        tail = f"-{number}"
        yield slug[: SLUG_LENGTH - len(tail)].rstrip("-") + tail


def _row(prepared: _Prepared, source: Source, slug: str) -> SkillCandidate:
    written, target, instant = prepared.written, prepared.target, now()
    files = prepared.checked.files
    if target is None and slug != written.slug:
        files = _files(replace(written, slug=slug), carried=prepared.carried, kept=prepared.kept, version=1)
    return SkillCandidate(
        slug=slug,
        kind=CandidateKind.UPDATE if target else CandidateKind.NEW,
        target=target,
        base_version=target.version if target else None,
        name=target.slug if target else slug,
        description=written.description,
        triggers=list(written.triggers),
        files=files,
        findings=findings_json(prepared.checked.findings),
        similar=_similar(written, target),
        is_suspicious=prepared.checked.is_suspicious,
        origin=Origin.LEARNED,
        source=prepared.actor.source,
        conversation=source.conversation,
        first_turn=source.first_turn,
        last_turn=source.last_turn,
        created_at=instant,
        expires_at=instant + timedelta(days=settings_all()["skills_candidate_days"]),
    )


def _similar(written: Written, target: Skill | None) -> list[dict[str, Any]]:
    rows = Skill.objects.live().exclude(pk=target.pk if target else 0)
    live = [Known(row.key, row.description, tuple(row.triggers)) for row in rows.only("key", "description", "triggers")]
    waiting = [one for one in auto_known() if not one.is_live]
    known: Sequence[Known] = list({one.key: one for one in (*waiting, *live)}.values())
    return [{"key": key, "score": score} for key, score in similar_to(written.description, written.triggers, known)]
