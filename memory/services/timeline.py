"""Reading memory as it stood: one record, lists of records, and what is different now."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from uuid import UUID

from django.db.models import Exists, F, OuterRef, Q, QuerySet, TextField
from django.db.models.fields.json import KeyTextTransform, KeyTransform
from django.db.models.functions import Cast

from channels_bridge.actors import Actor, Permission
from kirocrew.base.problems import NotFound
from memory.models import Belief, Kind, Record, Revision, Status, Store
from memory.models.records import RecordQuerySet
from memory.recall.qualifiers import Qualifier
from memory.services.moments import Moment
from memory.services.qualifying import qualifiers_of
from memory.services.records import record_get
from memory.services.timeline_keeping import journals
from memory.services.timeline_states import record_then
from memory.services.timeline_steps import Stretch, replay, stretch_at

STRETCHES_MAX = 1_000  # of one record's story that are told at once
HIDDEN = (Status.ERASED, Status.FORGOTTEN)
"""What is not shown of the past to anybody but the owner; what was erased is not shown to the owner either."""


@dataclass(frozen=True, slots=True)
class Then:
    """A record as it stood at a point; its window is that of the state, cut where another value follows."""

    record: Record
    known_from: datetime
    known_until: datetime | None
    qualifiers: tuple[Qualifier, ...] = ()


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which records of a list: texts that occur in the key, the rule or the episode; any of the tags."""

    kind: str = ""
    key: str = ""
    rule: str = ""
    anywhere: str = ""
    conversation: str = ""
    tags: Sequence[str] = field(default_factory=tuple)


@dataclass(frozen=True, slots=True)
class PastPage:
    """Records as they stood, newest first, and the key below which the next page begins; None at the end."""

    entries: list[Then]
    following: int | None


def record_at(*, actor: Actor, uid: UUID, moment: Moment) -> Then:
    """Return the record as it stood. Raises NotFound for one the actor may not see, then or now (`unknown-record`),
    and for one that was not known or not true at the point (`not-then`)."""
    record = _seen(actor, uid)
    states = journals([record.pk]).get(record.pk, [])
    stretch = stretch_at(replay(states).stretches(), moment.as_of, moment.known_at)
    then = then_of(record, stretch, Revision.objects.get(pk=stretch.segment.entry), moment) if stretch else None
    if then is None or (actor.project and then.record.project not in ("", actor.project)):
        raise NotFound("This record was not known at that instant, or not true.", type="not-then")
    return then


def fact_at(*, actor: Actor, store: Store, key: str, moment: Moment) -> Then:
    """Return the fact under a key as it stood. Raises NotFound as record_at."""
    actor.require(Permission.MEMORY_READ)
    for record in Record.objects.visible_to(actor).filter(store=store, kind=Kind.FACT, key=key).order_by("-pk"):
        try:
            return record_at(actor=actor, uid=record.uid, moment=moment)
        except NotFound:
            continue
    raise NotFound("No fact under this key was known and true at that instant.", type="not-then")


def timeline_of(*, actor: Actor, uid: UUID, latest: int = STRETCHES_MAX) -> list[Then]:
    """What was ever believed of a record, in the order it was learned; of a long story the `latest` stretches.

    Raises NotFound as record_get.
    """
    record = _seen(actor, uid)
    stretches = replay(journals([record.pk]).get(record.pk, [])).stretches()
    learned = sorted(stretches, key=lambda stretch: (stretch.known_from, stretch.segment.entry))[-latest:]
    revisions = Revision.objects.in_bulk({stretch.segment.entry for stretch in learned})
    found = [then_of(record, stretch, revisions[stretch.segment.entry]) for stretch in learned]
    bound = ("", actor.project) if actor.project else None
    return [then for then in found if then and (bound is None or then.record.project in bound)]


