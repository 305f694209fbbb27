"""Bringing a database in line with the list of what was erased, as after an older backup was put back."""

from uuid import UUID

from django.db import transaction

from channels_bridge.actors import Actor
from memory.models import Erasure, Record, Status
from memory.services.erasing.documents import documents_settle
from memory.services.erasing.refusing import refusals_renew
from memory.services.erasing.remaining import remaining_resume
from memory.services.erasing.tombstones import erasure_of, is_done, is_open, tombstones_complete, tombstones_read
from memory.services.erasure import record_erase_again

RESTORER = Actor.system("restore")


def erasures_apply() -> list[UUID]:
    """Bring the database in line, and ask again for jobs that went through files and did not come to their end.

    Returns what was erased again. Raises Unavailable when the list can't be read or written.
    """
    back = _listed_apply()
    if back:
        with transaction.atomic():
            documents_settle()
    remaining_resume(again=True)
    return back


def _listed_apply() -> list[UUID]:
    """Erase again what the list names and the database still has, and refuse its values; returns what was erased.

    The database's own erases are added to the list first, where it lacks them. An erase that began and was not kept is
    left alone while its record is there: the owner was not told that it is gone.
    """
    tombstones_complete()
    entries = {UUID(entry["record"]): entry for entry in tombstones_read() if is_done(entry) or is_open(entry)}
    if not entries:
        return []
    known = set(Erasure.objects.filter(record_uid__in=entries).values_list("record_uid", flat=True))
    there = Record.objects.filter(uid__in=entries).exclude(status=Status.ERASED)
    kept = list(there.order_by("pk").values_list("uid", flat=True))
    back = [uid for uid in kept if is_done(entries[uid])]
    for uid in back:
        # A record that went with another one may be gone by now.
        if Record.objects.filter(uid=uid).exclude(status=Status.ERASED).exists():
            record_erase_again(actor=RESTORER, uid=uid, reason=entries[uid].get("reason", ""))
        _as_listed(entries[uid])
    for uid, entry in entries.items():
        if uid not in known and uid not in kept:
            _as_listed(entry)
    return back


def _as_listed(entry: dict[str, object]) -> None:
    """The row and the refusals as the list has them: who erased it, when, and every value that was refused."""
    erasure = erasure_of(entry)
    if erasure is None:
        return
    with transaction.atomic():
        kept = {name: getattr(erasure, name) for name in ("store", "kind", "at", "by", "reason", "marks", "refused")}
        Erasure.objects.update_or_create(record_uid=erasure.record_uid, defaults=kept)
        refusals_renew(store=erasure.store, entries=erasure.refused)
