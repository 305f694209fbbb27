"""Hooks run bounded: in time, output, environment and descendants, with real processes."""

import os
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from hooks.scripts.environment import hook_environment
from hooks.scripts.outcomes import Failure
from hooks.scripts.runner import OUTPUT_MAX, PAYLOAD_MAX, Job, Run, run_script
from hooks.scripts.systems import System

Runner = Callable[..., Run]
PAYLOAD = {"hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {"command": "echo 'ü 日本語 🦀'"}}


@pytest.fixture
def run(tmp_path: Path) -> Runner:
    def runner(command: str, timeout: int = 20, payload: dict[str, object] | None = None) -> Run:
        return run_script(Job(command, "PreToolUse", tmp_path, timeout=timeout), payload or PAYLOAD)

    return runner


def alive(word: str) -> list[str]:
    """Command lines of processes that carry a word nobody else uses."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            line = entry.read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue
        if word in line:
            found.append(line)
    return found


def children() -> set[str]:
    """This process's children, zombies included."""
    found: set[str] = set()
    for entry in Path(f"/proc/{os.getpid()}/task").iterdir():
        found |= set((entry / "children").read_text().split())
    return found


def descriptor_count() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


def test_the_payload_comes_as_json_on_stdin(run: Runner) -> None:
    done = run('python3 -c \'import json,sys; print(json.load(sys.stdin)["tool_input"]["command"])\'')
    assert done.ran.exit_code == 0
    assert done.ran.stdout == "echo 'ü 日本語 🦀'\n"


@pytest.mark.parametrize("code", [0, 1, 2, 3, 255])
def test_the_exit_code_is_the_scripts_own(run: Runner, code: int) -> None:
    done = run(f"echo out; echo err >&2; exit {code}")
    assert (done.ran.exit_code, done.ran.stdout, done.ran.stderr) == (code, "out\n", "err\n")
    assert done.ran.failure is None


def test_a_command_that_is_missing_or_not_executable_is_not_runnable(run: Runner, tmp_path: Path) -> None:
    (tmp_path / "plain.sh").write_text("exit 0")
    for command in ("no-such-program-here", "./plain.sh", "./missing.sh"):
        done = run(command)
        assert done.ran.failure is Failure.NOT_RUNNABLE, command
        assert done.ran.said


def test_an_end_by_a_signal_is_a_crash(run: Runner) -> None:
    done = run("kill -SEGV $$")
    assert done.ran.failure is Failure.CRASH
    assert "signal 11" in done.ran.error


def test_a_flood_of_output_is_drained_and_cut(run: Runner) -> None:
    done = run("yes 0123456789 | head -c 8000000; yes e | head -c 4000000 >&2; exit 4")
    assert done.ran.exit_code == 4
    assert (len(done.ran.stdout), len(done.ran.stderr)) == (OUTPUT_MAX, OUTPUT_MAX)
    assert done.truncated


def test_invalid_utf_8_and_nul_are_replaced(run: Runner) -> None:
    done = run(r"printf '\377\376 ok\0z'")
    assert done.ran.stdout == "�� ok�z"


def test_a_script_that_never_reads_its_stdin_is_no_failure(run: Runner) -> None:
    large = {"text": "x" * (PAYLOAD_MAX - 100)}
    assert run("exec 0<&-; exit 0", payload=large).ran.exit_code == 0
    assert run("exit 2", payload=large).ran.exit_code == 2


def test_a_script_that_closes_its_output_is_waited_for(run: Runner) -> None:
    assert run("exec 1>&- 2>&-; sleep 0.3; exit 5").ran.exit_code == 5


def test_a_script_that_ignores_sigterm_ends_at_its_time(run: Runner) -> None:
    done = run("trap '' TERM INT HUP; echo begun; sleep 9301; sleep 9302", timeout=3)
    assert done.ran.failure is Failure.TIMEOUT
    assert done.ran.stdout == "begun\n"
    assert alive("sleep 930") == []


@pytest.mark.parametrize(
    ("word", "command"),
    [
        ("sleep 9401", "sleep 9401 & exit 0"),
        ("sleep 9402", "setsid sleep 9402 & sleep 0.2; exit 0"),
        ("sleep 9403", "env -i setsid sleep 9403 & sleep 0.2; exit 0"),
        ("sleep 9404", "(setsid sh -c 'setsid sleep 9404 & exit' &) ; sleep 0.3; exit 0"),
        ("sleep 9405", "nohup sleep 9405 >/dev/null 2>&1 & disown; exit 0"),
        ("sleep 9406", "for n in $(seq 30); do (setsid sleep 9406 &); done; sleep 0.3; exit 0"),
        ("sleep 9407", "f(){ [ $1 -gt 0 ] && { f $(($1-1)) & f $(($1-1)) & }; sleep 9407; }; f 4"),
    ],
)
def test_nothing_that_was_put_into_the_background_outlives_its_hook(run: Runner, word: str, command: str) -> None:
    done = run(command, timeout=3)
    assert done.ran.exit_code == 0 or done.ran.failure is Failure.TIMEOUT
    assert alive(word) == []


@pytest.mark.parametrize("attack", ["kill -9 $PPID", "kill -STOP $PPID"])
def test_a_hook_that_turns_on_its_warden_is_a_failure_and_ends(run: Runner, attack: str) -> None:
    done = run(f"{attack}; sleep 9501", timeout=1)
    assert done.ran.failure in (Failure.CRASH, Failure.TIMEOUT)
    assert done.ran.exit_code is None
    ends = time.monotonic() + 20
    while alive("sleep 9501") and time.monotonic() < ends:  # nobody waits for what its killed warden started
        time.sleep(0.05)
    assert alive("sleep 9501") == []


def test_no_zombie_and_no_descriptor_is_left(run: Runner) -> None:
    run("exit 0")
    descriptors, kin = descriptor_count(), children()
    for command, timeout in (("exit 0", 5), ("sleep 9", 1), ("yes | head -c 100000", 5), ("nope", 5)):
        run(command, timeout=timeout)
    assert descriptor_count() == descriptors
    assert children() <= kin


def test_a_script_gets_its_three_streams_and_no_other_descriptor(run: Runner, tmp_path: Path) -> None:
    secret = os.open(tmp_path / "secret", os.O_RDWR | os.O_CREAT)
    os.set_inheritable(secret, True)
    try:
        done = run("exec ls -l /proc/self/fd")
    finally:
        os.close(secret)
    assert "secret" not in done.ran.stdout
    numbers = {line.split()[-3] for line in done.ran.stdout.splitlines()[1:]}
    assert numbers <= {"0", "1", "2", "3"}  # 3 is ls reading the folder


def test_only_listed_variables_reach_a_script(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    hidden = {"SECRET_KEY", "HTTPS_PROXY", "http_proxy", "DATABASE_URL", "LD_PRELOAD", "BASH_ENV", "PYTHONPATH"}
    for name in hidden:
        monkeypatch.setenv(name, "/nowhere/set")
    monkeypatch.setenv("LC_TIME", "C.UTF-8")
    names = {line.split("=")[0] for line in run("env").ran.stdout.splitlines()}
    assert {"PATH", "LC_TIME", "KIROCREW_HOOK_EVENT", "KIROCREW_HOOK_RUN"} <= names
    assert not names & {
        "SECRET_KEY",
        "HTTPS_PROXY",
        "http_proxy",
        "DATABASE_URL",
        "LD_PRELOAD",
        "BASH_ENV",
        "PYTHONPATH",
    }


def test_relative_folders_fall_out_of_the_path(tmp_path: Path) -> None:
    given = {"PATH": ".:/usr/bin::bin:/bin"}
    made = hook_environment(event="Stop", system=System.CLAUDE_CODE, cwd=tmp_path, run="r", source=given)
    assert made["PATH"] == "/usr/bin:/bin"
    assert made["CLAUDE_PROJECT_DIR"] == str(tmp_path)


@pytest.mark.parametrize(
    ("job", "word"),
    [
        (Job("true", "Stop", Path("relative")), "not there"),
        (Job("true", "Stop", Path("/no/such/folder")), "not there"),
        (Job("", "Stop", Path("/")), "characters"),
        (Job("true\0", "Stop", Path("/")), "NUL"),
        (Job("true", "Stop", Path("/"), timeout=0), "seconds"),
        (Job("true", "Stop", Path("/"), timeout=301), "seconds"),
    ],
)
def test_what_cannot_be_run_is_said_and_not_tried(job: Job, word: str) -> None:
    done = run_script(job, {})
    assert done.ran.failure is Failure.NOT_RUNNABLE
    assert word in done.ran.said


def test_a_payload_beyond_the_limit_is_refused(run: Runner) -> None:
    done = run("exit 0", payload={"text": "x" * PAYLOAD_MAX})
    assert done.ran.failure is Failure.NOT_RUNNABLE


def test_hooks_run_beside_each_other(run: Runner) -> None:
    results: list[Run] = []
    threads = [threading.Thread(target=lambda: results.append(run("cat; sleep 0.5"))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [one.ran.exit_code for one in results] == [0] * 4
