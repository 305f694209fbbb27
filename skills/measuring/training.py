"""Training of the weights of matching: every message chooses among all skills and "none", as in a multinomial logit."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from skills.matching.index import Floats
from skills.matching.scoring import likelihood, with_sure_phrases
from skills.matching.trained import Weights
from skills.measuring.triggers import Material

STEPS: Final = 600
RATE: Final = 0.08
PULL: Final = 0.002
"""How strongly weights are pulled to 0."""
MARGIN: Final = 1.0
"""How much "none" is held back after training (in logits), so that a score of 0.5 is where a skill is worth offering:
one that is not needed costs a reader less than one that is missing."""
FOLDS: Final = 5
LEXICAL: Final = (True, True, True, True, False)


def weights_fit(material: Material, rows: NDArray[np.intp], *, with_meaning: bool) -> Weights:
    """Return the weights that make the right choices of these rows likeliest."""
    used = np.array([True] * 5 if with_meaning else LEXICAL)
    values = material.values[rows][:, material.live][:, :, : len(used)][:, :, used]
    none = material.none[rows]
    live = np.cumsum(material.live) - 1
    right = np.array([live[material.rows[at].right[0]] if material.rows[at].right else values.shape[1] for at in rows])
    weights = np.concatenate([np.ones(values.shape[2]), np.zeros(none.shape[1])])
    first, second = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, STEPS + 1):
        slope = _slope(values, none, right, weights) + PULL * weights
        first = 0.9 * first + 0.1 * slope
        second = 0.99 * second + 0.01 * slope * slope
        weights = weights - RATE * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.99**step)) + 1e-8)
    arms = np.zeros(5)
    arms[used] = weights[: values.shape[2]]
    found = weights[values.shape[2] :].copy()
    found[0] -= MARGIN
    return Weights(tuple(round(float(one), 3) for one in arms), tuple(round(float(one), 3) for one in found))


def _slope(values: Floats, none: Floats, right: NDArray[np.intp], weights: Floats) -> Floats:
    """The gradient of the mean cross entropy."""
    arms = values.shape[2]
    chances = np.concatenate([values @ weights[:arms], (none @ weights[arms:])[:, None]], axis=1)
    chances = np.exp(chances - chances.max(axis=1, keepdims=True))
    chances /= chances.sum(axis=1, keepdims=True)
    chances[np.arange(len(right)), right] -= 1
    chances /= len(right)
    return np.concatenate([np.einsum("ij,ijk->k", chances[:, :-1], values), chances[:, -1] @ none])


def held_out_scores(material: Material, *, with_meaning: bool, seed: int) -> Floats:
    """Scores of every message by weights that saw neither it nor any message for the same skill."""
    chance = np.random.default_rng(seed)
    wanted = sorted({row.right[0] for row in material.rows if row.right})
    fold_of = dict(zip(wanted, chance.permutation(len(wanted)) % FOLDS, strict=True))
    folds = np.array(
        [fold_of[row.right[0]] if row.right else chance.integers(FOLDS) for row in material.rows], dtype=np.intp
    )
    found = np.zeros((len(material.rows), len(material.texts)))
    for fold in range(FOLDS):
        weights = weights_fit(material, np.flatnonzero(folds != fold), with_meaning=with_meaning)
        for at in np.flatnonzero(folds == fold):
            found[at] = likelihood(material.values[at], tuple(material.none[at]), weights)
    return np.where(material.live, with_sure_phrases(found, material.values), 0.0)
