"""What a job still has to look for after an erase, sealed in a file of the home until it was done.

The texts of an erased record may stand nowhere, not in the job's row, which a backup would copy, and not in a file that
can be read either. So they wait encrypted (Fernet, with a key made of the server's secret key), which also tells when
the secret key is another one by now.
"""

import base64
import hmac
import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final
from uuid import UUID

from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings

from kirocrew.base.clock import now
from kirocrew.base.files import write_trouble
from kirocrew.base.ids import new_uid
from kirocrew.base.problems import Unavailable
from memory.services.erasing.databases import disk_flush
from memory.services.erasing.needles import Needles
from memory.services.erasing.reading import text_of
from memory.services.erasing.sought import Sought
from memory.services.exports import file_write

FOLDER: Final = "erasing"
SUFFIX: Final = ".sealed"
FOLDER_MODE: Final = 0o700
_PURPOSE: Final = b"kirocrew erase seal"


@dataclass(frozen=True, slots=True)
class Sealed:
    """What is left to do: the erased records, what is looked for, and whether others that say it were kept."""

    name: str
    records: tuple[UUID, ...]
    kept: bool


def seal_folder() -> Path:
    """Where the sealed files wait; made when it is missing."""
    folder = _folder()
    folder.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
    return folder


def seal_make(*, records: Sequence[UUID], sought: Sought, kept: bool) -> str:
    """Seal what is looked for, on disk before it returns; returns the name. Raises Unavailable when it can't."""
    name = str(new_uid())
    token = _cipher().encrypt(json.dumps(_packed(sought), ensure_ascii=False).encode())
    document = {"records": [str(uid) for uid in records], "kept": kept, "sealed": token.decode()}
    file = _file(name)
    try:
        file_write(file, iter([json.dumps(document)]))
        disk_flush(file.parent)
    except OSError as error:
        raise Unavailable(
            f"What is to be erased can't be noted in {file.parent}: {write_trouble(error, file)} Nothing was erased."
        ) from error
    return name


def seal_head(name: str) -> Sealed | None:
    """What a sealed file is about, without opening it; None when it is gone, and so was done. Raises Unavailable."""
    document = _document(name)
    if document is None:
        return None
    return Sealed(name, tuple(map(UUID, document["records"])), bool(document["kept"]))


def seal_open(name: str) -> Sought | None:
    """What is looked for; None when the file is gone. Raises Unavailable when the secret key is another one by now."""
    document = _document(name)
    if document is None:
        return None
    try:
        opened = _cipher().decrypt(document["sealed"].encode())
    except InvalidToken as error:
        raise Unavailable(
            "The server's secret key was changed since the erase, so its texts can't be looked for any more. "
            "Remove the backups that are older than the erase."
        ) from error
    return _unpacked(json.loads(opened))


def seal_remove(name: str) -> None:
    """All was done."""
    _file(name).unlink(missing_ok=True)


def seal_age(name: str) -> timedelta:
    """How long it has been waiting."""
    return now() - datetime.fromtimestamp(_file(name).stat().st_mtime, UTC)


def seals() -> list[str]:
    """The names of those that wait, oldest first."""
    return sorted(file.name.removesuffix(SUFFIX) for file in _folder().glob(f"*{SUFFIX}"))


def _document(name: str) -> dict[str, Any] | None:
    file = _file(name)
    try:
        return dict(json.loads(text_of(file)))
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise Unavailable(f"{FOLDER}/{file.name} can't be read: {error}") from error


def _file(name: str) -> Path:
    return _folder() / f"{UUID(name)}{SUFFIX}"


def _folder() -> Path:
    return Path(settings.KIROCREW_HOME) / FOLDER


def _packed(sought: Sought) -> dict[str, Any]:
    needles = sought.needles
    return {
        "telling": needles.telling,
        "short": needles.short,
        "terms": needles.terms,
        "keys": sorted(needles.keys),
        "uids": sorted(sought.uids),
        "entries": sorted(sought.entries),
    }


def _unpacked(value: dict[str, Any]) -> Sought:
    texts = {name: tuple(value[name]) for name in ("telling", "short", "terms")}
    needles = Needles(texts["telling"], texts["short"], texts["terms"], frozenset(value["keys"]))
    return Sought(needles, frozenset(value["uids"]), frozenset(value["entries"]))


def _cipher() -> Fernet:
    return Fernet(base64.urlsafe_b64encode(hmac.digest(settings.SECRET_KEY.encode(), _PURPOSE, "sha256")))
