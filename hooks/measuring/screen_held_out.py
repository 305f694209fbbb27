"""How the screen does on sources its model was not trained on."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from hooks.screening.model import Model
from hooks.screening.rules import HOSTILE, SUSPICIOUS
from hooks.screening.verdict import Origin, Verdict

from .rates import Rate, rate_of
from .screen import Judged, ScreenReport, judged_row, report_of
from .screen_fit import Flags, Floats
from .screen_training import (
    Fold,
    Task,
    calibrated,
    cross_validate,
    held_out_margins,
    in_use,
    rule_points,
    threshold_at,
    worded_points,
)
from .screen_unseen import NOTHING, Masked, masked_for, supports_of, verdicts_without

Scale = tuple[float, float]  # zero and slope of a model

ALARMS = 0.02  # share of harmless texts at which words alone and the model alone are compared


@dataclass(frozen=True, slots=True)
class Line:
    """Rates of one way to judge: injections ``caught`` and ``refused``, benign texts ``alarmed`` and ``blocked``."""

    name: str
    caught: Rate
    refused: Rate
    alarmed: Rate
    blocked: Rate

    def as_dict(self) -> dict[str, Any]:
        return {name: getattr(self, name).as_dict() for name in ("caught", "refused", "alarmed", "blocked")}


@dataclass(frozen=True, slots=True)
class HeldOut:
    """Models, masks and scales by fold, and how they did.

    The scale of a fold is chosen on the other folds; ``zero`` and ``slope`` on all, from what the models said of texts
    they had not seen.
    """

    folds: list[Fold]
    masks: list[Masked]
    scales: list[Scale]
    zero: float
    slope: float
    lines: list[Line]
    words_alone: Rate
    model_alone: Rate

    def report(self, task: Task, origin: Origin, *, rules_too: bool = False, meanings: bool = False) -> ScreenReport:
        """Every labelled row judged by rules and the model that did not see its source.

        ``rules_too``: without what of lexicon and rules only the sources held out call for; ``meanings``: but with
        the words that were written from a list of meanings.
        """
        models = scaled(self.folds, self.scales)
        masks = self.masks if rules_too else [NOTHING] * len(models)
        judged: list[Judged] = []
        for places, verdicts in verdicts_by_fold(task, self.folds, models, masks, origin, meanings=meanings):
            for at, verdict in zip(places, verdicts, strict=True):
                judged.append(judged_row(task.samples[at].row, at + 1, verdict))
        return report_of(judged)


def held_out(task: Task) -> HeldOut:
    """Cross-validate by source. Scales are chosen on held-out scores only. Raises ValueError when none will do."""
    folds = cross_validate(task)
    masks = masks_by_fold(task, folds)
    margins = held_out_margins(task, folds)
    seen = ~np.isnan(margins)
    labels, margins = task.labels[seen], margins[seen]
    written = rule_points([sample for sample, taken in zip(task.samples, seen, strict=True) if taken])
    zero, slope = calibrated(labels, written, margins)
    elsewhere = [~fold.held_out[seen] for fold in folds]
    scales = [calibrated(labels[others], written[others], margins[others]) for others in elsewhere]
    worded = np.zeros(margins.size)
    for others, scale in zip(elsewhere, scales, strict=True):
        worded[~others] = worded_points(margins[~others], *scale)
    together = scaled(folds, scales)
    without, whole = [None] * len(folds), [NOTHING] * len(folds)
    lines = [
        line_of("rules alone, written from these texts", labels, written),
        line_of("model alone, source held out", labels, worded),
        line_of(
            "rules and model, source held out for the model",
            labels,
            exact_points(task, folds, together, whole)[seen],
        ),
        line_of("rules alone, source held out", labels, exact_points(task, folds, without, masks)[seen]),
        line_of("rules and model, source held out for both", labels, exact_points(task, folds, together, masks)[seen]),
        line_of(
            "rules alone, source held out, words of the meaning list kept",
            labels,
            exact_points(task, folds, without, masks, meanings=True)[seen],
        ),
        line_of(
            "rules and model, source held out for both, words of the meaning list kept",
            labels,
            exact_points(task, folds, together, masks, meanings=True)[seen],
        ),
    ]
    words = held_out_margins(task, [Fold(words_only(fold.model), fold.held_out) for fold in folds])[seen]
    return HeldOut(folds, masks, scales, zero, slope, lines, recall_at(labels, words), recall_at(labels, margins))


def scaled(folds: list[Fold], scales: list[Scale]) -> list[Model]:
    """The model of each fold, with its scale."""
    return [in_use(fold.model, *scale) for fold, scale in zip(folds, scales, strict=True)]


def masks_by_fold(task: Task, folds: list[Fold]) -> list[Masked]:
    """What of lexicon and rules only the texts held out call for."""
    supports = supports_of(task.samples)
    return [masked_for(task.samples, supports, fold.held_out) for fold in folds]


def held_texts(task: Task, fold: Fold) -> tuple[list[int], list[str]]:
    places: list[int] = np.flatnonzero(fold.held_out).tolist()
    return places, [task.samples[at].row["text"] for at in places]


def words_only(model: Model) -> Model:
    """The model without its concepts, which were written from the texts it is measured on."""
    return Model(model.terms, {}, model.bias)


def recall_at(labels: Flags, margins: Floats) -> Rate:
    limit = threshold_at(labels, margins, ALARMS)
    return rate_of(bool(margin > limit) for margin in margins[labels])


def line_of(name: str, labels: Flags, points: Floats) -> Line:
    attacks, others = points[labels], points[~labels]
    return Line(
        name,
        caught=rate_of(bool(one >= SUSPICIOUS) for one in attacks),
        refused=rate_of(bool(one >= HOSTILE) for one in attacks),
        alarmed=rate_of(bool(one >= SUSPICIOUS) for one in others),
        blocked=rate_of(bool(one >= HOSTILE) for one in others),
    )


def exact_points(
    task: Task, folds: list[Fold], models: Sequence[Model | None], masks: list[Masked], *, meanings: bool = False
) -> Floats:
    """Limits passed by the engine itself, as points: hostile, suspicious or none."""
    worth = {"clear": 0.0, "suspicious": float(SUSPICIOUS), "hostile": float(HOSTILE)}
    points = np.zeros(len(task.samples))
    for places, verdicts in verdicts_by_fold(task, folds, models, masks, Origin.AGENT, meanings=meanings):
        points[places] = [worth[verdict.level] for verdict in verdicts]
    return points


def verdicts_by_fold(
    task: Task,
    folds: list[Fold],
    models: Sequence[Model | None],
    masks: list[Masked],
    origin: Origin,
    *,
    meanings: bool = False,
) -> Iterator[tuple[list[int], list[Verdict]]]:
    """The places of the samples that each fold holds out, and what is said of them."""
    for fold, model, masked in zip(folds, models, masks, strict=True):
        places, texts = held_texts(task, fold)
        yield places, list(verdicts_without(masked, model, texts, origin, meanings=meanings))
