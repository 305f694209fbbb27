"""Where in a repository the rules of a file apply, from the patterns in its head."""

import re

from hooks.services import redact
from memory.transfer.formats.frontmatter import FrontmatterValue, as_list

# What Cursor, Claude Code, Copilot and Kiro call the list of files a rule is for.
_FIELDS = ("globs", "paths", "applyto", "filematchpattern")
_GLOB = re.compile(r"[*?\[\]{}]")
_EVERYWHERE = frozenset({"**", "*", "**/*"})
MAX_SCOPE_CHARS = 1_024


def patterns_of(head: dict[str, FrontmatterValue]) -> list[str]:
    """The patterns a head names; those that match every file are none."""
    found = [pattern for field in _FIELDS for pattern in as_list(head.get(field))]
    return [pattern for pattern in found if pattern not in _EVERYWHERE]


def scope_of(patterns: list[str]) -> str:
    """The one folder or file all patterns lie in, as an admissible relative path, or empty when there is none."""
    scopes = {_literal_part(pattern) for pattern in patterns}
    if len(scopes) != 1:
        return ""
    scope = scopes.pop()
    return scope if is_admissible(scope) else ""


def is_admissible(scope: str) -> bool:
    """Whether a text can be a repository scope: relative, no `.` or `..` part, no colon, no empty part, no secret."""
    parts = scope.split("/")
    return (
        bool(scope)
        and not redact(scope).findings
        and len(scope) <= MAX_SCOPE_CHARS
        and ":" not in scope
        and not {"", ".", ".."} & set(parts)
    )


def _literal_part(pattern: str) -> str:
    parts: list[str] = []
    for part in pattern.replace("\\", "/").removeprefix("./").split("/"):
        if _GLOB.search(part):
            break
        parts.append(part)
    return "/".join(parts).rstrip("/")
