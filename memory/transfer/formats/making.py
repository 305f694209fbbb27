"""Make episodes of what other tools keep: memories they drew, and messages of conversations."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from kirocrew.base.text import clean
from memory.transfer.formats.chunks import EPISODE_MIN_CHARS, split_text, weight
from memory.transfer.formats.people import NOBODY, Person
from memory.transfer.items import EpisodeItem, Origins

# A memory somebody took the trouble to keep says something from here on, in Latin letters ("No nuts").
MEMORY_MIN_CHARS = 3
MEMORY_LEAD = "Memory"


@dataclass(frozen=True, slots=True)
class Talk:
    """A conversation: `key` stays the same in every export, `title` is what people call it."""

    key: str
    title: str = ""
    when: datetime | None = None
    project: str = ""
    scope: str = ""


class Maker:
    """Makes the episodes of one file, each tagged with the tool it comes from."""

    def __init__(self, path: str, tag: str) -> None:
        self._origins = Origins(path)
        self._tags = ("imported", tag)

    def memory(
        self,
        text: str,
        *,
        person: Person = NOBODY,
        when: datetime | None = None,
        until: datetime | None = None,
        tags: tuple[str, ...] = (),
        session: str = "",
    ) -> Iterator[EpisodeItem]:
        """Yield a memory; none when it says nothing. A very short one is introduced, so that it can be kept."""
        text = clean(text).strip()
        if weight(text) < MEMORY_MIN_CHARS:
            return
        if weight(text) < EPISODE_MIN_CHARS:
            text = f"{MEMORY_LEAD}: {text}"
        for piece in split_text(text):
            yield EpisodeItem(
                text=piece,
                tags=(*self._tags, *person.tags, *tags),
                speaker=person.name,
                scope=person.scope,
                session=session,
                observed_at=when,
                valid_until=until,
                origin_ref=self._origins.ref(person.scope, piece),
            )

    def message(
        self,
        text: str,
        *,
        talk: Talk,
        position: int,
        speaker: str,
        when: datetime | None = None,
        tags: tuple[str, ...] = ("conversation",),
    ) -> Iterator[EpisodeItem]:
        """Yield a message; none when it is shorter than an episode may be. A long one becomes several."""
        text = clean(text).strip()
        if weight(text) < EPISODE_MIN_CHARS:
            return
        for piece in split_text(text):
            yield EpisodeItem(
                text=piece,
                tags=(*self._tags, *tags),
                scope=talk.scope,
                conversation=talk.key,
                session=talk.title,
                position=position,
                speaker=speaker,
                project=talk.project,
                observed_at=when or talk.when,
                origin_ref=self._origins.ref(talk.key, str(position), speaker, piece),
            )
