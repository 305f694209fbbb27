"""The lessons of the reference system: a mapping of fields, or one text with its negative behind a dash."""

import hashlib
from typing import Any, Final

from memory.transfer.formats.json_values import JsonProblem
from memory.transfer.reasons import Reason

FIELDS: Final = ("rule", "negative", "category", "repo_scope", "applies")
KEY_PREFIX: Final = "lesson."
# Names of a workspace or scope that mean all of them.
EVERYWHERE: Final = frozenset({"", "default", "global", "main", "none", "null"})
_DIVIDER: Final = " — NOT: "
_KEY_DIGITS: Final = 12  # hex digits of the md5 of a rule in its key


def lesson_record(value: Any, *, key: str = "") -> dict[str, Any]:
    """The fields of a lesson; what else stands beside them is passed over. `key` proves where an old text divides.

    Raises JsonProblem for a lesson of a workspace that it does not name: it would hold everywhere.
    """
    if isinstance(value, dict):
        # Of the same type, so that keys given twice are still seen.
        record: dict[str, Any] = type(value)({name: value[name] for name in FIELDS if name in value})
        record |= {"kind": "lesson", "project": _workspace(value)}
        return record
    if isinstance(value, str):
        rule, negative = _divided(value, key)
        return {"kind": "lesson", "rule": rule, "negative": negative}
    return {"kind": "lesson", "rule": value}


def is_everywhere(written: Any) -> bool:
    """Whether a scope or workspace means no one in particular."""
    return written is None or (isinstance(written, str) and written.strip().lower() in EVERYWHERE)


def _workspace(value: dict[str, Any]) -> Any:
    workspace = value.get("workspace")
    if not is_everywhere(workspace):
        return workspace
    if isinstance(scope := value.get("scope"), str) and scope.strip().lower() == "workspace":
        raise JsonProblem(Reason.SCOPE_INADMISSIBLE, "It holds for a workspace that it does not name.")
    return ""


def _divided(text: str, key: str) -> tuple[str, str]:
    """A text is divided only where its first part has the hash that stands in the key: a rule may say "NOT:" itself."""
    digits, start = key.removeprefix(KEY_PREFIX), text.find(_DIVIDER)
    while start >= 0:
        if _digest(text[:start]) == digits:
            return text[:start], text[start + len(_DIVIDER) :]
        start = text.find(_DIVIDER, start + 1)
    return text, ""


def _digest(rule: str) -> str:
    return hashlib.md5(rule.encode("utf-8", "surrogatepass"), usedforsecurity=False).hexdigest()[:_KEY_DIGITS]
