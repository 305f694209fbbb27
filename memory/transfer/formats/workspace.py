"""An agent's workspace in one JSON file: the paths of its files and what stands in them.

OpenClaw, goclaw and their like keep AGENTS.md, SOUL.md, USER.md, MEMORY.md and memory/*.md. Listed in one file they are
read as they are in a folder, each by the format that knows it.
"""

import re
from collections.abc import Iterator
from typing import Any

from memory.transfer.formats import Inventory, detect, register
from memory.transfer.formats.credentials import without_credentials
from memory.transfer.formats.documents import DocumentKind, document_of
from memory.transfer.formats.json_values import DuplicateKeys, JsonProblem, parse_json
from memory.transfer.formats.markdown import LESSONS_PER_IMPORT
from memory.transfer.formats.told_twice import told_twice
from memory.transfer.items import Item
from memory.transfer.reasons import Reason
from memory.transfer.sources import DEFAULT_LIMITS, SourceFile, refuse, shown_path

_PATH = re.compile(
    r'"(?:(?:[^"\\/\n]{1,80}/){0,6}(?:AGENTS|SOUL|USER|IDENTITY|TOOLS|HEARTBEAT|BOOTSTRAP|MEMORY|CLAUDE)\.md'
    r'|(?:[^"\\\n]{1,80}/)?memory/[^"\\\n]{1,200}\.md)"\s*[:,}]',
    re.IGNORECASE,
)
_LISTS = ("files", "workspace", "documents", "memory_documents", "entries", "items")
_PATH_FIELDS = ("path", "file", "filename", "file_name", "name")
_TEXT_FIELDS = ("content", "text", "body", "contents", "data")
_TEXT_SUFFIXES = frozenset({".md", ".mdc", ".markdown", ".txt"})
_NESTED_AT_MOST = 4


@register
class Workspace:
    """Every file of the listing is read by its own format; state and settings of the agent are left out."""

    name = "workspace"
    label = "Workspace of an agent as JSON (OpenClaw, goclaw)"
    lesson_limit = LESSONS_PER_IMPORT

    def recognise(self, file: SourceFile) -> int:
        """Likely when a well-known path of a workspace stands there as a key or as the value of a field."""
        return 75 if file.suffix == ".json" and _PATH.search(file.text) else 0

    def parse(self, file: SourceFile) -> Iterator[Item]:
        """Yield what the files hold, in the order of their paths."""
        try:
            found = sorted(_files(parse_json(file.text)))
        except JsonProblem as problem:
            yield refuse(file.path, problem.reason, str(problem))
            return
        if not found:
            yield refuse(file.path, Reason.BAD_RECORD, "It lists no file with a path and a text.")
        limits = DEFAULT_LIMITS
        for path, text in found[: limits.files]:
            yield from _member(file, path, text)
        if len(found) > limits.files:
            message = f"A listing brings {limits.files} files. Import the rest in another one."
            yield refuse(file.path, Reason.LIMIT_FILES, message)

    def inventory(self, file: SourceFile) -> Inventory:
        """Diaries, files of memory, what is told in two ways, and lines that mention a credential."""
        try:
            found = [_as_file(file, path, text) for path, text in _files(parse_json(file.text))]
        except JsonProblem:
            found = []
        kinds = [(member, document_of(member)) for member in found]
        daily = [member for member, known in kinds if known and known.kind is DocumentKind.DAILY]
        memories = [
            member
            for member, known in kinds
            if member.name.lower() == "memory.md" or (known and known.tag == "topic-file")
        ]
        lines = [line for member, known in kinds if known for line in member.text.splitlines()]
        return {
            "daily_notes": len(daily),
            "memory_files": len(memories),
            "conflicting_facts": told_twice(lines),
            "secret_mentions": sum(without_credentials(line)[1] for line in lines),
        }


def _as_file(listing: SourceFile, path: str, text: str) -> SourceFile:
    parts = [part for part in path.replace("\\", "/").split("/") if part not in ("", ".")]
    shown = shown_path(listing.path.rsplit(".", 1)[0], *parts)
    return SourceFile(path=shown, text=text.removeprefix("\ufeff"), encoding=listing.encoding)


def _member(listing: SourceFile, path: str, text: str) -> Iterator[Item]:
    member = _as_file(listing, path, text)
    shown = member.path
    if ".." in path.replace("\\", "/").split("/") or "\0" in path:
        yield refuse(shown, Reason.TRAVERSAL, "The name points outside the workspace.")
    elif member.suffix not in _TEXT_SUFFIXES:
        yield refuse(shown, Reason.OTHER_FILES, "State and settings of an agent are no memories.")
    elif not text.strip():
        yield refuse(shown, Reason.EMPTY, "The file is empty.")
    elif known := detect(member):
        empty = True
        for item in known.parse(member):
            empty = False
            yield item
        if empty:
            yield refuse(shown, Reason.EMPTY, "There is nothing in it to import.")
    else:
        yield refuse(shown, Reason.UNKNOWN_FORMAT, "No format fits this file.")


def _files(value: Any, depth: int = 0) -> Iterator[tuple[str, str]]:
    """The paths and texts of a listing: a map, a list of objects, or either below one of the usual names."""
    if isinstance(value, DuplicateKeys):
        raise JsonProblem(Reason.DUPLICATE_KEYS, "The listing has a path twice. Remove one of the two.")
    if depth > _NESTED_AT_MOST:
        return
    if isinstance(value, list):
        for entry in value:
            if isinstance(entry, dict) and (path := _first(entry, _PATH_FIELDS)):
                yield path, _first(entry, _TEXT_FIELDS)
    elif isinstance(value, dict):
        for name, part in value.items():
            yield from _entry(name, part, depth)


def _entry(name: str, part: Any, depth: int) -> Iterator[tuple[str, str]]:
    is_file = "." in name
    if isinstance(part, str):
        yield from [(name, part)] if is_file else []
    elif isinstance(part, dict) and is_file and (text := _first(part, _TEXT_FIELDS)):
        yield name, text
    elif name in _LISTS:
        yield from _files(part, depth + 1)
    elif isinstance(part, dict):
        # A folder with its files below it.
        yield from ((f"{name}/{path}", text) for path, text in _files(part, depth + 1))


def _first(entry: dict[str, Any], names: tuple[str, ...]) -> str:
    return next((found for name in names if isinstance(found := entry.get(name), str) and found.strip()), "")
