"""Looks at the database: its pages, its references, its journal, its indexes and vectors."""

from datetime import timedelta
from itertools import islice
from typing import Final

from django.db import DatabaseError, connection

from channels_bridge.models import Job, Turn
from kirocrew.backup.counting import PROBLEMS
from kirocrew.base.clock import now
from kirocrew.doctor.findings import FAULT, OK, WARNING, Finding
from memory.models import Event, Record, Revision, Space
from memory.services.chain import chains_check
from memory.services.documents import document_chains_check
from memory.services.index_repair import texts_check, vectors_check

AHEAD: Final = timedelta(minutes=5)
"""A row may be this much newer than the clock: clocks are set now and then."""
SHOWN: Final = 3
BACK: Final = "Go back to a backup: `kirocrew restore list`."


def pages() -> list[Finding]:
    """Whether every page and index of the file is whole."""
    if connection.vendor != "sqlite":
        return [Finding("pages", OK, f"{connection.vendor} looks after its own files")]
    try:
        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA integrity_check({PROBLEMS})")
            found = [str(row[0]) for row in cursor.fetchall()]
    except DatabaseError as error:
        found = [str(error)]
    if found == ["ok"]:
        return [Finding("pages", OK, "every page and index is whole")]
    if all("fts5" in line.lower() or "malformed inverted index" in line for line in found):
        return []  # the look at the text indexes says it better, and mends it
    return [Finding("pages", FAULT, f"the file is damaged: {'; '.join(found)}", f"Look at the disk. {BACK}")]


def references() -> list[Finding]:
    """Whether each row's references lead somewhere."""
    if connection.vendor != "sqlite":
        return []
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA foreign_key_check")
        rows = cursor.fetchall()
    tables = sorted({f"{row[0]} to {row[2]}" for row in rows})
    vectors = all(row[0].startswith(("memory_embedding", "memory_pastvector")) for row in rows)
    if not rows:
        return [Finding("references", OK, "every reference leads somewhere")]
    told = f"{len(rows):,} references lead nowhere: {', '.join(tables[:SHOWN])}"
    return [Finding("references", FAULT, told, "" if vectors else BACK, can_repair=vectors)]


def journal() -> list[Finding]:
    """Whether the chains of records and documents hold."""
    broken = [f"record {one.record}: {one.why}" for one in islice(chains_check(), SHOWN)]
    broken += [
        f"document {uid}, revision {number}: {why}" for uid, number, why in islice(document_chains_check(), SHOWN)
    ]
    if broken:
        remedy = f"`kirocrew verify` lists all. Somebody changed the database past the server. {BACK}"
        return [Finding("journal", FAULT, "; ".join(broken), remedy)]
    return [Finding("journal", OK, f"every chain of {Revision.objects.count():,} entries holds")]


def text_indexes() -> list[Finding]:
    """Whether the text indexes are whole and hold what is in memory, and no more."""
    if found := texts_check():
        return [Finding("text indexes", FAULT, "; ".join(found), "", can_repair=True)]
    return [Finding("text indexes", OK, "they hold what is in memory, and no more")]


def vectors() -> list[Finding]:
    """Whether each vector belongs to something and is as long as its space is wide."""
    if found := vectors_check():
        told = "; ".join(f"{number:,} {words}" for words, number in found.items())
        return [Finding("vectors", FAULT, told, "", can_repair=True)]
    return [Finding("vectors", OK, "each belongs to a record and is as long as its space is wide")]


def spaces() -> list[Finding]:
    """Which spaces there are, and whether one is searched."""
    rows = list(Space.objects.order_by("id"))
    current = [space for space in rows if space.state == Space.State.CURRENT]
    told = "; ".join(f"{space.model} ({space.dimension}): {space.get_state_display().lower()}" for space in rows)
    if len(current) > 1:
        return [Finding("spaces", FAULT, f"{len(current)} spaces are searched at once: {told}", BACK)]
    if rows and not current:
        return [Finding("spaces", WARNING, f"no space is searched: {told}", "`kirocrew model status` says why.")]
    return [Finding("spaces", OK, told or "none yet: nothing was embedded")]


def clock() -> list[Finding]:
    """Whether the clock of this machine is not behind what was written already."""
    newest = {
        "a journal entry": Revision.objects.order_by("-pk").values_list("recorded_at", flat=True).first(),
        "an audit entry": Event.objects.order_by("-pk").values_list("at", flat=True).first(),
        "a record": Record.objects.order_by("-pk").values_list("created_at", flat=True).first(),
        "a turn": Turn.objects.order_by("-pk").values_list("recorded_at", flat=True).first(),
        "a job": Job.objects.order_by("-pk").values_list("created_at", flat=True).first(),
    }
    moment = now()
    ahead = {what: at for what, at in newest.items() if at is not None and at > moment + AHEAD}
    if ahead:
        what, at = max(ahead.items(), key=lambda pair: pair[1])
        told = f"the clock says {moment:%Y-%m-%d %H:%M} UTC, but {what} was written at {at:%Y-%m-%d %H:%M}"
        return [Finding("clock", FAULT, told, "Set the clock of this machine, best by NTP, before more is written.")]
    return [Finding("clock", OK, "not behind what was written")]
