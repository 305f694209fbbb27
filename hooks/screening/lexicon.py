"""Find concepts in a folded text: a word and phrase table for spaced scripts, substrings for the rest."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Set
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any, NamedTuple

from .concepts import ACCOUNT, DEST, DROP, ENVVAR, EXEC, HUSH, META, NAMES, NEG, PATH, REFUSAL, SECRET, VOID, mask_of
from .folding import fold
from .languages import (
    asian_latin,
    ciphers,
    east_asian,
    english_acts,
    english_things,
    french_italian,
    germanic,
    meanings_asian_african,
    meanings_claims,
    meanings_east_asian,
    meanings_english,
    meanings_european,
    meanings_germanic,
    meanings_indic_semitic,
    meanings_memory,
    meanings_romance,
    meanings_slavic,
    slavic,
    south_asian_semitic,
    spanish_portuguese,
)

# An address is a destination, a path to a credential store is a secret, whatever the language around it.
TOP_LEVELS = "example|com|net|org|io|dev|xyz|site|online|info|biz|ru|cn|tld"
ADDRESS = re.compile(
    r"https?://\S+|[\w.+-]{1,64}@[\w-]+\.\w+|"
    rf"\b(?:[a-z0-9-]{{1,63}}\.){{1,6}}(?:{TOP_LEVELS})\b"
)
# Names of environment variables and of tools, as they are written in any language.
SECRET_NAME = re.compile(
    r"\b[a-z][a-z0-9]{1,20}(?:_[a-z0-9]{1,20}){0,4}_(?:url|key|token|secret|password|dsn)\b|process\.env\b"
)
TOOL_CALL = re.compile(r"\b(?:call|invoke|use|run|call the tool:?) (?!the )[a-z]{2,20}_[a-z_]{2,40}\b")
TOP_LEVEL = re.compile(rf"\.(?:{TOP_LEVELS})\b")
PATH_HINTS = (".aws", ".ssh", ".env", ".netrc", ".npmrc", ".kube", ".gnupg", "/etc/", "id_rsa", "$")
DIGITS = re.compile(r"\d\d")
ACCOUNT_NUMBER = re.compile(
    r"\b[a-z]{2}\d{2}(?: ?\d){10,30}\b|账[号户]\W?\d{4,}|口座\W?\d{4,}|"
    r"\b(?:account|konto|cuenta|compte|conta|conto|счет)\W{1,3}(?:[a-z]{2})?\d[\d -]{2,}"
)
KEY_FILE = re.compile(r"/etc/|id_rsa|credentials|\.(?:ssh|netrc|gnupg)")
SECRET_PATH = re.compile(
    r"(?:~|/root|/home/\w+)?/?\.(?:aws|ssh|netrc|npmrc|kube|gnupg|env)\b[\w/.-]*|/etc/(?:passwd|shadow)|id_rsa|"
    r"\$[a-z_]*(?:key|token|secret)\b"
)
STEM_MIN, STEM_MAX = 3, 24  # letters of the shortest and longest stem (``ignorier*``) that is looked up
# Scripts whose words are found as substrings: Hebrew, Arabic, Indic, Thai, Hangul, kana, Han.
GLUED = "\u0590-\u06ff\u0900-\u0e7f\u1100-\u11ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
SUBSTRING_SCRIPT = re.compile(f"[{GLUED}]")
WORD = re.compile(rf"[^\W{GLUED}]+")

WORD_TABLES: tuple[dict[str, str], ...] = (
    english_acts.ACTS,
    english_things.THINGS,
    french_italian.FRENCH,
    french_italian.ITALIAN,
    spanish_portuguese.SPANISH,
    spanish_portuguese.PORTUGUESE,
    germanic.GERMAN,
    germanic.DUTCH,
    germanic.SWEDISH,
    slavic.RUSSIAN,
    slavic.UKRAINIAN,
    slavic.POLISH,
    slavic.GREEK,
    asian_latin.VIETNAMESE,
    asian_latin.INDONESIAN,
    asian_latin.TURKISH,
    asian_latin.TAGALOG,
    asian_latin.HINGLISH,
    asian_latin.IRISH_GAELIC_ZULU_ALBANIAN,
    ciphers.ENCIPHERED,
)
SUBSTRING_TABLES: tuple[dict[str, str], ...] = (
    east_asian.CHINESE,
    east_asian.JAPANESE,
    east_asian.KOREAN,
    south_asian_semitic.HINDI,
    south_asian_semitic.BENGALI,
    south_asian_semitic.THAI,
    south_asian_semitic.ARABIC,
    south_asian_semitic.PERSIAN,
    south_asian_semitic.HEBREW,
)
# Written from a list of meanings and not from labelled texts, so measuring on such texts may leave them in place.
MEANING_WORDS: tuple[dict[str, str], ...] = (
    meanings_english.ENGLISH,
    meanings_germanic.GERMAN,
    meanings_romance.FRENCH,
    meanings_romance.SPANISH,
    meanings_romance.PORTUGUESE,
    meanings_romance.ITALIAN,
    meanings_germanic.DUTCH,
    meanings_germanic.SWEDISH,
    meanings_slavic.POLISH,
    meanings_slavic.CZECH,
    meanings_slavic.RUSSIAN,
    meanings_slavic.UKRAINIAN,
    meanings_european.GREEK,
    meanings_germanic.DANISH_NORWEGIAN,
    meanings_european.FINNISH,
    meanings_european.HUNGARIAN,
    meanings_romance.ROMANIAN,
    meanings_slavic.BULGARIAN_SERBIAN_CROATIAN,
    meanings_romance.CATALAN,
    meanings_european.CELTIC,
    meanings_european.ALBANIAN,
    meanings_asian_african.TURKISH,
    meanings_asian_african.VIETNAMESE,
    meanings_asian_african.INDONESIAN,
    meanings_asian_african.TAGALOG,
    meanings_asian_african.AFRICAN,
    meanings_claims.CLAIMS_SPACED,
    meanings_claims.MORE_SPACED,
    meanings_memory.MEMORY_SPACED,
)
MEANING_SUBSTRINGS: tuple[dict[str, str], ...] = (
    meanings_east_asian.CHINESE,
    meanings_east_asian.JAPANESE,
    meanings_east_asian.KOREAN,
    meanings_indic_semitic.HINDI,
    meanings_indic_semitic.BENGALI,
    meanings_indic_semitic.OTHER_INDIC,
    meanings_east_asian.THAI,
    meanings_indic_semitic.ARABIC,
    meanings_indic_semitic.PERSIAN_URDU,
    meanings_indic_semitic.HEBREW,
    meanings_claims.CLAIMS_GLUED,
    meanings_claims.MORE_GLUED,
    meanings_memory.MEMORY_GLUED,
)


class Hit(NamedTuple):
    """Concepts found at ``text[start:end]`` of the folded text. ``dense``: a script with short words."""

    start: int
    end: int
    mask: int
    dense: bool = False


Phrase = tuple[tuple[str, ...], int]
Key = tuple[str, ...] | str  # an entry: its words, or the substring of a script without blanks


@dataclass(slots=True)
class Entry:
    """What may begin at one word: the bits of the word alone, and phrases by their second word, longest first.

    Phrases whose second word is a stem stand under the empty string.
    """

    mask: int = 0
    phrases: dict[str, tuple[Phrase, ...]] = field(default_factory=dict)


def tokens_of(entry: str) -> list[str]:
    """Words of a lexicon entry, folded; a stem keeps its star."""
    return re.findall(r"\w+\*?", fold(entry).text)


def entries_of(
    tables: Iterable[dict[str, str]], kept: Iterable[dict[str, str]], without: Set[Key], key_of: Callable[[str], Key]
) -> Iterator[tuple[Any, int]]:
    """Every entry as a key with its mask; those of ``tables`` unless they are among ``without``, all of ``kept``."""
    for some, left_out in ((tables, without), (kept, frozenset())):
        for table in some:
            for names, entries in table.items():
                mask = mask_of(names)
                for key in map(key_of, entries.split("|")):
                    if key not in left_out:
                        yield key, mask


def build_words(
    tables: Iterable[dict[str, str]], kept: Iterable[dict[str, str]] = (), without: Set[Key] = frozenset()
) -> dict[str, Entry]:
    masks: dict[tuple[str, ...], int] = defaultdict(int)
    for key, mask in entries_of(tables, kept, without, key_of_words):
        masks[key] |= mask
    words: dict[str, Entry] = {}
    phrases: dict[str, list[Phrase]] = defaultdict(list)
    for tokens, mask in masks.items():
        if len(tokens) == 1:
            words[tokens[0]] = Entry(mask)
        else:
            phrases[tokens[0]].append((tokens[1:], mask | shorter_masks(tokens, masks)))
    for head, some in phrases.items():
        words.setdefault(head, Entry()).phrases = by_second_word(some)
    return words


def shorter_masks(tokens: tuple[str, ...], masks: dict[tuple[str, ...], int]) -> int:
    """What shorter phrases with the same beginning stand for: the longest match must not lose them."""
    mask = 0
    for length in range(2, len(tokens)):
        mask |= masks.get(tokens[:length], 0)
    return mask & ~(DROP | NEG)


def by_second_word(phrases: Iterable[Phrase]) -> dict[str, tuple[Phrase, ...]]:
    groups: dict[str, list[Phrase]] = defaultdict(list)
    for phrase in phrases:
        second = phrase[0][0]
        groups["" if second.endswith("*") else second].append(phrase)
    return {second: tuple(sorted(some, key=lambda one: -len(one[0]))) for second, some in groups.items()}


def key_of_words(entry: str) -> Key:
    return tuple(tokens_of(entry))


def key_of_substring(entry: str) -> Key:
    return fold(entry.lower()).text


def build_substrings(
    tables: Iterable[dict[str, str]], kept: Iterable[dict[str, str]] = (), without: Set[Key] = frozenset()
) -> tuple[dict[str, int], dict[str, tuple[int, ...]]]:
    """Masks by entry, and by first character the lengths of entries, longest first."""
    masks: dict[str, int] = defaultdict(int)
    lengths: dict[str, set[int]] = defaultdict(set)
    for folded, mask in entries_of(tables, kept, without, key_of_substring):
        masks[folded] |= mask
        lengths[folded[0]].add(len(folded))
    plain = dict(masks)
    inherited = dict(masks)
    for entry, mask in plain.items():
        if not mask & (DROP | HUSH | META | NEG | REFUSAL | VOID):
            inherited[entry] = mask | inner_masks(entry, plain)
    return inherited, {first: tuple(sorted(some, reverse=True)) for first, some in lengths.items()}


def inner_masks(entry: str, masks: dict[str, int]) -> int:
    """What shorter entries within this one stand for: the longest match must not lose them."""
    mask = 0
    for start in range(len(entry)):
        for end in range(start + 2, len(entry) + 1):
            mask |= masks.get(entry[start:end], 0)
    return mask & ~(DROP | NEG)


class Tables(NamedTuple):
    """Everything that is looked up."""

    words: dict[str, Entry]
    substrings: dict[str, int]
    lengths: dict[str, tuple[int, ...]]


@cache
def tables() -> Tables:
    """Built when they are asked for first, which takes 0.25 s: most processes that start never screen a text."""
    return Tables(build_words(WORD_TABLES, MEANING_WORDS), *build_substrings(SUBSTRING_TABLES, MEANING_SUBSTRINGS))


@lru_cache(maxsize=16384)
def look_up(word: str) -> Entry | None:
    """The entry of a word: itself and every stem it begins with."""
    words = tables().words
    entries = [words[word]] if word in words else []
    for length in range(min(len(word), STEM_MAX), STEM_MIN - 1, -1):
        stem = words.get(word[:length] + "*")
        if stem:
            entries.append(stem)
    if not entries:
        return None
    mask = 0
    for entry in entries:
        mask |= entry.mask
    if len(entries) == 1:
        return entries[0]
    return Entry(mask, by_second_word(one for entry in entries for some in entry.phrases.values() for one in some))


def find_concepts(folded: str) -> list[Hit]:
    """All hits in order of place. Costs about 0.1 ms for 500 characters."""
    hits = find_words(folded)
    if "://" in folded or "@" in folded or TOP_LEVEL.search(folded):
        hits = with_addresses(folded, hits)
    if any(hint in folded for hint in PATH_HINTS):
        hits += [
            Hit(*found.span(), SECRET | PATH if KEY_FILE.search(found[0]) else SECRET)
            for found in SECRET_PATH.finditer(folded)
        ]
        hits.sort()
    if "_" in folded or "process.env" in folded:
        hits += [Hit(*found.span(), ENVVAR) for found in SECRET_NAME.finditer(folded)]
        hits += [Hit(*found.span(), EXEC) for found in TOOL_CALL.finditer(folded)]
        hits.sort()
    if DIGITS.search(folded):
        hits += [Hit(*found.span(), ACCOUNT) for found in ACCOUNT_NUMBER.finditer(folded)]
        hits.sort()
    if not folded.isascii() and SUBSTRING_SCRIPT.search(folded):
        hits += find_substrings(folded)
        hits.sort(key=lambda hit: hit.start)
    return hits


def with_addresses(folded: str, hits: list[Hit]) -> list[Hit]:
    """Hits with addresses as destinations; words that are part of an address do not count."""
    places = [found.span() for found in ADDRESS.finditer(folded)]
    if not places:
        return hits
    kept = [hit for hit in hits if not any(start <= hit.start < end for start, end in places)]
    return sorted(kept + [Hit(start, end, DEST) for start, end in places])


def find_words(folded: str) -> list[Hit]:
    words = WORD.findall(folded)
    entries = [look_up(word) for word in words]
    hits = []
    at = end = skip = 0
    for place, (word, entry) in enumerate(zip(words, entries, strict=True)):
        if skip:
            skip -= 1
            continue
        if entry is None:
            continue
        start = folded.index(word, end) if place == at else locate(folded, words, at, place, end)
        at, end = place + 1, start + len(word)
        mask = entry.mask
        phrase = longest_phrase(entry, words, at) if entry.phrases else None
        if phrase:
            mask = phrase[1]
            skip = len(phrase[0])
            end = locate(folded, words, at, at + skip - 1, end) + len(words[at + skip - 1])
            at += skip
        if mask:
            hits.append(Hit(start, end, mask))
    return hits


def locate(folded: str, words: list[str], at: int, place: int, end: int) -> int:
    """Where ``words[place]`` begins, given that ``words[at]`` begins at or after ``end``."""
    for word in words[at:place]:
        end = folded.index(word, end) + len(word)
    return folded.index(words[place], end)


def longest_phrase(entry: Entry, words: list[str], at: int) -> Phrase | None:
    if at >= len(words):
        return None
    best: Phrase | None = None
    for second in (words[at], ""):
        for phrase in entry.phrases.get(second, ()):
            if (best is None or len(phrase[0]) > len(best[0])) and continues(words, at, phrase[0]):
                best = phrase
                break
    return best


def continues(words: list[str], at: int, rest: tuple[str, ...]) -> bool:
    if at + len(rest) > len(words):
        return False
    for offset, want in enumerate(rest):
        word = words[at + offset]
        if word != want and not (want[-1] == "*" and word.startswith(want[:-1])):
            return False
    return True


def find_substrings(folded: str) -> list[Hit]:
    _, substrings, lengths = tables()
    hits = []
    end = 0
    for at, char in enumerate(folded):
        if at < end or char not in lengths:
            continue
        for length in lengths[char]:
            entry = folded[at : at + length]
            mask = substrings.get(entry)
            if mask:
                end = at + len(entry)
                hits.append(Hit(at, end, mask, dense=True))
                break
    return hits


def names_of(mask: int) -> list[str]:
    """Concept names behind a mask, for explanations."""
    return [name for name, bit in NAMES.items() if mask & bit]


def entries_behind(folded: str, hits: Iterable[Hit]) -> Iterator[tuple[Key, int]]:
    """The lexicon entries that made the hits, with the mask of each hit."""
    for hit in hits:
        found = folded[hit.start : hit.end]
        if hit.dense:
            yield found, hit.mask
            continue
        words = WORD.findall(found)
        if words:
            for key in spaced_entries(words):
                yield key, hit.mask


def spaced_entries(words: list[str]) -> Iterator[Key]:
    stems = [words[0][:length] + "*" for length in range(STEM_MIN, len(words[0]) + 1)]
    for head in [words[0], *stems]:
        entry = tables().words.get(head)
        if entry is None:
            continue
        if len(words) == 1 and entry.mask:
            yield (head,)
        for some in entry.phrases.values():
            for rest, _ in some:
                if len(rest) == len(words) - 1 and continues(words, 1, rest):
                    yield (head, *rest)


@contextmanager
def lexicon_without(entries: Set[Key], *, meanings: bool = False) -> Iterator[None]:
    """For measuring, in a process that does nothing else: as if the entries had never been written.

    ``meanings``: what was written from the list of meanings stays.
    """
    used = tables()
    before = Tables(dict(used.words), dict(used.substrings), dict(used.lengths))
    words, substrings = (MEANING_WORDS, MEANING_SUBSTRINGS) if meanings else ((), ())
    written_words = WORD_TABLES if meanings else (*WORD_TABLES, *MEANING_WORDS)
    written_substrings = SUBSTRING_TABLES if meanings else (*SUBSTRING_TABLES, *MEANING_SUBSTRINGS)
    masks, lengths = build_substrings(written_substrings, substrings, entries)
    exchange(Tables(build_words(written_words, words, entries), masks, lengths))
    try:
        yield
    finally:
        exchange(before)


def exchange(others: Tables) -> None:
    """Put other tables in place of those in use."""
    used = tables()
    for table in used:
        table.clear()
    used.words.update(others.words)
    used.substrings.update(others.substrings)
    used.lengths.update(others.lengths)
    look_up.cache_clear()
