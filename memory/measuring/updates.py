"""What recall answers where a later statement changed an earlier one: on chains of dated memories with a question."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

from channels_bridge.actors import Actor
from hooks.services.reading import ReadRefused, safe_read_lines
from kirocrew.base.text import fold
from memory.models import Policy, Store
from memory.recall.hits import Hit
from memory.recall.qualifiers import QualifierCode
from memory.services.drafts import EpisodeDraft
from memory.services.episodes import episodes_write
from memory.services.recall import DEFAULT_LIMIT, RecallOptions, recall

CHAINS: Final = "update_chains.jsonl"
CHANGING: Final = frozenset({"supersedes", "retracts", "corrects"})
"""Relations in which the last memory changes the ones before it."""
NEEDED: Final = ("id", "lang", "relation", "memories", "question", "current", "stale")
EVERYTHING: Final = 50  # hits: more than share a word with any of the memories
AN_HOUR: Final = timedelta(hours=1)
OWNER: Final = Actor.owner("measuring")


@dataclass(frozen=True, slots=True)
class Chain:
    """Memories in the order of their days, a question, and the answers that hold now and that do not any more."""

    id: str
    language: str
    relation: str
    memories: tuple[tuple[datetime, str], ...]
    question: str
    current: tuple[str, ...]
    stale: tuple[str, ...]

    def says_now(self, place: int) -> bool:
        """Whether the memory at that place carries what holds now."""
        text = self.memories[place][1]
        if self.relation == "expires":
            return False
        if any(_carries(text, answer) for answer in self.current):
            return True
        if any(self._named(self.current)):
            return False
        return place == (len(self.memories) - 1 if self.relation in CHANGING else 0)

    def is_stale(self, place: int) -> bool:
        """Whether the memory at that place carries what does not hold any more, and nothing that does."""
        if self.says_now(place) or not self.stale:
            return False
        text = self.memories[place][1]
        return not any(self._named(self.stale)) or any(_carries(text, answer) for answer in self.stale)

    def _named(self, answers: Iterable[str]) -> Iterator[bool]:
        """Answers such as "no" are said by no memory: then its place in the chain tells."""
        return (_carries(text, answer) for _, text in self.memories for answer in answers)


@dataclass(slots=True)
class Verdict:
    """What became of one chain. `wrong` are memories marked as changed that nothing changed."""

    chain: Chain
    current: bool
    stale: bool
    history: bool
    wrong: int
    kept: bool = True


@dataclass(slots=True)
class Table:
    """Verdicts of chains asked in one way."""

    verdicts: list[Verdict] = field(default_factory=list)

    def shares(self, relation: str = "") -> dict[str, tuple[int, int]]:
        """Return how many of how many chains pass each of the three tests, and mark nothing wrongly."""
        rows = [row for row in self.verdicts if relation in ("", row.chain.relation)]
        tests = {
            "current": [row.current for row in rows],
            "stale": [row.stale for row in rows],
            "history": [row.history for row in rows],
            "unmarked": [row.wrong == 0 for row in rows],
        }
        return {name: (sum(passed), len(passed)) for name, passed in tests.items()}


def chains_read(path: Path | None = None) -> list[Chain]:
    """Read chains from JSON lines, or the project's own. Raises OSError, or ValueError for a row that lacks a field."""
    if path is None:
        lines: Iterable[str] = files(__package__).joinpath(CHAINS).read_text(encoding="utf-8").splitlines()
    else:
        try:
            lines = list(safe_read_lines(path))
        except ReadRefused as refusal:
            raise refusal.as_os_error(path) from refusal
    return [_chain(json.loads(line)) for line in lines if line.strip()]


def _chain(row: dict[str, Any]) -> Chain:
    missing = [name for name in NEEDED if name not in row]
    if missing:
        raise ValueError(f"a row has no {missing[0]!r}")
    memories = tuple((_day(memory["t"]), str(memory["text"])) for memory in row["memories"])
    answers = tuple(row["current"]), tuple(row["stale"])
    return Chain(row["id"], row["lang"], row["relation"], memories, row["question"], *answers)


def _day(written: str) -> datetime:
    return datetime.fromisoformat(written).replace(hour=9, tzinfo=UTC)


