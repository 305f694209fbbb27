"""How well SKILL.md files are read: against the verdicts and the fields that labelled rows give."""

import base64
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from hooks.services.measure import Rate, read_rows
from skills.packages.diagnostics import Level, PackageRefused, Verdict
from skills.packages.guard import guard_scan
from skills.packages.package import Package, package_read

FOLDER: Final = "csv-tidy"
"""The folder of rows that name none."""
_REJECT: Final = "reject"


@dataclass(slots=True)
class PackageReport:
    """`verdicts`: rows with `expect` that got it. `fields`: rows whose name and description are right or explained.

    `scanned` counts files that the guard refuses, `reasons` the codes of it. `wrong` names the rows that differ.
    """

    name: str
    verdicts: Rate
    fields: Rate
    refused: Rate
    reasons: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def as_dict(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "verdicts": self.verdicts.as_dict(),
            "fields": self.fields.as_dict(),
            "refused": self.refused.as_dict(),
            "reasons": dict(self.reasons.most_common()),
            "wrong": self.wrong,
        }


def measure_packages(path: Path) -> PackageReport:
    """Read each row's `raw` (or `raw_b64`) as a SKILL.md. Raises BadRow and OSError.

    A row with `expect` is held against accept, accept_with_warning and reject_with_message; another one against
    `reference_yaml`: its name and description, or, where there are none, that a diagnostic says so.
    """
    verdicts, fields, refused = [], [], []
    report = PackageReport(path.name, Rate(0, 0), Rate(0, 0), Rate(0, 0))
    for row in read_rows(path, ("id",)):
        content = _content(row)
        package, code = _read(content, row)
        if "expect" in row:
            verdict = str(package.verdict) if package else _REJECT
            ok = _same(row["expect"], verdict) and _is_explained(package, code, verdict)
            verdicts.append(ok)
        else:
            ok = _is_right(package, code, row.get("reference_yaml"))
            fields.append(ok)
        found = [one for one in guard_scan({"SKILL.md": content}) if one.refuses]
        refused.append(bool(found))
        report.reasons.update({one.code for one in found})
        if not ok:
            report.wrong.append(f"{row['id']} {row.get('kind') or row.get('path') or ''}".strip())
    report.verdicts, report.fields, report.refused = (
        Rate(sum(flags), len(flags)) for flags in (verdicts, fields, refused)
    )
    return report


def _content(row: dict[str, Any]) -> bytes:
    if "raw_b64" in row:
        return base64.b64decode(row["raw_b64"])
    return str(row.get("raw", "")).encode("utf-8", "surrogatepass")


def _read(content: bytes, row: dict[str, Any]) -> tuple[Package | None, str]:
    parts = str(row.get("path", "")).split("/")
    try:
        return package_read({"SKILL.md": content}, folder=parts[-2] if len(parts) > 1 else FOLDER), ""
    except PackageRefused as refused:
        return None, refused.code


def _same(expected: str, verdict: str) -> bool:
    return expected.removesuffix("_with_message") == verdict


def _is_explained(package: Package | None, code: str, verdict: str) -> bool:
    """What is not simply accepted says why."""
    return verdict == Verdict.ACCEPT or bool(code) or bool(package and package.diagnostics)


def _is_right(package: Package | None, code: str, reference: Any) -> bool:
    if package is None:
        return bool(code)
    explained = any(one.level is not Level.NOTE for one in package.diagnostics)
    if not isinstance(reference, dict):
        return explained
    same = all(
        (getattr(package, key) == str(reference[key]).strip()) if reference.get(key) else explained
        for key in ("name", "description")
    )
    return same or package.verdict is Verdict.REJECT
