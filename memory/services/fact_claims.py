"""Values that an episode says outright a fact has: what is compared with the facts there are.

Three forms count, each from its first word to the end of the sentence: a fact's key and a value ("user.home_city:
Porto", "My home city is Porto"), its subject and predicate and a value ("Alice lives in Porto"), and a sentence that
puts one value in the place of another ("We moved from Lisbon to Porto"). What is asked, quoted, reported, supposed,
denied, past, or true in one case only says nothing; nor does a value that could be any other word. Rather none than
one too many: a person has to read them.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from kirocrew.base.text import fold, normal_form
from memory.recall.updates.concepts import ONE_AT_A_TIME
from memory.recall.updates.cues import Cue, cues_in
from memory.recall.updates.reading import Statement, read
from memory.recall.updates.values import Sort
from memory.recall.updates.verdict import supersedes
from memory.services.correction_forms import replacements
from memory.services.doubtful_words import is_doubtful
from memory.services.plain_statements import is_plain_statement
from memory.services.retirement_rules import ENDS, LEAD, PARTS_MOST, STARTS, STATES, Parts, is_left

READ_MOST: Final = 2_000  # characters of an episode, which has no more
VALUE_MOST: Final = 80  # characters of a value that a sentence holds
CASES: Final = frozenset({Cue.PAST, Cue.SUPPOSED, Cue.UNSURE, Cue.ONLY, Cue.ONCE, Cue.ENDS, Cue.REJECTS, Cue.ADDS})
"""Cues of a sentence that does not say what holds now and in general."""

_MINE: Final = re.compile(
    r"(?:my|our|mein|meine|unser|unsere|mon|ma|mes|notre|nos|mi|mis|nuestro|nuestra|meu|minha|nosso|nossa)\s+"
    r"|(?:我的|我们的|我們的|我|私の|僕の|俺の|うちの|제|내|저의|나의|우리)\s*",
    re.IGNORECASE,
)
_THE: Final = re.compile(r"(?:the|der|die|das|le|la|el|o|a)\s+", re.IGNORECASE)
_MINE_AFTER: Final = re.compile(r"\s+(?:của\s+)?(?:tôi|mình|em|chúng tôi)(?!\w)", re.IGNORECASE)
_SAYS: Final = re.compile(rf"\s*(?P<between>[^\s:=]{{0,12}}?)\s*(?P<says>{STATES})\s*", re.IGNORECASE)
_VALUE: Final = re.compile(rf"(?P<open>[\"'“„«「『]?)(?P<value>[^\n]{{1,{VALUE_MOST}}}?)(?P<end>{ENDS})", re.IGNORECASE)
_MARKS: Final = frozenset({":", "="})
_QUOTED: Final = re.compile(r"[\"'“„«「『>]")
_END: Final = re.compile(r"[!?。？！\n]|\.(?=\s|$)")
_UNSPACED: Final = re.compile(r"[\u3040-\u9fff]")
_HAS_NAME: Final = re.compile(r"[A-ZÀ-ÖØ-ÞĐ0-9\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_OPENS: Final = re.compile(
    r"[:：]\s*$|\b(?:example|instance|suppose|pretend|imagine|quote|said|says|wrote|beispiel|sagte?|exemple|ejemplo"
    r"|exemplo|dit|dijo|disse|ví dụ|nói)\b|例|假如|如果|说|說|言|もし|예를|만약|말"
)
"""A sentence after which the next one is an example, a supposition or somebody's word."""
_NO_VALUE: Final = re.compile(
    r"[\[\]{}<>$%|*]|^(?:null|nil|none|nan|n/a|unknown|undefined|unset|empty|todo|tbd|tba|string|number|boolean|text|value"
    r"|nowhere|unbekannt|inconnue?|desconocid[oa]|desconhecid[oa]|未知|不明|미정|모름)$",
    re.IGNORECASE,
)
"""What stands where a value is missing, in settings and forms."""
_SENTENCE_LIKE: Final = re.compile(r"(?:다|요|까|네|죠|た|る|い|です|ます)$")
"""How Korean and Japanese words end that tell how something is, and are no value."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A value, and of what: the parts of a key, or the value whose place it takes. `said` is the sentence."""

    value: str
    said: str
    parts: Parts = ()
    old: str = ""
    is_first_person: bool = False


