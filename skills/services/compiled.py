"""The skills on offer to somebody, compiled for matching and kept in the process until the catalogue changes.

The path of a message asks the database for one thing, whether the catalogue changed; it opens no file, and in a web
process it compiles nothing, see `skills.services.warming`. Words of skills
that somebody may not use have no part in what is found for him, not even in how rare a word is.
"""

import time
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Final

import numpy as np
from numpy.typing import NDArray

from memory.inference.models import SpaceKey
from skills.matching.index import CompiledSkill, Index, skill_compile
from skills.matching.texts import SkillText, extra_texts
from skills.models import Skill, SkillVector
from skills.services.access import UsableSkill

SKILLS_KEPT: Final = 20_000
"""Compiled skills a process keeps, about 40 kB each."""
INDEXES_KEPT: Final = 16
"""Sets of skills a process keeps tables of; people with the same skills share one."""
BODIES_AT_ONCE: Final = 200
MISSING_BELIEVED_S: Final = 30.0
"""Seconds after which vectors that were missing are looked for again."""

_Mark = tuple[int, int, str, str, str]


@dataclass(frozen=True, slots=True)
class _Vectors:
    """A row for each skill of an index; None where one is missing, and then until when that is believed."""

    rows: NDArray[np.float32] | None
    until: float


_lock: Final = Lock()
_skills: OrderedDict[_Mark, CompiledSkill] = OrderedDict()
_indexes: OrderedDict[tuple[_Mark, ...], Index] = OrderedDict()
_vectors: OrderedDict[tuple[tuple[_Mark, ...], str], _Vectors] = OrderedDict()


def mark_of(usable: UsableSkill) -> _Mark:
    """Changes whenever what matching looks at changes."""
    skill = usable.skill
    return skill.pk, usable.version, skill.content_hash, skill.slug, f"{skill.name}\0{skill.description}"


def index_known(usable: Sequence[UsableSkill]) -> Index | None:
    """The tables of these skills where they are in memory."""
    marks = tuple(map(mark_of, usable))
    with _lock:
        known = _indexes.get(marks)
        if known is not None:
            _indexes.move_to_end(marks)
    return known


def index_for(usable: Sequence[UsableSkill]) -> Index:
    """The tables of these skills, from memory where nothing changed. Keys of the index are primary keys as text."""
    known = index_known(usable)
    if known is not None:
        return known
    marks = tuple(map(mark_of, usable))
    index = Index(_compiled(usable, marks))
    with _lock:
        _indexes[marks] = index
        while len(_indexes) > INDEXES_KEPT:
            _indexes.popitem(last=False)
    return index


def vectors_for(usable: Sequence[UsableSkill], space: SpaceKey) -> NDArray[np.float32] | None:
    """The vectors of these skills in a space, shape (skills, dimension); None while one of them is missing: skills
    without one would be at a disadvantage.
    """
    key = (tuple(map(mark_of, usable)), space.model)
    with _lock:
        known = _vectors.get(key)
    if known is None or (known.rows is None and time.monotonic() >= known.until):
        known = _Vectors(_read_vectors(usable, space), time.monotonic() + MISSING_BELIEVED_S)
        with _lock:
            _vectors[key] = known
            while len(_vectors) > INDEXES_KEPT:
                _vectors.popitem(last=False)
    return known.rows


def vectors_forget() -> None:
    """Look for vectors anew at the next message; other processes do within MISSING_BELIEVED_S."""
    with _lock:
        _vectors.clear()


def skill_text(skill: Skill, *, body: str, frontmatter: object) -> SkillText:
    """What matching knows of a skill."""
    tags, when = extra_texts(frontmatter if isinstance(frontmatter, dict) else {})
    return SkillText(
        key=str(skill.pk),
        slug=skill.slug,
        name=skill.name,
        description=skill.description,
        triggers=_texts(skill.triggers),
        negative_triggers=_texts(skill.negative_triggers),
        tags=(*_texts(skill.tags), *tags),
        when_to_use=when,
        body=body,
        always=skill.always,
    )


def _texts(value: object) -> tuple[str, ...]:
    return tuple(item for item in value if isinstance(item, str)) if isinstance(value, list) else ()


def _compiled(usable: Sequence[UsableSkill], marks: Sequence[_Mark]) -> list[CompiledSkill]:
    with _lock:
        missing = [at for at, mark in enumerate(marks) if mark not in _skills]
    for start in range(0, len(missing), BODIES_AT_ONCE):
        part = missing[start : start + BODIES_AT_ONCE]
        read = _bodies([usable[at].skill for at in part])
        for at in part:
            skill = usable[at].skill
            body, frontmatter = read.get(id(skill), ("", {}))
            one = skill_compile(skill_text(skill, body=body, frontmatter=frontmatter))
            with _lock:
                _skills[marks[at]] = one
    with _lock:
        found = [_skills[mark] for mark in marks]
        while len(_skills) > max(SKILLS_KEPT, len(marks)):
            _skills.popitem(last=False)
    return found


def _bodies(skills: Sequence[Skill]) -> dict[int, tuple[str, object]]:
    """Body and frontmatter by the object's id; a pinned older version carries its own."""
    carried = {id(skill): (skill.body, skill.frontmatter) for skill in skills if "body" in skill.__dict__}
    others = {skill.pk: id(skill) for skill in skills if id(skill) not in carried}
    rows = Skill.objects.filter(pk__in=others).values_list("pk", "body", "frontmatter")
    return carried | {others[pk]: (body, frontmatter) for pk, body, frontmatter in rows}


def _read_vectors(usable: Sequence[UsableSkill], space: SpaceKey) -> NDArray[np.float32] | None:
    from skills.services.embedding import text_hash

    stored = {
        row.skill_id: row
        for row in SkillVector.objects.filter(skill__in=[one.skill.pk for one in usable], space=space.model)
    }
    rows = np.zeros((len(usable), space.dimension), dtype=np.float32)
    for at, one in enumerate(usable):
        row = stored.get(one.skill.pk)
        if row is None or row.text_hash != text_hash(one.skill.name, one.skill.description):
            return None
        rows[at] = np.frombuffer(bytes(row.vector), dtype="<f4")
    return rows
