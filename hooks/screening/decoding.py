"""Texts hidden in a text: encoded blobs, escapes, ciphers, spaced letters, leetspeak.

Each look begins with a cheap test, so that ordinary text costs next to nothing.
"""

import base64
import binascii
import codecs
import html
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import unquote

from .concepts import ATBASH, REVERSED, ROT13
from .folding import Folded, fold
from .languages.ciphers import MIRROR
from .lexicon import Hit, find_concepts, tables

MAX_DEPTH = 3
MAX_BLOBS = 24  # decoded pieces looked at per text
MAX_BLOB = 20_000  # characters of one blob
PRINTABLE_SHARE = 0.9
MIN_PLAIN = 6  # characters a decoded text must have to say anything
CIPHER_HITS = 2  # enciphered key words before the whole text is turned
LONGEST_WORD = 16  # letters of the words a run is cut into
MIN_HTML = 12  # characters that entities must have cost before the text counts as escaped

BLOB = re.compile(r"[A-Za-z0-9+/_-]{16,}={0,2}")
HEX_RUN = re.compile(r"[0-9a-fA-F]{16,}")
HEX_PAIRS = re.compile(r"\b(?:(?:\\x|0x)?[0-9a-fA-F]{2}[ :,]{1,2}){8,}[0-9a-fA-F]{2}\b")
BINARY = re.compile(r"(?:[01]{8}\s?){5,}")
DECIMAL = re.compile(r"\b(?:(?:3[2-9]|[4-9]\d|1[01]\d|12[0-6])[ ,]{1,2}){9,}\d{2,3}\b")
ESCAPE = re.compile(r"\\u00[0-9a-fA-F]{2}|\\x[0-9a-fA-F]{2}")
SEPARATOR = r"[ .\-_*|·•]"
SPACED = re.compile(rf"(?<![^\W_])[^\W_](?:{SEPARATOR}{{1,3}}[^\W_]){{4,}}(?![^\W_])")
SPACED_SEEN = re.compile(rf"(?<![^\W_])[^\W_]{SEPARATOR}[^\W_]{SEPARATOR}[^\W_](?![^\W_])")
WIDE_GAP = re.compile(r"[ ]{2,}")
JUNK_SEEN = re.compile(r"[^\W\d_][\[\]|{}^~*][^\W\d_]")
JUNK_WORD = re.compile(r"[^\W\d_]+(?:[\[\]|{}^~*+.\-][^\W\d_]+)+")
JUNK = re.compile(r"(?<=[^\W\d_])[\[\]|{}^~*+.\-](?=[^\W\d_])")
LEET = str.maketrans("01345789@$!", "oieastbgasi")
LEET_SEEN = re.compile(r"[a-z][0134578@$!][a-z]|\b[0134578@$][a-z]{3}")
LEET_WORD = re.compile(r"[\w@$!]+")


class Mark(NamedTuple):
    """A rewritten word: its place in the layer, and the code points of the text it came from."""

    start: int
    end: int
    origin_start: int
    origin_end: int


@dataclass(frozen=True, slots=True)
class Layer:
    """A text found inside another; the span is the code points of the outermost text that carry it.

    With ``marks``, only what touches one of them is news; the rest of the layer is the text as it stood.
    """

    kind: str
    text: str
    start: int
    end: int
    marks: tuple[Mark, ...] = ()


def layers_of(text: str, folded: Folded, hits: list[Hit]) -> Iterator[Layer]:
    """Decoded layers, up to three deep. ``folded`` and ``hits`` are those of ``text``."""
    return deeper(text, folded, hits, 1)


def deeper(text: str, folded: Folded, hits: list[Hit], depth: int) -> Iterator[Layer]:
    for layer in first_layers(text, folded, hits):
        yield layer
        if depth < MAX_DEPTH:
            inside = fold(layer.text)
            for inner in deeper(layer.text, inside, find_concepts(inside.text), depth + 1):
                yield Layer(f"{layer.kind}+{inner.kind}", inner.text, layer.start, layer.end)


def first_layers(text: str, folded: Folded, hits: list[Hit]) -> Iterator[Layer]:
    yield from blobs(text)
    yield from numbers(text)
    yield from escapes(text)
    yield from ciphers(text, hits)
    yield from disguises(folded)


def blobs(text: str) -> Iterator[Layer]:
    for count, found in enumerate(BLOB.finditer(text)):
        if count >= MAX_BLOBS:
            return
        plain = decode_blob(found[0][:MAX_BLOB])
        if plain:
            yield Layer(*plain, *found.span())


