"""A migrated database and a prepared home, made once by the product and copied by tests that are about something else.

They stay in `.cache/tests` under a name that is made of all they depend on, and are made anew when that changes.
"""

import fcntl
import hashlib
import os
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Literal

import django

ROOT = Path(__file__).resolve().parent.parent
PLACE = ROOT / ".cache" / "tests"
KEPT_S = 24 * 3600.0  # since it was last copied
DATABASE = "kirocrew.sqlite3"
PACKAGES = ("kirocrew", "memory", "skills", "hooks", "channels_bridge")
# What the tables, the rows that migrations write and the rows written after them are made of.
OF_TABLES = ("*/migrations/**/*.py", "*/models/**/*.py", "*/apps.py", "kirocrew/settings.py", "kirocrew/base/*.py")
OF_TABLES_TOO = ("kirocrew/db/**/*.py", "memory/gate/*.py")


def database_copied_to(target: Path) -> None:
    """Put a database at `target` that has every table and nothing that is written later than the migrations."""
    shutil.copyfile(_made("database") / DATABASE, target)
    target.chmod(0o600)


def home_copied_to(target: Path) -> None:
    """Put a home at `target` as `kirocrew prepare` makes it; not there yet. All copies have one secret key."""
    shutil.copytree(_made("home"), target)


def _files_of_tables() -> Iterator[Path]:
    for pattern in (*OF_TABLES, *OF_TABLES_TOO):
        yield from (file for file in ROOT.glob(pattern) if file.relative_to(ROOT).parts[0] in PACKAGES)


def _files_of_product() -> Iterator[Path]:
    for package in PACKAGES:
        yield from (ROOT / package).rglob("*.py")


@lru_cache  # what one process saw first holds until its end, also when somebody edits meanwhile
def _made(kind: Literal["database", "home"]) -> Path:
    """The folder with that content. One process makes it, others that want it at the same time wait."""
    files, make = (_files_of_tables(), _migrate) if kind == "database" else (_files_of_product(), _prepare)
    digest = hashlib.sha256(f"{sys.version_info[:2]} {django.VERSION} {sqlite3.sqlite_version}".encode())
    for file in sorted(files):
        digest.update(f"\n{file.relative_to(ROOT)}\n".encode() + file.read_bytes())
    made = PLACE / f"{kind}-{digest.hexdigest()[:24]}"
    PLACE.mkdir(parents=True, exist_ok=True)
    with _alone(kind):
        if not made.exists():
            draft = PLACE / f"{kind}.new"
            shutil.rmtree(draft, ignore_errors=True)
            make(draft)
            draft.rename(made)
        os.utime(made)
        for folder in PLACE.glob(f"{kind}-*"):
            if folder.stat().st_mtime < time.time() - KEPT_S:
                shutil.rmtree(folder)
    return made


@contextmanager
def _alone(kind: str) -> Iterator[None]:
    with (PLACE / f"{kind}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _migrate(folder: Path) -> None:
    folder.mkdir(mode=0o700)
    _kirocrew("migrate", "--verbosity=0", home=folder, KIROCREW_SECRET_KEY="a key for tests and nothing else, long")


def _prepare(folder: Path) -> None:
    folder.mkdir(mode=0o700)
    database_copied_to(folder / DATABASE)
    _kirocrew("prepare", home=folder)


def _kirocrew(*arguments: str, home: Path, **more: str) -> None:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("KIROCREW_", "DJANGO_"))}
    made = subprocess.run(
        [sys.executable, "-m", "kirocrew", *arguments],
        cwd=ROOT,
        env={**kept, "KIROCREW_HOME": str(home), "KIROCREW_EMBEDDING_MODEL": "hash", **more},
        capture_output=True,
        text=True,
        check=False,
    )
    assert made.returncode == 0, made.stdout + made.stderr
    assert not (home / f"{DATABASE}-wal").exists(), "a database that is still open cannot be copied"
