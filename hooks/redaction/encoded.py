"""Credentials inside encoded blobs, and the bare 40-character secret."""

import base64
import binascii
import re
from collections.abc import Callable, Iterator
from functools import lru_cache

from .entropy import SECRET_LENGTH, is_bare_secret
from .model import ENCODED, Finding

BLOB = re.compile(r"(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{20,}={0,2}")
BARE = re.compile(r"(?<![A-Za-z0-9+/=_.-])[A-Za-z0-9+/]{40}(?![A-Za-z0-9+/=_-])")
DATA_URL = re.compile(r"data:[\w/+.-]*;base64,$")
MAX_DEPTH = 3
MAX_BLOB = 200_000
PRINTABLE = 0.95


@lru_cache(maxsize=256)
def decode_base64(blob: str) -> str:
    """The text of a base64 blob, or an empty string when it is no readable text."""
    body = blob.rstrip("=").replace("-", "+").replace("_", "/")
    if len(body) % 4 == 1 or len(body) > MAX_BLOB:
        return ""
    try:
        plain = base64.b64decode(body + "=" * (-len(body) % 4)).decode()
    except (binascii.Error, ValueError):
        return ""
    shown = sum(char.isprintable() or char in "\r\n\t" for char in plain)
    return plain if plain and shown >= PRINTABLE * len(plain) else ""


def encoded(text: str, has_secret: Callable[[str], bool], depth: int = 0) -> Iterator[Finding]:
    """Blobs that decode, up to three times, to a text with a secret in it."""
    for found in BLOB.finditer(text):
        if holds_secret(found[0], has_secret, depth):
            yield Finding("encoded", *found.span(), tag=ENCODED)


def holds_secret(blob: str, has_secret: Callable[[str], bool], depth: int) -> bool:
    plain = decode_base64(blob)
    if not plain:
        return False
    if has_secret(plain):
        return True
    return depth + 1 < MAX_DEPTH and any(
        holds_secret(inner[0], has_secret, depth + 1) for inner in BLOB.finditer(plain)
    )


def bare_secrets(text: str) -> Iterator[Finding]:
    if len(text) < SECRET_LENGTH:
        return
    for found in BARE.finditer(text):
        if is_bare_secret(found[0]) and not DATA_URL.search(text[max(0, found.start() - 40) : found.start()]):
            yield Finding("bare_secret", *found.span())