@lru_cache(maxsize=512)
def decode_blob(blob: str) -> tuple[str, str] | None:
    """Kind and text of a run of hexadecimal, base32 or base64 digits."""
    body = blob.rstrip("=")
    if HEX_RUN.fullmatch(body):
        kind, plain = "hex", readable(bytes.fromhex(body[: len(body) // 2 * 2]))
    elif re.fullmatch("[A-Z2-7]{24,}", body):
        kind, plain = "base32", from_base(base64.b32decode, body, 8)
    else:
        body = body.replace("-", "+").replace("_", "/")
        kind, plain = "base64", from_base(base64.b64decode, body[: len(body) - (len(body) % 4 == 1)], 4)
    return (kind, plain) if plain else None


def from_base(decode: Callable[[str], bytes], body: str, block: int) -> str:
    try:
        return readable(decode(body + "=" * (-len(body) % block)))
    except (binascii.Error, ValueError):
        return ""


def readable(data: bytes) -> str:
    """The text of bytes that are UTF-8 and nearly all printable, else an empty string."""
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return ""
    shown = sum(char.isprintable() or char in "\n\t\r" for char in text)
    return text if len(text) >= MIN_PLAIN and shown >= PRINTABLE_SHARE * len(text) else ""


def numbers(text: str) -> Iterator[Layer]:
    """Bytes written one by one: hexadecimal pairs, bits, decimal codes."""
    for found in HEX_PAIRS.finditer(text):
        digits = re.sub(r"\\x|0x|[^0-9a-fA-F]", "", found[0])
        yield from layer_if_readable("hex", bytes.fromhex(digits[: len(digits) // 2 * 2]), found)
    if "01" in text:
        for found in BINARY.finditer(text):
            yield from layer_if_readable(
                "binary", bytes(int(byte, 2) for byte in re.findall("[01]{8}", found[0])), found
            )
    for found in DECIMAL.finditer(text):
        codes = [int(number) for number in re.findall(r"\d+", found[0])]
        yield from layer_if_readable("decimal", bytes(code for code in codes if code < 256), found)


def layer_if_readable(kind: str, data: bytes, found: re.Match[str]) -> Iterator[Layer]:
    plain = readable(data)
    if plain:
        yield Layer(kind, plain, *found.span())


def escapes(text: str) -> Iterator[Layer]:
    if text.count("%") >= 3:
        plain = unquote(text)
        if plain != text:
            yield Layer("percent", plain, 0, len(text))
    if "&" in text and ";" in text:
        plain = html.unescape(text)
        if len(text) - len(plain) > MIN_HTML:
            yield Layer("html", plain, 0, len(text))
    if "\\" in text and ESCAPE.search(text):
        yield Layer("escape", ESCAPE.sub(lambda found: chr(int(found[0][-2:], 16)), text), 0, len(text))


def ciphers(text: str, hits: list[Hit]) -> Iterator[Layer]:
    if sum(1 for hit in hits if hit.mask & ROT13) >= CIPHER_HITS:
        yield Layer("rot13", codecs.encode(text, "rot13"), 0, len(text))
    if sum(1 for hit in hits if hit.mask & REVERSED) >= CIPHER_HITS:
        yield Layer("reversed", text[::-1], 0, len(text))
    if sum(1 for hit in hits if hit.mask & ATBASH) >= CIPHER_HITS:
        yield Layer("atbash", text.lower().translate(MIRROR), 0, len(text))


def disguises(folded: Folded) -> Iterator[Layer]:
    if SPACED_SEEN.search(folded.text):
        yield from rewritten("spaced", folded, SPACED, close_up)
    if LEET_SEEN.search(folded.text):
        yield from rewritten("leet", folded, LEET_WORD, plain_letters)
    if JUNK_SEEN.search(folded.text):
        yield from rewritten("junk", folded, JUNK_WORD, without_junk)


def rewritten(kind: str, folded: Folded, pattern: re.Pattern[str], rewrite: Callable[[str], str]) -> Iterator[Layer]:
    """The text with disguised words written plainly, if that makes words the lexicon knows."""
    pieces: list[str] = []
    marks: list[Mark] = []
    at = length = 0
    for found in pattern.finditer(folded.text):
        plain = rewrite(found[0])
        if plain == found[0] or not find_concepts(plain):
            continue
        pieces += [folded.text[at : found.start()], plain]
        length += found.start() - at
        marks.append(Mark(length, length + len(plain), *folded.span(*found.span())))
        length += len(plain)
        at = found.end()
    if marks:
        pieces.append(folded.text[at:])
        yield Layer(kind, "".join(pieces), marks[0].origin_start, marks[-1].origin_end, tuple(marks))


def plain_letters(word: str) -> str:
    """Letters for the digits and signs in a word that has letters; numbers stay."""
    return word.translate(LEET) if any(char.isalpha() for char in word) else word


def without_junk(word: str) -> str:
    return JUNK.sub("", word)


def close_up(run: str) -> str:
    """Letters set apart, put together again and cut into words the lexicon knows."""
    return " ".join(cut_words(re.sub(SEPARATOR, "", word)) for word in WIDE_GAP.split(run))


def cut_words(run: str) -> str:
    """Known words of a run of letters, longest first; what is unknown stays together."""
    known, substrings, _ = tables()
    words: list[str] = []
    at = start = 0
    while at < len(run):
        shortest = 3 if run[at].isascii() else 2
        for length in range(min(LONGEST_WORD, len(run) - at), shortest - 1, -1):
            if run[at : at + length] in known or run[at : at + length] in substrings:
                words += [run[start:at]] * (start < at) + [run[at : at + length]]
                at += length
                start = at
                break
        else:
            at += 1
    return " ".join([*words, run[start:]]).strip()
