"""Tell in a few lines what a file of thousands of messages held that became no record: how many, why, and which."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from hooks.services import redact
from kirocrew.base.text import cut
from memory.transfer.formats.json_values import JsonProblem
from memory.transfer.items import Origins, Unsupported
from memory.transfer.reasons import Reason

EXAMPLES: Final = 3
SHOWN_CHARS: Final = 60  # of an example
_MESSAGES: Final = {
    Reason.ABANDONED: "on a branch that was edited or generated anew; only the path a conversation ends on is imported",
    Reason.ALREADY_LISTED: "the same a second time in this file",
    Reason.BAD_DATE: "with a time that cannot be read, imported without it",
    Reason.EMPTY: "with nothing in it",
    Reason.FIELDS_IGNORED: "without a place here",
    Reason.HIDDEN: "that the conversation never showed: notes of the system, calls of tools, thoughts",
    Reason.LIMIT_ITEMS: "too long to be imported whole; what follows was left out",
    Reason.NOT_ACTIVE: "marked as deleted, archived or paused where it was exported",
    Reason.PERSONA: "what the agent is like, which is not a memory; keep it in the agent's own instructions",
    Reason.SYSTEM_TEXT: "said by nobody: system prompts, results of tools, signs of life",
    Reason.TEMPLATE: "a blank of a template that was never filled in",
    Reason.TOO_SHORT: "shorter than 10 characters",
    Reason.TOOLS_IGNORED: "not imported: tools run code, so they are set up by hand",
}


@dataclass
class LeftOut:
    """Counts what was left out of one file by reason, with the first few as examples."""

    path: str
    counts: Counter[Reason] = field(default_factory=Counter)
    _examples: dict[Reason, list[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._origins = Origins(self.path)

    def add(self, reason: Reason, example: str = "") -> None:
        """Count one; `example` is what it said, or its name."""
        self.counts[reason] += 1
        shown = self._examples.setdefault(reason, [])
        if example.strip() and len(shown) < EXAMPLES:
            shown.append(" ".join(cut(redact(cut(example, 1_000)).text, SHOWN_CHARS).split()))

    def problem(self, where: str, problem: JsonProblem) -> Unsupported:
        """A part that could not be read, told at once and by its place."""
        return self.told_at(where, problem.reason, f"{where}: {problem}")

    def told_at(self, where: str, reason: Reason, message: str) -> Unsupported:
        """A word about one place of the file."""
        return Unsupported(origin_ref=self._origins.ref(reason, where), reason_code=reason, message=message)

    def told(self) -> Iterator[Unsupported]:
        """One `Unsupported` for each reason: how many and the first few."""
        for reason, count in self.counts.items():
            examples = self._examples[reason]
            more = ", …" if examples and count > len(examples) else ""
            shown = f" ({'; '.join(examples)}{more})" if examples else ""
            yield self.told_at("", reason, f"{count:,} left out: {_MESSAGES[reason]}.{shown}")
