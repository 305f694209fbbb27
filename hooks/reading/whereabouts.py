"""Where a path leads: as it is written, after the folder it starts in, and with its links followed."""

import os
import re
from functools import lru_cache
from pathlib import Path
from urllib.parse import unquote

from django.conf import settings

from .spelling import parts_of

_ABSOLUTE = re.compile(r"[\"'`]?[A-Za-z]:[/\\]|\\\\|[~$%]")


def spellings(text: str, cwd: str | Path | None) -> list[tuple[str, ...]]:
    """The parts as written, as written after `cwd`, and where the path really leads on this machine."""
    written = parts_of(text)
    found = [written]
    expanded = _expanded(text)
    if cwd is not None and not _is_absolute(text, expanded):
        expanded = os.path.join(os.fspath(cwd), expanded)  # noqa: PTH118  (a Path would drop what `..` after a link means)
        found.append(parts_of(expanded))
    if os.path.isabs(expanded):  # noqa: PTH117
        found.append(parts_of(_real(expanded)))
    return list(dict.fromkeys(found))


def _is_absolute(text: str, expanded: str) -> bool:
    return os.path.isabs(expanded) or bool(_ABSOLUTE.match(text))  # noqa: PTH117


def _expanded(text: str) -> str:
    # No path holds NUL; whoever drops it must not be led elsewhere than was judged.
    plain = text.replace("\0", "").strip().strip("\"'`")
    if plain.lower().startswith("file://"):
        plain = unquote(plain[len("file://") :].removeprefix("localhost"))
    for name in ("$HOME", "${HOME}", "$env:HOME"):
        if plain.startswith(name):
            plain = "~" + plain[len(name) :]
    return os.path.expanduser(plain)  # noqa: PTH111  (a Path raises for an unknown user)


def _real(path: str) -> str:
    try:
        return os.path.realpath(path)
    except (OSError, ValueError):
        return path


@lru_cache(maxsize=64)
def _forms_of(home: str) -> tuple[tuple[str, ...], ...]:
    return tuple(dict.fromkeys((parts_of(home), parts_of(_real(home)))))


def home_forms(home: str | Path | None) -> tuple[tuple[str, ...], ...]:
    """The parts of the server's home as it is written and as it really lies; none where no home is known."""
    if home is None:
        # A script that works on files only, such as a model's conversion, runs without settings.
        known = settings.configured or "DJANGO_SETTINGS_MODULE" in os.environ
        home = settings.KIROCREW_HOME if known else os.environ.get("KIROCREW_HOME", "")
    return _forms_of(os.fspath(home)) if home else ()
