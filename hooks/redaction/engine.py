"""Redaction: exfiltration URLs first, then credentials, over the full text, until nothing more is found."""

import re
from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator

from .blocks import connections, headers, pem_blocks, seed_phrases
from .encoded import bare_secrets, encoded
from .labelled import labelled, options
from .model import TAG, Finding, Redacted
from .opaque import opaque_tokens
from .personal import Personal, personal
from .shapes import SHAPES
from .urls import exfiltration_urls, presigned_links
from .vendors import VENDORS

KNOWN = (*SHAPES, *VENDORS)
# Kinds found without a fixed shape; a presigned link holds such values by design.
GUESSED = frozenset({"labelled_key", "bare_secret", "password"})
MAX_ROUNDS = 8  # a round can lay bare what the one before hid; two are usual
LONG_RUN = re.compile(r"[\w./+=~:$%@?&-]{16,}", re.ASCII)  # no shape is shorter
INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\uffa0]+"
)
JOINT = re.compile(r"""(?<=[\w+/=.-])["']\s{0,4}(?:\+|\.|\\\n)?\s{0,4}["'](?=[\w+/=.-])""")


def redact(text: str, *, also: Collection[Personal] = ()) -> Redacted:
    """Replace every secret by a tag that says its class. Idempotent; never raises.

    ``also`` names classes of personal data to take out, too: for text that goes to a channel, not for memory.
    Findings carry code points of ``text``. About 0.3 ms for 500 characters without secrets.
    """
    current = text
    # Start of each untouched piece in ``current`` and how far it lies from the same piece in ``text``.
    places: list[tuple[int, int]] = [(0, 0)]
    findings: list[Finding] = []
    for _ in range(MAX_ROUNDS):
        fresh = find(current, also)
        if not fresh:
            break
        findings += [moved(one, places) for one in fresh]
        current, places = replace(current, fresh, places)
    return Redacted(current, tuple(sorted(findings, key=lambda one: one.start)))


def moved(one: Finding, places: list[tuple[int, int]]) -> Finding:
    shift = places[bisect_right(places, (one.start, 10**12)) - 1][1]
    return Finding(one.kind, one.start + shift, one.end + shift, one.tag)


def replace(text: str, findings: list[Finding], places: list[tuple[int, int]]) -> tuple[str, list[tuple[int, int]]]:
    """The text with tags, and the new table of places."""
    pieces: list[str] = []
    table: list[tuple[int, int]] = []
    at = grown = 0
    starts = [start for start, _ in places]
    for one in [*findings, None]:
        end = one.start if one else len(text)
        begin = bisect_right(starts, at) - 1
        table.append((at + grown, places[begin][1] - grown))
        for start, shift in places[begin + 1 :]:
            if start >= end:
                break
            table.append((start + grown, shift - grown))
        pieces.append(text[at:end])
        if one:
            pieces.append(one.tag)
            grown += len(one.tag) - (one.end - one.start)
            at = one.end
    return "".join(pieces), table


def find(text: str, also: Collection[Personal] = ()) -> list[Finding]:
    """Findings of one round: outside of tags, without overlaps, in order."""
    found = list(find_plain(text))
    if also:
        found += personal(text, also)
    if not text.isascii() and INVISIBLE.search(text):
        found += find_in_view(text, INVISIBLE)
    if JOINT.search(text):
        found += find_in_view(text, JOINT)
    if not found:
        return []
    tags = [tag.span() for tag in TAG.finditer(text)]
    links = presigned_links(text)
    return merged(
        one
        for one in found
        if one.start < one.end and not overlaps(one, tags) and not (one.kind in GUESSED and overlaps(one, links))
    )


def overlaps(one: Finding, places: list[tuple[int, int]]) -> bool:
    return any(one.start < end and start < one.end for start, end in places)


def find_plain(text: str) -> Iterator[Finding]:
    yield from exfiltration_urls(text, has_credential)
    yield from find_credentials(text)


def find_credentials(text: str) -> Iterator[Finding]:
    yield from pem_blocks(text)
    yield from connections(text)
    yield from by_shape(text)
    yield from headers(text)
    yield from labelled(text)
    yield from options(text)
    yield from seed_phrases(text)
    yield from encoded(text, has_hard_shape)
    yield from bare_secrets(text)
    yield from opaque_tokens(text)


def by_shape(text: str) -> Iterator[Finding]:
    for token in LONG_RUN.finditer(text):
        run, (start, end) = token[0], token.span()
        for one in KNOWN:
            for hint in one.hints:
                if hint in run:
                    for found in one.pattern.finditer(text, start, end):
                        if one.accepts(found[0]):
                            yield Finding(one.kind, *found.span())
                    break


def has_hard_shape(text: str) -> bool:
    """A credential of a fixed shape, a private key or a connection with a password."""
    return (
        any(True for _ in by_shape(text)) or any(True for _ in pem_blocks(text)) or any(True for _ in connections(text))
    )


def has_credential(text: str) -> bool:
    return has_hard_shape(text)


def find_in_view(text: str, cut: re.Pattern[str]) -> Iterator[Finding]:
    """Findings in the text without what ``cut`` matches, with the places of the full text."""
    pieces: list[str] = []
    origin: list[int] = []
    at = 0
    for found in cut.finditer(text):
        pieces.append(text[at : found.start()])
        origin += range(at, found.start())
        at = found.end()
    pieces.append(text[at:])
    origin += range(at, len(text))
    for one in find_plain("".join(pieces)):
        if one.start < one.end:
            yield Finding(one.kind, origin[one.start], origin[one.end - 1] + 1, one.tag)


def merged(findings: Iterable[Finding]) -> list[Finding]:
    """Overlapping findings become one, with the kind and tag of the longest."""
    result: list[Finding] = []
    for one in sorted(findings, key=lambda f: (f.start, -f.end)):
        if result and one.start < result[-1].end:
            last = result[-1]
            longest = max(last, one, key=lambda f: f.end - f.start)
            result[-1] = Finding(longest.kind, last.start, max(last.end, one.end), longest.tag)
        else:
            result.append(one)
    return result
