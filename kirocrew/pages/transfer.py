"""Import, export and backups on one page."""

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST, require_safe

from channels_bridge.admin.pages import owner_page, page
from channels_bridge.api.authentication import actor_of
from channels_bridge.services.jobs import job_enqueue
from kirocrew.backup.kinds import SUFFIX
from kirocrew.tasks import BACKUP_JOB
from memory.admin.transfer import import_context


@dataclass(frozen=True, slots=True)
class BackupFile:
    """A copy of the database in the home."""

    name: str
    size: int
    at: datetime


@require_safe
@owner_page
def transfer(request: HttpRequest) -> HttpResponse:
    """What can come in, what can go out, and the copies there are."""
    return page(
        request,
        "kirocrew/transfer.html",
        title="Import & backup",
        backups=backups_listed(),
        folder=_folder(),
        **import_context(request),
    )


@require_POST
@owner_page
def backup(request: HttpRequest) -> HttpResponse:
    """Ask for a backup, and go where its bar moves."""
    job = job_enqueue(actor=actor_of(request), name=BACKUP_JOB, args={}, dedupe_key=BACKUP_JOB)
    return redirect("admin:activity-job", uid=job.uid)


def backups_listed() -> list[BackupFile]:
    """The copies in the home, newest first."""
    files = [file for file in _folder().glob(f"*{SUFFIX}") if file.is_file()]
    listed = [(file.name, file.stat()) for file in files if not file.name.startswith(".")]
    found = [BackupFile(name, info.st_size, datetime.fromtimestamp(info.st_mtime, UTC)) for name, info in listed]
    return sorted(found, key=lambda file: file.at, reverse=True)


def _folder() -> Path:
    return Path(settings.KIROCREW_HOME) / "backups"
