"""Near copies of an episode: the same event in more or fewer words, found by the words both texts hold.

A shared opening proves nothing, and neither does a likeness of form: two reports that differ in a number, a
date, a "not", a name, in who did what to whom or in the order of their words are two events.
"""

import re
from collections.abc import Collection, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from kirocrew.base.analysis import content_terms
from kirocrew.base.stopwords import ANY_LANGUAGE
from kirocrew.base.text import fold, normal_form
from memory.models import Kind, Store
from memory.recall.statements import fetch_all, given
from memory.recall.statistics import rows_of_terms, rows_with_terms
from memory.recall.text_index import TABLE

CANDIDATES = 5  # stored episodes looked at per text
PROBE_TERMS = 4  # of the text's longest words, which are its rarest, used to find them
PROBED_TOGETHER = 2  # of them that a near copy holds
ROWS_READ = 200  # rows of the index for each text of a batch up to which its words are looked up together
MIN_WORDS = 4  # content words below which two texts are too short to be told apart by their words
LEAST_OVERLAP = 0.6  # share of the smaller set of index terms below which two texts are not compared
MAX_EXTRA = 0.5  # share of the longer text's words the shorter one may lack and still be the same event
FORM_LENGTH = 4  # letters a word has at least to be taken for the beginning of its other form: deploy, deployment

# Store and project are looked up for the few rows that match: in the expression they would be read for all there are.
# The kind is no parameter: SQLite plans a statement anew for each value of what a partial index depends on.
_CANDIDATES = (
    f"SELECT f.rowid, f.terms, e.text FROM {TABLE} f CROSS JOIN memory_record r ON r.id = f.rowid "  # noqa: S608
    f"CROSS JOIN memory_episode e ON e.record_id = f.rowid WHERE {TABLE} MATCH %s AND r.store_id = %s "
    f"AND r.kind = '{Kind.EPISODE.value}' AND r.project = %s AND e.position IS NULL ORDER BY f.rowid DESC LIMIT %s"
)
_TOLD = (
    "SELECT r.id, r.project, e.text, t.c0 FROM json_each(%s) g CROSS JOIN memory_record r ON r.id = g.value "  # noqa: S608
    f"CROSS JOIN {TABLE}_content t ON t.id = r.id CROSS JOIN memory_episode e ON e.record_id = r.id "
    f"WHERE r.store_id = %s AND r.kind = '{Kind.EPISODE.value}' AND e.position IS NULL"
)
_NUMBER = re.compile(r"(?:(?<!\w)[-−])?[$€£¥₩₫₹]?\d+(?:[.,:]\d+)*(?: ?[%$€£¥₩₫₹])?")  # five is not minus five or $5
_WORD = re.compile(r"\w+")
# Words that turn a statement around. They are never dropped as stop words.
NEGATIONS = frozenset(
    """
    not no never none nothing without cannot dont doesnt didnt wont isnt arent wasnt nicht kein keine nie
    niemals ohne pas jamais sans nunca sin nao não jamais nem khong không chua chưa dung đừng 不 没 沒 别 別 勿 未
    無 无 ない ません 않 안 못 없 아니 не нет никогда без
    """.split()
)
# Words that make a plan or a guess of an event.
_MODALS = frozenset("will would shall should may might can could must wont wird werden soll sera seront".split())
_NEGATION_RUN = re.compile("[不没沒别別勿未無无]|ない|ません|않|못|없|아니")
ARTICLES = frozenset(("a", "an", "the"))
# Small words a newer wording may add, drop or change. All others, pronouns and prepositions first of all, say who did
# what to whom, and where from and where to.
_FILLERS = ARTICLES | frozenset(
    """
    again all also am and any are as be because been being both but did do does doing few had has have having here is
    just let more most please same so some such that then there these this those too very was were when where which
    while why der die das ein eine und auch ist sind war waren hat haben hatte le la les un une et est sont el los las
    una y es son o
    """.split()
)
_ROLES = frozenset(fold(word) for word in ANY_LANGUAGE) - _FILLERS
_ROLE_RUN = re.compile("[我你您他她它俺僕私彼被把给給从從がをにへ]|그녀|그는|그가|나는|내가|너는|네가")
_OPENING_MARKS = ",;:!…\"'“”„‘’«»()[]。！，、；：「」『』（）"
_CLOSING_MARKS = _OPENING_MARKS + "."
# Of a short text all marks are left out: around words, and those that stand between characters without spaces.
_ALL_MARKS = _CLOSING_MARKS + "?¿¡؟،؛۔।-–—‐"
_WIDE_MARKS = str.maketrans(dict.fromkeys("。！，、；：？「」『』（）《》〈〉【】…～"))


