"""What a registry of skills can be asked, and how its answers fail."""

from dataclasses import dataclass
from typing import Final, Protocol

from kirocrew.base.problems import Unavailable

ANSWER_BYTES: Final = 1024 * 1024
"""Bytes of one answer of a registry (reference 6.4)."""
ANSWER_SECONDS: Final = 10.0


class RegistryFailed(Unavailable):
    """A registry does not answer, or answers with something that cannot be read. `code` says which."""

    default_type, default_title = "registry-failed", "The registry can't be asked now"

    def __init__(self, code: str, detail: str) -> None:
        self.code = code
        super().__init__(detail, extra={"code": code})


@dataclass(frozen=True, slots=True)
class Hit:
    """One skill a registry names, as it came: not yet cleaned or cut. `installs` is -1 where it is not said."""

    id: str
    name: str
    author: str = ""
    description: str = ""
    installs: int = -1


class Provider(Protocol):
    """A registry. Every call raises RegistryFailed; `fetch` raises NotFound and Invalid beside it."""

    name: str
    title: str
    home: str
    """Its address, for people."""

    def search(self, query: str, limit: int) -> list[Hit]:
        """At most `limit` skills for a query that holds no secret, best first."""

    def fetch(self, ident: str) -> dict[str, bytes]:
        """The files of one skill, by the `id` of a hit; paths are as the registry gives them, and not yet checked."""
