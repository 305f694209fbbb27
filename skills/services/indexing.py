"""Reading folders of skills into the catalogue. A folder is read whole first, then written in one short transaction.

What can't be read keeps its last entry and says why; only what is certainly not there any more is gone.
"""

from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from django.db import transaction
from django.db.models import F

from channels_bridge.actors import Actor
from hooks.services import Origin as TextOrigin
from hooks.services import snippet
from hooks.services.reading import ReadRefused
from kirocrew.base.clock import now
from skills.models import KEY_LIMIT, Origin, Skill, SkillRoot, SkillState, Tier, Visibility
from skills.packages.diagnostics import PackageHarmful, PackageRefused
from skills.packages.naming import FALLBACK_SLUG, slug_of
from skills.packages.package import content_hash
from skills.services.accepting import refusal_record
from skills.services.events import event_write
from skills.services.folders import BUILTIN, folder_read, skills_find
from skills.services.needs import needs_missing
from skills.services.reading import Read, package_prepare
from skills.services.roots import roots_read
from skills.services.versions import state_after

INDEXER: Final = Actor.system("skills")
REASON_LIMIT: Final = 500
_looked_through: Final[dict[tuple[str, str], tuple[str, str]]] = {}
"""By folder and key: the hash of the files that were looked through, and of what was kept of them."""


@dataclass(slots=True)
class Scanned:
    """What a reading came to: numbers of skills."""

    new: int = 0
    changed: int = 0
    unchanged: int = 0
    unreadable: int = 0
    gone: int = 0
    problems: list[str] = field(default_factory=list)

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True, slots=True)
class _Place:
    """Where skills are read: a root, or what comes with Kirocrew."""

    root: SkillRoot | None
    path: str

    @property
    def tier(self) -> int:
        return self.root.tier if self.root else Tier.BUILTIN

    @property
    def rows(self) -> Any:
        if self.root is None:
            return Skill.objects.filter(root=None, tier=Tier.BUILTIN)
        return Skill.objects.filter(root=self.root)


def scan_all(progress: Callable[[int, str], None] = lambda done, what: None) -> Scanned:
    """Read every folder that may be read, and what comes with Kirocrew. `progress` hears of each skill."""
    scanned = Scanned()
    _scan(_Place(None, str(BUILTIN)), scanned, progress)
    for root in roots_read():
        root_scan(root, scanned, progress)
    return scanned


def builtin_read() -> int:
    """Bring the skills that come with Kirocrew into the catalogue, and return how many are new or changed.

    Cheap when nothing is: then no text is screened, so it may be done at every start.
    """
    place = _Place(None, str(BUILTIN))
    known = dict(place.rows.filter(state=SkillState.ACTIVE).values_list("key", "content_hash"))
    try:
        keys = skills_find(place.path).keys
        found = {key: content_hash(folder_read(f"{place.path}/{key}", hard_links=True)) for key in keys}
    except ReadRefused:
        found = {}
    if found == known:
        return 0
    scanned = Scanned()
    _scan(place, scanned, lambda done, what: None)
    return scanned.new + scanned.changed


def root_scan(
    root: SkillRoot, scanned: Scanned | None = None, progress: Callable[[int, str], None] = lambda done, what: None
) -> Scanned:
    """Read one folder, and note at it when and with what trouble."""
    scanned = scanned or Scanned()
    problem = _scan(_Place(root, root.path), scanned, progress)
    SkillRoot.objects.filter(pk=root.pk).update(scanned_at=now(), problem=problem[:REASON_LIMIT])
    return scanned


def _scan(place: _Place, scanned: Scanned, progress: Callable[[int, str], None]) -> str:
    try:
        found = skills_find(place.path)
    except ReadRefused as refusal:
        for skill in place.rows.filter(state=SkillState.ACTIVE):
            _unreadable(place, skill.key, f"The folder can't be read: {refusal.detail}", scanned)
        return str(refusal.detail)
    keys = [key for key in found.keys if len(key) <= KEY_LIMIT]
    for key in keys:
        progress(scanned.new + scanned.changed + scanned.unchanged + scanned.unreadable, key)
        _skill(place, key, scanned)
    for key in place.rows.kept().exclude(key__in=keys).values_list("key", flat=True):
        if found.problem:
            _unreadable(place, key, f"Not found, but not everything was looked into: {found.problem}", scanned)
        else:
            _gone(place, key, scanned)
    if found.problem:
        scanned.problems.append(f"{place.path}: {found.problem}")
    return found.problem


