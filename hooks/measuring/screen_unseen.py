"""Judge texts as if neither lexicon nor rules had been written with a look at them.

Somebody wrote the lexicon and the rules from labelled texts. What only the texts of one source call for would not be
there if that source had been somebody else's: it is taken away while texts of that source are judged. The words of
the ``meanings`` modules were written from a list of meanings instead; they may be taken away like the others, which is
too strict, or left in place.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from hooks.screening.concepts import META, NEG
from hooks.screening.engine import leniency_to, readings_of, signals_of, verdict_of
from hooks.screening.lexicon import Key, entries_behind, lexicon_without
from hooks.screening.model import Model
from hooks.screening.verdict import Origin, Signal, Verdict

from .screen_fit import Flags
from .screen_samples import Sample

HELPS_HARMLESS = META | NEG  # concepts that make a text milder; the others make it worse


@dataclass(slots=True)
class Support:
    """What fired on a text: lexicon entries that speak for an attack, entries that speak against one, rules."""

    entries: set[Key] = field(default_factory=set)
    milder: set[Key] = field(default_factory=set)
    rules: set[str] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class Masked:
    """Entries and rules to do without."""

    entries: frozenset[Key]
    rules: frozenset[str]


NOTHING = Masked(frozenset(), frozenset())


def support_of(text: str) -> Support:
    support = Support()
    for reading in readings_of(text):
        for key, mask in entries_behind(reading.folded.text, reading.hits):
            (support.milder if mask & HELPS_HARMLESS else support.entries).add(key)
    support.rules = {rule_of(one) for one in signals_of(text)}
    return support


def rule_of(signal: Signal) -> str:
    """The rule behind a signal, whether it stood openly or was hidden."""
    return signal.code.partition("+")[0]


def supports_of(samples: list[Sample]) -> list[Support]:
    """For every sample that is ever held out; empty for the others, from which nothing was written."""
    return [support_of(one.row["text"]) if one.group else Support() for one in samples]


def masked_for(samples: list[Sample], supports: list[Support], held_out: Flags) -> Masked:
    """What fires on held-out texts of the label it was written for, and on no other text of that label."""
    inside, outside = Support(), Support()
    for sample, support, left_out in zip(samples, supports, held_out.tolist(), strict=True):
        side = inside if left_out else outside
        if sample.is_attack:
            side.entries |= support.entries
            side.rules |= support.rules
        else:
            side.milder |= support.milder
    return Masked(
        frozenset((inside.entries - outside.entries) | (inside.milder - outside.milder)),
        frozenset(inside.rules - outside.rules),
    )


def verdicts_without(
    masked: Masked, model: Model | None, texts: Iterable[str], origin: Origin, *, meanings: bool = False
) -> Iterator[Verdict]:
    """``screen_with`` for each text, without what is masked. ``meanings``: but with every word of the meaning list."""
    with lexicon_without(masked.entries, meanings=meanings):
        for text in texts:
            signals = [one for one in signals_of(text, leniency_to(origin), model) if rule_of(one) not in masked.rules]
            yield verdict_of(signals, origin, len(text))
