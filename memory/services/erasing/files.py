"""Files of the home that carry the texts of an erased record: exports, uploads, backups, anything else."""

import json
import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from django.conf import settings
from django.db import connection

from kirocrew.base.problems import Unavailable
from memory.services.erasing.beside import document
from memory.services.erasing.databases import InUse, database_clean, database_holds
from memory.services.erasing.notes import archive_clean, is_notes, notes_carry, notes_clean
from memory.services.erasing.places import BACKUPS, EXPORTS, HOME, IMPORTS
from memory.services.erasing.reading import file_carries, is_archive, is_database, start_of, text_of, texts_of
from memory.services.erasing.sought import Sought
from memory.services.erasing.whole import is_locked_upload, is_whole, whole_carries
from memory.services.exports import FOLDER as EXPORT_FOLDER
from memory.services.exports import file_write
from memory.services.importing.sources import FOLDER as IMPORT_FOLDER

BACKUP_FOLDER: Final = "backups"
MODEL_FOLDER: Final = "models"
SKIPPED: Final = frozenset({"secret_key", "erased.jsonl", "erasing"})
"""What of the home can't hold a text in the clear: a key, the marks of what was erased, and what is sealed."""
LARGE: Final = 8 * 1024**2
"""Bytes above which a file takes too long for a request; so may any database, which is written anew."""
FILE_PLACES: Final = (EXPORTS, IMPORTS, BACKUPS, HOME)


@dataclass(frozen=True, slots=True)
class FileHit:
    """A file that carries a text, and the place it belongs to."""

    path: Path
    place: str

    def __str__(self) -> str:
        return file_words(self.path)


@dataclass(frozen=True, slots=True)
class Settled:
    """What became of one file: what was done, whether it carries a text all the same, and what was in the way.

    `passes` is whether that may pass by itself.
    """

    told: str = ""
    is_left: bool = False
    trouble: str = ""
    passes: bool = False


def file_words(file: Path) -> str:
    """A file of the home as it is told."""
    return str(file.relative_to(settings.KIROCREW_HOME))


def database_files() -> list[Path]:
    """The database with the files SQLite keeps beside it."""
    name = str(connection.settings_dict["NAME"])
    return [Path(name + end) for end in ("", "-wal", "-journal") if Path(name + end).is_file()]


def home_files() -> Iterator[tuple[Path, str]]:
    """Every file of the home with its place, without models, the secret key and the database itself."""
    home = Path(settings.KIROCREW_HOME)
    ours = {file.resolve() for file in database_files()}
    ours.add(Path(str(connection.settings_dict["NAME"]) + "-shm").resolve())
    for folder, folders, names in os.walk(home):
        if Path(folder) == home and MODEL_FOLDER in folders:
            folders.remove(MODEL_FOLDER)
        for name in sorted(names):
            file = Path(folder) / name
            top = file.relative_to(home).parts[0]
            if file.is_symlink() or not file.is_file() or file.resolve() in ours or top in SKIPPED:
                continue
            place = {EXPORT_FOLDER: EXPORTS, IMPORT_FOLDER: IMPORTS, BACKUP_FOLDER: BACKUPS}.get(top, HOME)
            yield file, place


def is_slow(file: Path) -> bool:
    """Whether a file is left to a job: a database, one above LARGE, and one that can't be looked at now."""
    try:
        return file.stat().st_size > LARGE or is_database(file)
    except FileNotFoundError:
        return False
    except OSError:
        return True


def file_hits(sought: Sought, *, slow: bool = True) -> list[FileHit]:
    """Files of the home that carry one of the texts, or the records themselves; archives are looked into.

    Without `slow` those are left out that a job looks through.
    """
    files = ((file, place) for file, place in home_files() if slow or not is_slow(file))
    return [FileHit(file, place) for file, place in files if _carries(file, place, sought)]


