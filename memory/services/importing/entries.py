"""Read sources into items, each with the format it was read by and the time of its file."""

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from kirocrew.base.problems import Invalid
from memory.services.importing.sources import Found, Source, file_time, read_sources
from memory.transfer.formats import UnknownFormat, by_name, detect
from memory.transfer.items import Item
from memory.transfer.reading import read_items
from memory.transfer.sources import SourceFile


@dataclass(frozen=True, slots=True)
class Entry:
    """An item with where it comes from. `is_limited`: its format's lessons count against the store's limit."""

    item: Item
    origin: str = ""
    file_time: datetime | None = None
    is_limited: bool = False


def check_format(name: str) -> None:
    """Raise Invalid, listing the formats there are, for a name that is none; empty means to detect it."""
    try:
        if name:
            by_name(name)
    except UnknownFormat as error:
        raise Invalid(str(error), type="unknown-import-format") from error


def read_entries(sources: Sequence[Source], *, format_name: str = "", known: Container[str] = ()) -> Iterator[Entry]:
    """Yield everything the sources hold, in order. `known` as in `read_items`. Raises UnknownFormat."""
    track = _Track(sources, format_name)
    for item in read_items(track.files(), format_name=format_name, known=known):
        yield track.entry(item)


def formats_of(sources: Sequence[Source], *, format_name: str = "") -> list[str]:
    """The labels of the formats that would read the sources, each once, in order. Raises UnknownFormat."""
    if format_name:
        return [by_name(format_name).label]
    found = (detect(file) for file in read_sources(sources) if isinstance(file, SourceFile))
    return list(dict.fromkeys(source.label for source in found if source))


class _Track:
    """Remembers which file is being read, since items come one by one as their file is parsed."""

    def __init__(self, sources: Sequence[Source], format_name: str) -> None:
        self._sources = sources
        self._forced = by_name(format_name) if format_name else None
        self._origin = ""
        self._time: datetime | None = None
        self._is_limited = False

    def files(self) -> Iterator[Found]:
        for found in read_sources(self._sources):
            source = (self._forced or detect(found)) if isinstance(found, SourceFile) else None
            self._origin = source.name if source else ""
            self._is_limited = source is not None and source.lesson_limit is not None
            self._time = file_time(self._sources, found) if isinstance(found, SourceFile) else None
            yield found

    def entry(self, item: Item) -> Entry:
        return Entry(item, self._origin, self._time, self._is_limited)
