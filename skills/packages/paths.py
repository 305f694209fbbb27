"""Names of files in packages: which are safe, and which are only an operating system's litter."""

import re
import unicodedata
from typing import Final

from skills.packages.diagnostics import PackageRefused
from skills.packages.limits import MAX_DEPTH, MAX_PATH

_DRIVE: Final = re.compile(r"[A-Za-z]:")
_CONTROLS: Final = re.compile("[\x00-\x1f\x7f\u202a-\u202e\u2066-\u2069]")
_JUNK_FOLDERS: Final = frozenset({"__MACOSX", ".git", ".svn", ".hg", "node_modules", "__pycache__", ".venv", ".idea"})
_JUNK_FILES: Final = frozenset({".ds_store", "thumbs.db", "desktop.ini", ".gitignore", ".gitattributes"})
_DEVICES: Final = re.compile(r"(?i:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\..*)?")


def safe_path(name: str) -> str:
    """Return the path of a file as it is kept: NFC, forward slashes. Raises PackageRefused when it could lead out."""
    shown = _CONTROLS.sub("?", name)[:80]
    if not name or _CONTROLS.search(name):
        raise PackageRefused("path_characters", f"A file's name has characters that no name should have: {shown}")
    path = unicodedata.normalize("NFC", name).replace("\\", "/")
    if path.startswith("/"):
        raise PackageRefused("path_absolute", f"A file's path begins at the root: {shown}")
    if _DRIVE.match(path):
        raise PackageRefused("path_drive", f"A file's path names a drive: {shown}")
    parts = path.split("/")
    if ".." in parts:
        raise PackageRefused("path_leads_out", f"A file's path leads out of its folder: {shown}")
    parts = [part for part in parts if part not in ("", ".")]
    if any(_DEVICES.fullmatch(part) or part != part.rstrip(" .") or ":" in part for part in parts):
        raise PackageRefused("path_name", f"A file has a name that not every system can keep: {shown}")
    if not parts or len(path) > MAX_PATH or len(parts) > MAX_DEPTH:
        raise PackageRefused("path_too_long", f"A file's path is too long or too deep: {shown}")
    return "/".join(parts)


def is_junk(path: str) -> bool:
    """Whether a file is left out without a word: what systems and tools leave behind."""
    *folders, name = path.split("/")
    if any(folder in _JUNK_FOLDERS for folder in folders):
        return True
    return name.lower() in _JUNK_FILES or name.startswith("._") or name.endswith((".pyc", ".pyo"))
