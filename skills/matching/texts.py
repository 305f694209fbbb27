"""What of a skill is looked at when a message asks for one."""

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

BODY_CHARACTERS: Final = 3_000
"""Characters of the body that are indexed: the start says what it is for, the rest how."""
HEADINGS: Final = 40
"""Headings that are indexed, from the whole body."""
DESCRIPTION_CHARACTERS: Final = 2_000

NAME: Final = "name"
TRIGGER: Final = "trigger"
DESCRIPTION: Final = "description"
HEADING: Final = "heading"
BODY: Final = "body"

_FENCED: Final = re.compile(r"^(```|~~~).*?^\1[^\n]*$", re.MULTILINE | re.DOTALL)
_HEADING: Final = re.compile(r"^#{1,4}[ \t]+(.{1,200})", re.MULTILINE)
_JOINTS: Final = re.compile(r"[-_/]+")
# What a description says its skill is not for: "For IBM hardware use qiskit", "NOT for calendars", "Do not use when".
_ELSEWHERE: Final = re.compile(
    r"(?:^|(?<=[.!?;\n]))\s*(?:for [^.;!?\n]{3,120}?,? (?:use|see)\b|(?:do )?not (?:for|use)\b|don't use\b"
    r"|(?:it is |this is )?not (?:meant |intended )?for\b|nicht für\b|no usar\b|ne pas utiliser\b|不要?用于|不适用于)"
    r"[^.;。\n]*",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class SkillText:
    """What matching knows of one skill. `key` tells it from the others; an `always` one is never matched."""

    key: str
    slug: str
    name: str
    description: str = ""
    triggers: tuple[str, ...] = ()
    negative_triggers: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    when_to_use: str = ""
    body: str = ""
    always: bool = False

    @property
    def digest(self) -> str:
        """Changes when anything changes that matching looks at."""
        parts = (self.slug, self.name, self.description, *self.triggers, "!", *self.negative_triggers, "#", *self.tags)
        text = "\x00".join((*parts, self.when_to_use, str(self.always), self.body))
        return hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=16).hexdigest()

    def fields(self) -> dict[str, str]:
        """Return the text of each field."""
        prose = _FENCED.sub("", self.body)
        description = f"{self.description[:DESCRIPTION_CHARACTERS]} {self.when_to_use[:DESCRIPTION_CHARACTERS]}"
        return {
            NAME: _JOINTS.sub(" ", self.name if same_name(self.name, self.slug) else f"{self.name} {self.slug}"),
            TRIGGER: "\n".join((*self.triggers, *self.tags)),
            DESCRIPTION: _ELSEWHERE.sub(" ", description),
            HEADING: "\n".join(_HEADING.findall(prose)[:HEADINGS]),
            BODY: self.body[:BODY_CHARACTERS],
        }


def same_name(name: str, slug: str) -> bool:
    """Whether the slug says nothing that the name does not."""
    return _JOINTS.sub(" ", name).casefold() == _JOINTS.sub(" ", slug).casefold()


def extra_texts(frontmatter: Mapping[str, Any]) -> tuple[tuple[str, ...], str]:
    """Return (further tags, when to use) of a frontmatter: `keywords` and `when_to_use`, in any of their shapes."""
    words = frontmatter.get("keywords")
    if isinstance(words, str):
        words = words.split(",")
    tags = tuple(str(word).strip() for word in words if word) if isinstance(words, list | tuple) else ()
    when = frontmatter.get("when_to_use", "")
    return tags, when if isinstance(when, str) else "\n".join(map(str, when)) if isinstance(when, list) else ""
