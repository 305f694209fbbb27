"""docs/reference/skill-learning.md lists every code, outcome and event of learned skills, and no others."""

import re
from pathlib import Path

from skills.learning.codes import CandidateCode, LearnOutcome
from skills.services.importing import Source, Strategy
from skills.services.learning_events import LEARNING_EVENT_CODES

ROOT = Path(__file__).resolve().parents[3]
PAGE = (ROOT / "docs/reference/skill-learning.md").read_text(encoding="utf-8")


def section(title: str) -> set[str]:
    """The code words of the first column of a section's table."""
    text = PAGE.partition(f"## {title}\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (`[^|]+) \|", text, re.MULTILINE)
    return {word for row in rows for word in re.findall(r"`(\w+)`", row)}


def test_every_reason_of_a_refused_decision_is_documented() -> None:
    assert section("Why a decision is refused") == {code.value for code in CandidateCode}


def test_every_outcome_of_a_look_is_documented() -> None:
    assert section("What a look at a conversation came to") == {outcome.value for outcome in LearnOutcome}


def test_every_event_is_documented_and_written_somewhere() -> None:
    assert section("Events") == LEARNING_EVENT_CODES.keys()
    sources = "\n".join(file.read_text(encoding="utf-8") for file in (ROOT / "skills").rglob("*.py"))
    for code in LEARNING_EVENT_CODES:
        assert re.search(rf'code="{code}"|_event\([^)]*"{code}"', sources), code


def test_every_source_and_strategy_of_an_import_is_documented() -> None:
    text = PAGE.partition("## Importing skills")[2]
    assert all(f"`{word}`" in text for word in (*Source, *Strategy))
