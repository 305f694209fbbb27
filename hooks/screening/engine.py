"""The screen itself: fold, find concepts, judge clauses by rules and wording, weigh, decide. Pure and deterministic."""

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from .concepts import DROP, META, NEG
from .decoding import Layer, layers_of
from .folding import Folded, fold
from .lexicon import Hit, find_concepts
from .markers import MARKERS
from .model import Model, current_model
from .rules import HOSTILE, SUSPICIOUS, TABLE, Rule
from .verdict import CLEAR, Level, Origin, Signal, Verdict

# A tag sequence after a black flag is an emoji of a region.
INVISIBLE_RUNS = (
    ("hidden.tags", 6, re.compile("(?<![\U0001f3f4\U000e0020-\U000e007f])[\U000e0020-\U000e007e]{4,}")),
    ("hidden.zero_width", 5, re.compile("[\u200b\u200c\u2060\ufeff\u200e\u200f\u202a-\u202e]{5,}")),
)
PAUSE = re.compile(r"[,.;:!?\n]")
STOP = re.compile(r"[.;:!?\n]")
LIST_END = re.compile(r"[^.;:!?\n]{0,90},? or\b")
LIST_REACH = 140  # characters over which "do not a, b, or c" denies what it lists
NEGATION_REACH = 14  # characters a "do not" may stand before the verb it denies
DENSE_FACTOR = 0.5  # a Chinese or Thai clause needs half the characters of an English one
PIECE, OVERLAP = 100_000, 2_000  # characters of the pieces a longer text is screened in, and what they share
MAX_REASONS = 6
MAX_PLACES = 12  # places of one rule that are weighed
QUOTE_REACH = 140  # characters a quotation may have; a longer one is a document
QUOTATION = re.compile(
    r"```[^`]{1,400}```|`[^`\n]{1,140}`|\"[^\"\n]{1,140}\"|“[^”\n]{1,140}”|«[^»\n]{1,140}»|「[^」\n]{1,140}」|"
    r"(?<!\w)'[^'\n]{1,140}'(?!\w)"
)
CODE_BEFORE = frozenset([":", "=", "(", "[", "{", ","])
WINDOW = 500  # characters within which signals support each other
WHOLE_TEXT = frozenset({"percent", "html", "escape"})  # layers that repeat what is written openly
TALK_REACH = 80  # characters around a rule's place in which talk about attacks is looked for
WORDING = "wording.model"  # what the model says is one more rule
MOST_WORDED = 5.0  # points: the model by itself holds a text back, and never refuses one
LEAST_TO_REFUSE = 7.0  # points of the rules without which nothing is refused, whatever the model adds
DOCUMENT = 2_000  # characters; in a longer text weak signs meet by chance, so refusing it takes one that is enough
DENIED = 0.5  # what the model's word is worth where all that is to be ignored is not to be ignored
HIDDEN_POINTS = 4  # what hiding adds to an order
HIDDEN_LEAST = 4  # points a hidden rule must have to count at all

Place = tuple[int, int]


class Leniency(NamedTuple):
    """What an order is worth beside none, one, or more words of talk about attacks, and in a quotation."""

    talk: tuple[float, ...]
    quoted: float


INSIDE = Leniency((1.0, 0.5, 0.35), 0.5)
OUTSIDE = Leniency((1.0, 0.75), 0.75)  # an attacker can write "for example" too
OUTSIDERS = frozenset({Origin.OTHER_PERSON, Origin.TOOL, Origin.FILE, Origin.PAGE})

# Points from which a text is suspicious, and hostile, by who put it before us: what comes from outside must be cleaner.
LIMITS: dict[Origin, tuple[float, float]] = {
    Origin.OWNER: (7, HOSTILE),
    Origin.AGENT: (SUSPICIOUS, HOSTILE),
    Origin.SYSTEM: (SUSPICIOUS, HOSTILE),
    Origin.OTHER_PERSON: (4, 8),
    Origin.TOOL: (4, 8),
    Origin.FILE: (4, 8),
    Origin.PAGE: (4, 8),
}


def screen(text: str, *, origin: Origin = Origin.AGENT) -> Verdict:
    """Judge whether a text tries to give orders to a model that will later read it.

    Spans are code points of ``text``. Never raises; takes about 1 ms for 500 characters.
    """
    return screen_with(current_model(), text, origin=origin)


def screen_with(model: Model | None, text: str, *, origin: Origin) -> Verdict:
    """``screen`` with a given model, or by the rules alone."""
    return verdict_of(signals_of(text, leniency_to(origin), model), origin, len(text))


def leniency_to(origin: Origin) -> Leniency:
    return OUTSIDE if origin in OUTSIDERS else INSIDE


