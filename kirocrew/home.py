"""The server's home folder: where it is, how it is made, and the secret key kept in it."""

import os
import secrets
import sys
from pathlib import Path

from kirocrew.base.env import env_path, env_secret

SECRET_FILE = "secret_key"  # noqa: S105  (a file's name)
SECRET_BYTES = 50
FOLDER_MODE, FILE_MODE = 0o700, 0o600
FOLDERS = ("models", "backups", "imports", "exports")
EPHEMERAL = "ephemeral-"


class HomeError(Exception):
    """The home folder cannot be used; the message says why and what to do."""


def default_home() -> Path:
    """Where the platform keeps an application's data."""
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "kirocrew"
    base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(base) / "kirocrew"


def location() -> Path:
    """The home this process is told to use: KIROCREW_HOME or the platform's default. Raises EnvError."""
    return env_path("KIROCREW_HOME", default=default_home())


def prepare(path: Path) -> None:
    """Create the home (0700) with its sub-folders and secret key (0600) where they are missing.

    An empty folder that is already there becomes private, too; the mode of one with files in it is not
    touched: it may be shared on purpose, and the system check kirocrew.E004 speaks up.
    Raises HomeError when the folder can't be made or written to.
    """
    try:
        path.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
        if not any(path.iterdir()):
            path.chmod(FOLDER_MODE)
        for name in FOLDERS:
            (path / name).mkdir(mode=FOLDER_MODE, exist_ok=True)
        _write_secret(path / SECRET_FILE)
        if not os.access(path, os.W_OK | os.X_OK):
            raise PermissionError(0, "it is read-only for this user")
    except OSError as error:
        raise HomeError(
            f"The home folder {path} can't be used: {error.strerror or error}. "
            "Make it writable for this user, or set KIROCREW_HOME to another folder."
        ) from error


def _write_secret(file: Path) -> None:
    if file.exists():
        return
    try:
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE_MODE)
    except FileExistsError:  # another process was first; its key holds
        return
    with os.fdopen(descriptor, "w") as handle:
        handle.write(secrets.token_urlsafe(SECRET_BYTES))


def secret_key(path: Path) -> str:
    """The key from the environment or the home, or a new one for this process alone.

    A key that lives as long as the process serves tools that only read the settings; the system check
    kirocrew.E001 stops every command that would store something made with it.
    """
    given = env_secret("KIROCREW_SECRET_KEY", default="")
    if given:
        return given
    file = path / SECRET_FILE
    if file.is_file():
        return file.read_text().strip()
    return EPHEMERAL + secrets.token_urlsafe(SECRET_BYTES)
