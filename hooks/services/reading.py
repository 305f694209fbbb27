"""Guarded reading: the functions that open files by name, and which paths are out of bounds."""

from hooks.reading.decoding import decode_text
from hooks.reading.fragments import fragment_check
from hooks.reading.internal import InternalRead, safe_read_internal
from hooks.reading.opening import Links, Opened, open_guarded
from hooks.reading.reader import READ_LIMIT, safe_open, safe_read_bytes, safe_read_file, safe_read_lines
from hooks.reading.refusals import ReadReason, ReadRefused
from hooks.reading.sensitive import holds_sensitive, is_protected_config, is_sensitive

__all__ = [
    "READ_LIMIT",
    "InternalRead",
    "Links",
    "Opened",
    "ReadReason",
    "ReadRefused",
    "decode_text",
    "fragment_check",
    "holds_sensitive",
    "is_protected_config",
    "is_sensitive",
    "open_guarded",
    "safe_open",
    "safe_read_bytes",
    "safe_read_file",
    "safe_read_internal",
    "safe_read_lines",
]
