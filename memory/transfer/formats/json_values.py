"""Read JSON that others wrote: bounded in depth, strict about numbers, and aware of keys given twice."""

import json
import math
from collections.abc import Iterator
from typing import Any

from kirocrew.base.text import JsonError, JsonTooDeep, clean_json
from memory.transfer.items import JsonValue
from memory.transfer.reasons import Reason

# Levels of lists and objects a record may have; memories are flat.
MAX_DEPTH = 32


class JsonProblem(ValueError):
    """A text is no JSON, or a value cannot be kept as it is. `reason` is the code, the message says what to do."""

    def __init__(self, reason: Reason, message: str) -> None:
        self.reason = reason
        super().__init__(message)


class DuplicateKeys(dict[str, Any]):
    """An object that gave one key twice: which value was meant cannot be known."""


def parse_json(text: str, *, line: int = 1) -> Any:
    """The value a text holds, not yet checked: give each record to `checked`. Raises JsonProblem.

    `line` is where the text begins in its file, from 1.
    """
    try:
        return json.loads(text, object_pairs_hook=_object)
    except RecursionError:
        raise JsonProblem(Reason.TOO_DEEP, "The JSON is nested too deeply. Flatten it.") from None
    except json.JSONDecodeError as error:
        where = f"line {error.lineno + line - 1}, column {error.colno}"
        raise JsonProblem(Reason.BAD_LINE, f"This is not valid JSON, {where}: {error.msg}.") from None
    except ValueError:
        raise JsonProblem(Reason.BAD_LINE, "A number in it has too many digits. Write it as text.") from None


def parse_json_at(text: str, at: int) -> tuple[Any, int]:
    """The value that begins at a place of a text, and where it ends. Raises JsonProblem, which names the line."""
    try:
        return _DECODER.raw_decode(text, at)
    except RecursionError:
        raise JsonProblem(Reason.TOO_DEEP, "The JSON is nested too deeply. Flatten it.") from None
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise JsonProblem(Reason.BAD_LINE, f"This is not valid JSON, {where}: {error.msg}.") from None
    except ValueError:
        raise JsonProblem(Reason.BAD_LINE, "A number in it has too many digits. Write it as text.") from None


def checked(value: Any) -> JsonValue:
    """The value with all texts cleaned. Raises JsonProblem for keys given twice, NaN, infinities and deep nesting."""
    for part, depth in _walk(value):
        if depth > MAX_DEPTH:
            raise JsonProblem(Reason.TOO_DEEP, f"A value is nested more than {MAX_DEPTH} levels deep. Flatten it.")
        if isinstance(part, DuplicateKeys):
            raise JsonProblem(Reason.DUPLICATE_KEYS, "An object has the same key twice. Remove one of the two.")
        if isinstance(part, float) and not math.isfinite(part):
            raise JsonProblem(Reason.NOT_FINITE, "NaN and infinities are no values. Write null or a text.")
    try:
        cleaned: JsonValue = clean_json(value)
    except JsonTooDeep as error:
        raise JsonProblem(Reason.TOO_DEEP, str(error)) from None
    except JsonError as error:
        raise JsonProblem(Reason.DUPLICATE_KEYS, str(error)) from None
    return cleaned


def lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines that hold something, with their numbers from 1; the text is not copied as a whole."""
    at, number = 0, 0
    while at < len(text):
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        number += 1
        if line := text[at:end].strip():
            yield number, line
        at = end + 1


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    return found if len(found) == len(pairs) else DuplicateKeys(found)


_DECODER = json.JSONDecoder(object_pairs_hook=_object)


def _walk(value: Any) -> Iterator[tuple[Any, int]]:
    waiting = [(value, 0)]
    while waiting:
        part, depth = waiting.pop()
        yield part, depth
        if isinstance(part, dict):
            waiting.extend((item, depth + 1) for item in part.values())
        elif isinstance(part, list):
            waiting.extend((item, depth + 1) for item in part)
