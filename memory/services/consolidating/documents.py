"""Preferences and projects as a reading of a conversation would have them: shown, judged, written or left to the owner.

A machine's text takes the place of a machine's. What a person wrote stays: a text that leaves out lines of theirs, or
was made from another revision than is there now, waits in Review, as do texts that the turns do not support.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from memory.consolidation.answers import DocumentClaim
from memory.consolidation.candidates import EMPTY, MODEL
from memory.consolidation.documents import Shown, document_doubt, restored
from memory.consolidation.limits import DOCUMENT_CHARACTERS, SMALL_WINDOW
from memory.gate.checks import CHURN_LIMIT, Passed
from memory.gate.outcomes import OutcomeStatus, Refusal
from memory.gate.placeholders import says_nothing
from memory.inference.chat import ChatModel
from memory.models import Document, DocumentKind, ImportRun, Store
from memory.services.consolidating.claims import Claimed
from memory.services.document_gate import HEADERS, Proposed, document_judge
from memory.services.document_proposals import document_propose
from memory.services.documents import document_let_in, lines_of, owners_lines
from memory.services.refused import Refused
from memory.transfer.formats.kirocrew_markdown import KirocrewMarkdown

KIND: Final = "document"
NOTHING: Final = "nothing"
REJECTED: Final = "rejected_before"
WRITTEN_SINCE: Final = "stale_revision"
OWNERS: Final = "owners_lines"
PRIVATE: Final = "private_store"


@dataclass(frozen=True, slots=True)
class JudgedDocument:
    """A text for a document with what the gate made of it. `doubt` is why it waits; `passed` is None where it says
    nothing.
    """

    claim: DocumentClaim
    shown: Shown
    passed: Passed | Refusal | None
    doubt: str = ""


def documents_shown(claimed: Claimed, model: ChatModel) -> list[Shown]:
    """The documents a model is asked to keep up to date: those of the conversation's project, as far as they are short.

    None for a model with a small window, and for a store whose Markdown became records: there facts took their place.
    """
    store = claimed.store
    if model.window < SMALL_WINDOW or _is_migrated(store):
        return []
    rows = Document.objects.filter(store=store, project=claimed.conversation.project, path="")
    there = {row.kind: row for row in rows}
    shown = [Shown(kind, there[kind].text, there[kind].revision) if kind in there else Shown(kind, "", 0)
             for kind in DocumentKind.values]  # fmt: skip
    return [one for one in shown if len(one.text) <= DOCUMENT_CHARACTERS]


def documents_judge(claimed: Claimed, claims: Sequence[DocumentClaim], shown: Sequence[Shown]) -> list[JudgedDocument]:
    """Let the gate judge what a model answered, before the lock is taken. A document it was not shown is left out."""
    seen = {one.kind: one for one in shown}
    refused = Refused(claimed.store)
    return [_judge(claimed, claim, seen[claim.kind], refused) for claim in claims if claim.kind in seen]


def document_apply(claimed: Claimed, judged: JudgedDocument, *, is_too_much: bool) -> tuple[dict[str, Any], bool]:
    """Write a document or let it wait, inside the pass's transaction: its line of the receipt, and whether it changed.

    `is_too_much` where the pass has changed all that it may.
    """
    entry: dict[str, Any] = {"kind": KIND, "by": MODEL, "key": str(judged.claim.kind)}
    cited = [position for position, _ in judged.claim.evidence if claimed.span.at(position) is not None]
    if cited:
        entry["turn"] = cited[0]
    if judged.passed is None:
        return entry | {"status": NOTHING, "code": EMPTY}, False
    if isinstance(judged.passed, Refusal):
        return entry | {"status": OutcomeStatus.REFUSED.value, "code": judged.passed.code.value}, False
    place: dict[str, Any] = {"store": claimed.store, "kind": judged.claim.kind, "project": claimed.conversation.project}
    there = Document.objects.filter(**place).first()
    if there is not None and lines_of(there.text) == lines_of(str(judged.passed.value)):
        return entry | {"status": OutcomeStatus.UNCHANGED.value, "code": "same_value"}, False
    citations = [{"conversation": str(claimed.conversation.uid), "position": position} for position in cited]
    why = _why_it_waits(claimed, judged, there) or (CHURN_LIMIT if is_too_much and there is not None else "")
    if why:
        return entry | _asked(claimed, judged, str(judged.passed.value), why, citations), False
    outcome = document_let_in(
        actor=claimed.actor,
        document=there,
        passed=judged.passed,
        reason=f"pass {claimed.row.uid}",
        metadata={"citations": citations},
        **place,
    )
    done = {"status": outcome.status.value, "code": "created" if there is None else "updated"}
    return entry | done | {"document": str(outcome.uid), "revision": outcome.revision}, there is not None


def _asked(
    claimed: Claimed, judged: JudgedDocument, text: str, why: str, citations: Sequence[dict[str, Any]]
) -> dict[str, Any]:
    """Let a text wait for the owner: what the receipt says of it."""
    row = document_propose(
        actor=claimed.actor,
        store=claimed.store,
        kind=judged.claim.kind,
        project=claimed.conversation.project,
        text=text,
        base_revision=judged.shown.revision,
        why=why,
        citations=citations,
    )
    if row is None:
        return {"status": NOTHING, "code": REJECTED}
    return {"status": OutcomeStatus.PROPOSED.value, "code": why, "asked": row.pk}


def _judge(claimed: Claimed, claim: DocumentClaim, shown: Shown, refused: Refused) -> JudgedDocument:
    text = restored(claim.text, shown.text)
    header, _, body = text.partition("\n")
    if says_nothing(text) or (header.rstrip() == HEADERS[DocumentKind(claim.kind)] and not body.strip()):
        return JudgedDocument(claim, shown, None)
    proposed = Proposed(claim.kind, text, shown.text)
    passed = document_judge(proposed, actor=claimed.actor, store=claimed.store, refused=refused)
    if isinstance(passed, Refusal):
        return JudgedDocument(claim, shown, passed)
    doubt = document_doubt(claim, claimed.span, text=str(passed.value), before=shown.text)
    return JudgedDocument(claim, shown, passed, doubt)


def _why_it_waits(claimed: Claimed, judged: JudgedDocument, there: Document | None) -> str:
    """Why a text that the gate let through is left to the owner, as a code; empty where it may be written."""
    if (there.revision if there is not None else 0) != judged.shown.revision:
        return WRITTEN_SINCE
    if judged.doubt:
        return judged.doubt
    if there is None:
        return ""
    if claimed.store.is_private:
        return PRIVATE
    kept = lines_of(str(judged.passed.value)) if isinstance(judged.passed, Passed) else set()
    return "" if owners_lines(there) <= kept else OWNERS


def _is_migrated(store: Store) -> bool:
    """Whether a workspace's Markdown was made records of this store."""
    return ImportRun.objects.filter(store=store, format=KirocrewMarkdown.name, finished_at__isnull=False).exists()
