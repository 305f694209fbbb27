"""Typed readers of environment variables. A value that makes no sense stops the start and is not guessed.

A variable that is unset or blank has its default.
"""

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final
from zoneinfo import ZoneInfo

_TRUE: Final = frozenset({"1", "true", "yes", "on"})
_FALSE: Final = frozenset({"0", "false", "no", "off"})
_HOST: Final = re.compile(r"(?:\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9_](?:[A-Za-z0-9_.-]*[A-Za-z0-9_])?)(?::[0-9]{1,5})?")
_WHOLE_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,18}")


class EnvError(ValueError):
    """An environment variable holds what cannot be used."""

    def __init__(self, name: str, value: str, expected: str) -> None:
        self.name, self.value, self.expected = name, value, expected
        super().__init__(f"{name}={value!r}: expected {expected}")


def env_bool(name: str, default: bool, *, environ: Mapping[str, str] = os.environ) -> bool:
    """Return a yes or no. Raises EnvError for other words."""
    value = _read(name, environ)
    if value is None:
        return default
    word = value.lower()
    if word not in _TRUE | _FALSE:
        raise EnvError(name, value, "true or false (also 1/0, yes/no, on/off)")
    return word in _TRUE


def env_int(
    name: str,
    default: int,
    *,
    minimum: int | None = None,
    maximum: int | None = None,
    environ: Mapping[str, str] = os.environ,
) -> int:
    """Return a whole number within the bounds, both included. Raises EnvError otherwise."""
    value = _read(name, environ)
    if value is None:
        return default
    if not _WHOLE_NUMBER.fullmatch(value):
        raise EnvError(name, value, "a whole number")
    number = int(value)
    if minimum is not None and number < minimum:
        raise EnvError(name, value, f"a whole number of at least {minimum}")
    if maximum is not None and number > maximum:
        raise EnvError(name, value, f"a whole number of at most {maximum}")
    return number


def env_str(
    name: str, default: str = "", *, choices: Sequence[str] = (), environ: Mapping[str, str] = os.environ
) -> str:
    """Return a text, one of `choices` where they are given. Raises EnvError otherwise."""
    value = _read(name, environ)
    if value is None:
        return default
    if choices and value not in choices:
        raise EnvError(name, value, f"one of {', '.join(choices)}")
    return value


def env_zone(name: str, default: str = "UTC", *, environ: Mapping[str, str] = os.environ) -> str:
    """Return the name of a time zone. Raises EnvError for one this machine does not know."""
    value = _read(name, environ)
    if value is None:
        return default
    try:
        ZoneInfo(value)
    except (KeyError, ValueError, OSError) as error:  # unknown, not a name at all, or the name of a folder
        raise EnvError(name, value, "the name of a time zone, such as Europe/Berlin") from error
    return value


def env_secret(name: str, default: str = "", *, environ: Mapping[str, str] = os.environ) -> str:
    """Return a secret from NAME, or from the first line of the file NAME_FILE names. Errors never show it.

    Raises EnvError when both are set, or the file cannot be read or is empty.
    """
    value, path = _read(name, environ), _read(f"{name}_FILE", environ)
    if value is not None and path is not None:
        raise EnvError(f"{name}_FILE", path, f"either {name} or {name}_FILE, not both")
    if path is None:
        return default if value is None else value
    try:
        lines = Path(path).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise EnvError(f"{name}_FILE", path, "the path of a readable text file") from error
    if not lines or not lines[0].strip():
        raise EnvError(f"{name}_FILE", path, "a file with the secret in its first line")
    return lines[0].strip()


def env_list(name: str, default: Sequence[str] = (), *, environ: Mapping[str, str] = os.environ) -> list[str]:
    """Return the trimmed parts of a comma-separated text. Raises EnvError for an empty part, as in `a,,b`."""
    value = _read(name, environ)
    if value is None:
        return list(default)
    parts = [part.strip() for part in value.split(",")]
    if not all(parts):
        raise EnvError(name, value, "values separated by single commas")
    return parts


def env_hosts(name: str, *, environ: Mapping[str, str] = os.environ) -> list[str]:
    """Return hosts, each a name or an address with an optional port, separated by commas. Raises EnvError."""
    entries = env_list(name, environ=environ)
    for entry in entries:
        if not _HOST.fullmatch(entry):
            raise EnvError(name, entry, "hosts such as localhost, localhost:8080, 192.168.1.5 or [::1]:8080")
    return entries


def env_proxy(name: str, *, environ: Mapping[str, str] = os.environ) -> str:
    """Return the address of an HTTP proxy, http://host:port, or nothing. Raises EnvError for another."""
    value = _read(name, environ)
    if value is None:
        return ""
    scheme, _, host = value.partition("://")
    if scheme != "http" or not _HOST.fullmatch(host.rstrip("/")):
        raise EnvError(name, value, "http://host:port without a user, as in http://proxy.example:3128")
    return value


def env_path(name: str, default: Path, *, environ: Mapping[str, str] = os.environ) -> Path:
    """Return an absolute path, `~` expanded; it need not exist. Raises EnvError for a relative path."""
    value = _read(name, environ)
    if value is None:
        return default
    try:
        path = Path(value).expanduser()
    except RuntimeError as error:
        raise EnvError(name, value, "an absolute path; that home directory is unknown") from error
    if "\0" in value or not path.is_absolute():
        raise EnvError(name, value, "an absolute path")
    return path


def _read(name: str, environ: Mapping[str, str]) -> str | None:
    value = environ.get(name, "").strip()
    return value or None
