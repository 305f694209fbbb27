"""Labelled texts to train the screen's model on: whose they are, what they count for, and as a matrix."""

import hashlib
import json
import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from hooks.screening.engine import readings_of, signals_of, weigh
from hooks.screening.model import CONCEPT_GROUND, TERM_GROUND
from hooks.screening.wording import concept_terms, masks_of, pieces_of, terms_of, windows_of
from hooks.screening.written import KINDS, PHRASES, WRITTEN, written_rows
from hooks.services.reading import ReadRefused, safe_read_bytes

from .rates import read_rows
from .screen_fit import Design, Flags, Floats, as_floats, as_ints

NEEDED: Final = ("text", "label", "source")
SOURCES: Final = "sources.json"  # beside a file of rows: licences by source
FORBIDDEN: Final = ("none", "nc", "nd", "noncommercial")  # words of licences that keep weights from being derived
VARIANTS: Final = ("-mt", "-tp", "-tn", "-evasion")  # endings of sources that hold versions of another one's texts
MOST_CHARACTERS, MOST_WINDOWS = 20_000, 120  # of one text that are learned from
LEAST_TEXTS, LEAST_SOURCES = 3, 2  # that must hold a term before it is learned; ours alone will do
SOURCE_POWER: Final = 0.6  # a source with n texts counts for n to this power: large ones shall not drown small ones
PARAGRAPHS: Final = "paragraphs"  # source of what is taken from whole documents
MOST_PARAGRAPHS, PARAGRAPH_LENGTHS = 3_000, (40, 600)  # taken; characters
CLEAN_POINTS: Final = 4.0  # a paragraph in which the rules see as much is not taken for harmless
OWN_FACTOR: Final = {WRITTEN: 2.5, PHRASES: 1.0, KINDS: 3.0}
EACH_LABEL: Final = 1000.0  # what all texts of a label count for together


class Sample(NamedTuple):
    """One labelled text. ``group`` is held out as a whole; own texts have none and are only learned from."""

    row: dict[str, Any]
    group: str

    @property
    def is_attack(self) -> bool:
        return bool(self.row["label"] == "injection")

    @property
    def source(self) -> str:
        return str(self.row["source"])


@dataclass(frozen=True, slots=True)
class Origins:
    """Where the rows came from, for the recipe: digest and rows of each file, licence of each source used, and the
    sources left out for theirs."""

    files: dict[str, dict[str, Any]]
    licences: dict[str, str]
    left_out: tuple[str, ...]


class Windows(NamedTuple):
    """One text: the terms of each of its windows, and the concept terms."""

    terms: list[Counter[str]]
    concepts: list[Counter[str]]


def group_of(source: str) -> str:
    """Translations and variants of the same texts are held out together."""
    for ending in VARIANTS:
        source = source.removesuffix(ending)
    return source


def is_free(licence: str) -> bool:
    words = licence.lower().replace("-", " ").split()
    return bool(words) and not any(word in FORBIDDEN for word in words)


def read_samples(
    paths: Iterable[Path], documents: Iterable[Path] = (), *, own: bool = True
) -> tuple[list[Sample], Origins]:
    """The rows of the files whose licence permits it, paragraphs of documents, and our ``own`` texts.

    Only the rows are ever held out. Raises BadRow and OSError.
    """
    samples: list[Sample] = []
    files: dict[str, dict[str, Any]] = {}
    licences: dict[str, str] = {}
    left_out: set[str] = set()
    for path in paths:
        known = licences_beside(path)
        rows = list(read_rows(path, NEEDED))
        digest = hashlib.sha256(_bytes_of(path)).hexdigest()
        files[path.name] = {"sha256": digest, "rows": len(rows)}
        for row in rows:
            licence = known.get(row["source"], "none")
            if not is_free(licence):
                left_out.add(row["source"])
                continue
            licences[row["source"]] = licence
            samples.append(Sample(row, group_of(row["source"])))
    for path in documents:
        files[path.name] = {"sha256": hashlib.sha256(_bytes_of(path)).hexdigest()}
        samples += [Sample(row, "") for row in paragraphs_of(path, licences, left_out)]
    if own:
        samples += [Sample(row, "") for row in written_rows()]
        licences |= dict.fromkeys((WRITTEN, PHRASES, KINDS), "Apache-2.0, of this project")
    return samples, Origins(files, dict(sorted(licences.items())), tuple(sorted(left_out)))


def paragraphs_of(path: Path, licences: dict[str, str], left_out: set[str]) -> list[dict[str, Any]]:
    """Paragraphs of whole documents (``raw licence repo`` a line) as harmless rows; the same ones every time.

    Nobody labelled them, so those that the rules take for an attack are not used.
    """
    found: dict[str, dict[str, Any]] = {}
    low, high = PARAGRAPH_LENGTHS
    for document in read_rows(path, ("raw", "licence", "repo")):
        if not is_free(document["licence"]):
            left_out.add(document["repo"])
            continue
        for paragraph in document["raw"].split("\n\n"):
            if low <= len(paragraph) <= high:
                key = hashlib.sha256(paragraph.encode(errors="replace")).hexdigest()
                found[key] = {"text": paragraph, "label": "benign", "source": PARAGRAPHS}
                licences[f"{PARAGRAPHS} of {document['repo']}"] = document["licence"]
    first = [row for _, row in sorted(found.items())][:MOST_PARAGRAPHS]
    return [row for row in first if weigh(signals_of(row["text"])) < CLEAN_POINTS]


