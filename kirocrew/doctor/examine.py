"""All looks, one after the other, and the repairs."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from django.db import DatabaseError, connection

from kirocrew.backup.counting import CopyError
from kirocrew.base.problems import Problem
from kirocrew.db.presence import database_missing
from kirocrew.doctor import database, machine
from kirocrew.doctor.findings import FAULT, Finding, Look
from memory.services.index_repair import texts_rebuild, vectors_repair

AROUND: Final[Mapping[str, Look]] = {
    "versions": machine.versions,
    "disk": machine.disk,
    "permissions": machine.permissions,
    "backups": machine.backups,
}
INSIDE: Final[Mapping[str, Look]] = {
    "pages": database.pages,
    "references": database.references,
    "journal": database.journal,
    "text indexes": database.text_indexes,
    "vectors": database.vectors,
    "spaces": database.spaces,
    "clock": database.clock,
}
REPAIRS: Final[Mapping[str, Callable[[], str]]] = {
    "permissions": machine.permissions_repair,
    "text indexes": texts_rebuild,
    "references": vectors_repair,
    "vectors": vectors_repair,
}
"""What mends what a look found. Everything here is made anew from what is there; nothing that was remembered goes."""


def examine() -> Iterator[Finding]:
    """Look at everything. What can't be looked at is a fault of its own, and the others are looked at all the same."""
    if missing := database_missing():
        yield Finding("database", FAULT, missing, "Prepare it, or go back to a backup: `kirocrew restore list`.")
    for name, look in AROUND.items() if missing else {**AROUND, **INSIDE}.items():
        try:
            yield from look()
        except (DatabaseError, CopyError, OSError, Problem) as error:
            connection.close()
            yield Finding(name, FAULT, f"can't be looked at: {error}", "Mend what is named above first.")


def repair(findings: list[Finding]) -> list[str]:
    """Mend what can be; what was done, or why it could not be, a line each."""
    told: list[str] = []
    for mend in dict.fromkeys(REPAIRS[one.check] for one in findings if one.can_repair):
        try:
            told.append(mend())
        except (DatabaseError, OSError, Problem) as error:
            told.append(f"not mended: {error}")
    return told
