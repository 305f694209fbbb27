"""A copy of the home in a folder of its own, and the steps of the certificate run in it, each as a new process."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from django.conf import settings

from kirocrew.backup.making import BackupError, backup_make
from kirocrew.base.problems import Unavailable
from kirocrew.certifying.steps import Step
from kirocrew.certifying.twin import Twin
from kirocrew.home import EPHEMERAL, SECRET_FILE
from memory.services.erasing.caches import TOMBSTONES

DATABASE: Final = "kirocrew.sqlite3"
PATIENCE: Final = 3600.0  # seconds for one step; it may have to embed what waits
LEFT_OUT: Final = frozenset({"DJANGO_SETTINGS_MODULE", "KIROCREW_SECRET_KEY", "KIROCREW_SECRET_KEY_FILE"})
"""Variables that a step does not inherit: the copy's key is given by its text, and one given twice stops the start."""
SHOWN: Final = 600  # characters of what a failed step said


def rehearse(*, twin: Twin, folder: Path | None = None) -> Iterator[Step]:
    """Go the whole way with the twin in a copy of the home, which is removed at the end.

    Raises Unavailable when the home can't be copied.
    """
    with _folder(folder) as work:
        home, elsewhere = work / "home", work / "elsewhere"
        try:
            _copy_home(home)
        except (OSError, BackupError) as error:
            raise Unavailable(f"The home can't be copied to {work}: {error}. Name a folder with room.") from error
        steps = list(_run("write_and_erase", twin, home, work))
        yield from steps
        if not any(step.name == "erased" for step in steps):
            return
        yield from _run("restarted", twin, home, work)
        yield from _prepare("a new home", elsewhere)
        yield from _run("imported", twin, elsewhere, work)
        for end in ("-wal", "-shm"):
            (home / f"{DATABASE}{end}").unlink(missing_ok=True)
        shutil.copyfile(work / "before.sqlite3", home / DATABASE)
        yield from _prepare("the backup of before put back", home)
        yield from _run("put_back", twin, home, work)


@contextmanager
def _folder(parent: Path | None) -> Iterator[Path]:
    work = Path(tempfile.mkdtemp(prefix="kirocrew-certificate-", dir=parent))  # 0700
    try:
        yield work
    finally:
        shutil.rmtree(work, ignore_errors=True)


def _copy_home(home: Path) -> None:
    """What a server needs: the database, the key, the list of what was erased, and the models where they are."""
    source = Path(settings.KIROCREW_HOME)
    home.mkdir(mode=0o700)
    backup_make(target=home / DATABASE)
    for name in (SECRET_FILE, TOMBSTONES):
        if (source / name).is_file():
            shutil.copyfile(source / name, home / name)
            (home / name).chmod(0o600)
    if (source / "models").is_dir():
        (home / "models").symlink_to(source / "models", target_is_directory=True)


def _run(step: str, twin: Twin, home: Path, work: Path) -> Iterator[Step]:
    state = work / "twin.json"
    state.write_text(twin.as_json())
    result = _kirocrew(home, "certify_deletion", "--in-copy", step, "--state", str(work))
    lines = [line for line in result.stdout.splitlines() if line.startswith('{"name":')]
    yield from (Step(**json.loads(line)) for line in lines)
    if result.returncode:
        yield Step(step.replace("_", " "), False, (result.stderr or result.stdout).strip()[-SHOWN:])


def _prepare(what: str, home: Path) -> Iterator[Step]:
    home.mkdir(mode=0o700, exist_ok=True)
    result = _kirocrew(home, "prepare")
    told = result.stdout.strip().splitlines() if not result.returncode else [(result.stderr or "").strip()[-SHOWN:]]
    again = [line for line in told if "again" in line]
    yield Step(f"prepared {what}", result.returncode == 0, again[0] if again else (told[-1] if told else ""))


def _kirocrew(home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if name not in LEFT_OUT}
    environment["KIROCREW_HOME"] = str(home)
    environment["KIROCREW_EMBEDDING_MODEL"] = str(settings.KIROCREW_EMBEDDING_MODEL)
    if not settings.SECRET_KEY.startswith(EPHEMERAL):
        environment["KIROCREW_SECRET_KEY"] = settings.SECRET_KEY
    return subprocess.run(  # noqa: S603  (our own command, in a copy of our own home)
        [sys.executable, "-m", "kirocrew", *arguments],
        cwd=settings.BASE_DIR,
        env=environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
