"""What memory holds: documents, history, facts, episodes and learned corrections, each item with where it is from."""

import logging
from collections.abc import Sequence
from datetime import datetime
from typing import Final

from kirocrew.base.canonical import canonical_json
from kirocrew.base.clock import now
from kirocrew.base.fencing import PREFERENCES_HEADER, PROJECTS_HEADER, fenced
from kirocrew.context.asking import Asked
from kirocrew.context.blocks import Block, Group, Item, Line, from_the_head, of_items, whole, withheld
from kirocrew.context.markers import LESSONS_TRUNCATED, MEMORY_ENDS, TRUNCATED, lessons_overflow
from memory.models import DocumentKind, DocumentRevision, Kind, Record
from memory.recall.hits import Hit, RecallResult
from memory.recall.qualifiers import Qualifier
from memory.services.context import lessons_applying
from memory.services.documents import documents_of
from memory.services.fencing import EPISODES_HEADER, FACTS_HEADER, LESSONS_HEADER, episode_line, marks_of
from memory.services.history import owner_day
from memory.services.history_context import history_context
from memory.services.recall import RecallOptions, question_text, recall

FACTS_ASKED: Final = 120
"""Facts looked at for a context: those nearest to the question, or the newest."""
EPISODES_ASKED: Final = 8

log = logging.getLogger(__name__)


def preferences(asked: Asked, room: int) -> Block:
    """What a person prefers: the document of all projects, then that of this one."""
    return _documents(asked, room, "preferences", DocumentKind.PREFERENCES, PREFERENCES_HEADER)


def projects(asked: Asked, room: int) -> Block:
    """What is known of the projects: the document of all, then that of this one."""
    return _documents(asked, room, "projects", DocumentKind.PROJECTS, PROJECTS_HEADER)


def history(asked: Asked, room: int) -> Block:
    """What happened on which day; the older a day, the less of it."""
    if why := asked.why_withheld(Group.MEMORY):
        return withheld("history", Group.MEMORY, why)
    today = owner_day(asked.moment.as_of if asked.moment else now())
    project = asked.project or None
    limit = max(0, room - len(TRUNCATED) - 1)  # the mark has its room, whether it is needed or not
    found = history_context(actor=asked.actor, store=asked.store, today=today, project=project, limit=limit)
    text = f"{found.text}\n{TRUNCATED}" if found.text and found.left_out else found.text
    items = tuple(Item(uid, "history", "recent") for uid in found.ids)
    left_out = (f"{found.left_out} lines",) if found.left_out else ()
    why = "" if found.text else "Nothing is written down that fits."
    return Block("history", Group.MEMORY, text, items, len(items) + found.left_out, left_out, why=why)


def facts(asked: Asked, room: int) -> Block:
    """The facts nearest to the question, or the newest without one."""
    if why := asked.why_withheld(Group.MEMORY):
        return withheld("facts", Group.MEMORY, why)
    found = _recalled(asked, Kind.FACT, asked.query, FACTS_ASKED)
    lines = [Line(fact_line(hit), _item(hit)) for hit in found.hits]
    return of_items("facts", Group.MEMORY, FACTS_HEADER, lines, room=room, why=_how(found))


def episodes(asked: Asked, room: int) -> Block:
    """What happened that bears on the question; without one there is nothing to go by."""
    if why := asked.why_withheld(Group.MEMORY):
        return withheld("episodes", Group.MEMORY, why)
    if not question_text(asked.query):
        return Block("episodes", Group.MEMORY, why="There is no question to look for.")
    found = _recalled(asked, Kind.EPISODE, asked.query, EPISODES_ASKED)
    lines = [Line(episode_line(hit), _item(hit)) for hit in found.hits]
    return of_items("episodes", Group.MEMORY, EPISODES_HEADER, lines, room=room, why=_how(found))


def memory_end(asked: Asked, room: int) -> Block:
    """Where memory ends, so that what follows is not taken for it."""
    if why := asked.why_withheld(Group.MEMORY):
        return withheld("memory_end", Group.MEMORY, why)
    return whole("memory_end", Group.MEMORY, MEMORY_ENDS, room=room)


