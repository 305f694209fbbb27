"""What people plainly and explicitly say in turns: whole clauses in one of the forms, and nothing around that doubts.

A form fits whole clauses of a sentence. Before them may stand greetings or what the speaker says of themselves, after
them nothing that limits or takes back. What is quoted, asked, supposed, reported, meant as a joke, played or pasted
yields nothing, and neither does what an assistant or a machine says.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from channels_bridge.models import Role
from kirocrew.base.scripts import HAN, HANGUL, KANA
from kirocrew.base.text import fold, normal_form
from memory.consolidation.explicit import doubts, values
from memory.consolidation.explicit.clauses import Clause, Sentence, sentences_of
from memory.consolidation.explicit.days import day_of, is_only_day, is_open, names_day
from memory.consolidation.explicit.forms import LANGUAGES, Form, Language, Yields
from memory.consolidation.explicit.items import Item, Said
from memory.models import Kind
from memory.recall.updates.cues import Cue, cues_in
from memory.services.lesson_rules import is_volatile
from memory.services.plain_statements import is_plain_statement

MOST_CLAUSES: Final = 8  # that one form may go over
MOST_SENTENCES: Final = 40  # of a turn that are read
MOST_IN_SENTENCE: Final = 24  # clauses; a sentence of more is a list
LONGEST_SENTENCE: Final = 600  # code points; a longer one is no plain word
MOST_RULE_WORDS: Final = 24

_LATIN: Final = re.compile("[A-Za-z]")
_HAN: Final = re.compile(f"[{HAN}]")
_KANA: Final = re.compile(f"[{KANA}]")
_HANGUL: Final = re.compile(f"[{HANGUL}]")
_VIETNAMESE: Final = re.compile("[ăđơưạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]", re.IGNORECASE)
_RATHER: Final = re.compile(r"\bi(?:'d| would) (?:rather|prefer(?: it if)?|like it if)\b")
_BECAME: Final = re.compile("(?<=[가-힣])됐어")
_SUPPOSED: Final = frozenset({Cue.SUPPOSED})
_RESERVED: Final = frozenset({Cue.SUPPOSED, Cue.PAST})
_ASKS: Final = re.compile("[?？¿؟]")
_APOSTROPHES: Final = str.maketrans("’‘ʼ", "'''")


def statements_extract(turns: Iterable[Said]) -> list[Item]:
    """Return what people plainly say in these turns of one conversation, in their order. Never raises.

    Where several persons talk with each other, what one of them asks is not asked of an assistant and yields nothing,
    and what one says of themselves is no fact about the user: it becomes an episode. The owner's facts stay facts.
    """
    said = list(turns)
    is_alone = len({(turn.role, turn.speaker) for turn in said if turn.role.is_person}) <= 1
    found: list[Item] = []
    for turn in said:
        if turn.role.is_person:
            found += _of_turn(turn, is_alone=is_alone)
    return found


def _of_turn(turn: Said, *, is_alone: bool) -> list[Item]:
    text = turn.text.translate(_APOSTROPHES)
    if doubts.is_foreign(text):
        return []
    pasted = doubts.pasted_in(text)
    sentences = sentences_of(text)[:MOST_SENTENCES]
    found: list[Item] = []
    for number, sentence in enumerate(sentences):
        before = _words(text, sentences[number - 1]) if number else ""
        after = _words(text, sentences[number + 1]) if number + 1 < len(sentences) else ""
        sentence = _before_question(text, sentence)
        if _is_spoiled(text, sentence, pasted, before, after):
            continue
        for item in _of_sentence(_Reader(turn, text, is_alone), sentence):
            if item.said not in {other.said for other in found}:
                found.append(item)
    return found


def _words(text: str, sentence: Sentence) -> str:
    return text[sentence.start : sentence.end].strip()


def _before_question(text: str, sentence: Sentence) -> Sentence:
    """A sentence without the question it goes on to ask: "I like tea, do you?" says that I like tea."""
    if _ASKS.search(text, sentence.start, sentence.end) is None:
        return sentence
    for place, clause in enumerate(sentence.clauses[1:], start=1):
        if doubts.asks_the_other(text[clause.start : clause.end]):
            return Sentence(sentence.start, clause.start, sentence.clauses[:place])
    return sentence


def _is_spoiled(text: str, sentence: Sentence, pasted: Sequence[tuple[int, int]], before: str, after: str) -> bool:
    """Whether a sentence is somebody else's, a question or a joke by its marks or by what stands around it."""
    words = _words(text, sentence)
    if len(words) > LONGEST_SENTENCE or len(sentence.clauses) > MOST_IN_SENTENCE:
        return True
    if any(start < sentence.end and sentence.start < end for start, end in pasted):
        return True
    return (
        _ASKS.search(words) is not None
        or doubts.is_mocking(words)
        or doubts.leads_away(before)
        or doubts.is_taken_back(after)
        or doubts.is_mocking(after)
    )


