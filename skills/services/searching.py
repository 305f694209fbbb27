"""Looking a skill up: in names and descriptions, and only when they say nothing, in the text. No use is recorded."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from channels_bridge.actors import Actor, Permission
from kirocrew.base.problems import Invalid
from memory.inference.embedding import embed_query, get_embedder
from skills.matching.bm25 import Bm25
from skills.matching.scoring import message_read
from skills.models import Skill
from skills.services.access import UsableSkill, skills_usable
from skills.services.compiled import vectors_for
from skills.services.embedding import has_meaning
from skills.services.usage import rank_of, use_of

QUERY_CHARACTERS: Final = 500
LIMIT: Final = 20
LIMIT_MOST: Final = 100
WORDS_WEIGHT: Final = 0.3
MEANING_WEIGHT: Final = 0.7
"""Share of each channel where both found something; a channel alone counts in full."""
LEAST_COSINE: Final = 0.3
"""Cosine from which on the meaning of a skill counts as found."""
MEANING_WAIT_S: Final = 1.0


@dataclass(frozen=True, slots=True)
class SkillHit:
    """A skill that was found; `score` 0 to 1, `found_in` `metadata` or `body`."""

    usable: UsableSkill
    score: float
    found_in: str


def skill_search(
    *, actor: Actor, query: str, project: str = "", only: Collection[str] | None = None, limit: int = LIMIT
) -> list[SkillHit]:
    """The skills that fit a query, best first; what the actor may not use is left out before anything is ranked.

    Raises Forbidden for a key that may not read skills, Invalid for a query that is too long or a limit out of range.
    """
    actor.require(Permission.SKILLS_READ)
    if len(query) > QUERY_CHARACTERS:
        raise Invalid(f"A query has at most {QUERY_CHARACTERS} characters.", type="invalid-query")
    if not 1 <= limit <= LIMIT_MOST:
        raise Invalid(f"'limit' is a number from 1 to {LIMIT_MOST}.", type="invalid-query")
    usable = skills_usable(actor=actor, project=project, only=only)
    if not usable or not query.strip():
        return []
    scores, place = _metadata(usable, query), "metadata"
    if not scores:
        scores, place = _bodies(usable, query), "body"
    used = use_of([usable[at].skill.pk for at in scores])
    order = sorted(scores, key=lambda at: (scores[at], rank_of(usable[at].skill, used.get(usable[at].skill.pk))))
    return [SkillHit(usable[at], round(scores[at], 4), place) for at in reversed(order)][:limit]


def _metadata(usable: Sequence[UsableSkill], query: str) -> dict[int, float]:
    texts = [
        "\n".join((one.skill.name, one.skill.slug, one.skill.description, *map(str, one.skill.triggers)))
        for one in usable
    ]
    words = _shares(Bm25(texts).scores(query))
    meaning = _meaning(usable, query)
    if not words or not meaning:
        return words or meaning
    found = words.keys() | meaning.keys()
    return {at: WORDS_WEIGHT * words.get(at, 0.0) + MEANING_WEIGHT * meaning.get(at, 0.0) for at in found}


def _bodies(usable: Sequence[UsableSkill], query: str) -> dict[int, float]:
    own = {one.skill.pk: one.skill.body for one in usable if "body" in one.skill.__dict__}  # a pinned version's
    others = [one.skill.pk for one in usable if one.skill.pk not in own]
    rows = dict(Skill.objects.filter(pk__in=others).values_list("pk", "body")) | own
    return _shares(Bm25([rows.get(one.skill.pk, "") for one in usable]).scores(query))


def _shares(scores: Sequence[float]) -> dict[int, float]:
    """What was found, as shares of the best."""
    best = max(scores, default=0.0)
    return {at: score / best for at, score in enumerate(scores) if score > 0} if best > 0 else {}


def _meaning(usable: Sequence[UsableSkill], query: str) -> dict[int, float]:
    cosines = query_cosines(usable, query)
    if cosines is None:
        return {}
    return {int(at): float(cosines[at]) for at in np.flatnonzero(cosines >= LEAST_COSINE)}


def query_cosines(usable: Sequence[UsableSkill], query: str) -> Any:
    """The cosine of a query with each skill, None where the model or a vector is not there."""
    embedder = get_embedder()
    if embedder is None or not has_meaning(embedder.space):
        return None
    rows = vectors_for(usable, embedder.space)
    vector = embed_query(message_read(query).english, deadline=MEANING_WAIT_S) if rows is not None else None
    return None if rows is None or vector is None else rows @ vector
