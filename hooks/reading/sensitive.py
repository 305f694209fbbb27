"""Whether a path leads to secrets, or to a file that decides what is allowed. Looks at names; opens nothing."""

import os
import re
from fnmatch import fnmatchcase, translate
from functools import lru_cache
from pathlib import Path
from typing import Final

from .places import HARMLESS, PROTECTED, SENSITIVE
from .spelling import MAX_PATH_CHARS, parts_of
from .whereabouts import home_forms, spellings

# Files of the home that are secrets. Exports, imports and models are not: they are made to be handed on.
HOME_SECRETS: Final = (
    "secret_key*",
    "*.sqlite3",
    "*.sqlite3-*",
    "backups",
    "owner_link.*",
    "*.partial",
    ".env",
    "audit",
)
MOST_PARTS: Final = 3  # parts of the longest beginning of a place that is looked for
_DIVIDER = re.compile(r"\s{2,}")
_GLOB = re.compile(r"[*?\[]")
MIN_GLOB_LETTERS = 2  # a pattern with fewer letters is about all files, and not aimed at one
_SHORT_NAME = re.compile(r"[^~]{1,6}~\d{1,3}(?:\.\w{0,3})?")  # SSH~1, how DOS called .ssh
_ROOTED = re.compile(r"[\"'`]?(?:/|\\|[A-Za-z]:[/\\])")
_WINDOWS = re.compile(r"^(?:[\"'`]?[A-Za-z]:|\\\\|//[?.]/)|\\")


def is_sensitive(path: str | Path, *, home: str | Path | None = None, cwd: str | Path | None = None) -> str | None:
    """Why nobody may open this path, in words, or None when nothing speaks against it.

    The path need not exist, nor be one of this system: `C:\\Users\\a\\.AWS\\credentials`, `~/.ssh`,
    `%APPDATA%\\gcloud`, a file URL and `/Users/a/Library/Keychains` are all known here. Names are compared without case
    and without invisible characters; where the path exists, links are followed, and both spellings count. What lies
    below a sensitive folder is sensitive. A shell pattern counts when it can mean a sensitive name (`~/.s*h/id_*`).

    `home`: the server's home (default: the setting KIROCREW_HOME), whose keys, database and backups count.
    `cwd`: the folder a relative path starts in; without it a relative path is judged by its own parts.
    """
    return _judge(path, _rules(_SENSITIVE), home, cwd, own=HOME_SECRETS)


def is_protected_config(
    path: str | Path, *, home: str | Path | None = None, cwd: str | Path | None = None
) -> str | None:
    """Why nobody but the owner may write this path, in words, or None. Such files may be read.

    Everything in the server's home is protected. Combine with `is_sensitive`, which forbids writing, too.
    """
    return _judge(path, _rules(_PROTECTED), home, cwd, own=("*", ""))


def holds_sensitive(folder: str | Path, *, home: str | Path | None = None, cwd: str | Path | None = None) -> str | None:
    """Why nobody may search a folder with all that is below it, or None: it is sensitive or an ancestor of a secret.

    Such ancestors are `/`, a user's home (`~`, `/home/a`, `/Users/a`, `C:\\Users\\a`), `~/.config`, the server's home.
    """
    reason = is_sensitive(folder, home=home, cwd=cwd)
    if reason:
        return reason
    rooted = bool(_ROOTED.match(str(folder)))
    for parts in spellings(str(folder), cwd):
        if not parts and not rooted:
            continue  # where a dot or nothing leads is not known
        if _is_user_home(parts) or _is_above_place(parts, rooted=rooted) or _is_above(parts, home_forms(home)):
            return "Below this folder lie secrets. Name the folder inside it that is meant."
    return None


_SENSITIVE, _PROTECTED = "sensitive", "protected"
Places = tuple[tuple[str, re.Pattern[str], tuple[tuple[str, ...], ...]], ...]


@lru_cache
def _rules(which: str) -> Places:
    """For each group its words, one expression over joined parts, and its places as parts."""
    groups = SENSITIVE if which == _SENSITIVE else PROTECTED
    rules = []
    for words, listed in groups.items():
        places = tuple(_DIVIDER.split(listed.strip()))
        expression = "|".join(_expression(place) for place in places)
        rules.append((words, re.compile(f"/(?P<place>{expression})(?=/)"), tuple(tuple(p.split("/")) for p in places)))
    return tuple(rules)


def _expression(place: str) -> str:
    return "[^/]*".join(re.escape(piece) for piece in place.split("*"))


