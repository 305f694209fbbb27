"""Why the server does not start. Each reason has an exit code of its own, so that a service manager can tell
them apart.
"""

from typing import ClassVar


class UpError(Exception):
    """The server cannot start or go on; the message says why and what to do."""

    exit_code: ClassVar[int] = 1


class HomeUnusable(UpError):
    exit_code = 10


class AlreadyRunning(UpError):
    exit_code = 11


class PortInUse(UpError):
    exit_code = 12


class DatabaseOnNetwork(UpError):
    exit_code = 13


class WrongSettings(UpError):
    exit_code = 14


class DatabaseTrouble(UpError):
    exit_code = 15


class ChildKeepsFailing(UpError):
    exit_code = 16
