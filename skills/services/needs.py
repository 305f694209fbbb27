"""What a skill needs on this machine and does not find."""

from collections.abc import Mapping
from typing import Any

from skills.packages.dependencies import dependencies_missing, dependencies_of


def needs_missing(files: Mapping[str, bytes], frontmatter: Mapping[str, Any]) -> list[str]:
    """Dependencies that are not here: `pip:x`, `npm:x`, or the name of a program. Nothing is run to find out."""
    return dependencies_missing(dependencies_of(files, frontmatter))
