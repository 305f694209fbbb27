"""The Markdown memory of the reference system: preferences.md, projects.md, history/*.md and lessons.jsonl.

`kirocrew migrate-markdown` reads a workspace with it. It is never guessed: elsewhere such files are ordinary Markdown.
Where the reference gives all projects one key, each has its own here; where its last "I prefer …" wins, each stays.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from memory.transfer.formats import register
from memory.transfer.formats.chunks import EPISODE_MIN_CHARS, split_text, weight
from memory.transfer.formats.dates import instant_at_start, instant_in_name
from memory.transfer.formats.keys import fact_key, fact_value, segment
from memory.transfer.formats.lesson_lines import lessons_of
from memory.transfer.formats.narrative import Mood
from memory.transfer.formats.pairs import read_pairs, read_preference
from memory.transfer.items import EpisodeItem, FactItem, Item, Origins, Unsupported
from memory.transfer.reasons import Reason
from memory.transfer.sources import SourceFile

PREFERENCE_IMPORTANCE: Final = 0.6
PROJECT_IMPORTANCE: Final = 0.5
HISTORY_IMPORTANCE: Final = 0.4
_BULLET: Final = re.compile(r"^\s*[-*+]\s+(?P<text>\S.*)$")
_HEADING: Final = re.compile(r"^(?P<level>#{1,6})\s+(?P<text>.+?)\s*#*$")
_ENTRY: Final = re.compile(r"(?=^\s*\[\d)", re.MULTILINE)
_COMMENT: Final = re.compile(r"<!--.*?-->", re.DOTALL)
_NAME: Final = "name"


@register
class KirocrewMarkdown:
    """One workspace of the reference system."""

    name = "kirocrew-markdown"
    label = "Markdown memory of a workspace (kirocrew migrate-markdown)"
    lesson_limit = None

    def recognise(self, file: SourceFile) -> int:
        """Never by itself: these names are ordinary Markdown for everybody else."""
        return 0

    def parse(self, file: SourceFile) -> Iterator[Item]:
        """Yield what one of the known files holds; of any other file, that it is none of them."""
        match file.name.lower():
            case "preferences.md":
                yield from _preferences(file)
            case "projects.md":
                yield from _projects(file)
            case "lessons.jsonl":
                yield from lessons_of(file)
            case _ if file.folders[-1:] == ("history",) and file.suffix == ".md":
                yield from _history(file)
            case _:
                message = (
                    "It is none of preferences.md, projects.md, lessons.jsonl and history/*.md; `kirocrew import` may "
                    "read it."
                )
                yield Unsupported(origin_ref=file.path, reason_code=Reason.UNKNOWN_FORMAT, message=message)


@dataclass
class _Emitter:
    """Makes items and remembers the keys of the document: a second value for one becomes an episode."""

    path: str
    _keys: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._origins = Origins(self.path)

    def fact(self, key: str, label: str, value: str, *, line: str, mood: Mood) -> Iterator[Item]:
        if self._keys.setdefault(key, value) != value:
            yield from self.episode(line, mood)
            return
        yield FactItem(key=key, value=fact_value((label,), value), origin_ref=self._origins.ref(key, value))

    def episode(self, text: str, mood: Mood) -> Iterator[Item]:
        if weight(text) < EPISODE_MIN_CHARS:
            message = f"An episode has at least {EPISODE_MIN_CHARS} characters: {text!r}."
            yield Unsupported(origin_ref=self._origins.ref(text), reason_code=Reason.TOO_SHORT, message=message)
            return
        for piece in split_text(text):
            yield EpisodeItem(
                text=piece,
                tags=mood.tags,
                importance=mood.importance,
                observed_at=mood.when,
                origin_ref=self._origins.ref(piece),
            )


def _preferences(file: SourceFile) -> Iterator[Item]:
    emitter, mood = _Emitter(file.path), Mood(tags=("preference",), importance=PREFERENCE_IMPORTANCE)
    for text in _bullets(file.text):
        pairs = [pair for pair in read_pairs(text) if pair.value]
        if preference := read_preference(text):
            key, value = preference
            yield from emitter.fact(key, "", value, line=text, mood=mood)
        elif not pairs:
            yield from emitter.episode(text, mood)
        else:
            for pair in pairs:
                yield from emitter.fact(fact_key("pref", (pair.label,)), pair.label, pair.value, line=text, mood=mood)


def _projects(file: SourceFile) -> Iterator[Item]:
    """What follows the name of a project is about it; the name is a heading, or a list item "Name: …"."""
    emitter, project = _Emitter(file.path), ""
    for line in _COMMENT.sub("", file.text).splitlines():
        if heading := _HEADING.match(line):
            project = heading["text"] if len(heading["level"]) > 1 else ""
            yield from _named(emitter, project, line)
        elif bullet := _BULLET.match(line):
            text = bullet["text"].strip()
            pairs = [pair for pair in read_pairs(text) if pair.value]
            if pairs and segment(pairs[0].label) == _NAME:
                project = pairs.pop(0).value
                yield from _named(emitter, project, text)
            elif not pairs:
                about = f"{project}: {text}" if project else text
                yield from emitter.episode(about, _project_mood(project))
            for pair in pairs:
                labels = (project, pair.label) if project else (pair.label,)
                key = fact_key("project", labels)
                yield from emitter.fact(key, pair.label, pair.value, line=text, mood=_project_mood(project))


def _named(emitter: _Emitter, project: str, line: str) -> Iterator[Item]:
    if project:
        key = fact_key("project", (project, _NAME))
        yield from emitter.fact(key, "", project, line=line, mood=_project_mood(project))


def _project_mood(project: str) -> Mood:
    tags = ("project", segment(project)) if project else ("project",)
    return Mood(tags=tags, importance=PROJECT_IMPORTANCE)


def _history(file: SourceFile) -> Iterator[Item]:
    emitter, day = _Emitter(file.path), instant_in_name(file.name).instant
    for piece in _ENTRY.split(_COMMENT.sub("", file.text)):
        text = "\n".join(line for line in piece.splitlines() if not _HEADING.match(line)).strip()
        if text:
            when = instant_at_start(text, day).instant or day
            yield from emitter.episode(text, Mood(when=when, tags=("history",), importance=HISTORY_IMPORTANCE))


def _bullets(text: str) -> Iterator[str]:
    for line in _COMMENT.sub("", text).splitlines():
        if match := _BULLET.match(line):
            yield match["text"].strip()
