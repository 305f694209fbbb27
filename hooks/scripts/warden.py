"""Runs one command for hooks/scripts/runner.py and leaves nothing of it behind. Standard library, and little of it.

Started as `python -I -S warden.py STATUS_FD SECONDS SHELL COMMAND` in a session of its own, with the hook's standard
streams and environment. It makes itself the reaper of all its descendants (Linux), so that what a hook puts into the
background, also into another session, stays findable: whoever loses its parent becomes a child of the warden. When the
command ends or its time is up, all of them are stopped, killed and reaped. What happened is written to the status
descriptor as one JSON object. It runs before every hook, so it does without modules that take long to load.
"""

import os
import resource
import signal
import sys
import time

PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36
POLL_SECONDS = 0.01
SWEEPS = 200  # times descendants are looked for; each kills a whole generation, so a small fork bomb ends sooner
CPU_SPARE_SECONDS = 5
NOT_FOUND = 127
PROC = "/proc"
TO_DEFAULT = (signal.SIGPIPE, signal.SIGALRM, signal.SIGTERM)
"""What Python or we handle otherwise than a fresh process does."""


class TimeUp(BaseException):
    """The hook had its time."""


class Ended(BaseException):
    """The process that started us is gone, or wants us to stop."""


def time_up(*_: object) -> None:
    """What SIGALRM does."""
    raise TimeUp


def ended(*_: object) -> None:
    """What SIGTERM does."""
    raise Ended


def adopt() -> None:
    """Become the parent of orphans, and die with the process that started us."""
    if not sys.platform.startswith("linux"):
        return
    import ctypes

    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    libc.prctl(PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)


def parents() -> dict[int, int]:
    """Every process's parent, where /proc tells."""
    found: dict[int, int] = {}
    for name in os.listdir(PROC):  # noqa: PTH208  (pathlib takes longer to load than all the rest)
        if name.isdigit():
            try:
                with open(f"{PROC}/{name}/stat", errors="replace") as stat:  # noqa: PTH123
                    found[int(name)] = int(stat.read().rpartition(")")[2].split()[1])
            except (OSError, ValueError, IndexError):
                continue  # it ended while we looked
    return found


def descendants() -> list[int]:
    """All processes below this one."""
    if not os.path.isdir(PROC):  # noqa: PTH112
        return []
    of = parents()
    below: list[int] = []
    layer = {os.getpid()}
    while layer:
        layer = {pid for pid, parent in of.items() if parent in layer}
        below.extend(layer)
    return below


def reap() -> bool:
    """Collect what has ended; whether a child is left."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        return False
    return True


def sweep(group: int) -> None:
    """Kill the group and every descendant. They are stopped first, so that none forks while others are killed."""
    for _ in range(SWEEPS):
        send(group, [], signal.SIGKILL)
        if not reap():  # an orphan would be our child, so without children there are no descendants
            return
        below = descendants()
        send(group, below, signal.SIGSTOP)
        send(group, below, signal.SIGKILL)
        time.sleep(POLL_SECONDS)


def send(group: int, processes: list[int], number: signal.Signals) -> None:
    """Send a signal to a group and to processes, whether they are still there or not."""
    for kill, target in ((os.killpg, group), *((os.kill, pid) for pid in processes)):
        try:
            kill(target, number)
        except OSError:
            continue


def limits(seconds: int) -> None:
    """In the child before it runs: no core dumps, and an end to computing whatever happens to the warden."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    most = seconds + CPU_SPARE_SECONDS
    hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
    if hard == resource.RLIM_INFINITY or hard > most:
        resource.setrlimit(resource.RLIMIT_CPU, (most, most))


def become(shell: str, command: str, seconds: float) -> None:
    """In the child: turn into the command, in a group of its own. Never returns."""
    try:
        os.setpgid(0, 0)
        for number in TO_DEFAULT:
            signal.signal(number, signal.SIG_DFL)
        limits(int(seconds) + 1)
        os.execv(shell, [shell, "-c", command])  # noqa: S606  (the owner's command is what is to be run)
    except OSError as error:
        os.write(2, f"{shell}: {error.strerror}\n".encode())
    finally:
        os._exit(NOT_FOUND)


def run(seconds: float, shell: str, command: str) -> str:
    """The end of the command as JSON: `exit`, `signal`, `timeout` or `error`."""
    child = 0
    try:
        child = os.fork()
        if child == 0:
            become(shell, command, seconds)
        for stream in (0, 1):
            os.close(stream)  # only the hook holds them, so that its reader learns when it closes them
        signal.setitimer(signal.ITIMER_REAL, seconds)
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        end = f'{{"exit": {code}}}' if code >= 0 else f'{{"signal": {-code}}}'
    except TimeUp:
        end = '{"timeout": true}'
    except Ended:
        end = '{"error": "the server stopped"}'
    signal.setitimer(signal.ITIMER_REAL, 0)
    if child:
        sweep(child)
    return end


def main() -> None:
    status, seconds, shell, command = int(sys.argv[1]), float(sys.argv[2]), sys.argv[3], sys.argv[4]
    os.set_inheritable(status, False)
    signal.signal(signal.SIGALRM, time_up)
    signal.signal(signal.SIGTERM, ended)
    adopt()
    end = run(seconds, shell, command)
    try:
        os.write(status, end.encode())
    except OSError:
        sys.exit(1)  # nobody waits for it any more


if __name__ == "__main__":
    main()
