"""Redaction of JSON values and of one-line snippets."""

from collections.abc import Collection
from typing import Any

from kirocrew.base.text import cut, one_line

from .engine import redact
from .labelled import is_key, is_password
from .model import CREDENTIAL, TAG, Finding
from .personal import Personal

MAX_DEPTH = 64  # deeper JSON is replaced whole: nobody reads it, and recursion must end
SNIPPET = 200  # code points of an audit snippet
SECRET_FIELDS = (
    "password",
    "passwd",
    "passphrase",
    "secret",
    "token",
    "api_key",
    "apikey",
    "private_key",
    "access_key",
)


def redact_json(value: Any, *, also: Collection[Personal] = (), depth: int = 0) -> tuple[Any, tuple[Finding, ...]]:
    """The value with every string and every nested key redacted; findings have places within their own string.

    ``also`` as in ``redact``.
    """
    if isinstance(value, str):
        done = redact(value, also=also)
        return done.text, done.findings
    if depth >= MAX_DEPTH and isinstance(value, dict | list | tuple):
        return CREDENTIAL, (Finding("too_deep", 0, 0),)
    if isinstance(value, dict):
        return redact_mapping(value, also, depth)
    if isinstance(value, list | tuple):
        pairs = [redact_json(item, also=also, depth=depth + 1) for item in value]
        return [item for item, _ in pairs], tuple(one for _, some in pairs for one in some)
    return value, ()


def redact_mapping(
    value: dict[Any, Any], also: Collection[Personal], depth: int
) -> tuple[dict[Any, Any], tuple[Finding, ...]]:
    result: dict[Any, Any] = {}
    findings: list[Finding] = []
    for key, item in value.items():
        name = key
        if isinstance(key, str):
            done = redact(key, also=also)
            findings += done.findings
            name = free_name(done.text, result)
        if isinstance(key, str) and isinstance(item, str) and is_secret_field(key, item):
            result[name] = CREDENTIAL
            findings.append(Finding("field", 0, len(item)))
            continue
        result[name], some = redact_json(item, also=also, depth=depth + 1)
        findings += some
    return result, tuple(findings)


def free_name(name: str, taken: dict[Any, Any]) -> str:
    """Two keys that redact to the same tag stay two keys."""
    if name not in taken:
        return name
    number = 2
    while f"{name} {number}" in taken:
        number += 1
    return f"{name} {number}"


def is_secret_field(key: str, item: str) -> bool:
    """A field whose name says secret and whose value looks like one."""
    label = key.lower().replace("-", "_")
    return label.endswith(SECRET_FIELDS) and not TAG.search(item) and (is_password(item) or is_key(item))


def snippet(text: str, limit: int = SNIPPET) -> str:
    """One line of at most ``limit`` code points for logs and audit: redacted over the full text first, cut last.

    Line breaks and other controls are shown as escapes, so that a text cannot forge a second line.
    """
    return redacted_snippet(redact(text).text, limit)


def redacted_snippet(text: str, limit: int = SNIPPET) -> str:
    """The same of a text that ``redact`` has returned: it would find nothing more."""
    return cut(one_line(text), limit)
