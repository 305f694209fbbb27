"""Archives that were sent to the server: kept in a folder of their own until they are taken in, or dropped."""

import json
import os
import shutil
import time
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final
from uuid import UUID

from django.conf import settings

from channels_bridge.actors import Actor
from channels_bridge.models import Job
from channels_bridge.services.jobs import job_enqueue
from hooks.services.reading import ReadRefused, safe_open, safe_read_file
from kirocrew.archive.age import INTRO, Lock, is_encrypted, key_open
from kirocrew.archive.errors import WrongPassphrase
from kirocrew.archive.exporting import SUFFIX
from kirocrew.archive.importing import FOLDER, Archive
from kirocrew.archive.keys import lock_opened, lock_sealed
from kirocrew.archive.restoring import restore_refuse_others
from kirocrew.base.clock import now
from kirocrew.base.files import write_trouble
from kirocrew.base.ids import new_uid
from kirocrew.base.problems import Invalid, NotFound
from memory.services.exports import FILE_MODE, FOLDER_MODE, export_folder, file_write

VERIFY_JOB: Final = "kirocrew.archive_verify"
PREFIX: Final = "archive-"  # an erase knows these folders by it
FILE: Final = "archive"
NOTE: Final = "note.json"
KEPT_SECONDS: Final = 7 * 24 * 3600.0
DRAFT_SECONDS: Final = 24 * 3600.0


@dataclass(frozen=True, slots=True)
class Waiting:
    """An archive that was sent, and the job that looked through it. `result` is what that found, empty until then."""

    uid: UUID
    name: str
    size: int
    at: datetime
    job: UUID | None
    state: str
    error: str
    result: dict[str, Any]

    @property
    def is_good(self) -> bool:
        """Whether it was found to be whole."""
        return bool(self.result)


def upload_keep(*, actor: Actor, name: str, pieces: Iterable[bytes], passphrase: str = "") -> Job:
    """Keep an archive that is sent, and ask for the job that looks through it. Nothing is imported.

    Raises Forbidden unless the owner asks, WrongPassphrase, ArchiveError, Invalid when there is no room for it.
    """
    restore_refuse_others(actor)
    uid = new_uid()
    folder = _folder(uid)
    folder.mkdir(mode=FOLDER_MODE, parents=True)
    try:
        size = _write(folder / FILE, pieces)
        sealed = _sealed(folder / FILE, passphrase)
        note = {"name": name[:200], "size": size, "at": now().isoformat(), "sealed": sealed}
        file_write(folder / NOTE, iter([json.dumps(note)]))
        job = job_enqueue(
            actor=actor,
            name=VERIFY_JOB,
            args={"upload": str(uid)},
            title=f"Check the archive {name[:150]}",
            dedupe_key=str(uid),
        )
    except BaseException as error:
        shutil.rmtree(folder, ignore_errors=True)
        if isinstance(error, OSError):
            why = write_trouble(error, folder / FILE)
            raise Invalid(f"The archive can't be kept: {why}", type="no-file") from error
        raise
    return job


def upload_archive(uid: UUID | str) -> Archive:
    """The archive that was kept under this uid, with what opens it. Raises NotFound, Unavailable."""
    note = _note(uid)
    if note is None:
        raise NotFound("This archive is not here any more. Send it again.", type="unknown-archive")
    key = lock_opened(note["sealed"]).key if note["sealed"] else b""
    return Archive(_folder(uid) / FILE, key=key)


def uploads_waiting() -> list[Waiting]:
    """The archives that were sent, newest first."""
    root = Path(settings.KIROCREW_HOME) / FOLDER
    uids = [folder.name.removeprefix(PREFIX) for folder in root.glob(f"{PREFIX}*")] if root.is_dir() else []
    notes = {uid: note for uid in uids if (note := _note(uid)) is not None}
    jobs = {job.dedupe_key: job for job in Job.objects.filter(name=VERIFY_JOB, dedupe_key__in=notes)}
    found = [_waiting(uid, note, jobs.get(uid)) for uid, note in notes.items()]
    return sorted(found, key=lambda one: one.at, reverse=True)


def upload_drop(*, actor: Actor, uid: UUID | str) -> None:
    """Remove an archive that was sent. Raises Forbidden unless the owner asks."""
    restore_refuse_others(actor)
    shutil.rmtree(_folder(uid), ignore_errors=True)


def uploads_prune() -> int:
    """Remove archives that were sent a week ago; returns how many."""
    root = Path(settings.KIROCREW_HOME) / FOLDER
    old = [
        folder
        for folder in (root.glob(f"{PREFIX}*") if root.is_dir() else ())
        if time.time() - folder.stat().st_mtime > KEPT_SECONDS
    ]
    for folder in old:
        shutil.rmtree(folder, ignore_errors=True)
    return len(old) + _drafts_remove()


def _drafts_remove() -> int:
    """Remove what processes left that were killed: nobody works on it for a day."""
    home = Path(settings.KIROCREW_HOME)
    drafts = [*(home / FOLDER).glob(".*.staging"), *export_folder().glob(f".*{SUFFIX}*.partial")]
    old = [file for file in drafts if time.time() - file.stat().st_mtime > DRAFT_SECONDS]
    for file in old:
        file.unlink(missing_ok=True)
    return len(old)


def _waiting(uid: str, note: dict[str, Any], job: Job | None) -> Waiting:
    at = datetime.fromisoformat(note["at"])
    state, error, result = (job.state, job.error, job.result) if job else ("", "", {})
    return Waiting(UUID(uid), note["name"], note["size"], at, job.uid if job else None, state, error, result or {})


def _sealed(file: Path, passphrase: str) -> str:
    """What opens the file, sealed; empty for one that is not encrypted."""
    with safe_open(file) as handle:
        start = handle.read(len(INTRO))
        handle.seek(0)
        if not is_encrypted(start):
            if passphrase:
                raise WrongPassphrase("The archive is not encrypted, so it is not one that you locked.")
            return ""
        return lock_sealed(Lock(b"", key_open(handle, passphrase)))


def _note(uid: UUID | str) -> dict[str, Any] | None:
    try:
        UUID(str(uid))
        found: dict[str, Any] = json.loads(safe_read_file(_folder(uid) / NOTE))
    except (ReadRefused, ValueError):
        return None
    return found


def _folder(uid: UUID | str) -> Path:
    return Path(settings.KIROCREW_HOME) / FOLDER / f"{PREFIX}{UUID(str(uid))}"


def _write(file: Path, pieces: Iterable[bytes]) -> int:
    size = 0
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE_MODE)
    with os.fdopen(descriptor, "wb") as handle:
        for piece in pieces:
            size += handle.write(piece)
    return size
