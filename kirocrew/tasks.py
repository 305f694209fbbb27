"""Jobs of the project itself."""

from typing import Any, Final

from django.db import connection

from channels_bridge.actors import Actor
from channels_bridge.services.jobs import JobRun, job_enqueue, job_handler
from channels_bridge.services.schedules import scheduled
from kirocrew.agents.summoning.running import SUMMON_JOB, summoning_perform, summoning_sweep
from kirocrew.archive import jobs as archives  # noqa: F401 - importing it makes its jobs known
from kirocrew.backup.kinds import BACKUP_JOB, DAILY, ROUTINE
from kirocrew.backup.making import BackupError, backup_make
from kirocrew.backup.shelf import backups_check
from kirocrew.base.problems import Unavailable

DAY: Final = 24 * 60  # minutes
KEEPER: Final = Actor.system("backup")


@job_handler(BACKUP_JOB, title="Back up the database", max_attempts=1)
def back_up(run: JobRun, *, daily: bool = False) -> dict[str, Any]:
    """Copy the database into the home's backups, open and count the copy, and look again at those that changed."""
    run.progress(0, None, "copying and counting")
    try:
        made = backup_make(kind=DAILY if daily else ROUTINE)
    except BackupError as error:
        raise Unavailable(str(error), type="backup-failed") from error
    run.progress(0, None, "looking at the others")
    if trouble := backups_check(actor=KEEPER):
        raise Unavailable(f"{made.path.name} was made. But {'; '.join(trouble)}", type="backup-failed")
    counted = {"records": made.counts.tables.get("memory_record", 0), "rows": sum(made.counts.tables.values())}
    return {"file": made.path.name, "bytes": made.size, "seconds": round(made.seconds, 1), **counted}


@scheduled("daily backup", minutes=DAY)
def back_up_daily() -> None:
    """Ask for the day's backup, where the database is one that is backed up here."""
    if connection.vendor == "sqlite":
        job_enqueue(actor=KEEPER, name=BACKUP_JOB, args={"daily": True}, dedupe_key=DAILY)


@job_handler(SUMMON_JOB, title="Write an agent's files", max_attempts=3)
def summon(run: JobRun, agent: int, instruction: str) -> dict[str, Any]:
    """Let the language model write or change an agent's files; a second attempt asks for what is still missing."""
    return summoning_perform(run, agent, instruction)


@scheduled("agents being written", minutes=10)
def summoning_swept() -> int:
    """Give back agents whose job ended without a word."""
    return summoning_sweep()


@scheduled("context receipts", minutes=DAY)
def receipts_clear() -> int:
    """Remove receipts of contexts that are older than they are kept."""
    from kirocrew.context.receipts import receipts_prune

    return receipts_prune()
