"""Managed skills: the one door by which a package is written, its versions, and going back to one.

What is written is validated, scanned, redacted and screened first; then version, files, columns and event are one
transaction. Files stay in the database: agents get them over the API, and an export makes a folder of them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from django.db import IntegrityError, transaction
from django.db.models import F, Max, Q

from channels_bridge.actors import Actor, Permission
from hooks.services import Origin as TextOrigin
from hooks.services import snippet
from kirocrew.base.clock import now
from kirocrew.base.problems import Conflict, Forbidden, PreconditionFailed
from skills.models import Origin, Skill, SkillFile, SkillGrant, SkillState, SkillVersion, Tier, Visibility
from skills.packages.diagnostics import PackageRefused
from skills.services.accepting import refusal_record
from skills.services.access import grants_of, owned, skill_unknown, version_files
from skills.services.events import event_write
from skills.services.keys import key_checked, key_require_writable, slug_of
from skills.services.needs import needs_missing
from skills.services.reading import SUSPICIOUS, Read, package_prepare

VERSIONS_KEPT: Final = 20
"""Newest versions of one skill that are kept, beside those that a grant names (reference 6.5)."""
MISSING: Final = "Missing here"
"""How the reason begins for which a skill was archived because something it needs is not on this machine."""
_REASON_LIMIT: Final = 500


@dataclass(frozen=True, slots=True)
class Written:
    """What a write came to. `changed` is false where the files were the same already: then nothing was written."""

    skill: Skill
    created: bool
    changed: bool


def version_write(  # noqa: PLR0913  (what a package is, and where it is from)
    *,
    actor: Actor,
    skill: Skill | None,
    key: str,
    files: Mapping[str, bytes],
    origin: str,
    origin_detail: str = "",
    reason: str = "",
    visibility: str | None = None,
    revision: int | None = None,
) -> Skill:
    """Write a package as a new skill under `key`, or as the next version of `skill`. See `package_write`."""
    return package_write(
        actor=actor,
        skill=skill,
        key=key,
        files=files,
        origin=origin,
        origin_detail=origin_detail,
        reason=reason,
        visibility=visibility,
        revision=revision,
    ).skill


def package_write(  # noqa: PLR0913  (what a package is, and where it is from)
    *,
    actor: Actor,
    skill: Skill | None,
    key: str,
    files: Mapping[str, bytes],
    origin: str,
    origin_detail: str = "",
    reason: str = "",
    visibility: str | None = None,
    revision: int | None = None,
    back_to: int | None = None,
) -> Written:
    """Write a package and say what it came to; the same files again write nothing.

    A new skill is public when the owner or the system writes it, and private when a bot does; `visibility` says
    otherwise, for the owner. Suspicious text is kept switched off, missing dependencies archive; both with the reason.
    `revision` is the one of `skill` the change was made on, `back_to` the version whose files these are, for the audit.

    Raises PackageRefused for what does not pass, Forbidden for a key that is not the actor's to write, NotFound for
    such a skill, Conflict for a taken key, PreconditionFailed for a stale revision.
    """
    key = key_checked(skill.key if skill else key)
    _require_may(actor, skill, key, origin, visibility)
    try:
        read = _checked(actor, files, slug_of(key), origin)
    except PackageRefused as refusal:
        refusal_record(actor=actor, refusal=refusal, key=key, place=origin_detail)
        raise
    missing = needs_missing(read.files, read.package.frontmatter)
    with transaction.atomic():
        current = _current(skill, revision)
        if current is not None and current.content_hash == read.fields["content_hash"]:
            return Written(current, created=False, changed=False)
        written = current or _new(actor, key, origin, origin_detail, visibility)
        _store(actor, written, read, missing, reason)
        code = "skill_changed" if current else "skill_created"
        event_write(actor=actor, code=code, key=key, detail=f"version {written.version}. {reason}".strip())
        if back_to is not None:
            event_write(actor=actor, code="skill_rolled_back", key=key, detail=f"to version {back_to}")
    return Written(written, created=current is None, changed=True)


def version_rollback(
    *, actor: Actor, skill: Skill, number: int, reason: str = "", revision: int | None = None
) -> Skill:
    """Make a new version with the files of an earlier one, checked again as any write.

    Raises NotFound for a version there is not, and as `package_write`.
    """
    skill_require_managed(skill)
    files = version_files(skill, number)
    return package_write(
        actor=actor,
        skill=skill,
        key=skill.key,
        files=files,
        origin=skill.origin,
        reason=reason or f"Back to version {number}",
        revision=revision,
        back_to=number,
    ).skill


def versions_of(*, actor: Actor, skill: Skill) -> list[SkillVersion]:
    """The versions of a managed skill, newest first. Raises NotFound for a bot that only uses the skill."""
    skill_require_managed(skill)
    if not may_write(actor, skill):
        raise skill_unknown()
    return list(skill.versions.order_by("-number"))


def version_get(*, actor: Actor, skill: Skill, number: int) -> dict[str, bytes]:
    """The files of one version, by path. Raises NotFound."""
    versions_of(actor=actor, skill=skill)
    return version_files(skill, number)


def skill_require_managed(skill: Skill) -> None:
    """Raise Conflict for a skill whose files somebody else keeps."""
    if skill.tier != Tier.MANAGED:
        raise Conflict(
            "The files of this skill are kept in a folder, which is only read. Change them there.",
            type="skill-not-managed",
        )


def may_write(actor: Actor, skill: Skill) -> bool:
    """Whether an actor may change a skill: the owner; a bot that brought it or was given its management."""
    if actor.is_owner or actor.is_system:
        return True
    return skill.tier == Tier.MANAGED and Skill.objects.filter(writable(actor), pk=skill.pk).exists()


def writable(actor: Actor) -> Q:
    """The managed skills a bot or member may change: what it brought, and what it was given to manage."""
    if not actor.may(Permission.SKILLS_WRITE):
        return Q(pk__in=())
    return owned(actor) | Q(pk__in=grants_of(actor).filter(can_manage=True).values("skill"))


def _require_may(actor: Actor, skill: Skill | None, key: str, origin: str, visibility: str | None) -> None:
    actor.require(Permission.SKILLS_WRITE)
    if skill is not None:
        skill_require_managed(skill)
        if not may_write(actor, skill):
            raise skill_unknown()
    else:
        key_require_writable(actor, key, origin)
    if visibility is not None and skill is not None:
        raise ValueError("Who may use a skill is changed by skills.services.grants")
    if visibility not in (None, Visibility.PRIVATE) and not (actor.is_owner or actor.is_system):
        raise Forbidden("A bot's skills are its own; the owner decides who else may use them.", type="owner-only")


def _checked(actor: Actor, files: Mapping[str, bytes], folder: str, origin: str) -> Read:
    by_person = (actor.is_owner or actor.is_system) and origin != Origin.LEARNED
    read = package_prepare(files, folder=folder, origin=_text_origin(actor, origin), accepts=by_person)
    read.package.require_accepted()
    return read


def _text_origin(actor: Actor, origin: str) -> TextOrigin:
    """What the owner brings is measured as the owner's: a skill gives orders by its nature. A bot's and a learned one
    must be cleaner.
    """
    of_owner = (actor.is_owner or actor.is_system) and origin != Origin.LEARNED
    return TextOrigin.OWNER if of_owner else TextOrigin.AGENT


def _current(skill: Skill | None, revision: int | None) -> Skill | None:
    """The row as it is now, in the transaction that will change it."""
    if skill is None:
        return None
    current = Skill.objects.kept().filter(pk=skill.pk).first()
    if current is None:
        raise skill_unknown()
    if revision is not None and current.revision != revision:
        raise PreconditionFailed(
            "The skill was changed since you read it. Read it again, then change it.",
            extra={"revision": current.revision},
        )
    return current


def _new(actor: Actor, key: str, origin: str, origin_detail: str, visibility: str | None) -> Skill:
    by_bot = not (actor.is_owner or actor.is_system)
    skill = Skill(
        tier=Tier.MANAGED,
        key=key,
        slug=slug_of(key),
        origin=origin,
        origin_detail=snippet(origin_detail, 300),
        visibility=visibility or (Visibility.PRIVATE if by_bot else Visibility.PUBLIC),
        owned_by=actor.source,
        owner_ident=actor.ident,
        version=0,
        revision=0,
        name=slug_of(key),
    )
    try:
        with transaction.atomic():
            skill.save(force_insert=True)
    except IntegrityError as error:
        raise Conflict(f"There is a skill '{key}' already. Change that one, or choose another name.",
                       type="skill-exists") from error  # fmt: skip
    return skill


def _store(actor: Actor, skill: Skill, read: Read, missing: list[str], reason: str) -> None:
    """Add the next version with its files, and bring the columns of the skill in line with it."""
    newest = skill.versions.aggregate(newest=Max("number"))["newest"] or 0
    version = SkillVersion.objects.create(
        skill=skill,
        number=max(newest, skill.version) + 1,
        content_hash=read.fields["content_hash"],
        reason=snippet(reason, _REASON_LIMIT),
        source=actor.source,
    )
    SkillFile.objects.bulk_create(_file(version, path, content) for path, content in sorted(read.files.items()))
    values: dict[str, Any] = read.fields | state_after(skill, read.suspicious, missing)
    values |= {"missing": missing, "version": version.number, "changed_at": now(), "revision": F("revision") + 1}
    Skill.objects.filter(pk=skill.pk).update(**values)
    skill.refresh_from_db()
    _drop_old(skill)


def _file(version: SkillVersion, path: str, content: bytes) -> SkillFile:
    return SkillFile(
        version=version, path=path, content=content, size=len(content), sha256=sha256(content).hexdigest(),
        executable=path.startswith("scripts/"),
    )  # fmt: skip


def state_after(skill: Skill, suspicious: str, missing: list[str]) -> dict[str, Any]:
    """State, switch and reason of a skill whose files were just read.

    What the screen or a missing dependency switched off comes back when its reason is gone; what a person switched
    off or archived stays so.
    """
    by_screen = skill.state_reason.startswith(SUSPICIOUS)
    by_missing = skill.state == SkillState.ARCHIVED and skill.state_reason.startswith(MISSING)
    unreadable = skill.state == SkillState.UNREADABLE
    state = SkillState.ACTIVE if by_missing or unreadable else skill.state
    enabled = True if by_screen else skill.enabled
    reason = "" if by_screen or by_missing or unreadable else skill.state_reason
    if suspicious:
        enabled, reason = False, suspicious
    if missing and state == SkillState.ACTIVE:
        state = SkillState.ARCHIVED
        reason = f"{MISSING}: {', '.join(missing)}. Install it, then look again." + (
            f" {suspicious}" if suspicious else ""
        )
    return {"state": state, "enabled": enabled, "state_reason": reason[:_REASON_LIMIT]}


def _drop_old(skill: Skill) -> None:
    """Keep the newest versions and those that somebody is given."""
    pinned = SkillGrant.objects.filter(skill=skill, pinned_version__isnull=False).values("pinned_version")
    oldest = skill.version - VERSIONS_KEPT
    skill.versions.filter(number__lte=oldest).exclude(number__in=pinned).delete()
