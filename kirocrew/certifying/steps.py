"""The steps of a certificate, each of which runs in a process of its own, inside of a copy of the home."""

import inspect
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from django.utils.module_loading import import_string

from channels_bridge.actors import Actor
from channels_bridge.models import Job, JobState
from channels_bridge.services.job_registry import JobKind, job_kinds
from channels_bridge.services.jobs import job_enqueue, run_job_now
from channels_bridge.services.schedules import schedules_known
from kirocrew.backup.making import backup_make
from kirocrew.certifying.short import short_files, short_record, short_traces
from kirocrew.certifying.twin import SOURCE_NAME, Twin
from memory.gate.outcomes import OutcomeStatus
from memory.models import Kind, Record, Store
from memory.services.drafts import EpisodeDraft, FactDraft, LessonDraft
from memory.services.episodes import episodes_write
from memory.services.erasing.certificate import FOUND, Line
from memory.services.erasing.probing import places_probe, records_of
from memory.services.erasing.reading import text_of
from memory.services.erasure import erase_job, record_erase
from memory.services.exports import export_write
from memory.services.facts import facts_write
from memory.services.importing.sources import Upload
from memory.services.imports import import_apply
from memory.services.imports_staged import import_stage
from memory.services.lessons import lessons_write
from memory.services.recall import recall

TESTER: Final = Actor.system("certificate")
JOBS_MOST: Final = 200
RECORD_FILE: Final = "record.txt"
REACHED: Final = frozenset(
    {"records", "journal", "audit", "text_index", "provenance", "jobs", "exports", "imports", "backups"}
)
"""Places a twin must have been found in before it was erased; an empty place proves nothing."""
SHORT_FILES: Final = 3  # files that the short one must have been found in: an export, an upload, a backup


@dataclass(frozen=True, slots=True)
class Step:
    """What one step came to."""

    name: str
    good: bool
    told: str

    def as_json(self) -> dict[str, Any]:
        """As JSON values."""
        return asdict(self)


def write_and_erase(twin: Twin, folder: Path) -> Iterator[Step]:
    """Write the twin, find it, erase it, feed its source again, run every job; it has to stay away."""
    store = Store.objects.get(slug=twin.store)
    yield _written(twin, store)
    records, short = _written_records(twin), short_record(twin)
    if not records or short is None:
        return
    (folder / RECORD_FILE).write_text(str(records[0].uid))
    backup_make(target=folder / "before.sqlite3")
    yield _found(twin, store, records)
    for uid in (records[0].uid, short.uid):
        record_erase(actor=TESTER, uid=uid, confirm=str(uid), reason="certificate")
        job = erase_job(actor=TESTER, uid=uid)
        done = job is None or run_job_now(job).state == JobState.DONE
        yield Step("erased", done, f"record {uid}" + (f", and from large files: {job.message}" if job else ""))
    yield _absent("absent", twin, records)
    yield _fed_again(twin, store)
    yield _absent("absent after feeding it again", twin, records)
    yield _every_job(twin)
    yield _absent("absent after every job", twin, records)
    yield from _by_place(twin, records)


def restarted(twin: Twin, folder: Path) -> Iterator[Step]:
    """What a new process finds, and what an export holds."""
    yield _absent("absent after a restart", twin, _erased(folder))
    store = Store.objects.get(slug=twin.store)
    target = folder / "export.json"
    made = export_write(actor=TESTER, store=store, target=target, replace=True)
    told = text_of(target)
    carries = twin.needles.in_text(told) or twin.short in told
    yield Step("absent from an export", not carries, f"{made.records:,} records exported")


def imported(twin: Twin, folder: Path) -> Iterator[Step]:
    """Import the export into a home that is new."""
    store = Store.objects.get_or_create(slug=twin.store, defaults={"name": twin.store})[0]
    upload = Upload("export.json", text_of(folder / "export.json").encode())
    job = run_job_now(import_apply(actor=TESTER, store=store, sources=[upload]))
    yield Step(
        "exported and imported elsewhere", job.state == JobState.DONE, f"{Record.objects.count():,} records there"
    )
    yield _absent("absent there", twin, [])


def put_back(twin: Twin, folder: Path) -> Iterator[Step]:
    """What is there after the backup of before was put back and the server prepared."""
    yield _absent("absent after a backup of before was put back", twin, _erased(folder))
    store = Store.objects.get(slug=twin.store)
    refused = _written_by_a_program(twin, store) and _short_refused(twin, store)
    yield Step("refused there as well", refused, "written once more by a program")


STEPS: Final[dict[str, Callable[[Twin, Path], Iterator[Step]]]] = {
    "write_and_erase": write_and_erase,
    "restarted": restarted,
    "imported": imported,
    "put_back": put_back,
}


def _written(twin: Twin, store: Store) -> Step:
    import_stage(actor=TESTER, store=store, uploads=[Upload(SOURCE_NAME, twin.source())])
    job = run_job_now(import_apply(actor=TESTER, store=store, sources=[Upload(f"{twin.main}.json", twin.source())]))
    _run_waiting()
    export_write(actor=TESTER, store=store)
    backup_make()
    there = len(_written_records(twin)) == 1 and short_record(twin) is not None
    return Step("written", there, f"imported from a file, then embedded, exported and backed up: {job.message}")


