"""Files: why one can't be written where somebody wants it, in words, and one that is a lock among processes."""

import errno
import fcntl
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
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


@contextmanager
def file_locked(lock: Path, *, waiting: Callable[[], object], every_s: float) -> Iterator[None]:
    """Be the only one, in all processes and threads, who holds this lock, a file made for it (0600).

    `waiting` is called every so many seconds while somebody else has it; what it raises ends the wait. The system frees
    the lock itself when its holder dies. Raises OSError.
    """
    descriptor = os.open(lock, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
    try:
        while True:
            try:
                fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                waiting()
                time.sleep(every_s)
        yield
    finally:
        os.close(descriptor)
