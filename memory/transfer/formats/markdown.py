"""Markdown as agents and their people write it: instructions, memories, personas, rules, diaries and notes."""

from collections.abc import Iterator

from memory.transfer.formats import Inventory, register
from memory.transfer.formats.credentials import marked
from memory.transfer.formats.documents import NOTES, document_of
from memory.transfer.formats.frontmatter import split_frontmatter
from memory.transfer.formats.markdown_blocks import Block, BlockKind, blocks
from memory.transfer.formats.markdown_reader import MarkdownReader
from memory.transfer.items import Item
from memory.transfer.sources import SourceFile

# More rules than that from one import would crowd out what was learned; the rest is reported, and comes next time.
LESSONS_PER_IMPORT = 50


@register
class Markdown:
    """Instructions become lessons, key-value lines facts, narrative episodes; `documents` says which is which."""

    name = "markdown"
    label = "Markdown memories, instructions, rules and notes"
    lesson_limit = LESSONS_PER_IMPORT

    def recognise(self, file: SourceFile) -> int:
        """Sure of well-known names and folders, ready to take any other Markdown or plain text as notes."""
        document = document_of(file)
        return document.confidence if document else 0

    def parse(self, file: SourceFile) -> Iterator[Item]:
        """Yield the document's items in its order."""
        yield from marked(MarkdownReader(file, document_of(file) or NOTES).items())

    def inventory(self, file: SourceFile) -> Inventory:
        """Bullets at every depth, and how the text was written down."""
        found = blocks(split_frontmatter(file.text)[1])
        return {"bullets": sum(map(_items, found)), "bom": file.has_mark, "crlf": "\r\n" in file.text}


def _items(block: Block) -> int:
    """Bullets among a block and all below it; numbered items are none."""
    is_bullet = block.kind is BlockKind.ITEM and not block.mark[:1].isdigit()
    return is_bullet + sum(map(_items, block.children))
