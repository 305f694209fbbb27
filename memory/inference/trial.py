"""Try a model out in a child process before this one loads it: a library that does not fit the processor does
not raise an error, it ends the process."""

from __future__ import annotations

import contextlib
import hashlib
import importlib.metadata
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

from hooks.services.reading import ReadRefused, safe_read_file

TIMEOUT_S = 300  # half a second for MiniLM on an idle machine
SELFTEST = "memory.inference.selftest"
HOW_TO_BUILD = "run `python scripts/llama_wheel.py` with the server's Python"
LAST_WORDS = re.compile(r"(GGML_ASSERT|GGML_ABORT).*")


class TrialError(Exception):
    """The model or its library does not work here; the message says how that showed and what to do."""


def try_once(path: Path, *, digest: str, marks: Path, module: str = SELFTEST) -> str:
    """Run ``path`` through the self-test ``module`` in a child process, once per file and library version; says what
    was done.

    A file ``<digest>.tested`` in the folder ``marks`` remembers success; then the answer is empty. Without
    the library there is nothing to try. Raises TrialError."""
    try:
        library = importlib.metadata.version("llama-cpp-python")
    except importlib.metadata.PackageNotFoundError:
        return f"not tried out: llama-cpp-python is not installed; {HOW_TO_BUILD}"
    mark = marks / f"{_name(digest)}.tested"
    passed = f"{digest} llama-cpp-python {library}\n"
    with contextlib.suppress(ReadRefused):  # no mark, or none that can be trusted
        if safe_read_file(mark) == passed:
            return ""
    trial(path, module=module)
    with contextlib.suppress(OSError):  # it is tried again next time, no more
        mark.write_text(passed, "utf-8")
    return f"tried out with llama-cpp-python {library}: it works here"


def mark_forget(digest: str, marks: Path) -> None:
    """Have a file tried out anew the next time."""
    (marks / f"{_name(digest)}.tested").unlink(missing_ok=True)


def _name(digest: str) -> str:
    """The start of a digest; anything else that tells one file from another gets one of its own."""
    return digest[:16] if re.fullmatch(r"[0-9a-f]{64}", digest) else hashlib.sha256(digest.encode()).hexdigest()[:16]


def trial(path: Path, *arguments: str, module: str = SELFTEST) -> str:
    """Run a GGUF file through a self-test in a child process, and return what that wrote.

    Raises TrialError that explains what happened to the child."""
    root = str(Path(__file__).resolve().parent.parent.parent)
    known = os.environ.get("PYTHONPATH")
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(filter(None, (root, known))),
        "OMP_WAIT_POLICY": "passive",
        "GGML_NO_BACKTRACE": "1",  # else a failed assertion starts a debugger
    }
    try:
        child = subprocess.run(  # noqa: S603 - our own module
            [sys.executable, "-m", module, str(path), *arguments],
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=TIMEOUT_S,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise TrialError(f"the model answered nothing within {TIMEOUT_S} s; is the machine overloaded?") from error
    if child.returncode:
        raise TrialError(explain_exit(child.returncode, child.stderr))
    return child.stdout


def explain_exit(code: int, errors: str) -> str:
    """What a self-test's exit code means, in words; ``code`` below zero is the number of the signal that
    ended it."""
    last = (errors.strip().splitlines() or [""])[-1]
    if code > 0:
        return f"the model raised an error or what it gives makes no sense: {last or f'exit code {code}'}"
    name = signal.Signals(-code).name
    if name == "SIGILL":
        why = "the processor lacks an instruction the library uses (AVX2 is needed)"
    elif name == "SIGABRT" and (words := LAST_WORDS.search(errors)):
        why = f"llama.cpp gave up with {words.group()}"
    elif name == "SIGKILL":
        why = "the system stopped it, most likely for lack of memory"
    else:
        why = "the library does not fit this processor; builds with AMX by GCC 12 are known to crash so"
    return f"the trial run was ended by {name}: {why}. To build the library anew for it, {HOW_TO_BUILD}."
