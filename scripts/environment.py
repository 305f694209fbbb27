"""Make the virtual environment and install the locked packages and the project into it; does nothing when all is there.

    python scripts/environment.py --venv .venv          what the server needs
    python scripts/environment.py --venv .venv --dev    and what its tests need

The lock file follows the Python's version: Django 5.2 on 3.11, Django 6.1 on 3.12 and later. What was
installed is noted in the environment, as a digest of the lock file and pyproject.toml, so a change of either
installs again.
"""

from __future__ import annotations

import argparse
import hashlib
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OLDEST = (3, 11)
FIRST_WITH_DJANGO_6 = (3, 12)


class SetupError(Exception):
    """The environment could not be made; the message says what to do."""


def say(text: str) -> None:
    print(f"environment: {text}", flush=True)


def lock_file(dev: bool) -> Path:
    stack = "django52" if sys.version_info[:2] < FIRST_WITH_DJANGO_6 else "django61"
    return ROOT / "requirements" / f"{stack}{'-dev' if dev else ''}.txt"


def digest(lock: Path) -> str:
    """Of everything that decides what is installed; the place counts, since the project is installed by its path."""
    content = hashlib.sha256()
    for part in (lock.read_bytes(), (ROOT / "pyproject.toml").read_bytes(), str(ROOT).encode()):
        content.update(hashlib.sha256(part).digest())
    return content.hexdigest()


def python_of(venv: Path) -> Path:
    return venv / "bin" / "python"


def version_of(venv: Path) -> str:
    """Major and minor version of the environment's Python, if it and its pip work; empty otherwise."""
    script = "import pip, sys; print('%d.%d' % sys.version_info[:2])"
    try:
        done = subprocess.run(
            [str(python_of(venv)), "-c", script], stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
        )
    except OSError:
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


def make_venv(venv: Path) -> None:
    """Keep an environment of the running Python's version; replace one that is broken or of another version."""
    wanted = f"{sys.version_info[0]}.{sys.version_info[1]}"
    found = version_of(venv)
    if found == wanted:
        return
    if venv.exists():
        if any(venv.iterdir()) and not (venv / "pyvenv.cfg").is_file():
            raise SetupError(f"{venv} is not a virtual environment, so it is left alone. Move it away.")
        say(f"replacing {venv} ({'Python ' + found if found else 'broken'}) by one of Python {wanted}")
        shutil.rmtree(venv)
    else:
        say(f"making {venv} with Python {sys.version.split()[0]}")
    run([sys.executable, "-m", "venv", str(venv)], "venv failed. On Debian and Ubuntu: apt-get install python3-venv")


def run(command: list[str], advice: str) -> None:
    if subprocess.run(command, stdin=subprocess.DEVNULL, cwd=ROOT, check=False).returncode != 0:
        raise SetupError(f"{' '.join(command)} failed. {advice}")


def install(venv: Path, *, dev: bool) -> None:
    lock = lock_file(dev)
    stamp = venv / f".installed-{lock.stem}"
    wanted = digest(lock)
    if stamp.is_file() and stamp.read_text().strip() == wanted:
        say(f"up to date with {lock.relative_to(ROOT)}")
        return
    began = time.monotonic()
    say(f"installing {len(lock.read_text().splitlines())} packages of {lock.relative_to(ROOT)}")
    pip = [str(python_of(venv)), "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    advice = "Check the network and pip's index settings, then run it again."
    run([*pip, "--requirement", str(lock)], advice)
    run([*pip, "--no-deps", "--editable", str(ROOT)], advice)
    stamp.write_text(wanted + "\n")
    say(f"installed in {time.monotonic() - began:.0f} s")


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--venv", type=Path, default=Path(".venv"), help="where (default .venv)")
    parser.add_argument("--dev", action="store_true", help="with the tools of development and tests")
    options = parser.parse_args(arguments)
    if sys.version_info[:2] < OLDEST:
        say(f"Python 3.11 or later is needed, this is {sys.version.split()[0]}. Name another with PYTHON=...")
        return 2
    venv = options.venv if options.venv.is_absolute() else ROOT / options.venv
    try:
        make_venv(venv)
        install(venv, dev=options.dev)
    except SetupError as error:
        say(str(error))
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
