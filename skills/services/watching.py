"""Watching the folders of skills: one thread of one process asks for a reading when files change.

The reading itself is a job, so a slow folder keeps nobody waiting. Where a system tells nothing of changes, as with
folders on another machine, the reading that comes by itself finds them.
"""

import fcntl
import logging
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from django.conf import settings
from django.db import Error, connection
from watchfiles import DefaultFilter, watch

from skills.services.folders import SKIPPED
from skills.services.roots import roots_read, scan_request

logger = logging.getLogger(__name__)

DEBOUNCE_MS: Final = 500
"""Changes that follow each other within this time are one (goclaw 4.10)."""
LOOK_MS: Final = 5_000
"""After which the watch looks whether folders were added or removed."""
TROUBLE_SECONDS: Final = 60.0
"""Pause after the system refused to watch, or the database to answer."""
LOCK_FILE: Final = "skills-watch.lock"


class _Filter(DefaultFilter):
    """All changes but those in what is never read."""

    ignore_dirs = tuple(SKIPPED)


def watch_start() -> threading.Event:
    """Watch in a thread of this process, once no other process of the home does. Return what stops it."""
    stop = threading.Event()
    threading.Thread(target=watch_until, args=(stop,), name="skills-watch", daemon=True).start()
    return stop


def watch_until(stop: threading.Event) -> None:
    """Watch until told to stop. Waits for its turn while another process of this home watches."""
    while not stop.is_set():
        try:
            with _turn() as is_ours:
                while is_ours and not stop.is_set():
                    _watch(stop)
        except (OSError, RuntimeError, Error):
            logger.warning("Folders of skills can't be watched now; they are read from time to time.", exc_info=True)
        finally:
            connection.close()
        stop.wait(TROUBLE_SECONDS)


def _watch(stop: threading.Event) -> None:
    """Watch the folders there are now, until they are others."""
    paths = _paths()
    if not paths:
        stop.wait(LOOK_MS / 1000)
        return
    scan_request()  # what changed while nobody watched
    connection.close()
    for changes in watch(
        *paths,
        watch_filter=_Filter(),
        debounce=DEBOUNCE_MS,
        step=DEBOUNCE_MS // 2,
        rust_timeout=LOOK_MS,
        yield_on_timeout=True,
        stop_event=stop,
        raise_interrupt=False,
    ):
        if changes:
            scan_request()
        elif _paths() != paths:
            return


def _paths() -> list[str]:
    return sorted(root.path for root in roots_read() if Path(root.path).is_dir())


@contextmanager
def _turn() -> Iterator[bool]:
    """Hold the home's lock of the watch, which the system frees when its holder dies; False when another holds it."""
    path = Path(settings.KIROCREW_HOME) / LOCK_FILE
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        yield _locked(descriptor)
    finally:
        os.close(descriptor)


def _locked(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
