"""E-mail addresses in a text, kept beside a record so that a person's records can be found."""

import re

_ADDRESS = re.compile(r"[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,5}")


def emails_in(text: str) -> list[str]:
    """Return the addresses in order, each once, whatever their case."""
    found: dict[str, str] = {}
    for address in _ADDRESS.findall(text):
        found.setdefault(address.lower(), address)
    return list(found.values())
