"""What a skill needs on this machine and does not find."""

from collections.abc import Mapping
from typing import Any


def needs_missing(files: Mapping[str, bytes], frontmatter: Mapping[str, Any]) -> list[str]:
    """Dependencies that are not here: `pip:x`, `npm:x`, or the name of a program."""
    return []
