"""Texts that people write about bots and jobs are kept without credentials.

What a credential looks like is known above this app; that one registers how to take it out.
"""

from collections.abc import Callable

Redactor = Callable[[str], str]


def _as_it_is(text: str) -> str:
    return text


_redactor: Redactor = _as_it_is


def redactor_register(redactor: Redactor) -> None:
    """Name the function that takes credentials out of a text. Called once, when the apps are ready."""
    global _redactor
    _redactor = redactor


def text_redacted(text: str) -> str:
    """The text with a tag in place of every credential."""
    return _redactor(text) if text else text
