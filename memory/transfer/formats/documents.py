"""Tell from a file's name and folder what kind of document it is, and so how its text is to be read."""

from dataclasses import dataclass
from enum import Enum

from memory.transfer.formats.dates import instant_in_name
from memory.transfer.sources import SourceFile


class DocumentKind(Enum):
    """How the text of a document is read."""

    INSTRUCTIONS = "instructions"  # rules become lessons, descriptions episodes
    PERSONA = "persona"  # rules become lessons, what the agent is like is left out
    MEMORY = "memory"  # key-value lines become facts, rules lessons, the rest episodes
    DAILY = "daily"  # a diary: episodes, and lessons only where it says so
    NOTES = "notes"  # anything else: as memory, but without facts


@dataclass(frozen=True)
class Document:
    """`tag` names the source in the tags of episodes; `namespace` begins the keys of facts under no known heading."""

    kind: DocumentKind
    tag: str
    namespace: str = "project"
    confidence: int = 95


NOTES = Document(DocumentKind.NOTES, "notes", confidence=40)

_INSTRUCTIONS, _MEMORY = DocumentKind.INSTRUCTIONS, DocumentKind.MEMORY

_BY_NAME = {
    "claude.md": Document(_INSTRUCTIONS, "claude-md"),
    "claude.local.md": Document(_INSTRUCTIONS, "claude-md"),
    "agents.md": Document(_INSTRUCTIONS, "agents-md"),
    "agents.override.md": Document(_INSTRUCTIONS, "agents-md"),
    "agent.md": Document(_INSTRUCTIONS, "agents-md"),
    "gemini.md": Document(_INSTRUCTIONS, "gemini-md"),
    "qwen.md": Document(_INSTRUCTIONS, "qwen-md"),
    "warp.md": Document(_INSTRUCTIONS, "warp-md"),
    "conventions.md": Document(_INSTRUCTIONS, "conventions-md"),
    "copilot-instructions.md": Document(_INSTRUCTIONS, "copilot-instructions"),
    "heartbeat.md": Document(_INSTRUCTIONS, "heartbeat-md"),
    "bootstrap.md": Document(_INSTRUCTIONS, "bootstrap-md"),
    ".cursorrules": Document(_INSTRUCTIONS, "cursor-rule"),
    ".windsurfrules": Document(_INSTRUCTIONS, "windsurf-rule"),
    ".clinerules": Document(_INSTRUCTIONS, "cline-rule"),
    ".goosehints": Document(_INSTRUCTIONS, "goosehints"),
    "soul.md": Document(DocumentKind.PERSONA, "soul-md"),
    "identity.md": Document(DocumentKind.PERSONA, "identity-md"),
    "memory.md": Document(_MEMORY, "memory-md", "user"),
    "user.md": Document(_MEMORY, "user-md", "user"),
    "profile.md": Document(_MEMORY, "user-md", "user"),
    "preferences.md": Document(_MEMORY, "preferences-md", "pref"),
    "projects.md": Document(_MEMORY, "projects-md", "project"),
    "tools.md": Document(_MEMORY, "tools-md", "project.tools"),
    "human.md": Document(_MEMORY, "user-md", "user"),
}
_RULE_FOLDERS = {
    "rules": "rule",
    ".clinerules": "cline-rule",
    "steering": "kiro-steering",
    "instructions": "copilot-instructions",
}
_DIARY_FOLDERS = frozenset({"daily", "diary", "journal", "history", "logs"})
_MARKDOWN = frozenset({".md", ".mdc", ".markdown", ".txt"})


def document_of(file: SourceFile) -> Document | None:
    """The kind of a Markdown document, or None when the file is none. The name decides, then the folder."""
    name = file.name.lower()
    if name in _BY_NAME:
        return _BY_NAME[name]
    if file.suffix not in _MARKDOWN:
        return None
    if name.endswith(".instructions.md"):
        return Document(_INSTRUCTIONS, "copilot-instructions")
    stamp = instant_in_name(name)
    diary = bool(_DIARY_FOLDERS.intersection(file.folders[-2:]))
    if ((stamp.instant or stamp.impossible) and name[:4].isdecimal()) or diary:
        return Document(DocumentKind.DAILY, "daily-note")
    return _in_folder(file) or NOTES


def _in_folder(file: SourceFile) -> Document | None:
    nearest = file.folders[-2:]
    if "memories" in nearest or ".serena" in nearest:
        return Document(_MEMORY, "serena-memory", "project")
    for folder, tag in _RULE_FOLDERS.items():
        if folder in nearest:
            return Document(_INSTRUCTIONS, "cursor-rule" if file.suffix == ".mdc" else tag, confidence=80)
    if file.suffix == ".mdc":
        return Document(_INSTRUCTIONS, "cursor-rule")
    if "memory" in nearest or "knowledge" in nearest:
        return Document(_MEMORY, "topic-file", "project", confidence=80)
    return None
