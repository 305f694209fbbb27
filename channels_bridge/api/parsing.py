"""Reading JSON bodies: what is ambiguous or bottomless is refused instead of guessed at."""

import codecs
import json
from collections.abc import Mapping
from typing import Any

from django.conf import settings
from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser


class StrictJSONParser(JSONParser):
    """JSON as DRF reads it, but a name given twice in one object, or nesting without end, is an error."""

    def parse(self, stream: Any, media_type: str | None = None, parser_context: Mapping[str, Any] | None = None) -> Any:
        """Return the document. Raises ParseError, which becomes the problem `malformed`."""
        encoding = (parser_context or {}).get("encoding", settings.DEFAULT_CHARSET)
        try:
            text = codecs.getreader(encoding)(stream).read()
            return json.loads(text, parse_constant=_refuse, object_pairs_hook=_object)
        except (ValueError, RecursionError, LookupError) as error:
            raise ParseError("The body is no JSON document that can be read in one way only.") from error


def _refuse(constant: str) -> Any:
    raise ValueError(f"{constant} is not JSON")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    names = dict(pairs)
    if len(names) != len(pairs):
        raise ValueError("a name stands twice in an object")
    return names
