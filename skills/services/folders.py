"""Folders of skills on this machine: found, and read through the guarded door. Nothing is followed out of a root."""

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from hooks.services.reading import Links, Opened, ReadReason, ReadRefused, open_guarded
from kirocrew.base.problems import NotFound, Unavailable
from skills.models import Skill, SkillRoot

DEPTH_MOST: Final = 6
"""Folders below a root that are looked into (the Agent Skills guide advises 4 to 6)."""
FOLDERS_MOST: Final = 2_000
"""Folders of one root that are looked into."""
FILES_MOST: Final = 500
FILE_LIMIT: Final = 2 * 1024 * 1024
"""Bytes of one file of a skill (goclaw 4.8)."""
SKILL_LIMIT: Final = 20 * 1024 * 1024
"""Bytes of all files of one skill."""
SKIPPED: Final = frozenset({".git", ".hg", ".svn", "node_modules", "__pycache__", ".venv", "venv", ".DS_Store"})
MAIN_NAMES: Final = ("SKILL.md", "skill.md")


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
        if key and any(name in names for name in MAIN_NAMES):
            found.keys.append(key)
        elif depth < DEPTH_MOST:
            waiting += [(f"{key}/{name}" if key else name, depth + 1) for name in reversed(folders)]
        elif folders:
            found.problem = f"Folders deeper than {DEPTH_MOST} levels were not looked into."
    return found


def folder_read(path: str | Path) -> dict[str, bytes]:
    """All files of the skill in a folder, by path below it. Raises ReadRefused; half a skill is none.

    Links, devices, hidden files and files with a second name are refused like what is too large.
    """
    files: dict[str, bytes] = {}
    size = 0
    with open_guarded(path, links=Links.REFUSE) as folder:
        if not folder.is_folder:
            raise ReadRefused(ReadReason.NOT_REGULAR, "This is a file where a folder was.")
        for name, content in _files(folder, "", 0):
            size += len(content)
            if len(files) >= FILES_MOST:
                raise ReadRefused(ReadReason.FILE_TOO_LARGE, f"The skill has more than {FILES_MOST} files.")
            if size > SKILL_LIMIT:
                raise ReadRefused(ReadReason.FILE_TOO_LARGE, f"The skill is larger than {SKILL_LIMIT >> 20} MiB.")
            files[name] = content
    return files


def folder_of(root: SkillRoot, key: str) -> str:
    """Where a skill's files lie."""
    return os.path.join(root.path, key)  # noqa: PTH118


def folder_files(skill: Skill) -> dict[str, bytes]:
    """The files of a skill in a folder as they are now, without credentials.

    Raises Unavailable when they are not those that were read and screened: they are read again first.
    """
    from skills.packages.package import content_hash
    from skills.services.reading import files_redacted
    from skills.services.roots import root_changed

    if skill.root is None:
        raise NotFound("The folder of this skill is not known any more.", type="unknown-skill")
    try:
        files = files_redacted(folder_read(folder_of(skill.root, skill.key)))[0]
    except ReadRefused as refusal:
        root_changed(skill.root)
        raise Unavailable(f"The skill can't be read now: {refusal.detail}", type="skill-changing") from refusal
    if content_hash(files) != skill.content_hash:
        root_changed(skill.root)
        raise Unavailable("The skill's files were just changed and are read again. Try again in a moment.",
                          type="skill-changing")  # fmt: skip
    return files


def _entries(folder: Opened) -> tuple[set[str], list[str]]:
    """The names of regular files and of folders to look into. Links are neither."""
    names: set[str] = set()
    folders: list[str] = []
    if not folder.is_folder:
        return names, folders
    for name in folder.names():
        mode = folder.look(name).st_mode
        if stat.S_ISREG(mode):
            names.add(name)
        elif stat.S_ISDIR(mode) and name not in SKIPPED:
            folders.append(name)
    return names, folders


def _files(folder: Opened, below: str, depth: int) -> Iterator[tuple[str, bytes]]:
    if depth > DEPTH_MOST:
        raise ReadRefused(ReadReason.FILE_TOO_LARGE, f"The skill has folders deeper than {DEPTH_MOST} levels.")
    for name in folder.names():
        if name in SKIPPED or (name.startswith(".") and not below):
            continue
        with folder.child(name) as entry:
            if entry.is_folder:
                yield from _files(entry, f"{below}{name}/", depth + 1)
            else:
                yield f"{below}{name}", entry.read(limit=FILE_LIMIT)
