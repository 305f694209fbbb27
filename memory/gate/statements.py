"""What a sentence says, as far as word lists tell: its things and numbers, what it denies and limits, who does it."""

import re
import unicodedata
from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from typing import Final

from kirocrew.base.scripts import HAN, HANGUL, KANA
from kirocrew.base.spellings import simplified, without_umlauts
from kirocrew.base.text import fold, normal_form
from memory.gate import meanings
from memory.gate.numerals import han_number, readings
from memory.gate.versions import versions_in

_HANGUL: Final = re.compile(f"[{HANGUL}]")
_KANA: Final = re.compile(f"[{KANA}]")
_HAN: Final = re.compile(f"[{HAN}]")
_VIETNAMESE: Final = re.compile("[ăâđêôơưàảãạằẳẵặầẩẫậèẻẽẹềểễệìỉĩịòỏõọồổỗộờởỡợùủũụừửữựỳỷỹỵ]")
_WORD: Final = re.compile(r"\d+(?:[.,:]\d+)*|[^\W\d_]+(?:-[^\W\d_]+)*|[?？]")
_VERSION_MARK: Final = re.compile(r"(?<![a-z0-9_])v(?=\d+\.\d)")
_CLOCK: Final = re.compile(r"\d\s?([ap])\.?m\b")
_PIECE: Final = re.compile(
    rf"(?P<number>\d+(?:[.,:]\d+)*)|(?P<latin>[a-z][a-z+#]*)|(?P<run>[{HAN}{KANA}{HANGUL}]+)|(?P<mark>[?？])"
)
_KATAKANA: Final = re.compile("[\u30a1-\u30fa\u30fc]")
_NUMERAL: Final = re.compile("[〇零一二两三四五六七八九十百千]+")
LONGEST_PHRASE: Final = 5  # words of the longest phrase in the lists
LONGEST_RUN: Final = 7  # characters of the longest phrase without spaces
_PASSIVE_ENDING: Final = re.compile("[かさたなばまらわが]れ(?:た|る|て|ま)|되었|됐|되다|된다|당했|에 의해")
SOFT: Final = frozenset({"past", "future", "always", "everybody", "interval", "morning", "evening"})
"""What one of two statements may say and the other leave out."""
PALE: Final = frozenset({"happen", "run", "use", "receive"})
"""Verbs that say little: one statement may leave them out, but not have another word in their place."""
_GERMAN_ZU: Final = re.compile("^(ab|an|auf|aus|bei|ein|mit|nach|vor|weg|zu|zurueck)zu(?=[a-z]{3})")


@dataclass(slots=True)
class Statement:
    """What was found in a sentence. `things` are concepts and words of content, in order; `poles` opposites by axis.

    `doer` is the one who does it, as far as the order of names or particles tell; `weak` are things that count only
    against other ones; `versions` are numbers in which a zero at the end counts.
    """

    things: list[str] = field(default_factory=list)
    numbers: Counter[str] = field(default_factory=Counter)
    poles: dict[str, set[str]] = field(default_factory=dict)
    limits: set[str] = field(default_factory=set)
    relations: set[str] = field(default_factory=set)
    is_negated: bool = False
    is_passive: bool = False
    weak: list[str] = field(default_factory=list)
    doer: str = ""
    versions: frozenset[str] = frozenset()

    def count(self, number: str) -> None:
        """Note a number that stands in the sentence."""
        self.numbers[number if number in self.versions else readings(number)[0]] += 1

    @property
    def hard(self) -> list[str]:
        """What must have a counterpart, each once."""
        return list(dict.fromkeys(thing for thing in self.things if thing.removeprefix(_CONCEPT) not in SOFT | PALE))

    @property
    def pale(self) -> list[str]:
        """What may be left out but not replaced."""
        return self.weak + [thing for thing in self.things if thing.removeprefix(_CONCEPT) in PALE]


_CONCEPT: Final = "·"  # before the name of a concept, which no word begins with


@dataclass(frozen=True, slots=True)
class _Lists:
    """The word lists as one writing needs them: what each phrase is, and beginnings that stand for any ending."""

    phrases: dict[str, tuple[str, str]]
    beginnings: dict[str, tuple[str, str]]
    light: frozenset[str]
    axes: dict[str, str]


def writing_of(*texts: str) -> str:
    """How texts are written: korean, japanese, chinese, vietnamese or latin."""
    text = "".join(texts)
    if _HANGUL.search(text):
        return "korean"
    if _KANA.search(text):
        return "japanese"
    if _HAN.search(text):
        return "chinese"
    return "vietnamese" if _VIETNAMESE.search(unicodedata.normalize("NFC", text).casefold()) else "latin"


