"""The documents of a store in a question to a model, and what of its answer may stand.

A model is shown a document whole or not at all, and answers with the whole text, so it can't leave out what it did not
see. What it is shown line by line is data like all else in a prompt.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from channels_bridge.models import Role
from memory.consolidation.answers import DocumentClaim
from memory.consolidation.prompting import said
from memory.consolidation.quoting import is_quoted_in
from memory.consolidation.spans import Span, is_person
from memory.consolidation.support import is_about
from memory.gate.checks import ONE_OF_SEVERAL, UNSUPPORTED

LINE: Final = 2_000  # characters of one line
MUCH_LEFT_OUT: Final = "much_left_out"
"""Why a text waits that leaves out more lines of the document than it keeps."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A document as a model was shown it: its kind, its text, and its revision, 0 where there is none yet."""

    kind: str
    text: str
    revision: int


def shown_text(shown: Sequence[Shown]) -> str:
    """The documents for a prompt, each between marks."""
    return "\n".join(
        f"=== document {one.kind} ===\n{_as_data(one.text) or '(not written yet)'}\n=== end of {one.kind} ==="
        for one in shown
    )


def restored(text: str, before: str) -> str:
    """The answered text, with each line that stays as it stood, not as the prompt had to show it."""
    original = {said(line, LINE): line for line in before.splitlines()}
    return "\n".join(original.get(line.rstrip(), line.rstrip()) for line in text.strip().splitlines())


def document_doubt(claim: DocumentClaim, span: Span, *, text: str, before: str) -> str:
    """Why a text waits for the owner, as a code; empty where persons said what is new in it.

    Each quotation must stand in the turn it names, which a person typed, and the new lines must be about what was said.
    """
    turns = [(span.at(position), quote) for position, quote in claim.evidence]
    rests_on = [turn for turn, quote in turns if turn is not None and is_person(turn) and is_quoted_in(quote, turn)]
    if not rests_on or len(rests_on) < len(turns):
        return UNSUPPORTED
    old, new = _lines(before), _lines(text)
    added = "\n".join(line for line in new if line not in set(old))
    if added and not is_about(added, rests_on):
        return UNSUPPORTED
    if len(span.people) > 1 and any(turn.role != Role.OWNER for turn in rests_on):
        return ONE_OF_SEVERAL
    left_out = [line for line in old if line not in set(new)]
    return MUCH_LEFT_OUT if len(left_out) * 2 > len(old) else ""


def _as_data(text: str) -> str:
    return "\n".join(said(line, LINE) for line in text.splitlines())


def _lines(text: str) -> list[str]:
    """The lines below the header that say something."""
    return [line.strip() for line in text.splitlines()[1:] if line.strip()]
