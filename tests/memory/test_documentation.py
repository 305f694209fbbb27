"""The reference names every code there is, and none that is not."""

import re
from pathlib import Path

from memory.gate.outcomes import AUDITED_CODES, SECURITY_CODES, RefusalCode
from memory.services.settings import SETTINGS

DOCS = Path(__file__).resolve().parents[2] / "docs" / "reference"
SOURCES = Path(__file__).resolve().parents[2] / "memory" / "services"


def rows(page: str) -> dict[str, list[str]]:
    """The first table's rows by their code."""
    table = re.findall(r"^\| `(\w+)` \|(.*)\|$", (DOCS / page).read_text(), re.MULTILINE)
    return {code: [cell.strip() for cell in rest.split("|")] for code, rest in table}


def test_every_refusal_code_is_documented_with_its_audit() -> None:
    documented = rows("refusal-codes.md")
    for code in RefusalCode:
        audited, security = documented[code.value][-2:]
        assert (audited == "yes") is (code in AUDITED_CODES), code
        assert (security == "yes") is (code in SECURITY_CODES), code


def test_every_event_the_sources_write_is_documented() -> None:
    written = set()
    for file in SOURCES.rglob("*.py"):
        text = file.read_text()
        written |= set(re.findall(r'event="(\w+)"', text)) | set(re.findall(r'\bcode="(\w+)"', text))
    assert written <= rows("events.md").keys() | {code.value for code in RefusalCode}


def test_every_setting_of_the_owner_is_documented_with_its_unit_and_default() -> None:
    documented = rows("owner-settings.md")
    assert documented.keys() == SETTINGS.keys()
    for name, spec in SETTINGS.items():
        default, *_ = documented[name]
        assert default.strip("`").replace(",", "") == str(spec.default), name


def test_every_kind_of_error_of_a_language_model_is_documented() -> None:
    page = (DOCS / "language-model.md").read_text().partition("## Kinds of error")[2].partition("\n## ")[0]
    documented = {
        kind for row in re.findall(r"^\| (`[^|]+) \|", page, re.MULTILINE) for kind in re.findall(r"`(\w+)`", row)
    }
    written = set()
    inference = SOURCES.parent / "inference"
    for file in (
        *inference.glob("chat*.py"),
        inference / "answers.py",
        inference / "scripted.py",
        SOURCES / "language.py",
    ):
        text = file.read_text()
        written |= set(re.findall(r'\bkind(?:: str)? ?= ?"(\w+)"', text))
    assert {"key_refused", "unusable", "cut_off"} < written
    missing = written - documented - {"failed"}
    assert not missing
