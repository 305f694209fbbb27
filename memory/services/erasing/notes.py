"""Exports in Markdown: the section of an erased record is emptied, those of other records keep what they say."""

import os
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Final

from memory.services.erasing.sought import Sought
from memory.transfer.formats.own_markdown import OwnMarkdown
from memory.transfer.markdown_notes import ID, SECTION, pieces, read_section
from memory.transfer.sources import SourceFile

STATUS: Final = "`status erased`"


def is_notes(text: str) -> bool:
    """Whether a text is a file of such an export."""
    return OwnMarkdown().recognise(SourceFile(path="notes.md", text=text)) > 0


def notes_carry(text: str, sought: Sought) -> bool:
    """Whether a file carries a text of an erased record, or the record with anything it says."""
    return notes_clean(text, sought) != text or sought.in_text(pieces(text)[0])


def notes_clean(text: str, sought: Sought) -> str:
    """The file without them. A section that names another record is that record's, where `sought` spares those."""
    above, *below = pieces(text)
    above = "\n".join(sought.cleaned_line(line) for line in above.split("\n"))
    return "\n".join([above, *(_cleaned(piece, sought) for piece in below)])


def archive_clean(file: Path, clean: Callable[[str], str]) -> bool:
    """Write a zip anew with every member cleaned; whether that changed anything.

    Raises UnicodeDecodeError for a member that is no text, OSError for an archive that can't be read.
    """
    draft = file.with_name(f".{file.name}.{os.getpid()}.partial")
    is_changed = False
    try:
        with zipfile.ZipFile(file) as archive, draft.open("xb") as handle:
            draft.chmod(0o600)
            with zipfile.ZipFile(handle, "w", zipfile.ZIP_DEFLATED) as written:
                for info in archive.infolist():
                    text = archive.read(info).decode()
                    cleaned = clean(text)
                    is_changed |= cleaned != text
                    written.writestr(info.filename, cleaned.encode())
            handle.flush()
            os.fsync(handle.fileno())
        if is_changed:
            draft.replace(file)
    except (zipfile.BadZipFile, RuntimeError) as error:
        raise OSError(str(error)) from error
    finally:
        draft.unlink(missing_ok=True)
    return is_changed


def _cleaned(piece: str, sought: Sought) -> str:
    section = read_section(piece)
    uid = section.fields.get(ID, "").lower()
    said = [text for text in (section.text, section.value, section.negative) if text is not None]
    if uid in sought.uids:
        return f"{SECTION}erased\n\n`{ID} {uid}` {STATUS}\n" if said else piece
    if uid and sought.spares:
        return piece
    cleaned = "\n".join(sought.cleaned_line(line) for line in piece.split("\n"))
    # Over several lines it is no line's: then the section goes as a whole.
    is_left = cleaned == piece and any(sought.in_text(text) for text in said)
    return f"{SECTION}erased\n" if is_left else cleaned