def verdict_of(signals: list[Signal], origin: Origin, length: int) -> Verdict:
    """What the signals of a text of ``length`` characters come to."""
    if not signals:
        return CLEAR
    points = weigh(signals)
    suspicious, hostile = LIMITS[origin]
    if points < suspicious:
        return CLEAR
    level: Level = "hostile" if points >= hostile and rules_agree(signals, length) else "suspicious"
    strongest = sorted(signals, key=lambda one: -one.points)
    reasons = tuple(dict.fromkeys(one.code for one in strongest))[:MAX_REASONS]
    marked = [one for one in strongest if not one.code.startswith(WORDING)] or strongest  # a rule knows the place best
    spans = merge((one.start, one.end) for one in marked[:MAX_REASONS])
    return Verdict(level, reasons, spans)


def rules_agree(signals: list[Signal], length: int) -> bool:
    """Whether the rules say enough without the model for the text to be refused."""
    ruled = [one for one in signals if not one.code.startswith(WORDING)]
    if length > DOCUMENT:
        return any(one.points >= HOSTILE for one in ruled)
    return weigh(ruled) >= LEAST_TO_REFUSE


def weigh(signals: list[Signal]) -> float:
    """The strongest signal of each family, added up where they stand close together."""
    signals = sorted(signals, key=lambda one: one.start)
    heaviest = 0.0
    for at, first in enumerate(signals):
        best: dict[str, float] = {}
        for one in signals[at:]:
            if one.start > first.end + WINDOW:
                break
            family = one.code.partition(".")[0]
            best[family] = max(best.get(family, 0), one.points)
        heaviest = max(heaviest, sum(best.values()))
    return heaviest


class Reading(NamedTuple):
    """A text as the rules see it; ``layer`` when it was hidden in another one."""

    folded: Folded
    hits: list[Hit]
    layer: Layer | None = None


def readings_of(text: str) -> Iterator[Reading]:
    """The text itself and what is hidden in it."""
    folded = fold(text)
    hits = find_concepts(folded.text)
    yield Reading(folded, hits)
    for layer in layers_of(text, folded, hits):
        inner = fold(layer.text)
        yield Reading(inner, find_concepts(inner.text), layer)


def signals_of(text: str, leniency: Leniency = INSIDE, model: Model | None = None) -> list[Signal]:
    """Every rule that fires on the text or on what is hidden in it, and what the model says if there is one."""
    if len(text) > PIECE:
        return [
            Signal(one.code, one.points, one.start + at, one.end + at)
            for at in range(0, len(text), PIECE - OVERLAP)
            for one in signals_of(text[at : at + PIECE], leniency, model)
        ]
    signals = list(smuggled(text))
    plain: set[str] = set()
    for reading in readings_of(text):
        if reading.layer is None:
            signals += judge(reading.folded, reading.hits, leniency)
            plain = {one.code for one in signals}
        else:
            signals += hidden_signals(reading.layer, reading, plain, leniency)
        if model:
            signals += worded(model, reading, leniency)
    return signals


def worded(model: Model, reading: Reading, leniency: Leniency) -> Iterator[Signal]:
    """What the model says of the wording, at the window that looks most like an attack."""
    found = model.strongest(reading.folded, reading.hits)
    if found is None or found.margin <= model.zero:
        return
    place = found.start, found.end
    points = min(model.points(found.margin), MOST_WORDED)
    # Twice, because the words of an example weigh as much as those of an order.
    points *= share_of(reading.folded.text, reading.hits, place, leniency) ** 2
    if is_denied(reading, place):
        points *= DENIED
    layer = reading.layer
    if layer is None:
        yield Signal(WORDING, points, *reading.folded.span(found.start, found.end))
    else:
        yield Signal(f"{WORDING}+{layer.kind}", points, layer.start, layer.end)


def is_denied(reading: Reading, place: Place) -> bool:
    """Whether every "ignore" in the place stands behind a "do not"."""
    start, end = place
    drops = [at for at, hit in enumerate(reading.hits) if hit.mask & DROP and start <= hit.start < end]
    return bool(drops) and all(is_negated(reading.hits, at, reading.folded.text) for at in drops)


def smuggled(text: str) -> Iterator[Signal]:
    """Characters that no reader sees: Unicode tags, and long runs of zero-width characters."""
    if text.isascii():
        return
    for code, points, pattern in INVISIBLE_RUNS:
        found = pattern.search(text)
        if found:
            yield Signal(code, points, *found.span())


def hidden_signals(layer: Layer, reading: Reading, known: set[str], leniency: Leniency) -> Iterator[Signal]:
    """Orders inside a decoded layer; hiding them adds weight. What the text says openly is not told again."""
    for one in judge(reading.folded, reading.hits, leniency):
        if one.points < HIDDEN_LEAST or (one.code in known and layer.kind in WHOLE_TEXT):
            continue
        start, end = layer.start, layer.end
        if layer.marks:
            touched = [mark for mark in layer.marks if mark.start < one.end and one.start < mark.end]
            if not touched:
                continue
            start, end = touched[0].origin_start, touched[-1].origin_end
        yield Signal(f"{one.code}+{layer.kind}", one.points + HIDDEN_POINTS, start, end)


