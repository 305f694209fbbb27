"""A turn as sentences, and a sentence as clauses, with their places in the text. Nothing is changed or copied."""

import re
from dataclasses import dataclass
from typing import Final

from kirocrew.base.scripts import EMOJI, KANA

_SENTENCE_END: Final = re.compile(r"[.!?…]+[\"'”’)*_]*(?=\s|$)|[。！？!?｡]+[」』”）)]*|\n+")
_NO_END: Final = re.compile(
    r"(?:[0-9]|\b(?:[A-Z]|Dr|Mr|Mrs|Ms|Prof|St|Sr|Sra|Nr|No|bzw|ca|etc|vs|e\.g|i\.e|z\.B|u\.a|p\.ex))$"
)
"""What stands before a point that ends no sentence: a digit (3. März), an initial, an abbreviation."""
_MARK: Final = re.compile(rf"(?<![0-9])[,:]|[,:](?![0-9])|[;，；：…]|\s[-–—]+\s|—|[{EMOJI}]+|\s[:;]-?[)(DP](?=\s|$)")
_JAPANESE_MARK: Final = re.compile("、")
_KANA: Final = re.compile(f"[{KANA}]")
_JOINT: Final = re.compile(
    r"\s(?=(?:but|because|'cause|cuz|since|although|though|while|whereas|if|unless|when|whenever|as long as|except"
    r"|aber|weil|obwohl|wenn|falls|sofern|solange|außer|sondern"
    r"|mais|parce que|si|quand|lorsque|sauf|tant que"
    r"|pero|porque|cuando|aunque|salvo|excepto|mas|quando|embora|exceto|caso"
    r"|nhưng|vì|nếu|khi|trừ khi)\s)"
    r"|\s(?=(?:and|so) (?:i|i'm|i've|my|we|we're|our|please|always|never|call me|it|he|she|they|don't|you)\b)"
    r"|\s(?=und (?:ich|mein|meine|meinen|wir|unser|unsere|bitte|immer|nie|nenn|er|sie|du)\b)"
    r"|\s(?=et (?:je|j'|mon|ma|mes|nous|on|notre|s'il|ne|il|elle|tu)(?:\b|(?<=')))"
    r"|\s(?=y (?:yo|me|mi|mis|vivo|prefiero|por favor|siempre|nunca|nos|nosotros|usamos|él|ella|tú)\b)"
    r"|\s(?=e (?:eu|meu|minha|moro|prefiro|gosto|sempre|nunca|nós|ele|ela|você)\b)"
    r"|\s(?=và (?:tôi|mình|em|hãy|luôn|chúng tôi|bạn|anh ấy|cô ấy)\b)",
    re.IGNORECASE,
)
"""Where a further clause begins without a comma."""


@dataclass(frozen=True, slots=True)
class Clause:
    """A part of a sentence, without the marks and spaces around it."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence with the marks that end it, and its clauses in order."""

    start: int
    end: int
    clauses: tuple[Clause, ...]


def sentences_of(text: str) -> list[Sentence]:
    """The sentences of a text in order; those without a letter or digit are left out."""
    found: list[Sentence] = []
    start = 0
    for match in _SENTENCE_END.finditer(text):
        if match.group().startswith(".") and _NO_END.search(text, start, match.start()) and match.end() < len(text):
            continue
        found += _sentence(text, start, match.end())
        start = match.end()
    return found + _sentence(text, start, len(text))


def _sentence(text: str, start: int, end: int) -> list[Sentence]:
    clauses = tuple(_clauses(text, start, end))
    return [Sentence(start, end, clauses)] if clauses else []


def _clauses(text: str, start: int, end: int) -> list[Clause]:
    cuts = [match.span() for match in _MARK.finditer(text, start, end)]
    cuts += [match.span() for match in _JOINT.finditer(text, start, end)]
    if _KANA.search(text, start, end):
        cuts += [match.span() for match in _JAPANESE_MARK.finditer(text, start, end)]
    found: list[Clause] = []
    for left, right in [*sorted(cuts), (end, end)]:
        if left >= start:
            found += _clause(text, start, left)
            start = right
    return found


def _clause(text: str, start: int, end: int) -> list[Clause]:
    """The clause between two places without what stands around its words; none where there are no words."""
    while start < end and not (text[start].isalnum() or text[start] in "\"'“„«「『`<>#@/$(*_~[{|=+-"):
        start += 1
    while start < end and (text[end - 1].isspace() or text[end - 1] in ".!?…。！？｡,;，；、~～"):
        end -= 1
    return [Clause(start, end)] if any(map(str.isalnum, text[start:end])) else []
