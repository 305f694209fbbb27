"""Why a file can't be written where somebody wants it, in words."""

import errno
from pathlib import Path


def missing_folder(file: Path) -> str:
    """What is wrong with the folder of a file that is to be made; empty when it is there. Nothing is made."""
    folder = file.parent
    if folder.is_dir():
        return ""
    if folder.exists():
        return f"{folder} is no folder. Name one that is."
    return f"There is no folder {folder}. Make it first, or name one that is there."


def write_trouble(error: OSError, file: Path) -> str:
    """The system's own words, and better ones where it says that a file to be made is not there."""
    if error.errno in (errno.ENOENT, errno.ENOTDIR) and file.parent.is_dir():
        return f"no file can be made in {file.parent}. Name another folder."
    return f"{error.strerror or error}."
