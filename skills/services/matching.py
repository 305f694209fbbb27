"""Which skills a message brings, as body or pointer, and why.

One audit entry for a message, and only where something matched or a negative phrase kept it away; it holds a digest of
the message, never its words.
"""

import hashlib
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final

import numpy as np
from django.db import transaction

from channels_bridge.actors import Actor, Permission
from kirocrew.base.problems import NotFound
from memory.inference.embedding import embed_query, get_embedder
from memory.services.lesson_scope import scope_satisfied
from skills.matching.index import Index
from skills.matching.scoring import Match, Reading, match, message_read
from skills.matching.tokens import tokens_of
from skills.services.access import UsableSkill, skill_body, skills_usable
from skills.services.compiled import vectors_for
from skills.services.embedding import has_meaning
from skills.services.events import event_write
from skills.services.finding_settings import finding_settings
from skills.services.places import project_folder
from skills.services.usage import Delivery as Delivered
from skills.services.usage import use_record
from skills.services.warming import index_now

POINTER_CHARACTERS: Final = 160
"""Characters of a description in a pointer line."""
POINTER_TAIL: Final = 0.8
"""A pointer is cut at a word's end if one lies in the last fifth, else where it is full."""
MEANING_WAIT_S: Final = 0.25
"""Seconds a message waits for its vector; without it words alone decide."""
DIGEST_SHOWN: Final = 16
"""Hexadecimal digits of a message's sha256 in the audit log."""


class Delivery(StrEnum):
    """How a skill goes to the agent: whole, as one line, or not again since it is in the conversation already."""

    BODY = "body"
    POINTER = "pointer"
    LOADED = "loaded"


@dataclass(frozen=True, slots=True)
class Matched:
    """A skill that a message brings. `text` is what the agent gets: the body, or the pointer line.

    `arm` says what spoke for it most: token (`$name`), phrase, name, words, concepts or meaning; `phrase`, `words` and
    `concepts` what was found. `score` is 0 to 1.
    """

    usable: UsableSkill
    score: float
    arm: str
    delivery: Delivery
    phrase: str = ""
    words: tuple[str, ...] = ()
    concepts: tuple[str, ...] = ()
    text: str = ""

    @property
    def reason(self) -> str:
        """Why, in words."""
        if self.arm == "token":
            return "The message names it."
        parts = [f'the phrase "{self.phrase}"'] if self.phrase else []
        parts += [f"the words {', '.join(self.words)}"] if self.words else []
        parts += [f"the meaning of {', '.join(self.concepts)}"] if self.concepts else []
        return f"The message shares with it {'; '.join(parts)}." if parts else "The message means something near it."


@dataclass(frozen=True, slots=True)
class MatchAnswer:
    """What a message brings, which skills a negative phrase kept away, and whether meaning was compared.

    `is_current` is False while what changed in the catalogue is compiled: new skills may be missing then.
    """

    matches: list[Matched]
    denied: list[tuple[UsableSkill, str]]
    by_meaning: bool
    is_current: bool = True


def skills_match(
    *,
    actor: Actor,
    message: str,
    project: str = "",
    only: Collection[str] | None = None,
    loaded: Collection[str] = (),
    record: bool = True,
) -> MatchAnswer:
    """The skills a message brings, those it names first. Raises Forbidden for a key that may not read skills.

    `only` narrows to those slugs, `loaded` are slugs whose body the conversation holds already. `record=False` is a
    trial: no audit entry, and no use is counted.
    """
    actor.require(Permission.SKILLS_READ)
    usable = skills_usable(actor=actor, project=project)
    values = finding_settings()
    by_key = {str(one.skill.pk): one for one in usable if only is None or one.skill.slug in only}
    named = _named(message, by_key.values())
    index, is_current = index_now(usable, actor=actor, project=project)
    reading = message_read(message)
    cosines = cosines_of(index, reading, usable) if is_current else None
    room = int(values["skills_max_triggered"])
    found, denied = match(
        index,
        reading,
        threshold=float(values["skills_threshold"]),
        most=room + len(usable),
        cosines=cosines,
        among=np.array([skill.key in by_key for skill in index.skills], dtype=bool),
    )
    tokens = {one.skill.pk for one in named}
    brought = [_named_match(one) for one in named]
    for one in found:
        if len(brought) - len(named) >= room:
            break
        owner = by_key[one.key]
        if owner.skill.pk not in tokens and _in_scope(actor, owner, project):
            brought.append(_matched(owner, one))
    matches = [one for one in (_with_text(one, loaded) for one in brought) if one is not None]
    kept_away = [(by_key[one.key], one.phrase) for one in denied]
    if record and (matches or kept_away):
        _record(actor, message, matches, kept_away)
    return MatchAnswer(matches, kept_away, cosines is not None, is_current)


