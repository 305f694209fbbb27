"""What is kept of a package: read, redacted, screened, and as the columns of a skill."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from hooks.services import Origin as TextOrigin
from hooks.services import redact, redact_json, screen
from skills.packages.diagnostics import PackageRefused
from skills.packages.package import Package, package_read

SUSPICIOUS: Final = "Suspicious text"
"""How the reason begins for which a skill was switched off by the screen."""
HOSTILE_CODE: Final = "hostile-text"
_PARAGRAPH: Final = re.compile(r"\n[ \t\r]*\n")


@dataclass(frozen=True, slots=True)
class Read:
    """A package as it may be kept: its files without credentials, the columns of a skill, and what was found."""

    package: Package
    files: dict[str, bytes]
    fields: dict[str, Any]
    suspicious: str
    """Why it is kept switched off; empty when nothing is suspicious."""
    redacted: int
    """Credentials taken out of its texts."""


def package_prepare(files: Mapping[str, bytes], *, folder: str, origin: TextOrigin) -> Read:
    """Take credentials out of every text file, read the package, and screen what agents will be told.

    Raises PackageRefused for what is no skill, and for hostile text. Whether the package is accepted, its verdict says.
    """
    safe, taken = files_redacted(files)
    package = package_read(safe, folder=folder)
    return Read(package, safe, _fields(package, safe), _screened(package, origin), taken)


def package_fields(files: Mapping[str, bytes], *, folder: str) -> dict[str, Any]:
    """The columns of a skill that its files decide. Raises PackageRefused."""
    return _fields(package_read(files, folder=folder), files)


def files_redacted(files: Mapping[str, bytes]) -> tuple[dict[str, bytes], int]:
    """The files with every credential in a text taken out, and how many there were. Binary files are as they were.

    Raises PackageRefused for a file whose name is one.
    """
    safe: dict[str, bytes] = {}
    taken = 0
    for path, content in files.items():
        if redact(path).findings:
            raise PackageRefused("path_secret", "The name of a file looks like a credential. Name it otherwise.")
        text = text_of(content)
        done = redact(text) if text is not None else None
        if done is not None and done.findings:
            taken += len(done.findings)
            safe[path] = done.text.encode()
        else:
            safe[path] = content
    return safe, taken


def text_of(content: bytes) -> str | None:
    """The text of a file in UTF-8, None for a binary one."""
    if b"\0" in content:
        return None
    try:
        return content.decode()
    except UnicodeDecodeError:
        return None


def _fields(package: Package, files: Mapping[str, bytes]) -> dict[str, Any]:
    return {
        "name": package.name[:200],
        "description": package.description,
        "triggers": list(package.triggers),
        "negative_triggers": list(package.negative_triggers),
        "tags": list(package.tags),
        "always": package.always,
        "inject_on_trigger": package.inject_on_trigger,
        "repo_scope": package.repo_scope[:200],
        "frontmatter": redact_json(dict(package.frontmatter))[0],
        "body": package.body,
        "size": len(package.body),
        "content_hash": package.content_hash,
        "diagnostics": [diagnostic.as_dict() for diagnostic in package.diagnostics],
    }


def _screened(package: Package, origin: TextOrigin) -> str:
    """Why the text is suspicious, empty when it is clear. Raises PackageRefused for a hostile one.

    Paragraph by paragraph, each by itself: what a long text says in many places adds up to no order.
    """
    head = "\n".join([package.name, package.description, package.when_to_use, *package.triggers])
    verdicts = [screen(part, origin=origin) for part in (head, *_PARAGRAPH.split(package.body)) if part.strip()]
    for verdict in verdicts:
        if verdict.level == "hostile":
            reasons = ", ".join(verdict.reasons)
            raise PackageRefused(HOSTILE_CODE, f"The text would turn an agent against you: {reasons}.")
    found = dict.fromkeys(reason for verdict in verdicts if verdict.level == "suspicious" for reason in verdict.reasons)
    return f"{SUSPICIOUS}: {', '.join([*found][:6])}. Read it, then switch it on." if found else ""
