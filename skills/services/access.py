"""Who may use which skill: one function, which every way to a skill asks.

The scope is part of the query. What goes wrong on the way means no access.
"""

import copy
import logging
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from threading import Lock
from typing import Any, Final
from uuid import UUID

from django.db import connection
from django.db.models import Q, QuerySet

from channels_bridge.actors import Actor, ActorKind, Permission
from kirocrew.base.problems import NotFound, Problem
from skills.models import (
    CatalogueMark,
    Origin,
    PrincipalKind,
    Skill,
    SkillAllowList,
    SkillFile,
    SkillGrant,
    SkillState,
    Tier,
    Visibility,
)

logger = logging.getLogger(__name__)

KEPT_MOST: Final = 64
"""Principals whose skills a process keeps in memory."""
HEAVY: Final = ("body", "frontmatter", "diagnostics")
"""Columns that are read when somebody asks for them."""


class Reason(StrEnum):
    """Why somebody may use a skill, or why not."""

    OWNER = "owner"
    BUILTIN = "builtin"
    PUBLIC = "public"
    GRANT = "grant"
    INACTIVE = "inactive"
    NO_PERMISSION = "no_permission"
    OTHER_PROJECT = "other_project"
    NOT_ALLOWED = "not_on_allow_list"
    SHADOWED = "shadowed"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class UsableSkill:
    """A skill that an actor may use, the version that is meant, and why. `skill` is shared: read it, never save it."""

    skill: Skill
    version: int
    reason: Reason


@dataclass(frozen=True, slots=True)
class Access:
    """Whether an actor may use one skill, and why or why not. `version` is the one it gets."""

    usable: bool
    reason: Reason
    version: int | None = None
    shadowed_by: str = ""


def skills_usable(*, actor: Actor, project: str = "", only: Collection[str] | None = None) -> list[UsableSkill]:
    """The skills an actor may use for a project, of each name the first by tier.

    `only` narrows to those slugs and never adds one; an empty collection leaves none. A bot that is bound to a project
    gets the skills of no other. Whatever goes wrong leaves none.
    """
    try:
        found = _usable(actor, _project_of(actor, project))
    except Exception:
        logger.exception("Who may use which skill could not be read; nothing is offered.")
        return []
    return list(found) if only is None else [usable for usable in found if usable.skill.slug in only]


def skill_usable(*, actor: Actor, slug: str, project: str = "", only: Collection[str] | None = None) -> UsableSkill:
    """The skill of that name or key (`auto/tidy-csv`) for an actor.

    Raises NotFound for what there is not and for what the actor may not use: the answer is the same.
    """
    found = skills_usable(actor=actor, project=project, only=only)
    name = slug.casefold()
    for usable in found:
        if usable.skill.slug == name or ("/" in slug and usable.skill.key == slug):
            return usable
    raise skill_unknown()


def skill_unknown() -> NotFound:
    """The one answer for a skill that is not there and for one that the actor may not know of."""
    return NotFound("There is no such skill for you. GET /api/skills lists those you may use.", type="unknown-skill")


def skill_body(usable: UsableSkill) -> str:
    """SKILL.md of the version that is meant, without its frontmatter. Raises NotFound when it is gone meanwhile."""
    if "body" in usable.skill.__dict__:
        return usable.skill.body
    body = Skill.objects.live().filter(pk=usable.skill.pk).values_list("body", flat=True).first()
    if body is None:
        raise skill_unknown()
    return body


def skill_files(usable: UsableSkill) -> Mapping[str, bytes]:
    """All files of the version that is meant, by path. Raises NotFound or Unavailable, see `folder_files`."""
    if usable.skill.tier == Tier.MANAGED:
        return version_files(usable.skill, usable.version)
    from skills.services.folders import folder_files

    return folder_files(usable.skill)


def version_files(skill: Skill, number: int) -> dict[str, bytes]:
    """The files of one version of a managed skill. Raises NotFound for a version there is not."""
    rows = SkillFile.objects.filter(version__skill=skill, version__number=number).values_list("path", "content")
    files = {path: bytes(content) for path, content in rows}
    if not files:
        raise NotFound("There is no such version of this skill.", type="unknown-version")
    return files


