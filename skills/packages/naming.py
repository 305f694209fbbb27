"""Names and slugs of skills."""

import re
import unicodedata
from typing import Final

from skills.packages.diagnostics import Diagnostic, Level

SLUG_LIMIT: Final = 64
NAME_LIMIT: Final = 64
"""Characters of a name in the Agent Skills specification."""
FALLBACK_SLUG: Final = "skill"
_KEBAB: Final = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_LATIN_1_1_TRUTHS: Final = frozenset("y yes n no on off true false".split())
_NUMBER: Final = re.compile(r"[-+]?(?:\d[\d_]*(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?")


def slug_of(name: str) -> str:
    """Return lower-case letters, digits and single hyphens of a name, at most SLUG_LIMIT; every script has letters."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    letters = "".join(char if _is_letter(char) else "-" for char in folded)
    slug = re.sub("-+", "-", letters).strip("-")[:SLUG_LIMIT].strip("-")
    return unicodedata.normalize("NFC", slug)


def _is_letter(char: str) -> bool:
    return unicodedata.category(char)[0] in "LN" or unicodedata.category(char) in ("Mn", "Mc")


def is_kebab(name: str) -> bool:
    """Whether a name keeps the form of the Agent Skills specification: a-z, 0-9 and single hyphens."""
    return len(name) <= NAME_LIMIT and _KEBAB.fullmatch(name) is not None


def reads_as_other(plain: str) -> bool:
    """Whether readers of YAML take a value without quotes for a truth or a number, not for text."""
    return plain.strip().lower() in _LATIN_1_1_TRUTHS or _NUMBER.fullmatch(plain.strip()) is not None


def name_problem(name: str, line: int) -> Diagnostic | None:
    """What is wrong with a name, None if nothing is."""
    if "/" in name or "\\" in name or ".." in name or name.startswith((".", "~")):
        return Diagnostic("name_is_path", Level.ERROR, "The name must not hold a path.", line)
    if len(name) > NAME_LIMIT:
        return Diagnostic("name_too_long", Level.ERROR, f"The name has more than {NAME_LIMIT} characters.", line)
    if any(unicodedata.category(char) in ("Cc", "Zl", "Zp") for char in name):
        return Diagnostic("name_characters", Level.ERROR, "The name has line breaks or control characters.", line)
    if not slug_of(name):
        return Diagnostic("name_characters", Level.ERROR, "The name has neither a letter nor a digit.", line)
    if not is_kebab(name):
        message = "The name should be lower-case letters a-z, digits and single hyphens."
        return Diagnostic("name_not_kebab", Level.WARNING, message, line)
    return None
