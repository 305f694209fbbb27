"""The measure of reading counts what it should, on rows of its own."""

import base64
import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command


def rows(path: Path, *given: dict[str, Any]) -> Path:
    path.write_text("\n".join(json.dumps({"id": str(number)} | row) for number, row in enumerate(given)))
    return path


GOOD = "---\nname: a\ndescription: b\n---\n# A\n"


def test_verdicts_are_counted_against_what_was_expected(tmp_path: Path) -> None:
    file = rows(
        tmp_path / "x.jsonl",
        {"raw": GOOD, "expect": "accept"},
        {"raw": GOOD + "", "expect": "reject_with_message", "kind": "mine"},
        {"raw_b64": base64.b64encode(GOOD.encode("utf-16")).decode(), "expect": "reject_with_message"},
    )
    call_command("measure_packages", str(file), "--json", stdout=(out := StringIO()))
    report = json.loads(out.getvalue())[0]
    assert (report["verdicts"]["hits"], report["verdicts"]["total"]) == (2, 3)
    assert report["wrong"] == ["1 mine"]


def test_fields_are_counted_against_a_reference_or_a_word_about_them(tmp_path: Path) -> None:
    file = rows(
        tmp_path / "x.jsonl",
        {"raw": GOOD, "path": "skills/a/SKILL.md", "reference_yaml": {"name": "a", "description": "b"}},
        {"raw": GOOD, "path": "skills/a/SKILL.md", "reference_yaml": {"name": "a", "description": "other"}},
        {"raw": "# A", "path": "skills/a/SKILL.md", "reference_yaml": None},
        {"raw": GOOD + "\nrm -rf ~/\n", "path": "skills/a/SKILL.md", "reference_yaml": {"name": "a"}},
    )
    call_command("measure_packages", str(file), stdout=(out := StringIO()))
    assert "2 of 4" in out.getvalue()
    assert "differs: 1 skills/a/SKILL.md" in out.getvalue()


def test_a_file_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(CommandError):
        call_command("measure_packages", str(tmp_path / "none.jsonl"))
