"""Turns of conversations from which an erased record came, or that say the same: their words go, their place stays."""

from collections.abc import Iterable, Sequence
from typing import Final

from channels_bridge.models import Turn
from kirocrew.base.clock import now
from memory.models import EvidenceKind, EvidenceLink, Record
from memory.services.erasing.others import Said
from memory.services.erasing.rows import Hit

TABLE: Final = Turn._meta.db_table
CAME_FROM: Final = (EvidenceKind.EXTRACTED, EvidenceKind.QUOTED, EvidenceKind.SUPPORTS)
"""How a record rests on a turn that says it. What only sums up many turns loses its words in them, not the turns."""


def turns_of(records: Sequence[Record], said: Said, hits: Iterable[Hit]) -> list[Turn]:
    """The turns the records came from, and those that say the same as a whole, as far as they have words."""
    links = EvidenceLink.objects.filter(record__in=records, kind__in=CAME_FROM, said__isnull=False)
    keys = set(links.values_list("said", flat=True))
    rows = [hit.key for hit in hits if hit.table == TABLE and "text" in hit.columns]
    keys |= {turn.pk for turn in Turn.objects.filter(pk__in=rows) if said.is_copy(turn.text)}
    return list(Turn.objects.filter(pk__in=keys, erased_at__isnull=True).order_by("pk"))


def links_of_others(turns: Sequence[Turn], records: Sequence[Record]) -> list[EvidenceLink]:
    """What other records than these rest on the turns."""
    links = EvidenceLink.objects.filter(said__in=turns, gone="").exclude(record__in=records)
    return list(links.select_related("record"))


def turns_empty(turns: Sequence[Turn]) -> None:
    """Take the words out of turns. Call it in a transaction."""
    Turn.objects.filter(pk__in=[turn.pk for turn in turns]).update(text="", tool_calls=[], erased_at=now())


def emptied_note(turns: Sequence[Turn]) -> str:
    """What the certificate says of them."""
    if not turns:
        return ""
    many = "1 turn was" if len(turns) == 1 else f"{len(turns)} turns were"
    return f"{many} emptied: who spoke, when and where is kept, and no word of it."


def turns_left(turns: Sequence[Turn]) -> list[str]:
    """Those that still have words, as the certificate names them."""
    left = Turn.objects.filter(pk__in=[turn.pk for turn in turns]).exclude(text="", tool_calls=[])
    return [f"turn {turn.uid}" for turn in left]
