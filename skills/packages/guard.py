"""The scan of a package's text files for what would do harm."""

from collections.abc import Iterator, Mapping
from typing import Final

from skills.packages.diagnostics import Finding
from skills.packages.guard_rules import RULES

MAX_FINDINGS: Final = 100
MAX_LINE: Final = 4_000
"""Characters of a line that are looked at in one piece; a longer one is looked at in pieces that overlap."""
_OVERLAP: Final = 400


def guard_scan(files: Mapping[str, bytes]) -> list[Finding]:
    """Look through every text file of a package, in the order of their paths.

    A finding that refuses is executable instruction; one that does not is a word of danger in prose. Returns at most
    MAX_FINDINGS, those that refuse first.
    """
    found = [one for path in sorted(files) for one in _findings(path, files[path])]
    return sorted(found, key=lambda one: not one.refuses)[:MAX_FINDINGS]


def _findings(path: str, content: bytes) -> Iterator[Finding]:
    if b"\x00" in content[:8_000]:
        return
    for number, line in enumerate(content.decode("utf-8", errors="replace").splitlines(), 1):
        for piece in _pieces(line):
            for rule in RULES:
                if rule.pattern.search(piece):
                    yield Finding(path, number, rule.code, rule.message)


def _pieces(line: str) -> Iterator[str]:
    for start in range(0, max(len(line), 1), MAX_LINE - _OVERLAP):
        yield line[start : start + MAX_LINE]
