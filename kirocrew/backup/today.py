"""What was decided until today and holds over an older database that is put back.

It is read out of the present's own backup, row by row, since the present may be of another version than this program;
and it is written into the older database once that has every table.
"""

# ruff: noqa: S608  (names of tables and columns are ours, and values are bound)

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final
from uuid import UUID

from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db import transaction
from django.utils.dateparse import parse_datetime

from channels_bridge.actors import Actor
from channels_bridge.models import Conversation
from channels_bridge.services.jobs import job_enqueue
from channels_bridge.services.restored import bots_carry, jobs_of_then_stop, turns_erase_again
from hooks.models import ProtectionOff
from kirocrew.backup.counting import opened
from kirocrew.base.clock import now
from memory.models import Erasure, Store
from memory.services.erasing.restoring import erasures_apply
from memory.services.erasing.tombstones import tombstones_complete
from memory.services.restored import RefusalToday, bindings_carry, refusals_carry, refused_forget
from memory.services.turns_erasing import ERASE_TURNS_JOB
from skills.models import RefusedPackage

RESTORER: Final = Actor.system("restore")
BOT_COLUMNS: Final = ("prefix", "digest", "project", "member", "revoked_reason")
REFUSAL_COLUMNS: Final = ("key", "subject", "predicate", "reason", "lifted_by", "lifted_reason", "hits")
PACKAGE_COLUMNS: Final = ("key", "place", "source", "accepted_by", "reason")

Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Today:
    """Rows of the present that hold over an older database."""

    stores: dict[str, Row] = field(default_factory=dict)
    refusals: list[RefusalToday] = field(default_factory=list)
    erasures: list[Erasure] = field(default_factory=list)
    bots: dict[str, Row] | None = None
    """None where there is no present yet, as in a new home: then every key of the backup is as it was there."""
    bindings: dict[str, list[tuple[str, bool]]] = field(default_factory=dict)
    users: dict[str, Row] | None = None
    turns: list[UUID] = field(default_factory=list)
    erasing: list[UUID] = field(default_factory=list)
    """Conversations whose erased turns a job had to take out of the backups yet."""
    packages: list[Row] = field(default_factory=list)
    protections_off: set[str] | None = None


@dataclass(frozen=True, slots=True)
class Carried:
    """What became of it: how many refusals were added, what was erased or forgotten again, which keys were closed."""

    refusals: int = 0
    erased: int = 0
    forgotten: int = 0
    closed: Sequence[str] = ()
    turns: int = 0
    stopped: int = 0

    def words(self) -> str:
        """As it is told in one line."""
        told = [
            (self.erased, "erased again"),
            (self.forgotten, "forgotten again, whose value is refused"),
            (self.refusals, "refused values added"),
            (len(self.closed), "keys that stay closed"),
            (self.turns, "turns emptied again"),
            (self.stopped, "jobs of then stopped"),
        ]
        return ", ".join(f"{number:,} {what}" for number, what in told if number) or "nothing of today to do to it"


def today_read(file: Path) -> Today:
    """What holds, out of a backup of the present. Raises CopyError for one that can't be read."""
    with opened(file) as database:
        stores = {row["slug"]: row for row in _rows(database, "memory_store")}
        names = {row["id"]: slug for slug, row in stores.items()}
        is_new = _is_new(database)
        return Today(
            stores=stores,
            refusals=list(_refusals(database, names)),
            erasures=[_erasure(row, names) for row in _rows(database, "memory_erasure")],
            bots=None if is_new else {row["name"]: _bot(row) for row in _rows(database, "channels_bridge_bot")},
            bindings=_bindings(database, names),
            users=None if is_new else {row["username"]: row for row in _rows(database, "auth_user")},
            turns=[UUID(row["uid"]) for row in _rows(database, "channels_bridge_turn", "erased_at IS NOT NULL")],
            erasing=_erasing(database),
            packages=[_package(row) for row in _rows(database, "skills_refusedpackage")],
            protections_off=None if is_new else {row["protection"] for row in _rows(database, "hooks_protectionoff")},
        )


def today_carry(today: Today) -> Carried:
    """Write it into the database that is in use now, which has every table. Doing it twice changes nothing more.

    Erased is what the list of erases names as well. Raises Unavailable where something that is refused or erased could
    not be known again, or the list can't be read or written.
    """
    tombstones_complete(today.erasures)
    stopped = jobs_of_then_stop()
    with transaction.atomic():
        refusals = refusals_carry(stores=today.stores, refusals=today.refusals)
        closed = bots_carry(today.bots) if today.bots is not None else []
        bindings_carry({name: today.bindings.get(name, []) for name in today.bots or {}})
        turns = turns_erase_again(today.turns)
        _packages_carry(today.packages)
        if today.protections_off is not None:
            ProtectionOff.objects.exclude(protection__in=today.protections_off).delete()
        if today.users is not None:
            _users_carry(today.users)
        Session.objects.all().delete()
    erased = len(erasures_apply())
    forgotten = len(refused_forget(actor=RESTORER))
    for conversation in Conversation.objects.filter(uid__in=today.erasing):
        job_enqueue(actor=RESTORER, name=ERASE_TURNS_JOB, args={"conversation": str(conversation.uid)})
    return Carried(refusals, erased, forgotten, closed, turns, stopped)


