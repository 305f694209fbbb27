"""What an edit would do to each chosen record, judged by the gate before anything is written."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from django.db.models import TextField
from django.db.models.functions import Cast

from channels_bridge.actors import Actor
from kirocrew.base.canonical import json_equal
from kirocrew.base.problems import Invalid
from memory.gate.checks import Passed, check_key, check_metadata
from memory.gate.outcomes import Refusal, RefusalCode
from memory.models import Episode, Fact, Kind, Lesson, Record, Store
from memory.services.content_gate import EDITABLE, content_passed
from memory.services.editor.occupied import occupied, refused_values
from memory.services.editor.operations import ChangeMetadata, Move, Operation, ReplaceText, SetContent
from memory.services.editor.replacing import GROWN_MAX, Overgrown, Replacer
from memory.services.editor.selection import Row
from memory.services.editor.states import change_of, owned
from memory.services.editor.verdicts import content_judged
from memory.services.episode_drafts import tags_of
from memory.services.fact_rules import window_of, window_refusal
from memory.services.journal import snapshot
from memory.services.lessons import lesson_key
from memory.services.preparing import FOLDED, label_of, rules_of
from memory.services.proposals import proposals_pending
from memory.services.settings import settings_all
from memory.services.snapshots import says_otherwise, snapshot_apply
from memory.services.stores import store_get

PART: Final = 2_000  # records read at once
REFUSALS_SHOWN: Final = 20  # records that a refused edit names

OVERGROWN: Final = Refusal(
    RefusalCode.VALUE_SIZE,
    f"It would grow to more than {GROWN_MAX:,} characters, far beyond what a record may hold. Leave it out, or look "
    "for a longer text.",
    "value",
)

State = dict[str, Any]
Waiting = dict[int, list[int]]


@dataclass(slots=True)
class Plan:
    """One record that changes. Once it is judged, the record in memory is in its new state, and `before` the old one.

    `moved` is the new record in another store that takes its place. `refusal` is of a new state that was not made.
    """

    record: Record
    before: State
    after: State
    passed: Passed | None = None
    moved: Record | None = None
    target: Store | None = None
    refusal: Refusal | None = None

    @property
    def keeps(self) -> bool:
        """Whether the owner says that the record stays as it is."""
        return self.target is None and json_equal(self.before, self.after)

    @property
    def subject(self) -> Record:
        """The record that will hold the new state."""
        return self.moved or self.record

    @property
    def says_otherwise(self) -> bool:
        """Whether the words by which it is found change."""
        return says_otherwise(self.before, self.after)

    @property
    def content_changes(self) -> bool:
        """Whether what it says changes: then the owner vouches for it."""
        names = EDITABLE[Kind(self.record.kind)]
        old, new = self.before["content"], self.after["content"]
        return not all(json_equal(old[name], new[name]) for name in names)


def operation_cleaned(operation: Operation, actor: Actor) -> Operation:
    """The operation with its metadata as it is kept. Raises Invalid (`memory-edit-refused`) where it is refused."""
    if isinstance(operation, ChangeMetadata):
        values = {name: _label(name, value) for name, value in operation.values.items()}
        _refuse_labels(values, actor)
        return replace(operation, values=values)
    if isinstance(operation, Move):
        places = {name: place if name == "store" else label_of(place) for name, place in operation.places.items()}
        _refuse_labels({name: place for name, place in places.items() if name != "store"}, actor)
        return replace(operation, places=places)
    return operation


def proposals_waiting(rows: Sequence[Row]) -> Waiting:
    """Unanswered proposals by the primary key of their record, oldest first."""
    keys, waiting = {row.pk for row in rows}, dict[int, list[int]]()
    for number, record in proposals_pending().values_list("pk", "record_id"):
        if record in keys:
            waiting.setdefault(record, []).append(number)
    return waiting


def plans_make(actor: Actor, rows: Sequence[Row], operation: Operation, waiting: Waiting) -> list[Plan]:
    """The records that the operation changes, in the order of the rows; nothing is judged yet.

    To set a record to what it says already is a change where proposals wait for it: the owner keeps it as it is.
    """
    change, keeps = change_of(operation), isinstance(operation, SetContent)
    slug = operation.places.get("store") if isinstance(operation, Move) else None
    target = store_get(actor=actor, slug=slug) if slug else None
    plans = []
    for record in records_of(_touched(rows, operation)):
        before = snapshot(record, record.content)
        try:
            plan = Plan(record, before, change(before))
        except Overgrown:
            plans.append(Plan(record, before, before, refusal=OVERGROWN))
            continue
        if target is not None and target.pk != record.store_id:
            plan.target = target
        if plan.target is not None or plan.before != plan.after or (keeps and _is_kept_or_new(plan, waiting)):
            plans.append(plan)
    return plans


def plans_judge(actor: Actor, plans: Sequence[Plan], *, counted: bool = False) -> None:
    """Let the gate judge every plan and put its state on the record in memory.

    Raises Invalid (`memory-edit-refused`) naming the records that can't become what they would. `counted` says that
    hits of refused values are to be counted: not for a look.
    """
    rules = rules_of(settings_all())
    refusals: dict[int, Refusal] = {}
    for plan in plans:
        if refusal := plan.refusal or _judge(plan, actor, rules):
            refusals[plan.record.pk] = refusal
            continue
        _put(plan)
    passed = [plan for plan in plans if plan.record.pk not in refusals]
    refusals |= _windows(passed) | _displaced(passed, counted=counted)
    if refusals:
        raise _refused(plans, refusals)


def plans_require_places(plans: Sequence[Plan]) -> None:
    """Ask again, of judged plans, for what depends on other records: free places, and values refused for good.

    Raises Invalid (`memory-edit-refused`) as `plans_judge`.
    """
    if refusals := _displaced(plans, counted=False):
        raise _refused(plans, refusals)


def _displaced(plans: Sequence[Plan], *, counted: bool) -> dict[int, Refusal]:
    """Values that are refused for good where they would stand, and places that others hold."""
    new_words = [(plan.record.pk, plan.subject) for plan in plans if plan.target is not None or plan.says_otherwise]
    places = [(plan.record, plan.subject, plan.before) for plan in plans]
    return refused_values(new_words, counted=counted) | occupied(places)


def _judge(plan: Plan, actor: Actor, rules: Any) -> Refusal | None:
    record, store = plan.record, plan.target or plan.record.store
    changes = plan.content_changes
    if changes or plan.target is not None:
        refusal = check_key(record.key, actor=actor, rules=rules) if record.kind == Kind.FACT else None
        passed = refusal or content_judged(record.kind, plan.after["content"], actor=actor, store=store)
        if isinstance(passed, Refusal):
            return passed
        plan.passed = passed
        content = content_passed(record.kind, passed)
        plan.after = owned(plan.after, content) if changes else _with_content(plan.after, content)
    if record.kind == Kind.LESSON and plan.says_otherwise | (plan.before["project"] != plan.after["project"]):
        content = plan.after["content"]
        plan.after["key"] = lesson_key(content["rule"], content["repo_scope"], plan.after["project"])
    return None


def _put(plan: Plan) -> None:
    """The new state on the record, or on a new one in the other store."""
    if plan.target is None:
        snapshot_apply(plan.record, plan.after)
        return
    record = plan.record
    plan.moved = Record(store=plan.target, kind=record.kind, email_addresses=record.email_addresses)
    content = type(record.content)(record=plan.moved)
    setattr(plan.moved, str(record.kind), content)
    snapshot_apply(plan.moved, plan.after)


def _with_content(state: State, content: State) -> State:
    return {**state, "content": {**state["content"], **content}}


def _windows(plans: Iterable[Plan]) -> dict[int, Refusal]:
    """Windows that would end before they begin."""
    found = ((plan.record.pk, window_refusal(window_of(plan.subject))) for plan in plans)
    return {pk: refusal for pk, refusal in found if refusal}


def _refused(plans: Sequence[Plan], refusals: dict[int, Refusal]) -> Invalid:
    named = [
        {
            "uid": str(plan.record.uid),
            "key": plan.before["key"],
            "kind": str(plan.record.kind),
            "code": refusals[plan.record.pk].code.value,
            "field": refusals[plan.record.pk].field,
            "message": refusals[plan.record.pk].message,
        }
        for plan in plans
        if plan.record.pk in refusals
    ]
    first = named[0]
    return Invalid(
        f"{len(named)} of {len(plans)} records can't become what they would, so none is changed. The first: "
        f"{first['key'] or first['kind']} ({first['code']}): {first['message']}",
        type="memory-edit-refused",
        extra={"refused": named[:REFUSALS_SHOWN], "refused_count": len(named)},
    )


def _is_kept_or_new(plan: Plan, waiting: Waiting) -> bool:
    """Of a record that is set to what Python takes for the same: whether JSON does not (true is not 1), or it waits."""
    return plan.record.pk in waiting or not plan.keeps


def _touched(rows: Sequence[Row], operation: Operation) -> Sequence[Row]:
    """The rows that an operation may change. To read a text is much faster than to make a record of it."""
    if not isinstance(operation, ReplaceText):
        return rows
    replacer = Replacer(operation.find, operation.replacement, match_case=operation.match_case)
    touched: set[int] = set()
    texts = (Cast("fact__value", TextField()), "lesson__rule", "lesson__negative", "episode__text")
    for start in range(0, len(rows), PART):
        part = Record.objects.filter(pk__in=[row.pk for row in rows[start : start + PART]])
        for pk, raw, *plain in part.values_list("pk", *texts):
            if replacer.is_in_json(raw) or any(text and replacer.is_in(text) for text in plain):
                touched.add(pk)
    return [row for row in rows if row.pk in touched]


def records_of(rows: Sequence[Row]) -> Iterable[Record]:
    """The records of the rows with their content, in the rows' order. The stores are read once."""
    stores = {store.pk: store for store in Store.objects.all()}
    for start in range(0, len(rows), PART):
        part = rows[start : start + PART]
        found: dict[int, Record] = {}
        for kind, relation in ((Kind.FACT, Fact), (Kind.LESSON, Lesson), (Kind.EPISODE, Episode)):
            keys = [row.pk for row in part if row.kind == kind]
            if keys:
                name = str(relation._meta.model_name)
                found |= {record.pk: record for record in Record.objects.filter(pk__in=keys).select_related(name)}
        for row in part:
            record = found[row.pk]
            record.store = stores[record.store_id]
            yield record


def _label(name: str, value: Any) -> Any:
    if name == "tags":
        return tags_of(value)
    if not isinstance(value, str) or name in ("observed_at", "applies"):
        return value
    text = label_of(value)
    return text.casefold() if name in FOLDED else text


def _refuse_labels(values: dict[str, Any], actor: Actor) -> None:
    texts = {name: ", ".join(value) if isinstance(value, list) else str(value) for name, value in values.items()}
    refusal = check_metadata(texts, actor=actor, window=(None, None))
    if refusal is not None:
        raise Invalid(
            f"'{refusal.field}' can't be kept: {refusal.message}",
            type="memory-edit-refused",
            extra={"code": refusal.code.value, "field": refusal.field},
        )


def one_only(operation: Operation, rows: Sequence[Row]) -> None:
    """Raise Invalid where new content is given to other than one record."""
    if isinstance(operation, SetContent) and len(rows) != 1:
        raise Invalid(
            f"'set' gives one record its content; {len(rows)} are chosen. Choose one, or use 'replace_text'.",
            type="invalid-memory-edit",
        )
