"""The owner's word on a package that was refused for what was found in it.

The guard and the screen are wrong at times: a skill about attacks names them. A person may look at what was found and
accept it, with a reason, for exactly these files. No bot can, and nothing a bot brings is let in by it.
"""

from datetime import timedelta
from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models import F, QuerySet

from channels_bridge.actors import Actor
from hooks.services import snippet
from kirocrew.base.clock import now
from kirocrew.base.problems import Conflict, Invalid, NotFound
from skills.models import KEY_LIMIT, RefusedPackage, Skill
from skills.packages.diagnostics import Finding, PackageHarmful, PackageRefused
from skills.services.events import event_write, require_owner
from skills.services.roots import scan_request

REASON_LIMIT: Final = 500
"""Characters."""
KEPT_DAYS: Final = 30
"""After which it is forgotten what was found in a package nobody accepted."""
WITHDRAWN: Final = "The owner no longer accepts what was found in it"
_FINDINGS_MOST: Final = 100


def refusal_record(*, actor: Actor, refusal: PackageRefused, key: str, place: str = "", is_told: bool = False) -> None:
    """Write down that a package was refused, and, where a person may accept it, what was found.

    What a bot brings is only told in the events: it is not for the owner to let in. Nothing of the package is kept but
    the lines that were found, without credentials. `is_told`: another event says it already.
    """
    by_person = actor.is_owner or actor.is_system
    with transaction.atomic():
        if isinstance(refusal, PackageHarmful) and by_person:
            RefusedPackage.objects.update_or_create(
                content_hash=refusal.content_hash,
                defaults={"refused_at": now(), "findings": _as_json(refusal.findings)},
                create_defaults={
                    "key": snippet(key, KEY_LIMIT),
                    "place": snippet(place, 300),
                    "findings": _as_json(refusal.findings),
                    "source": actor.source,
                },
            )
        if not is_told:
            event_write(actor=actor, code="skill_refused", key=key, detail=str(refusal.detail), offered=False)


def refused_packages(*, actor: Actor) -> QuerySet[RefusedPackage]:
    """Packages refused for what was found in them, the latest first. Raises Forbidden unless the owner asks."""
    require_owner(actor)
    return RefusedPackage.objects.all()


def refused_get(*, actor: Actor, uid: UUID) -> RefusedPackage:
    """One of them. Raises Forbidden unless the owner asks, NotFound."""
    found = refused_packages(actor=actor).filter(uid=uid).first()
    if found is None:
        raise NotFound("There is no such package. What nobody accepts is forgotten after a month.",
                       type="unknown-package")  # fmt: skip
    return found


def package_accept(*, actor: Actor, package: RefusedPackage, reason: str) -> RefusedPackage:
    """Accept what was found in a package, for exactly its files; a folder that holds them is read again.

    Raises Forbidden unless the owner acts, Invalid without a reason, Conflict for one that is accepted.
    """
    require_owner(actor)
    if not reason.strip():
        raise Invalid("Say why it is accepted; that is kept with your name.", type="reason-missing")
    with transaction.atomic():
        row = RefusedPackage.objects.select_for_update().get(pk=package.pk)
        if row.accepted_at is not None:
            raise Conflict("It is accepted already.", type="package-accepted")
        row.accepted_at, row.accepted_by, row.reason = now(), actor.source, snippet(reason.strip(), REASON_LIMIT)
        row.save(update_fields=["accepted_at", "accepted_by", "reason"])
        withdrawn = Skill.objects.kept().filter(content_hash=row.content_hash, state_reason=WITHDRAWN)
        withdrawn.update(enabled=True, state_reason="", revision=F("revision") + 1, changed_at=now())
        event_write(actor=actor, code="skill_accepted", key=row.key, detail=f"{row.content_hash[:16]}. {row.reason}")
        scan_request()
    return row


def package_withdraw(*, actor: Actor, package: RefusedPackage) -> RefusedPackage:
    """Take the word back: skills of exactly these files are switched off at once.

    Raises Forbidden unless the owner acts, Conflict for a package that is not accepted.
    """
    require_owner(actor)
    with transaction.atomic():
        row = RefusedPackage.objects.select_for_update().get(pk=package.pk)
        if row.accepted_at is None:
            raise Conflict("It is not accepted.", type="package-not-accepted")
        row.accepted_at, row.refused_at = None, now()
        row.save(update_fields=["accepted_at", "refused_at"])
        Skill.objects.kept().filter(content_hash=row.content_hash).update(
            enabled=False, state_reason=WITHDRAWN, revision=F("revision") + 1, changed_at=now()
        )
        event_write(actor=actor, code="skill_accept_withdrawn", key=row.key, detail=row.content_hash[:16])
        scan_request()
    return row


def doubts_accept(*, actor: Actor, skill: Skill) -> None:
    """Keep that the owner read what the screen doubted, so that the same files are not switched off again.

    Call it in the transaction in which the skill is switched on.
    """
    RefusedPackage.objects.update_or_create(
        content_hash=skill.content_hash,
        defaults={"accepted_at": now(), "accepted_by": actor.source, "reason": "Read, and switched on"},
        create_defaults={
            "key": skill.key,
            "findings": _as_json([Finding("SKILL.md", 0, "screen", skill.state_reason, refuses=False)]),
            "source": skill.owned_by,
            "accepted_at": now(),
            "accepted_by": actor.source,
            "reason": "Read, and switched on",
        },
    )


def refusals_prune() -> int:
    """Forget what was found in packages nobody accepted within KEPT_DAYS; how many."""
    old = RefusedPackage.objects.filter(accepted_at__isnull=True, refused_at__lt=now() - timedelta(days=KEPT_DAYS))
    return old.delete()[0]


def _as_json(findings: tuple[Finding, ...] | list[Finding]) -> list[dict[str, object]]:
    return [one.as_dict() for one in findings[:_FINDINGS_MOST]]
