"""How often a message brings up the right skill, and how often it brings one up when none is meant."""

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from hooks.services.measure import Rate, read_rows
from skills.matching.index import Floats, Index, skill_compile
from skills.matching.scoring import Reading, arms_of, likelihood, match, message_read, none_of, with_sure_phrases
from skills.matching.texts import SkillText, extra_texts
from skills.matching.trained import WEIGHTS, WEIGHTS_WITH_MEANING, Weights
from skills.packages.diagnostics import PackageRefused
from skills.packages.package import Package, package_read

FIRST: Final = 3
"""Skills a message brings at most, as `skills_max_triggered` by default."""
NOBODY: Final = -1


@dataclass(frozen=True, slots=True)
class Labelled:
    """One message, which skills are right (positions in the catalogue, none for no skill), and its language."""

    text: str
    lang: str
    right: tuple[int, ...]


@dataclass(slots=True)
class Material:
    """A catalogue with labelled messages: all values, so that weights can be tried without analysing again.

    `values` has shape (messages, skills, arms), `none` (messages, 5).
    """

    texts: list[SkillText]
    index: Index
    rows: list[Labelled]
    values: Floats
    none: Floats
    live: NDArray[np.bool_]


@dataclass(slots=True)
class TriggerReport:
    """Rates over all messages and by language."""

    first: Rate
    among: Rate
    injected: Rate
    by_language: dict[str, tuple[Rate, Rate, Rate]] = field(default_factory=dict)

    def as_dict(self) -> dict[str, Any]:
        def three(rates: tuple[Rate, Rate, Rate]) -> dict[str, Any]:
            return dict(zip(("first", "among_three", "injected"), (rate.as_dict() for rate in rates), strict=True))

        return three((self.first, self.among, self.injected)) | {
            "languages": {language: three(rates) for language, rates in self.by_language.items()}
        }


def skills_of(path: Path) -> tuple[list[SkillText], list[str]]:
    """Read a file of skills (id, path, raw): what matching knows of them, and their ids. Raises BadRow, OSError."""
    texts, ids = [], []
    for row in read_rows(path, ("id", "path", "raw")):
        parts = row["path"].split("/")
        folder = parts[-2] if len(parts) > 1 else ""
        try:
            package = package_read({"SKILL.md": row["raw"].encode()}, folder=folder)
        except PackageRefused:
            continue
        texts.append(text_of_package(str(row["id"]), package))
        ids.append(row["id"])
    return texts, ids


def text_of_package(key: str, package: Package) -> SkillText:
    """What matching knows of a package."""
    tags, _ = extra_texts(package.frontmatter)
    return SkillText(
        key=key,
        slug=package.slug,
        name=package.name,
        description=package.description,
        triggers=tuple(package.triggers),
        negative_triggers=tuple(package.negative_triggers),
        tags=(*package.tags, *tags),
        when_to_use=package.when_to_use,
        body=package.body,
        always=package.always,
    )


def material_of(
    texts: list[SkillText], ids: list[str], rows: Sequence[dict[str, Any]], *, embedder: Any = None
) -> Material:
    """Compute all values of labelled rows (text, lang, expect) against the skills."""
    index = Index([skill_compile(text) for text in texts])
    places = {one: at for at, one in enumerate(ids)}
    labelled = [
        Labelled(row["text"], row.get("lang", ""), tuple(places[one] for one in row["expect"] if one in places))
        for row in rows
    ]
    readings = [message_read(row.text) for row in labelled]
    cosines = _cosines(texts, readings, embedder) if embedder is not None else None
    values = np.stack(
        [
            arms_of(index, reading, None if cosines is None else cosines[at]).values
            for at, reading in enumerate(readings)
        ]
    )
    return Material(
        texts, index, labelled, values, np.array([none_of(index, reading) for reading in readings]), index.live
    )


def _cosines(texts: list[SkillText], readings: list[Reading], embedder: Any) -> Floats:
    from skills.services.embedding import embedded_text

    skills = _embedded(embedder, [embedded_text(text.name, text.description) for text in texts], "passage")
    messages = _embedded(embedder, [reading.english for reading in readings], "query")
    return np.asarray(messages @ skills.T, dtype=np.float64)


def _embedded(embedder: Any, texts: list[str], kind: str) -> Any:
    parts = [embedder.embed(texts[at : at + 32], kind=kind) for at in range(0, len(texts), 32)]
    return np.concatenate(parts)


def scores(material: Material, weights: Weights) -> Floats:
    """The score of every skill for every message, shape (messages, skills); 0 for skills that are never matched."""
    found = [likelihood(values, none, weights) for values, none in zip(material.values, material.none, strict=True)]
    return np.where(material.live, with_sure_phrases(np.array(found), material.values), 0.0)


def report(material: Material, found: Floats, threshold: float) -> TriggerReport:
    """Rates at a threshold."""
    ranks = np.array([_rank(found[at], row.right, threshold) for at, row in enumerate(material.rows)])
    injected = found.max(axis=1) >= threshold
    asks = np.array([bool(row.right) for row in material.rows])
    languages = sorted({row.lang for row in material.rows}, key=lambda one: (one != "en", one))
    spoken = np.array([row.lang for row in material.rows])

    def three(chosen: NDArray[np.bool_]) -> tuple[Rate, Rate, Rate]:
        return (
            _rate(bool(rank == 0) for rank in ranks[chosen & asks]),
            _rate(bool(rank < FIRST) for rank in ranks[chosen & asks]),
            _rate(bool(one) for one in injected[chosen & ~asks]),
        )

    return TriggerReport(*three(asks | ~asks), {language: three(spoken == language) for language in languages})


def _rate(flags: Iterable[bool]) -> Rate:
    values = list(flags)
    return Rate(sum(values), len(values))


def _rank(values: Floats, right: tuple[int, ...], threshold: float) -> int:
    """How many skills come before the best right one; FIRST when none is offered."""
    best = max((float(values[at]) for at in right), default=0.0)
    return int((values > best).sum()) if right and best >= threshold else FIRST


def speed(material: Material, *, skills: int, times: int = 3) -> float:
    """CPU milliseconds a message takes against so many skills (the catalogue repeated), the best of several runs."""
    compiled = list(material.index.skills)
    many = [replace(compiled[at % len(compiled)], key=str(at)) for at in range(skills)]
    index = Index(many)
    best = float("inf")
    for _ in range(times):
        started = time.process_time()
        for row in material.rows:
            match(index, message_read(row.text), threshold=0.5, most=FIRST)
        best = min(best, (time.process_time() - started) / len(material.rows))
    return best * 1000


def weights_for(*, with_meaning: bool) -> Weights:
    return WEIGHTS_WITH_MEANING if with_meaning else WEIGHTS
