"""Reading shell commands: their words, what they would run, and whether they only look."""

from hooks.rules.shell.model import UNJUDGED, UNKNOWN, Redirect, Script, Simple, Word
from hooks.rules.shell.parser import parse
from hooks.rules.shell.readonly import is_read_only
from hooks.rules.shell.unwrap import INTERPRETERS, SHELLS, Effective, effective, guesses, scripts_of

__all__ = [
    "INTERPRETERS",
    "SHELLS",
    "UNJUDGED",
    "UNKNOWN",
    "Effective",
    "Redirect",
    "Script",
    "Simple",
    "Word",
    "effective",
    "guesses",
    "is_read_only",
    "parse",
    "scripts_of",
]
