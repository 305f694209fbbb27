"""Patterns of paths with braces: counted, never expanded."""

from typing import Any, Final

MAX_PATTERNS: Final = 1_000
"""Patterns that the braces of one entry may stand for."""
MAX_GLOB: Final = 1_000
"""Characters of one entry."""


def too_many_globs(value: Any) -> bool:
    """Whether a list of patterns (or one, or several with commas) is none, or stands for more than MAX_PATTERNS."""
    if value is None:
        return False
    entries = value if isinstance(value, list) else [value]
    return any(not isinstance(entry, str) or _is_bad(entry) for entry in entries)


def _is_bad(pattern: str) -> bool:
    if len(pattern) > MAX_GLOB or pattern.count("[") != pattern.count("]"):
        return True
    counted = _count(pattern)
    return counted is None or counted > MAX_PATTERNS


def _count(pattern: str) -> int | None:
    """How many patterns the braces stand for; None where they do not close. Each level: a product inside a sum."""
    sums, products = [0], [1]
    for char in pattern:
        if char == "{":
            sums.append(0)
            products.append(1)
        elif char == "," and len(sums) > 1:
            sums[-1] += products[-1]
            products[-1] = 1
        elif char == "}":
            if len(sums) == 1:
                return None
            inner = sums.pop() + products.pop()
            products[-1] = min(products[-1] * inner, MAX_PATTERNS + 1)
    return products[0] if len(sums) == 1 else None
