"""How much is taken in one piece."""

from dataclasses import dataclass
from typing import Final

MIB: Final = 1024 * 1024
SKILL_FILE: Final = "SKILL.md"
MAX_SKILL_FILE: Final = 100 * 1024
"""Bytes of SKILL.md."""
MAX_PATH: Final = 300
"""Characters of a path inside a package; the width of its column."""
MAX_DEPTH: Final = 8
"""Folders of a path inside a package."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds of one package and of one archive; sizes in bytes, unpacked and packed alike."""

    total_bytes: int = 20 * MIB
    file_bytes: int = 10 * MIB
    files: int = 1_000
    packages: int = 50
    entries: int = 5_000
    ratio: int = 200
    """How many bytes may come out of one packed byte of a member larger than 1 MiB."""


DEFAULT_LIMITS: Final = Limits()
OWNER_LIMITS: Final = Limits(packages=500)
"""A person may bring a whole collection at once."""
