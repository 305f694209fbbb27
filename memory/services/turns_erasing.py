"""Erasing what was said in a conversation: every word of its turns, here and in backups. What was learned stays."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.db import transaction

from channels_bridge.actors import Actor
from channels_bridge.models import Conversation, Job, Turn
from channels_bridge.services.jobs import JobRetryLater, JobRun, job_enqueue
from kirocrew.base.clock import now
from kirocrew.base.problems import Forbidden, Invalid, Unavailable
from memory.models import Event, EvidenceLink, Record, Status
from memory.services.conversations import EVENT_KEY
from memory.services.erasing.file_bytes import bytes_clean, overwriting
from memory.services.erasing.files import FileHit, Settled, file_settle, file_words, home_files
from memory.services.erasing.needles import Needles
from memory.services.erasing.reading import is_database
from memory.services.erasing.remaining import alone
from memory.services.erasing.sought import Sought
from memory.services.evidence import links_mark
from memory.services.journal import reason_text

ERASE_TURNS_JOB: Final = "memory.erase_turns"
TITLE: Final = "Take erased turns out of backups"
AT_ONCE: Final = 5_000  # turns that are looked for in a file at once; SQLite takes 32,766 parameters


@dataclass(frozen=True, slots=True)
class TurnsErased:
    """How many turns lost their words, the records that rest on them and stay, and the job for the backups."""

    turns: int
    resting: tuple[UUID, ...]
    job: Job


def turns_erase(*, actor: Actor, conversation: Conversation, confirm: str, reason: str = "") -> TurnsErased:
    """Take the words of all turns away, for good. Who spoke, when and where is kept; so are records, which are marked.

    `confirm` is the conversation's key, or its uid, typed by a person. Raises Forbidden for anybody but the owner and
    operators, Invalid for another word typed.
    """
    if not actor.is_owner and not actor.is_system:
        raise Forbidden("Only the owner erases.", type="owner-only")
    if confirm.strip() not in (conversation.key, str(conversation.uid)):
        raise Invalid(f"Type the key '{conversation.key}' to erase it. It can't be undone.", type="erase-not-confirmed")
    with overwriting():
        with transaction.atomic():
            locked = Conversation.objects.select_for_update().get(pk=conversation.pk)
            turns = locked.turns.filter(erased_at__isnull=True)
            links = list(EvidenceLink.objects.filter(said__in=turns, gone="").select_related("record"))
            number = turns.update(text="", tool_calls=[], erased_at=now())
            links_mark(actor=actor, links=links, gone=EvidenceLink.Gone.ERASED)
            Event.objects.create(
                code="turns_erased",
                store=locked.binding.store,
                key=locked.key[:EVENT_KEY],
                source=actor.source,
                detail=reason_text(f"{number} turns. {reason}".strip()),
            )
            args = {"conversation": str(locked.uid)}
            job = job_enqueue(actor=actor, name=ERASE_TURNS_JOB, args=args, title=TITLE)
        bytes_clean(Needles())
    resting = Record.objects.filter(pk__in=[link.record_id for link in links]).exclude(status=Status.ERASED)
    return TurnsErased(number, tuple(resting.order_by("pk").values_list("uid", flat=True)), job)


def turns_erase_perform(run: JobRun, conversation: str) -> dict[str, Any]:
    """Take erased turns out of the databases in the home; the handler of the job. Doing it twice does no harm.

    Raises JobRetryLater for one that is in use, Unavailable when the last try failed.
    """
    erased = Turn.objects.filter(conversation__uid=UUID(conversation), erased_at__isnull=False)
    uids = [str(uid) for uid in erased.order_by("position").values_list("uid", flat=True)]
    parts = [uids[start : start + AT_ONCE] for start in range(0, len(uids), AT_ONCE)]
    changed = 0
    with alone(while_waiting=run.raise_if_cancelled):
        files = [(file, place) for file, place in home_files() if is_database(file)]
        trouble: list[Settled] = []
        for number, (file, place) in enumerate(files):
            run.raise_if_cancelled()
            run.progress(number, len(files), file_words(file))
            settled = _settled(FileHit(file, place), parts)
            changed += any(one.told for one in settled)
            trouble += [one for one in settled if one.trouble]
    if trouble and all(one.passes for one in trouble) and run.job.attempts < run.job.max_attempts:
        raise JobRetryLater(trouble[0].trouble)
    if trouble:
        raise Unavailable("; ".join(dict.fromkeys(one.trouble for one in trouble)))
    return {"files": len(files), "changed": changed}


def _settled(hit: FileHit, parts: Sequence[Sequence[str]]) -> list[Settled]:
    return [file_settle(hit, Sought(Needles(), frozenset(part))) for part in parts]
