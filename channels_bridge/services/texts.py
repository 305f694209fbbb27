"""Texts that people write about bots and jobs, and what is overheard in channels, are kept without credentials.

What a credential looks like is known above this app; that one registers how to take it out.
"""

from collections.abc import Callable

Redactor = Callable[[str], str]


def _as_it_is(text: str) -> str:
    return text


_redactor: Redactor = _as_it_is
_channel_redactor: Redactor = _as_it_is


def redactor_register(redactor: Redactor) -> None:
    """Name the function that takes credentials out of a text. Called once, when the apps are ready."""
    global _redactor
    _redactor = redactor


def text_redacted(text: str) -> str:
    """The text with a tag in place of every credential."""
    return _redactor(text) if text else text


def channel_redactor_register(redactor: Redactor) -> None:
    """Name the function that takes credentials out of channel text and says of which class each was."""
    global _channel_redactor
    _channel_redactor = redactor


def channel_text_redacted(text: str) -> str:
    """The text with a tag that says its class in place of every credential."""
    return _channel_redactor(text) if text else text
