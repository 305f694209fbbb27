"""Bytes of a text file to text: UTF-8, or UTF-16 with its mark; nothing is guessed."""

import codecs
from typing import Final

from .refusals import ReadReason, ReadRefused

_BINARY_STARTS: Final = (
    b"%PDF-", b"PK\x03\x04", b"\x89PNG", b"SQLite format 3\x00", b"\x7fELF", b"\x1f\x8b", b"GIF8", b"\xff\xd8\xff",
    b"GGUF", b"7z\xbc\xaf", b"\xfd7zXZ", b"BZh", b"MZ\x90",
)  # fmt: skip
_UTF32_BOMS: Final = (codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)
_UTF16_BOMS: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def decode_text(data: bytes) -> tuple[str, str]:
    """The text without its byte order mark, and the encoding that was read.

    Raises ReadRefused with `binary_file` or `encoding_unknown`.
    """
    if data.startswith(_UTF32_BOMS):
        raise ReadRefused(ReadReason.ENCODING_UNKNOWN)
    encoding = "utf-16" if data.startswith(_UTF16_BOMS) else "utf-8-sig"
    if data.startswith(_BINARY_STARTS) or (encoding == "utf-8-sig" and b"\x00" in data):
        raise ReadRefused(ReadReason.BINARY_FILE)
    try:
        return data.decode(encoding), encoding
    except UnicodeDecodeError as error:
        raise ReadRefused(ReadReason.ENCODING_UNKNOWN) from error
