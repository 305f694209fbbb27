"""Which process runs a job, so that another process can tell whether it is still there."""

import os
import platform
from pathlib import Path
from typing import Final

NAMESPACE: Final = Path("/proc/self/ns/pid")
"""Where Linux says in which space of process ids we are: two containers may share a host's name and not its ids."""
DEAD_STATES: Final = frozenset("ZXx")
"""A process that was killed stays as a zombie until its parent has looked; it does nothing more."""


def this_worker() -> str:
    """Return the name of this process: host, space of process ids, process id."""
    return f"{_place()}:{os.getpid()}"


def worker_is_gone(worker: str) -> bool:
    """Whether the process is known not to live. False for one elsewhere: its heartbeat has to tell."""
    place, _, pid = worker.rpartition(":")
    if place != _place() or not (pid.isascii() and pid.isdigit()):
        return False
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return _state(int(pid)) in DEAD_STATES


def _place() -> str:
    try:
        return f"{platform.node()}/{NAMESPACE.readlink()}"
    except OSError:
        return platform.node()


def _state(pid: int) -> str:
    """The letter Linux gives the state of a process; empty elsewhere."""
    try:
        after_name = Path(f"/proc/{pid}/stat").read_text(errors="replace").rpartition(")")[2]
    except OSError:
        return ""
    return after_name.strip()[:1]
