"""Read collected files into items: find the format of each, and keep the number of lessons within its limit."""

from collections.abc import Container, Iterable, Iterator

from kirocrew.base.canonical import canonical_json
from memory.transfer.formats import Format, by_name, detect, formats
from memory.transfer.formats.chunks import EPISODE_MIN_CHARS, weight
from memory.transfer.formats.json_values import JsonProblem, parse_json
from memory.transfer.formats.naming import in_words
from memory.transfer.formats.turns import SUFFIXES, TURN_FIELDS
from memory.transfer.items import EpisodeItem, FactItem, Item, LessonItem, Unsupported
from memory.transfer.reasons import Reason
from memory.transfer.sources import SourceFile, refuse

# Far more than any person's memories; a file of a million broken lines must not become a million answers.
ITEMS_PER_IMPORT = 250_000

# Formats of notes, in which several files speak of one person and each other's keys.
NOTES_OF_PEOPLE = frozenset({"markdown", "hermes", "workspace"})
TOLD_OTHERWISE = "told-otherwise"

_NONE: frozenset[str] = frozenset()


def read_items(
    found: Iterable[SourceFile | Unsupported],
    *,
    format_name: str = "",
    known: Container[str] = _NONE,
    item_limit: int = ITEMS_PER_IMPORT,
) -> Iterator[Item]:
    """Yield the items of all files in order; every file yields at least one, if only to say why it yields nothing.

    `format_name` forces a format; `known` holds fingerprints imported before, which do not count against the limit of
    lessons, so that a second import brings the next ones. Raises UnknownFormat before anything is read.
    """
    forced = by_name(format_name) if format_name else None
    return _limited(_read(found, forced, _LessonCounts(known)), item_limit)


class _LessonCounts:
    """How many new lessons each format has brought so far."""

    def __init__(self, known: Container[str]) -> None:
        self._known = known
        self._counts: dict[str, int] = {}

    def within_limit(self, source: Format, item: LessonItem) -> bool:
        if source.lesson_limit is None or item.fingerprint in self._known:
            return True
        self._counts[source.name] = self._counts.get(source.name, 0) + 1
        return self._counts[source.name] <= source.lesson_limit


class _Statements:
    """What the notes of one import state. Where two of them differ about a key, the later one is told, not lost.

    As a fact it would stand against the earlier one, which stays; as an episode it is found beside it, with its time.
    """

    def __init__(self) -> None:
        self._values: dict[tuple[str, str, str], str] = {}

    def told(self, item: FactItem) -> Item:
        """The fact, or an episode when the import stated its key otherwise."""
        value = canonical_json(item.value)
        if self._values.setdefault((item.key, item.scope, item.project), value) == value:
            return item
        return EpisodeItem(
            text=_sentence(item),
            tags=("imported", TOLD_OTHERWISE),
            observed_at=item.observed_at,
            valid_from=item.valid_from,
            valid_until=item.valid_until,
            scope=item.scope,
            project=item.project,
            note=item.note,
            origin_ref=item.origin_ref,
        )


def _sentence(item: FactItem) -> str:
    """What a fact says, for people: its label, or its key in words, and its value."""
    if isinstance(item.value, dict) and {"label", "value"} == item.value.keys():
        said = f"{item.value['label']}: {item.value['value']}"
    else:
        said = f"{in_words(item.key.partition('.')[2].replace('.', ' '))}: {item.value}"
    return said if weight(said) >= EPISODE_MIN_CHARS else f"Memory: {said}"


def _limited(items: Iterator[Item], limit: int) -> Iterator[Item]:
    for number, item in enumerate(items):
        if number == limit:
            message = f"An import reads {limit:,} items. Import the rest in parts, from {item.origin_ref} on."
            yield Unsupported(origin_ref=item.origin_ref, reason_code=Reason.LIMIT_ITEMS, message=message)
            return
        yield item


def _read(found: Iterable[SourceFile | Unsupported], forced: Format | None, lessons: _LessonCounts) -> Iterator[Item]:
    statements = _Statements()
    for file in found:
        if isinstance(file, Unsupported):
            yield file
        elif source := forced or detect(file):
            yield from _of_file(file, source, lessons, statements)
        else:
            yield _unrecognised(file)


def _unrecognised(file: SourceFile) -> Unsupported:
    """Say what keeps a file from being read, where its name tells what it was meant to be."""
    if file.suffix in SUFFIXES:
        return refuse(file.path, Reason.UNKNOWN_FORMAT, f"None of its first lines is a turn. {TURN_FIELDS}")
    if file.suffix == ".json":
        try:
            parse_json(file.text)
        except JsonProblem as problem:
            return refuse(file.path, problem.reason, str(problem))
    labels = ", ".join(known.label for _, known in sorted(formats().items()))
    return refuse(file.path, Reason.UNKNOWN_FORMAT, f"No format fits this file. Known are: {labels}.")


def _of_file(file: SourceFile, source: Format, lessons: _LessonCounts, statements: _Statements) -> Iterator[Item]:
    empty = True
    for item in source.parse(file):
        empty = False
        if isinstance(item, LessonItem) and not lessons.within_limit(source, item):
            message = f"An import brings {source.lesson_limit} new lessons. Import again to bring the next ones."
            yield Unsupported(
                origin_ref=item.origin_ref, reason_code=Reason.LIMIT_LESSONS, message=f"{message} ({item.rule[:80]})"
            )
        elif isinstance(item, FactItem) and source.name in NOTES_OF_PEOPLE:
            yield statements.told(item)
        else:
            yield item
    if empty:
        yield refuse(file.path, Reason.EMPTY, "There is nothing in it to import.")
