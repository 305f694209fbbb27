"""What waits for the owner's decision, and the decisions."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any, Final

from django.contrib import messages
from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST, require_safe

from channels_bridge.actors import Actor
from channels_bridge.admin.pages import owner_page, page
from channels_bridge.api.authentication import actor_of
from kirocrew.base.clock import now
from kirocrew.base.diffs import Piece, shortened, word_diff
from kirocrew.base.problems import Problem
from memory.admin.choosing import back_to, store_chosen
from memory.admin.showing import RevisionView, marked, revision_views, value_text
from memory.gate.outcomes import Outcome
from memory.models import Kind, Revision, Store
from memory.services.case_turns import CaseTurn, case_turns
from memory.services.content_gate import EDITABLE
from memory.services.decisions import Decision, proposals_decide, refusable, revision_undo
from memory.services.journal import snapshot
from memory.services.neighbours import Neighbour, neighbours_of
from memory.services.prompt_effect import PromptEffect, prompt_effect
from memory.services.proposals import proposals_pending
from memory.services.review_queue import QueueKind, queue_kinds
from memory.services.snapshots import merged
from memory.services.statistics import stores_of

SHOWN: Final = 100  # cases on the page, oldest first
UNDO_SHOWN: Final = 5  # decisions that can be taken back, newest first
UNDO_WITHIN: Final = timedelta(days=1)
DIGITS: Final = 19  # of a number the database can hold
DONE: Final = {"accept": "accepted", "reject": "rejected", "reject_for_good": "rejected for good"}


@dataclass(frozen=True, slots=True)
class Case:
    """A proposal as it is shown; `editable` is the text that can be changed before it is accepted.

    It is number `number` of the `of` that wait for its record. `details` are there for the case that is looked at, and
    `present` is how the content stands where the record was changed since, with what accepting would make of it.
    """

    view: RevisionView
    editable: str
    is_json: bool
    is_stale: bool
    is_refusable: bool
    present: tuple[Piece, ...] = ()
    number: int = 1
    of: int = 1
    details: "Details | None" = None


@dataclass(frozen=True, slots=True)
class Details:
    """What a decision rests on: where the change comes from, what stands beside it, and what it would do."""

    turns: list[CaseTurn]
    neighbours: list[Neighbour]
    effect: PromptEffect
    effect_diff: list[Piece]
    marked: list[Piece]
    """The text with what the gate doubts, where the difference alone does not show it."""
    refused_record: str
    """The id of the record whose refused value the text quotes or resembles."""


@dataclass(frozen=True, slots=True)
class OtherKind:
    """A kind of another app: what waits, and what was decided lately."""

    kind: QueueKind
    cases: Sequence[Any]
    decided: Sequence[Any]


@require_safe
@owner_page
def review(request: HttpRequest) -> HttpResponse:
    """Waiting proposals, the oldest first, with what each would change, and what was decided lately."""
    stores = stores_of(actor_of(request), store_chosen(request))
    waiting = proposals_pending().select_related("record", "record__store").filter(record__store__in=stores)
    rows = list(waiting[: SHOWN + 1])
    cases = _grouped([_case(view) for view in revision_views(rows[:SHOWN])])
    others, decided = _other_kinds(request), _decided(stores)
    return page(
        request,
        "memory/review.html",
        title="Review",
        cases=_with_details(actor_of(request), cases, _number(request.GET.get("case", ""))),
        others=others,
        is_empty=not cases and not any(other.cases for other in others),
        more=len(rows) > SHOWN,
        decided=decided,
        last=_last_decided(decided, others),
    )


@require_POST
@owner_page
def decide(request: HttpRequest) -> HttpResponse:
    """Accept or reject one case or several; one text may be edited before it is accepted."""
    wanted = request.POST.get("decision", "")
    numbers = [number for text in request.POST.getlist("proposal") if (number := _number(text)) is not None]
    if wanted not in DONE or not numbers:
        messages.error(request, "Nothing was decided: choose at least one case and what is to become of it.")
        return back_to(request, "review")
    decisions = [_decision(request, number, wanted) for number in numbers[:SHOWN]]
    results = proposals_decide(actor=actor_of(request), decisions=[item for item in decisions if item])
    if None in decisions:
        messages.error(request, "Not accepted: the edited value is no JSON, as the proposed one is.")
    _tell(request, results, DONE[wanted])
    return back_to(request, "review")


@require_POST
@owner_page
def undo(request: HttpRequest, number: int) -> HttpResponse:
    """Take a decision back."""
    try:
        outcome = revision_undo(actor=actor_of(request), revision_id=number, reason=request.POST.get("reason", ""))
    except Problem as problem:
        messages.error(request, problem.detail)
        return back_to(request, "review")
    if outcome.refusal:
        messages.error(request, f"Not undone ({outcome.refusal.code}): {outcome.refusal.message}")
    else:
        messages.success(request, "Undone. The record is as it was before.")
    return back_to(request, "review")


def _case(view: RevisionView) -> Case:
    revision = view.revision
    after = revision.after or {}
    main = EDITABLE[Kind(revision.record.kind)][0]
    content = after.get("content") or {}
    is_stale = revision.base_revision != revision.record.revision
    can_edit = revision.operation not in ("forget", "supersede") and main in content
    value = content.get(main)
    return Case(
        view,
        value_text(value) if can_edit else "",
        can_edit and not isinstance(value, str),
        is_stale,
        refusable(revision),
        tuple(_present(revision, main)) if is_stale else (),
    )


def _present(proposal: Revision, main: str) -> list[Piece]:
    """What a record says now that was changed since a proposal, against what it would say."""
    record = proposal.record
    now_is = snapshot(record, record.content)
    would = merged(now_is, proposal.before, proposal.after or {})
    old, new = value_text(now_is["content"][main]), value_text(would["content"][main])
    return shortened(word_diff(old, new))


def _grouped(cases: Sequence[Case]) -> list[Case]:
    """Cases of one record stand together, where the oldest of them stands."""
    by_record: dict[int, list[Case]] = {}
    for case in cases:
        by_record.setdefault(case.view.revision.record_id, []).append(case)
    return [
        replace(case, number=number, of=len(group))
        for group in by_record.values()
        for number, case in enumerate(group, 1)
    ]


def _with_details(actor: Actor, cases: list[Case], wanted: int | None) -> list[Case]:
    """The case that is looked at, the first one unless another is asked for, with what its decision rests on."""
    at = next((n for n, case in enumerate(cases) if case.view.revision.pk == wanted), 0)
    if cases:
        cases[at] = replace(cases[at], details=_details(actor, cases[at].view.revision))
    return cases


def _details(actor: Actor, proposal: Revision) -> Details:
    effect, turns = prompt_effect(actor=actor, proposal=proposal), case_turns(proposal)
    return Details(
        turns,
        neighbours_of(actor=actor, proposal=proposal, shown={turn.record.uid for turn in turns if turn.record}),
        effect,
        shortened(word_diff(effect.before, effect.after)),
        _marked(proposal),
        str(proposal.metadata.get("refused_record") or ""),
    )


def _marked(proposal: Revision) -> list[Piece]:
    """Of a changed text the stretches that the gate doubts; of a new one the difference shows them."""
    content = (proposal.after or {}).get("content") or {}
    text = content.get(EDITABLE[Kind(proposal.record.kind)][0])
    spans = proposal.metadata.get("spans", [])
    return marked(text, spans) if proposal.before is not None and spans and isinstance(text, str) else []


def _other_kinds(request: HttpRequest) -> list[OtherKind]:
    """Cases of other apps, each kind drawn by its own template."""
    actor, store = actor_of(request), store_chosen(request)
    found = [
        OtherKind(kind, kind.cases(actor, store, SHOWN), kind.decided(actor, store) if kind.decided else ())
        for kind in queue_kinds()
        if kind.cases is not None and kind.template
    ]
    return [other for other in found if other.cases or other.decided]


def _last_decided(decided: Sequence[RevisionView], others: Sequence[OtherKind]) -> Any:
    """Of all that can be taken back the newest: the key for undoing takes that one."""
    ours = [(view.revision.recorded_at, view) for view in decided[:1]]
    theirs = [(item.decided_at, item) for other in others for item in other.decided[:1]]
    return max((*ours, *theirs), key=lambda pair: pair[0], default=(None, None))[1]


def _decision(request: HttpRequest, number: int, wanted: str) -> Decision | None:
    """The decision the form holds; None for an edited value that can't be read."""
    try:
        edited = _edited(request, number) if wanted == "accept" else {}
    except (ValueError, RecursionError):
        return None
    return Decision(
        proposal=number,
        accept=wanted == "accept",
        reason=request.POST.get("reason", "").strip(),
        for_good=wanted == "reject_for_good",
        edited=edited,
        revision=_number(request.POST.get(f"revision-{number}", "")),
    )


