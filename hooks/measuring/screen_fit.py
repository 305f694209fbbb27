"""Logistic regression over sparse windows of texts, in numpy alone.

A text counts as what its strongest window is: the first round takes every window of an attack as an attack, the next
only the strongest of each, so that the harmless parts of a long attack teach nothing wrong.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]

ROUNDS: Final = 2
ITERATIONS: Final = 40
MEMORY: Final = 8  # steps the curvature is learned from
HALVINGS: Final = 15
ENOUGH: Final = 1e-4  # share of the loss a step must win to go on


@dataclass(frozen=True, slots=True)
class Design:
    """A sparse matrix of windows by terms: one ``value`` at each ``row`` and ``column``; ``text`` of each window."""

    row: Ints
    column: Ints
    value: Floats
    text: Ints
    width: int

    def margins(self, weights: Floats, bias: float) -> Floats:
        return dot(self.row, weights[self.column] * self.value, self.text.size) + bias

    def filled(self) -> Flags:
        """Which windows hold anything."""
        return np.bincount(self.row, minlength=self.text.size) > 0

    def only(self, windows: Flags) -> "Design":
        """The rows of some windows."""
        kept = windows[self.row]
        place = np.cumsum(windows) - 1
        return Design(place[self.row[kept]], self.column[kept], self.value[kept], self.text[windows], self.width)


def dot(index: Ints, values: Floats, size: int) -> Floats:
    return np.bincount(index, weights=values, minlength=size).astype(np.float64)


def strongest_of(design: Design, margins: Floats, texts: int) -> Floats:
    """The highest margin of each text; minus infinity for a text without windows."""
    best = np.full(texts, -np.inf)
    np.maximum.at(best, design.text, margins)
    return best


def fit(design: Design, labels: Flags, shares: Floats, chosen: Flags, penalty: float) -> tuple[Floats, float]:
    """Weights and bias from the chosen texts. ``shares`` is what each text counts for, ``penalty`` is L2."""
    weights, bias = np.zeros(design.width), 0.0
    windows = np.bincount(design.text, minlength=labels.size)
    spread = (shares / np.sqrt(np.maximum(windows, 1)))[design.text]
    is_attack, is_chosen = labels[design.text], chosen[design.text]
    for turn in range(ROUNDS):
        kept, counts = is_chosen, spread
        if turn:
            margins = design.margins(weights, bias)
            first = margins == strongest_of(design, margins, labels.size)[design.text]
            kept = is_chosen & (first | ~is_attack)
            counts = np.where(is_attack, shares[design.text], spread)
        weights, bias = descend(
            design.only(kept), is_attack[kept], counts[kept], penalty, start=np.append(weights, bias)
        )
    return weights, bias


def descend(design: Design, labels: Flags, counts: Floats, penalty: float, start: Floats) -> tuple[Floats, float]:
    signs = np.where(labels, 1.0, -1.0)

    def loss(point: Floats) -> tuple[float, Floats]:
        margins = design.margins(point[:-1], point[-1]) * signs
        slope = -counts * signs / (1 + np.exp(np.clip(margins, -50, 50)))
        gradient = np.append(dot(design.column, slope[design.row] * design.value, design.width), slope.sum())
        gradient[:-1] += penalty * point[:-1]
        value = float((counts * np.logaddexp(0, -margins)).sum() + penalty / 2 * (point[:-1] @ point[:-1]))
        return value, gradient

    point = minimise(loss, start)
    return point[:-1], float(point[-1])


def minimise(loss: Callable[[Floats], tuple[float, Floats]], point: Floats) -> Floats:
    """L-BFGS with halved steps."""
    value, gradient = loss(point)
    steps: list[tuple[Floats, Floats]] = []
    for _ in range(ITERATIONS):
        direction = towards(gradient, steps)
        size = 1.0
        for _ in range(HALVINGS):
            after = point - size * direction
            new_value, new_gradient = loss(after)
            if new_value <= value - 1e-4 * size * float(gradient @ direction):
                break
            size /= 2
        step, change = after - point, new_gradient - gradient
        if float(step @ change) > 1e-10:
            steps = [*steps, (step, change)][-MEMORY:]
        won = value - new_value
        point, value, gradient = after, new_value, new_gradient
        if won < ENOUGH * max(1.0, abs(value)):
            break
    return point


def towards(gradient: Floats, steps: list[tuple[Floats, Floats]]) -> Floats:
    """The gradient bent by the curvature of the last steps (the two loops of Nocedal, 1980)."""
    direction = gradient.copy()
    factors: list[float] = []
    for step, change in reversed(steps):
        factor = float(step @ direction) / float(step @ change)
        factors.append(factor)
        direction -= factor * change
    if steps:
        step, change = steps[-1]
        direction *= float(step @ change) / float(change @ change)
    else:
        direction /= max(1.0, float(np.linalg.norm(gradient)))
    for (step, change), factor in zip(steps, reversed(factors), strict=True):
        direction += step * (factor - float(change @ direction) / float(step @ change))
    return direction


def as_ints(values: list[int]) -> Ints:
    return np.array(values, dtype=np.int64)


def as_floats(values: list[float] | Any) -> Floats:
    return np.array(values, dtype=np.float64)
