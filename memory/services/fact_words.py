"""Facts in words."""

from typing import Any

from memory.recall.text_index import leaves


def fact_text(key: str, subject: str, predicate: str, value: Any) -> str:
    """A fact as a person would say it: what it is about, then its value."""
    about = " ".join(part for part in (key.replace(".", " ").replace("_", " "), subject, predicate) if part)
    return f"{about}: {' '.join(leaves(value))}"
