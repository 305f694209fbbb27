"""Taking apart what stands between two spaces: identifiers, paths, versions, contractions, mixed scripts."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from kirocrew.base.scripts import MARKS
from kirocrew.base.stems import stems
from kirocrew.base.text import fold

MAX_TERM: Final = 64
"""Code points of the longest term; the rest of a longer one is cut off."""
MIN_SPLIT_PART: Final = 2
"""Letters a part inside an identifier must have: the x of fooX would match every x."""

MAX_APOSTROPHES: Final = 2
"""Apostrophes of a word (o'brien's); a longer chain is no word, and taking it apart would recurse as deep."""

Term = tuple[str, str]
"""(term of the index, the word it comes from in lower case, by which stop words are known)."""

_PARTS: Final = re.compile(r"[^-._/\\:'·@&+%#,\u05f3\u05f4\"]+")
_COMPONENTS: Final = re.compile(r"[^/\\:@]+")
_PLUS_OR_SHARP: Final = re.compile(r"([^\W\d_]+)(\+\+|#)([0-9]*)")
_NUMBER: Final = re.compile(r"[0-9]+(?:[.,:][0-9]+)+")
_VERSION: Final = re.compile(r"v([0-9]+(?:\.[0-9]+)+)")
_CAMEL: Final = re.compile(r"[A-Z]+s(?![a-z])|[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_LETTERS_THEN_DIGITS: Final = re.compile(r"([a-z]{3,})[0-9]+")
_HYPHENATED_PAIR: Final = re.compile(r"(\w+)-(\w+)")
_CATALAN: Final = re.compile(r"(?<=l)·(?=l)")
_HEBREW_MARKS: Final = re.compile("['\"\u05f3\u05f4]")
_HEBREW: Final = re.compile("[\u05d0-\u05ea]")
_SCRIPT_RUNS: Final = re.compile(
    "[a-z\u00df-\u024f\u1e00-\u1eff0-9\u0300-\u036f]+|[\u0400-\u052f]+|[\u0370-\u03ff\u1f00-\u1fff]+|[\u0590-\u05ff]+"
    f"|[\u0600-\u06ff\u0750-\u077f]+|(?:[^\\W\u0000-\u06ff\u1e00-\u1fff]|[{MARKS}])+"
)
_NEGATED: Final = {"can't": "can", "won't": "will", "shan't": "shall", "ain't": "is"}
_ENDINGS: Final = ("'s", "s'", "'m", "'re", "'ve", "'ll", "'d")
_ELISIONS: Final = {
    "l",
    "d",
    "j",
    "m",
    "t",
    "s",
    "n",
    "c",
    "qu",
    "lorsqu",
    "puisqu",
    "jusqu",
    "all",
    "dall",
    "dell",
    "un",
}
# Names whose inner capital is no boundary: a search for git should not bring up every mention of GitHub.
_WHOLE_NAMES: Final = {
    "airbnb", "bitbucket", "chatgpt", "facebook", "github", "gitlab", "graphql", "ios", "ipad", "iphone",
    "javascript", "latex", "linkedin", "macos", "mongodb", "mysql", "oauth", "openai", "paypal", "postgresql",
    "tiktok", "typescript", "whatsapp", "wordpress", "youtube",
}  # fmt: skip


def terms_of_word(word: str, language: str) -> tuple[Term, ...]:
    """Return the terms of one chunk of text without spaces, CJK or emoji; the whole first, then its parts."""
    found: dict[Term, None] = {}
    for term, surface in _chunk(word.replace("’", "'").replace("ʼ", "'"), language):
        if term:
            found[(term[:MAX_TERM], surface)] = None
    return tuple(found)


terms_remembered: Final = lru_cache(maxsize=65_536)(terms_of_word)
"""The same, remembered: for words up to MAX_TERM."""


def _chunk(chunk: str, language: str) -> Iterator[Term]:
    if chunk.isalpha() and chunk.isascii():
        yield from _simple(chunk, language)
        return
    lower = chunk.lower()
    if _HEBREW.search(chunk):
        lower = chunk = _HEBREW_MARKS.sub("", chunk)
    if sharp := _PLUS_OR_SHARP.fullmatch(lower):
        yield from _plus_or_sharp(sharp, language)
    elif _NUMBER.fullmatch(lower):
        yield from _whole(lower.replace(",", ""))
    else:
        yield from _compound(_CATALAN.sub("", chunk), language)


def _whole(text: str) -> Iterator[Term]:
    yield fold(text), text


def _plus_or_sharp(match: re.Match[str], language: str) -> Iterator[Term]:
    """`c++` is one term and never a bare `c`; `notepad++` is also found as `notepad`."""
    name, mark, version = match.groups()
    yield from _whole(name + mark)
    if version:
        yield from _whole(name + mark + version)
    if len(name) > MIN_SPLIT_PART:
        yield from _stemmed(name, language)


def _compound(chunk: str, language: str) -> Iterator[Term]:
    bare = chunk.rstrip("%")
    parts = _PARTS.findall(bare)
    if len(parts) == 1 and parts[0] == chunk:
        yield from _simple(chunk, language)
        return
    if "'" in bare and "/" not in bare and (apostrophe := list(_apostrophe(bare.lower(), language))):
        yield from apostrophe
        return
    lower = chunk.lower()
    yield from _whole(lower)
    for component in _COMPONENTS.findall(bare):
        yield from _component(component, language)
    if (pair := _HYPHENATED_PAIR.fullmatch(lower)) and len(lower) <= MAX_TERM:
        # E-mail and email, GPT-4 and GPT4 are one word to whoever searches.
        yield from _stemmed(pair[1] + pair[2], language)


def _component(component: str, language: str) -> Iterator[Term]:
    parts = _PARTS.findall(component)
    if len(parts) > 1:
        yield from _whole(component.lower().strip("-_.'+&"))
    if version := _VERSION.fullmatch(component.lower()):
        yield from _whole(version[1])
        return
    if _NUMBER.fullmatch(component):
        return
    if sharp := _PLUS_OR_SHARP.fullmatch(component.lower()):
        yield from _plus_or_sharp(sharp, language)
        return
    for part in parts:
        yield from _simple(part, language)


def _apostrophe(lower: str, language: str) -> Iterator[Term]:
    """user's is user, don't is do and not, l'eau is eau, o'brien is obrien, o and brien."""
    if lower.count("'") > MAX_APOSTROPHES:
        return
    if lower.endswith("n't"):
        yield from _stemmed(_NEGATED.get(lower, lower[:-3]), language)
        yield "not", "not"
        return
    for ending in _ENDINGS:
        if lower.endswith(ending):
            yield from _compound(lower[: -len("'")] if ending == "s'" else lower[: -len(ending)], language)
            return
    first, _, rest = lower.partition("'")
    if not first or not rest or "'" in rest:
        return
    if first not in _ELISIONS:
        yield from _stemmed(first + rest, language)
        yield from _stemmed(first, language)
    yield from _compound(rest, language)


def _simple(word: str, language: str) -> Iterator[Term]:
    """A word without connectors: its stems, and its parts when it is an identifier or mixes scripts."""
    lower = word.lower()
    if not lower.isascii():
        runs = _SCRIPT_RUNS.findall(lower)
        if len(runs) > 1:
            yield from _whole(lower)
            for run in runs:
                yield from _stemmed(run, language)
            return
    yield from _stemmed(lower, language)
    if lower == word or not word.isascii():
        if digits := _LETTERS_THEN_DIGITS.fullmatch(lower):
            yield from _stemmed(digits[1], language)
        return
    if word[1:] != lower[1:] and not word.isupper() and lower not in _WHOLE_NAMES:
        humps = _CAMEL.findall(word)
        if len(humps) > 1:
            for hump in humps:
                if len(hump) >= MIN_SPLIT_PART:
                    yield from _stemmed(hump.lower(), language)


def _stemmed(word: str, language: str) -> Iterator[Term]:
    for term in stems(word, language):
        yield term, word
