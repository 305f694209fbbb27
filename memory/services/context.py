"""What an agent would be given: facts, episodes and learned corrections, whole items only, within their caps."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import Final
from uuid import UUID

from channels_bridge.actors import Actor, Permission
from kirocrew.base.analysis import content_words, query_terms
from kirocrew.base.canonical import canonical_json
from kirocrew.base.clock import now
from kirocrew.db.rows import rows_read
from memory.models import Kind, Lesson, Record, Status, Store
from memory.recall.hits import Hit, RecallResult
from memory.recall.qualifiers import Qualifier
from memory.recall.statements import DATED, GIVEN, fetch_all, given, stored
from memory.services.fencing import EPISODES_HEADER, FACTS_HEADER, LESSONS_HEADER, episode_line, fenced
from memory.services.lesson_scope import scope_satisfied
from memory.services.proposals import proposals_pending
from memory.services.qualifying import qualifiers_of
from memory.services.recall import MAX_LIMIT, PLAIN, RecallOptions, question_text, recall
from memory.services.settings import settings_all
from memory.services.stores import within
from memory.services.timeline import Wanted, records_at, records_count

# Characters of each block at the reference window of 1,000,000 tokens (0.077, 0.077 and 0.226 of 165,000); the
# episodes' block has a cap of its own below that.
FACTS_CAP: Final = 12_705
EPISODES_CAP: Final = 3_000
LESSONS_CAP: Final = 37_290
CHARACTERS_PER_FACT: Final = 15  # a facts block has at most a line for each of these
LEAST_FACTS: Final = 20
FIRST_FACTS: Final = 120
EPISODES_SHOWN: Final = 8

Asides = Mapping[UUID, tuple[Qualifier, ...]]
"""What must be said beside records, by their ids."""

_TOTALS: Final = "SELECT kind, COUNT(*) FROM memory_record WHERE store_id = %s AND status = %s"


@dataclass(frozen=True, slots=True)
class Block:
    """One part of a context: its text, empty when there is nothing, and how many of how many items it shows."""

    text: str
    shown: int
    total: int
    ids: tuple[str, ...]

    @property
    def chars(self) -> int:
        return len(self.text)


@dataclass(frozen=True, slots=True)
class ContextPreview:
    """The three blocks, and how the question was searched: hybrid, or keyword with the reason."""

    facts: Block
    episodes: Block
    lessons: Block
    mode: str
    mode_reason: str


def context_preview(
    *, actor: Actor, store: Store, query: str = "", project_dir: str = "", options: RecallOptions = PLAIN
) -> ContextPreview:
    """Return the blocks for a question. Raises Forbidden or NotFound as recall does.

    Without a question the facts are the newest ones and there are no episodes.
    """
    actor.require(Permission.MEMORY_READ)
    facts, facts_block = _facts(actor, store, query, options)
    totals = _totals_of(actor, store, options)
    hits: Sequence[Hit] = ()
    if question_text(query) and totals.get(Kind.EPISODE):
        hits = recall(
            actor=actor, query=query, stores=[store], kinds={Kind.EPISODE}, limit=EPISODES_SHOWN, options=options
        ).hits
    lessons, asides = (
        lessons_applying(actor=actor, store=store, query=query, project_dir=project_dir, options=options)
        if totals.get(Kind.LESSON)
        else ([], {})
    )
    return ContextPreview(
        facts=replace(facts_block, total=totals.get(Kind.FACT, 0)),
        episodes=_block(
            EPISODES_HEADER,
            [(str(hit.id), episode_line(hit)) for hit in hits],
            EPISODES_CAP,
            totals.get(Kind.EPISODE, 0),
        ),
        lessons=_lessons(lessons, asides),
        mode=facts.mode.value,
        mode_reason=facts.mode_reason,
    )


def lessons_applying(
    *, actor: Actor, store: Store, query: str = "", project_dir: str = "", options: RecallOptions = PLAIN
) -> tuple[list[Record], Asides]:
    """The lessons that apply in a project, those sharing rare words with the question first, then as given.

    No inference here. With them what must be said beside some of them, by their uids. Raises Forbidden.
    """
    actor.require(Permission.MEMORY_READ)
    rows, asides = _lessons_of(actor, store, options)
    folder = _admitted(actor, project_dir)
    return _by_rare_words([row for row in rows if scope_satisfied(row.lesson.repo_scope, folder)], query), asides


def _facts(actor: Actor, store: Store, query: str, options: RecallOptions) -> tuple[RecallResult, Block]:
    """The facts' block. A first page of the best facts nearly always fills it; only else all of them are read."""
    for limit in (FIRST_FACTS, min(MAX_LIMIT, max(FACTS_CAP // CHARACTERS_PER_FACT, LEAST_FACTS))):
        found = recall(actor=actor, query=query, stores=[store], kinds={Kind.FACT}, limit=limit, options=options)
        items = [(str(hit.id), _fact_line(hit) + _asides(hit.qualifiers)) for hit in found.hits]
        block = _block(FACTS_HEADER, items, FACTS_CAP, 0)
        if block.shown < len(items) or len(items) < limit:
            break
    return found, block


def _admitted(actor: Actor, project_dir: str) -> str:
    """The project's folder, or nothing where the actor may not ask about it: an answer tells whether paths exist."""
    if actor.is_owner or actor.is_system:
        return project_dir
    try:
        folder = Path(project_dir).resolve()
        roots = [Path(root).resolve() for root in settings_all()["project_roots"]]
    except (OSError, RuntimeError, ValueError):
        return ""
    # Compared as they lie on the disk: neither `..` nor a link leads out of a root.
    return str(folder) if any(folder.is_relative_to(root) for root in roots) else ""


def _totals_of(actor: Actor, store: Store, options: RecallOptions) -> dict[str, int]:
    """How many records of each kind there are, or were."""
    moment = options.moment
    if moment is None:
        return _totals(actor, store, options.instant or now())
    return {kind: records_count(actor=actor, stores=[store], moment=moment, kind=kind) for kind in Kind.values}


def _totals(actor: Actor, store: Store, instant: datetime) -> dict[str, int]:
    """How many records of each kind the actor could be shown; read from the index of listings alone."""
    moment, statement, values = stored(instant), _TOTALS, [store.pk, str(Status.ACTIVE)]
    if actor.project:
        statement, values = f"{statement} AND project IN ('', %s)", [*values, actor.project]
    return dict(fetch_all(f"{statement} AND id NOT IN ({DATED}) GROUP BY kind", [*values, moment, moment]))


def _block(header: str, items: Sequence[tuple[str, str]], cap: int, total: int) -> Block:
    """Whole items or nothing: one that does not fit is left out and the next is tried."""
    lines, ids, room = [header], [], cap - len(header)
    for uid, line in items:
        if len(line) + 1 <= room:
            lines.append(line)
            ids.append(uid)
            room -= len(line) + 1
    return Block("\n".join(lines) if ids else "", len(ids), total, tuple(ids))


def _asides(qualifiers: Iterable[Qualifier]) -> str:
    """What must be known beside a fact's value or a rule, in a few words."""
    return "".join(f" [{qualifier.short}]" for qualifier in qualifiers)


def _fact_line(hit: Hit) -> str:
    value = hit.value if isinstance(hit.value, str) else canonical_json(hit.value)
    return f"{hit.key}: {fenced(value)}"


def _lessons_of(actor: Actor, store: Store, options: RecallOptions) -> tuple[list[Record], Asides]:
    """The lessons of a store, newest first, and what must be said beside some of them."""
    if options.moment:
        known = records_at(actor=actor, stores=[store], moment=options.moment, wanted=Wanted(kind=Kind.LESSON))
        return [then.record for then in known.entries], {then.record.uid: then.qualifiers for then in known.entries}
    condition, values = within(actor, store)
    moment = stored(options.instant or now())
    rows = rows_read(
        Record,
        f"WHERE {condition} AND t.kind = 'lesson' AND t.status = 'active' AND t.id NOT IN ({DATED}) ORDER BY t.id DESC",
        [*values, moment, moment],
    )
    if not rows:
        return [], {}
    told = rows_read(Lesson, f"WHERE t.record_id IN ({GIVEN})", [given([row.pk for row in rows])])
    lessons = {lesson.record_id: lesson for lesson in told}
    rows = [row for row in rows if row.pk in lessons]  # one may have been erased in this moment
    for row in rows:
        row.lesson = lessons[row.pk]
    # Few changes wait, and there may be many lessons, so it is asked from that side.
    pending = proposals_pending().filter(record__store=store, record__kind=Kind.LESSON)
    waiting = set(pending.values_list("record", flat=True))
    disputed = {row.uid: row.revision for row in rows if row.pk in waiting}
    return rows, qualifiers_of(disputed, None) if disputed else {}


def _lessons(rows: Sequence[Record], asides: Asides) -> Block:
    items = [(str(row.uid), _lesson_line(row) + _asides(asides.get(row.uid, ()))) for row in rows]
    room = LESSONS_CAP - len(f"{LESSONS_HEADER} (shown {len(rows)} of {len(rows)}):") + len(LESSONS_HEADER)
    block = _block(LESSONS_HEADER, items, room, len(rows))
    if not block.shown:
        return block
    header = f"{LESSONS_HEADER} (shown {block.shown} of {block.total}):"
    return Block(block.text.replace(LESSONS_HEADER, header, 1), block.shown, block.total, block.ids)


def _lesson_line(row: Record) -> str:
    negative = f" (not: {fenced(row.lesson.negative)})" if row.lesson.negative else ""
    return f"- {fenced(row.lesson.rule)}{negative}"


def _by_rare_words(rows: Sequence[Record], query: str) -> list[Record]:
    """Sum over shared words of ln((N + 1) / (df + 0.5)), divided by the root of the rule's different words."""
    asked = set(query_terms(query)) if query.strip() else set()
    if not asked:
        return list(rows)
    words = [_words(row.lesson.rule) for row in rows]
    frequency = Counter(word for found in words for word in found & asked)
    weight = {word: math.log((len(rows) + 1) / (count + 0.5)) for word, count in frequency.items()}
    scores = [sum(weight[word] for word in found & asked) / math.sqrt(len(found) or 1) for found in words]
    order = sorted(range(len(rows)), key=lambda index: (-scores[index], index))
    return [rows[index] for index in order]


@lru_cache(maxsize=8192)
def _words(rule: str) -> frozenset[str]:
    return frozenset(content_words(rule))
