"""The catalogue: what there is, for whom, and the changes of one skill that are not a new package."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.db import transaction
from django.db.models import F

from channels_bridge.actors import Actor, Permission
from hooks.services import snippet
from kirocrew.base.clock import now
from kirocrew.base.problems import Conflict, Invalid
from skills.models import Origin, Skill, SkillState, Tier
from skills.packages.editing import field_set
from skills.packages.limits import SKILL_FILE
from skills.packages.package import skill_file_of, skill_text
from skills.services.accepting import WITHDRAWN, doubts_accept
from skills.services.access import (
    HEAVY,
    Reason,
    allow_list,
    shadow_order,
    skill_unknown,
    skills_usable,
    version_files,
)
from skills.services.events import event_write, require_owner
from skills.services.folders import folder_files
from skills.services.grants import require_revision
from skills.services.indexing import skill_empty
from skills.services.keys import key_for
from skills.services.needs import needs_missing
from skills.services.reading import SUSPICIOUS
from skills.services.versions import MISSING, may_write, package_write, skill_require_managed, writable

FIELDS: Final = frozenset(
    "name description when_to_use triggers tags always inject_on_trigger repo_scope license compatibility "
    "allowed-tools argument-hint model version".split()
)
"""Fields of the frontmatter that can be changed one by one."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A skill as an actor sees it. `usable`: it is offered to them, in `version`; else `reason` says why not.

    `shadowed_by` is the skill of the same name that is used in its place. `manages`: they may change it.
    """

    skill: Skill
    version: int
    usable: bool
    reason: Reason
    manages: bool
    shadowed_by: Skill | None = None


def skills_list(*, actor: Actor, project: str = "", only: Collection[str] | None = None) -> list[Entry]:
    """The skills an actor may know of, by tier and name, without their texts.

    A bot: those it may use, and its own in whatever state. The owner: all there are, with what hides them. Raises
    Forbidden without `skills:read`.
    """
    actor.require(Permission.SKILLS_READ)
    found = skills_usable(actor=actor, project=project, only=only)
    others = _others(actor, only)
    managed = {skill.pk for skill in others if skill.tier == Tier.MANAGED}
    usable = {one.skill.pk for one in found}
    winners = {one.skill.slug: one.skill for one in found}
    shown = [Entry(one.skill, one.version, True, one.reason, one.skill.pk in managed) for one in found]
    for skill in others:
        if skill.pk not in usable:
            winner = winners.get(skill.slug) if skill.state == SkillState.ACTIVE and skill.enabled else None
            reason = Reason.SHADOWED if winner else _why_not(skill)
            shown.append(Entry(skill, skill.version, False, reason, skill.pk in managed, winner))
    return sorted(shown, key=lambda entry: (entry.skill.slug, shadow_order(entry.skill)))


def skill_find(
    *, actor: Actor, name: str, project: str = "", tier: int | None = None, only: Collection[str] | None = None
) -> Entry:
    """The skill an actor means by a slug or a key: the one that is used, else the first by tier.

    Raises Forbidden without `skills:read`, NotFound for what there is not and what the actor may not know of.
    """
    wanted = name.strip("/").casefold()
    found = [
        entry
        for entry in skills_list(actor=actor, project=project, only=only)
        if wanted in (entry.skill.slug, entry.skill.key.casefold()) and tier in (None, entry.skill.tier)
    ]
    exact = [entry for entry in found if entry.skill.key.casefold() == wanted]
    ranked = sorted(found, key=lambda entry: (not entry.usable, entry not in exact, shadow_order(entry.skill)))
    if not ranked:
        raise skill_unknown()
    return ranked[0]


def entry_files(entry: Entry) -> Mapping[str, bytes]:
    """The files of a skill in the version that is meant. Raises NotFound, Unavailable."""
    if entry.skill.tier == Tier.MANAGED:
        return version_files(entry.skill, entry.version)
    return folder_files(entry.skill)


def skill_create(
    *,
    actor: Actor,
    name: str,
    content: str,
    files: Mapping[str, bytes] | None = None,
    visibility: str | None = None,
    reason: str = "",
) -> Skill:
    """Write a new skill: SKILL.md as `content`, other files beside it. Raises as `package_write`."""
    actor.require(Permission.SKILLS_WRITE)
    return package_write(
        actor=actor,
        skill=None,
        key=key_for(actor, name),
        files={**(files or {}), SKILL_FILE: content.encode()},
        origin=Origin.WRITTEN,
        reason=reason,
        visibility=visibility,
    ).skill


def skill_change(  # noqa: PLR0913  (what may change of a package)
    *,
    actor: Actor,
    skill: Skill,
    content: str | None = None,
    fields: Mapping[str, Any] | None = None,
    files: Mapping[str, bytes | None] | None = None,
    reason: str = "",
    revision: int | None = None,
) -> Skill:
    """Make the next version: SKILL.md anew or single fields of it, other files replaced, added or (None) taken out.

    A field that is set leaves every other byte of SKILL.md as it was. Raises as `package_write`, Invalid for a field
    that is not changed by itself.
    """
    skill_require_managed(skill)
    if not may_write(actor, skill):
        raise skill_unknown()
    skill = _current(skill)  # one that is given an earlier version must not write that over the newest
    present = version_files(skill, skill.version)
    main = skill_file_of(present)
    text = content if content is not None else skill_text(present[main])
    for name, value in (fields or {}).items():
        if name not in FIELDS:
            raise Invalid(f"These fields can be set: {', '.join(sorted(FIELDS))}.", type="skill-field-unknown")
        text = field_set(text, name, value)
    changed = {**present, **(files or {}), main: text.encode()}
    kept = {path: data for path, data in changed.items() if data is not None}
    return package_write(
        actor=actor, skill=skill, key=skill.key, files=kept, origin=skill.origin, reason=reason, revision=revision
    ).skill


def skill_enable(*, actor: Actor, skill: Skill, enabled: bool, revision: int | None = None) -> Skill:
    """Switch a skill on or off; switching on what the screen held back says that the owner has read it."""
    require_owner(actor)
    values: dict[str, Any] = {"enabled": enabled}
    if enabled and skill.state == SkillState.ACTIVE:
        values["state_reason"] = ""
    with transaction.atomic():
        if enabled and skill.state_reason.startswith((SUSPICIOUS, WITHDRAWN)):
            doubts_accept(actor=actor, skill=skill)
        return _set(actor, skill, values, "skill_enabled" if enabled else "skill_disabled", revision=revision)


def skill_pin(*, actor: Actor, skill: Skill, pinned: bool, revision: int | None = None) -> Skill:
    """List a skill always, and never archive it by itself; or no longer."""
    require_owner(actor)
    return _set(actor, skill, {"pinned": pinned}, "skill_pinned" if pinned else "skill_unpinned", revision=revision)


def skill_inject_set(*, actor: Actor, skill: Skill, inject: bool, revision: int | None = None) -> Skill:
    """Say whether a message brings the skill's body or a pointer to it: a version with that one field changed."""
    changed = skill_change(
        actor=actor,
        skill=skill,
        fields={"inject_on_trigger": inject},
        reason="Brings its body" if inject else "Brings a pointer",
        revision=revision,
    )
    event_write(actor=actor, code="skill_inject_set", key=skill.key, detail="body" if inject else "pointer")
    return changed


