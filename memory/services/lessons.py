"""Lessons: learned corrections, each rule once, and no rule lost to another that only looks like it."""

import hashlib
from collections.abc import Callable, Sequence

from django.db import transaction

from channels_bridge.actors import Actor, Permission
from kirocrew.base.clock import now
from kirocrew.base.text import clean, normal_form
from memory.gate.checks import check_lesson_text
from memory.gate.outcomes import Outcome, Refusal, RefusalCode
from memory.models import Category, Kind, Lesson, Record, Store
from memory.recall.text_index import index_terms
from memory.services import lesson_rules
from memory.services.conversation_modes import closed_by_mode
from memory.services.drafts import LessonDraft, WriteMode
from memory.services.emails import emails_in
from memory.services.evidence import drafts_link, drafts_refuse
from memory.services.journal import events_write
from memory.services.lesson_batch import LessonBatch
from memory.services.lesson_changes import AUTOMATIC_CONFIDENCE, OWNER_CONFIDENCE, Judged, Prepared
from memory.services.preparing import metadata_of, metadata_refusal, refusal_events, refused
from memory.services.refused import refused_ahead
from memory.services.similarity import Likeness, likenesses_of


def lessons_write(
    *,
    actor: Actor,
    store: Store,
    drafts: Sequence[LessonDraft],
    mode: WriteMode = WriteMode.NORMAL,
    reason: str = "",
) -> list[Outcome]:
    """Write lessons in one transaction; one outcome per draft, in order.

    `superseded` names the rules that gave way. Raises Forbidden when the actor may not write.
    """
    judged = lessons_prepare(actor=actor, store=store, drafts=drafts, mode=mode)
    return lessons_settle(actor=actor, store=store, judged=judged, mode=mode, reason=reason)


def lessons_prepare(
    *, actor: Actor, store: Store, drafts: Sequence[LessonDraft], mode: WriteMode = WriteMode.NORMAL
) -> list[Judged]:
    """Let the gate judge drafts: most of the work of a write, and done without a lock. Raises Forbidden."""
    actor.require(Permission.LESSONS_WRITE)
    closed = closed_by_mode(actor=actor, kind=Kind.LESSON, drafts=drafts)
    judged: list[Judged] = [
        ("", closed[place]) if place in closed else (draft.rule, _prepare(draft, actor=actor, store=store))
        for place, draft in enumerate(drafts)
    ]
    ready = [item.lesson for _, item in judged if isinstance(item, Prepared)]
    refused_ahead(actor, store, (text for one in ready for text in (one.rule, one.negative)))
    if mode is WriteMode.PRESERVE:  # an import brings many rules and defers inference
        return judged
    passed = [item for _, item in judged if isinstance(item, Prepared)]
    for item, likeness in zip(passed, likenesses_of([item.lesson.rule for item in passed], store=store), strict=True):
        item.likeness = likeness
    return judged


def lessons_settle(
    *, actor: Actor, store: Store, judged: Sequence[Judged], mode: WriteMode = WriteMode.NORMAL, reason: str = ""
) -> list[Outcome]:
    """Decide on judged drafts and write them, in one transaction or the caller's."""
    with transaction.atomic():
        batch = LessonBatch(actor, store, mode, reason)
        judged = drafts_refuse(actor=actor, store=store, judged=judged)
        outcomes = batch.settle(judged)
        drafts_link(actor=actor, judged=judged, outcomes=outcomes)
        texts = [(outcome, text) for outcome, (text, _) in zip(outcomes, judged, strict=True)]
        events_write([*batch.events, *refusal_events(texts, actor=actor, store=store)])
    return outcomes


def lessons_rehearsal(*, actor: Actor, store: Store) -> Callable[[Sequence[Judged]], list[Outcome]]:
    """Return what tells, batch after batch, what an import would come to. It writes nothing and takes no lock."""
    return LessonBatch(actor, store, WriteMode.PRESERVE, "", rehearsing=True).settle


def lesson_key(rule: str, repo_scope: str, project: str = "") -> str:
    """The same rule in two repositories or two projects is two lessons; case and spacing of the rule do not count."""
    material = normal_form(rule)
    if repo_scope or project:
        material += f"\0{repo_scope}"
    if project:
        material += f"\0{project}"
    return "lesson." + hashlib.sha256(material.encode()).hexdigest()[:12]


def _prepare(draft: LessonDraft, *, actor: Actor, store: Store) -> Prepared | Outcome:
    fields = metadata_of(draft)
    scope, problem = lesson_rules.repo_scope_of(clean(draft.repo_scope))
    problem = problem or metadata_refusal(draft, fields, actor=actor) or _applies_refusal(draft.applies)
    if problem:
        return refused(Kind.LESSON, problem)
    passed = check_lesson_text(draft.rule, draft.negative, actor=actor, store=store)
    if isinstance(passed, Refusal):
        return refused(Kind.LESSON, passed)
    rule, negative = passed.value
    if lesson_rules.is_volatile(rule) or lesson_rules.is_volatile(negative):
        return refused(Kind.LESSON, lesson_rules.VOLATILE)
    category = draft.category if draft.category in Category.values else Category.KNOWLEDGE
    project = actor.project or fields["project"]
    record = Record(
        store=store,
        kind=Kind.LESSON,
        key=lesson_key(rule, scope, project),
        category=category,
        subject=fields["subject"],
        predicate=fields["predicate"],
        scope=fields["scope"],
        project=project,
        valid_from=draft.valid_from,
        valid_until=draft.valid_until,
        observed_at=draft.observed_at or now(),
        source=actor.source,
        source_ref=fields["source_ref"] or actor.source,
        email_addresses=emails_in(f"{rule} {negative}"),
    )
    lesson = Lesson(
        record=record,
        rule=rule,
        negative=negative,
        category=category,
        repo_scope=scope,
        applies=draft.applies,
        confidence=OWNER_CONFIDENCE if actor.is_owner else AUTOMATIC_CONFIDENCE,
    )
    terms = index_terms(record, lesson)
    return Prepared(draft, passed, record, lesson, terms, Likeness.unknown())


def _applies_refusal(applies: str) -> Refusal | None:
    if applies in ("", "always", "on_topic"):
        return None
    return Refusal(RefusalCode.METADATA, "'applies' is 'always', 'on_topic' or left out.", "applies")
