"""One file as the formats see it: a path to show, its text, and the limits every source is held to."""

import codecs
from dataclasses import dataclass
from pathlib import PurePosixPath

from hooks.services import redact
from hooks.services.reading import ReadReason, ReadRefused, decode_text
from memory.transfer.items import Unsupported
from memory.transfer.reasons import Reason

MIB = 1024 * 1024
# Kinds of file that hold one record per line or row, and are allowed to fill the whole budget alone.
STRUCTURED_SUFFIXES = frozenset(".json .jsonl .ndjson .af .csv .tsv .tab .db .sqlite .sqlite3".split())
MARKS = (codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
# How many characters of a name are shown; longer ones are cut in the middle of nothing important.
MAX_PATH_CHARS = 400


@dataclass(frozen=True, kw_only=True)
class Limits:
    """Bounds of one import: counts, and sizes in bytes (500 / 8 MiB / 64 MiB / 10,000 entries of a directory walk)."""

    files: int = 500
    file_bytes: int = 8 * MIB
    structured_file_bytes: int = 64 * MIB
    total_bytes: int = 64 * MIB
    entries: int = 10_000
    depth: int = 12

    def bytes_for(self, name: str) -> int:
        """How large a file of this name may be, in bytes."""
        structured = PurePosixPath(name).suffix.lower() in STRUCTURED_SUFFIXES
        return self.structured_file_bytes if structured else self.file_bytes


DEFAULT_LIMITS = Limits()


@dataclass(frozen=True, kw_only=True)
class SourceFile:
    """A decoded file. `path` is relative, uses slashes, and is the same on every machine for the same tree.

    `has_mark`: a byte order mark stood before the text.
    """

    path: str
    text: str
    encoding: str = "utf-8"
    has_mark: bool = False

    @property
    def name(self) -> str:
        """The last part of the path."""
        return self.path.rsplit("/", 1)[-1]

    @property
    def folders(self) -> tuple[str, ...]:
        """The folders above the file, outermost first, in lower case."""
        return tuple(part.lower() for part in self.path.split("/")[:-1])

    @property
    def suffix(self) -> str:
        """The ending with its dot, in lower case; a name that is all ending has none."""
        return PurePosixPath(self.name).suffix.lower()


def shown_path(*parts: str) -> str:
    """Join names to a path that is safe to print: no control character, nothing that is not UTF-8, no credential."""
    joined = "/".join(part.strip("/") for part in parts if part.strip("/"))
    decoded = joined.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    printable = "".join(char if char.isprintable() else "\ufffd" for char in decoded)
    return redact(printable).text[:MAX_PATH_CHARS]


def refuse(path: str, reason: Reason, message: str) -> Unsupported:
    """An `Unsupported` about a whole file."""
    return Unsupported(origin_ref=path, reason_code=reason, message=message)


def not_read(path: str, refusal: ReadRefused) -> Unsupported:
    """An `Unsupported` about a file that guarded reading refused."""
    reason = Reason.MISSING if refusal.reason is ReadReason.BAD_PATH else Reason(refusal.reason.value)
    return refuse(path, reason, refusal.detail)


def decode(path: str, data: bytes) -> SourceFile | Unsupported:
    """Read bytes as UTF-8 or, with a byte order mark, UTF-16; anything else is refused, never guessed."""
    try:
        text, encoding = decode_text(data)
    except ReadRefused as refusal:
        return not_read(path, refusal)
    if not text.strip():
        return refuse(path, Reason.EMPTY, "The file is empty.")
    return SourceFile(path=path, text=text, encoding=encoding, has_mark=data.startswith(MARKS))