def _carries(text: str, answer: str) -> bool:
    """Whether a text has an answer in it, as a word where words stand between spaces."""
    folded, wanted = fold(text), fold(answer)
    edge = r"(?![a-zа-я0-9])" if re.search("[0-9]$", wanted) else ""
    start = r"(?<![a-zа-я0-9:])" if re.match("[a-zа-я0-9]", wanted) else ""
    end = r"(?![a-zа-я0-9])" if len(wanted) <= len("yes") and re.search("[a-zа-я]$", wanted) else edge
    return re.search(f"{start}{re.escape(wanted)}{end}", folded) is not None


@dataclass(frozen=True, slots=True)
class _Asker:
    """Asks one store, by words alone or by meaning as well."""

    store: Store
    by_words: bool

    def hits(self, question: str, *, admit: bool = True, instant: datetime | None = None) -> tuple[Hit, ...]:
        options = RecallOptions(admit=admit, instant=instant)
        if self.by_words:
            options = replace(options, embed_seconds=0)
        limit = DEFAULT_LIMIT if admit else EVERYTHING
        return recall(
            actor=OWNER, query=question, stores=[self.store], kinds={"episode"}, limit=limit, options=options
        ).hits


def measured(chains: Sequence[Chain], *, admit: bool, embed: Callable[[], None] | None = None) -> Table:
    """Write each chain through the service into a store of its own, `embed` them, and ask.

    With `admit` only what is relevant enough for a prompt comes back, without it what a person who searches sees.
    """
    table = Table()
    written = []
    for chain in chains:
        store = _store(re.sub(r"[^a-z0-9]+", "-", chain.id.lower()).strip("-")[:40])
        drafts = [EpisodeDraft(text=text, observed_at=day) for day, text in chain.memories]
        outcomes = [episodes_write(actor=OWNER, store=store, drafts=[draft])[0] for draft in drafts]
        written.append((chain, store, [outcome.uid if outcome.ok else None for outcome in outcomes]))
    if embed is not None:
        embed()
    for chain, store, uids in written:
        table.verdicts.append(_verdict(chain, _Asker(store, by_words=embed is None), uids, admit=admit))
    return table


def _store(slug: str) -> Store:
    return Store.objects.create(slug=slug, name=slug, policy=Policy.SHARED)


def _verdict(chain: Chain, ask: _Asker, uids: Sequence[Any], *, admit: bool) -> Verdict:
    places = {uid: place for place, uid in enumerate(uids) if uid is not None}
    hits = {places[hit.id]: hit for hit in ask.hits(chain.question, admit=admit) if hit.id in places}
    every = {places[hit.id]: hit for hit in ask.hits(_words(chain), admit=False) if hit.id in places}
    unqualified = {place for place, hit in hits.items() if not hit.qualifiers}
    if chain.relation == "expires":
        current = any(_has(hit, QualifierCode.UNTIL) for hit in hits.values())
    else:
        current = any(chain.says_now(place) for place in unqualified)
    return Verdict(
        chain,
        current,
        not any(chain.is_stale(place) for place in unqualified),
        all(_held_then(chain, ask, place, uid) for place, uid in enumerate(uids)),
        sum(_has(hit, QualifierCode.SUPERSEDED) and not _was_changed(chain, place) for place, hit in every.items()),
        kept=None not in uids,
    )


def _was_changed(chain: Chain, place: int) -> bool:
    return chain.relation in CHANGING and place < len(chain.memories) - 1


def _held_then(chain: Chain, ask: _Asker, place: int, uid: Any) -> bool:
    """Whether a memory is found as it stood before the next one was said, without a word of what came later."""
    day, text = chain.memories[place]
    following = chain.memories[place + 1][0] if place + 1 < len(chain.memories) else day + 2 * AN_HOUR
    instant = max(day, following - AN_HOUR) if following > day else None
    found = {hit.id: hit for hit in ask.hits(text, admit=False, instant=instant)}
    return uid in found and (instant is None or not _has(found[uid], QualifierCode.SUPERSEDED))


def _words(chain: Chain) -> str:
    return " ".join(text for _, text in chain.memories)


def _has(hit: Hit, code: QualifierCode) -> bool:
    return any(qualifier.code is code for qualifier in hit.qualifiers)
