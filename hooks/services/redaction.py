"""The secret redactor."""

from hooks.redaction.classes import TAGGED, SecretClass, redact_classes
from hooks.redaction.engine import redact
from hooks.redaction.model import Finding, Redacted
from hooks.redaction.personal import Personal
from hooks.redaction.walk import redact_json, redacted_snippet, snippet

__all__ = [
    "TAGGED",
    "Finding",
    "Personal",
    "Redacted",
    "SecretClass",
    "redact",
    "redact_classes",
    "redact_json",
    "redacted_snippet",
    "snippet",
]
