"""Taking an archive in: look at it, restore it into an empty home, or merge it into one that is used."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from uuid import UUID

from django.conf import settings

from channels_bridge.actors import Actor, Permission
from kirocrew.archive.errors import ArchiveError
from kirocrew.archive.merging import Merged, merge_apply
from kirocrew.archive.reading import Contents, archive_open, archive_read
from kirocrew.archive.restoring import empty_check, restore_apply, restore_refuse_others, schema_check
from kirocrew.archive.staging import Staging, staging_open
from kirocrew.base.ids import new_uid
from kirocrew.base.problems import Conflict
from memory.models import Event
from memory.services.journal import events_write

FOLDER: Final = "imports"
CONFIRM: Final = 8  # characters of a digest that say which archive is meant

Report = Callable[[str, int, int], None]
"""What is being done, how far, of how much."""

BRINGS: Final = {
    "channels_bridge_bot": "bots, without their keys",
    "hooks_scripthook": "script hooks, which run commands",
    "hooks_mcpserver": "MCP servers, which run commands",
    "hooks_rule": "rules",
    "hooks_protectionoff": "protections that are switched off",
    "skills_skillgrant": "grants of skills",
}
"""What of an archive decides on who may do what, or runs."""


@dataclass(frozen=True, slots=True)
class Archive:
    """An archive on its way in: a file, and what opens it."""

    path: Path
    passphrase: str = ""
    key: bytes = b""


def archive_verify(*, actor: Actor, archive: Archive, report: Report | None = None) -> Contents:
    """Read an archive from end to end, and say what it holds. Raises Forbidden, ArchiveError, WrongPassphrase."""
    actor.require(Permission.ADMIN)
    with archive_open(archive.path, passphrase=archive.passphrase, key=archive.key) as pieces:
        size = archive.path.stat().st_size
        return archive_read(pieces, size=size, report=_as(report, "checking"))


def authority_of(contents: Contents) -> dict[str, int]:
    """What a restore brings that decides or runs, in words, with how many."""
    return {words: number for table, words in BRINGS.items() if (number := contents.counts.get(table, 0))}


def archive_restore(
    *,
    actor: Actor,
    archive: Archive,
    confirm: str,
    report: Report | None = None,
    last: Callable[[], None] | None = None,
) -> Contents:
    """Make this home, which has to be empty, what the archive's was. Whole or not at all.

    `confirm` is the beginning of the digest that a look at the archive told: a restore believes the file, so it is
    given to one that was looked at. Raises Forbidden, Conflict for a home that is not empty or another digest,
    ArchiveError, WrongPassphrase.
    """
    restore_refuse_others(actor)
    empty_check()
    with _noted(actor), _staged(archive, report) as (staging, contents):
        if len(confirm) < CONFIRM or not contents.digest.startswith(confirm.lower()):
            raise Conflict(
                "A restore believes all that the archive says. Look at it first; then confirm with the beginning of "
                f"its digest, at least {CONFIRM} characters.",
                type="archive-not-confirmed",
                extra={"digest": contents.digest},
            )
        schema_check(contents)
        if report is not None:
            report("indexing", 0, contents.rows)
        staging.index(lambda: report("indexing", 0, contents.rows) if report is not None else None)
        restore_apply(actor=actor, staging=staging, contents=contents, report=_as(report, "restoring"), last=last)
    return contents


def archive_merge(*, actor: Actor, archive: Archive, report: Report | None = None, job: UUID | None = None) -> Merged:
    """Bring what an archive remembers into this home through the gate: what is here wins, differences wait.

    Raises Forbidden, ArchiveError, WrongPassphrase.
    """
    restore_refuse_others(actor)
    with _noted(actor), _staged(archive, report) as (staging, contents):
        return merge_apply(actor=actor, staging=staging, contents=contents, report=_as(report, "merging"), job=job)


@contextmanager
def _staged(archive: Archive, report: Report | None) -> Iterator[tuple[Staging, Contents]]:
    folder = Path(settings.KIROCREW_HOME) / FOLDER
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with staging_open(folder / f".{new_uid()}.staging") as staging:
        with archive_open(archive.path, passphrase=archive.passphrase, key=archive.key) as pieces:
            size = archive.path.stat().st_size
            contents = archive_read(pieces, staging, size=size, report=_as(report, "checking"))
        yield staging, contents


@contextmanager
def _noted(actor: Actor) -> Iterator[None]:
    """An archive that is refused leaves an entry in the audit."""
    try:
        yield
    except ArchiveError as error:
        events_write([Event(code="archive_refused", source=actor.source, detail=str(error)[:500], is_refusal=True)])
        raise


def _as(report: Report | None, what: str) -> Any:
    if report is None:
        return None
    return lambda done, total: report(what, done, total)
