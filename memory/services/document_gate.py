"""What the gate says of documents and of entries of the history, whoever writes them."""

import re
from dataclasses import dataclass
from typing import Final

from channels_bridge.actors import Actor
from hooks.services import redact
from kirocrew.base.text import clean
from memory.gate.checks import (
    Passed,
    check_document_text,
    check_history_text,
    check_labels,
)
from memory.gate.outcomes import Refusal, RefusalCode
from memory.gate.placeholders import says_nothing
from memory.models import FILE, DocumentKind, Store
from memory.models.documents import PATH_LIMIT, PROJECT_LIMIT
from memory.services.refused import TEXT_LIMIT, Refused

EVENT_KIND: Final = "document"
"""The kind of audit entries about documents and history."""
HEADERS: Final = {DocumentKind.PREFERENCES: "# Preferences", DocumentKind.PROJECTS: "# Projects"}
"""The first line of a document that a machine writes, exactly: a model's answer without it is no document."""
DEPTH: Final = 10  # names in a path

PLACEHOLDER: Final = Refusal(
    RefusalCode.PLACEHOLDER, "The text only says that nothing changed, so nothing was changed.", "text"
)


@dataclass(frozen=True, slots=True)
class Proposed:
    """A text as it is proposed, with what it would replace (empty: nothing)."""

    kind: str
    text: str
    before: str = ""


def document_judge(
    proposed: Proposed, *, actor: Actor, store: Store, refused: Refused, is_by_hand: bool = False
) -> Passed | Refusal:
    """The text of a document, cleaned, or why it can't stand. Guards of form hold for machines only."""
    if not (actor.is_owner or is_by_hand) and (refusal := _form(proposed)):
        return refusal
    passed = check_document_text(proposed.text, before=proposed.before, actor=actor, store=store)
    if isinstance(passed, Refusal):
        return passed
    return refused_in(str(passed.value), before=proposed.before, actor=actor, refused=refused) or passed


def entry_judge(text: str, *, actor: Actor, store: Store, refused: Refused) -> Passed | Refusal:
    """The text of an entry, cleaned, or why it can't stand."""
    if not actor.is_owner and says_nothing(text):
        return PLACEHOLDER
    passed = check_history_text(text, actor=actor, store=store)
    if isinstance(passed, Refusal):
        return passed
    return refused_in(str(passed.value), before="", actor=actor, refused=refused) or passed


def labels_refusal(labels: dict[str, str], *, actor: Actor) -> Refusal | None:
    """What is wrong with the short texts beside a text, if anything."""
    if len(labels.get("project", "")) > PROJECT_LIMIT:
        return Refusal(RefusalCode.METADATA, "'project' is too long.", "project")
    return check_labels(labels, actor=actor)


def path_refusal(path: str, *, actor: Actor) -> Refusal | None:
    """What is wrong with the path of a file, relative to the memory directory, if anything.

    A path is names with slashes between them. None of them is hidden, says "up from here" or holds what addresses
    write with a percent sign.
    """
    if not path or len(path) > PATH_LIMIT or path.count("/") >= DEPTH:
        return Refusal(
            RefusalCode.METADATA, f"A path has 1 to {PATH_LIMIT} characters and at most {DEPTH} names.", "path"
        )
    if clean(path) != path or not path.isprintable() or set(path) & set("\\%"):
        return Refusal(RefusalCode.METADATA, "A path has no control characters, backslashes or percent signs.", "path")
    for name in path.split("/"):
        if not name.strip() or name.startswith(".") or name == "node_modules":
            return Refusal(
                RefusalCode.METADATA,
                "Names in a path are not empty, do not begin with a dot and are not 'node_modules'.",
                "path",
            )
    if redact(path).findings:
        return Refusal(RefusalCode.SECRET, "The path holds a credential. Choose another.", "path")
    return check_labels({"path": re.sub(r"[/_.-]+", " ", path)}, actor=actor)


def refused_in(text: str, *, before: str, actor: Actor, refused: Refused) -> Refusal | None:
    """The refusal of a text that repeats what the owner refused in a line that was not there before."""
    if refused.is_empty or actor.is_owner:
        return None
    known = set(before.splitlines())
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line not in known]
    for start, piece in _runs(lines):
        if refused.quoted(piece) or refused.resembled(piece):
            return Refusal(
                RefusalCode.REFUSED_VALUE,
                f"From line {start} on it repeats what the owner refused for good. Leave it out; the owner can lift "
                "the refusal.",
                "text",
            )
    return None


def _form(proposed: Proposed) -> Refusal | None:
    """The guards of form of a document: the header, and no answer that means "as it was". A file has no form."""
    if proposed.kind == FILE:
        return None
    text = proposed.text.strip()
    if says_nothing(text):
        return PLACEHOLDER
    header = HEADERS[DocumentKind(proposed.kind)]
    first, _, body = text.partition("\n")
    if first.rstrip() != header:
        return Refusal(
            RefusalCode.HEADER, f"The first line must be '{header}', and the whole text must follow it.", "text"
        )
    return PLACEHOLDER if says_nothing(body) else None


def _runs(lines: list[tuple[int, str]]) -> list[tuple[int, str]]:
    """Runs of lines, each as long as is looked through at once, with the number of its first line."""
    runs: list[tuple[int, str]] = []
    start, run = 0, ""
    for number, line in lines:
        for piece in (line[at : at + TEXT_LIMIT] for at in range(0, max(len(line), 1), TEXT_LIMIT)):
            if run and len(run) + len(piece) >= TEXT_LIMIT:
                runs.append((start, run))
                run = ""
            start = start if run else number
            run = f"{run}\n{piece}" if run else piece
    return [*runs, (start, run)] if run else runs
