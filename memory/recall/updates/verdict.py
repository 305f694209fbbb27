"""Whether a newer statement changes an older one. Careful on both sides: a second allergy changes nothing."""

from typing import Final

from memory.recall.updates.concepts import ABOUT_ITSELF, ONE_AT_A_TIME
from memory.recall.updates.cues import Cue
from memory.recall.updates.people import SELF, may_be_one
from memory.recall.updates.reading import CHATTER, Statement
from memory.recall.updates.values import Sort

SAME_FRAME: Final = 0.6  # share of the shorter statement's words from which on two are said in one form
HALF: Final = 0.5
A_THIRD: Final = 0.3
FEW_WORDS: Final = 4  # of a correction that only makes sense after what it corrects
SINGLES: Final = 2  # shared Chinese characters that link two statements as a shared word does


def supersedes(newer: Statement, older: Statement, *, follows: bool = False) -> bool:
    """Whether `newer` says otherwise than `older` did about the same thing.

    `follows` is whether it was the next thing that was written: only then "Sorry, the 25th" is about it.
    """
    if not newer.changes or older.is_question or older.cues & {Cue.SUPPOSED, Cue.UNSURE}:
        return False
    if not _about_one(newer, older):
        return False
    if _turns_down(newer, older):
        return True
    linked = _link(newer, older)
    if Cue.CORRECTS in newer.cues and _conflict(newer, older) and (linked or follows):
        return True
    if follows and Cue.CORRECTS in newer.cues and len(newer.rest) <= FEW_WORDS and linked:
        return True
    if not linked:
        return False
    if Cue.ENDS in newer.cues:
        return _ends(newer, older)
    if Cue.ADDS in newer.cues and not newer.cues & {Cue.CHANGES, Cue.STARTS}:
        return False
    return _changes(newer, older)


def is_special_case(newer: Statement, older: Statement) -> bool:
    """Whether one of two statements holds for one case or occasion only, beside a general one that differs."""
    narrowed = newer.cues & {Cue.ONLY, Cue.ONCE} or len(newer.topics - older.topics) > len(older.topics - newer.topics)
    if not narrowed or newer.is_question or not older.changes or Cue.PAST in older.cues:
        return False
    linked = _link(newer, older) or bool((newer.verbs & older.verbs) - CHATTER)
    return linked and _about_one(newer, older) and _conflict(newer, older)


def _about_one(newer: Statement, older: Statement) -> bool:
    if may_be_one(older.holder, newer.holder):
        return True
    if newer.holder in older.values.get(Sort.NAME, frozenset()):
        return True  # "I have a dog called Bello", "Bello lives with my aunt now"
    # "Correction: it ends in 71": whom it is about was said before.
    return newer.holder == SELF and older.holder != SELF and Cue.CORRECTS in newer.cues


def _link(newer: Statement, older: Statement) -> bool:
    """Whether both speak of one thing."""
    if newer.subjects & older.subjects or newer.concepts & older.concepts:
        return True
    if len(newer.single & older.single) >= SINGLES:
        return True
    bare = not newer.topics or not older.topics
    return bare and bool((newer.verbs & older.verbs) - CHATTER)


def _shared(newer: Statement, older: Statement) -> int:
    """How many words of substance both have."""
    return len(newer.subjects & older.subjects) + len(newer.single & older.single)


def _share(newer: Statement, older: Statement) -> float:
    """How much of what the shorter one is about the other is about as well, 0 to 1."""
    one, other = newer.subjects | newer.single, older.subjects | older.single
    return len(one & other) / max(1, min(len(one), len(other)))


def _conflict(newer: Statement, older: Statement) -> bool:
    """Whether both assert a value of one sort, and the newer one none of the older's."""
    for sort, values in newer.values.items():
        before = older.values.get(sort, frozenset())
        if before and not values & before:
            return True
    return False


def _turns_down(newer: Statement, older: Statement) -> bool:
    """Whether the newer one names the older's value as what it is not, and another of that sort as what it is."""
    for sort, values in newer.denied.items():
        known = older.values.get(sort, frozenset())
        if values & known and (newer.values.get(sort, frozenset()) - known or _link(newer, older)):
            return True
    return False


def _ends(newer: Statement, older: Statement) -> bool:
    """What has ended is what the older one says, not something else of its kind."""
    if Cue.ENDS in older.cues and not _conflict(newer, older):
        return False
    names = newer.values.get(Sort.NAME, frozenset()) | newer.denied.get(Sort.NAME, frozenset())
    known = older.values.get(Sort.NAME, frozenset())
    if names and known and not names & known:
        return False
    if newer.concepts & older.concepts or len(newer.single & older.single) >= SINGLES:
        return True
    if newer.subjects & older.subjects:
        return _share(newer, older) >= HALF or bool(names & known)
    return not (newer.topics and older.topics)


def _changes(newer: Statement, older: Statement) -> bool:
    concepts, differs = newer.concepts & older.concepts, bool(newer.rest - older.rest)
    if newer.cues & {Cue.CHANGES, Cue.STARTS, Cue.NOW}:
        if _conflict(newer, older):
            return bool(concepts) or _share(newer, older) >= (A_THIRD if _typed(newer, older) else HALF)
        if concepts and differs and not _same_values(newer, older):
            return True
        if newer.is_event or not differs or _shared(newer, older) < SINGLES or _share(newer, older) < SAME_FRAME:
            return False
        return _flipped(newer, older) or bool(newer.cues & {Cue.CHANGES, Cue.STARTS})
    return _differs_unsaid(newer, older)


def _differs_unsaid(newer: Statement, older: Statement) -> bool:
    """Whether a state is told in the form of an older one with another value, and no word says that it changed."""
    concepts = newer.concepts & older.concepts
    if older.is_event:
        return False
    flipped = _flipped(newer, older)
    if flipped and concepts & ABOUT_ITSELF:
        return True
    if _conflict(newer, older):
        coloured = bool(newer.values.get(Sort.COLOUR)) and bool(older.values.get(Sort.COLOUR))
        enough = (_share(newer, older) >= SAME_FRAME and _shared(newer, older) > 0) or concepts & ONE_AT_A_TIME
        return bool(enough) and (not newer.is_event or coloured)
    if newer.is_event or _share(newer, older) < SAME_FRAME:
        return False
    if concepts & ONE_AT_A_TIME and newer.rest - older.rest:
        return True
    return flipped and _shared(newer, older) >= SINGLES


def _flipped(newer: Statement, older: Statement) -> bool:
    """Whether one denies what the other says, and not something beside it."""
    if newer.negated == older.negated:
        return False
    denying, other = (newer, older) if newer.negated else (older, newer)
    return bool(denying.denials & (other.subjects | other.single) or denying.concepts & other.concepts)


def _typed(newer: Statement, older: Statement) -> bool:
    """Whether they differ in a value whose kind is sure, which that of a name is not."""
    return any(
        sort is not Sort.NAME and older.values.get(sort) and not values & older.values[sort]
        for sort, values in newer.values.items()
    )


def _same_values(newer: Statement, older: Statement) -> bool:
    """Whether everything the newer one asserts, the older one asserted as well."""
    return bool(newer.values) and all(
        values <= older.values.get(sort, frozenset()) for sort, values in newer.values.items()
    )
