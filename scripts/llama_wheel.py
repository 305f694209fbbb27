"""Build llama-cpp-python slim and portable, keep the wheel, and install it beside the interpreter that runs
this.

    python scripts/llama_wheel.py            build (or reuse) and install
    python scripts/llama_wheel.py --build    build (or reuse) only

The wheel, the settings it was built with and the build's log live in ``.cache/wheels`` of the checkout, or in
the folder that ``KIROCREW_WHEELS`` names. One wheel serves every Python 3 on the same platform.

Exit codes: 0 ready, 3 no C or C++ compiler, 4 the build failed, 5 the installation failed.
"""

from __future__ import annotations

import argparse
import fcntl
import hashlib
import importlib.metadata
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VERSION = "0.3.36"
REQUIREMENT = f"llama-cpp-python=={VERSION}"
SLIM_FILE = ROOT / "scripts" / "llama_slim.cmake"
REQUIREMENTS_FILE = ROOT / "requirements" / "local.txt"
# Portable: no instruction set beyond AVX2, so the wheel may be cached, and the AMX code that GCC 12
# miscompiles stays out.
DEFINES = {"GGML_NATIVE": "OFF", "LLAVA_BUILD": "OFF"}
# Variables that change a CMake build behind the recorded settings' back.
FOREIGN_SETTINGS = ("CMAKE_ARGS", "SKBUILD_CMAKE_ARGS", "SKBUILD_CMAKE_DEFINE", "FORCE_CMAKE")

EXIT_NO_COMPILER = 3
EXIT_BUILD_FAILED = 4
EXIT_INSTALL_FAILED = 5

HEARTBEAT_S = 15.0
LOG_TAIL_LINES = 25
STEP = re.compile(r"\[(\d+)/(\d+)\]")


class WheelError(Exception):
    """A step failed; ``code`` is the exit code, the message says what to do."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code


def say(text: str) -> None:
    print(f"llama-cpp-python: {text}", flush=True)


def wheel_folder() -> Path:
    named = os.environ.get("KIROCREW_WHEELS", "").strip()
    return Path(named).expanduser().resolve() if named else ROOT / ".cache" / "wheels"


def settings() -> dict[str, str]:
    """What decides the wheel's content; a wheel is reused only when all of it is the same."""
    slim = hashlib.sha256(SLIM_FILE.read_bytes()).hexdigest()
    return {"requirement": REQUIREMENT, "platform": sysconfig.get_platform(), "slim_file": slim, **DEFINES}