def records_at(  # noqa: PLR0913  (a list and its page)
    *,
    actor: Actor,
    stores: Sequence[Store],
    moment: Moment,
    wanted: Wanted = Wanted(),
    limit: int | None = None,
    offset: int = 0,
    below: int | None = None,
) -> PastPage:
    """Return a page of the records as they stood, newest first; all of them without a limit."""
    actor.require(Permission.MEMORY_READ)
    present = _wanted_present(present_rows(actor, stores, moment), wanted)
    replaced = _wanted_replaced(replaced_rows(actor, stores, moment), wanted)
    if below is not None:
        present, replaced = present.filter(pk__lt=below), replaced.filter(record__lt=below)
    end = None if limit is None else offset + limit + 1
    keys = [(pk, 0) for pk in present.order_by("-pk").values_list("pk", flat=True)[:end]]
    keys += list(replaced.order_by("-record").values_list("record", "pk")[:end])
    chosen = sorted(keys, reverse=True)[offset:end]
    shown = chosen if limit is None else chosen[:limit]
    following = shown[-1][0] if limit is not None and len(chosen) > limit else None
    return PastPage(_entries(shown, moment), following)


def records_count(*, actor: Actor, stores: Sequence[Store], moment: Moment, kind: str) -> int:
    """How many records of a kind there were at the point."""
    wanted = Wanted(kind=kind)
    present = _wanted_present(present_rows(actor, stores, moment), wanted).count()
    return present + _wanted_replaced(replaced_rows(actor, stores, moment), wanted).count()


def present_rows(actor: Actor, stores: Sequence[Store], moment: Moment) -> RecordQuerySet:
    """Active records whose state was known and true at the point already."""
    other = Belief.objects.filter(record=OuterRef("pk"), is_present=True).filter(
        Q(known_from__gt=moment.known_at) | Q(valid_from__gt=moment.as_of) | Q(valid_until__lte=moment.as_of)
    )
    rows: RecordQuerySet = Record.objects.visible_to(actor)
    return rows.live(moment.as_of).filter(~Exists(other), store__in=stores, updated_at__lte=moment.known_at)


def replaced_rows(actor: Actor, stores: Sequence[Store], moment: Moment) -> QuerySet[Belief]:
    """Beliefs of the point whose state was replaced since, of records that may be shown today."""
    rows = Belief.objects.filter(
        Q(known_until__isnull=True) | Q(known_until__gt=moment.known_at),
        Q(valid_from__isnull=True) | Q(valid_from__lte=moment.as_of),
        Q(valid_until__isnull=True) | Q(valid_until__gt=moment.as_of),
        is_present=False,
        known_from__lte=moment.known_at,
        store__in=Store.objects.visible_to(actor).filter(pk__in=[store.pk for store in stores]),
    )
    rows = rows.exclude(record__status__in=HIDDEN if not actor.is_owner else HIDDEN[:1])
    if not actor.is_owner:
        rows = rows.exclude(_moved("record__"))
    if actor.project:
        bound = ("", actor.project)
        rows = rows.annotate(project_then=_of_state("project"))
        rows = rows.filter(record__project__in=bound, project_then__in=bound)
    return rows


def _moved(record: str = "") -> Q:
    """Of records that went to another store: whoever sees only the old one sees them no more, nor how they were."""
    by = f"{record}superseded_by"
    return Q(**{f"{by}__isnull": False}) & ~Q(**{f"{by}__store": F(f"{record}store")})


def _seen(actor: Actor, uid: UUID) -> Record:
    """The record, when it may be shown to the actor today."""
    record = record_get(actor=actor, uid=uid)
    hidden = record.status in (HIDDEN[:1] if actor.is_owner else HIDDEN)
    if hidden or (not actor.is_owner and Record.objects.filter(_moved(), pk=record.pk).exists()):
        raise NotFound("There is no such record for you.", type="unknown-record")
    return record


def _wanted_present(rows: RecordQuerySet, wanted: Wanted) -> RecordQuerySet:
    if wanted.kind:
        rows = rows.filter(kind=wanted.kind)
    if wanted.key:
        rows = rows.filter(key__contains=wanted.key)
    if wanted.rule:
        rows = rows.filter(lesson__rule__icontains=wanted.rule)
    if text := wanted.anywhere:
        rows = rows.filter(Q(key__icontains=text) | Q(episode__text__icontains=text) | Q(lesson__rule__icontains=text))
    if wanted.conversation:
        rows = rows.filter(episode__conversation=wanted.conversation)
    if wanted.tags:
        rows = rows.annotate(tags_text=Cast("episode__tags", TextField())).filter(_any_tag("tags_text", wanted.tags))
    return rows