def _found(twin: Twin, store: Store, records: list[Record]) -> Step:
    lines = places_probe(twin.needles, records_of(records))
    reached = {line.place for line in lines if line.state == FOUND}
    files = len(short_files(twin))
    is_recalled = bool(_recalled(twin, store))
    missing = sorted(REACHED - reached)
    told = ", ".join(line.title for line in lines if line.state == FOUND)
    told += f"; the short one in {files} files"
    if missing:
        told += f"; not found in {', '.join(missing)}, so nothing would be proved there"
    return Step(
        "found",
        is_recalled and not missing and files >= SHORT_FILES,
        f"{'by search' if is_recalled else 'not by search'}; in {told}",
    )


def _fed_again(twin: Twin, store: Store) -> Step:
    """The same file, the same said by another file, and a program that writes it."""
    for upload in (Upload(SOURCE_NAME, twin.source()), Upload("another.json", twin.source(other=True))):
        run_job_now(import_apply(actor=TESTER, store=store, sources=[upload]))
    refused = _written_by_a_program(twin, store) and _short_refused(twin, store)
    return Step("fed again", refused and not _written_records(twin), "the same file, another file, a program")


def _written_by_a_program(twin: Twin, store: Store) -> bool:
    """Whether writing it is refused."""
    if twin.kind == Kind.FACT:
        outcomes = facts_write(actor=TESTER, store=store, drafts=[FactDraft(key=twin.key, value=twin.main)])
    elif twin.kind == Kind.LESSON:
        outcomes = lessons_write(actor=TESTER, store=store, drafts=[LessonDraft(rule=twin.main)])
    else:
        outcomes = episodes_write(actor=TESTER, store=store, drafts=[EpisodeDraft(text=twin.main)])
    return outcomes[0].status is OutcomeStatus.REFUSED


def _short_refused(twin: Twin, store: Store) -> bool:
    """Whether writing the short one is refused."""
    drafts = [FactDraft(key=twin.short_key, value=twin.short)]
    return facts_write(actor=TESTER, store=store, drafts=drafts)[0].status is OutcomeStatus.REFUSED


def _every_job(twin: Twin) -> Step:
    ran, left = [], []
    for kind in job_kinds():
        args = _arguments(kind, twin)
        if args is None:
            left.append(kind.name)
            continue
        run_job_now(job_enqueue(actor=TESTER, name=kind.name, args=args))
        ran.append(kind.name)
    for entry in schedules_known():
        import_string(entry.func)()
        ran.append(entry.name)
    _run_waiting()
    told = f"{len(ran)} of them" + (f"; those that need something given: {', '.join(left)}" if left else "")
    return Step("every job", True, told)


def _arguments(kind: JobKind, twin: Twin) -> dict[str, Any] | None:
    """What the job needs: nothing, or a store; None when it needs something else."""
    given = list(inspect.signature(kind.handler).parameters.values())[1:]
    names = [one.name for one in given if one.default is inspect.Parameter.empty]
    if names == ["store"]:
        return {"store": twin.store}
    return {} if not names else None


def _run_waiting() -> None:
    for job in Job.objects.filter(state=JobState.QUEUED).order_by("id")[:JOBS_MOST]:
        run_job_now(job)


def _absent(name: str, twin: Twin, records: list[Record]) -> Step:
    store = Store.objects.filter(slug=twin.store).first()
    places = [line for line in places_probe(twin.needles, records_of(records)) if line.state == FOUND]
    hits = [f"{line.title}: {', '.join(line.hits[:3])}" for line in places]
    hits += [f"the short one: {where}" for where in short_traces(twin)]
    if store is not None and _recalled(twin, store):
        hits.append("Search")
    return Step(name, not hits, "; ".join(hits) or "in no place, and not by search")


def _by_place(twin: Twin, records: list[Record]) -> Iterator[Step]:
    for line in places_probe(twin.needles, records_of(records)):
        yield Step(f"  {line.title}", line.state != FOUND, _told(line))


def _told(line: Line) -> str:
    return "; ".join(line.hits[:3]) or line.note or "clear"


def _written_records(twin: Twin) -> list[Record]:
    """Records that say what the twin says."""
    name = {Kind.FACT: "fact__value", Kind.LESSON: "lesson__rule", Kind.EPISODE: "episode__text"}[Kind(twin.kind)]
    rows = Record.objects.with_content().filter(store__slug=twin.store, kind=twin.kind)
    return list(rows.filter(**{f"{name}__icontains": twin.words}))


def _erased(folder: Path) -> list[Record]:
    """The record the twin was, which is there without its content."""
    return list(Record.objects.with_content().filter(uid=text_of(folder / RECORD_FILE)))


def _recalled(twin: Twin, store: Store) -> list[Any]:
    result = recall(actor=TESTER, query=twin.words, stores=[store], limit=5)
    return [hit for hit in result.hits if twin.words in str(hit)]