def file_digest(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def recorded_wheel(folder: Path) -> tuple[Path, str] | None:
    """The kept wheel and its sha256, when it is whole and was built with today's settings."""
    try:
        record = json.loads((folder / "llama.json").read_text(encoding="utf-8"))
        wheel = folder / record["wheel"]
        same = record["settings"] == settings() and file_digest(wheel) == record["sha256"]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return (wheel, record["sha256"]) if same else None


def require_compilers() -> None:
    for kind, variable, names in (
        ("C", "CC", ("cc", "gcc", "clang")),
        ("C++", "CXX", ("c++", "g++", "clang++")),
    ):
        given = os.environ.get(variable, "").split()
        if not any(shutil.which(name) for name in (given[:1] or names)):
            raise WheelError(
                EXIT_NO_COMPILER,
                f"no {kind} compiler was found, so local embeddings cannot be built. The server runs "
                "without them: recall then works by keywords only and says so. To get them, install a "
                "compiler (Debian: apt install build-essential; Fedora: dnf install gcc-c++; macOS: "
                "xcode-select --install) and run this again.",
            )


def build_command(target: Path) -> list[str]:
    defines = {**DEFINES, "CMAKE_PROJECT_llama_cpp_INCLUDE": str(SLIM_FILE)}
    options = [f"--config-settings=cmake.define.{name}={value}" for name, value in defines.items()]
    # pip's own wheel cache looks at no settings at all and would hand back a wheel built with others.
    pip = [
        sys.executable,
        "-m",
        "pip",
        "--disable-pip-version-check",
        "wheel",
        "--verbose",
        "--no-cache-dir",
        "--no-deps",
    ]
    return [*pip, *options, "--wheel-dir", str(target), REQUIREMENT]


class Progress:
    """Follows the build's output: all of it into the log, compile steps and elapsed seconds onto the
    screen."""

    def __init__(self, log: Path) -> None:
        self.log = log
        self.started = time.monotonic()
        self.phase = "downloading the source (77 MB) and the build tools"

    def elapsed(self) -> str:
        seconds = int(time.monotonic() - self.started)
        return f"{seconds // 60}:{seconds % 60:02d}"

    def note(self, line: str) -> None:
        if step := STEP.search(line):
            self.phase = f"compiling, step {step[1]} of {step[2]}"
        elif "CMake Configure" in line or "Configuring CMake" in line:
            self.phase = "configuring"

    def follow(self, process: subprocess.Popen[str]) -> int:
        reader = threading.Thread(target=self._read, args=(process,), daemon=True)
        reader.start()
        while reader.is_alive():
            say(f"[{self.elapsed()}] {self.phase}")
            reader.join(HEARTBEAT_S)
        return process.wait()

    def _read(self, process: subprocess.Popen[str]) -> None:
        with self.log.open("w", encoding="utf-8") as log:
            for line in process.stdout or ():
                log.write(line)
                self.note(line)


def build(folder: Path) -> tuple[Path, str]:
    """Compile the wheel into ``folder``; about 2.5 minutes on two idle cores. Returns it with its sha256."""
    require_compilers()
    log = folder / "llama-build.log"
    environment = {name: value for name, value in os.environ.items() if name not in FOREIGN_SETTINGS}
    say(f"building {REQUIREMENT} once, about 2 to 5 minutes on two cores; the full log is {log}")
    progress = Progress(log)
    with tempfile.TemporaryDirectory(dir=folder, prefix="building-") as scratch:
        process = subprocess.Popen(
            build_command(Path(scratch)),
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        )
        built = progress.follow(process) == 0 and next(Path(scratch).glob("*.whl"), None)
        if not built:
            raise WheelError(EXIT_BUILD_FAILED, build_failure(log))
        wheel = folder / built.name
        built.replace(wheel)
    digest = file_digest(wheel)
    keep_record(folder, wheel, digest)
    say(f"built {wheel.name} ({wheel.stat().st_size / 1e6:.1f} MB) in {progress.elapsed()}")
    return wheel, digest


def build_failure(log: Path) -> str:
    tail = "\n".join(log.read_text(encoding="utf-8").splitlines()[-LOG_TAIL_LINES:])
    return (
        f"{tail}\nthe build failed; the last lines are above, all of them in {log}. The server runs without "
        "local embeddings (recall by keywords, marked so). Check the network and the compiler, then run this "
        "again."
    )


def keep_record(folder: Path, wheel: Path, digest: str) -> None:
    record = {"wheel": wheel.name, "sha256": digest, "settings": settings()}
    draft = folder / "llama.json.new"
    draft.write_text(json.dumps(record, indent=2) + "\n", encoding="utf-8")
    draft.replace(folder / "llama.json")


def installed_digest() -> str | None:
    """The sha256 of the wheel that the running interpreter's llama-cpp-python came from, as pip wrote it
    down."""
    try:
        origin = importlib.metadata.distribution("llama-cpp-python").read_text("direct_url.json")
        return str(json.loads(origin or "")["archive_info"]["hashes"]["sha256"])
    except (importlib.metadata.PackageNotFoundError, ValueError, KeyError, TypeError):
        return None


def install(wheel: Path, digest: str) -> None:
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    steps = [[*pip, "--requirement", str(REQUIREMENTS_FILE)]]
    if installed_digest() != digest:
        steps.append([*pip, "--no-deps", "--force-reinstall", str(wheel)])
    for step in steps:
        if subprocess.run(step, stdin=subprocess.DEVNULL, check=False).returncode != 0:
            raise WheelError(EXIT_INSTALL_FAILED, f"pip could not install it: {' '.join(step)}")
    say(f"installed in {sys.prefix}")


def ready_wheel(folder: Path) -> tuple[Path, str]:
    """The kept wheel, or a new one; a second process asking at the same time waits for the first."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "llama.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if kept := recorded_wheel(folder):
            say(f"using the wheel built earlier, {kept[0]}")
            return kept
        return build(folder)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--build", action="store_true", help="build or reuse the wheel, but do not install it")
    options = parser.parse_args(arguments)
    try:
        wheel, digest = ready_wheel(wheel_folder())
        if not options.build:
            install(wheel, digest)
    except WheelError as error:
        say(str(error))
        return error.code
    return 0


if __name__ == "__main__":
    sys.exit(main())
