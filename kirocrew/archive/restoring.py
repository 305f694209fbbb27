"""Making an empty home what another one was: the same rows under the same keys, in one transaction."""

from collections.abc import Callable, Iterator
from typing import Any, Final

from django.db import IntegrityError, connection, transaction

from channels_bridge.actors import Actor
from kirocrew.archive.codec import columns_of, model_of
from kirocrew.archive.errors import ArchiveError
from kirocrew.archive.reading import Contents
from kirocrew.archive.snapshot import unmapped
from kirocrew.archive.staging import INDEXES, Staging
from kirocrew.archive.tables import LEFT_OUT, TABLES, Table
from kirocrew.archive.writing import schema_of
from kirocrew.base.problems import Conflict, Forbidden
from memory.models import Event
from memory.services.erasing.restoring import erasures_apply
from memory.services.journal import events_write
from memory.services.settings import settings_forget
from memory.services.vectors import embedding_request_soon, past_embedding_request
from skills.services.events import catalogue_touch

ROWS: Final = 500

Report = Callable[[int, int], None]


def restore_refuse_others(actor: Actor) -> None:
    """Raise Forbidden unless the owner, or who runs commands on the server's machine, asks.

    A restore believes all that a file says: who may do what, what a hook runs. No key of a bot is enough for that.
    """
    if not (actor.is_owner or actor.is_system):
        raise Forbidden("Only the owner restores an archive: it brings authority with it.", type="owner-only")


def schema_check(contents: Contents) -> None:
    """Raise ArchiveError unless the archive was made by a version with these very tables."""
    ours = schema_of(connection)
    if contents.schema == ours:
        return
    newer = [
        f"{app}.{name}" for app, names in contents.schema.items() for name in names if name not in ours.get(app, ())
    ]
    older = [
        f"{app}.{name}" for app, names in ours.items() for name in names if name not in contents.schema.get(app, ())
    ]
    told = f"it has {newer[-1]}, unknown here" if newer else f"it lacks {older[0]}" if older else "it is another one"
    raise ArchiveError(
        f"The archive was made by another version of Kirocrew ({told}). Restore it with that version and update then, "
        "or merge it.",
        type="other-schema",
    )


def in_use() -> dict[str, int]:
    """The tables in which a restore would have to overwrite something, with how much; empty for an empty home."""
    found = {}
    with connection.cursor() as cursor:
        for table in TABLES:
            cursor.execute(f"SELECT COUNT(*) FROM {table.name} WHERE NOT ({table.fresh})")  # noqa: S608
            if number := int(cursor.fetchone()[0]):
                found[table.name] = number
    return found


def is_empty() -> bool:
    """Whether nobody has used this home: it holds nothing that a restore would overwrite."""
    asked = " UNION ALL ".join(
        f"SELECT 1 WHERE EXISTS (SELECT 1 FROM {table.name} WHERE NOT ({table.fresh}))"  # noqa: S608  (our own names)
        for table in TABLES
    )
    with connection.cursor() as cursor:
        cursor.execute(asked)
        return cursor.fetchone() is None


def empty_check() -> None:
    """Raise Conflict unless nobody has used this home."""
    if used := in_use():
        told = ", ".join(f"{number:,} in {name}" for name, number in list(used.items())[:5])
        raise Conflict(
            f"This home is not empty ({told}). An archive is restored into a new home; here it can be merged.",
            type="home-not-empty",
        )


def restore_apply(
    *,
    actor: Actor,
    staging: Staging,
    contents: Contents,
    report: Report | None = None,
    last: Callable[[], None] | None = None,
) -> None:
    """Copy everything out of the staging database, in one transaction that a kill undoes.

    `last` is called at the end of it, for what has to be kept with it. What this home itself knows to be erased is
    erased again afterwards. Raises Forbidden, ArchiveError, Conflict.
    """
    restore_refuse_others(actor)
    schema_check(contents)
    try:
        with unmapped(), transaction.atomic():
            empty_check()
            _clear()
            done = 0
            for table in TABLES:
                for number in _copied(table, staging):
                    done += number
                    if report is not None:
                        report(done, contents.rows)
                _count(table, contents)
            _fill_indexes(staging)
            catalogue_touch()
            events_write([_event(actor, contents)])
            transaction.on_commit(embedding_request_soon)
            transaction.on_commit(past_embedding_request)
            if last is not None:
                last()
    except IntegrityError as error:
        raise ArchiveError(
            f"Rows of the archive name others that it does not hold: {error}. Nothing was imported."
        ) from error
    settings_forget()
    erasures_apply()


def _clear() -> None:
    """Empty the tables that are filled or made anew, those first that name others."""
    anew = [table.name for table in LEFT_OUT if table.anew]
    with connection.cursor() as cursor:
        for name in (*anew, *(table.name for table in reversed(TABLES))):
            cursor.execute(f"DELETE FROM {name}")  # noqa: S608


def _copied(table: Table, staging: Staging) -> Iterator[int]:
    columns, quote = columns_of(table.name), connection.ops.quote_name
    names = [column.name for column in columns]
    filled = {**{name: left.value for name, left in table.left.items()}}
    listed = ", ".join(quote(name) for name in (*names, *filled))
    insert = f"INSERT INTO {table.name} ({listed}) VALUES ({', '.join(['%s'] * (len(names) + len(filled)))})"  # noqa: S608
    selected = ", ".join(f'"{name}"' for name in names)
    rest, held = tuple(filled.values()), []
    for row in staging.read(f"SELECT {selected} FROM {table.name}"):  # noqa: S608  (our own names)
        held.append((*row, *rest))
        if len(held) >= ROWS:
            _insert(insert, held)
            yield len(held)
            held = []
    _insert(insert, held)
    yield len(held)


def _insert(statement: str, rows: list[Any]) -> None:
    if rows:
        with connection.cursor() as cursor:
            cursor.executemany(statement, rows)


def _count(table: Table, contents: Contents) -> None:
    """Raise ArchiveError when not every row arrived."""
    there = model_of(table.name)._base_manager.count()
    if there != contents.counts[table.name]:
        raise ArchiveError(
            f"{table.name}: {contents.counts[table.name]:,} rows were to come and {there:,} did. Nothing was imported."
        )


def _fill_indexes(staging: Staging) -> None:
    for name in INDEXES:
        insert = f"INSERT INTO {name}(rowid, terms, scope) VALUES (%s, %s, %s)"  # noqa: S608  (our own names)
        held = []
        for row in staging.read(f"SELECT number, terms, scope FROM {name} ORDER BY number"):  # noqa: S608
            held.append(row)
            if len(held) >= ROWS:
                _insert(insert, held)
                held = []
        _insert(insert, held)


def _event(actor: Actor, contents: Contents) -> Event:
    return Event(
        code="archive_restored",
        source=actor.source,
        key=contents.digest[:16],
        detail=f"{contents.rows:,} rows of {sum(1 for count in contents.counts.values() if count)} tables",
    )
