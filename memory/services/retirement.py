"""Taking records out of memory because of what happened to another one, and the list of them."""

from collections.abc import Sequence
from typing import Any, Final

from django.db import connection
from django.db.models import F, QuerySet

from channels_bridge.actors import Actor, Permission
from kirocrew.base.analysis import analyse
from kirocrew.base.canonical import json_equal
from memory.models import Kind, Record, Retirement, Revision, Status, Store
from memory.recall import text_index
from memory.services.journal import Change, changes_commit, snapshot
from memory.services.refused import Refused
from memory.services.retirement_rules import SHORTEST, Parts, asserts, key_parts, openings
from memory.services.statistics import stores_of
from memory.services.timeline_steps import Effect, effect_kept

BUDGET: Final = 3
"""Episodes that one change of a value retires at most. A wider rule had retired 21 of 101 episodes of a store a few
hours old; the newest few are those that would be recalled."""
LOOKED_AT: Final = 200  # episodes that mention a key, newest first
ASKED_AT_ONCE: Final = 50
"""Keys in one question to the text index, which takes about a millisecond for each."""

_TAKEN_OUT: Final = (Status.FORGOTTEN, Status.ERASED)

_CANDIDATES: Final = f"""
    SELECT r.id FROM {text_index.TABLE} t JOIN memory_record r ON r.id = t.rowid
    WHERE t.terms MATCH %s AND r.store_id = %s AND r.kind = 'episode' AND r.status = 'active'
    ORDER BY r.id DESC LIMIT %s
"""  # noqa: S608


def value_changes(changes: Sequence[Change]) -> list[Change]:
    """Those of the changes that gave an active fact another value, the old one being worth looking for."""
    return [change for change in changes if _is_value_change(change)]


def outdated_retire(*, actor: Actor, changes: Sequence[Change]) -> list[Record]:
    """Supersede the episodes that literally assert a value that was changed, at most three for each change.

    Call it in the transaction of the changes, with `value_changes`. What an undo brings back is not retired: the
    episodes that the undone change retired come back with it. Returns what was retired.
    """
    undone = {change.record.pk: change for change in changes if change.status == Revision.Status.UNDONE}
    retiring = Retirement.objects.filter(by__in=list(undone), cause=Retirement.Cause.VALUE_CHANGED)
    for number in sorted(set(retiring.values_list("by_id", flat=True))) if undone else ():
        _bring_back(actor, undone[number])
    others = [change for change in changes if change.status != Revision.Status.UNDONE]
    retired: list[Record] = []
    taken: set[int] = set()
    mentioning = _mentioning(others)
    for change in others:
        episodes = mentioning.get(key_parts(change.record.key), [])
        found = [item for item in episodes if item.pk not in taken and _asserted_in(item, change)][:BUDGET]
        taken |= {item.pk for item in found}
        _supersede(actor, found, by=change)
        retired += found
    return retired


def retirements(*, actor: Actor, cause: str = "", store: Store | None = None) -> QuerySet[Retirement]:
    """What was retired and still is, newest first. What somebody deleted, or brought back and deleted, is not in it.

    What was forgotten, with its source, is shown to the owner alone, and so is what a forgotten record retired. Raises
    Forbidden without the permission to read.
    """
    actor.require(Permission.MEMORY_READ)
    seen = Record.objects.visible_to(actor)
    if not actor.is_owner:
        seen = seen.exclude(status__in=_TAKEN_OUT)
    rows = Retirement.objects.filter(
        record__store__in=stores_of(actor, store),
        record__in=seen,
        by__in=seen,
        record__revision=F("revision"),
        record__status__in=(Status.SUPERSEDED, Status.FORGOTTEN),
    )
    rows = rows.filter(cause=cause) if cause else rows
    return rows.select_related(
        "record__store", "record__fact", "record__lesson", "record__episode", "by", "by__store"
    ).order_by("-id")


def _is_value_change(change: Change) -> bool:
    before, after = change.before or {}, change.after or {}
    if change.record.kind != Kind.FACT or change.is_entry_only or not change.was_stored:
        return False
    if before.get("status") != Status.ACTIVE or after.get("status") != Status.ACTIVE:
        return False
    old, new = (before.get("content") or {}).get("value"), (after.get("content") or {}).get("value")
    return not json_equal(old, new) and isinstance(old, str) and len(old.strip()) >= SHORTEST


