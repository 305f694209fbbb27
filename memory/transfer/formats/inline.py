"""What stands inside a block: emphasis, references to other files, table cells, and a block written as one text."""

import re

from memory.transfer.formats.markdown_blocks import Block, BlockKind

_CODE_SPAN = re.compile(r"(`+[^`]*`+)")
# Code comes first, so that the stars inside it are seen as code.
_CODE_OR_STRONG = re.compile(
    r"(?P<code>`+[^`]*`+)|(?<![A-Za-z0-9*])\*\*(?=\S)(?P<strong>(?:[^*`]|`[^`\n]*`){1,400}?)(?<=\S)\*\*(?!\*)"
)
# `@docs/rules.md` pulls in a file; `@app.post` and `@team` are something else.
_IMPORT = re.compile(r"(?<![\w@`./])@((?:~/|\.{1,2}/|/)?[\w.-]+(?:/[\w.-]+)*\.(?:md|mdc|txt|json|ya?ml|toml))(?!\w)")
_CELL = re.compile(r"(?<!\\)\|")
_RULE_CELL = re.compile(r"^\s*:?-+:?\s*$")


def plain(text: str) -> str:
    """The text without marks for strong emphasis; code stays as it is."""
    if "**" not in text:
        return text.strip()
    return _CODE_OR_STRONG.sub(lambda match: match["code"] or match["strong"], text).strip()


def imports_in(text: str) -> list[str]:
    """The files a text pulls in with `@path`, outside of code."""
    if "@" not in text:
        return []
    return _IMPORT.findall(_CODE_SPAN.sub(" ", text))


def without_imports(text: str) -> str:
    """The text with those references taken out, to see what else it says."""
    return _IMPORT.sub("", text).strip(" -*•\t\n.,")


def struck_out(text: str) -> bool:
    """Whether the author crossed out the beginning of the text."""
    return text.lstrip(" *-").startswith("~~")


def whole(block: Block, *, indent: str = "") -> str:
    """A block with everything below it as one text, nested items indented by two spaces."""
    if block.kind is BlockKind.CODE:
        return "\n".join([f"{indent}```{block.mark}", *(f"{indent}{line}" for line in block.lines), f"{indent}```"])
    mark = f"{block.mark} " if block.kind is BlockKind.ITEM and indent else ""
    own = f"{indent}{mark}{plain(block.text)}"
    return "\n".join([own, *(whole(child, indent=indent + "  ") for child in block.children)])


def table_lines(block: Block) -> list[str]:
    """One line per row, each cell with the heading of its column: "Project: garden; State: active"."""
    rows = [_cells(line) for line in block.lines]
    ruled = len(rows) > 1 and all(_RULE_CELL.match(cell) for cell in rows[1])
    if not ruled:
        return ["; ".join(cell for cell in row if cell) for row in rows]
    heads = rows[0]
    return ["; ".join(_labelled(heads, index, cell) for index, cell in enumerate(row) if cell) for row in rows[2:]]


def _labelled(heads: list[str], index: int, cell: str) -> str:
    head = heads[index] if index < len(heads) else ""
    return f"{head}: {cell}" if head else cell


def _cells(line: str) -> list[str]:
    return [plain(cell.replace("\\|", "|")) for cell in _CELL.split(line.strip().strip("|"))]