def _of_sentence(reader: "_Reader", sentence: Sentence) -> list[Item]:
    found: list[Item] = []
    languages = _languages_of(reader.text[sentence.start : sentence.end])
    at, is_open = 0, True  # whether all that stands before changes nothing
    while at < len(sentence.clauses) and is_open:
        step, item = _at_clause(reader, sentence, at, languages)
        if item is not None:
            found.append(item)
        elif not step:
            said = reader.words(sentence.clauses[at])
            is_open, step = _may_stand_before(said, languages), 1
        at += step
    return found


def _at_clause(
    reader: "_Reader", sentence: Sentence, first: int, languages: Sequence[Language]
) -> tuple[int, Item | None]:
    """What a form finds that begins at this clause, and over how many clauses it goes; 0 where none fits."""
    least = reader.first_followed_plainly(sentence)
    for last in range(min(first + MOST_CLAUSES, len(sentence.clauses)) - 1, max(first, least) - 1, -1):
        start, end = sentence.clauses[first].start, sentence.clauses[last].end
        for language in languages:
            if (found := reader.read(language, start, end)) is not None:
                return last - first + 1, found.item
    return 0, None


@dataclass(frozen=True, slots=True)
class _Found:
    """What a form that fits yields: an item, or nothing, where what is said is not for the assistant."""

    item: Item | None


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads forms in a turn. `text` is the turn's with one sort of apostrophe, in the same places."""

    turn: Said
    text: str
    is_alone: bool

    def words(self, clause: Clause) -> str:
        return self.text[clause.start : clause.end]

    def first_followed_plainly(self, sentence: Sentence) -> int:
        """The first clause after which nothing stands that limits, doubts or takes back what was said."""
        for place in range(len(sentence.clauses) - 1, 0, -1):
            said = self.words(sentence.clauses[place])
            if doubts.restricts(said) or not _is_plain(said):
                return place
        return 0

    def read(self, language: Language, start: int, end: int, *, within: bool = False) -> _Found | None:
        """What the first form that fits all of the words between two places yields.

        `within` is whether they are what somebody asks to be remembered.
        """
        for form in language.compiled:
            if within and form.yields is Yields.TOLD:
                continue
            match = form.pattern.fullmatch(self.text, start, end)
            if match is not None and (found := self._yielded(match, form, language)) is not None:
                return found
        return None

    def _yielded(self, match: re.Match[str], form: Form, language: Language) -> _Found | None:
        if not _is_meant(match["body"], form):
            return None
        match form.yields:
            case Yields.NAME | Yields.PLACE | Yields.OWN:
                item = self._fact(match, form, language)
            case Yields.THING | Yields.MOVE | Yields.STATE:
                item = self._episode(match, form, language)
            case Yields.LESSON:
                item = self._lesson(match, form, language)
            case Yields.DEADLINE:
                item = self._deadline(match, form, language)
            case Yields.TOLD:
                item = self._told(match, form, language)
        if item is None:
            return None
        asks = form.yields in (Yields.LESSON, Yields.TOLD)
        return _Found(None if asks and not self.is_alone else item)

    def _item(self, kind: Kind, start: int, end: int, form: Form, language: Language) -> Item:
        return Item(kind, self.turn.position, start, end, form.family, language.name, speaker=self.turn.speaker)

    def _as_episode(self, start: int, end: int, form: Form, language: Language) -> Item:
        return replace(self._item(Kind.EPISODE, start, end, form, language), text=self.turn.text[start:end])

    def _fact(self, match: re.Match[str], form: Form, language: Language) -> Item | None:
        key = form.key or language.key_of(match["noun"])
        if not key or not _is_value(match["value"], key, form.yields):
            return None
        if not self.is_alone and self.turn.role is not Role.OWNER:
            return self._as_episode(*match.span("body"), form, language)
        start, end = match.span("value")
        return replace(self._item(Kind.FACT, start, end, form, language), key=key, value=self.turn.text[start:end])

    def _episode(self, match: re.Match[str], form: Form, language: Language) -> Item | None:
        if form.yields is Yields.THING and not values.is_thing(match["value"]):
            return None
        if form.yields is Yields.MOVE and not values.is_name(match["value"]):
            return None
        return self._as_episode(*match.span("text" if "text" in match.groupdict() else "body"), form, language)

    def _lesson(self, match: re.Match[str], form: Form, language: Language) -> Item | None:
        if (
            not values.is_rule(match["rule"])
            or is_volatile(match["rule"])
            or len(match["rule"].split()) > MOST_RULE_WORDS
        ):
            return None
        start, end = match.span("rule")
        rule, negative = self.turn.text[start:end], ""
        if match.groupdict().get("negative"):
            head, end = self.turn.text[start : match.start("negative")], match.end("negative")
            rule, negative = language.before_instead(head), self.turn.text[match.start("negative") : end]
        return replace(self._item(Kind.LESSON, start, end, form, language), rule=rule, negative=negative)

    def _deadline(self, match: re.Match[str], form: Form, language: Language) -> Item | None:
        words = match["day"]
        beside = match["body"].replace(words, " ")
        if values.is_of_others(beside):
            return None
        if not names_day(words) or not _is_sure(words) or not _is_plain(beside) or doubts.has_condition(beside):
            return None
        if cues_in(fold(beside)).keys() & {Cue.SUPPOSED, Cue.UNSURE, Cue.PAST}:
            return None
        day = day_of(words, self.turn.at.date() if self.turn.at else None, language.name)
        return replace(self._as_episode(*match.span("body"), form, language), day=day)

    def _told(self, match: re.Match[str], form: Form, language: Language) -> Item | None:
        """What somebody asks to be remembered: in the form it has itself, or as they say it."""
        text = match["text"]
        if not _stands_alone(text) or not values.is_told(text) or doubts.has_condition(text):
            return None
        if (found := self.read(language, *match.span("text"), within=True)) is not None:
            return found.item
        return self._as_episode(*match.span("text"), form, language)