def _mentioning(changes: Sequence[Change]) -> dict[Parts, list[Record]]:
    """Active episodes with a clause that begins with the key of one of the facts, newest first, by its parts."""
    keys: list[int] = []
    stores: dict[int, dict[str, None]] = {}
    for change in changes:
        stores.setdefault(change.record.store_id, {})[change.record.key] = None
    for store, named in stores.items():
        keys += _by_index(store, list(named)) if len(named) <= ASKED_AT_ONCE else _by_reading(store, list(named))
    wanted = {key_parts(change.record.key) for change in changes}
    found: dict[Parts, list[Record]] = {}
    for record in Record.objects.with_content().filter(pk__in=keys).order_by("-pk") if keys else ():
        for parts in openings(record.episode.text) & wanted:
            found.setdefault(parts, []).append(record)
    return found


def _by_index(store: int, names: Sequence[str]) -> list[int]:
    """Keys of episodes that have the words of one of the facts' keys, by the text index."""
    wanted = []
    for name in names:
        if terms := analyse(name.replace(".", " ").replace("_", " ")):
            quoted = (term.replace('"', '""') for term in dict.fromkeys(terms))
            wanted.append("(" + " AND ".join(f'"{term}"' for term in quoted) + ")")
    if not wanted:
        return []
    with connection.cursor() as cursor:
        cursor.execute(_CANDIDATES, [" OR ".join(wanted), store, LOOKED_AT])
        return [row[0] for row in cursor.fetchall()]


def _by_reading(store: int, names: Sequence[str]) -> list[int]:
    """The same for many facts: reading every text once is cheaper than asking for each of them."""
    wanted = set(map(key_parts, names))
    episodes = Record.objects.filter(store=store, kind=Kind.EPISODE, status=Status.ACTIVE).order_by("-pk")
    found = []
    for first in sorted({parts[0] for parts in wanted if parts}):
        rows = episodes.filter(episode__text__icontains=first).values_list("pk", "episode__text")
        found += [key for key, text in rows.iterator(chunk_size=1_000) if not wanted.isdisjoint(openings(text))]
    return found


def _asserted_in(episode: Record, change: Change) -> bool:
    """Whether the episode states the old value of this fact, in the fact's own project or in none."""
    fact, before = change.record, change.before or {}
    if episode.store_id != fact.store_id or (fact.project and episode.project not in ("", fact.project)):
        return False
    return asserts(episode.episode.text, key=str(before["key"]), value=str(before["content"]["value"]))


def _supersede(actor: Actor, episodes: Sequence[Record], *, by: Change) -> None:
    """Take episodes out of memory. What they assert was true until the value changed, unless that was a correction."""
    fact, changes = by.record, []
    meant = {"effect": str(Effect.CHANGE)} | effect_kept(by.metadata)
    for episode in episodes:
        before, base = snapshot(episode, episode.episode), episode.revision
        episode.status, episode.superseded_by = Status.SUPERSEDED, fact
        changes.append(
            Change(
                episode,
                episode.episode,
                "retire",
                before=before,
                base_revision=base,
                reason="value_changed",
                metadata={"superseded_by": str(fact.uid), "by_revision": fact.revision, **meant},
                event="retired",
                old_text=episode.episode.text,
                new_text=fact.key,
                text_changed=False,
            )
        )
    changes_commit(actor=actor, changes=changes)
    Retirement.objects.bulk_create(
        Retirement(record=episode, cause=Retirement.Cause.VALUE_CHANGED, by=fact, revision=episode.revision)
        for episode in episodes
    )


def _bring_back(actor: Actor, change: Change) -> None:
    """Restore what the change that is undone had retired and nobody touched since."""
    rows = Retirement.objects.filter(
        by=change.record, cause=Retirement.Cause.VALUE_CHANGED, record__revision=F("revision")
    ).select_related("record__episode", "record__store")
    changes, number = [], change.undone_number()
    for row in rows.filter(record__status=Status.SUPERSEDED):
        entry = row.record.revisions.filter(number=row.revision, operation="retire").last()
        if entry is None or entry.metadata.get("by_revision") != number:
            continue
        episode = row.record
        if Refused(episode.store).record(episode) is not None:
            continue  # refused for good since: it stays out
        before, base = snapshot(episode, episode.episode), episode.revision
        episode.status, episode.superseded_by = Status.ACTIVE, None
        restored: dict[str, Any] = {"reason": "undone", "event": "restore", "text_changed": False}
        changes.append(Change(episode, episode.episode, "restore", before=before, base_revision=base, **restored))
    changes_commit(actor=actor, changes=changes)