def judge(folded: Folded, hits: list[Hit], leniency: Leniency) -> Iterator[Signal]:
    """Markers and rules that fire, each where it weighs most: talk about attacks and quotations make it lighter."""
    text = folded.text
    for code, points, places in findings(text, hits):
        weighed = [(share_of(text, hits, place, leniency), place[0] - place[1], place) for place in places]
        share, _, place = max(weighed)
        yield Signal(code, points * share, *folded.span(*place))


def share_of(text: str, hits: list[Hit], place: Place, leniency: Leniency) -> float:
    share = leniency.talk[min(talk_around(hits, *place), len(leniency.talk) - 1)]
    return share * leniency.quoted if is_quoted(text, *place) else share


def findings(text: str, hits: list[Hit]) -> Iterator[tuple[str, int, list[Place]]]:
    """Codes, points and places of all markers and rules that fire."""
    for mark in MARKERS:
        for hint in mark.hints:
            if hint in text:
                places = [found.span() for found in islice(mark.pattern.finditer(text), MAX_PLACES)]
                if places:
                    yield mark.code, mark.points, places
                break
    mask = 0
    for hit in hits:
        mask |= hit.mask
    for rule in TABLE:
        for need in rule.need:
            if not mask & need:
                break
        else:  # plain loops: this runs for every rule on every write
            places = list(islice(places_of(rule, hits, text), MAX_PLACES))
            if places:
                yield rule.code, rule.points, places


def is_quoted(text: str, start: int, end: int) -> bool:
    """Whether the place lies in a short quotation; a value in JSON or code is none."""
    return any(
        found.start() <= start
        and end <= found.end()
        and text[max(0, found.start() - 2) : found.start()].strip() not in CODE_BEFORE
        for found in QUOTATION.finditer(text, max(0, start - QUOTE_REACH))
        if found.start() <= start
    )


def talk_around(hits: list[Hit], start: int, end: int) -> int:
    """How many words of security talk, or of a question, stand around the place."""
    return sum(hit.mask & META != 0 and hit.end >= start - TALK_REACH and hit.start <= end + TALK_REACH for hit in hits)


def places_of(rule: Rule, hits: list[Hit], text: str) -> Iterator[Place]:
    """Every place where the concepts of the rule stand within reach of its anchor."""
    for at, hit in enumerate(hits):
        if hit.mask & rule.need[0] and not is_negated(hits, at, text):
            place = place_at(rule, hits, at)
            if place:
                yield place


def place_at(rule: Rule, hits: list[Hit], at: int) -> Place | None:
    anchor = hits[at]
    start, end = anchor.start, anchor.end
    for number, need in enumerate(rule.need[1:]):
        reach = rule.tight if rule.tight and not number else rule.reach
        other = nearest(hits, at, need, reach * DENSE_FACTOR if anchor.dense else reach, rule.ordered)
        if other is None:
            return None
        start, end = min(start, other.start), max(end, other.end)
    return start, end


def nearest(hits: list[Hit], at: int, need: int, reach: float, ordered: bool) -> Hit | None:
    """The closest hit of ``need`` within reach of the anchor, the anchor itself included."""
    anchor = hits[at]
    if anchor.mask & need:
        return anchor
    best, distance = None, reach
    for other in hits[at + 1 :]:
        if other.start - anchor.end > reach:
            break
        if other.mask & need:
            best, distance = other, other.start - anchor.end
            break
    if not ordered:
        for other in reversed(hits[:at]):
            if anchor.start - other.end > distance:
                break
            if other.mask & need:
                return other
    return best


def is_negated(hits: list[Hit], at: int, text: str) -> bool:
    """Whether a negation reaches the hit: right before it, or over a list as in "do not a, b, or c"."""
    hit = hits[at]
    for before in reversed(hits[:at]):
        gap = hit.start - before.end
        if gap > LIST_REACH:
            return False
        if before.mask & NEG and not hit.dense:
            if gap <= NEGATION_REACH and not PAUSE.search(text, before.end, hit.start):
                return True
            return not STOP.search(text, before.end, hit.start) and bool(
                LIST_END.match(text[hit.end : hit.end + LIST_REACH])
            )
    return False


def merge(spans: Iterator[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Overlapping ranges joined, in order."""
    joined: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if joined and start <= joined[-1][1]:
            joined[-1] = joined[-1][0], max(joined[-1][1], end)
        else:
            joined.append((start, end))
    return tuple(joined)
