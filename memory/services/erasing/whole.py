"""Archives of everything in the home: what was there when one was made is in it, and a locked one can't be looked into.

So their age decides. One from before an erase goes as a whole: a gap would make it worthless, as its counts and hashes
say. One from after it can't hold what was gone.
"""

from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Final
from uuid import UUID

from channels_bridge.models import Turn
from memory.models import Erasure, Record

SUFFIXES: Final = (".kirocrew.jsonl", ".kirocrew.jsonl.age")
UPLOADS: Final = "archive-"
"""How folders of archives begin that were sent to the server."""
_LOCKED: Final = b"age-encryption.org/"

_Span = tuple[datetime, datetime | None]


def is_whole(file: Path) -> bool:
    """Whether a file of the home is an archive made here."""
    return file.name.endswith(SUFFIXES)


def is_locked_upload(file: Path, start: bytes) -> bool:
    """Whether a file that begins so is a locked archive that was sent to the server."""
    return file.parent.name.startswith(UPLOADS) and start.startswith(_LOCKED)


def whole_carries(file: Path, uids: Iterable[str], *, made_here: bool = True) -> bool:
    """Whether an archive holds one of these records or turns as it was before it was erased, by its age.

    Of what was `made_here` it is known that it can't hold what came later. One that is gone carries nothing.
    """
    try:
        made = datetime.fromtimestamp(file.stat().st_mtime, UTC)
    except FileNotFoundError:
        return False
    spans = [_span(UUID(uid)) for uid in uids]
    return any(
        span is None or ((not made_here or span[0] <= made) and (span[1] is None or made <= span[1])) for span in spans
    )


def _span(uid: UUID) -> _Span | None:
    """From when until when a record or a turn said something; None for one that is not known."""
    record = Record.objects.filter(uid=uid).values_list("created_at", flat=True).first()
    if record is not None:
        return record, Erasure.objects.filter(record_uid=uid).values_list("at", flat=True).first()
    turn = Turn.objects.filter(uid=uid).values_list("recorded_at", "erased_at").first()
    return (turn[0], turn[1]) if turn is not None else None
