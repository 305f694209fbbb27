"""The values of the frontmatter as what they mean, with a word about each that is of another type."""

import re
from dataclasses import dataclass, field
from typing import Any, Final

from skills.packages.diagnostics import Diagnostic, Level
from skills.packages.frontmatter import Frontmatter

MAX_PHRASES: Final = 64
MAX_PHRASE: Final = 120
"""Characters of one trigger or tag."""
_COMMAS: Final = re.compile(r"[,，、;；\n]")
_YES: Final = frozenset({"true", "yes", "on", "1"})
_NO: Final = frozenset({"false", "no", "off", "0"})
_MAX_SHOWN: Final = 60


@dataclass(slots=True)
class Fields:
    """Reads fields one by one and keeps what was found wrong."""

    source: Frontmatter
    found: list[Diagnostic] = field(default_factory=list)

    def warn(self, code: str, key: str, message: str) -> None:
        self.found.append(Diagnostic(code, Level.WARNING, message, self.source.lines.get(key, 0)))

    def text(self, key: str, limit: int = 0) -> str:
        """A text; a number is what was written, a list of texts is joined. `limit` only warns."""
        value = self.source.fields.get(key)
        if value is None:
            return ""
        if isinstance(value, bool):
            value = self.source.plain.get(key, str(value).lower())
        if isinstance(value, list) and all(isinstance(one, str) for one in value):
            value = f"[{', '.join(value)}]"  # `argument-hint: [a | b]` was meant as text
        elif not isinstance(value, str):
            self.warn("wrong_type", key, f"`{key}` should be text.")
            return ""
        text = str(value).strip()
        if limit and len(text) > limit:
            self.warn("field_too_long", key, f"`{key}` has more than {limit:,} characters.")
        return text

    def truth(self, key: str, default: bool) -> bool:
        """A truth value; of another word the default, with a warning."""
        value = self.source.fields.get(key)
        if value is None:
            return default
        if isinstance(value, bool):
            return value
        word = value.strip().lower() if isinstance(value, str) else ""
        if word in _YES or word in _NO:
            return word in _YES
        self.warn("wrong_type", key, f"`{key}` should be true or false.")
        return default

    def phrases(self, key: str) -> list[str]:
        """A list of texts, or one text with commas between them. Double ones and empty ones are left out."""
        value = self.source.fields.get(key)
        if value is None:
            return []
        if isinstance(value, str):
            raw: list[Any] = _COMMAS.split(value)
        elif isinstance(value, list):
            raw = value
        else:
            self.warn("wrong_type", key, f"`{key}` should be a list.")
            return []
        texts = [_phrase(one) for one in raw if isinstance(one, str)]
        if len(texts) < len(raw):
            self.warn("wrong_type", key, f"`{key}` has entries that are not text; they are left out.")
        kept = list(dict.fromkeys(text for text in texts if text))
        if len(kept) > MAX_PHRASES or any(len(text) > MAX_PHRASE for text in kept):
            self.warn("too_many_phrases", key, f"`{key}` has more than {MAX_PHRASES} entries, or one that is too long.")
        return [text[:MAX_PHRASE] for text in kept[:MAX_PHRASES]]

    def tools(self, key: str) -> list[str]:
        """Names of tools: a list, or a text with blanks or commas between; what stands in brackets is not parted."""
        value = self.source.fields.get(key)
        if value is None:
            return []
        if isinstance(value, str):
            return tools_in(value)
        if isinstance(value, list) and all(isinstance(one, str) for one in value):
            return [one.strip() for one in value if one.strip()]
        self.warn("wrong_type", key, f"`{key}` should be a list or a text.")
        return []

    def mapping(self, key: str) -> dict[str, Any]:
        value = self.source.fields.get(key)
        if value is None or isinstance(value, dict):
            return dict(value or {})
        self.warn("wrong_type", key, f"`{key}` should be a map of keys and values.")
        return {}


def tools_in(text: str) -> list[str]:
    """Split names of tools at blanks and commas outside of brackets."""
    tools, depth, current = [], 0, ""
    for char in text:
        depth += {"(": 1, ")": -1}.get(char, 0)
        if char in " ,\t\r\n" and depth <= 0:
            tools.append(current)
            current = ""
        else:
            current += char
    return [tool for tool in [*tools, current] if tool]


def _phrase(text: str) -> str:
    stripped = " ".join(text.split())
    if len(stripped) > 1 and stripped[0] == stripped[-1] and stripped[0] in "\"'":
        stripped = stripped[1:-1].strip()
    return stripped


def negative_of(phrases: list[str]) -> tuple[list[str], list[str]]:
    """Part phrases into those that call a skill and those (`!phrase`) that keep it away."""
    calls = [phrase for phrase in phrases if not phrase.startswith(("!", "！"))]
    away = [phrase[1:].strip() for phrase in phrases if phrase.startswith(("!", "！"))]
    return calls, [phrase for phrase in away if phrase]
