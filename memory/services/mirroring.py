"""The mirror: documents and history as Markdown files in workspace/ of the home, which a person may edit.

A file that a person changed comes back into its document through the gate; the days of the history only go out. Before
a file is written it is looked at: what would be lost is kept beside it as a .conflict, and listed for the owner.
"""

import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Final
from zoneinfo import ZoneInfo

from django.conf import settings

from channels_bridge.actors import Actor
from hooks.services.reading import Links, ReadReason, ReadRefused, safe_read_file
from kirocrew.base.clock import now
from kirocrew.base.problems import Forbidden, NotFound
from memory.gate.checks import DOCUMENT_MAX
from memory.models import Document, DocumentKind, HistoryEntry, MirrorFile, Store
from memory.services.documents import document_take_in
from memory.services.exports import file_write
from memory.services.mirror_requests import MIRROR
from memory.services.settings import settings_all
from memory.transfer.formats.keys import segment

FOLDER: Final = "workspace"
HISTORY_FOLDER: Final = "history"
REASON: Final = "Edited as a file"
CONFLICT: Final = ".conflict"
READ_MOST: Final = 8 * DOCUMENT_MAX  # bytes of a file that are read; a document is far smaller
CHANGED_BOTH: Final = (
    "The file and the document were both changed. The file was kept beside it; take over what you need."
)
CHANGED_DAY: Final = (
    "A day of the history was changed in its file. It is written from here only, so it was kept beside."
)


@dataclass(slots=True)
class Mirrored:
    """What a run came to: files written, edits taken in, conflicts kept beside, and edits the gate refused."""

    written: int = 0
    taken_in: int = 0
    conflicts: int = 0
    refused: int = 0

    def as_json(self) -> dict[str, int]:
        return {
            "written": self.written,
            "taken_in": self.taken_in,
            "conflicts": self.conflicts,
            "refused": self.refused,
        }


def mirror_perform(heartbeat: Callable[[], None] = lambda: None) -> Mirrored:
    """Take in what people changed in files, then write what changed here; nothing without the owner's setting."""
    done = Mirrored()
    if not settings_all()["mirror_documents"]:
        return done
    for store in Store.objects.order_by("slug"):
        for kind, project in _documents_of(store):
            heartbeat()
            with _told(store, _name(kind, project)):
                _document(store, kind, project, done)
        for day in _days_of(store):
            heartbeat()
            with _told(store, _day_name(day)):
                _day(store, day, done)
    return done


def mirror_problems() -> list[MirrorFile]:
    """Files that were kept beside theirs, and edits that were refused; those that were put right are forgotten."""
    rows = []
    for row in MirrorFile.objects.select_related("store").exclude(conflict="", problem=""):
        if row.conflict and not (_folder(row.store) / row.conflict).exists():
            MirrorFile.objects.filter(pk=row.pk).update(conflict="", problem="")
        else:
            rows.append(row)
    return rows


def mirror_dismiss(*, actor: Actor, number: int) -> MirrorFile:
    """Stop listing a file that was kept beside its own; it stays on disk. Owner only. Raises Forbidden, NotFound."""
    if not actor.is_owner:
        raise Forbidden("Only the owner looks after the files of the mirror.", type="owner-only")
    row = MirrorFile.objects.filter(pk=number).exclude(conflict="").first()
    if row is None:
        raise NotFound("There is no such file.", type="unknown-file")
    row.conflict = row.problem = ""
    row.save(update_fields=["conflict", "problem"])
    return row


def day_text(day: date, entries: list[HistoryEntry]) -> str:
    """A day as Markdown: a heading for each entry with its time and zone."""
    parts = [f"# {day:%Y-%m-%d}"]
    for entry in entries:
        parts.append(f"#### {entry.at.astimezone(ZoneInfo(entry.zone)):%H:%M %Z}\n{entry.text}")
    return "\n\n".join(parts)


@contextmanager
def _told(store: Store, name: str) -> Iterator[None]:
    """What keeps a file from being read or written is told at it, and the others are done."""
    try:
        yield
    except ReadRefused as refusal:
        _keep(_row(store, name), f"The file can't be read: {refusal.detail}")
    except OSError as error:
        _keep(_row(store, name), f"The file can't be written: {error.strerror or error}")


def _name(kind: str, project: str) -> str:
    return f"{kind}.{segment(project)}.md" if project else f"{kind}.md"


def _day_name(day: date) -> str:
    return f"{HISTORY_FOLDER}/{day:%Y-%m-%d}.md"


def _documents_of(store: Store) -> list[tuple[str, str]]:
    """Kinds and projects that have a document, and the two whole ones that a person may begin as files."""
    there = list(Document.objects.filter(store=store, path="").values_list("kind", "project"))
    return list(dict.fromkeys([*((kind.value, "") for kind in DocumentKind), *there]))


