"""Entry points of the skills' background work: each loads what it needs, calls a service and reports."""

from typing import Any

from channels_bridge.actors import Actor
from channels_bridge.services.jobs import JobRun, job_handler
from channels_bridge.services.schedules import scheduled
from skills.services import candidates  # noqa: F401 - importing it brings what waits into Review
from skills.services.accepting import refusals_prune
from skills.services.catalogue import dependencies_recheck
from skills.services.deciding import candidates_empty, candidates_expire
from skills.services.embedding import EMBED_JOB, embedding_perform, embedding_request
from skills.services.importing import IMPORT_JOB, import_perform
from skills.services.indexing import scan_all
from skills.services.learning import LEARN_JOB, SYSTEM, learning_due, learning_perform
from skills.services.lifecycle import lifecycle_run
from skills.services.roots import SCAN_JOB, scan_request
from skills.services.uploads import UPLOAD_JOB, archive_perform, uploads_prune


@job_handler(SCAN_JOB, title="Read folders of skills")
def scan(run: JobRun) -> dict[str, Any]:
    """Read every folder of skills into the catalogue, and look again at what skills lacked."""

    def progress(done: int, what: str) -> None:
        run.raise_if_cancelled()
        run.progress(done, None, what)

    scanned = scan_all(progress)
    restored = dependencies_recheck(actor=Actor.system("skills"))
    return scanned.as_json() | {"restored": [skill.key for skill in restored]}


@scheduled("skills.scan", minutes=10)
def scan_by_itself() -> None:
    """Read the folders now and then, for those in which nobody is told of changes."""
    uploads_prune()
    refusals_prune()
    scan_request()


@job_handler(UPLOAD_JOB, title="Add skills of an archive")
def upload(run: JobRun, file: str, name: str) -> dict[str, Any]:
    """Write the packages of an archive that was uploaded; goes on where it was killed."""
    return archive_perform(run, file=file, name=name)


@job_handler(LEARN_JOB, title="Look for a skill in a conversation")
def learn(run: JobRun, conversation: int) -> dict[str, Any]:
    """Look at a conversation once; what is found waits for the owner."""
    return learning_perform(run, conversation)


@scheduled("skills.learn", minutes=5)
def learn_due() -> None:
    """Ask for the conversations that ended or fell silent, where the owner wants it."""
    learning_due()


@scheduled("skills.lifecycle", minutes=60)
def look_after_learned() -> None:
    """Close what waited too long, and archive learned skills that nobody uses."""
    candidates_expire(actor=SYSTEM)
    candidates_empty(actor=SYSTEM)
    lifecycle_run(actor=SYSTEM)


@job_handler(IMPORT_JOB, title="Import skills of another agent")
def import_skills(run: JobRun, path: str, source: str, strategy: str, dry: bool = False) -> dict[str, Any]:
    """Take in what the folder holds, package after package, or say what would be done; goes on where it was killed."""
    return import_perform(run, path=path, source=source, strategy=strategy, dry=dry)


@job_handler(EMBED_JOB, title="Embed skills")
def embed(run: JobRun) -> dict[str, Any]:
    """Give every skill that lacks one the vector of its name and description."""
    return embedding_perform(run)


@scheduled("skills.embed", minutes=5)
def embed_by_itself() -> None:
    """Embed skills that are new or changed, where a model is there."""
    embedding_request()
