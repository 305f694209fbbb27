"""What a command would print, where that is known without running it: echo, printf, a here-document, decoders."""

import base64
import binascii
import re
from typing import Final

from hooks.rules.shell.model import UNKNOWN, Script, Simple

ESCAPES: Final = re.compile(r"\\(?:x([0-9A-Fa-f]{1,2})|0?([0-7]{1,3})|([abefnrtv\\]))")
_LETTERS: Final = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "e": "\x1b", "f": "\f", "v": "\v", "\\": "\\"}
DECODE_FLAGS: Final = frozenset(("-d", "-D", "--decode", "-di"))


def said_by(script: Script) -> str | None:
    """The output of a script of one pipeline, or None when it can't be known."""
    return said_by_pipeline(script.pipelines[0]) if len(script.pipelines) == 1 and not script.opaque else None


def said_by_pipeline(pipeline: list[Simple]) -> str | None:
    """What the last command of a pipeline would print."""
    text: str | None = None
    for at, simple in enumerate(pipeline):
        if any(redirect.writes for redirect in simple.redirects):
            return None
        given = _given(simple) if at == 0 or _given(simple) is not None else text
        text = _said(simple, given)
        if text is None:
            return None
    return text


def _given(simple: Simple) -> str | None:
    """What stands on its input by a here-document or a here-string."""
    for redirect in simple.redirects:
        if redirect.op in ("<<", "<<-"):
            return redirect.body
        if redirect.op == "<<<":
            return redirect.target.text
    return None


def _said(simple: Simple, given: str | None) -> str | None:
    words = [word.text for word in simple.args]
    if any(UNKNOWN in word for word in words):
        return None
    if simple.name == "echo":
        return _echo(words)
    if simple.name == "printf" and words and words[0] != "-v":
        return _printf(words)
    if given is None:
        return None
    if simple.name in ("cat", "tee") and not words:
        return given
    if simple.name in ("base64", "base32") and set(words) & DECODE_FLAGS:
        return _decoded(given, simple.name)
    if simple.name == "xxd" and "-r" in words:
        return _hex(given)
    return given.strip()[::-1] if simple.name == "rev" else None


def _echo(words: list[str]) -> str:
    while words and re.fullmatch(r"-[neE]+", words[0]):
        words = words[1:]
    return _unescaped(" ".join(words))


def _printf(words: list[str]) -> str:
    form, values = _unescaped(words[0]), words[1:]
    if "%" not in form:
        return form
    for value in values:
        form = re.sub(r"%[-0-9.]*[sqbdcx]", lambda _, v=value: v, form, count=1)  # type: ignore[misc]
    return _unescaped(re.sub(r"%[-0-9.]*[sqbdcx]", "", form))


def _unescaped(text: str) -> str:
    return ESCAPES.sub(_char, text)


def _char(found: re.Match[str]) -> str:
    if found[3]:
        return _LETTERS[found[3]]
    return chr(int(found[1], 16) if found[1] else int(found[2], 8) & 0xFF)


def _decoded(text: str, name: str) -> str | None:
    try:
        decode = base64.b64decode if name == "base64" else base64.b32decode
        return decode("".join(text.split()) + "===").decode("utf-8", "replace")
    except (binascii.Error, ValueError):
        return None


def _hex(text: str) -> str | None:
    try:
        return bytes.fromhex("".join(text.split())).decode("utf-8", "replace")
    except ValueError:
        return None
