"""Runs the server on one machine: prepares the home and the database, starts web and worker, keeps them
running.
"""

from kirocrew.supervisor.children import Child, ChildSpec, Patience, Supervisor
from kirocrew.supervisor.errors import (
    AlreadyRunning,
    ChildKeepsFailing,
    DatabaseOnNetwork,
    DatabaseTrouble,
    HomeUnusable,
    PortInUse,
    UpError,
    WrongSettings,
)
from kirocrew.supervisor.lock import HomeLock
from kirocrew.supervisor.ports import require_free_port
from kirocrew.supervisor.prepare import Report, prepare_database, prepare_home

__all__ = [
    "AlreadyRunning",
    "Child",
    "ChildKeepsFailing",
    "ChildSpec",
    "DatabaseOnNetwork",
    "DatabaseTrouble",
    "HomeLock",
    "HomeUnusable",
    "Patience",
    "PortInUse",
    "Report",
    "Supervisor",
    "UpError",
    "WrongSettings",
    "prepare_database",
    "prepare_home",
    "require_free_port",
]