def _is_value(value: str, key: str, yields: Yields) -> bool:
    if yields is Yields.OWN:
        return values.is_of_key(value, key)
    return values.is_name(value) if yields is Yields.NAME else values.is_place(value)


def _is_meant(body: str, form: Form) -> bool:
    """Whether the clause itself says it outright and for good. What is told, and deadlines, are read further."""
    if form.yields in (Yields.TOLD, Yields.DEADLINE):
        return True
    reserved = _RESERVED if form.yields is Yields.THING else _SUPPOSED
    return _is_plain(body) and not doubts.has_condition(body) and not cues_in(fold(body)).keys() & reserved


def _is_sure(words: str) -> bool:
    """Whether the words of a day hold no other statement."""
    return is_plain_statement(normal_form(words)) and not is_open(words) and is_only_day(words)


def _stands_alone(text: str) -> bool:
    """Whether all clauses of told words are plain, and the words reserve nothing."""
    clauses = [text[clause.start : clause.end] for sentence in sentences_of(text) for clause in sentence.clauses]
    reserved = cues_in(fold(text)).keys() & {*_RESERVED, Cue.UNSURE}
    return bool(clauses) and all(map(_is_plain, clauses)) and not any(map(doubts.restricts, clauses)) and not reserved


def _may_stand_before(said: str, languages: Sequence[Language]) -> bool:
    """Whether a clause that is no form lets the next one stand: a greeting, or something the speaker says plainly."""
    if any(language.opening.fullmatch(said) for language in languages):
        return True
    if not _is_plain(said) or doubts.has_condition(said) or doubts.restricts(said):
        return False
    if Cue.SUPPOSED in cues_in(fold(said)):
        return False
    return any(language.own_statement.match(said) for language in languages)


@lru_cache(maxsize=1024)
def _is_plain(words: str) -> bool:
    """Whether a clause states something outright. "I'd rather" is no condition, 됐어 as an ending no refusal."""
    return is_plain_statement(_BECAME.sub("되었어", _RATHER.sub("i prefer", normal_form(words))))


def _languages_of(words: str) -> list[Language]:
    """The languages a sentence may be in, by its letters."""
    if _HANGUL.search(words):
        return [language for language in LANGUAGES if language.name == "korean"]
    if _KANA.search(words):
        return [language for language in LANGUAGES if language.name == "japanese"]
    if _HAN.search(words):
        return [language for language in LANGUAGES if language.name == "chinese"]
    if _VIETNAMESE.search(words):
        return [language for language in LANGUAGES if language.name == "vietnamese"]
    return [language for language in LANGUAGES if language.is_spaced] if _LATIN.search(words) else []
