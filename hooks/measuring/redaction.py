"""Precision and recall of the redactor on rows with marked secrets."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from hooks.redaction.engine import redact
from hooks.redaction.model import Finding

from .rates import Rate, rate_of

NEEDED = ("label",)
SECRET = "secret"  # noqa: S105 - a label, no password


@dataclass(frozen=True, slots=True)
class Checked:
    """One row: ``is_right`` when every secret is gone, or a look-alike stayed as it was."""

    name: str
    kind: str
    label: str
    text: str
    strict: bool
    is_right: bool
    findings: tuple[Finding, ...]
    spans: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class RedactionReport:
    """Rates over strict rows; ``loose`` look-alikes are counted apart and are no error either way.

    ``precision``: findings that touch a marked span. ``recall``: marked spans that are wholly covered.
    """

    secrets_gone: Rate
    lookalikes_kept: Rate
    precision: Rate
    recall: Rate
    loose_kept: Rate
    by_type: dict[str, Rate]
    wrong: list[Checked]

    def as_dict(self) -> dict[str, Any]:
        return {
            "secrets_gone": self.secrets_gone.as_dict(),
            "lookalikes_kept": self.lookalikes_kept.as_dict(),
            "precision": self.precision.as_dict(),
            "recall": self.recall.as_dict(),
            "loose_kept": self.loose_kept.as_dict(),
            "by_type": {name: rate.as_dict() for name, rate in self.by_type.items()},
        }


def check(row: dict[str, Any], number: int) -> Checked:
    """A row has ``text`` or ``parts`` to join, ``label``, ``spans`` in code points and ``strict`` (default true)."""
    text = row["text"] if "text" in row else "".join(row["parts"])
    spans = tuple((start, end) for start, end in row.get("spans", []))
    findings = redact(text).findings
    gone = all(any(one.start <= start and end <= one.end for one in findings) for start, end in spans)
    return Checked(
        name=str(row.get("id", number)),
        kind=str(row.get("type", row.get("kind", ""))),
        label=row["label"],
        text=text,
        strict=row.get("strict", True),
        is_right=gone if row["label"] == SECRET else not findings,
        findings=findings,
        spans=spans,
    )


def measure_redaction(rows: Iterable[dict[str, Any]]) -> RedactionReport:
    """The report over labelled rows."""
    checked = [check(row, number) for number, row in enumerate(rows, start=1)]
    strict = [one for one in checked if one.strict]
    by_type: dict[str, list[bool]] = defaultdict(list)
    for one in strict:
        by_type[one.kind].append(one.is_right)
    return RedactionReport(
        secrets_gone=rate_of(one.is_right for one in strict if one.label == SECRET),
        lookalikes_kept=rate_of(one.is_right for one in strict if one.label != SECRET),
        precision=rate_of(
            any(found.start < end and start < found.end for start, end in one.spans)
            for one in strict
            for found in one.findings
        ),
        recall=rate_of(
            any(found.start <= start and end <= found.end for found in one.findings)
            for one in strict
            for start, end in one.spans
        ),
        loose_kept=rate_of(one.is_right for one in checked if not one.strict and one.label != SECRET),
        by_type={name: rate_of(flags) for name, flags in sorted(by_type.items())},
        wrong=[one for one in strict if not one.is_right],
    )
