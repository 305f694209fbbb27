"""The slow part of an erase: databases and large files of the home are looked through by a job, after the commit.

Until it is done its places are pending on the certificate. What it looks for is sealed in the home before the erase is
kept, so whoever is killed in between, the next one finds it. Doing it twice does no harm.
"""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.db import transaction

from channels_bridge.actors import Actor
from channels_bridge.models import Job, JobState
from channels_bridge.services.heartbeats import worker_is_alive
from channels_bridge.services.jobs import JobRetryLater, JobRun, job_enqueue, job_retry
from kirocrew.base.clock import now
from kirocrew.base.files import file_locked
from kirocrew.base.problems import Unavailable
from memory.models import Erasure, Record
from memory.services.erasing.certificate import CLEAR, FAILED, FOUND, PENDING, Certificate, Line, Remaining, blank_lines
from memory.services.erasing.databases import drafts_remove
from memory.services.erasing.file_bytes import bytes_clean
from memory.services.erasing.files import FILE_PLACES, FileHit, file_settle, file_words, home_files, is_slow
from memory.services.erasing.probing import places_probe, records_of, short_note
from memory.services.erasing.sealing import Sealed, seal_age, seal_folder, seal_head, seal_open, seal_remove, seals
from memory.services.erasing.sought import Sought

ERASE_JOB: Final = "memory.erase_files"
TITLE: Final = "Take an erased record out of backups and large files"
KEPT: Final = "Records that say it or mention it were kept."
ABANDONED: Final = timedelta(hours=1)
"""A sealed file without an erase is removed after so long: the erase was not kept. Before, it may be under way."""
LOOK_SECONDS: Final = 0.2


@dataclass(slots=True)
class _Story:
    """What a job came to so far: lines about files, those that carry a text all the same, and what was in the way."""

    changed: list[str] = field(default_factory=list)
    left: list[list[str]] = field(default_factory=list)
    trouble: list[list[str]] = field(default_factory=list)
    passing: list[str] = field(default_factory=list)
    """Of the trouble what may pass by itself."""


def slow_places() -> list[str]:
    """The places that have a file which is left to the job."""
    return sorted({place for file, place in home_files() if is_slow(file)})


def remaining_request(*, actor: Actor, sealed: str, records: Sequence[UUID]) -> Job:
    """Ask for the job, in the caller's transaction. While it waits, asking again is the same job."""
    args = {"sealed": sealed, "records": [str(uid) for uid in records]}
    return job_enqueue(actor=actor, name=ERASE_JOB, args=args, title=TITLE, dedupe_key=sealed)


def report_keep(uids: Sequence[UUID], **members: Any) -> None:
    """Set members of the reports that erases keep, in the caller's transaction; the others stay."""
    for erasure in Erasure.objects.filter(record_uid__in=uids):
        Erasure.objects.filter(pk=erasure.pk).update(report=erasure.report | members)


def certificate_now(erasure: Erasure) -> Certificate:
    """The certificate of an erase with what its job has come to until now."""
    report = erasure.report
    remaining = _remaining(report.get("job"))
    waits = remaining is not None and remaining.state in (JobState.QUEUED, JobState.RUNNING)
    lines = {line.place: line for line in map(Line.from_json, report.get("lines", []))}
    after = report.get("after", {})
    for later in map(Line.from_json, after.get("lines", [])):
        known = lines.get(later.place)
        if known is None or known.state == PENDING:
            lines[later.place] = _joined(known, later)
    for line in lines.values():
        if line.state == FAILED and waits:
            line.state = PENDING
        if line.state == PENDING:
            _pending(line, remaining, waits=waits)
    uids = {name: tuple(map(UUID, report.get(name, []))) for name in ("marked", "copies", "mentions", "emptied")}
    return Certificate(
        record=erasure.record_uid,
        kind=erasure.kind,
        store=erasure.store.slug,
        at=erasure.at,
        by=erasure.by,
        reason=erasure.reason,
        lines=tuple(lines.values()),
        erased=tuple(map(UUID, report.get("erased", [str(erasure.record_uid)]))),
        changed=(*report.get("changed", []), *after.get("changed", [])),
        remaining=remaining,
        **uids,
    )


def remaining_perform(run: JobRun, sealed: str, records: list[str]) -> dict[str, Any]:
    """Take the texts out of the slow files; the handler of the job. Goes on where it was killed.

    Raises JobRetryLater for a file that can't be rewritten now, as a database in use; Unavailable when the last try
    failed, or what was sealed can't be opened any more.
    """
    uids = list(map(UUID, records))
    with alone(while_waiting=run.raise_if_cancelled):
        head, sought = seal_head(sealed), seal_open(sealed)
        if head is None or sought is None:
            if Erasure.objects.filter(record_uid__in=uids, report__after__isnull=True).exists():
                raise Unavailable("What is to be looked for is not there any more. Look at the backups yourself.")
            return {"files": 0}  # an earlier run did it and was killed before it could say so
        drafts_remove(Path(settings.KIROCREW_HOME))
        whole = Erasure.objects.filter(record_uid__in=uids, report__lines__isnull=True).exists()
        number, story = _look_through(run, sought, whole=whole)
        if story.passing and run.job.attempts < run.job.max_attempts:
            raise JobRetryLater(story.passing[0])
        if whole:
            bytes_clean(sought.needles)
        lines = _lines(story, sought, head, uids if whole else [])
        with transaction.atomic():
            after = {"lines": [line.as_json() for line in lines], "changed": story.changed, "at": now().isoformat()}
            report_keep(uids, after=after)
        if story.trouble:
            raise Unavailable("; ".join(told for _, _, told in story.trouble))
        seal_remove(sealed)
    return {"files": number, "changed": len(story.changed)}