def _days_of(store: Store) -> Iterator[date]:
    days = set(HistoryEntry.objects.kept().filter(store=store).values_list("day", flat=True))
    mirrored = MirrorFile.objects.filter(store=store).values_list("day", flat=True)
    yield from sorted(days | {day for day in mirrored if day is not None})


def _document(store: Store, kind: str, project: str, done: Mirrored) -> None:
    name = _name(kind, project)
    row = _row(store, name)
    document = Document.objects.filter(store=store, kind=kind, project=project).first()
    text, revision = (document.text, document.revision) if document else ("", 0)
    found = _read(store, name)
    if found is not None and _hash(found) != row.file_hash and found.strip("\n") != text.strip("\n"):
        if revision != row.revision:
            done.conflicts += 1
            row.conflict, row.problem = _kept_beside(store, name), CHANGED_BOTH
        elif row.problem and _changed_at(store, name) <= row.seen_at.timestamp():
            return  # refused, and not changed since
        elif why := _take_in(store, kind, project, found, revision):
            done.refused += 1
            _keep(row, why)
            return
        else:
            done.taken_in += 1
            document = Document.objects.get(store=store, kind=kind, project=project)
            text, revision, row.problem = document.text, document.revision, ""
    elif not row.conflict:
        row.problem = ""
    if document is None:
        return
    if _read(store, name) != _as_file(text):
        _write(store, name, text)
        done.written += 1
    row.document, row.file_hash, row.revision = document, _hash(_as_file(text)), revision
    _keep(row, row.problem)


def _take_in(store: Store, kind: str, project: str, text: str, revision: int) -> str:
    """Bring an edit into its document; why not, in words, if the gate refuses it."""
    outcome = document_take_in(
        actor=MIRROR,
        store=store,
        kind=kind,
        project=project,
        text=text,
        base_revision=revision,
        reason="Edited as a file",
    )
    return f"{outcome.refusal.message} ({outcome.refusal.code})" if outcome.refusal else ""


def _day(store: Store, day: date, done: Mirrored) -> None:
    name = _day_name(day)
    row = _row(store, name)
    row.day = day
    entries = list(HistoryEntry.objects.kept().filter(store=store, day=day).order_by("at", "id"))
    wanted = _as_file(day_text(day, entries)) if entries else None
    found = _read(store, name)
    if found is not None and found != wanted and _hash(found) != row.file_hash:
        done.conflicts += 1
        row.conflict, row.problem = _kept_beside(store, name), CHANGED_DAY
        found = None
    if wanted is None:
        _unlinked(_folder(store) / name).unlink(missing_ok=True)
        row.file_hash = ""
    elif found != wanted:
        _write(store, name, wanted)
        done.written += 1
    if wanted is not None:
        row.file_hash = _hash(wanted)
    if wanted is not None or row.conflict:
        _keep(row, row.problem)
    elif row.pk:
        row.delete()


def _row(store: Store, name: str) -> MirrorFile:
    return MirrorFile.objects.filter(store=store, path=name).first() or MirrorFile(store=store, path=name)


def _keep(row: MirrorFile, problem: str) -> None:
    row.problem, row.seen_at = problem[:500], now()
    row.save()


def _changed_at(store: Store, name: str) -> float:
    """When a file was changed last, in seconds since 1970."""
    return (_folder(store) / name).stat().st_mtime


def _read(store: Store, name: str) -> str | None:
    """The file's text, None where there is none. Links are never followed. Raises ReadRefused."""
    folder = _folder(store)
    file = folder / name
    if not file.exists() and not file.is_symlink():
        return None
    try:
        return safe_read_file(file, limit=READ_MOST, within=folder, links=Links.REFUSE)
    except ReadRefused as refusal:
        if refusal.reason is ReadReason.MISSING:
            return None
        raise


def _write(store: Store, name: str, text: str) -> None:
    """Write a file whole or not at all. Raises OSError where a folder on the way is a link."""
    file = _folder(store) / name
    file_write(_unlinked(file), iter([_as_file(text)]))


def _kept_beside(store: Store, name: str) -> str:
    """Move a person's file aside under a name that is free; returns the name below the store's folder."""
    folder = _folder(store)
    kept, number = f"{name}{CONFLICT}", 1
    while (folder / kept).exists():
        number += 1
        kept = f"{name}{CONFLICT}-{number}"
    _unlinked(folder / name).rename(folder / kept)
    return kept


def _unlinked(file: Path) -> Path:
    """The path, where no folder on its way is a link to somewhere else. Raises OSError."""
    home = Path(settings.KIROCREW_HOME)
    if file.parent.resolve() != home.resolve() / file.parent.relative_to(home):
        raise OSError(f"A folder on the way to {file} is a link, and the mirror follows none.")
    return file


def _folder(store: Store) -> Path:
    return Path(settings.KIROCREW_HOME) / FOLDER / store.slug


def _as_file(text: str) -> str:
    return text.rstrip("\n") + "\n"


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