def effective_access(*, actor: Actor, skill: Skill, project: str = "") -> Access:
    """Whether an actor may use a skill, and the reason in one word. For the owner's eyes: it tells of every skill."""
    asked = _project_of(actor, project)
    if skill.state != SkillState.ACTIVE or not skill.enabled:
        return Access(False, Reason.INACTIVE)
    if not actor.may(Permission.SKILLS_READ):
        return Access(False, Reason.NO_PERMISSION)
    if not Skill.objects.filter(_in_place(asked), pk=skill.pk).exists():
        return Access(False, Reason.OTHER_PROJECT)
    if not _scope(actor, asked).filter(pk=skill.pk).exists():
        return Access(False, Reason.NONE)
    allowed = allow_list(actor)
    if allowed is not None and skill.slug not in allowed:
        return Access(False, Reason.NOT_ALLOWED)
    for usable in skills_usable(actor=actor, project=project):
        if usable.skill.pk == skill.pk:
            return Access(True, usable.reason, usable.version)
        if usable.skill.slug == skill.slug:
            return Access(False, Reason.SHADOWED, shadowed_by=str(usable.skill.uid))
    return Access(False, Reason.NONE)


def principal_of(actor: Actor) -> tuple[str, str] | None:
    """Under which kind and name grants and lists know an actor; None for the system, to whom none are given."""
    if actor.kind is ActorKind.BOT:
        return PrincipalKind.BOT, actor.ident
    if actor.kind is ActorKind.MEMBER:
        return PrincipalKind.MEMBER, actor.name
    return (PrincipalKind.USER, actor.ident) if actor.is_owner else None


def _principals_of(actor: Actor) -> Q | None:
    """All under which grants and lists reach an actor: itself, and the agent whose key a bot's is."""
    principal = principal_of(actor)
    if principal is None:
        return None
    meant = Q(principal_kind=principal[0], principal=principal[1])
    return meant | Q(principal_kind=PrincipalKind.MEMBER, principal=actor.member) if actor.member else meant


def allow_list(actor: Actor) -> frozenset[str] | None:
    """The slugs an actor is limited to, None for no limit. A list that can't be understood allows nothing.

    Of a list for a key and one for the agent whose key it is the narrower wins: what stands in both. The owner, who
    could lift it at once, is not limited.
    """
    meant = None if actor.is_owner else _principals_of(actor)
    if meant is None:
        return None
    allowed: frozenset[str] | None = None
    for slugs in SkillAllowList.objects.filter(meant).values_list("slugs", flat=True):
        one = frozenset(slug for slug in slugs if isinstance(slug, str)) if isinstance(slugs, list) else frozenset()
        allowed = one if allowed is None else allowed & one
    return allowed


def owned(actor: Actor) -> Q:
    """What the actor brought."""
    return Q(owned_by=actor.source, owner_ident=actor.ident)


def is_owned(actor: Actor, skill: Skill) -> bool:
    """Whether the actor brought this skill."""
    return (skill.owned_by, skill.owner_ident) == (actor.source, actor.ident)


def grants_of(actor: Actor) -> QuerySet[SkillGrant]:
    """The grants an actor holds, those of the agent whose key it is first."""
    meant = _principals_of(actor)
    return SkillGrant.objects.none() if meant is None else SkillGrant.objects.filter(meant).order_by("-principal_kind")


def shadow_order(skill: Skill) -> tuple[Any, ...]:
    """Of skills of one slug the smallest is the one that is used: tier, then folder, then the shorter key."""
    return skill.tier, skill.root_id or 0, skill.key.count("/"), skill.key


def _project_of(actor: Actor, project: str) -> str:
    """Which project's skills are meant; none where a bot bound to one asks for another."""
    if actor.project and project and project != actor.project:
        return ""
    return project or actor.project


