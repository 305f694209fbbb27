"""Jobs of the project itself."""

from typing import Any, Final

from channels_bridge.services.jobs import JobRun, job_handler
from channels_bridge.services.schedules import scheduled
from kirocrew.agents.summoning.running import SUMMON_JOB, summoning_perform, summoning_sweep
from kirocrew.backups import BackupError, backup_make
from kirocrew.base.problems import Unavailable

BACKUP_JOB: Final = "kirocrew.backup"


@job_handler(BACKUP_JOB, title="Back up the database", max_attempts=1)
def back_up(run: JobRun) -> dict[str, Any]:
    """Copy the database into the home's backups and check the copy."""
    run.progress(0, None, "copying and checking")
    try:
        made = backup_make()
    except BackupError as error:
        raise Unavailable(str(error), type="backup-failed") from error
    return {"file": made.path.name, "bytes": made.size, "seconds": round(made.seconds, 1)}


@job_handler(SUMMON_JOB, title="Write an agent's files", max_attempts=3)
def summon(run: JobRun, agent: int, instruction: str) -> dict[str, Any]:
    """Let the language model write or change an agent's files; a second attempt asks for what is still missing."""
    return summoning_perform(run, agent, instruction)


@scheduled("agents being written", minutes=10)
def summoning_swept() -> int:
    """Give back agents whose job ended without a word."""
    return summoning_sweep()


@scheduled("context receipts", minutes=24 * 60)
def receipts_clear() -> int:
    """Remove receipts of contexts that are older than they are kept."""
    from kirocrew.context.receipts import receipts_prune

    return receipts_prune()
