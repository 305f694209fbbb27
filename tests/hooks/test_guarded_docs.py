"""Reasons of reading and egress are documented, and no others."""

import re
from pathlib import Path

from hooks.egress.client import Caps
from hooks.services.egress import EgressReason
from hooks.services.reading import READ_LIMIT, InternalRead, ReadReason

REFERENCE = Path(__file__).parents[2] / "docs" / "reference"


def rows(page: str, heading: str) -> set[str]:
    """The first cells, in code letters, of the tables below a heading."""
    section = (REFERENCE / page).read_text(encoding="utf-8").partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    return set(re.findall(r"^\| `([a-z_]+)` \|", section, re.MULTILINE))


def test_every_reason_of_reading_is_documented() -> None:
    assert rows("reading.md", "Reasons") == {reason.value for reason in ReadReason}


def test_every_reason_of_egress_is_documented() -> None:
    assert rows("egress.md", "Reasons") == {reason.value for reason in EgressReason}


def test_every_internal_read_is_documented() -> None:
    assert rows("reading.md", "The audit of internal reads") == {read.value for read in InternalRead}


def test_documented_limits_are_the_limits() -> None:
    caps = Caps()
    text = (REFERENCE / "egress.md").read_text(encoding="utf-8")
    assert f"| `bytes` | {caps.bytes // 1024**2} MiB |" in text
    assert f"| `seconds` | {caps.seconds:g} |" in text
    assert f"| `redirects` | {caps.redirects} |" in text
    assert f"{READ_LIMIT // 1024**2} MiB at most" in (REFERENCE / "reading.md").read_text(encoding="utf-8")