@dataclass(frozen=True, slots=True)
class _Sentence:
    """A sentence, what follows its determiner, to the end of the text, whether that is "my", and the one before it."""

    text: str
    rest: str
    is_mine: bool
    before: str


@dataclass(frozen=True, slots=True)
class Known:
    """What is compared of a fact: its key's parts, its value as text, and what it is about."""

    parts: Parts
    value: str
    subject: str = ""
    predicate: str = ""


def key_claims(text: str) -> list[Claim]:
    """What the sentences of a text that begin with a key say of it, for every length the key might have."""
    found = []
    for sentence in _sentences(text):
        lead = LEAD.match(sentence.rest.casefold())
        for end, parts in _prefixes(lead[0]) if lead else ():
            mine = _MINE_AFTER.match(sentence.rest, end)
            value = _stated(sentence, mine.end() if mine else end)
            if value is not None:
                first_person = sentence.is_mine or mine is not None
                named = ("user", *parts) if first_person and parts[0] != "user" else parts
                found.append(Claim(value, sentence.text, named, is_first_person=first_person))
    return found


def subject_claims(text: str, fact: Known) -> list[Claim]:
    """What the sentences of a text that are a fact's subject, predicate and another value say of it.

    The update detector has to agree that the sentence changes what the fact says: two languages somebody speaks do not.
    """
    if not fact.subject or not fact.predicate or fact.subject.casefold() not in text.casefold():
        return []
    forms = _subject_forms(fact.subject, fact.predicate)
    found = []
    for sentence in _sentences(text):
        for form in forms:
            match = form.match(sentence.rest)
            if match is None or not is_left(sentence.rest, match, match["value"]) or not _is_plain(sentence.text):
                continue
            value = match["value"].strip()
            older = sentence.text.replace(value, fact.value)
            if _is_value(value) and _may_follow(sentence.before) and _is_instead(sentence.text, older):
                found.append(Claim(value, sentence.text))
    return found


def _is_instead(newer: str, older: str) -> bool:
    """Whether a sentence takes the place of the same one with another value: it speaks of what one has one of."""
    statement = read(newer)
    return bool(statement.concepts & ONE_AT_A_TIME) or supersedes(statement, read(older))


def replacement_claims(text: str) -> list[Claim]:
    """What a whole text puts in the place of what."""
    return [Claim(new, text.strip(), old=old, is_first_person=True) for old, new in replacements(text)]


def differs(claim: Claim, fact: Known) -> bool:
    """Whether the claimed value is another one of the fact's kind, and not the same one told more or less exactly."""
    old, new = normal_form(fact.value), normal_form(claim.value)
    if not old or not new or old in new or new in old:
        return False
    one, other = _typed(fact.value), _typed(claim.value)
    if one or other:
        return one.keys() == other.keys() and all(not one[sort] & other[sort] for sort in one)
    return True


def _sentences(text: str) -> Iterator[_Sentence]:
    """The sentences of a text that are in no quotation marks."""
    said = unicodedata.normalize("NFKC", text[:READ_MOST]).replace("’", "'")
    before = ""
    for start in STARTS.finditer(said):
        sentence = _until_end(said, start.end())
        opening = said[start.start() : start.end()]
        if sentence.strip() and not _QUOTED.search(opening):
            mine = _MINE.match(said, start.end())
            the = None if mine else _THE.match(said, start.end())
            yield _Sentence(sentence, said[(mine or the or start).end() :], mine is not None, before)
        before = sentence