def skill_archive(*, actor: Actor, skill: Skill, reason: str, revision: int | None = None) -> Skill:
    """Offer a skill no more; it stays visible with the reason and can be restored."""
    require_owner(actor)
    values = {"state": SkillState.ARCHIVED, "state_reason": snippet(reason, 500)}
    return _set(actor, skill, values, "skill_archived", detail=reason, revision=revision)


def skill_restore(*, actor: Actor, skill: Skill, revision: int | None = None) -> Skill:
    """Offer an archived skill again.

    Raises Conflict for one that is not archived, whose name a live one of its tier has meanwhile, or that still lacks
    what it needs.
    """
    require_owner(actor)
    if skill.state != SkillState.ARCHIVED:
        raise Conflict("Only an archived skill is restored.", type="skill-not-archived")
    if clash := _namesake(skill):
        raise Conflict(
            f"'{clash.key}' is called '{skill.slug}' now. Archive or rename that one first.", type="skill-live-clash"
        )
    missing = _missing(skill)
    if missing:
        Skill.objects.filter(pk=skill.pk).update(missing=missing)
        raise Conflict(f"{MISSING}: {', '.join(missing)}. Install it first.", type="skill-dependencies-missing")
    values = {"state": SkillState.ACTIVE, "state_reason": "", "missing": []}
    return _set(actor, skill, values, "skill_restored", revision=revision)


