"""The blocks in a model's answer: `<frontmatter>…</frontmatter>` and one `<file name="X.md">…</file>` for each file."""

import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

_END_OF_THOUGHTS: Final = "</think>"
_FRONTMATTER: Final = re.compile(r"<frontmatter>(.*?)</frontmatter>", re.DOTALL | re.IGNORECASE)
_FILE: Final = re.compile(r"<file\s+name\s*=\s*[\"']?([\w.-]{1,60})[\"']?\s*>(.*?)</file>", re.DOTALL | re.IGNORECASE)
_FENCE: Final = re.compile(r"\A```[\w-]*\n(.*?)\n?```\Z", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Summoned:
    """What a model wrote: one line of expertise, empty where it gave none, and files by name in its order."""

    expertise: str
    files: dict[str, str]


def blocks_read(text: str, wanted: Collection[str]) -> Summoned:
    """The blocks of an answer; prose around them, empty ones and files that nobody asked for are passed over.

    The first block of a name counts. Raises ValueError, with what to mend, where no file is left.
    """
    text = text.rpartition(_END_OF_THOUGHTS)[2]
    names = {name.casefold(): name for name in wanted}
    files: dict[str, str] = {}
    for match in _FILE.finditer(text):
        name, body = names.get(match[1].casefold()), _bare(match[2])
        if name is not None and body:
            files.setdefault(name, body)
    if not files:
        raise ValueError(f'there was no block <file name="…">…</file> for {", ".join(wanted)} with a text in it')
    found = _FRONTMATTER.search(text)
    return Summoned(" ".join(found[1].split()) if found else "", files)


def _bare(body: str) -> str:
    """A block's text without blank lines around it, and without a fence that goes around all of it."""
    body = body.strip()
    fence = _FENCE.match(body)
    return fence[1].strip() if fence else body
