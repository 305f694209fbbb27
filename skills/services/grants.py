"""Who is given a skill: visibility, grants with a version, and lists that limit a principal. The owner decides."""

from collections.abc import Collection
from typing import Final

from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import F, QuerySet

from channels_bridge.actors import Actor
from channels_bridge.models import Bot
from hooks.services import redact
from kirocrew.base.clock import now
from kirocrew.base.problems import Conflict, Invalid, NotFound, PreconditionFailed
from skills.models import PrincipalKind, Skill, SkillAllowList, SkillGrant, Tier, Visibility
from skills.services.access import skill_unknown
from skills.services.events import event_write, require_owner

ALLOWED_MOST: Final = 1_000
"""Names of one list."""
NAME_LIMIT: Final = 100


def grant_give(
    *,
    actor: Actor,
    skill: Skill,
    kind: str,
    name: str,
    pinned_version: int | None = None,
    can_manage: bool | None = None,
) -> SkillGrant:
    """Give a skill to a bot, a member or a person by name; again changes the version, and the management if it is said.

    The first grant of a private skill makes it internal, in the same transaction. `pinned_version` is the version this
    principal gets, None for the newest. Raises Forbidden unless the owner acts, NotFound for a principal, skill or
    version there is not, Invalid for a version of a skill that has none.
    """
    require_owner(actor)
    principal, shown = _principal(kind, name)
    with transaction.atomic():
        current = _locked(skill)
        _require_version(current, pinned_version)
        values = {"name": shown, "pinned_version": pinned_version, "granted_by": actor.source, "granted_at": now()}
        values |= {} if can_manage is None else {"can_manage": can_manage}
        grant, _ = SkillGrant.objects.update_or_create(
            skill=current, principal_kind=kind, principal=principal, defaults=values
        )
        if current.visibility == Visibility.PRIVATE:
            _set(current, Visibility.INTERNAL)
        version = f" version {pinned_version}" if pinned_version else ""
        event_write(actor=actor, code="skill_granted", key=current.key, detail=f"{kind} {shown}{version}")
    return grant


def grant_revoke(*, actor: Actor, skill: Skill, kind: str, name: str) -> None:
    """Take a grant back. The last one of an internal skill makes it private, in the same transaction.

    Raises Forbidden unless the owner acts, NotFound for a grant there is not.
    """
    require_owner(actor)
    with transaction.atomic():
        current = _locked(skill)
        grants = SkillGrant.objects.filter(skill=current, principal_kind=kind)
        grant = grants.filter(name=name).first() or grants.filter(principal=name).first()
        if grant is None:
            raise NotFound("Nobody of that name was given this skill.", type="unknown-grant")
        grant.delete()
        if current.visibility == Visibility.INTERNAL and not SkillGrant.objects.filter(skill=current).exists():
            _set(current, Visibility.PRIVATE)
        event_write(actor=actor, code="skill_revoked", key=current.key, detail=f"{kind} {grant.name}")


def grants_list(*, actor: Actor, skill: Skill) -> list[SkillGrant]:
    """Who was given a skill. Raises Forbidden unless the owner asks."""
    require_owner(actor)
    return list(skill.grants.all())


def visibility_set(*, actor: Actor, skill: Skill, visibility: str, revision: int | None = None) -> Skill:
    """Say who may use a skill.

    Raises Forbidden unless the owner acts, Invalid for an unknown word, Conflict for `private` while grants stand,
    PreconditionFailed for a stale revision.
    """
    require_owner(actor)
    if visibility not in Visibility.values:
        raise Invalid(f"A skill is {', '.join(Visibility.values)}.", type="skill-visibility-invalid")
    with transaction.atomic():
        current = _locked(skill)
        require_revision(current, revision)
        if visibility == Visibility.PRIVATE and (standing := SkillGrant.objects.filter(skill=current).count()):
            raise Conflict(
                f"{standing} {'grant stands' if standing == 1 else 'grants stand'}. Take them back; "
                "with the last one the skill becomes private.",
                type="skill-has-grants",
            )
        if current.visibility != visibility:
            _set(current, visibility)
            event_write(actor=actor, code="skill_visibility_set", key=current.key, detail=visibility)
    return current


