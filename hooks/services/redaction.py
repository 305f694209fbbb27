"""The secret redactor."""

from hooks.redaction.engine import redact
from hooks.redaction.model import Finding, Redacted
from hooks.redaction.personal import Personal
from hooks.redaction.walk import redact_json, snippet

__all__ = ["Finding", "Personal", "Redacted", "redact", "redact_json", "snippet"]
