"""Regular expressions that somebody else wrote: read in their own dialect, matched within a time limit."""

import warnings
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import regex

from hooks.scripts.dialects import BadPattern, Dialect, translate

PATTERN_MAX: Final = 2_000  # characters; the longest matcher seen in public configurations has 251
NAME_MAX: Final = 1_000  # characters of a name that is looked at; none is that long
MATCH_SECONDS: Final = 0.1
"""How long one match may take. An ordinary one needs some microseconds."""


class PatternTimeout(Exception):
    """The pattern could not be decided in time; whoever gates on it has to say no."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """A compiled expression."""

    source: str
    dialect: Dialect
    compiled: Any

    def found_in(self, name: str) -> bool:
        """Whether it is found anywhere in the name. Raises PatternTimeout after `MATCH_SECONDS`."""
        return self._run(self.compiled.search, name)

    def is_whole(self, name: str) -> bool:
        """Whether it is all of the name. Raises PatternTimeout after `MATCH_SECONDS`."""
        return self._run(self.compiled.fullmatch, name)

    def _run(self, method: Any, name: str) -> bool:
        if len(name) > NAME_MAX:
            raise PatternTimeout(f"A name of more than {NAME_MAX:,} characters is not matched.")
        try:
            return method(name, timeout=MATCH_SECONDS) is not None
        except TimeoutError as error:
            raise PatternTimeout(f"'{self.source[:80]}' took longer than {MATCH_SECONDS} s.") from error


@lru_cache(maxsize=1024)
def compile_pattern(source: str, dialect: Dialect) -> Pattern:
    """The expression, compiled. Raises BadPattern when the dialect would refuse it or it is too large."""
    if len(source) > PATTERN_MAX:
        raise BadPattern(f"it has more than {PATTERN_MAX:,} characters")
    rewritten = translate(source, dialect)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # about sets of future versions; ours are escaped
            flags = regex.V0 | (regex.ASCII if dialect is Dialect.JAVASCRIPT else regex.UNICODE)
            return Pattern(source, dialect, regex.compile(rewritten, flags))
    except (regex.error, RecursionError, OverflowError) as error:
        raise BadPattern(getattr(error, "msg", "") or "it is nested too deeply") from error