def allow_list_set(*, actor: Actor, kind: str, name: str, slugs: Collection[str] | None) -> SkillAllowList | None:
    """Limit a bot, member or person to skills of these names; None lifts the limit, an empty list leaves nothing.

    A name of no skill is kept: the skill may come later. Raises Forbidden unless the owner acts, NotFound for a
    principal there is not, Invalid for what are no names.
    """
    require_owner(actor)
    principal, shown = _principal(kind, name)
    rows = SkillAllowList.objects.filter(principal_kind=kind, principal=principal)
    with transaction.atomic():
        if slugs is None:
            if rows.delete()[0]:
                event_write(actor=actor, code="allow_list_set", key=shown, detail="everything")
            return None
        names = sorted({_slug(slug) for slug in slugs})
        if len(names) > ALLOWED_MOST:
            raise Invalid(f"A list holds at most {ALLOWED_MOST:,} names.", type="allow-list-invalid")
        values = {"name": shown, "slugs": names, "changed_by": actor.source, "changed_at": now()}
        row, _ = SkillAllowList.objects.update_or_create(principal_kind=kind, principal=principal, defaults=values)
        event_write(actor=actor, code="allow_list_set", key=shown, detail=", ".join(names) or "nothing")
    return row


def allow_lists(*, actor: Actor) -> QuerySet[SkillAllowList]:
    """Every list. Raises Forbidden unless the owner asks."""
    require_owner(actor)
    return SkillAllowList.objects.all()


def require_revision(skill: Skill, revision: int | None) -> None:
    """Raise PreconditionFailed when a change was made on another state of the skill than the present one."""
    if revision is not None and skill.revision != revision:
        raise PreconditionFailed(
            "The skill was changed since you read it. Read it again, then change it.",
            extra={"revision": skill.revision},
        )


def _locked(skill: Skill) -> Skill:
    """The row as it is, in the transaction that changes it. SQLite holds the write lock; others lock the row."""
    current = Skill.objects.select_for_update().kept().filter(pk=skill.pk).first()
    if current is None:
        raise skill_unknown()
    return current


def _set(skill: Skill, visibility: str) -> None:
    Skill.objects.filter(pk=skill.pk).update(visibility=visibility, revision=F("revision") + 1, changed_at=now())
    skill.refresh_from_db(fields=["visibility", "revision", "changed_at"])


def _require_version(skill: Skill, number: int | None) -> None:
    if number is None:
        return
    if skill.tier != Tier.MANAGED:
        raise Invalid("A skill in a folder has no versions to choose from.", type="skill-not-managed")
    if not skill.versions.filter(number=number).exists():
        raise NotFound("There is no such version of this skill.", type="unknown-version")


def _principal(kind: str, name: str) -> tuple[str, str]:
    """The ident and the shown name of a principal. A member is known by its name alone."""
    if kind not in PrincipalKind.values:
        raise Invalid(f"A skill is given to a {', '.join(PrincipalKind.values)}.", type="principal-invalid")
    if not name or len(name) > NAME_LIMIT or redact(name).findings:
        raise Invalid("Name who is meant.", type="principal-invalid")
    if kind == PrincipalKind.MEMBER:
        return name, name
    if kind == PrincipalKind.BOT:
        bot = Bot.objects.filter(name=name).first()
        found = (str(bot.pk), bot.name) if bot else None
    else:
        user = get_user_model().objects.filter(username=name).first()
        found = (str(user.pk), user.get_username()) if user else None
    if found is None:
        raise NotFound(f"There is no {kind} called '{name}'.", type="unknown-principal")
    return found


def _slug(value: object) -> str:
    if not isinstance(value, str) or not value.strip() or len(value) > NAME_LIMIT or redact(value).findings:
        raise Invalid("A list holds names of skills, such as 'tidy-csv'.", type="allow-list-invalid")
    return value.strip().casefold()
