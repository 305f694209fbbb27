"""Write the names of other tools as words."""

from hooks.services import redact


def in_words(name: str) -> str:
    """A name like `works_at` as words. Credentials go first: with blanks in it one would not be known any more."""
    return " ".join(redact(name).text.replace("_", " ").split())
