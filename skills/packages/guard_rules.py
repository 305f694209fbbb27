"""What the scan looks for."""

import re
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Rule:
    code: str
    message: str
    pattern: re.Pattern[str]


def _rule(code: str, message: str, pattern: str) -> Rule:
    return Rule(code, message, re.compile(pattern, re.IGNORECASE))


RULES: Final = (
    _rule(
        "deletes_all",
        "deletes a whole disk, home or system",
        r"\brm\s+(?:-[a-z]+\s+)*-[a-z]*r[a-z]*\s+(?:-[a-z]+\s+)*[\"']?(?:/(?:\s|$|\*|(?:etc|usr|var|bin|boot|lib|home|root)\b(?!/\w))|~/?(?:\s|$|\*)|\$HOME/?(?:\s|$|\*))",
    ),
    _rule(
        "formats_disk", "formats or overwrites a disk", r"\bmkfs(?:\.\w+)?\s+/dev/|\bdd\s[^|;]*\bof=/dev/(?:sd|nvme|hd)"
    ),
    _rule("fork_bomb", "starts processes without end", r":\s*\(\s*\)\s*\{\s*:\s*\|\s*:?\s*&\s*\}\s*;\s*:"),
)
