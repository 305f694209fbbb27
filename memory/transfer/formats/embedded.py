"""Read Markdown that stands inside another file: blocks of an agent, instructions and notes of a project."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from memory.transfer.formats.documents import Document
from memory.transfer.formats.markdown_reader import MarkdownReader
from memory.transfer.items import EpisodeItem, FactItem, Item, LessonItem
from memory.transfer.sources import SourceFile


def read_embedded(
    path: str, text: str, document: Document, *, when: datetime | None = None, project: str = "", scope: str = ""
) -> Iterator[Item]:
    """Yield what a text holds, read as this kind of document. `path` names its place; its own times come first."""
    if not text.strip():
        return
    for item in MarkdownReader(SourceFile(path=path, text=text), document).items():
        if isinstance(item, LessonItem | EpisodeItem | FactItem):
            yield replace(item, project=project, scope=scope, observed_at=item.observed_at or when)
        else:
            yield item