def lessons(asked: Asked, room: int) -> Block:
    """Learned corrections that apply here. When they do not all fit, that is said before and after them."""
    if why := asked.why_withheld(Group.LESSONS):
        return withheld("lessons", Group.LESSONS, why)
    rows, asides = lessons_applying(
        actor=asked.actor, store=asked.store, query=asked.query, project_dir=asked.project_dir, options=_options(asked)
    )
    lines = [
        Line(lesson_line(row, asides.get(row.uid, ())), Item(str(row.uid), row.kind, "applies", row.revision))
        for row in rows
    ]
    header = f"{LESSONS_HEADER} (shown {len(rows)} of {len(rows)}):"
    block = of_items("lessons", Group.LESSONS, header, lines, room=room, mark="")
    if not block.left_out:
        return block
    size = len(header) + sum(len(line.text) + 1 for line in lines)
    alarm = lessons_overflow(size, room, len(rows))
    taken = len(alarm) + len(LESSONS_TRUNCATED) + 2
    block = of_items("lessons", Group.LESSONS, header, lines, room=max(0, room - taken), mark="")
    log.error(
        "learned corrections of store %s take %d characters, %d are allowed: %d of them are left out of a context",
        *(asked.store.slug, size, room, len(block.left_out)),
    )
    shown = f"{LESSONS_HEADER} (shown {len(block.items)} of {len(rows)}):"
    body = block.text.replace(header, shown, 1) if block.text else shown
    text = "\n".join([lessons_overflow(size, room, len(block.left_out)), body, LESSONS_TRUNCATED])
    if len(text) > room:
        return Block("lessons", Group.LESSONS, total=len(rows), left_out=block.left_out, why="No item fits.")
    return Block("lessons", Group.LESSONS, text, block.items, len(rows), block.left_out)


def _documents(asked: Asked, room: int, name: str, kind: DocumentKind, header: str) -> Block:
    """Documents from their head on, line by line; what is missing is told at the end."""
    if why := asked.why_withheld(Group.MEMORY):
        return withheld(name, Group.MEMORY, why)
    rows = documents_of(actor=asked.actor, store=asked.store, kind=kind, project=asked.project)
    lines, items = [header], list[Item]()
    for row in rows:
        text, revision = (
            (row.text, row.revision) if asked.moment is None else _document_then(row.pk, asked.moment.known_at)
        )
        if text.strip():
            lines.append(f"[memory:{row.uid}]" + (f" [project {fenced(row.project)}]" if row.project else ""))
            lines += [fenced(line) for line in text.splitlines() if line.strip()]
            items.append(Item(str(row.uid), name, "the document", revision))
    if not items:
        return Block(name, Group.MEMORY, why="There is no such document.")
    return from_the_head(name, Group.MEMORY, lines, items, room=room, frame=2)


def _document_then(document: int, instant: datetime) -> tuple[str, int]:
    """The text a document had at an instant, and its revision; nothing where it was not there yet."""
    rows = DocumentRevision.objects.filter(document=document, recorded_at__lte=instant, erased_at=None)
    found = rows.order_by("-number").first()
    return (found.text, found.number) if found else ("", 0)


def _options(asked: Asked) -> RecallOptions:
    # The question was embedded once for all blocks; without a vector none of them waits for another.
    return RecallOptions(
        project=asked.project or None,
        moment=asked.moment,
        vector=asked.vector,
        space=asked.space,
        embed_seconds=0.0,
    )


def _recalled(asked: Asked, kind: Kind, query: str, limit: int) -> RecallResult:
    return recall(
        actor=asked.actor, query=query, stores=[asked.store], kinds={kind}, limit=limit, options=_options(asked)
    )


def _how(found: RecallResult) -> str:
    return found.note if found.abstained else f"Searched {found.mode.value}."


def _item(hit: Hit) -> Item:
    return Item(str(hit.id), hit.kind, hit.why, hit.revision)


def fact_line(hit: Hit) -> str:
    """A fact's key and value with its marks before them."""
    value = hit.value if isinstance(hit.value, str) else canonical_json(hit.value)
    marks = marks_of(hit.id, hit.observed_at, hit.source, hit.valid_until, hit.qualifiers)
    return f"{marks} {hit.key}: {fenced(value)}"


def lesson_line(row: Record, asides: Sequence[Qualifier]) -> str:
    """A rule, and what not to do, with its marks before them."""
    negative = f" (not: {fenced(row.lesson.negative)})" if row.lesson.negative else ""
    marks = marks_of(row.uid, row.observed_at, row.source, row.valid_until, asides)
    return f"- {marks} {fenced(row.lesson.rule)}{negative}"
