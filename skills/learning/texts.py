"""SKILL.md as it is written here: of the parts a model or a bot gave, with the keys an older version hands on."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

SKILL_FILE: Final = "SKILL.md"
CARRIED: Final = ("created_at", "pinned", "inject_on_trigger")
"""Keys of the frontmatter that a new version takes from the live one, whatever its writer says."""


@dataclass(frozen=True, slots=True)
class Written:
    """What somebody wrote: a skill in parts. `scripts` is path to source."""

    slug: str
    description: str
    triggers: tuple[str, ...]
    procedure: str
    scripts: Mapping[str, str]


def skill_text(written: Written, *, carried: Mapping[str, Any], version: int) -> str:
    """SKILL.md of these parts. `carried` are keys of the live version's frontmatter, for a new one `created_at`.

    Values are written as JSON, which every reader of YAML takes for the same text, whatever stands in them.
    """
    fields: dict[str, Any] = {
        "name": written.slug,
        "description": written.description,
        "triggers": list(written.triggers),
        "source": "auto",
        **{key: carried[key] for key in CARRIED if key in carried},
        "version": version,
    }
    lines = [f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in fields.items()]
    return "\n".join(("---", *lines, "---", "", written.procedure.strip(), ""))


def body_of(text: str) -> str:
    """SKILL.md without its frontmatter."""
    lines = text.split("\n")
    if lines[0].strip() != "---":
        return text
    end = next((number for number, line in enumerate(lines[1:], 1) if line.strip() == "---"), None)
    return text if end is None else "\n".join(lines[end + 1 :]).strip("\n")


def missing_sections(procedure: str, sections: Sequence[str]) -> list[str]:
    """The headings a procedure lacks."""
    headings = {line.lstrip("# ").rstrip(": ").casefold() for line in procedure.splitlines() if line.startswith("#")}
    return [name for name in sections if not any(heading.startswith(name.casefold()) for heading in headings)]
