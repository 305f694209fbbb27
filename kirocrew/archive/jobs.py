"""Archives as background work, with live progress."""

from typing import Any, Final

from channels_bridge.actors import Actor, Permission
from channels_bridge.models import Job
from channels_bridge.services.jobs import JobRun, job_enqueue, job_handler
from channels_bridge.services.schedules import scheduled
from kirocrew.archive.age import lock_make
from kirocrew.archive.exporting import archive_write
from kirocrew.archive.importing import Report, archive_merge, archive_restore, archive_verify, authority_of
from kirocrew.archive.keys import lock_opened, lock_sealed
from kirocrew.archive.reading import Contents
from kirocrew.archive.restoring import empty_check, restore_refuse_others
from kirocrew.archive.uploads import VERIFY_JOB, upload_archive, upload_drop, uploads_prune

EXPORT_JOB: Final = "kirocrew.archive_export"
RESTORE_JOB: Final = "kirocrew.archive_restore"
MERGE_JOB: Final = "kirocrew.archive_merge"


def archive_request(*, actor: Actor, passphrase: str = "") -> Job:
    """Ask for an archive in the home's exports, encrypted with the passphrase if there is one.

    Raises Forbidden, WrongPassphrase for a short one.
    """
    actor.require(Permission.ADMIN)
    sealed = lock_sealed(lock_make(passphrase)) if passphrase else ""
    return job_enqueue(actor=actor, name=EXPORT_JOB, args={"sealed": sealed})


def restore_request(*, actor: Actor, upload: str, confirm: str) -> Job:
    """Ask for an archive that was sent to be restored. Raises Forbidden, NotFound, Conflict for a home in use."""
    restore_refuse_others(actor)
    upload_archive(upload)
    empty_check()
    args = {"upload": upload, "confirm": confirm}
    return job_enqueue(actor=actor, name=RESTORE_JOB, args=args, dedupe_key=upload)


def merge_request(*, actor: Actor, upload: str) -> Job:
    """Ask for an archive that was sent to be merged. Raises Forbidden, NotFound."""
    restore_refuse_others(actor)
    upload_archive(upload)
    return job_enqueue(actor=actor, name=MERGE_JOB, args={"upload": upload}, dedupe_key=upload)


@job_handler(EXPORT_JOB, title="Write an archive of everything", max_attempts=3)
def export(run: JobRun, sealed: str) -> dict[str, Any]:
    """Write the archive; one that was cut off leaves nothing and is begun anew."""

    def report(done: int, total: int) -> None:
        run.raise_if_cancelled()
        run.progress(done, total, f"{done:,} rows")

    made = archive_write(actor=run.actor, lock=lock_opened(sealed) if sealed else None, report=report)
    Job.objects.filter(pk=run.job.pk).update(args={"sealed": ""})  # the file's key is needed no more
    return {"file": made.path.name, "rows": made.rows, "bytes": made.size, "digest": made.digest}


@job_handler(VERIFY_JOB, title="Check an archive", max_attempts=1)
def verify(run: JobRun, upload: str) -> dict[str, Any]:
    """Read an archive from end to end."""
    contents = archive_verify(actor=run.actor, archive=upload_archive(upload), report=_reporting(run))
    return told_of(contents)


@job_handler(RESTORE_JOB, title="Restore an archive", max_attempts=1)
def restore(run: JobRun, upload: str, confirm: str) -> dict[str, Any]:
    """Make this home what the archive's was, whole or not at all."""
    report = _reporting(run)

    def told(what: str, done: int, total: int) -> None:
        if what != "restoring":  # one transaction: nobody sees what is told inside of it, and nothing may stop it
            report(what, done, total)

    contents = archive_restore(
        actor=run.actor, archive=upload_archive(upload), confirm=confirm, report=told, last=run.heartbeat
    )
    upload_drop(actor=run.actor, uid=upload)
    return told_of(contents)


@job_handler(MERGE_JOB, title="Merge an archive", max_attempts=3)
def merge(run: JobRun, upload: str) -> dict[str, Any]:
    """Bring what an archive remembers through the gate; what an earlier attempt brought is known again."""
    merged = archive_merge(actor=run.actor, archive=upload_archive(upload), report=_reporting(run), job=run.job.uid)
    upload_drop(actor=run.actor, uid=upload)
    return merged.as_json()


@scheduled("archives that were sent", minutes=24 * 60)
def uploads_clear() -> int:
    """Remove archives that nobody took in for a week."""
    return uploads_prune()


def told_of(contents: Contents) -> dict[str, Any]:
    """What is told of an archive: its digest, its rows by table, and what of it decides or runs."""
    counts = {name: number for name, number in contents.counts.items() if number}
    return {
        "digest": contents.digest,
        "rows": contents.rows,
        "counts": counts,
        "brings": authority_of(contents),
        "space": contents.space,
    }


def _reporting(run: JobRun) -> Report:
    def report(what: str, done: int, total: int) -> None:
        run.raise_if_cancelled()
        run.progress(done, total or None, f"{what}, {done:,} of {total:,}" if total else what)

    return report
