"""The record editor: choose records, look at what an operation would make of them, apply it, take it back."""

from memory.services.editor.applying import edit_apply
from memory.services.editor.operations import Operation, operation_read
from memory.services.editor.previews import (
    Pair,
    Preview,
    edit_preview,
    owner_require,
    preview_page,
    selection_again,
    selection_without,
)
from memory.services.editor.selection import Row, Search, Selection, records_page, rows_chosen
from memory.services.editor.undoing import edit_get, edit_undo

__all__ = [
    "Operation",
    "Pair",
    "Preview",
    "Row",
    "Search",
    "Selection",
    "edit_apply",
    "edit_get",
    "edit_preview",
    "edit_undo",
    "operation_read",
    "owner_require",
    "preview_page",
    "records_page",
    "rows_chosen",
    "selection_again",
    "selection_without",
]
