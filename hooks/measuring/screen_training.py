"""Train the screen's model, and say how it does on sources it did not see."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from hooks.screening.engine import LEAST_TO_REFUSE, MOST_WORDED, signals_of, weigh
from hooks.screening.model import FORMAT, STEP, Model, digest_of
from hooks.screening.rules import HOSTILE, SUSPICIOUS
from hooks.screening.written import SEED

from .screen_fit import ITERATIONS, ROUNDS, Design, Flags, Floats, fit, strongest_of
from .screen_samples import (
    LEAST_SOURCES,
    LEAST_TEXTS,
    OWN_FACTOR,
    SOURCE_POWER,
    Sample,
    concept_design,
    folds_of,
    shares_of,
    term_design,
    windows_in,
)

FOLDS: Final = 8
TERM_PENALTY: Final = 0.03
CONCEPT_PENALTY: Final = 0.1
MOST_TERMS: Final = 13_000  # weights kept in the file, those that weigh most
# Shares of harmless texts that may be held back by the model alone, held back with the rules, and refused, in cross-
# validation. Promised are 0.02 and 0.003; the rules were written from these texts, so they may do worse on others.
MODEL_GOAL, ALARM_GOAL, REFUSAL_GOAL = 0.012, 0.018, 0.0022
ALONE_WORTH: Final = 0.3  # what the model finds without the rules, beside what both find
SLOPES: Final = (1.0, 1.25, 1.5, 1.75, 2.0, 2.5, 3.0, 4.0)
ZEROS: Final = tuple(step / 20 for step in range(-80, 61))


@dataclass(frozen=True, slots=True)
class Task:
    """Samples with the two matrices of their windows, which are in step."""

    samples: list[Sample]
    labels: Flags
    terms: Design
    term_names: list[str]
    concepts: Design
    concept_names: list[str]

    def margins(self, model: Model) -> Floats:
        """The highest margin of each text, by the weights of a model."""
        term_weights = np.array([model.terms.get(name, 0.0) for name in self.term_names])
        concept_weights = np.array([model.concepts.get(name, 0.0) for name in self.concept_names])
        margins = self.terms.margins(term_weights, model.bias)
        said = self.concepts.margins(concept_weights, model.concept_bias)
        return strongest_of(self.terms, margins + np.where(self.concepts.filled(), said, 0.0), len(self.samples))


@dataclass(frozen=True, slots=True)
class Fold:
    """A model and the samples it was not trained on."""

    model: Model
    held_out: Flags


def task_of(samples: list[Sample]) -> Task:
    windows = [windows_in(sample.row["text"]) for sample in samples]
    labels = np.array([sample.is_attack for sample in samples])
    return Task(samples, labels, *term_design(samples, windows), *concept_design(samples, windows))


def train(task: Task, chosen: Flags) -> Model:
    """Words and concepts are fitted apart: together, the concepts explain the rows they were written for, and the
    words learn nothing."""
    shares = shares_of(task.samples, chosen)
    term_weights, term_bias = fit(task.terms, task.labels, shares, chosen, TERM_PENALTY)
    concept_weights, concept_bias = fit(task.concepts, task.labels, shares, chosen, CONCEPT_PENALTY)
    steps = whole_steps(task.term_names, term_weights) | whole_steps(task.concept_names, concept_weights)
    parts: tuple[dict[str, float], dict[str, float]] = {}, {}
    for name, weight in steps.items():
        parts[name.startswith("k:")][name] = weight * STEP
    return Model(*parts, bias=round(term_bias, 4), concept_bias=round(concept_bias, 4))


def whole_steps(names: list[str], weights: Floats) -> dict[str, int]:
    """The heaviest weights as whole steps, without those that round to nothing."""
    steps = np.rint(weights / STEP).astype(int)
    heaviest = sorted(range(len(names)), key=lambda at: (-abs(int(steps[at])), names[at]))[:MOST_TERMS]
    return {names[at]: int(steps[at]) for at in heaviest if steps[at]}


def cross_validate(task: Task) -> list[Fold]:
    """Models that each leave whole sources out; together the folds hold every labelled source once."""
    return [Fold(train(task, ~held_out), held_out) for held_out in folds_of(task.samples, FOLDS)]


def held_out_margins(task: Task, folds: list[Fold]) -> Floats:
    """The margin of every text by the model that did not see it; not a number for our own texts."""
    margins = np.full(len(task.samples), np.nan)
    for fold in folds:
        margins[fold.held_out] = task.margins(fold.model)[fold.held_out]
    return margins


def rule_points(samples: list[Sample]) -> Floats:
    """What the rules alone give each text, read as written by a bot."""
    return np.array([weigh(signals_of(sample.row["text"])) for sample in samples])


def calibrated(labels: Flags, rules: Floats, margins: Floats) -> tuple[float, float]:
    """``zero`` and ``slope`` of the model's points that catch most within the goals for harmless texts.

    Raises ValueError when no pair keeps within them.
    """
    best: tuple[float, float, float] | None = None
    for slope in SLOPES:
        for zero in ZEROS:
            worded = worded_points(margins, zero, slope)
            both = rules + worded
            refused = (both >= HOSTILE) & (rules >= LEAST_TO_REFUSE)
            if (
                caught(worded[~labels], SUSPICIOUS) > MODEL_GOAL
                or caught(both[~labels], SUSPICIOUS) > ALARM_GOAL
                or refused[~labels].mean() > REFUSAL_GOAL
            ):
                continue
            worth = ALONE_WORTH * caught(worded[labels], SUSPICIOUS) + caught(both[labels], SUSPICIOUS)
            worth += float(refused[labels].mean()) / 4
            if best is None or worth > best[0]:
                best = worth, zero, slope
    if best is None:
        raise ValueError("No limit of the model keeps within the goals for harmless texts.")
    return best[1], best[2]


def caught(points: Floats, limit: float) -> float:
    return float((points >= limit).mean())


def worded_points(margins: Floats, zero: float, slope: float) -> Floats:
    """What the model adds to the rules."""
    return np.clip(slope * (margins - zero), 0.0, MOST_WORDED)


def in_use(model: Model, zero: float, slope: float) -> Model:
    """The model with its scale."""
    return Model(model.terms, model.concepts, model.bias, model.concept_bias, zero, slope)


def threshold_at(labels: Flags, margins: Floats, alarms: float) -> float:
    """The margin above which that share of harmless texts lies."""
    harmless = np.sort(margins[~labels])[::-1]
    return float(harmless[int(alarms * harmless.size)])


def as_file(model: Model, recipe: dict[str, Any]) -> dict[str, Any]:
    """The content of a model file: weights from what speaks most for an attack to what speaks most against one."""
    steps = {name: round(weight / STEP) for part in (model.terms, model.concepts) for name, weight in part.items()}
    scale = [model.bias, model.concept_bias, model.zero, model.slope]
    return {
        "format": FORMAT,
        "recipe": recipe,
        "sha256": digest_of(steps, scale),
        "bias": model.bias,
        "concept_bias": model.concept_bias,
        "zero": model.zero,
        "slope": model.slope,
        "weights": dict(by_weight(steps)),
    }


def by_weight(steps: dict[str, int]) -> Iterator[tuple[str, int]]:
    return iter(sorted(steps.items(), key=lambda item: (-item[1], item[0])))


def hyperparameters() -> dict[str, Any]:
    """Every number the weights depend on beside the texts."""
    return {
        "folds": FOLDS,
        "term_penalty": TERM_PENALTY,
        "concept_penalty": CONCEPT_PENALTY,
        "rounds": ROUNDS,
        "iterations": ITERATIONS,
        "most_terms": MOST_TERMS,
        "step": STEP,
        "source_power": SOURCE_POWER,
        "own_factor": OWN_FACTOR,
        "least_texts": LEAST_TEXTS,
        "least_sources": LEAST_SOURCES,
        "seed_of_phrases": SEED,
        "most_points": MOST_WORDED,
        "goals": [MODEL_GOAL, ALARM_GOAL, REFUSAL_GOAL],
    }