def _in_place(project: str) -> Q:
    """Managed, or of a folder that is read for this project: a project's own one only after the owner agreed."""
    root = Q(root__enabled=True) & (Q(root__project="") | Q(root__project=project))
    agreed = ~Q(root__tier=Tier.PROJECT) | (Q(root__consented_at__isnull=False) & ~Q(root__project=""))
    return Q(root__isnull=True) | (root & agreed)


def _scope(actor: Actor, project: str) -> QuerySet[Skill]:
    """What may be offered to an actor, before its allow list and shadowing."""
    rows = Skill.objects.live().filter(_in_place(project))
    if actor.is_owner or actor.is_system:
        return rows
    granted = Q(visibility=Visibility.INTERNAL, pk__in=grants_of(actor).values("skill"))
    return rows.filter(Q(visibility=Visibility.PUBLIC) | owned(actor) | granted)


@dataclass(slots=True)
class _Kept:
    """What this process read of the catalogue under one mark: all live rows, and who may use which."""

    mark: UUID | None = None
    rows: dict[int, Skill] = field(default_factory=dict)
    usable: dict[tuple[str, ...], tuple[UsableSkill, ...]] = field(default_factory=dict)


_lock: Final = Lock()
_kept = _Kept()


def catalogue_mark() -> UUID | None:
    """The value that changes with every change of the catalogue; None before the first one."""
    return CatalogueMark.objects.values_list("value", flat=True).first()


def mark_read() -> UUID | None:
    """The mark under which this process last read the catalogue; None in a transaction, where nothing is kept."""
    if connection.in_atomic_block:
        return None
    with _lock:
        return _kept.mark


def _usable(actor: Actor, project: str) -> tuple[UsableSkill, ...]:
    """From memory where nothing changed since; never inside a transaction, which may be rolled back."""
    global _kept
    if not actor.may(Permission.SKILLS_READ):
        return ()
    mark = None if connection.in_atomic_block else catalogue_mark()
    if mark is None:
        return tuple(_read_usable(actor, project, _read_rows()))
    with _lock:
        kept = _kept
    if kept.mark != mark:
        kept = _Kept(mark, _read_rows())
    who = (actor.source, actor.ident, actor.member, project)
    known = kept.usable.get(who)
    if known is None:
        known = tuple(_read_usable(actor, project, kept.rows))
    with _lock:
        if len(kept.usable) >= KEPT_MOST:
            kept.usable.clear()
        kept.usable[who] = known
        _kept = kept
    return known


def _read_rows() -> dict[int, Skill]:
    return {skill.pk: skill for skill in Skill.objects.live().defer(*HEAVY)}


def _read_usable(actor: Actor, project: str, rows: Mapping[int, Skill]) -> Iterator[UsableSkill]:
    keys = set(_scope(actor, project).values_list("pk", flat=True))
    allowed = allow_list(actor)
    grants = dict(grants_of(actor).values_list("skill", "pinned_version"))
    seen: set[str] = set()
    for skill in sorted((rows[key] for key in keys if key in rows), key=shadow_order):
        if skill.slug in seen or (allowed is not None and skill.slug not in allowed):
            continue
        seen.add(skill.slug)
        pinned = grants.get(skill.pk)
        meant = skill if pinned in (None, skill.version) else _as_version(skill, pinned or 0)
        if meant is not None:
            yield UsableSkill(meant, meant.version, _reason(actor, skill, skill.pk in grants))


def _reason(actor: Actor, skill: Skill, has_grant: bool) -> Reason:
    if actor.is_owner or actor.is_system or is_owned(actor, skill):
        return Reason.OWNER
    if skill.origin == Origin.BUILTIN:
        return Reason.BUILTIN
    return Reason.GRANT if has_grant else Reason.PUBLIC


def _as_version(skill: Skill, number: int) -> Skill | None:
    """A copy of a skill as it was in one version, None where that can't be read: then it is not usable at all."""
    from skills.services.reading import package_fields

    try:
        fields = package_fields(version_files(skill, number), folder=skill.slug)
    except Problem:
        return None
    past = copy.copy(skill)
    for name, value in fields.items():
        setattr(past, name, value)
    past.version = number
    return past
