"""Texts of others in a prompt, each between tags that say what it is and that it can't close itself."""

import re
from typing import Final

from kirocrew.agents.names import BOOTSTRAP, USER
from kirocrew.agents.truncation import ContextFile
from kirocrew.base.fencing import unframed
from kirocrew.base.scripts import drop_invisible
from kirocrew.models import AgentKind

FILE: Final = "context_file"
INTERNAL: Final = "internal_config"
SYSTEM: Final = "system_context"
EXTRA: Final = "extra_context"

_OURS: Final = rf"{FILE}|{INTERNAL}|{SYSTEM}|{EXTRA}"
_FILE_TAGS: Final = re.compile(rf"[<＜﹤](?=\s*[/／]?\s*(?:{_OURS})\b)", re.IGNORECASE)
_TAGS: Final = re.compile(rf"[<＜﹤](?=\s*[/／]?\s*(?:{_OURS}|available_skills|skill)\b)", re.IGNORECASE)


def file_wrapped(file: ContextFile, kind: str) -> str:
    """A context file between its tags. What a predefined agent has for everybody is marked as internal."""
    if file.is_virtual:
        return wrapped(SYSTEM, file.text, name=file.name)
    if kind == AgentKind.PREDEFINED and file.name not in (USER, BOOTSTRAP):
        return wrapped(INTERNAL, file.text, name=file.name)
    return wrapped(FILE, file.text, name=file.name)


def wrapped(tag: str, text: str, *, name: str = "") -> str:
    """A text between tags of ours. `name` is one of ours as well, never somebody's words."""
    opening = f'<{tag} name="{name}">' if name else f"<{tag}>"
    return f"{opening}\n{unmarked(text).strip()}\n</{tag}>"


def unmarked(text: str) -> str:
    """The text in which nothing passes for one of these tags or a mark of ours, also not parted by hidden letters."""
    return _without(_TAGS, text)


def unmarked_list(text: str) -> str:
    """The same for the list of skills, which has tags of its own and escapes what stands in them."""
    return _without(_FILE_TAGS, text)


def _without(tags: re.Pattern[str], text: str) -> str:
    shown = unframed(tags.sub("&lt;", text))
    plain = drop_invisible(shown)
    bare = unframed(tags.sub("&lt;", plain))
    return shown if bare == plain else bare