def _skill(place: _Place, key: str, scanned: Scanned) -> None:
    try:
        files = folder_read(f"{place.path}/{key}", hard_links=place.root is None)
        if _is_as_it_was(place, key, files):
            scanned.unchanged += 1
            return
        read = package_prepare(files, folder=key.rsplit("/", 1)[-1], origin=TextOrigin.OWNER, accepts=True)
        read.package.require_accepted()
    except (ReadRefused, PackageRefused) as refusal:
        if isinstance(refusal, PackageHarmful):
            refusal_record(actor=INDEXER, refusal=refusal, key=key, place=f"{place.path}/{key}", is_told=True)
        _unreadable(place, key, str(refusal.detail), scanned)
        return
    missing = needs_missing(read.files, read.package.frontmatter)
    with transaction.atomic():
        skill = place.rows.filter(key=key).order_by("-id").first()
        is_new = skill is None or skill.state == SkillState.DELETED
        if skill is None:
            skill = _begun(place, key, read.package.slug)
        values = _values(skill, read, missing)
        _looked_through[place.path, key] = (content_hash(files), values["content_hash"])
        same = not is_new and all(getattr(skill, name) == values[name] for name in ("content_hash", "state", "missing"))
        if same:
            scanned.unchanged += 1
            return
        if not is_new and skill.content_hash != values["content_hash"]:
            values["version"] = F("version") + 1
        Skill.objects.filter(pk=skill.pk).update(**values, changed_at=now(), revision=F("revision") + 1)
        event_write(actor=INDEXER, code="skill_indexed", key=key, detail="new" if is_new else "changed")
    scanned.new += is_new
    scanned.changed += not is_new


def _is_as_it_was(place: _Place, key: str, files: dict[str, bytes]) -> bool:
    """Whether these files were looked through before, by this process, and what they need is there as it was.

    A new process looks through everything once: its rules may be newer.
    """
    skill = place.rows.filter(key=key, state=SkillState.ACTIVE).defer("body").first()
    if skill is None or _looked_through.get((place.path, key)) != (content_hash(files), skill.content_hash):
        return False
    return bool(needs_missing(files, skill.frontmatter) == skill.missing)


def _values(skill: Skill, read: Read, missing: list[str]) -> dict[str, Any]:
    if skill.state == SkillState.DELETED:
        skill.state, skill.state_reason = SkillState.ACTIVE, ""
    return read.fields | state_after(skill, read.suspicious, missing) | {"slug": read.package.slug, "missing": missing}


def _begun(place: _Place, key: str, slug: str) -> Skill:
    return Skill.objects.create(
        tier=place.tier,
        root=place.root,
        key=key,
        slug=slug,
        name=slug,
        origin=Origin.FOLDER if place.root else Origin.BUILTIN,
        visibility=Visibility.PUBLIC,
        owned_by=INDEXER.source,
    )


def _unreadable(place: _Place, key: str, why: str, scanned: Scanned) -> None:
    """Keep what was read last, say why it is not offered. The reason may quote the file, so it is redacted."""
    scanned.unreadable += 1
    reason = snippet(why, REASON_LIMIT)
    with transaction.atomic():
        skill = place.rows.kept().filter(key=key).first()
        if skill is None:
            skill = _begun(place, key, slug_of(key.rsplit("/", 1)[-1]) or FALLBACK_SLUG)
        elif (skill.state, skill.state_reason) == (SkillState.UNREADABLE, reason):
            return
        Skill.objects.filter(pk=skill.pk).update(
            state=SkillState.UNREADABLE, state_reason=reason, changed_at=now(), revision=F("revision") + 1
        )
        event_write(actor=INDEXER, code="skill_unreadable", key=key, detail=reason)


def _gone(place: _Place, key: str, scanned: Scanned) -> None:
    """The folder is not there any more: nothing of its text stays, but who was given it, should it come back."""
    with transaction.atomic():
        for skill in place.rows.kept().filter(key=key):
            skill_empty(skill)
        event_write(actor=INDEXER, code="skill_gone", key=key)
    scanned.gone += 1


def skill_empty(skill: Skill) -> None:
    """Leave of a skill no more than that it was there. Call it in a transaction."""
    skill.vectors.all().delete()
    Skill.objects.filter(pk=skill.pk).update(
        state=SkillState.DELETED,
        state_reason="",
        name=F("slug"),
        description="",
        body="",
        size=0,
        triggers=[],
        negative_triggers=[],
        tags=[],
        frontmatter={},
        diagnostics=[],
        missing=[],
        content_hash="",
        always=False,
        changed_at=now(),
        revision=F("revision") + 1,
    )
