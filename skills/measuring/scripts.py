"""How well the policy of scripts tells good ones from bad ones, on scripts that come with it."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from hooks.services.measure import Rate, read_rows
from skills.packages.diagnostics import Finding
from skills.packages.script_policy import script_findings

OWN: Final = ("scripts.jsonl", "scripts_fresh.jsonl", "scripts_later.jsonl")
"""The scripts that rules were made on, and those written afterwards without looking at the rules. Of the last 40, all
good ones passed and 15 of 20 bad ones were refused at first; the rules were mended by the kind of the other five."""


@dataclass(slots=True)
class ScriptReport:
    """`precision`: of what was refused, how much is bad. `recall`: of what is bad, how much was refused."""

    name: str
    precision: Rate
    recall: Rate
    wrong: list[tuple[str, list[Finding]]] = field(default_factory=list)

    def as_dict(self) -> dict[str, Any]:
        return {
            "name": self.name,
            "precision": self.precision.as_dict(),
            "recall": self.recall.as_dict(),
            "wrong": [name for name, _ in self.wrong],
        }


def own_files() -> list[Path]:
    """The files of labelled scripts that come with the project."""
    return [Path(__file__).with_name(name) for name in OWN]


def measure_scripts(path: Path) -> ScriptReport:
    """Judge the scripts of a JSON-lines file (id, label `good` or `bad`, source). Raises BadRow and OSError."""
    refused, bad, both = 0, 0, 0
    wrong = []
    for row in read_rows(path, ("id", "label", "source")):
        found = script_findings("script.py", row["source"])
        is_bad = row["label"] == "bad"
        refused += bool(found)
        bad += is_bad
        both += bool(found) and is_bad
        if bool(found) != is_bad:
            wrong.append((str(row["id"]), found))
    return ScriptReport(path.name, Rate(both, refused), Rate(both, bad), wrong)