@dataclass(frozen=True, slots=True)
class Meaning:
    """What is compared of a text: its content words, its numbers, and whether it denies or only plans something.

    `rare` are its longest words, which are its rarest: its near copies are found by them. `sequence` are its
    content words in their order, with repeats, and `roles` its pronouns, prepositions and the like in theirs.
    """

    words: frozenset[str]
    numbers: tuple[str, ...]
    negations: int
    modals: int
    rare: tuple[str, ...]
    sequence: tuple[str, ...]
    roles: tuple[str, ...]

    @classmethod
    def of(cls, text: str) -> "Meaning":
        folded = fold(text)
        plain = _WORD.findall(folded.replace("'", "").replace("’", ""))
        sequence = tuple(content_terms(text))
        words = frozenset(sequence)
        negations = _how_many(plain, NEGATIONS)
        modals = _how_many(plain, _MODALS)
        roles = list(filter(_ROLES.__contains__, plain))
        if not folded.isascii():
            negations += len(_NEGATION_RUN.findall(folded))
            roles += _ROLE_RUN.findall(folded)
        return cls(
            words,
            tuple(sorted(_NUMBER.findall(folded))),
            negations,
            modals,
            _longest(words, is_ascii=folded.isascii()),
            sequence,
            tuple(roles),
        )


def _how_many(words: Sequence[str], known: frozenset[str]) -> int:
    return len(list(filter(known.__contains__, words)))


def _longest(words: Iterable[str], *, is_ascii: bool) -> tuple[str, ...]:
    """The longest words by their bytes; of those of one length the first in the alphabet."""
    length = len if is_ascii else lambda word: len(word.encode())
    return tuple(sorted(sorted(words), key=length, reverse=True)[:PROBE_TERMS])


def plain_words(text: str, meaning: Meaning) -> list[str]:
    """The words of a text in their order, without articles, capitals and punctuation marks.

    Two texts of the same plain words are one. Of a text with fewer than MIN_WORDS content words there are none:
    too little would be left to tell it from another.
    """
    if is_short(meaning):
        return []
    words = (word.lstrip(_OPENING_MARKS).rstrip(_CLOSING_MARKS) for word in normal_form(text).split())
    return [word for word in words if word and word not in ARTICLES]


def is_short(meaning: Meaning) -> bool:
    """Whether a text has too few words to be told from another by them alone."""
    return len(meaning.words) < MIN_WORDS


def known_words(text: str, meaning: Meaning) -> list[str]:
    """The words by which a text is known again: its plain words, or all of a short one as they are spelled."""
    return spelled_words(text) if is_short(meaning) else plain_words(text, meaning)


def spelled_words(text: str) -> list[str]:
    """All words of a text without capitals and the marks around them: accents, numbers and emoji count."""
    words = (_unmarked(word) for word in normal_form(text.translate(_WIDE_MARKS)).split())
    return [word for word in words if word]


def _unmarked(word: str) -> str:
    bare = word.strip(_ALL_MARKS)
    start = word.find(bare)
    return word[start - 1] + bare if bare[:1].isdigit() and start and word[start - 1] in "-." else bare  # -5, .5


def is_near_copy(new: Meaning, old: Meaning, *, containment: float) -> bool:
    """Whether the two tell the same event.

    The shorter text's words are found in the longer one (`containment` of them, 0 to 1, the rest in another form)
    and in the same order, the longer one does not go far beyond, the numbers and the pronouns and prepositions of
    one are among the other's, and both deny or plan, or none does.
    """
    small, large = sorted((new, old), key=lambda meaning: len(meaning.words))
    if len(small.words) < MIN_WORDS or (new.negations, new.modals) != (old.negations, old.modals):
        return False
    shared = small.words & large.words
    if len(shared) < containment * len(small.words) or len(large.words) - len(shared) > MAX_EXTRA * len(large.words):
        return False
    return (
        _within(*sorted((new.numbers, old.numbers), key=len))
        and _in_order(*sorted((new.roles, old.roles), key=len))
        and _in_order(*sorted((_only(shared, small.sequence), _only(shared, large.sequence)), key=len))
        and all(_has_form(word, large.words) for word in small.words - shared)
    )


def _within(few: Iterable[str], many: Iterable[str]) -> bool:
    rest = list(many)
    for number in few:
        if number not in rest:
            return False
        rest.remove(number)
    return True


def _in_order(few: Iterable[str], many: Iterable[str]) -> bool:
    """Whether all of `few` come in `many`, one after the other."""
    rest = iter(many)
    return all(word in rest for word in few)