def remaining_resume(*, again: bool) -> int:
    """Ask for what was sealed and has no job, as after a crash; with `again` also for what failed. Returns how many.

    A sealed file whose erase the database did not keep is removed.
    """
    asked = 0
    for name in seals():
        head = seal_head(name)
        if head is None:
            continue
        if not Erasure.objects.filter(record_uid__in=head.records).exists():
            if seal_age(name) > ABANDONED:
                seal_remove(name)
            continue
        job = Job.objects.filter(name=ERASE_JOB, args__sealed=name).order_by("-pk").first()
        if job is None:
            with transaction.atomic():
                job = remaining_request(actor=Actor.system("erase"), sealed=name, records=head.records)
                report_keep(head.records, job=str(job.uid))
            asked += 1
        elif again and job.state in (JobState.FAILED, JobState.CANCELLED):
            job_retry(actor=Actor.system("erase"), job=job)
            asked += 1
    return asked


def job_of(uid: UUID) -> Job | None:
    """The job that has to look through the slow files for an erased record, in whatever state; None if there is none.

    A job that failed or was stopped waits again after this: whoever asks is going to see it done.
    """
    remaining_resume(again=True)
    erasure = Erasure.objects.filter(record_uid=uid).first()
    number = erasure.report.get("job") if erasure else None
    return Job.objects.filter(uid=number).first() if number else None


def _look_through(run: JobRun, sought: Sought, *, whole: bool) -> tuple[int, _Story]:
    """Go through the files, one after the other; each that is done is not looked at again by a later try."""
    seen: dict[str, list[int]] = run.checkpoint.get("seen", {})
    story = _Story(run.checkpoint.get("changed", []), run.checkpoint.get("left", []))
    files = [(file, place) for file, place in home_files() if whole or is_slow(file)]
    for number, (file, place) in enumerate(files):
        run.raise_if_cancelled()
        name = file_words(file)
        if name in seen and seen[name] == _state(file):
            continue
        run.progress(number, len(files), name)
        settled = file_settle(FileHit(file, place), sought)
        if settled.trouble:
            story.trouble.append([place, name, settled.trouble])
            story.passing += [settled.trouble] if settled.passes else []
            continue
        story.changed += [settled.told] if settled.told else []
        story.left += [[place, name]] if settled.is_left else []
        seen[name] = _state(file)
        run.save_checkpoint(seen=seen, changed=story.changed, left=story.left)
    changed = len(story.changed)
    run.progress(len(files), len(files), f"{changed:,} {'file' if changed == 1 else 'files'} changed")
    return len(files), story


def _state(file: Path) -> list[int]:
    """What tells that a file is as it was."""
    try:
        stat = file.stat()
    except FileNotFoundError:
        return []
    return [stat.st_mtime_ns, stat.st_size]


def _lines(story: _Story, sought: Sought, head: Sealed, whole: Sequence[UUID]) -> list[Line]:
    """The lines of the places of files, and of all others where nobody looked after the erase of the `whole` ones."""
    lines = blank_lines()
    if whole:
        records = records_of(list(Record.objects.filter(uid__in=whole)))
        lines = {line.place: line for line in places_probe(sought.needles, records, slow=False)}
        for place in FILE_PLACES:
            lines[place] = Line(place, lines[place].title)
    for place, name in story.left:
        lines[place].found(name)
        lines[place].note = KEPT if head.kept else ""
    short_note(lines, sought.needles)
    for place, name, told in story.trouble:
        lines[place].found(name)
        lines[place].state, lines[place].note = FAILED, told
    return [line for line in lines.values() if whole or line.place in FILE_PLACES]


def _joined(known: Line | None, later: Line) -> Line:
    """What the job found of a place and what was found of its small files at once."""
    if known is None:
        return later
    hits = list(dict.fromkeys([*known.hits, *later.hits]))
    state = FOUND if hits and later.state == CLEAR else later.state
    return Line(later.place, later.title, state, hits, later.note or known.note, known.unnamed + later.unnamed)


def _pending(line: Line, remaining: Remaining | None, *, waits: bool) -> None:
    if waits and remaining is not None:
        line.note = f"The job {remaining.job} looks through it. {line.note}".strip()
        return
    line.state = FAILED
    if remaining is None:
        line.note = "The job that had to look through it is gone. It is asked for again at the next start."
    elif remaining.state == JobState.CANCELLED:
        line.note = f"The job {remaining.job} was stopped before it was done. Retry it."
    else:
        line.note = f"The job {remaining.job} failed: {remaining.error or 'it said nothing of this place.'}"


def _remaining(number: str | None) -> Remaining | None:
    job = Job.objects.filter(uid=number).first() if number else None
    if job is None:
        return None
    return Remaining(
        job=job.uid,
        state=job.state,
        done=job.done,
        total=job.total,
        message=job.message,
        error=job.error,
        worker=job.is_finished or worker_is_alive(),
    )


def alone(*, while_waiting: Callable[[], None]) -> AbstractContextManager[None]:
    """One run rewrites files at a time: two that copy the same database would each lose what the other took out."""
    return file_locked(seal_folder() / "lock", waiting=while_waiting, every_s=LOOK_SECONDS)
