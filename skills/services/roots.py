"""Folders of skills: added, agreed to, switched and removed by the owner. Reading them is `indexing`."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet

from channels_bridge.actors import Actor
from channels_bridge.models import Job
from channels_bridge.services.jobs import job_enqueue
from hooks.services import redact
from hooks.services.reading import ReadRefused, open_guarded
from kirocrew.base.clock import now
from kirocrew.base.problems import Conflict, Invalid, NotFound
from skills.models import SkillRoot, Tier
from skills.services.events import catalogue_touch, event_write, require_owner

SCAN_JOB: Final = "skills.scan"
HOME_FOLDER: Final = "skills"
"""The folder in the home whose skills are always read."""
AGENTS_FOLDER: Final = Path(".agents") / "skills"
"""Where the Agent Skills guide lets projects and people keep skills."""
TIERS: Final = (Tier.WORKSPACE, Tier.PROJECT, Tier.PERSONAL)
ROOTS_MOST: Final = 100


def root_add(*, actor: Actor, path: str, tier: int, project: str = "", consent: bool = False) -> SkillRoot:
    """Add a folder; where it holds `.agents/skills`, that is what is meant. It is read by a job soon after.

    A project's folder is read once the owner agreed to it: `consent` says that they just did. Raises Forbidden unless
    the owner acts, Invalid for a folder that can't be read or a project without name, Conflict for one that is there.
    """
    require_owner(actor)
    if tier not in TIERS:
        raise Invalid("A folder is for a workspace, a project or a person.", type="skill-root-invalid")
    if (tier == Tier.PROJECT) != bool(project):
        raise Invalid(
            "Name the project that a project's folder is for, and none for others.", type="skill-root-invalid"
        )
    if redact(path).findings or redact(project).findings:
        raise Invalid("The folder's or project's name looks like a credential.", type="skill-root-invalid")
    real = _real_folder(path)
    with transaction.atomic():
        if SkillRoot.objects.filter(path=real).exists():
            raise Conflict("This folder was added already.", type="skill-root-exists")
        if SkillRoot.objects.count() >= ROOTS_MOST:
            raise Conflict(f"At most {ROOTS_MOST} folders are read. Remove one first.", type="skill-root-exists")
        agreed = now() if tier == Tier.PROJECT and consent else None
        root = SkillRoot.objects.create(path=real, tier=tier, project=project, consented_at=agreed)
        event_write(actor=actor, code="root_added", key=real, detail=Tier(tier).label)
        scan_request()
    return root


def root_consent(*, actor: Actor, root: SkillRoot, agreed: bool) -> SkillRoot:
    """Agree to the reading of a project's folder, or take it back: then its skills are offered to nobody at once."""
    require_owner(actor)
    with transaction.atomic():
        root.consented_at = now() if agreed else None
        root.save(update_fields=["consented_at"])
        event_write(actor=actor, code="root_consented" if agreed else "root_changed", key=root.path,
                    detail="agreed" if agreed else "consent taken back")  # fmt: skip
        scan_request()
    return root


def root_enable(*, actor: Actor, root: SkillRoot, enabled: bool) -> SkillRoot:
    """Switch a folder on or off. Its skills stay listed, and are offered to nobody while it is off."""
    require_owner(actor)
    with transaction.atomic():
        root.enabled = enabled
        root.save(update_fields=["enabled"])
        event_write(actor=actor, code="root_changed", key=root.path, detail="on" if enabled else "off")
        if enabled:
            scan_request()
    return root


def root_remove(*, actor: Actor, root: SkillRoot) -> None:
    """Forget a folder, its skills and who was given them. The files stay where they are."""
    require_owner(actor)
    with transaction.atomic():
        event_write(actor=actor, code="root_removed", key=root.path, detail=f"{root.skills.kept().count()} skills")
        root.delete()


def root_get(*, actor: Actor, uid: UUID) -> SkillRoot:
    """Return a folder. Raises Forbidden unless the owner asks, NotFound."""
    require_owner(actor)
    root = SkillRoot.objects.filter(uid=uid).first()
    if root is None:
        raise NotFound("There is no such folder of skills.", type="unknown-skill-root")
    return root


def roots_list(*, actor: Actor) -> QuerySet[SkillRoot]:
    """Every folder. Raises Forbidden unless the owner asks: paths tell of the machine."""
    require_owner(actor)
    return SkillRoot.objects.all()


def roots_read() -> Iterator[SkillRoot]:
    """The folders that may be read now: switched on, and agreed to where that is asked.

    The home's own comes by itself.
    """
    home = Path(settings.KIROCREW_HOME) / HOME_FOLDER
    if home.is_dir() and not SkillRoot.objects.filter(path=str(home.resolve())).exists():
        with transaction.atomic():
            SkillRoot.objects.get_or_create(path=str(home.resolve()), defaults={"tier": Tier.WORKSPACE})
            catalogue_touch()
    for root in SkillRoot.objects.filter(enabled=True):
        if root.tier != Tier.PROJECT or root.consented_at is not None:
            yield root


def scan_asked(*, actor: Actor) -> Job:
    """Ask for a reading of all folders as the owner, and return its job."""
    require_owner(actor)
    return job_enqueue(actor=actor, name=SCAN_JOB, args={}, dedupe_key=SCAN_JOB)


def scan_request() -> None:
    """Ask for a reading of all folders; one that waits already is enough."""
    job_enqueue(actor=Actor.system("skills"), name=SCAN_JOB, args={}, dedupe_key=SCAN_JOB)


def _real_folder(path: str) -> str:
    """The folder without links, checked like everything that is read. Raises Invalid."""
    try:
        inner = Path(path).expanduser() / AGENTS_FOLDER
        with open_guarded(inner if inner.is_dir() else path) as folder:
            if not folder.is_folder:
                raise Invalid("This is a file. Name the folder that the skills are in.", type="skill-root-invalid")
            return folder.path
    except (ReadRefused, OSError, RuntimeError) as refusal:
        detail = refusal.detail if isinstance(refusal, ReadRefused) else "It can't be looked at."
        raise Invalid(f"The folder can't be read: {detail}", type="skill-root-invalid") from refusal