def pointer_line(name: str, description: str) -> str:
    """One line about a skill: its name and what it is for, cut at a word's end."""
    flat = " ".join(description.split())
    if len(flat) > POINTER_CHARACTERS:
        cut = flat[: POINTER_CHARACTERS - 1]
        space = cut.rfind(" ")
        flat = f"{cut[:space] if space >= POINTER_CHARACTERS * POINTER_TAIL else cut}…"
    return f"{name}: {flat}" if flat else name


def _named(message: str, usable: Iterable[UsableSkill]) -> list[UsableSkill]:
    """The skills whose name stands in the message as `$name`; names there are not stay text."""
    if "$" not in message:
        return []
    by_slug = {one.skill.slug.casefold(): one for one in usable}
    return [by_slug[token] for token in tokens_of(message) if token in by_slug]


def _named_match(one: UsableSkill) -> Matched:
    return Matched(one, 1.0, "token", Delivery.BODY)


def _matched(one: UsableSkill, found: Match) -> Matched:
    delivery = Delivery.BODY if one.skill.inject_on_trigger else Delivery.POINTER
    return Matched(one, found.score, found.arm, delivery, found.phrase, found.words, found.concepts)


def _with_text(one: Matched, loaded: Collection[str]) -> Matched | None:
    skill = one.usable.skill
    if skill.slug in loaded and one.delivery is Delivery.BODY:
        return replace(one, delivery=Delivery.LOADED)
    if one.delivery is Delivery.POINTER:
        return replace(one, text=pointer_line(skill.slug, skill.description))
    try:
        return replace(one, text=skill_body(one.usable))
    except NotFound:  # it went away since the catalogue was read
        return None


def _in_scope(actor: Actor, one: UsableSkill, project: str) -> bool:
    scope = one.skill.repo_scope
    return not scope or scope_satisfied(scope, project_folder(actor, project))


def cosines_of(index: Index, reading: Reading, usable: Sequence[UsableSkill]) -> Any:
    """The message's cosine with each skill, None where the model, a vector or the time for it is not there."""
    embedder = get_embedder() if len(index) else None
    if embedder is None or not has_meaning(embedder.space):
        return None
    rows = vectors_for(usable, embedder.space)
    if rows is None:
        return None
    vector = embed_query(reading.english, deadline=MEANING_WAIT_S)
    return None if vector is None else rows @ vector


def _record(
    actor: Actor, message: str, matches: Sequence[Matched], kept_away: Sequence[tuple[UsableSkill, str]]
) -> None:
    digest = hashlib.sha256(message.encode("utf-8", "replace")).hexdigest()[:DIGEST_SHOWN]
    detail = [f"{one.usable.skill.key} {one.score:.2f} {one.delivery}" for one in matches]
    detail += [f"{one.skill.key} kept away" for one, _ in kept_away]
    with transaction.atomic():
        event_write(actor=actor, code="skills_matched", key=digest, detail="; ".join(detail), offered=False)
        use_record(
            Delivered(one.usable.skill, str(one.delivery), len(one.text) if one.delivery is Delivery.BODY else 0)
            for one in matches
            if one.delivery is not Delivery.LOADED
        )
