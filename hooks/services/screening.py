"""The injection screen."""

from hooks.screening.engine import screen
from hooks.screening.verdict import Level, Origin, Verdict

__all__ = ["Level", "Origin", "Verdict", "screen"]
