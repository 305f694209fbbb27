"""The bytes of an answer, unpacked within a limit."""

import zlib
from collections.abc import Iterator
from typing import Final

from .refusals import EgressReason, EgressRefused

MIB: Final = 1024 * 1024
_WINDOWS: Final = {"gzip": 16 + zlib.MAX_WBITS, "x-gzip": 16 + zlib.MAX_WBITS, "deflate": zlib.MAX_WBITS}
ACCEPTED: Final = "gzip, deflate"


def too_large(limit: int) -> EgressRefused:
    """The refusal of an answer of more than `limit` bytes."""
    return EgressRefused(EgressReason.TOO_LARGE, f"The answer is larger than {limit / MIB:g} MiB.")


def unpacked(chunks: Iterator[bytes], *, encoding: str, limit: int) -> Iterator[bytes]:
    """The chunks as they were before they were packed, at most `limit` bytes packed and `limit` bytes unpacked.

    Raises EgressRefused for more, for a packing that was not asked for, and for damaged data.
    """
    name = encoding.strip().lower()
    if name in ("", "identity"):
        yield from _counted(chunks, limit)
    elif name in _WINDOWS:
        yield from _inflated(_counted(chunks, limit), _WINDOWS[name], limit)
    else:
        raise EgressRefused(EgressReason.ENCODING, "The answer is packed in a way that was not asked for.")


def _counted(chunks: Iterator[bytes], limit: int) -> Iterator[bytes]:
    total = 0
    for chunk in chunks:
        total += len(chunk)
        if total > limit:
            raise too_large(limit)
        yield chunk


def _inflated(chunks: Iterator[bytes], window: int, limit: int) -> Iterator[bytes]:
    packed = zlib.decompressobj(window)
    total = 0
    try:
        for chunk in chunks:
            # Never more than one byte over the limit is unpacked, however much a chunk would become.
            plain = packed.decompress(chunk, limit - total + 1)
            total += len(plain)
            if total > limit:
                raise too_large(limit)
            if plain:
                yield plain
        rest = packed.flush()
    except zlib.error as error:
        raise EgressRefused(EgressReason.ENCODING, "The answer is damaged: it can't be unpacked.") from error
    if total and not packed.eof:
        raise EgressRefused(EgressReason.ENCODING, "The answer is cut short: it can't be unpacked.")
    if rest:
        yield rest