def one_spelling(text: str) -> str:
    """A text as word lists and sentences are compared: simplified characters, no umlauts."""
    return simplified(without_umlauts(text))


def statement_of(text: str, writing: str) -> Statement:
    """What a sentence in one spelling says; `writing` is that of both sentences which are compared."""
    folded = _VERSION_MARK.sub("", normal_form(text).casefold())
    found = Statement(versions=versions_in(fold(text)))
    for half in _CLOCK.findall(folded):
        _note(found, "meaning", "morning" if half == "a" else "evening", _lists(writing))
    if writing in ("latin", "vietnamese"):
        _read_words(_WORD.findall(_CLOCK.sub(lambda match: match[0].rstrip("apm. ") + " ", folded)), found, writing)
        found.doer = _doer_by_order(text, found)
    else:
        particles: list[tuple[str, str]] = []
        for match in _PIECE.finditer(folded):
            _read_piece(match, found, writing, particles)
        found.is_passive |= bool(_PASSIVE_ENDING.search(folded))
        found.doer = _doer_by_particles(particles, found) if writing != "chinese" else _doer_in_chinese(folded, found)
    return found


def _doer_by_order(text: str, found: Statement) -> str:
    """The name after a word such as "by", else the one the sentence begins with; empty when it begins otherwise."""
    words: list[str] = re.findall(r"[^\W_]+(?:['’]s\b)?", text)
    for before, word in pairwise(words):
        if before.casefold() in meanings.AGENT_MARKS and word[0].isupper() and word.casefold() in found.things:
            return word.casefold()
    first = words[0] if words else ""
    return first.casefold() if first[:1].isupper() and first.casefold() in found.things else ""


def _doer_in_chinese(text: str, found: Statement) -> str:
    names = sorted((text.index(thing), thing) for thing in found.things if thing in text)
    for at, name in names:
        if at and text[at - 1] in meanings.AGENT_MARKS:
            return name
    return next((name for at, name in names if not at or text[at - 1] not in meanings.OTHER_MARKS), "")


def _doer_by_particles(particles: list[tuple[str, str]], found: Statement) -> str:
    wanted = meanings.DONE_BY_PARTICLES if found.is_passive else meanings.SUBJECT_PARTICLES
    return next((name for name, particle in particles if particle in wanted), "")


def _read_words(words: list[str], found: Statement, writing: str) -> None:
    lists = _lists(writing)
    at = 0
    while at < len(words):
        if words[at][0].isdigit():
            found.count(words[at])
            at += 1
            continue
        for length in range(min(LONGEST_PHRASE, len(words) - at), 0, -1):
            known = _phrase(words[at : at + length], lists)
            if known is not None:
                _note(found, *known, lists)
                at += length
                break
        else:
            if words[at] not in lists.light:
                found.things.append(_GERMAN_ZU.sub(r"\1", words[at]))
            at += 1


def _phrase(words: list[str], lists: _Lists) -> tuple[str, str] | None:
    phrase = " ".join(words)
    if phrase in lists.phrases:
        return lists.phrases[phrase]
    if phrase in lists.light:
        return None
    for end in range(len(phrase), 2, -1):
        if phrase[:end] in lists.beginnings and " " not in phrase[end:]:
            return lists.beginnings[phrase[:end]]
    if phrase.startswith("ge") and len(phrase) > 5:
        return _phrase([phrase[2:]], lists)
    return None


def _read_piece(match: re.Match[str], found: Statement, writing: str, particles: list[tuple[str, str]]) -> None:
    lists = _lists(writing)
    if match["number"]:
        found.count(match["number"])
    elif match["latin"]:
        _read_words([match["latin"]], found, "latin")
    elif match["mark"]:
        found.limits.add("question")
    elif writing == "korean":
        _read_hangul(match["run"], found, lists, particles)
    else:
        _read_run(match["run"], found, lists, particles)


def _read_hangul(run: str, found: Statement, lists: _Lists, particles: list[tuple[str, str]]) -> None:
    """A Korean word: what it begins with, or its stem without particles."""
    for length in range(min(LONGEST_RUN, len(run)), 0, -1):
        known = lists.phrases.get(run[:length])
        if known is not None and (length > 1 or len(run) <= 4 or known[0] != "negation"):
            if known == ("negation", "") and length == 1 and run[0] in "안못" and len(run) > 1:
                continue
            _note(found, *known, lists)
            rest = run[length:]
            if len(rest) > 1 and rest not in lists.light:
                _read_hangul_rest(rest, found, lists)
            return
    if run in lists.light:
        return
    for particle in meanings.KOREAN_PARTICLES:
        if run.endswith(particle) and len(run) > len(particle):
            run = run.removesuffix(particle)
            particles.append((run, particle))
            break
    else:
        ending = next((end for end in meanings.KOREAN_ENDINGS if run.endswith(end) and len(run) > len(end)), "")
        run = run.removesuffix(ending)
    found.things.append(run)


