"""What redaction returns."""

import re
from dataclasses import dataclass

CREDENTIAL = "[REDACTED: credential]"
ENCODED = "[REDACTED: encoded credential]"
TAG = re.compile(r"\[REDACTED: [^\[\]\n]{1,120}\]")


def url_tag(host: str) -> str:
    """The tag of an exfiltration URL; the host is kept to letters a host may have."""
    return f"[REDACTED: suspicious URL to {re.sub(r'[^A-Za-z0-9.:-]', '', host)[:80] or 'unknown host'}]"


@dataclass(frozen=True, slots=True)
class Finding:
    """One secret. ``start`` and ``end`` are code points of the text given; ``tag`` is what stands there now.

    The secret itself is never kept.
    """

    kind: str
    start: int
    end: int
    tag: str = CREDENTIAL


@dataclass(frozen=True, slots=True)
class Redacted:
    """``findings`` are in order and do not overlap."""

    text: str
    findings: tuple[Finding, ...] = ()
