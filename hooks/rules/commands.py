"""A shell command as protections look at it: read as written, and again with its disguises taken off."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final

from hooks.rules.folding import for_command, for_deny
from hooks.rules.shell import UNJUDGED, Effective, Script, Simple, effective, guesses, is_read_only, parse, scripts_of
from hooks.rules.shell.fed import coded_scripts, fed_scripts

HIDDEN: Final = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    "\u3164\ufe00-\ufe0f\ufeff\uffa0\ud800-\udfff\U000e0000-\U000e0fff]"
)
"""Characters that a reader does not see: what holds one is not approved by what it seems to be."""
ITEMS_MAX: Final = 1_500
"""Commands of one script that are looked at; a script with more is refused."""


@dataclass(slots=True)
class _Reading:
    """One reading of a command."""

    script: Script
    made: list[Script]
    items: list[Effective] = field(default_factory=list)


@dataclass
class Commandline:
    """A command as the shell would get it."""

    text: str
    _programs: dict[int, set[str]] = field(default_factory=dict, repr=False)

    @cached_property
    def folded(self) -> str:
        """On one line, folded for finding what is forbidden."""
        return for_deny(self.text)

    @cached_property
    def script(self) -> Script:
        """The command as written."""
        return parse(self.text)

    @cached_property
    def _readings(self) -> list[_Reading]:
        scripts = [self.script]
        if not self.text.isascii():
            scripts.append(parse(for_command(self.text)))
        readings = []
        for script in scripts:
            made = [extra for inner in scripts_of(script) for extra in fed_scripts(inner)]
            items = [item for source in (script, *made) for item in effective(source)]
            coded = [code for item in items for code in coded_scripts(item)]
            items += guesses(items)
            items += [replace(item, guess=True) for code in coded for item in effective(code)]
            readings.append(_Reading(script, made, items[:ITEMS_MAX]))
        return readings

    @cached_property
    def items(self) -> list[Effective]:
        """Every command that would run, in every reading, guesses among them."""
        return [item for reading in self._readings for item in reading.items]

    @cached_property
    def pipelines(self) -> list[list[Simple]]:
        """Every pipeline, those of substituted and quoted scripts among them, wrappers taken off."""
        sources = [source for reading in self._readings for source in (reading.script, *reading.made)]
        scripts = [script for source in sources for script in scripts_of(source)]
        return [line for script in scripts for line in script.pipelines]

    @cached_property
    def code(self) -> str:
        """All words of all commands, quotes off, folded: where code in another language is looked for."""
        words = [word.text for item in self.items if not item.guess for word in item.simple.words]
        bodies = [redirect.body for item in self.items for redirect in item.simple.redirects if redirect.body]
        return for_deny("\n".join((*words, *bodies)))

    def calls(self, *names: str) -> Iterator[Simple]:
        """The commands that run one of the programs."""
        for item in self.items:
            if item.simple.name in names:
                yield item.simple

    @cached_property
    def is_read_only(self) -> bool:
        return not HIDDEN.search(self.text) and is_read_only(self.script)

    @cached_property
    def is_understood(self) -> bool:
        """Whether every command in it is known by name."""
        opaque = (
            HIDDEN.search(self.text) or self.script.reasons() or any(item.opaque for item in self._readings[0].items)
        )
        return not opaque

    @cached_property
    def is_judged(self) -> bool:
        """Whether all of it was looked at: false for what is too long, or nested as nobody does."""
        reasons = self.script.reasons().union(*(item.opaque for item in self.items))
        return not reasons & UNJUDGED and all(len(r.items) < ITEMS_MAX for r in self._readings)

    def programs(self, simple: Simple) -> set[str]:
        """The names of everything one command would run: `sudo sh` is sudo and sh."""
        if id(simple) not in self._programs:
            items = effective(Script([[simple]]))
            self._programs[id(simple)] = {item.simple.name for item in (*items, *guesses(items))}
        return self._programs[id(simple)]
