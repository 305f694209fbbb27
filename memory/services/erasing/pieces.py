"""Whether bytes carry a text, by its pieces; run as a program, the same for files, in a process of its own.

Imports the standard library alone, so that the program starts at once.
"""

import json
import mmap
import os
import sys
from collections.abc import Sequence
from pathlib import Path

Pieces = Sequence[Sequence[str]]
"""Of each form of the texts its pieces: one of a short form, several of one that may be spread over pages."""


def carried(data: bytes | mmap.mmap, pieces: Pieces) -> bool:
    """Whether one form is there: whole, or most of its pieces."""
    return any(2 * sum(data.find(piece.encode()) >= 0 for piece in form) > len(form) for form in pieces)


def carrying(files: Sequence[str], pieces: Pieces) -> list[str]:
    """Those of the files whose bytes carry a form. One that is gone or empty does not. Raises OSError for others."""
    found = []
    for file in files:
        try:
            with Path(file).open("rb") as stream:
                if not os.fstat(stream.fileno()).st_size:
                    continue
                with mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
                    if carried(mapped, pieces):
                        found.append(file)
        except FileNotFoundError:
            continue
    return found


if __name__ == "__main__":
    asked = json.load(sys.stdin)
    json.dump(carrying(asked["files"], asked["pieces"]), sys.stdout)