def _wanted_replaced(rows: QuerySet[Belief], wanted: Wanted) -> QuerySet[Belief]:
    """The states themselves are only read where something is wanted of them."""
    if wanted.kind:
        rows = rows.filter(kind=wanted.kind)
    if wanted.key:
        rows = rows.annotate(key_then=_of_state("key")).filter(key_then__contains=wanted.key)
    if wanted.rule:
        rows = rows.annotate(rule_then=_of_state("content", "rule")).filter(rule_then__icontains=wanted.rule)
    if text := wanted.anywhere:
        rows = rows.annotate(
            key_said=_of_state("key"), rule_said=_of_state("content", "rule"), text_said=_of_state("content", "text")
        ).filter(Q(key_said__icontains=text) | Q(rule_said__icontains=text) | Q(text_said__icontains=text))
    if wanted.conversation:
        then = _of_state("content", "conversation")
        rows = rows.annotate(conversation_then=then).filter(conversation_then=wanted.conversation)
    if wanted.tags:
        rows = rows.annotate(tags_then=_of_state("content", "tags")).filter(_any_tag("tags_then", wanted.tags))
    return rows


def _of_state(*names: str) -> Cast:
    """A member of a replaced state as text, inside its content when two names are given."""
    holder = "revision__after" if len(names) == 1 else KeyTransform(names[0], "revision__after")
    return Cast(KeyTextTransform(names[-1], holder), TextField())


def _any_tag(column: str, tags: Sequence[str]) -> Q:
    """Tags are stored as a JSON list, so a tag with its quotes is never a part of another one."""
    matches = Q()
    for tag in tags:
        matches |= Q(**{f"{column}__contains": json.dumps(tag, ensure_ascii=False)})
    return matches


def _entries(keys: Sequence[tuple[int, int]], moment: Moment) -> list[Then]:
    """Read what a page shows: present records by their key, replaced states by their belief's."""
    present = [pk for pk, belief in keys if not belief]
    records = Record.objects.with_content().in_bulk(present)
    standing = {belief.record_id: belief for belief in Belief.objects.filter(record__in=present, is_present=True)}
    replaced = Belief.objects.select_related("revision", "record__store").in_bulk([pk for _, pk in keys if pk])
    found: list[Then] = []
    for pk, belief in keys:
        if belief in replaced:
            found.append(_then_of_belief(replaced[belief]))
        elif pk in records:
            found.append(_then_of_record(records[pk], standing.get(pk)))
    qualifiers = qualifiers_of({then.record.uid: then.record.revision for then in found}, moment)
    return [replace(then, qualifiers=qualifiers.get(then.record.uid, ())) for then in found]


def _then_of_record(record: Record, belief: Belief | None) -> Then:
    if belief is None:
        return Then(record, record.updated_at, None)
    record.valid_from, record.valid_until = belief.valid_from, belief.valid_until
    return Then(record, belief.known_from, None)


def _then_of_belief(belief: Belief) -> Then:
    record = _record_then(belief.record, belief.revision)
    record.valid_from, record.valid_until = belief.valid_from, belief.valid_until
    return Then(record, belief.known_from, belief.known_until)


def then_of(record: Record, stretch: Stretch, revision: Revision, moment: Moment | None = None) -> Then | None:
    """The state of a stretch; None when its content is not there any more."""
    if not (revision.after or {}).get("content"):
        return None
    then = _record_then(record, revision)
    then.valid_from, then.valid_until = stretch.segment.valid_from, stretch.segment.valid_until
    found = qualifiers_of({record.uid: revision.number}, moment) if moment else {}
    return Then(then, stretch.known_from, stretch.known_until, found.get(record.uid, ()))


def _record_then(record: Record, revision: Revision) -> Record:
    return record_then(
        revision.after or {},
        pk=record.pk,
        uid=record.uid,
        store=record.store,
        revision=revision.number,
        created_at=record.created_at,
        updated_at=revision.recorded_at,
    )