_HARMLESS = frozenset(_DIVIDER.split(HARMLESS))


def _judge(
    path: str | Path, rules: Places, home: str | Path | None, cwd: str | Path | None, *, own: tuple[str, ...]
) -> str | None:
    text = os.fspath(path)
    if len(text) > MAX_PATH_CHARS:
        return f"The path is longer than {MAX_PATH_CHARS:,} characters; no file has such a name."
    homes = home_forms(home)
    for parts in spellings(text, cwd):
        reason = _named(parts, rules) or _in_home(parts, homes, own) or _aimed(parts, rules) or _hidden(text, parts)
        if reason:
            return reason
    return None


def _named(parts: tuple[str, ...], rules: Places) -> str | None:
    joined = "/" + "/".join(parts) + "/"
    for words, expression, _ in rules:
        for found in expression.finditer(joined):
            if found["place"] not in _HARMLESS:
                return _because(words, found["place"])
    return None


def _because(words: str, place: str) -> str:
    return f"{words[0].upper()}{words[1:]}: {place} is out of bounds."


def _in_home(parts: tuple[str, ...], homes: tuple[tuple[str, ...], ...], own: tuple[str, ...]) -> str | None:
    for home in homes:
        if home and parts[: len(home)] == home:
            inside = parts[len(home)] if len(parts) > len(home) else ""
            if any(fnmatchcase(inside, pattern) for pattern in own):
                return _because("this server's home", inside or home[-1])
    return None


def _aimed(parts: tuple[str, ...], rules: Places) -> str | None:
    """A shell pattern that can mean a sensitive name."""
    if not any(_GLOB.search(part) for part in parts):
        return None
    for words, _, places in rules:
        for place in places:
            for at in range(len(parts) - len(place) + 1):
                if _can_mean(parts[at : at + len(place)], place):
                    return _because(words, "/".join(place))
    return None


def _can_mean(parts: tuple[str, ...], place: tuple[str, ...]) -> bool:
    letters = sum(char.isalnum() for part in parts for char in part)
    if letters < MIN_GLOB_LETTERS or "/".join(place) in _HARMLESS:
        return False
    return all(_part_can_mean(part, name) for part, name in zip(parts, place, strict=True))


def _part_can_mean(part: str, name: str) -> bool:
    plain = name.replace("*", "")
    if not _GLOB.search(part):
        return fnmatchcase(part, name)
    if plain.startswith(".") and not part.startswith((".", "[")):
        return False  # no shell lets a star stand for the first dot
    return bool(_glob(part).match(plain)) or part == name


@lru_cache(maxsize=512)
def _glob(part: str) -> re.Pattern[str]:
    return re.compile(translate(part))


def _hidden(text: str, parts: tuple[str, ...]) -> str | None:
    if _WINDOWS.search(text) and any(_SHORT_NAME.fullmatch(part) for part in parts):
        return "A short DOS name can hide a sensitive folder. Write the long name."
    return None


def _is_user_home(parts: tuple[str, ...]) -> bool:
    if parts and len(parts[0]) == 1 and parts[0].isalpha():
        parts = parts[1:]  # a drive letter
    if not parts or parts in (("~",), ("$home",), ("$userprofile",), ("root",), ("home",), ("users",)):
        return True
    own = parts_of(os.path.expanduser("~"))  # noqa: PTH111
    return (
        parts == own or (len(parts) == 2 and parts[0] in ("home", "users")) or (len(parts) == 1 and parts[0][0] == "~")
    )


@lru_cache
def _folders_above() -> frozenset[tuple[str, ...]]:
    """Every beginning of a place of several parts, such as `.config` and `application support`."""
    return frozenset(
        place[:length] for _, _, places in _rules(_SENSITIVE) for place in places for length in range(1, len(place))
    )


def _is_above_place(parts: tuple[str, ...], *, rooted: bool) -> bool:
    """A plain name such as `library` or `run` is one at the root only; elsewhere it is some project's own."""
    for length in range(1, min(len(parts), MOST_PARTS) + 1):
        tail = parts[-length:]
        telling = length > 1 or (rooted and length == len(parts)) or tail[0].startswith(".") or " " in tail[0]
        if telling and tail in _folders_above():
            return True
    return False


def _is_above(parts: tuple[str, ...], homes: tuple[tuple[str, ...], ...]) -> bool:
    return any(home[: len(parts)] == parts for home in homes)