def _only(words: frozenset[str], sequence: Sequence[str]) -> list[str]:
    return [word for word in sequence if word in words]


def _has_form(word: str, others: Collection[str]) -> bool:
    """Whether a word that is not among the others is there in another form, as "deploy" is in "deployment".

    A pair of characters that an insertion tore apart counts as well.
    """
    if len(word) < FORM_LENGTH:
        return not word.isascii() and all(any(char in other for other in others) for char in word)
    return any(len(other) >= FORM_LENGTH and (other.startswith(word) or word.startswith(other)) for other in others)


def words_known(meanings: Iterable[Meaning]) -> dict[str, int]:
    """Those of the texts' rare words that are in the index at all, and in how many rows; asked once for a batch."""
    words = {word for meaning in meanings for word in meaning.rare}
    return rows_of_terms(sorted(words))


def candidates(
    store: Store, project: str, meaning: Meaning, terms: frozenset[str], *, known: Container[str] | None = None
) -> list[tuple[int, str]]:
    """Primary keys and texts of a project's active episodes that may be near copies of a text with these index terms.

    Newest first. Turns of conversations are left out: each is an event of its own. The index's own terms are
    compared before a text is: most of what shares two rare words shares little else. `known` are the rare words that
    the index has, where somebody asked already.
    """
    rare = [word for word in meaning.rare if known is None or word in known]
    if len(meaning.words) < MIN_WORDS or len(rare) < PROBED_TOGETHER:
        return []
    expression = f"terms : ({_two_of([_quote(word) for word in rare])})"
    rows = fetch_all(_CANDIDATES, [expression, store.pk, project, CANDIDATES])
    return [(pk, text) for pk, stored, text in rows if _overlap(terms, frozenset(stored.split())) >= LEAST_OVERLAP]


def candidates_together(
    store: Store, texts: Sequence[tuple[str, Meaning, frozenset[str]]], *, known: Mapping[str, int]
) -> list[list[tuple[int, str]]] | None:
    """What `candidates` finds for each of the texts, given as (project, meaning, index terms), asked at once.

    A question for each text takes as long as all the rest of deciding on it. None where the words stand in so many
    rows that reading all of them would take longer.
    """
    if sum(known.values()) > ROWS_READ * len(texts):
        return None
    rows = {word: set(keys) for word, keys in rows_with_terms(sorted(known)).items()}
    near = [_sharing(meaning, rows) for _, meaning, _ in texts]
    stored = _told(store, set().union(*near))
    return [
        [
            (pk, stored[pk][1])
            for pk in [pk for pk in keys if pk in stored and stored[pk][0] == project][:CANDIDATES]
            if _overlap(terms, frozenset(stored[pk][2].split())) >= LEAST_OVERLAP
        ]
        for (project, _, terms), keys in zip(texts, near, strict=True)
    ]


def _sharing(meaning: Meaning, rows: Mapping[str, set[int]]) -> list[int]:
    """Rows of the index that share enough of a text's rare words, newest first."""
    if len(meaning.words) < MIN_WORDS:
        return []
    found = [rows[word] for word in meaning.rare if word in rows]
    return sorted(set().union(*(one & other for one, other in combinations(found, PROBED_TOGETHER))), reverse=True)


def _told(store: Store, keys: Collection[int]) -> dict[int, tuple[str, str, str]]:
    """Project, text and index terms of those that are episodes of the store and no turns of a conversation."""
    if not keys:
        return {}
    rows = fetch_all(_TOLD, [given(keys), store.pk])
    return {key: (project, text, terms) for key, project, text, terms in rows}


def resembles(meaning: Meaning, terms: frozenset[str], other_terms: frozenset[str]) -> bool:
    """What `candidates` asks the index, asked about a text that is not in it yet."""
    shared = sum(word in other_terms for word in meaning.rare)
    return shared >= PROBED_TOGETHER and _overlap(terms, other_terms) >= LEAST_OVERLAP


def _overlap(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / max(1, min(len(one), len(other)))


def _two_of(words: Sequence[str]) -> str:
    """An expression for any two of the words, of which each is looked up as seldom as may be."""
    if len(words) == PROBED_TOGETHER:
        return " AND ".join(words)
    one, other = words[: len(words) // 2], words[len(words) // 2 :]
    parts = [f"(({' OR '.join(one)}) AND ({' OR '.join(other)}))"]
    return " OR ".join(parts + [f"({_two_of(half)})" for half in (one, other) if len(half) > 1])


def _quote(term: str) -> str:
    return '"' + term.replace('"', '""') + '"'
