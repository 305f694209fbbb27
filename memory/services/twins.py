"""Twins of an episode: active, waiting or forgotten ones of the same project with the same text or the same words."""

from collections import deque
from collections.abc import Callable, Iterator, Sequence

from memory.models import Episode, Record, Status, Store
from memory.recall.statements import fetch_all

NEWEST = 20  # twins of one text that are looked at; more differ in their days only

_FOUND = (
    "SELECT '{column}', r.status = %s AS active, r.id AS number, r.project, e.{column}, e.conversation, e.position "
    "FROM memory_episode e JOIN memory_record r ON r.id = e.record_id "
    "WHERE e.{column} IN ({marks}) {turns} AND r.store_id = %s AND r.status NOT IN (%s, %s)"
)
_COLUMNS = ("text_hash", "words_hash")
_KNOWN_BY_WORDS = frozenset({Status.ACTIVE, Status.FORGOTTEN})
_OUT = [str(Status.SUPERSEDED), str(Status.EXPIRED)]

Apart = Callable[[Record], bool]
_Place = tuple[str, str]  # project and hash
_Row = tuple[int, str, str, str, int | None]
_Turn = tuple[str, str, str, int]  # project, hash, conversation, position


class Twins:
    """What is known of a batch's twins, stored ones and those the batch itself adds, found by hash."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._turns: dict[_Turn, Record] = {}
        self._spoken: dict[_Place, deque[Record]] = {}
        self._noted: dict[_Place, deque[Record]] = {}
        self._known: set[int] = set()

    def load(self, episodes: Sequence[Episode]) -> None:
        """Read the stored twins of these unsaved episodes."""
        keys = self._keys(episodes) - self._known
        if not keys:
            return
        self._known |= keys
        for record in Record.objects.filter(pk__in=keys).select_related("episode").order_by("id"):
            self.add(record)

    def add(self, record: Record) -> None:
        """Count an episode among those that are there."""
        episode = record.episode
        for digest in filter(None, (episode.text_hash, episode.words_hash)):
            place = (record.project, digest)
            if episode.position is None:
                self._noted.setdefault(place, deque(maxlen=NEWEST)).append(record)
                continue
            self._spoken.setdefault(place, deque(maxlen=NEWEST)).append(record)
            self._turns[(*place, episode.conversation, episode.position)] = record

    def find(
        self, episode: Episode, *, is_short: bool, is_gone: Apart, other_window: Apart, other_occasion: Apart
    ) -> Record | None:
        """The twin of an unsaved episode: the same turn first, active ones before others, then newest first.

        One with the same text is none in `other_window`; one with the same words is active or forgotten, and of no
        `other_occasion`. A short text is no other one's twin by its words, but of one that was forgotten.
        """
        for record in self._like(episode, episode.text_hash):
            if not is_gone(record) and not other_window(record):
                return record
        known = _KNOWN_BY_WORDS - {Status.ACTIVE} if is_short else _KNOWN_BY_WORDS
        for record in self._like(episode, episode.words_hash) if episode.words_hash else ():
            if record.status in known and not is_gone(record) and not other_occasion(record):
                return record
        return None

    def _like(self, episode: Episode, digest: str) -> Iterator[Record]:
        """A turn is a twin of itself and of what was noted without a turn, never of another turn."""
        place = (episode.record.project, digest)
        others = list(reversed(self._noted.get(place, ())))
        if episode.position is None:
            others += reversed(self._spoken.get(place, ()))
        elif same_turn := self._turns.get((*place, episode.conversation, episode.position)):
            others.insert(0, same_turn)
        return iter(sorted(others, key=lambda record: record.status != Status.ACTIVE))

    def _keys(self, episodes: Sequence[Episode]) -> set[int]:
        """Primary keys of the stored twins. Asked before every write, and nearly always in vain: one statement."""
        parts: list[str] = []
        values: list[int | str] = []
        positions = {episode.position for episode in episodes}
        # Of the thousand thanks said in a store, a turn is compared with those said at the same position only.
        narrowing = [] if None in positions else [position for position in positions if position is not None]
        turns = f"AND (e.position IS NULL OR e.position IN ({_marks(narrowing)}))" if narrowing else ""
        for column in _COLUMNS:
            hashes = list({digest for episode in episodes if (digest := getattr(episode, column))})
            if hashes:
                parts.append(_FOUND.format(column=column, marks=_marks(hashes), turns=turns))
                values += [str(Status.ACTIVE), *hashes, *narrowing, self._store.pk, *_OUT]
        if not parts:
            return set()
        rows = fetch_all(f"{' UNION ALL '.join(parts)} ORDER BY active DESC, number DESC", values)
        keys: set[int] = set()
        for column in _COLUMNS if rows else ():
            keys |= _worth_reading([row[2:] for row in rows if row[0] == column], column, episodes)
        return keys


def _worth_reading(rows: Sequence[_Row], column: str, episodes: Sequence[Episode]) -> set[int]:
    """Of all stored twins the turns that are written again, and the newest of the others."""
    turns = {(e.record.project, getattr(e, column), e.conversation, e.position) for e in episodes}
    notes = {(project, digest) for project, digest, _, position in turns if position is None}
    places = {(project, digest) for project, digest, _, _ in turns}
    taken: dict[tuple[str, str, bool], int] = {}
    keys = set()
    for key, project, digest, conversation, position in rows:
        place, is_note = (project, digest), position is None
        if is_note or (*place, conversation, position) not in turns:
            if place not in (places if is_note else notes) or taken.get((*place, is_note), 0) >= NEWEST:
                continue
            taken[(*place, is_note)] = taken.get((*place, is_note), 0) + 1
        keys.add(key)
    return keys


def _marks(values: Sequence[object]) -> str:
    return ", ".join(["%s"] * len(values))
