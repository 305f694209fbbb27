"""A child must not outlive its supervisor, even one that was killed and could not say goodbye."""

import os
import signal
import threading
import time

PARENT_VARIABLE = "_KIROCREW_SUPERVISOR_PID"
LOOK_EVERY_S = 1.0


def stop_with_parent() -> None:
    """When this process was started by `kirocrew up`, ask it to stop as soon as that one is gone.

    To be called after every fork: a thread does not survive one.
    """
    given = os.environ.get(PARENT_VARIABLE, "")
    if given.isdigit():
        threading.Thread(target=_watch, args=(int(given),), name="parent-watch", daemon=True).start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(LOOK_EVERY_S)
    os.kill(os.getpid(), signal.SIGTERM)


def parent_environment() -> dict[str, str]:
    """What a child needs in its environment: whose it is, and waiting threads that leave the processor to
    others.
    """
    return {PARENT_VARIABLE: str(os.getpid()), "OMP_WAIT_POLICY": "passive"}
