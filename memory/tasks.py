"""Entry points of memory's background work: each loads what it needs, calls a service and reports."""

from dataclasses import asdict
from typing import Any

from channels_bridge.actors import Actor
from channels_bridge.models import Job, JobState
from channels_bridge.services.jobs import JobRetryLater, JobRun, job_enqueue, job_handler
from channels_bridge.services.schedules import scheduled
from memory.inference.embedding import get_embedder
from memory.models import PassPath, Space
from memory.services.consolidation import CONSOLIDATE_JOB, consolidation_due, consolidation_perform
from memory.services.contradictions import CONTRADICTIONS_JOB, contradictions_scan
from memory.services.digest import DIGEST_JOB, digest_perform, digest_request
from memory.services.document_contradictions import documents_contradicted
from memory.services.embedding import waiting
from memory.services.erasing.remaining import ERASE_JOB, remaining_perform, remaining_resume
from memory.services.exports import EXPORT_JOB, export_perform
from memory.services.filling import Filled, spaces_fill
from memory.services.imports import IMPORT_JOB, import_perform
from memory.services.language_change import LANGUAGE_JOB, language_change_perform
from memory.services.mirror_requests import MIRROR_JOB, mirror_request
from memory.services.mirroring import mirror_perform
from memory.services.model_change import CHANGE_JOB, DISCARD_JOB
from memory.services.model_changing import change_perform, changes_resume, discard_perform
from memory.services.model_files import INSTALL_JOB, model_install_perform
from memory.services.model_measuring import MEASURE_JOB, model_measure_perform
from memory.services.passive_runs import PASSIVE_JOB, passive_due, passive_perform
from memory.services.past_embedding import past_embed, past_is_unembedded, past_lacking
from memory.services.pruning import PRUNE_JOB, prune
from memory.services.spaces import embedder_of, reason_of, spaces_open, state_of
from memory.services.turns_erasing import ERASE_TURNS_JOB, turns_erase_perform
from memory.services.vectors import EMBED_JOB, EMBED_PAST_JOB, embedding_request, past_embedding_request

MODEL_WAIT_SECONDS = 120.0  # a worker loads the model when the first job asks for it
DAY = 24 * 60  # minutes


@job_handler(EMBED_JOB, title="Embed new memories")
def embed(run: JobRun) -> dict[str, Any]:
    """Give every active record its vectors: in the space that is searched, and in those kept for going back."""
    if Job.objects.filter(name=EMBED_JOB, state=JobState.RUNNING).exclude(pk=run.job.pk).exists():
        return {"embedded": 0, "reason": "Another run is at it and sees what was written since."}

    def progress(done: Filled) -> None:
        run.raise_if_cancelled()
        run.progress(done.read, max(done.total, done.read), f"{done.embedded:,} embedded")

    done = spaces_fill(progress, wait=MODEL_WAIT_SECONDS)
    if done.is_loading:
        raise JobRetryLater("The embedding model is still loading.")
    if any(past_is_unembedded(space) for space in _open_spaces()):
        past_embedding_request()
    told: dict[str, Any] = {"embedded": done.embedded, "failed": done.read - done.embedded, "held": done.held}
    return told | ({"reason": " ".join(done.reasons)} if done.reasons else {})


@job_handler(EMBED_PAST_JOB, title="Embed replaced texts")
def embed_past(run: JobRun) -> dict[str, Any]:
    """Give every replaced text that lacks one its vector, for searches as of a past day."""
    embedded, reasons = 0, []
    for space in spaces_open():
        embedder = embedder_of(space, wait=MODEL_WAIT_SECONDS)
        if embedder is None:
            if space.is_current and state_of(space).status == "loading":
                raise JobRetryLater("The embedding model is still loading.")
            reasons.append(reason_of(space))
            continue
        row = Space.objects.get(pk=space.id)
        total = past_lacking(row)

        def progress(read: int, done: int, total: int = total) -> None:
            run.raise_if_cancelled()
            run.progress(read, max(total, read), f"{done:,} embedded")

        embedded += past_embed(row, embedder, progress=progress)
    return {"embedded": embedded} | ({"reason": " ".join(reasons)} if reasons else {})


def _open_spaces() -> list[Space]:
    return list(Space.objects.filter(state__in=(Space.State.CURRENT, Space.State.RETIRED)))


@scheduled("embed what waits", minutes=1)
def embed_waiting() -> None:
    """Ask for an embedding run when something waits and its model is there, so that no text is forgotten."""
    spaces = spaces_open()
    if not spaces:
        if get_embedder(wait=MODEL_WAIT_SECONDS) is not None:
            embedding_request()
        return
    for space in spaces:
        if embedder_of(space, wait=MODEL_WAIT_SECONDS) is not None and waiting(Space.objects.get(pk=space.id)).exists():
            embedding_request()
            return


@job_handler(CHANGE_JOB, title="Change the embedding model")
def change_model(run: JobRun, change: int) -> dict[str, Any]:
    """Fill the space of a new embedding model and search it when it is complete; goes on where it was killed."""
    return change_perform(run, change)


@job_handler(DISCARD_JOB, title="Remove vectors")
def discard_space(run: JobRun, space: int) -> dict[str, Any]:
    """Remove the vectors of a model that is not needed any more; goes on where it was killed."""
    return discard_perform(run, space)


