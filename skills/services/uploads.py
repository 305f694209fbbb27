"""Archives of packages: looked at whole, then written one by one."""

import logging
import os
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from enum import StrEnum
from io import BytesIO
from pathlib import Path
from typing import Any, BinaryIO, Final

from django.conf import settings

from channels_bridge.actors import Actor, Permission
from channels_bridge.models import Job
from channels_bridge.services.jobs import JobRun, job_enqueue
from hooks.services import redact, snippet
from hooks.services.reading import ReadRefused, safe_read_bytes
from kirocrew.base.ids import new_uid
from kirocrew.base.problems import Problem, Unavailable
from skills.models import Origin, Skill, Tier
from skills.packages.archive import ArchivePackage, archive_read
from skills.packages.diagnostics import PackageHarmful, PackageRefused
from skills.packages.limits import DEFAULT_LIMITS, OWNER_LIMITS, Limits
from skills.packages.package import package_read
from skills.services.keys import key_for
from skills.services.versions import package_write

logger = logging.getLogger(__name__)

UPLOAD_JOB: Final = "skills.upload"
AT_ONCE: Final = 5
"""Packages that are written while the caller waits; more are a job."""
FOLDER: Final = "imports"
PREFIX: Final = "skills-"
KEPT_SECONDS: Final = 24 * 3600
"""After which an archive is removed whose job never came."""
_FOLDER_MODE, _FILE_MODE = 0o700, 0o600


class Fate(StrEnum):
    """What became of one package of an archive."""

    NEW = "new"
    CHANGED = "changed"
    UNCHANGED = "unchanged"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Uploaded:
    """One package of an archive and what became of it; `code` and `message` are why, where it is an error."""

    folder: str
    key: str
    fate: Fate
    version: int | None = None
    state: str = ""
    message: str = ""
    code: str = ""
    content_hash: str = ""
    """Of a package whose findings the owner may accept."""

    def as_json(self) -> dict[str, Any]:
        return asdict(self) | {"fate": self.fate.value}


@dataclass(frozen=True, slots=True)
class Upload:
    """What an upload came to: the packages where they were few, else the job that writes them."""

    packages: tuple[Uploaded, ...] = ()
    job: Job | None = None


def archive_upload(*, actor: Actor, stream: BinaryIO, name: str) -> Upload:
    """Write the packages of an archive, a few at once and more as a job.

    The whole archive is looked at first: what is built to do harm, or holds too much, is refused and nothing of it is
    kept. Raises Forbidden without `skills:write`, PackageRefused.
    """
    actor.require(Permission.SKILLS_WRITE)
    packages = archive_read(stream, limits=_limits(actor))
    name = redact(snippet(name, 120)).text
    if len(packages) <= AT_ONCE:
        return Upload(tuple(packages_write(actor=actor, packages=packages, name=name)))
    stream.seek(0)
    file = _keep(stream)
    try:
        job = job_enqueue(
            actor=actor,
            name=UPLOAD_JOB,
            args={"file": file, "name": name},
            title=f"Add {len(packages)} skills of {name}",
        )
    except BaseException:
        _path(file).unlink(missing_ok=True)
        raise
    return Upload(job=job)


def archive_perform(run: JobRun, *, file: str, name: str) -> dict[str, Any]:
    """Do the job of an upload: one package after the other, told as it goes, and on from where it was killed."""
    try:
        content = safe_read_bytes(_path(file), limit=DEFAULT_LIMITS.total_bytes)
    except ReadRefused as refusal:
        raise Unavailable("The uploaded archive is not here any more. Upload it again.",
                          type="unknown-upload") from refusal  # fmt: skip
    packages = archive_read(BytesIO(content), limits=_limits(run.actor))
    rows: list[dict[str, Any]] = list(run.checkpoint.get("packages", []))
    rest = packages[len(rows) :]
    for uploaded in packages_write(actor=run.actor, packages=rest, name=name, seen={row["key"] for row in rows}):
        run.raise_if_cancelled()
        rows.append(uploaded.as_json())
        run.save_checkpoint(packages=rows)
        run.progress(len(rows), len(packages), f"{uploaded.folder or name}: {uploaded.fate.value}")
    _path(file).unlink(missing_ok=True)
    counts = Counter(row["fate"] for row in rows)
    return {"counts": {fate.value: counts[fate.value] for fate in Fate}, "packages": rows}


def _limits(actor: Actor) -> Limits:
    """A person may bring more at once, on the page or at a terminal."""
    return OWNER_LIMITS if actor.is_owner or actor.is_system else DEFAULT_LIMITS


def packages_write(
    *, actor: Actor, packages: list[ArchivePackage], name: str, seen: set[str] | None = None
) -> Iterator[Uploaded]:
    """Write packages one by one, each in a transaction of its own, and say of each what became of it."""
    taken = set(seen or ())
    for package in packages:
        uploaded = _written(actor, package, name, taken)
        taken.add(uploaded.key)
        yield uploaded


def uploads_prune() -> None:
    """Remove archives whose job never came for a day."""
    folder = Path(settings.KIROCREW_HOME) / FOLDER
    for file in folder.glob(f"{PREFIX}*.zip") if folder.is_dir() else ():
        if time.time() - file.stat().st_mtime > KEPT_SECONDS:
            file.unlink(missing_ok=True)


def _written(actor: Actor, package: ArchivePackage, name: str, taken: set[str]) -> Uploaded:
    folder = snippet(package.folder, 120)
    key = ""
    try:
        if package.problem is not None:
            raise package.problem
        last = package.folder.rsplit("/", 1)[-1]
        slug = package_read(package.files, folder="" if redact(last).findings else last).slug
        key = key_for(actor, slug)
        if key in taken:
            message = "Another package of this archive has the same name."
            return Uploaded(folder, key, Fate.ERROR, message=message, code="duplicate_package")
        written = package_write(
            actor=actor,
            skill=Skill.objects.kept().filter(tier=Tier.MANAGED, key=key).first(),
            key=key,
            files=package.files,
            origin=Origin.UPLOADED,
            origin_detail=name,
            reason=f"Uploaded in {name}",
        )
    except Problem as problem:
        code = problem.code if isinstance(problem, PackageRefused) else problem.type
        found = problem.content_hash if isinstance(problem, PackageHarmful) and actor.is_owner else ""
        message = problem.detail or problem.title
        return Uploaded(folder, key, Fate.ERROR, message=message, code=code, content_hash=found)
    fate = Fate.NEW if written.created else Fate.CHANGED if written.changed else Fate.UNCHANGED
    skill = written.skill
    return Uploaded(folder, key, fate, skill.version, skill.state, skill.state_reason)


def _keep(stream: BinaryIO) -> str:
    """Keep the archive in the home for the job, private, and return its name."""
    name = f"{PREFIX}{new_uid()}.zip"
    path = _path(name)
    path.parent.mkdir(mode=_FOLDER_MODE, parents=True, exist_ok=True)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _FILE_MODE)
    with os.fdopen(descriptor, "wb") as handle:
        handle.write(stream.read(DEFAULT_LIMITS.total_bytes))
    return name


def _path(name: str) -> Path:
    return Path(settings.KIROCREW_HOME) / FOLDER / name
