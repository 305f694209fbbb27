"""Where an import reads from: paths an operator named, or uploads kept in the home until they are imported."""

import os
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, TypeAlias
from uuid import UUID

from django.conf import settings

from hooks.services import redact
from hooks.services.reading import ReadRefused, safe_read_bytes
from kirocrew.base.problems import Invalid, NotFound, TooLarge, Unavailable
from memory.transfer.files import collect, from_upload
from memory.transfer.items import Unsupported
from memory.transfer.sources import DEFAULT_LIMITS, MIB, SourceFile

FOLDER: Final = "imports"
FOLDER_MODE: Final = 0o700
FILE_MODE: Final = 0o600

UPLOAD_LIMIT: Final = DEFAULT_LIMITS.total_bytes
"""Bytes of one file that is read back; more was never taken."""

Found: TypeAlias = SourceFile | Unsupported


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that came with a request. The name is shown and tells a zip archive; it is never used as a path."""

    name: str
    content: bytes

    def __post_init__(self) -> None:
        """A name is kept with the run and shown on pages, so it goes without credentials as texts do."""
        object.__setattr__(self, "name", redact(self.name).text)


Source: TypeAlias = Path | Upload


def check_sources(sources: Sequence[Source]) -> None:
    """Raise Invalid when there is nothing to read, TooLarge when the uploads are more than an import takes."""
    if not sources:
        raise Invalid("Name at least one file or folder to import.", type="nothing-to-import")
    uploads = [source for source in sources if isinstance(source, Upload)]
    if len(uploads) > DEFAULT_LIMITS.files:
        raise TooLarge(f"An import takes {DEFAULT_LIMITS.files} files. Import the rest next.", type="import-too-large")
    if sum(len(upload.content) for upload in uploads) > DEFAULT_LIMITS.total_bytes:
        limit = DEFAULT_LIMITS.total_bytes // MIB
        raise TooLarge(f"An import takes {limit} MiB in total. Import the rest next.", type="import-too-large")


def read_sources(sources: Sequence[Source]) -> Iterator[Found]:
    """Yield the files of all sources in their order; what the limits leave out is an `Unsupported`."""
    yield from collect([source for source in sources if isinstance(source, Path)])
    limits = DEFAULT_LIMITS
    for source in sources:
        if not isinstance(source, Upload):
            continue
        for found in from_upload(source.name, source.content, limits=limits):
            if isinstance(found, SourceFile):
                used = len(found.text.encode())
                limits = replace(limits, files=limits.files - 1, total_bytes=max(0, limits.total_bytes - used))
            yield found


def file_time(sources: Sequence[Source], file: SourceFile) -> datetime | None:
    """When a file below one of the paths was last changed; None for an upload or a member of an archive.

    It only dates what carries no date itself, so a wrong answer for a strange name does no harm.
    """
    for source in sources:
        if not isinstance(source, Path):
            continue
        above = source.parent if source.is_dir() else source.parent.parent
        try:
            info = (above / file.path).stat(follow_symlinks=False)
        except (OSError, ValueError):
            continue
        return datetime.fromtimestamp(info.st_mtime, UTC)
    return None


def upload_folder(uid: UUID) -> Path:
    """Where the uploads of one run are kept."""
    return Path(settings.KIROCREW_HOME) / FOLDER / str(uid)


def sources_store(uid: UUID, sources: Sequence[Source]) -> list[Any]:
    """Write uploads to the run's folder (0700, files 0600) and return what a run keeps of its sources, as JSON.

    Raises Unavailable when they can't be written; then none is left.
    """
    kept: list[Any] = []
    try:
        for number, source in enumerate(sources):
            if isinstance(source, Upload):
                file = f"{number:04}"
                _write(upload_folder(uid), file, source.content)
                kept.append({"upload": source.name, "file": file})
            else:
                kept.append(os.path.abspath(source))  # noqa: PTH100  (`resolve` would follow links)
    except OSError as error:
        sources_remove(uid)
        raise Unavailable(f"The upload can't be kept: {error.strerror or error}. Free some space first.") from error
    return kept


def sources_load(uid: UUID, kept: Sequence[Any]) -> list[Source]:
    """The sources of a run again. Raises NotFound when an upload is gone."""
    folder = upload_folder(uid)
    try:
        return [
            Upload(str(entry["upload"]), safe_read_bytes(folder / str(entry["file"]), limit=UPLOAD_LIMIT))
            if isinstance(entry, dict)
            else Path(str(entry))
            for entry in kept
        ]
    except ReadRefused as error:
        raise NotFound("The upload is not here any more. Send it again.", type="unknown-upload") from error


def sources_remove(uid: UUID) -> None:
    """Delete the uploads of a run; nothing happens when there are none."""
    shutil.rmtree(upload_folder(uid), ignore_errors=True)


def _write(folder: Path, name: str, content: bytes) -> None:
    folder.parent.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
    folder.mkdir(mode=FOLDER_MODE, exist_ok=True)
    descriptor = os.open(folder / name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE_MODE)
    with os.fdopen(descriptor, "wb") as handle:
        handle.write(content)
        handle.flush()
        os.fsync(handle.fileno())
