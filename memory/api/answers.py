"""Outcomes of writes as HTTP answers."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from rest_framework import status
from rest_framework.response import Response

from kirocrew.base.problems import Conflict, Invalid, NotFound, PreconditionFailed, Problem
from memory.gate.outcomes import Outcome, OutcomeStatus, Refusal, RefusalCode

REFUSED_TYPE: Final = "write-refused"
_CONFLICTS: Final = frozenset(
    {RefusalCode.CONFLICT, RefusalCode.DUPLICATE, RefusalCode.CAPACITY, RefusalCode.REFUSED_VALUE}
)


def outcome_data(outcome: Outcome) -> dict[str, Any]:
    """The outcome as JSON values."""
    refusal = outcome.refusal
    return {
        "status": outcome.status.value,
        "kind": str(outcome.kind),
        "uid": str(outcome.uid) if outcome.uid else None,
        "key": outcome.key,
        "revision": outcome.revision,
        "reason": outcome.reason,
        "proposal": outcome.proposal,
        "superseded": [
            {"uid": str(gone.uid), "key": gone.key, "text": gone.text, "reason": gone.reason}
            for gone in outcome.superseded
        ],
        "redacted": list(outcome.redacted),
        "code": refusal.code.value if refusal else None,
        "message": refusal.message if refusal else None,
        "field": refusal.field if refusal else None,
    }


def answer(outcome: Outcome) -> Response:
    """200 for what is stored, 202 for what waits for the owner. Raises the Problem of a refusal."""
    if outcome.refusal is not None:
        raise refusal_problem(outcome.refusal, outcome)
    code = status.HTTP_202_ACCEPTED if outcome.status is OutcomeStatus.PROPOSED else status.HTTP_200_OK
    headers = {"ETag": f'"{outcome.revision}"'} if outcome.revision else None
    return Response(outcome_data(outcome), status=code, headers=headers)


def batch_answer(outcomes: Sequence[Outcome]) -> Response:
    """200 with one result per item and how many there are of each status."""
    counts = Counter(outcome.status.value for outcome in outcomes)
    return Response({"results": [outcome_data(outcome) for outcome in outcomes], "counts": dict(counts)})


def refusal_problem(refusal: Refusal, outcome: Outcome) -> Problem:
    """422 for what is wrong with the value, 409 for what stands against it, 412 for a stale revision."""
    extra = {"code": refusal.code.value, "field": refusal.field, "reason": outcome.reason}
    if outcome.uid is not None:
        extra |= {"uid": str(outcome.uid)}
    if refusal.code is RefusalCode.STALE:
        return PreconditionFailed(refusal.message, type="stale-revision", extra=extra)
    if refusal.code is RefusalCode.NOT_FOUND:
        return NotFound(refusal.message, type="unknown-record", extra=extra)
    if refusal.code in _CONFLICTS:
        return Conflict(refusal.message, type="write-conflict", extra=extra)
    return Invalid(refusal.message, type=REFUSED_TYPE, extra=extra)