def skill_delete(*, actor: Actor, skill: Skill, reason: str = "", revision: int | None = None) -> None:
    """Delete a managed skill with all its versions and grants; only its key and what was done to it stay known.

    Raises NotFound for a bot whose skill it is not, Conflict for one in a folder.
    """
    actor.require(Permission.SKILLS_WRITE)
    if not may_write(actor, skill):
        raise skill_unknown()
    skill_require_managed(skill)
    with transaction.atomic():
        current = _current(skill)
        require_revision(current, revision)
        current.versions.all().delete()
        current.grants.all().delete()
        skill_empty(current)
        event_write(actor=actor, code="skill_deleted", key=current.key, detail=reason)


def dependencies_recheck(*, actor: Actor) -> list[Skill]:
    """Look again at what archived skills lack; those that lack nothing any more are offered again."""
    restored = []
    for skill in Skill.objects.filter(state=SkillState.ARCHIVED, state_reason__startswith=MISSING):
        if not _missing(skill) and _namesake(skill) is None:
            restored.append(skill_restore(actor=actor, skill=skill))
    return restored


def _namesake(skill: Skill) -> Skill | None:
    """A live skill of the same tier and name."""
    return Skill.objects.live().filter(tier=skill.tier, slug=skill.slug).exclude(pk=skill.pk).first()


def _missing(skill: Skill) -> list[str]:
    files = version_files(skill, skill.version) if skill.tier == Tier.MANAGED else folder_files(skill)
    return needs_missing(files, skill.frontmatter)


def _others(actor: Actor, only: Collection[str] | None) -> list[Skill]:
    """What an actor may know of beside what it may use: the owner everything, a bot the managed ones it may change."""
    rows = Skill.objects.kept().select_related("root").defer(*HEAVY)
    lists = [allow_list(actor), only]
    if not (actor.is_owner or actor.is_system):
        rows = rows.filter(tier=Tier.MANAGED).filter(writable(actor))
    return [skill for skill in rows if all(names is None or skill.slug in names for names in lists)]


def _why_not(skill: Skill) -> Reason:
    return Reason.NONE if skill.state == SkillState.ACTIVE and skill.enabled else Reason.INACTIVE


def _current(skill: Skill) -> Skill:
    current = Skill.objects.kept().filter(pk=skill.pk).first()
    if current is None:
        raise skill_unknown()
    return current


def _set(
    actor: Actor, skill: Skill, values: dict[str, Any], code: str, *, detail: str = "", revision: int | None = None
) -> Skill:
    with transaction.atomic():
        current = _current(skill)
        require_revision(current, revision)
        if any(getattr(current, name) != value for name, value in values.items()):
            Skill.objects.filter(pk=current.pk).update(**values, revision=F("revision") + 1, changed_at=now())
            event_write(actor=actor, code=code, key=current.key, detail=detail)
            current.refresh_from_db()
    return current
