"""What other apps may use of the hooks app."""

from .redaction import Finding, Redacted, redact, redact_json, redacted_snippet, snippet
from .screening import Level, Origin, Verdict, screen

__all__ = [
    "Finding",
    "Level",
    "Origin",
    "Redacted",
    "Verdict",
    "redact",
    "redact_json",
    "redacted_snippet",
    "screen",
    "snippet",
]