@job_handler(LANGUAGE_JOB, title="Change the language model")
def change_language_model(run: JobRun, change: int) -> dict[str, Any]:
    """Try a language model's file out and use it if it works."""
    return language_change_perform(run, change)


@job_handler(INSTALL_JOB, title="Install a model", max_attempts=6)
def install_model(run: JobRun, name: str) -> dict[str, Any]:
    """Fetch a model's file, check it and try it out."""
    return model_install_perform(run, name)


@job_handler(MEASURE_JOB, title="Measure a model")
def measure_model(run: JobRun, name: str) -> dict[str, Any]:
    """Find out what a model costs on this machine."""
    return model_measure_perform(run, name)


@scheduled("memory.change_model", minutes=1)
def change_model_resume() -> None:
    """Ask for the work of a change whose job was lost."""
    changes_resume()


@job_handler(IMPORT_JOB, title="Import memories")
def import_memories(run: JobRun, uid: str, user: str = "") -> dict[str, Any]:
    """Write what the sources of the import run `uid` hold; goes on where it was killed."""
    return import_perform(run, uid, user)


@job_handler(EXPORT_JOB, title="Export memories")
def export_memories(run: JobRun, store: str, form: str = "json") -> dict[str, Any]:
    """Write everything the store of this name remembers into the home's exports."""
    return export_perform(run, store, form)


@job_handler(CONTRADICTIONS_JOB, title="Look for contradictions")
def look_for_contradictions(run: JobRun) -> dict[str, Any]:
    """Note pairs of live records that cannot both hold, and close those that do no more."""
    scan = contradictions_scan(heartbeat=run.heartbeat)
    documents = documents_contradicted(heartbeat=run.heartbeat)
    return {"found": scan.found, "closed": scan.closed, "open": scan.open, "documents": documents}


@scheduled("memory.contradictions", minutes=DAY)
def contradictions_request() -> None:
    """Ask for a look once a day."""
    job_enqueue(actor=Actor.system("contradictions"), name=CONTRADICTIONS_JOB, args={}, dedupe_key=CONTRADICTIONS_JOB)


@job_handler(MIRROR_JOB, title="Mirror documents")
def mirror(run: JobRun) -> dict[str, Any]:
    """Take in what people changed in mirrored files, and write what changed here."""
    return mirror_perform(run.heartbeat).as_json()


@scheduled("memory.mirror", minutes=5)
def mirror_look() -> None:
    """Ask for a look at the mirrored files, where the owner wants them."""
    mirror_request()


@job_handler(ERASE_JOB, title="Take an erased record out of backups and large files", max_attempts=3)
def erase_files(run: JobRun, sealed: str, records: list[str]) -> dict[str, Any]:
    """Take the texts of erased records out of the home's databases and large files; goes on where it was killed."""
    return remaining_perform(run, sealed, records)


@job_handler(ERASE_TURNS_JOB, title="Take erased turns out of backups", max_attempts=3)
def erase_turns(run: JobRun, conversation: str) -> dict[str, Any]:
    """Take the words of erased turns out of the home's databases."""
    return turns_erase_perform(run, conversation)


@scheduled("memory.erase_files", minutes=10)
def erase_files_resume() -> None:
    """Ask for what an erase could not ask for any more, since its process was killed."""
    remaining_resume(again=False)


@job_handler(PRUNE_JOB, title="Remove what has served its time")
def prune_memory(run: JobRun) -> dict[str, Any]:
    """Export and remove audit entries beyond the owner's limit, and what else has served its time."""
    done = prune(actor=Actor.system("pruning"))
    file = done.events_file.name if done.events_file else ""
    return {name: number for name, number in {**asdict(done), "events_file": file}.items() if number}


@scheduled("memory.prune", minutes=DAY)
def prune_request() -> None:
    """Ask for it once a day."""
    job_enqueue(actor=Actor.system("pruning"), name=PRUNE_JOB, args={}, dedupe_key=PRUNE_JOB)


@job_handler(DIGEST_JOB, title="Send the digest of what waits")
def digest(run: JobRun, way: str, *, at_once: bool = False) -> dict[str, Any]:
    """Tell the owner by e-mail or webhook how much waits in Review and since when."""
    return digest_perform(run, way, at_once=at_once)


@scheduled("memory.digest", minutes=DAY)
def digest_daily() -> None:
    """Ask for the digests that the owner wants, when something waits."""
    digest_request()


@job_handler(CONSOLIDATE_JOB, title="Learn from a conversation")
def consolidate(run: JobRun, conversation: int, path: str) -> dict[str, Any]:
    """Read what is new in a conversation on one path; a pass that was cut off wrote nothing and is read again."""
    return consolidation_perform(run, conversation, PassPath(path))


@scheduled("memory.consolidate", minutes=1)
def consolidate_due() -> None:
    """Ask for the conversations that are due, and for passes whose time has come."""
    consolidation_due()


@job_handler(PASSIVE_JOB, title="Read a channel")
def read_channel(run: JobRun, channel: str, trigger: str) -> dict[str, Any]:
    """Find what is worth knowing in the messages of the channel of this uid; it waits for the owner."""
    return passive_perform(run, channel, trigger)


@scheduled("memory.passive_channels", minutes=5)
def read_channels_due() -> None:
    """Ask for a reading of each channel that has enough messages or whose time has come."""
    passive_due()