def files_clean(sought: Sought) -> list[str]:
    """Take the texts out of the home's files but the slow ones; a line for each that was touched, or could not be.

    Exports lose the records and the texts; an upload that carries one goes as a whole; databases are rewritten. A file
    that can't be rewritten is named, and found again by whoever looks afterwards.
    """
    done = []
    for hit in file_hits(sought, slow=False):
        try:
            done.append(_clean(hit, sought))
        except FileNotFoundError:  # it went with its folder
            continue
        except (OSError, Unavailable) as error:
            done.append(f"{hit}: it can't be rewritten: {error}")
    return done


def file_settle(hit: FileHit, sought: Sought) -> Settled:
    """Look through one file and take the texts out of it."""
    try:
        if not _carries(hit.path, hit.place, sought):
            return Settled()
        told = _clean(hit, sought)
        return Settled(told, is_left=hit.path.exists() and _carries(hit.path, hit.place, sought))
    except FileNotFoundError:  # it went with its folder
        return Settled()
    except (OSError, Unavailable) as error:
        passes = isinstance(error, OSError | InUse)
        return Settled(trouble=f"{hit}: it can't be rewritten: {error}", passes=passes)


def _carries(file: Path, place: str, sought: Sought) -> bool:
    if place == EXPORTS and is_whole(file):
        return whole_carries(file, sought.uids)
    if place == IMPORTS and is_locked_upload(file, start_of(file)):
        return whole_carries(file, sought.uids, made_here=False)
    if file_carries(file, sought.needles):
        return True
    try:
        if is_database(file):
            return database_holds(file, sought)
    except FileNotFoundError:
        return False
    except OSError:  # nothing is known of it, so it is named
        return True
    looked = sought.sparing if place == EXPORTS else sought
    return any(notes_carry(text, looked) if is_notes(text) else looked.in_text(text) for text in texts_of(file))


def _clean(hit: FileHit, sought: Sought) -> str:
    if hit.place == IMPORTS:
        folder = Path(settings.KIROCREW_HOME) / IMPORT_FOLDER
        upload = folder / hit.path.relative_to(folder).parts[0]
        shutil.rmtree(upload) if upload.is_dir() else upload.unlink()
        return f"{hit}: removed; upload it again without the text to import the rest"
    if is_whole(hit.path):
        hit.path.unlink()
        return f"{hit}: removed, since an archive with a gap is worth nothing; make a new one"
    if is_database(hit.path):
        database_clean(hit.path, sought)
        return f"{hit}: rewritten without it"
    looked = sought.sparing if hit.place == EXPORTS else sought
    try:
        is_changed = _rewritten(hit, lambda text: text_clean(text, looked))
    except UnicodeDecodeError:
        return f"{hit}: left as it is, since it is no text; remove it, or move it away"
    if not is_changed:
        return f"{hit}: left as it is, since what it says is other records'"
    return f"{hit}: rewritten without it"


def _rewritten(hit: FileHit, clean: Callable[[str], str]) -> bool:
    """Whether anything had to be changed in a file. Raises UnicodeDecodeError for one that is no text."""
    if hit.place == EXPORTS and is_archive(hit.path):
        return archive_clean(hit.path, clean)
    text = text_of(hit.path)
    cleaned = clean(text)
    if cleaned != text:
        file_write(hit.path, iter([cleaned]))
    return cleaned != text


def text_clean(text: str, sought: Sought) -> str:
    """A text without them: line by line, as exports are written, or else as the one JSON value it is."""
    if is_notes(text):
        return notes_clean(text, sought)
    cleaned = "".join(_lines(text, sought))
    if sought.in_text(cleaned) and (value := document(cleaned)) is not None:
        return json.dumps(sought.cleaned(value), ensure_ascii=False, indent=2) + "\n"
    return cleaned


def _lines(text: str, sought: Sought) -> Iterator[str]:
    """The lines of an export, one JSON value each, or of any other text."""
    for line in text.splitlines(keepends=True):
        bare = line.rstrip("\r\n")
        end, comma = line[len(bare) :], "," if bare.endswith(",") else ""
        try:
            value = json.loads(bare.removesuffix(","))
        except ValueError:
            yield sought.cleaned_line(bare) + end
            continue
        cleaned = sought.cleaned(value)
        if cleaned == value:
            yield line
            continue
        yield json.dumps(cleaned, ensure_ascii=False, separators=(",", ":")) + comma + end