def licences_beside(path: Path) -> dict[str, str]:
    stated = json.loads(_bytes_of(path.parent / SOURCES))
    return {name: one["licence"] for name, one in stated.items() if one.get("share") and one.get("licence")}


def _bytes_of(path: Path) -> bytes:
    """What a file holds. Raises OSError."""
    try:
        return safe_read_bytes(path)
    except ReadRefused as refusal:
        raise refusal.as_os_error(path) from refusal


def windows_in(text: str) -> Windows:
    found = Windows([], [])
    for reading in readings_of(text[:MOST_CHARACTERS]):
        spans = pieces_of(reading.folded.text)
        terms = [Counter(terms_of(reading.folded.text[start:end])) for start, end in spans]
        concepts = [Counter(concept_terms(mask)) for mask in masks_of(spans, reading.hits)]
        for first, last in windows_of(spans):
            found.terms.append(sum(terms[first : last + 1], Counter()))
            found.concepts.append(sum(concepts[first : last + 1], Counter()))
    return Windows(found.terms[:MOST_WINDOWS], found.concepts[:MOST_WINDOWS])


def vocabulary_of(samples: list[Sample], texts: list[list[Counter[str]]]) -> list[str]:
    """Terms of enough texts and sources, sorted."""
    counts: Counter[str] = Counter()
    sources: defaultdict[str, set[str]] = defaultdict(set)
    for sample, windows in zip(samples, texts, strict=True):
        for term in {term for window in windows for term in window}:
            counts[term] += 1
            sources[term].add(sample.source)
    own = set(OWN_FACTOR)
    return sorted(
        term
        for term, count in counts.items()
        if count >= LEAST_TEXTS and (len(sources[term]) >= LEAST_SOURCES or sources[term] & own)
    )


def design_of(texts: list[list[Counter[str]]], vocabulary: list[str], ground: float) -> Design:
    """The matrix of all windows of all texts."""
    place = {term: at for at, term in enumerate(vocabulary)}
    rows: list[int] = []
    columns: list[int] = []
    values: list[float] = []
    owner: list[int] = []
    for number, windows in enumerate(texts):
        for window in windows:
            scale = 1 / math.sqrt(window.total() + ground)
            for term, count in window.items():
                if term in place:
                    rows.append(len(owner))
                    columns.append(place[term])
                    values.append(count * scale)
            owner.append(number)
    return Design(as_ints(rows), as_ints(columns), as_floats(values), as_ints(owner), len(vocabulary))


def term_design(samples: list[Sample], windows: list[Windows]) -> tuple[Design, list[str]]:
    texts = [one.terms for one in windows]
    vocabulary = vocabulary_of(samples, texts)
    return design_of(texts, vocabulary, TERM_GROUND), vocabulary


def concept_design(samples: list[Sample], windows: list[Windows]) -> tuple[Design, list[str]]:
    texts = [one.concepts for one in windows]
    vocabulary = vocabulary_of(samples, texts)
    return design_of(texts, vocabulary, CONCEPT_GROUND), vocabulary


def shares_of(samples: list[Sample], chosen: Flags) -> Floats:
    """What each chosen text counts for; nothing for the rest."""
    labels = [sample.is_attack for sample in samples]
    sizes = Counter((label, one.source) for label, one, taken in zip(labels, samples, chosen, strict=True) if taken)
    shares = np.zeros(len(samples))
    for at, sample in enumerate(samples):
        if chosen[at]:
            size = sizes[labels[at], sample.source]
            shares[at] = size ** (SOURCE_POWER - 1) * OWN_FACTOR.get(sample.source, 1.0)
    attacks = np.array(labels)
    for side in (attacks, ~attacks):
        total = shares[side].sum()
        if total:
            shares[side] *= EACH_LABEL / total
    return shares


def folds_of(samples: list[Sample], count: int) -> Iterator[Flags]:
    """Whole groups spread over at most so many folds, attacks and harmless texts evenly: what is held out in each."""
    attacks = Counter(one.group for one in samples if one.group and one.is_attack)
    others = Counter(one.group for one in samples if one.group and not one.is_attack)
    folds: list[set[str]] = [set() for _ in range(count)]
    held = [[0, 0] for _ in range(count)]
    for group in sorted({*attacks, *others}, key=lambda name: (-2 * attacks[name] - others[name], name)):
        by_attacks = bool(attacks[group])
        at = min(range(count), key=lambda fold: (held[fold][by_attacks], fold))
        folds[at].add(group)
        held[at][0] += others[group]
        held[at][1] += attacks[group]
    for fold in filter(None, folds):
        yield np.array([one.group in fold for one in samples])