def _may_follow(before: str) -> bool:
    """Whether the sentence before leaves what follows as it is: "For example this." and "He said this:" do not."""
    cues = read(before).cues if before.strip() else frozenset()
    return Cue.SUPPOSED not in cues and (not before.strip() or _OPENS.search(normal_form(before)) is None)


def _until_end(said: str, start: int) -> str:
    end = _END.search(said, start)
    return said[start : end.end() if end else len(said)]


def _prefixes(lead: str) -> Iterator[tuple[int, Parts]]:
    """Where each part of what might be a key ends, and the parts until there."""
    parts: list[str] = []
    for part in re.finditer(r"[a-z0-9]+", lead):
        parts.append(part[0])
        if len(parts) <= PARTS_MOST:
            yield part.end(), tuple(parts)


def _stated(sentence: _Sentence, at: int) -> str | None:
    """The value that follows a key, when nothing but the value follows, and the sentence says it outright."""
    rest = sentence.rest
    says = _SAYS.match(rest, at)
    if says is None or not _is_now(says["between"]):
        return None
    match = _VALUE.match(rest, says.end())
    if match is None or not is_left(rest, match, match["value"]) or not _may_follow(sentence.before):
        return None
    value = _without_now(match["value"])
    marked = says["says"] in _MARKS
    if not _is_value(value) or not _is_plain(value if marked else sentence.text, value=value):
        return None
    return value if marked or match["open"] or _HAS_NAME.search(value) or _typed(value) else None


def _is_now(words: str) -> bool:
    """Whether what stands between a key and its verb is nothing, or says "now"."""
    return not words.strip() or set(cues_in(fold(words))) == {Cue.NOW}


def _without_now(value: str) -> str:
    """The value without a "now" before or after it."""
    words = value.strip(" \"'“”„«»「」『』").split()
    while len(words) > 1 and _is_now(words[0]):
        words = words[1:]
    while len(words) > 1 and _is_now(words[-1]):
        words = words[:-1]
    return " ".join(words).rstrip(",!")


def _is_value(value: str) -> bool:
    bare = value.strip()
    if not bare or _NO_VALUE.search(bare) or _SENTENCE_LIKE.search(bare):
        return False
    return not is_doubtful(bare)


def _is_plain(sentence: str, *, value: str = "") -> bool:
    """Whether a sentence asserts something of the present, in general; quotation marks around the value are allowed."""
    bare = _bare(sentence)
    quoted = re.sub(rf"[\"'“„«「『]{re.escape(normal_form(value))}[\"'”“»」』]", "x", bare) if value else bare
    statement: Statement = read(sentence)
    if not is_plain_statement(quoted) or statement.is_question or statement.negated:
        return False
    return statement.changes and not statement.cues & CASES


def _bare(sentence: str) -> str:
    return normal_form(sentence).rstrip(".!。！ ")


@lru_cache(maxsize=512)
def _subject_forms(subject: str, predicate: str) -> tuple[re.Pattern[str], ...]:
    """Subject, predicate and value in the order of the language, particles between them."""
    about, verb = (r"\s*".join(map(re.escape, part.split())) for part in (subject, predicate))
    value = rf"(?P<value>[^\n]{{1,{VALUE_MOST}}}?)"
    gap = r"\s*" if _UNSPACED.search(predicate) else r"\s+"
    forms = (
        rf"{about}{gap}{verb}{gap}{value}(?P<end>{ENDS})",
        rf"{about}\s*(?:は|が|은|는|이|가)\s*{value}\s*{verb}(?P<end>{ENDS})",
    )
    return tuple(re.compile(form, re.IGNORECASE) for form in forms)


@lru_cache(maxsize=4096)
def _typed(value: str) -> dict[Sort, frozenset[str]]:
    """The values of a sure kind in a text: a time, a day, a number, a colour, a currency."""
    return {sort: found for sort, found in read(value).values.items() if sort is not Sort.NAME and found}
