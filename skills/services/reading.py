"""What is kept of a package: read, redacted, screened, and as the columns of a skill."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from hooks.services import Origin as TextOrigin
from hooks.services import redact, redact_json, snippet
from skills.models import RefusedPackage
from skills.packages.diagnostics import Finding, PackageHarmful, PackageRefused
from skills.packages.guard import guard_scan, is_text
from skills.packages.limits import SKILL_FILE
from skills.packages.package import Package, package_read, package_sound
from skills.services.screening import Screened, package_screen

SUSPICIOUS: Final = "Suspicious text"
"""How the reason begins for which a skill was switched off by the screen."""
HOSTILE_CODE: Final = "hostile-text"
GUARD_CODE: Final = "guard"
TOO_MUCH_CODE: Final = "too_much_to_scan"
"""A finding nobody can accept, as nobody can read that much; it is refused before its texts are redacted."""
PLACES_TOLD: Final = 5
REASONS_TOLD: Final = 6


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


def package_prepare(files: Mapping[str, bytes], *, folder: str, origin: TextOrigin, accepts: bool = False) -> Read:
    """Read a package, look through it with the guard and the screen, and take credentials out of its text files.

    `accepts`: what the owner accepted for exactly these files is passed; never say so of what a bot brings. Raises
    PackageRefused for what is no skill, PackageHarmful for what was found in one. Whether the package is accepted, its
    verdict says.
    """
    package_sound(files)
    guarded = tuple(_redacted(one) for one in guard_scan(files) if one.refuses)
    if too_much := next((one for one in guarded if one.code == TOO_MUCH_CODE), None):
        raise PackageRefused(GUARD_CODE, f"{too_much.path}: {too_much.message}", path=too_much.path)
    safe, taken = files_redacted(files)
    package = package_read(safe, folder=folder)
    screened = package_screen(package, safe, origin=origin)
    found = (*guarded, *screened.hostile, *screened.doubts)
    if found and accepts and is_accepted(package.content_hash):
        return Read(package, safe, _fields(package, safe), "", taken)
    if guarded or screened.hostile:
        code, message = _refusal(guarded, screened)
        raise PackageHarmful(code, message, content_hash=package.content_hash, findings=found)
    return Read(package, safe, _fields(package, safe), _suspicious(screened), taken)


def package_fields(files: Mapping[str, bytes], *, folder: str) -> dict[str, Any]:
    """The columns of a skill that its files decide. Raises PackageRefused."""
    return _fields(package_read(files, folder=folder), files)


def is_accepted(content_hash: str) -> bool:
    """Whether the owner accepted what was found in exactly these files."""
    return RefusedPackage.objects.filter(content_hash=content_hash, accepted_at__isnull=False).exists()


def files_redacted(files: Mapping[str, bytes]) -> tuple[dict[str, bytes], int]:
    """The files with every credential in a text taken out, and how many there were. Binary files are as they were.

    A text in another coding than UTF-8 keeps its coding.

    Raises PackageRefused for a file whose name is one.
    """
    safe: dict[str, bytes] = {}
    taken = 0
    for path, content in files.items():
        if redact(path).findings:
            raise PackageRefused("path_secret", "The name of a file looks like a credential. Name it otherwise.")
        text, coding = _decoded(path, content)
        done = redact(text) if text is not None else None
        if done is not None and done.findings:
            taken += len(done.findings)
            safe[path] = done.text.encode(coding, "replace")
        else:
            safe[path] = content
    return safe, taken


def _decoded(path: str, content: bytes) -> tuple[str | None, str]:
    """The text of a file and its coding. Latin-1 stands for what is none of the known ones: it loses no byte."""
    if not is_text(path, content):
        return None, ""
    coding = "utf-16" if content.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8"
    try:
        return content.decode(coding), coding
    except UnicodeDecodeError:
        return content.decode("latin-1"), "latin-1"


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


def _redacted(finding: Finding) -> Finding:
    """The guard looks at what is there; what it says of it is kept, and shown."""
    return replace(finding, path=snippet(finding.path, 300), message=redact(finding.message).text)


def _refusal(guarded: Sequence[Finding], screened: Screened) -> tuple[str, str]:
    if guarded:
        places = "; ".join(f"{one.path}:{one.line} {one.message}" for one in guarded[:PLACES_TOLD])
        return GUARD_CODE, f"The package holds what could do harm: {places}"
    first = screened.hostile[0]
    reasons = ", ".join(screened.reasons[:REASONS_TOLD])
    return HOSTILE_CODE, f"The text would turn an agent against you: {reasons} ({first.path}:{first.line})."


def _suspicious(screened: Screened) -> str:
    """Why the text is suspicious, empty when it is clear."""
    if not screened.doubts:
        return ""
    paths = dict.fromkeys(one.path for one in screened.doubts)
    where = f" in {', '.join([*paths][:3])}" if [*paths] != [SKILL_FILE] else ""
    return f"{SUSPICIOUS}: {', '.join(screened.reasons[:REASONS_TOLD])}{where}. Read it, then switch it on."
