"""How well the screens do on labelled rows."""

from hooks.measuring.rates import BadRow, Rate, read_rows
from hooks.measuring.redaction import RedactionReport, measure_redaction
from hooks.measuring.screen import ScreenReport, Slice, measure_screen, milliseconds_each

__all__ = [
    "BadRow",
    "Rate",
    "RedactionReport",
    "ScreenReport",
    "Slice",
    "measure_redaction",
    "measure_screen",
    "milliseconds_each",
    "read_rows",
]