def _is_new(database: Any) -> bool:
    """Whether nobody has used this server: a backup that comes to a new machine brings keys and accounts along."""
    used = ("memory_record", "channels_bridge_bot", "channels_bridge_turn")
    return not any(next(_rows(database, table), None) for table in used)


def _rows(database: Any, table: str, where: str = "1") -> Iterator[Row]:
    """The rows of a table as they lie there; none where there is no such table."""
    if not database.execute("SELECT 1 FROM sqlite_master WHERE name = ?", [table]).fetchone():
        return
    cursor = database.execute(f"SELECT * FROM {table} WHERE {where}")
    names = [column[0] for column in cursor.description]
    for values in cursor:
        yield dict(zip(names, values, strict=True))


def _refusals(database: Any, stores: dict[int, str]) -> Iterator[RefusalToday]:
    keys = {row["id"]: row for row in _rows(database, "memory_refusalkey")}
    prints = defaultdict(list)
    for row in _rows(database, "memory_refusedfingerprint"):
        key = keys[row["made_with_id"]]
        prints[row["refused_id"]].append(
            (bytes(key["secret"]), key["scheme"], row["fingerprint"], row["units"], row["care"])
        )
    refused = list(_rows(database, "memory_refusedvalue"))
    records = _named(database, "memory_record", "uid", [row["record_id"] for row in refused])
    revisions = _named(database, "memory_revision", "hash", [row["revision_id"] for row in refused])
    for row in refused:
        dates = {name: moment(row.get(name)) for name in ("lifted_at", "last_hit_at")}
        record = records.get(row["record_id"])
        yield RefusalToday(
            store=stores[row["store_id"]],
            kind=row["kind"],
            refused_by=row["refused_by"],
            refused_at=moment(row["refused_at"]) or now(),
            values={name: row[name] for name in REFUSAL_COLUMNS if name in row} | dates,
            record=UUID(record) if record else None,
            revision=revisions.get(row["revision_id"], ""),
            prints=tuple(prints[row["id"]]),
        )


def _named(database: Any, table: str, column: str, numbers: Sequence[int | None]) -> dict[int | None, str]:
    """A column of the rows with these numbers, each asked for by itself: there are few."""
    statement = f"SELECT {column} FROM {table} WHERE id = ?"
    wanted = {number for number in numbers if number is not None}
    found = {number: database.execute(statement, [number]).fetchone() for number in wanted}
    return {number: str(row[0]) for number, row in found.items() if row}


def _erasure(row: Row, stores: dict[int, str]) -> Erasure:
    return Erasure(
        record_uid=UUID(row["record_uid"]),
        store=Store(slug=stores[row["store_id"]]),
        kind=row["kind"],
        at=moment(row["at"]) or now(),
        by=row["by"],
        reason=row["reason"],
        marks=json.loads(row["marks"]),
        refused=json.loads(row.get("refused") or "[]"),
    )


def _bot(row: Row) -> Row:
    kept = {name: row[name] for name in BOT_COLUMNS if name in row}
    dates = {name: moment(row[name]) for name in ("expires_at", "revoked_at")}
    return kept | dates | {"permissions": json.loads(row["permissions"])}


def _bindings(database: Any, stores: dict[int, str]) -> dict[str, list[tuple[str, bool]]]:
    bots = {row["id"]: row["name"] for row in _rows(database, "channels_bridge_bot")}
    found = defaultdict(list)
    for row in _rows(database, "memory_botstore"):
        found[bots[row["bot_id"]]].append((stores[row["store_id"]], bool(row["is_default"])))
    return dict(found)


def _erasing(database: Any) -> list[UUID]:
    where = f"name = '{ERASE_TURNS_JOB}' AND state NOT IN ('done')"
    return [UUID(json.loads(row["args"])["conversation"]) for row in _rows(database, "channels_bridge_job", where)]


def _package(row: Row) -> Row:
    dates = {name: moment(row[name]) for name in ("refused_at", "accepted_at")}
    kept = {name: row[name] for name in PACKAGE_COLUMNS if name in row}
    return kept | dates | {"content_hash": row["content_hash"], "findings": json.loads(row["findings"])}


def _packages_carry(packages: Sequence[Row]) -> None:
    for package in packages:
        values = {name: value for name, value in package.items() if name != "content_hash"}
        RefusedPackage.objects.update_or_create(content_hash=package["content_hash"], defaults=values)


def _users_carry(today: dict[str, Row]) -> None:
    """Passwords are those of today, and nobody may more than today; who has no account today signs in no more."""
    for user in User.objects.all():
        row = today.get(user.username)
        if row is None:
            user.is_active = False
            user.set_unusable_password()
        else:
            user.password = row["password"]
            user.is_active = bool(row["is_active"])
            user.is_staff, user.is_superuser = bool(row["is_staff"]), bool(row["is_superuser"])
        user.save(update_fields=("password", "is_active", "is_staff", "is_superuser"))


def moment(value: Any) -> datetime | None:
    """A moment as the database keeps it: in UTC, without saying so."""
    found = parse_datetime(value) if value else None
    return found.replace(tzinfo=UTC) if found is not None and found.tzinfo is None else found
