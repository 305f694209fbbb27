"""Uploads that wait between the preview of their import and the owner's yes."""

import json
import os
import shutil
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final
from uuid import UUID

from django.conf import settings

from channels_bridge.actors import Actor, Permission
from channels_bridge.models import Job
from hooks.services import redact
from hooks.services.reading import ReadRefused, safe_read_bytes, safe_read_file
from kirocrew.base.ids import new_uid
from kirocrew.base.problems import NotFound
from memory.models import Store
from memory.services.exports import file_write
from memory.services.importing.entries import formats_of
from memory.services.importing.persons import whose
from memory.services.importing.results import ItemResult, Tally
from memory.services.importing.sources import FOLDER, FOLDER_MODE, UPLOAD_LIMIT, Upload
from memory.services.imports import import_apply
from memory.services.imports_preview import rehearse
from memory.services.stores import store_get

PREFIX: Final = "preview-"
PREVIEW: Final = "preview.json"
REHEARSE_SECONDS: Final = 6.0
"""How long the owner waits for a preview; a larger upload is previewed as far as that goes."""
PEOPLE_LISTED: Final = 50
LISTED: Final = 5_000  # items a preview keeps; all it went through are counted
KEPT_SECONDS: Final = 24 * 3600
"""An upload nobody said yes to goes after a day."""
FILE_MODE: Final = 0o600


@dataclass(frozen=True, slots=True)
class Staged:
    """An upload with what its import would do. `complete` is False when the preview stopped before the end.

    `people` are those the files name, with how many memories each has; `user` is the one whose alone are imported.
    `read_as` are the labels of the formats that know the files.
    """

    uid: UUID
    store: str
    format: str
    files: list[dict[str, Any]]
    counts: dict[str, int]
    total: int
    items: list[dict[str, Any]]
    complete: bool
    people: dict[str, int] = field(default_factory=dict)
    user: str = ""
    read_as: list[str] = field(default_factory=list)


def import_stage(
    *, actor: Actor, store: Store, uploads: Sequence[Upload], format_name: str = "", user: str = ""
) -> UUID:
    """Keep the uploads, rehearse their import and return the name of both. Raises as import_preview."""
    actor.require(Permission.ADMIN)
    staged_prune()
    batches = rehearse(actor=actor, store=store, sources=uploads, format_name=format_name, user=user)
    people: Counter[str] = Counter()
    ends = time.monotonic() + REHEARSE_SECONDS
    tally, items, complete = Tally(), list[ItemResult](), True
    for results in batches:
        tally.add(results)
        items += results[: max(0, LISTED - len(items))]
        # A name may be anything, a credential too; one that was taken out can't be chosen.
        people.update(redact(name).text for result in results if (name := whose(result.item)))
        if time.monotonic() > ends:
            complete = False
            break
    uid = new_uid()
    folder = _folder(uid)
    folder.mkdir(mode=FOLDER_MODE, parents=True)
    for number, upload in enumerate(uploads):
        _write(folder / f"{number:04}", upload.content)
    preview = {
        "store": store.slug,
        "format": format_name,
        "files": [{"name": upload.name, "size": len(upload.content)} for upload in uploads],
        "counts": tally.as_json()["actions"],
        "total": tally.total,
        "items": [item.as_json() for item in items],
        "complete": complete,
        "people": dict(people.most_common(PEOPLE_LISTED)),
        "user": user,
        "read_as": formats_of(uploads, format_name=format_name),
    }
    file_write(folder / PREVIEW, iter([json.dumps(preview, ensure_ascii=False)]))
    return uid


def staged_get(*, actor: Actor, uid: UUID) -> Staged:
    """Return an upload and its preview. Raises NotFound when it was applied, dropped, or waited for too long."""
    actor.require(Permission.ADMIN)
    try:
        kept = json.loads(safe_read_file(_folder(uid) / PREVIEW))
    except ReadRefused as error:
        raise NotFound(
            "This upload is not here any more: it was imported, dropped, or a day old. Upload it again.",
            type="unknown-upload",
        ) from error
    return Staged(uid=uid, **kept)


def staged_apply(*, actor: Actor, uid: UUID) -> Job:
    """Import what was previewed, as a job. Raises NotFound as staged_get, and as import_apply."""
    staged = staged_get(actor=actor, uid=uid)
    uploads = _uploads(staged)
    store = store_get(actor=actor, slug=staged.store)
    job = import_apply(actor=actor, store=store, sources=uploads, format_name=staged.format, user=staged.user)
    staged_drop(actor=actor, uid=uid)
    return job


def staged_narrow(*, actor: Actor, uid: UUID, user: str) -> UUID:
    """Preview the same upload for one person's memories alone, or for all with no name. Raises as staged_apply."""
    staged = staged_get(actor=actor, uid=uid)
    store = store_get(actor=actor, slug=staged.store)
    narrowed = import_stage(actor=actor, store=store, uploads=_uploads(staged), format_name=staged.format, user=user)
    staged_drop(actor=actor, uid=uid)
    return narrowed


def staged_drop(*, actor: Actor, uid: UUID) -> None:
    """Forget an upload; nothing happens when it is gone already."""
    actor.require(Permission.ADMIN)
    shutil.rmtree(_folder(uid), ignore_errors=True)


def staged_prune() -> None:
    """Remove uploads that waited for more than a day."""
    root = Path(settings.KIROCREW_HOME) / FOLDER
    for folder in root.glob(f"{PREFIX}*") if root.is_dir() else ():
        if time.time() - folder.stat().st_mtime > KEPT_SECONDS:
            shutil.rmtree(folder, ignore_errors=True)


def _uploads(staged: Staged) -> list[Upload]:
    folder = _folder(staged.uid)
    return [
        Upload(file["name"], safe_read_bytes(folder / f"{number:04}", limit=UPLOAD_LIMIT))
        for number, file in enumerate(staged.files)
    ]


def _folder(uid: UUID) -> Path:
    return Path(settings.KIROCREW_HOME) / FOLDER / f"{PREFIX}{uid}"


def _write(file: Path, content: bytes) -> None:
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE_MODE)
    with os.fdopen(descriptor, "wb") as handle:
        handle.write(content)