def _read_hangul_rest(rest: str, found: Statement, lists: _Lists) -> None:
    for length in range(min(LONGEST_RUN, len(rest)), 1, -1):
        if (known := lists.phrases.get(rest[:length])) is not None:
            _note(found, *known, lists)
            return
    if any(char in rest for char in "않없"):
        found.is_negated = True


def _read_run(run: str, found: Statement, lists: _Lists, particles: list[tuple[str, str]]) -> None:
    """Chinese or Japanese: the longest phrase that is known at each place, and the characters in between."""
    at, kept, kana = 0, "", ""
    while at < len(run):
        step, known = _known_at(run, at, lists)
        numeral = _NUMERAL.match(run, at)
        if numeral and numeral.end() - at >= step and (number := han_number(numeral[0])):
            found.numbers[number] += 1
            at, kept = numeral.end(), _flush(found, kept)
            continue
        if step:
            kept, kana = _flush(found, kept), ""
            if known is not None:
                _note(found, *known, lists)
            at += step
            continue
        char = run[at]
        at += 1
        if _HAN.match(char) or _KATAKANA.match(char):
            if kept and bool(_KATAKANA.match(kept[-1])) is not bool(_KATAKANA.match(char)):
                kept = _flush(found, kept)
            kept, kana = kept + char, ""
            continue
        if kept:
            particles.append((kept, char))
            kept = _flush(found, kept)
            continue
        kana += char
        if len(kana) == 2:
            found.weak.append(kana)
    _flush(found, kept)


def _known_at(run: str, at: int, lists: _Lists) -> tuple[int, tuple[str, str] | None]:
    for length in range(min(LONGEST_RUN, len(run) - at), 0, -1):
        phrase = run[at : at + length]
        if phrase in lists.phrases:
            return length, lists.phrases[phrase]
        if phrase in lists.light:
            return length, None
    return 0, None


def _flush(found: Statement, kept: str) -> str:
    if kept:
        found.things.append(kept)
    return ""


def _note(found: Statement, sort: str, name: str, lists: _Lists) -> None:
    match sort:
        case "negation":
            found.is_negated = True
        case "limit":
            found.limits.add(name)
        case "number":
            found.numbers[name] += 1
        case "passive":
            found.is_passive = True
        case _:
            if sort == "relation" or name in _DIRECTED:
                found.relations.add(name)
            if axis := lists.axes.get(name):
                found.poles.setdefault(axis, set()).add(name)
            found.things.append(_CONCEPT + name)


_DIRECTED: Final = frozenset(name for pair in meanings.CONVERSES for name in pair) | {"owe", "lead"}


@lru_cache(maxsize=8)
def _lists(writing: str) -> _Lists:
    phrases: dict[str, tuple[str, str]] = {}
    beginnings: dict[str, tuple[str, str]] = {}
    axes: dict[str, str] = {}

    def add(words: str, sort: str, name: str) -> None:
        for word in one_spelling(words).split():
            phrase = word.replace("|", " ").casefold()
            if phrase.endswith("*"):
                beginnings.setdefault(phrase[:-1], (sort, name))
            else:
                phrases.setdefault(phrase, (sort, name))
                phrases.setdefault(phrase.replace(" ", ""), (sort, name))

    add(meanings.NEGATIONS, "negation", "")
    add(meanings.PASSIVES, "passive", "")
    add(meanings.ALWAYS, "meaning", "always")
    add(meanings.EVERYBODY, "meaning", "everybody")
    tables = (meanings.LIMITS, "limit"), (meanings.NUMBER_WORDS, "number"), (meanings.RELATIONS, "relation")
    for table, sort in tables:
        for line in _entries(table):
            name, _, words = line.partition(": ")
            add(words, sort, name)
    for line in _entries(meanings.SYNONYMS):
        poles = line.split(" / ")
        axis = poles[0].partition(":")[0] if len(poles) > 1 else ""
        for pole in poles:
            name, _, words = pole.partition(": ")
            add(words, "meaning", name)
            if axis:
                axes[name] = axis
    light = frozenset(word.casefold() for word in one_spelling(meanings.LIGHT[writing]).split())
    return _Lists(phrases, beginnings, light, axes)


def _entries(table: str) -> list[str]:
    """The lines of a table, each with those that go on with it."""
    return table.strip().replace("\n ", " ").split("\n")
