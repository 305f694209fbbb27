"""Folders of skills on this machine: found, and read through the guarded door. Nothing is followed out of a root."""

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from hooks.services.reading import Links, Opened, ReadReason, ReadRefused, open_guarded
from kirocrew.base.problems import Unavailable
from skills.models import Skill
from skills.packages.limits import DEFAULT_LIMITS, MAX_DEPTH, SKILL_FILE
from skills.packages.package import content_hash
from skills.packages.paths import is_junk
from skills.services.reading import files_redacted

BUILTIN: Final = Path(__file__).resolve().parent.parent / "builtin"
"""Where the skills lie that come with Kirocrew."""
DEPTH_MOST: Final = 6
"""Folders below a root that are looked into (the Agent Skills guide advises 4 to 6)."""
FOLDERS_MOST: Final = 2_000
"""Folders of one root that are looked into."""
SKIPPED: Final = frozenset({".git", ".hg", ".svn", "node_modules", "__pycache__", ".venv", "venv", ".DS_Store"})


@dataclass(slots=True)
class Found:
    """The folders with a SKILL.md below a root, as keys, and why the look ended early or left something out."""

    keys: list[str] = field(default_factory=list)
    problem: str = ""


def skills_find(path: str | Path) -> Found:
    """Look for folders with a SKILL.md below `path`, in order of their names. Raises ReadRefused for the root itself.

    Not deeper than DEPTH_MOST and not in more than FOLDERS_MOST folders; what is below a skill belongs to it. Links
    are not followed. A folder that can't be read is left out and told.
    """
    found = Found()
    looked = 0
    with open_guarded(path) as root:
        waiting: list[tuple[str, int]] = [("", 0)]
        base = root.path
    while waiting:
        key, depth = waiting.pop()
        looked += 1
        if looked > FOLDERS_MOST:
            found.problem = f"There are more than {FOLDERS_MOST:,} folders; the rest was not looked into."
            break
        try:
            with open_guarded(os.path.join(base, key) if key else base, links=Links.REFUSE) as folder:  # noqa: PTH118
                names, folders = _entries(folder)
        except ReadRefused as refusal:
            found.problem = f"{key or 'The folder'} could not be looked into: {refusal.detail}"
            continue
        if key and SKILL_FILE.lower() in names:
            found.keys.append(key)
        elif depth < DEPTH_MOST:
            waiting += [(f"{key}/{name}" if key else name, depth + 1) for name in reversed(folders)]
        elif folders:
            found.problem = f"Folders deeper than {DEPTH_MOST} levels were not looked into."
    return found


def folder_read(path: str | Path, *, hard_links: bool = False) -> dict[str, bytes]:
    """All files of the skill in a folder, by path below it. Raises ReadRefused; half a skill is none.

    Links, devices and, unless `hard_links`, files with a second name are refused like what is too large. What
    systems and version control leave behind is left out.
    """
    files: dict[str, bytes] = {}
    size = 0
    with open_guarded(path, links=Links.REFUSE) as folder:
        if not folder.is_folder:
            raise ReadRefused(ReadReason.NOT_REGULAR, "This is a file where a folder was.")
        for name, content in _files(folder, "", 0, hard_links):
            size += len(content)
            if len(files) >= DEFAULT_LIMITS.files or size > DEFAULT_LIMITS.total_bytes:
                raise ReadRefused(
                    ReadReason.FILE_TOO_LARGE,
                    f"A skill has at most {DEFAULT_LIMITS.files:,} files of {DEFAULT_LIMITS.total_bytes >> 20} MiB.",
                )
            files[name] = content
    return files


def folder_of(skill: Skill) -> Path:
    """Where the files of a skill in a folder lie. What comes with Kirocrew lies in the package."""
    return (BUILTIN if skill.root is None else Path(skill.root.path)) / skill.key


def folder_files(skill: Skill) -> dict[str, bytes]:
    """The files of a skill in a folder as they are now, without credentials.

    Raises Unavailable when they are not those that were read and screened: they are read again first.
    """
    try:
        files = files_redacted(folder_read(folder_of(skill), hard_links=skill.root is None))[0]
    except ReadRefused as refusal:
        raise Unavailable(f"The skill can't be read now: {refusal.detail}", type="skill-changing") from refusal
    if content_hash(files) != skill.content_hash:
        raise Unavailable(
            "The skill's files were just changed and must be read again first. Try again in a moment.",
            type="skill-changing",
        )
    return files


def _entries(folder: Opened) -> tuple[set[str], list[str]]:
    """The names of regular files in lower case, and of folders to look into. Links are neither."""
    names: set[str] = set()
    folders: list[str] = []
    if not folder.is_folder:
        return names, folders
    for name in folder.names():
        mode = folder.look(name).st_mode
        if stat.S_ISREG(mode):
            names.add(name.lower())
        elif stat.S_ISDIR(mode) and name not in SKIPPED:
            folders.append(name)
    return names, folders


def _files(folder: Opened, below: str, depth: int, hard_links: bool) -> Iterator[tuple[str, bytes]]:
    if depth >= MAX_DEPTH:
        raise ReadRefused(ReadReason.FILE_TOO_LARGE, f"The skill has folders deeper than {MAX_DEPTH} levels.")
    for name in folder.names():
        if is_junk(below + name) or is_junk(f"{below}{name}/x"):
            continue
        with folder.child(name) as entry:
            if entry.is_folder:
                yield from _files(entry, f"{below}{name}/", depth + 1, hard_links)
            else:
                yield f"{below}{name}", entry.read(limit=DEFAULT_LIMITS.file_bytes, hard_links=hard_links)
