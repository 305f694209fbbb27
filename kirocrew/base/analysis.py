"""The one analyser: the same terms for indexing, searching, triggers and duplicate checks, in every language.

Scripts without spaces become overlapping pairs of characters. The index also holds every single Chinese,
Japanese and Korean character, so that a query of one character hits; a longer query asks for pairs only,
which is what keeps its hits precise.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain, pairwise, repeat
from typing import Final

from kirocrew.base.question_words import question_parts
from kirocrew.base.scripts import (
    EMOJI,
    FLAG_LETTERS,
    HAN,
    HANGUL,
    HANGUL_PARTICLES,
    HIRAGANA_PARTICLES,
    KANA,
    LETTERS,
    MARKS,
    SKIN_TONES,
    UNSPACED,
    drop_invisible,
)
from kirocrew.base.stems import language_of
from kirocrew.base.stopwords import ANY_LANGUAGE, ASKED_WITH, STOP_WORDS, stop_words_for
from kirocrew.base.words import MAX_TERM, Term, terms_of_word, terms_remembered

__all__ = ["STOP_WORDS", "analyse", "content_terms", "content_words", "query_terms"]

QUERY_TERM_LIMIT: Final = 64
"""Terms of one query; more make a search slower, not better."""
LANGUAGE_SAMPLE: Final = 200
"""Words looked at when guessing the language."""
MAX_CACHED_RUN: Final = 8
"""Characters of a run worth remembering: words come again, sentences do not, and the cache stays small."""

_CONNECTOR: Final = (
    r"(?:://|::|[-./\\@&+:·]|(?<=[a-zA-Z\u00c0-\u024f\u0590-\u05ff])['’ʼ]|(?<=[0-9]),(?=[0-9]{3}(?![0-9]))"
    '|(?<=[\u05d0-\u05ea])["\u05f3\u05f4](?=[\u05d0-\u05ea]))'
)
_WORD: Final = (
    r"(?P<word>(?:(?<![\w.])\.|[#@])?[{letters}]+(?:{connector}[{letters}]+)*"
    r"(?:(?:\+\+[0-9]*|\#)(?!\w)|%|(?<=s)['’](?!\w))?)"
)
_ASCII_TOKENS: Final = re.compile(_WORD.replace("{letters}", "0-9A-Z_a-z").replace("{connector}", _CONNECTOR))
_TOKENS: Final = re.compile(
    _WORD.replace("{letters}", LETTERS).replace("{connector}", _CONNECTOR)
    + f"|(?P<emoji>[{FLAG_LETTERS}]{{2}}|[{EMOJI}][{SKIN_TONES}]?(?:\u200d[{EMOJI}][{SKIN_TONES}]?)*)"
    f"|(?P<cjk>[{HAN}{KANA}]+)|(?P<hangul>[{HANGUL}]+)|(?P<unspaced>[{UNSPACED}]+)"
)
_BASE_EMOJI: Final = re.compile(f"[{FLAG_LETTERS}]{{2}}|[{EMOJI}]")
_TONE: Final = re.compile(f"[{SKIN_TONES}]")
_CLUSTER: Final = re.compile(f"[^{MARKS}][{MARKS}]*|[{MARKS}]+")
_LONE_HAN: Final = re.compile(f"(?<![{HAN}])[{HAN}](?=[{HIRAGANA_PARTICLES}]|$)")
_NOUN_AND_PARTICLE: Final = re.compile(f"([{HANGUL}])[{HANGUL_PARTICLES}]")
_TRADEMARKS: Final = str.maketrans("™℠", "  ")


def analyse(text: str) -> list[str]:
    """Return the index terms of `text` in order, with repeats. They hold no space or control character."""
    return [term for term, _ in _terms(_prepare(text), for_query=False)[0]]


def query_terms(text: str, *, limit: int = QUERY_TERM_LIMIT) -> list[str]:
    """Return up to `limit` different terms to search by, without stop words unless nothing else is there."""
    terms, stop_words = _terms(_prepare(text), for_query=True, asks=True)
    kept = dict.fromkeys(term for term, surface in terms if surface not in stop_words)
    return list(kept or dict.fromkeys(term for term, _ in terms))[:limit]


def content_words(text: str) -> set[str]:
    """Return the terms that carry the content of `text`, for comparing two texts; empty when it has none."""
    return set(content_terms(text))


def content_terms(text: str) -> list[str]:
    """Return the content words of `text` in order, with repeats.

    The language is not guessed here, so that one word more or less does not change all other terms.
    """
    terms, _ = _terms(_prepare(text), for_query=True, guess=False)
    return [term for term, surface in terms if surface not in ANY_LANGUAGE]


def _prepare(text: str) -> str:
    text = text.strip()
    if text.isascii():
        return text
    return unicodedata.normalize("NFKC", drop_invisible(text.translate(_TRADEMARKS)))


def _terms(text: str, *, for_query: bool, asks: bool = False, guess: bool = True) -> tuple[list[Term], frozenset[str]]:
    language, sure = "", False
    if text.isascii():
        words = _ascii_words(text)
        if guess:
            language, sure = language_of(words[:LANGUAGE_SAMPLE])
        return _terms_of_words(words, language), stop_words_for(language if sure else "")
    tokens = _tokens(text)
    if guess:
        language, sure = language_of([word for kind, word in tokens[:LANGUAGE_SAMPLE] if kind == "word"])
    terms: list[Term] = []
    for kind, token in tokens:
        if kind == "word":
            terms += (terms_remembered if len(token) <= MAX_TERM else terms_of_word)(token, language)
        elif len(token) <= MAX_CACHED_RUN:
            terms += _remembered(kind, token, for_query, asks)
        else:
            terms += _terms_of_run(kind, token, for_query, asks)
    return terms, stop_words_for(language if sure else "")


@lru_cache(maxsize=8)
def _tokens(text: str) -> tuple[tuple[str | None, str], ...]:
    """The words and runs of a text. Remembered for the moment: what is written is analysed for two purposes."""
    return tuple((match.lastgroup, match.group()) for match in _TOKENS.finditer(text))


@lru_cache(maxsize=8)
def _ascii_words(text: str) -> tuple[str, ...]:
    """The same for a text in ASCII, which has nothing but words."""
    return tuple(_ASCII_TOKENS.findall(text))


def _terms_of_words(words: Sequence[str], language: str) -> list[Term]:
    if max(map(len, words), default=0) <= MAX_TERM:
        return list(chain.from_iterable(map(terms_remembered, words, repeat(language))))
    return [
        term
        for word in words
        for term in (terms_remembered if len(word) <= MAX_TERM else terms_of_word)(word, language)
    ]


def _terms_of_run(kind: str | None, run: str, for_query: bool, asks: bool) -> tuple[Term, ...]:
    if kind == "emoji":
        return tuple((term, term) for term in _emoji_terms(run))
    if kind == "unspaced":
        return tuple((term, term) for term in _pairs(_CLUSTER.findall(run), singles=False))
    if asks and kind in ("cjk", "hangul"):
        return tuple(_terms_of_question(kind, run))
    terms = list(_pairs(list(run), singles=not for_query))
    if for_query:
        terms += _LONE_HAN.findall(run) if kind == "cjk" else _bare_noun(run)
    return tuple((term, term) for term in terms)


def _terms_of_question(kind: str, run: str) -> Iterator[Term]:
    """The terms of a run without the words it asks with; those are there as stop words."""
    parts, asked = question_parts(run, is_hangul=kind == "hangul")
    for part in parts:
        for term, surface in _terms_of_run(kind, part, True, False):
            yield term, surface
    for words in asked:
        for term in _pairs(list(words), singles=False):
            yield term, ASKED_WITH


_remembered: Final = lru_cache(maxsize=16_384)(_terms_of_run)


def _pairs(units: list[str], *, singles: bool) -> Iterator[str]:
    if singles or len(units) == 1:
        yield from units
    for left, right in pairwise(units):
        yield left + right


def _bare_noun(run: str) -> list[str]:
    """A Korean noun of one syllable with its particle (물을) is searched by the noun as well."""
    match = _NOUN_AND_PARTICLE.fullmatch(run)
    return [match[1]] if match else []


def _emoji_terms(sequence: str) -> Iterator[str]:
    yield sequence
    for base in _BASE_EMOJI.findall(sequence):
        if base != sequence and not _TONE.match(base):
            yield base
