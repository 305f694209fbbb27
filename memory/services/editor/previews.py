"""Looking at an edit before it is made: how many records it changes, and each with its state before and after."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from channels_bridge.actors import Actor
from kirocrew.base.garbage import collector_resting
from kirocrew.base.problems import Forbidden, Invalid
from memory.models import Record, Status
from memory.services.editor.operations import Operation
from memory.services.editor.plans import (
    Plan,
    Waiting,
    one_only,
    operation_cleaned,
    plans_judge,
    plans_make,
    proposals_waiting,
)
from memory.services.editor.selection import Row, Selection, rows_chosen
from memory.services.editor.tokens import (
    Signed,
    preview_read,
    preview_require_fresh,
    preview_require_same,
    preview_sign,
    rows_digest,
)

PAIRS_SHOWN: Final = 25  # changed records on a page of a preview


@dataclass(frozen=True, slots=True)
class Pair:
    """A record before and after, as snapshots. `store` is the slug of the one it goes to, empty where it stays."""

    record: Record
    before: dict[str, Any]
    after: dict[str, Any]
    doubts: tuple[str, ...] = ()
    redacted: tuple[str, ...] = ()
    pending: tuple[int, ...] = ()
    store: str = ""


@dataclass(frozen=True, slots=True)
class Preview:
    """What an edit would do. `following` is the offset of the next page, None on the last one."""

    signed: Signed
    matched: int
    changed: int
    pairs: list[Pair]
    offset: int
    following: int | None
    pending: int

    @property
    def token(self) -> str:
        return self.signed.token

    @property
    def expires(self) -> datetime:
        return self.signed.expires


def edit_preview(*, actor: Actor, selection: Selection, operation: Operation) -> Preview:
    """Judge an edit and show its first page, with a token by which it can be applied for 15 minutes.

    Raises Forbidden for anybody but the owner; what `rows_chosen` raises; Invalid for an operation that does not fit
    (`invalid-memory-edit`) or whose result the gate refuses (`memory-edit-refused`, with the records).
    """
    owner_require(actor)
    operation = operation_cleaned(operation, actor)
    rows = rows_chosen(actor, selection)
    one_only(operation, rows)
    waiting = proposals_waiting(rows)
    with collector_resting():
        plans = plans_make(actor, rows, operation, waiting)
        plans_judge(actor, plans)
    signed = preview_sign(selection, operation, rows_digest(rows))
    return _preview(signed, rows, plans, waiting, offset=0)


def preview_page(*, actor: Actor, token: str, offset: int) -> Preview:
    """Another page of a preview that still holds. Only the records on it are judged again.

    Raises Forbidden, Invalid for a token (`invalid-memory-preview`) or an offset (`invalid-memory-offset`) that is
    none, Conflict for one that expired or whose records changed.
    """
    owner_require(actor)
    signed = preview_read(token)
    preview_require_fresh(signed)
    rows = rows_chosen(actor, signed.selection)
    preview_require_same(signed, rows)
    waiting = proposals_waiting(rows)
    plans = plans_make(actor, rows, signed.operation, waiting)
    if offset < 0 or offset % PAIRS_SHOWN or (offset and offset >= len(plans)):
        raise Invalid(
            f"'offset' is a multiple of {PAIRS_SHOWN} below the number of changed records.",
            type="invalid-memory-offset",
        )
    plans_judge(actor, plans[offset : offset + PAIRS_SHOWN])
    return _preview(signed, rows, plans, waiting, offset=offset)


def selection_without(*, actor: Actor, token: str, left_out: frozenset[UUID]) -> tuple[Selection, Operation]:
    """What a preview was of, without some records. Raises Forbidden, Invalid for a token that is none."""
    owner_require(actor)
    signed = preview_read(token)
    if signed.selection.search is None:
        items = tuple(item for item in signed.selection.items if item[0] not in left_out)
        return Selection(items=items), signed.operation
    return replace(signed.selection, excluded=signed.selection.excluded | left_out), signed.operation


def selection_again(*, actor: Actor, token: str) -> tuple[Selection, Operation]:
    """What a preview was of, with the records as they are now; those that are gone or not active are left out.

    Raises Forbidden, Invalid for a token that is none.
    """
    owner_require(actor)
    signed = preview_read(token)
    if signed.selection.search is not None:
        return signed.selection, signed.operation
    uids = [uid for uid, _ in signed.selection.items]
    rows = Record.objects.visible_to(actor).filter(uid__in=uids, status=Status.ACTIVE).order_by("pk")
    return Selection(items=tuple(rows.values_list("uid", "revision"))), signed.operation


def owner_require(actor: Actor) -> None:
    """Raise Forbidden for anybody but the owner."""
    if not actor.is_owner:
        raise Forbidden("Only the owner edits records.", type="owner-only")


def _preview(signed: Signed, rows: Sequence[Row], plans: Sequence[Plan], waiting: Waiting, *, offset: int) -> Preview:
    end = offset + PAIRS_SHOWN
    return Preview(
        signed,
        matched=len(rows),
        changed=len(plans),
        pairs=[_pair(plan, waiting) for plan in plans[offset:end]],
        offset=offset,
        following=end if end < len(plans) else None,
        pending=sum(map(len, waiting.values())),
    )


def _pair(plan: Plan, waiting: Waiting) -> Pair:
    return Pair(
        plan.record,
        plan.before,
        plan.after,
        plan.passed.doubts if plan.passed else (),
        plan.passed.redacted if plan.passed else (),
        tuple(waiting.get(plan.record.pk, ())),
        plan.target.slug if plan.target else "",
    )
