"""Where backups lie and what their names say: the kind first, then the moment, so that names sort by age."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from django.conf import settings

FOLDER: Final = "backups"
SUFFIX: Final = ".sqlite3"
COUNTS: Final = ".json"  # after a backup's whole name: what was counted in it
DAILY: Final = "daily-"
ROUTINE: Final = "kirocrew-"
BEFORE_MIGRATION: Final = "before-migration-"
BEFORE_RESTORE: Final = "before-restore-"
BROUGHT: Final = "brought-"
KINDS: Final = {
    DAILY: "daily",
    ROUTINE: "on demand",
    BEFORE_MIGRATION: "before a migration",
    BEFORE_RESTORE: "before a restore",
    BROUGHT: "brought here",
}
"""What a name begins with, and what that is called. Of each kind so many are kept by themselves."""
KEEP: Final = 7
BACKUP_JOB: Final = "kirocrew.backup"


def backup_folder() -> Path:
    """The home's backups."""
    return Path(settings.KIROCREW_HOME) / FOLDER


def name_new(kind: str) -> str:
    """A name for a backup of this kind made now."""
    return f"{kind}{datetime.now(UTC).strftime('%Y%m%dT%H%M%S.%fZ')}{SUFFIX}"


def kind_words(name: str) -> str:
    """What kind a backup is by its name; empty for a name of somebody's own."""
    return next((words for start, words in KINDS.items() if name.startswith(start)), "")
