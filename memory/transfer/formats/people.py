"""Whose memory a record of another tool is: people of one file are kept apart, and none is mixed into another.

A record that names its user carries the scope `user:NAME`, the tag of the same name, and the user as its speaker.
Episodes of different scopes are never taken for one, however alike their words. A record of no user that names an
agent carries `agent:NAME`. A name decides nothing else: it is no account here and has no rights.
"""

from dataclasses import dataclass

from kirocrew.base.text import clean, cut

NAME_MAX_CHARS = 200  # of a user, agent or session


@dataclass(frozen=True, slots=True)
class Person:
    """Where a memory belongs. All are empty when its file says nothing about it."""

    name: str = ""
    scope: str = ""

    @property
    def tags(self) -> tuple[str, ...]:
        """What the memory is found by."""
        return (self.scope,) if self.scope else ()


NOBODY = Person()
SCOPES = ("user", "agent", "account", "human")
"""What the scopes of people begin with, before a colon and their name."""


def named_in(scope: str) -> str:
    """Whose memory a scope marks, or nothing for the scope of no person."""
    kind, _, name = scope.partition(":")
    return name if kind in SCOPES else ""


def person(user: object, agent: object = None) -> Person:
    """The person of a record, by the names it gives for its user and its agent; numbers count as names."""
    if name := name_of(user):
        return Person(name, f"user:{name}")
    if name := name_of(agent):
        return Person(name, f"agent:{name}")
    return NOBODY


def name_of(value: object) -> str:
    """A name on one line, or nothing for what is none."""
    if isinstance(value, bool) or not isinstance(value, str | int):
        return ""
    return cut(" ".join(clean(str(value)).split()), NAME_MAX_CHARS)
