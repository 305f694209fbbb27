"""Open files and folders by name so that nothing can be exchanged between the look and the read."""

import errno
import os
import stat
import sys
from dataclasses import dataclass
from enum import Enum
from io import BufferedReader
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from .refusals import ReadReason, ReadRefused
from .sensitive import is_sensitive

CHUNK: Final = 1024 * 1024  # bytes read at once
MIB: Final = 1024 * 1024

_NO_FOLLOW: Final[int] = getattr(os, "O_NOFOLLOW", 0)
# A pipe must not hang the reader, a terminal not become ours, a child process not inherit the file.
_OPEN_FLAGS: Final[int] = (
    os.O_RDONLY
    | _NO_FOLLOW
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_NOCTTY", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)
# Passing through a folder needs no right to list it; O_PATH asks for none.
_STEP_FLAGS: Final[int] = (
    getattr(os, "O_PATH", os.O_RDONLY) | getattr(os, "O_DIRECTORY", 0) | _NO_FOLLOW | getattr(os, "O_CLOEXEC", 0)
)
_STEPWISE: Final = os.open in os.supports_dir_fd and bool(_NO_FOLLOW)


class Links(Enum):
    """What becomes of a symbolic link in the path that was given."""

    RESOLVE = "resolve"
    """Follow it first; what is opened is the place it led to then, and the sensitive list sees both."""
    REFUSE = "refuse"
    """The path itself must not be one. Links above it are followed."""


@dataclass(frozen=True, slots=True)
class Opened:
    """An open file or folder. `path` is absolute and holds no link. Use it in a `with`, which closes it."""

    path: str
    descriptor: int
    info: os.stat_result
    home: Path | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        os.close(self.descriptor)

    @property
    def is_folder(self) -> bool:
        return stat.S_ISDIR(self.info.st_mode)

    @property
    def identity(self) -> tuple[int, int]:
        """Equal for two names of one file: its device and number."""
        return self.info.st_dev, self.info.st_ino

    def names(self) -> list[str]:
        """The names in a folder, in the order of their bytes. Raises ReadRefused."""
        try:
            return sorted(os.listdir(self.descriptor), key=os.fsencode)  # noqa: PTH208  (by descriptor)
        except OSError as error:
            raise refused_by_system(error) from error

    def look(self, name: str) -> os.stat_result:
        """What an entry of this folder is, a link itself and not what it names. Raises ReadRefused."""
        return _look(name, self.descriptor)

    def child(self, name: str) -> "Opened":
        """Open an entry of this folder; no link is followed. Raises ReadRefused."""
        path = os.path.join(self.path, name)  # noqa: PTH118
        if reason := is_sensitive(path, home=self.home):
            raise ReadRefused(ReadReason.SENSITIVE, reason)
        return _checked(path, _open(name, self.descriptor), home=self.home)

    def stream(self, *, hard_links: bool = False) -> BufferedReader:
        """The file for reading piece by piece; closing the stream closes it. Raises ReadRefused as `read`."""
        require_regular(self.info, hard_links=hard_links)
        return os.fdopen(self.descriptor, "rb")

    def read(self, *, limit: int, hard_links: bool = False) -> bytes:
        """All bytes of a regular file of at most `limit` bytes. Raises ReadRefused.

        A file with a second name is refused unless `hard_links`: the other name could be a private one. So is a
        file that changes while it is read.
        """
        require_regular(self.info, hard_links=hard_links)
        data = self._read_up_to(limit)
        now = os.fstat(self.descriptor)
        if (now.st_size, now.st_mtime_ns) != (self.info.st_size, self.info.st_mtime_ns) or len(data) != now.st_size:
            raise ReadRefused(ReadReason.CHANGED)
        return data

    def _read_up_to(self, limit: int) -> bytes:
        if self.info.st_size > limit:
            raise too_large(limit)
        parts: list[bytes] = []
        size = 0
        try:
            while size <= limit and (part := os.read(self.descriptor, min(CHUNK, limit + 1 - size))):
                parts.append(part)
                size += len(part)
        except OSError as error:
            raise refused_by_system(error) from error
        if size > limit:
            raise too_large(limit)
        return b"".join(parts)


def open_guarded(path: str | Path, *, links: Links = Links.RESOLVE, home: Path | None = None) -> Opened:
    """Open a file or folder, `~` expanded, after every check that a name allows. Raises ReadRefused.

    The way from the root is walked folder by folder, each opened relative to the one before without following links,
    so a folder or file that is exchanged for a link after the check is refused. `home` as in `is_sensitive`.
    """
    given = _absolute(path)
    real = _real(given, links)
    if reason := is_sensitive(given, home=home) or is_sensitive(real, home=home):
        raise ReadRefused(ReadReason.SENSITIVE, reason)
    return _checked(real, _open_stepwise(real) if _STEPWISE else _open_and_compare(real), home=home)


def require_regular(info: os.stat_result, *, hard_links: bool = False) -> None:
    """Raises ReadRefused unless it is a regular file, with one name only or `hard_links`."""
    if stat.S_ISDIR(info.st_mode):
        raise ReadRefused(ReadReason.IS_FOLDER)
    if not stat.S_ISREG(info.st_mode):
        raise ReadRefused(ReadReason.NOT_REGULAR)
    if info.st_nlink > 1 and not hard_links:
        raise ReadRefused(ReadReason.HARD_LINK)


def too_large(limit: int) -> ReadRefused:
    """The refusal of a file of more than `limit` bytes."""
    return ReadRefused(ReadReason.FILE_TOO_LARGE, f"The file is larger than {limit / MIB:g} MiB. Split it first.")


def refused_by_system(error: OSError | ValueError) -> ReadRefused:
    """What an error of opening or reading means for who asked."""
    if not isinstance(error, OSError):
        return ReadRefused(ReadReason.BAD_PATH)
    if error.errno in (errno.ELOOP, errno.EMLINK):
        return ReadRefused(ReadReason.SYMLINK)
    if error.errno in (errno.ENOENT, errno.ENOTDIR):
        return ReadRefused(ReadReason.MISSING)
    if error.errno == errno.ENXIO:  # a socket, or a pipe nobody writes to
        return ReadRefused(ReadReason.NOT_REGULAR)
    if error.errno == errno.ENAMETOOLONG:
        return ReadRefused(ReadReason.BAD_PATH)
    return ReadRefused(ReadReason.UNREADABLE, f"It cannot be opened: {os.strerror(error.errno or 0)}.")


def _absolute(path: str | Path) -> str:
    text = os.path.expanduser(os.fspath(path))  # noqa: PTH111  (a Path raises for an unknown user)
    if not text or "\0" in text:
        raise ReadRefused(ReadReason.BAD_PATH)
    return os.path.abspath(text)  # noqa: PTH100  (`resolve` would follow the last link, too)


def _real(path: str, links: Links) -> str:
    above, name = os.path.split(path)
    try:
        if links is Links.RESOLVE or not name:
            return os.path.realpath(path, strict=True)
        return os.path.join(os.path.realpath(above, strict=True), name)  # noqa: PTH118
    except (OSError, ValueError) as error:
        raise refused_by_system(error) from error


def _look(name: str, folder: int | None) -> os.stat_result:
    try:
        return os.stat(name, dir_fd=folder, follow_symlinks=False)
    except (OSError, ValueError) as error:
        raise refused_by_system(error) from error


def _open(name: str, folder: int | None) -> int:
    """Open a file or folder. A device is not even opened: some act when they are."""
    kind = stat.S_IFMT(_look(name, folder).st_mode)
    if kind == stat.S_IFLNK:
        raise ReadRefused(ReadReason.SYMLINK)
    if kind not in (stat.S_IFREG, stat.S_IFDIR):
        raise ReadRefused(ReadReason.NOT_REGULAR)
    try:
        return os.open(name, _OPEN_FLAGS, dir_fd=folder)
    except (OSError, ValueError) as error:
        raise refused_by_system(error) from error


def _open_stepwise(real: str) -> int:
    """Open an absolute path without links part by part. A link met on the way was put there after the look."""
    *folders, name = Path(real).parts[1:] or (".",)
    here = os.open(Path(real).anchor, _STEP_FLAGS)
    try:
        for folder in folders:
            further = os.open(folder, _STEP_FLAGS, dir_fd=here)
            os.close(here)
            here = further
        return _open(name, here)
    except OSError as error:
        refusal = refused_by_system(error)
        # With O_DIRECTORY a link is "not a directory"; either way the path is not what it was.
        exchanged = error.errno in (errno.ELOOP, errno.ENOTDIR)
        raise (ReadRefused(ReadReason.CHANGED) if exchanged else refusal) from error
    finally:
        os.close(here)


def _open_and_compare(real: str) -> int:
    """Where folders can't be opened: compare what was opened with what the name stands for without links."""
    descriptor = _open(real, None)
    try:
        opened, named = os.fstat(descriptor), os.lstat(real)
        if not os.path.samestat(opened, named) or os.path.realpath(real) != real:
            raise ReadRefused(ReadReason.CHANGED)
    except OSError as error:
        os.close(descriptor)
        raise refused_by_system(error) from error
    except ReadRefused:
        os.close(descriptor)
        raise
    return descriptor


def _checked(path: str, descriptor: int, *, home: Path | None = None) -> Opened:
    """Look once more at where the descriptor leads, where the system can say it, and take it over."""
    try:
        info = os.fstat(descriptor)
        if reason := is_sensitive(_where(descriptor) or path, home=home):
            raise ReadRefused(ReadReason.SENSITIVE, reason)
    except BaseException:
        os.close(descriptor)
        raise
    return Opened(path, descriptor, info, home)


def _where(descriptor: int) -> str:
    """The path the kernel knows an open file by; empty where it does not say."""
    if sys.platform != "linux":
        return ""
    try:
        return str(Path(f"/proc/self/fd/{descriptor}").readlink()).removesuffix(" (deleted)")
    except OSError:
        return ""
