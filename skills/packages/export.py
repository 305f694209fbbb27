"""A SKILL.md that every client takes: the six fields of the specification, each in quotes, and the body."""

import json
from typing import Any, Final

from skills.packages.fields import tools_in
from skills.packages.naming import FALLBACK_SLUG, is_kebab, slug_of
from skills.packages.package import MAX_COMPATIBILITY, MAX_DESCRIPTION, Package
from skills.packages.quoting import Value, quoted

_BRACKETS: Final = str.maketrans("<>", "‹›")
"""The packager of the specification's authors refuses angle brackets in a description."""


def strict_export(package: Package) -> bytes:
    """Return SKILL.md with the six fields of the Agent Skills specification and nothing else, UTF-8, LF.

    The name becomes a-z, 0-9 and hyphens, the description is cut to 1,024 characters, `metadata` is a map of text to
    text (what is nested becomes JSON), `allowed-tools` one text with blanks between.
    """
    fields = package.frontmatter
    values: dict[str, Value] = {
        "name": _name(package),
        "description": _cut(
            f"{package.description} {package.when_to_use}".strip().translate(_BRACKETS), MAX_DESCRIPTION
        ),
    }
    if isinstance(fields.get("license"), str) and fields["license"].strip():
        values["license"] = " ".join(fields["license"].split())
    if isinstance(fields.get("compatibility"), str) and fields["compatibility"].strip():
        values["compatibility"] = _cut(fields["compatibility"].strip(), MAX_COMPATIBILITY)
    if metadata := _metadata(fields):
        values["metadata"] = metadata
    if package.allowed_tools:
        values["allowed-tools"] = " ".join(tool for one in package.allowed_tools for tool in tools_in(one))
    lines = ["---", *(line for key, value in values.items() for line in _lines(key, value)), "---", "", package.body]
    return "\n".join(lines).replace("\r\n", "\n").encode("utf-8", "replace")


def _lines(key: str, value: Value) -> list[str]:
    if isinstance(value, dict):
        return [f"{key}:", *(f"  {quoted(name)}: {quoted(one)}" for name, one in value.items())]
    return [f"{key}: {quoted(value)}"]


def _name(package: Package) -> str:
    for name in (package.slug, package.name, slug_of(package.name)):
        if is_kebab(name):
            return name
    plain = "".join(char for char in slug_of(package.name) if char.isascii())
    plain = "-".join(part for part in plain.split("-") if part)
    return plain if is_kebab(plain) else FALLBACK_SLUG


def _metadata(fields: dict[str, Any]) -> dict[str, str]:
    """The map of texts; a version beside it, which the specification wants inside, is carried along."""
    given = fields.get("metadata")
    metadata = {str(key): _text(value) for key, value in given.items()} if isinstance(given, dict) else {}
    if isinstance(fields.get("version"), str):
        metadata.setdefault("version", fields["version"])
    return metadata


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _cut(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"