def _number(text: str) -> int | None:
    """A number of the database's, or None."""
    return int(text) if text.isdecimal() and len(text) < DIGITS else None


def _edited(request: HttpRequest, number: int) -> dict[str, Any]:
    """What the owner changed of the proposed text, if anything. Raises ValueError or RecursionError."""
    typed = request.POST.get(f"edited-{number}")
    proposal = proposals_pending().select_related("record").filter(pk=number).first()
    if typed is None or proposal is None:
        return {}
    case = _case(revision_views([proposal])[0])
    # Browsers send line ends as CR LF.
    text = typed.replace("\r\n", "\n")
    if not case.editable or text.strip() == case.editable.strip():
        return {}
    return {EDITABLE[Kind(proposal.record.kind)][0]: json.loads(text) if case.is_json else text}


def _tell(request: HttpRequest, results: Sequence[Outcome | Problem], done: str) -> None:
    good = [item for item in results if isinstance(item, Outcome) and item.ok]
    if good:
        what = "One case" if len(good) == 1 else f"{len(good)} cases"
        messages.success(request, f"{what} {done}.")
    for item in results:
        if isinstance(item, Problem):
            messages.error(request, item.detail)
        elif item.refusal:
            messages.error(request, f"Not accepted ({item.refusal.code}): {item.refusal.message}")


def _decided(stores: Sequence[int] | Sequence[Store]) -> list[RevisionView]:
    """Accepted changes that nobody built upon yet, newest first."""
    rows = (
        Revision.objects.filter(
            status=Revision.Status.ACCEPTED,
            answers__isnull=False,
            answer__isnull=True,
            number=F("record__revision"),
            record__store__in=stores,
            recorded_at__gte=now() - UNDO_WITHIN,
        )
        .select_related("record", "record__store")
        .order_by("-id")[:UNDO_SHOWN]
    )
    return revision_views(list(rows))
