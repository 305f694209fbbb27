"""Which names found in a folder or an archive are worth opening."""

from collections.abc import Iterator
from pathlib import PurePosixPath

from memory.transfer.items import Unsupported
from memory.transfer.reasons import Reason
from memory.transfer.sources import refuse, shown_path

CANDIDATE_SUFFIXES = frozenset(
    {".md", ".mdc", ".markdown", ".txt", ".json", ".jsonl", ".ndjson", ".af", ".csv", ".tsv", ".tab"}
)
CANDIDATE_NAMES = frozenset({".cursorrules", ".windsurfrules", ".clinerules", ".goosehints"})
SKIPPED_FOLDERS = frozenset({".git", ".hg", ".svn", "node_modules", ".venv", "__pycache__", "__MACOSX"})
# Databases that may hold a memory, and what SQLite keeps beside one.
CANDIDATE_DATABASES = frozenset({"memory.db"})
COMPANIONS = ("-wal", "-shm")
# How many names of other files a summary shows before it only counts.
NAMES_SHOWN = 5


def is_candidate(name: str) -> bool:
    """Whether a file of this name, found in a folder, is looked at."""
    lowered = name.lower()
    return lowered in CANDIDATE_NAMES | CANDIDATE_DATABASES or PurePosixPath(lowered).suffix in CANDIDATE_SUFFIXES


def is_companion(name: str) -> bool:
    """Whether a file belongs to a database, with which it is read."""
    lowered = name.lower()
    return any(f"{database}{ending}" == lowered for database in CANDIDATE_DATABASES for ending in COMPANIONS)


def is_skipped_folder(name: str) -> bool:
    """Whether a folder of this name is passed over: version control, dependencies, caches."""
    return name in SKIPPED_FOLDERS


class OtherFiles:
    """Counts the files of one folder that were not opened, and tells of them in one line."""

    def __init__(self, root: str) -> None:
        self._root = root
        self._count = 0
        self._names: list[str] = []

    def add(self, name: str) -> None:
        """Count a file; the first few names are kept."""
        self._count += 1
        if len(self._names) < NAMES_SHOWN:
            self._names.append(shown_path(name))

    def summary(self) -> Iterator[Unsupported]:
        """One `Unsupported` for all of them, or nothing when there were none."""
        if self._count:
            names = ", ".join(self._names) + (", …" if self._count > len(self._names) else "")
            message = f"{self._count} files of other types were not opened: {names}. Name one directly to try it."
            yield refuse(self._root, Reason.OTHER_FILES, message)
