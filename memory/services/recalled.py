"""Text that came out of recall, known by the marks it carries: it is never learned again."""

import re
from typing import Final

from kirocrew.base.fencing import MEMORY_HEADERS

_ITEM: Final = re.compile(r"\[\s*memory\s*:\s*[0-9a-f]{8}(?:-?[0-9a-f]{4}){3}-?[0-9a-f]{12}\s*\]", re.IGNORECASE)
_TITLES: Final = "|".join(re.escape(header.partition(" (")[0]) for header in MEMORY_HEADERS)
_HEADER: Final = re.compile(rf"(?:{_TITLES})\s*\(\s*(?:data|shown)\b", re.IGNORECASE)


def is_recalled(text: str) -> bool:
    """Whether a text holds what came out of recall: an item with its id, or the header of a block."""
    return _ITEM.search(text) is not None or _HEADER.search(text) is not None
