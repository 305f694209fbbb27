"""The JSON in a model's answer: with fences, prose and thoughts around it, and commas too many.

What it never does is guess: an answer that was cut off, names a key twice or holds what is no number is not read.
"""

import json
import math
import re
from collections.abc import Iterator
from typing import Any, Final

from kirocrew.base.text import JsonError, clean_json

MAX_ANSWER_CHARACTERS: Final = 262_144
MAX_DEPTH: Final = 64
"""Levels of nesting; a schema of ours has six."""
LARGEST_WHOLE_NUMBER: Final = 2**63 - 1

_END_OF_THOUGHTS: Final = "</think>"
# A string, closed or not, or a bracket. The string is taken as a whole, without a way back: an answer of nothing but
# quotes costs no more than any other.
_PIECE: Final = re.compile(r'"(?:[^"\\]|\\.)*+"?+|[\[\]{}]', re.DOTALL)
_STRING_OR_COMMA: Final = re.compile(r'"(?:[^"\\]|\\.)*+"?+|,(?=\s*+[\]}])', re.DOTALL)
_BRACKET: Final = re.compile(r"[\[{]")
_STARTS: Final = re.compile(r'\{\s*+["}]|\[\s*+(?:[\[\]{"\d-]|true\b|false\b|null\b)')
_OPENING: Final = frozenset("[{")


class AnswerError(ValueError):
    """The answer can't be used. The message tells the model what was wrong; `kind` is a code for the list of calls."""

    def __init__(self, message: str, *, kind: str = "not_json") -> None:
        super().__init__(message)
        self.kind = kind


class AnswerCutOff(AnswerError):
    """The JSON began and did not end."""

    def __init__(self) -> None:
        super().__init__("The JSON was cut off before its end. Write less, so that it is complete.", kind="cut_off")


def answer_json(text: str) -> Any:
    """The JSON object or list in a model's answer, its texts cleaned; the longest where there are several.

    Fences, prose, a model's thoughts and trailing commas are passed over. Raises AnswerError for anything else, and
    AnswerCutOff when it begins and does not end.
    """
    if len(text) > MAX_ANSWER_CHARACTERS:
        raise AnswerError(f"The answer was longer than {MAX_ANSWER_CHARACTERS:,} characters.", kind="too_long")
    text = text.rpartition(_END_OF_THOUGHTS)[2]
    spans = list(_spans(text))
    if not spans:
        raise AnswerError("There was no JSON object in the answer.")
    start, end, is_closed = max(spans, key=lambda span: (span[1] - span[0], span[0]))
    if not is_closed:
        raise AnswerCutOff
    return _read(text[start:end])


def _spans(text: str) -> Iterator[tuple[int, int, bool]]:
    """Start, end and whether it is closed, of each piece that begins like JSON and stands in no other."""
    at = 0
    while found := _BRACKET.search(text, at):
        start = found.start()
        if not _STARTS.match(text, start):
            at = start + 1
            continue
        end = _end_of(text, start)
        yield start, end or len(text), end is not None
        at = end or len(text)


def _end_of(text: str, start: int) -> int | None:
    """Where the bracket at `start` is closed, None if nowhere. Raises AnswerError for too many within each other."""
    depth = 0
    for piece in _PIECE.finditer(text, start):
        sign = piece.group()
        if sign[0] == '"':
            continue
        depth += 1 if sign in _OPENING else -1
        if depth > MAX_DEPTH:
            raise AnswerError(f"The JSON was nested more than {MAX_DEPTH} levels deep.", kind="too_deep")
        if depth == 0:
            return piece.end()
    return None


def _read(text: str) -> Any:
    plain = _STRING_OR_COMMA.sub(lambda piece: "" if piece.group() == "," else piece.group(), text)
    try:
        return clean_json(_DECODER.decode(plain))
    except AnswerError:
        raise
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise AnswerError(f"It was not valid JSON: {error.msg} at {where}.") from error
    except JsonError as error:
        raise AnswerError("Two names in the JSON differ only in characters that can't be seen.") from error


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        raise AnswerError("A name stood twice in one JSON object.", kind="duplicate_key")
    return made


def _no_constant(word: str) -> Any:
    raise AnswerError(f"{word} is no JSON number.")


def _float(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise AnswerError("A number was too large.")
    return number


def _int(digits: str) -> int:
    if len(digits) > len(str(-LARGEST_WHOLE_NUMBER)) or abs(int(digits)) > LARGEST_WHOLE_NUMBER:
        raise AnswerError("A whole number was too large.")
    return int(digits)


# Not strict: small models write line breaks into strings as they are.
_DECODER: Final = json.JSONDecoder(
    object_pairs_hook=_object, parse_constant=_no_constant, parse_float=_float, parse_int=_int, strict=False
)
