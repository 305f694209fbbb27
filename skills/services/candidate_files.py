"""The files of a candidate: made of parts, held against the policy of scripts, the guard and the screen."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from hooks.services import Origin as TextOrigin
from hooks.services import redact, screen
from skills.learning.codes import CandidateHostile, CandidateInvalid
from skills.learning.limits import SCRIPT_PATH, SCRIPTS, STAGED
from skills.learning.texts import SKILL_FILE, Written, body_of
from skills.models import Skill
from skills.packages.diagnostics import Finding, PackageRefused, Verdict
from skills.packages.guard import guard_scan
from skills.packages.package import package_read
from skills.packages.script_policy import script_findings
from skills.services.access import version_files

SCREEN: Final = "screen."
"""How the code of a finding begins that the screen made."""


@dataclass(frozen=True, slots=True)
class Checked:
    """Files as they may wait: what was found in them, and whether the screen doubts them."""

    files: dict[str, str]
    findings: tuple[Finding, ...]
    is_suspicious: bool


def texts_of(skill: Skill, number: int) -> dict[str, str]:
    """The files of a version as text."""
    return {path: data.decode("utf-8", "replace") for path, data in version_files(skill, number).items()}


def written_redacted(written: Written) -> Written:
    """The parts without credentials."""
    return replace(
        written,
        description=redact(written.description).text,
        triggers=tuple(redact(phrase).text for phrase in written.triggers),
        procedure=redact(written.procedure).text,
        scripts={path: redact(source).text for path, source in written.scripts.items()},
    )


def files_redacted(files: Mapping[str, str]) -> dict[str, str]:
    """The files without credentials."""
    return {path: redact(text).text for path, text in files.items()}


def layout_check(files: Mapping[str, str], *, folder: str, kept: Sequence[str] = ()) -> None:
    """SKILL.md that can be read and no other files than Python scripts, and those the live version has (`kept`).

    Raises CandidateInvalid.
    """
    text = files.get(SKILL_FILE)
    if text is None:
        raise CandidateInvalid("There is no SKILL.md.")
    if not body_of(text).strip():
        raise CandidateInvalid("SKILL.md says nothing below its frontmatter.")
    if len(body_of(text)) > STAGED:
        raise CandidateInvalid(f"The procedure has at most {STAGED:,} characters; this has {len(body_of(text)):,}.")
    scripts = [path for path in files if path != SKILL_FILE and path not in kept]
    if wrong := [path for path in scripts if not SCRIPT_PATH.fullmatch(path)]:
        raise CandidateInvalid(f"Beside SKILL.md there are Python files in scripts/ only, not {wrong[0][:100]!r}.")
    if len(scripts) > SCRIPTS:
        raise CandidateInvalid(f"A learned skill has at most {SCRIPTS} scripts.")
    try:
        package = package_read({path: item.encode() for path, item in files.items()}, folder=folder)
    except PackageRefused as refusal:
        raise CandidateInvalid(f"SKILL.md can't be used: {refusal.message}") from refusal
    if package.verdict is Verdict.REJECT:
        why = next(one for one in package.diagnostics if one.level == "error")
        raise CandidateInvalid(f"SKILL.md can't be used: {why.message} (line {why.line})")
    if package.name != folder:
        raise CandidateInvalid(f"The name in SKILL.md must stay '{folder}'.")
    if package.always:
        raise CandidateInvalid("A learned skill does not come into every session: leave out 'always'.")


def scripts_check(files: Mapping[str, str]) -> list[Finding]:
    """What the policy of scripts finds."""
    found: list[Finding] = []
    for path, source in sorted(files.items()):
        if path != SKILL_FILE and path.endswith(".py"):
            found += script_findings(path, source)
    return found


def files_check(files: Mapping[str, str]) -> Checked:
    """Hold files against the policy of scripts, the guard and the screen. Raises CandidateHostile."""
    findings = scripts_check(files)
    findings += guard_scan({path: text.encode() for path, text in files.items()})
    doubts = [finding for path, text in sorted(files.items()) for finding in _screened(path, text)]
    unique = {(one.path, one.line, one.code): one for one in (*findings, *doubts)}
    return Checked(dict(files), tuple(unique.values()), bool(doubts))


def findings_json(findings: Sequence[Finding]) -> list[dict[str, Any]]:
    """Findings as they are kept with a candidate."""
    return [{"path": one.path, "line": one.line, "code": one.code, "message": one.message[:300]} for one in findings]


def _screened(path: str, text: str) -> list[Finding]:
    verdict = screen(text, origin=TextOrigin.FILE)
    if verdict.level == "hostile":
        reasons = ", ".join(verdict.reasons)
        raise CandidateHostile(f"{path} gives orders that would turn an agent against you: {reasons}.")
    if verdict.level == "clear":
        return []
    lines = [text.count("\n", 0, start) + 1 for start, _ in verdict.spans] or [0]
    message = "The screen doubts this line."
    return [
        Finding(path, line, SCREEN + reason, message, refuses=False)
        for reason, line in zip(verdict.reasons, lines + lines[-1:] * len(verdict.reasons), strict=False)
    ]
