"""The linear model behind the rules: weights of terms and concepts, read from ``model.json`` beside this file.

The file is written by ``train_screen`` and reviewed like code. It tells how it came about and carries the digest of its
weights. Without it, or when it is damaged, the rules go on alone and a system check says so.
"""

import hashlib
import json
import math
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from .folding import Folded
from .lexicon import Hit
from .wording import (
    DENSE,
    EDGE,
    GLUED_EDGE,
    Span,
    concept_terms,
    dense_terms,
    masks_of,
    pieces_of,
    tokens_of,
    windows_of,
    word_terms,
)

PATH: Final = Path(__file__).with_name("model.json")
FORMAT: Final = 2
STEP: Final = 0.01  # a weight in the file is a whole number of these
TERM_GROUND: Final = 10.0  # added to the number of terms, whose root a window is divided by: two words say little
CONCEPT_GROUND: Final = 4.0
CACHED_WORDS: Final = 16_384

Part = tuple[float, int]  # the weights of some terms added up, and how many terms there were
Pairs = dict[str, dict[str, float]]
NONE: Final[dict[str, float]] = {}


class ModelProblem(ValueError):
    """The model file can't be used; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class Found:
    """The window that looks most like an attack: its margin, in log-odds, and its place in the folded text."""

    margin: float
    start: int
    end: int


@dataclass(slots=True)
class Model:
    """``terms`` and ``concepts`` are weights per term; both parts are linear, each divided by its own length.

    ``concept_bias`` counts only where a concept was found: that the lexicon knows no word of a piece is no sign that
    the piece is harmless. ``zero`` is the margin that speaks neither for nor against an attack, ``slope`` what one more
    is worth in points of the rules. Both are chosen on texts of sources the weights were not trained on.
    """

    terms: dict[str, float]
    concepts: dict[str, float]
    bias: float
    concept_bias: float = 0.0
    zero: float = 0.0
    slope: float = 1.0
    recipe: dict[str, Any] = field(default_factory=dict)
    words: dict[str, Part] = field(default_factory=dict)
    masks: dict[int, Part] = field(default_factory=dict)
    follows: Pairs = field(init=False)
    skips: Pairs = field(init=False)

    def __post_init__(self) -> None:
        """Weights of two words by the first of them: most words begin no pair, and no term need be spelled out."""
        self.follows, self.skips = pairs_of(self.terms, "b:", " "), pairs_of(self.terms, "s:", " * ")

    def strongest(self, folded: Folded, hits: list[Hit]) -> Found | None:
        """The window with the highest margin; None for a text without words."""
        spans = pieces_of(folded.text)
        terms = [self.of_piece(folded.text[start:end]) for start, end in spans]
        concepts = [self.of_mask(mask) for mask in masks_of(spans, hits)]
        best: Found | None = None
        for first, last in windows_of(spans):
            margin = self.margin(terms[first : last + 1], concepts[first : last + 1])
            if best is None or margin > best.margin:
                best = Found(margin, *visible(folded.text, (spans[first][0], spans[last][1])))
        return best

    def margin(self, terms: list[Part], concepts: list[Part]) -> float:
        margin = self.bias + scaled(terms, TERM_GROUND)
        if any(count for _, count in concepts):
            margin += self.concept_bias + scaled(concepts, CONCEPT_GROUND)
        return margin

    def points(self, margin: float) -> float:
        return self.slope * (margin - self.zero)

    def of_piece(self, piece: str) -> Part:
        """The same sum as over ``terms_of``, with the words that were seen before looked up as a whole."""
        known, follows, skips = self.words, self.follows, self.skips
        is_spaced = piece.isascii()
        total, count = 0.0, 0
        before, last = EDGE, EDGE
        for token in tokens_of(piece):
            part = known.get(token) or self.of_word(token)
            total += part[0]
            count += part[1]
            if not is_spaced and DENSE.match(token):
                before, last = last, GLUED_EDGE
                continue
            if last in follows or before in skips:
                total += follows.get(last, NONE).get(token, 0.0) + skips.get(before, NONE).get(token, 0.0)
            count += 2
            before, last = last, token
        return total, count

    def of_word(self, token: str) -> Part:
        terms = dense_terms(token) if DENSE.match(token) else word_terms(token)
        part = sum(self.terms.get(term, 0.0) for term in terms), len(terms)
        if len(self.words) < CACHED_WORDS:
            self.words[token] = part
        return part

    def of_mask(self, mask: int) -> Part:
        part = self.masks.get(mask)
        if part is None:
            terms = concept_terms(mask)
            part = sum(self.concepts.get(term, 0.0) for term in terms), len(terms)
            if len(self.masks) < CACHED_WORDS:
                self.masks[mask] = part
        return part


def pairs_of(terms: dict[str, float], mark: str, between: str) -> Pairs:
    """The weights of the terms with that mark, by their first word and then by their second."""
    pairs: Pairs = {}
    for term, weight in terms.items():
        if term.startswith(mark):
            first, _, second = term.removeprefix(mark).partition(between)
            pairs.setdefault(first, {})[second] = weight
    return pairs


def scaled(parts: list[Part], ground: float) -> float:
    return sum(part[0] for part in parts) / math.sqrt(sum(part[1] for part in parts) + ground)


def visible(text: str, span: Span) -> Span:
    """The span without the blanks at its ends."""
    start, end = span
    piece = text[start:end]
    return start + len(piece) - len(piece.lstrip()), end - len(piece) + len(piece.rstrip())


def digest_of(weights: dict[str, int], scale: list[float]) -> str:
    """SHA-256 of the weights and of both biases, zero and slope in their one canonical form, hexadecimal."""
    canonical = json.dumps([scale, sorted(weights.items())], ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()


def parse_model(content: str) -> Model:
    """The model in the text of a file. Raises ModelProblem."""
    try:
        data = json.loads(content)
        weights = data["weights"]
        bias, concept_bias, zero, slope = (float(data[name]) for name in ("bias", "concept_bias", "zero", "slope"))
        if data["format"] != FORMAT:
            raise ModelProblem(f"The screen's model has format {data['format']}, this version reads {FORMAT}.")
        if digest_of(weights, [bias, concept_bias, zero, slope]) != data["sha256"]:
            raise ModelProblem("The weights of the screen's model are not those its digest was made of.")
        parts: tuple[dict[str, float], dict[str, float]] = {}, {}
        for term, weight in weights.items():
            parts[term.startswith("k:")][term] = weight * STEP
        return Model(*parts, bias, concept_bias, zero, slope, dict(data["recipe"]))
    except ModelProblem:
        raise
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise ModelProblem(f"The screen's model can't be read ({type(error).__name__}).") from error


def load_model(path: Path = PATH) -> Model:
    """The model of a file. Raises ModelProblem when it is missing or damaged."""
    try:
        return parse_model(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise ModelProblem(f"{path.name} can't be read ({type(error).__name__}).") from error


@lru_cache(maxsize=1)
def current_model() -> Model | None:
    """The model that screens here, read once; None when it can't be used, which the check ``hooks.W001`` reports."""
    try:
        return load_model()
    except ModelProblem:
        return None
