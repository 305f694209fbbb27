"""The database wrapper Django finds by `ENGINE = "kirocrew.db.backends.sqlite3"`."""

import datetime
import decimal
import time
from collections.abc import Callable
from typing import Any, Final

from django.db.backends.sqlite3._functions import register as register_functions  # type: ignore[import-untyped]
from django.db.backends.sqlite3.base import DatabaseWrapper as DjangoWrapper
from django.db.utils import OperationalError
from django.utils.asyncio import async_unsafe
from django.utils.dateparse import parse_date, parse_datetime, parse_time

from kirocrew.db.backends.sqlite3.cursor import cursor_class
from kirocrew.db.backends.sqlite3.drivers import pick_driver
from kirocrew.db.backends.sqlite3.features import DatabaseFeatures
from kirocrew.db.backends.sqlite3.operations import DatabaseOperations
from kirocrew.db.backends.sqlite3.turns import Turns, turns_of
from kirocrew.db.backends.sqlite3.vec import load_vec

Database: Final[Any] = pick_driver()
DEFAULT_TIMEOUT_SECONDS: Final = 5.0
"""How long the driver waits for a lock when OPTIONS names no timeout."""
RETRY_SECONDS: Final = 0.02
LOOK_MS: Final = 5
"""For which SQLite looks for the write lock at a time, after 1, 3 and 5 ms; a write takes some milliseconds."""
TURN_MISSED: Final = "database is locked: this thread's turn did not come in time"


def _decoded(parse: Callable[[str], Any]) -> Callable[[bytes], Any]:
    return lambda value: parse(value.decode())


def _register_types(driver: Any) -> None:
    """Teach the driver the column types Django declares and the Python types it sends."""
    driver.register_converter("bool", lambda value: value == b"1")
    driver.register_converter("date", _decoded(parse_date))
    driver.register_converter("time", _decoded(parse_time))
    driver.register_converter("datetime", _decoded(parse_datetime))
    driver.register_converter("timestamp", _decoded(parse_datetime))
    driver.register_adapter(decimal.Decimal, str)
    driver.register_adapter(datetime.date, datetime.date.isoformat)
    driver.register_adapter(datetime.datetime, lambda value: value.isoformat(" "))


def _execute_patiently(connection: Any, command: str, patience: float) -> None:
    """Execute a command; while another connection holds the lock, try again for `patience` seconds.

    SQLite's own timeout does not cover the switch to WAL: it fails at once when two processes open a new file together.
    """
    deadline = time.monotonic() + patience
    while True:
        try:
            connection.execute(command)
            return
        except Database.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() >= deadline:
                raise
        time.sleep(RETRY_SECONDS)


_register_types(Database)
_Cursor: Final = cursor_class(Database)


class DatabaseWrapper(DjangoWrapper):
    """Django's SQLite wrapper on the chosen driver. `vec_available` tells whether sqlite-vec is loaded."""

    Database = Database
    features_class = DatabaseFeatures
    ops_class = DatabaseOperations

    init_commands: list[str]
    _vec_problem: str = "not connected"
    _turns: Turns | None = None
    transaction_mode: str | None

    @property
    def vec_available(self) -> bool:
        """Whether this connection has sqlite-vec's functions; connects when it is not connected yet."""
        return not self.vec_problem

    @property
    def vec_problem(self) -> str:
        """Why sqlite-vec is not loaded, "" when it is; connects when it is not connected yet."""
        self.ensure_connection()
        return self._vec_problem

    def get_connection_params(self) -> dict[str, Any]:
        """Return the arguments of the driver's `connect`."""
        params: dict[str, Any] = super().get_connection_params()
        params["detect_types"] = Database.PARSE_DECLTYPES | Database.PARSE_COLNAMES
        return params

    @async_unsafe
    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Return a raw connection with Django's functions and sqlite-vec; it loads no other extension."""
        connection = Database.connect(**conn_params)
        try:
            register_functions(connection)
            connection.execute("PRAGMA foreign_keys = ON")
            # Some builds default to ON, which breaks renaming a table inside a transaction.
            connection.execute("PRAGMA legacy_alter_table = OFF")
            patience = float(conn_params.get("timeout", DEFAULT_TIMEOUT_SECONDS))
            for command in filter(None, map(str.strip, self.init_commands)):
                _execute_patiently(connection, command, patience)
            self._vec_problem = load_vec(connection, Database)
        except Database.Error:
            connection.close()
            raise
        return connection

    def _start_transaction_under_autocommit(self) -> None:
        """Begin a transaction when this thread's turn has come. Raises OperationalError after the timeout."""
        if not self._take_turn():
            raise OperationalError(TURN_MISSED)
        try:
            if self.transaction_mode == "IMMEDIATE":
                self._begin_immediately()
            else:
                super()._start_transaction_under_autocommit()  # type: ignore[misc]
        except BaseException:
            self._give_turn()
            raise

    def _begin_immediately(self) -> None:
        self._when_free(lambda: self.cursor().execute("BEGIN IMMEDIATE"))

    def write(self, act: Callable[[], Any]) -> Any:
        """Run one statement that writes outside a transaction, in its turn. Raises the driver's OperationalError."""
        if self.transaction_mode != "IMMEDIATE" or self._turns is not None:
            return act()
        if not self._take_turn():
            raise Database.OperationalError(TURN_MISSED)
        try:
            return self._when_free(act)
        finally:
            self._give_turn()

    def _when_free(self, act: Callable[[], Any]) -> Any:
        """Do what takes the write lock, looking often for it. Raises OperationalError after the timeout.

        SQLite's own waiting looks less and less often, up to ten times a second: beside a busy process another one
        would come last for seconds. Where waiting can't help, since this connection is still reading what has changed
        meanwhile, SQLite does not wait at all; then the error is raised at once.
        """
        deadline = time.monotonic() + self._patience
        self.connection.execute(f"PRAGMA busy_timeout = {LOOK_MS}")
        try:
            while True:
                began = time.monotonic()
                try:
                    return act()
                except (OperationalError, Database.OperationalError) as error:
                    now = time.monotonic()
                    if "locked" not in str(error) or now >= deadline or now - began < LOOK_MS / 2_000:
                        raise
        finally:
            self.connection.execute(f"PRAGMA busy_timeout = {int(self._patience * 1000)}")

    def _commit(self) -> None:
        """Commit and let the next writer begin; a commit that failed keeps the turn until it is rolled back."""
        super()._commit()  # type: ignore[misc]
        self._give_turn()

    def _rollback(self) -> None:
        try:
            super()._rollback()  # type: ignore[misc]
        finally:
            self._give_turn()

    def _close(self) -> None:
        try:
            super()._close()  # type: ignore[misc]
        finally:
            self._give_turn()

    @property
    def _patience(self) -> float:
        return float(self.settings_dict.get("OPTIONS", {}).get("timeout", DEFAULT_TIMEOUT_SECONDS))

    def _take_turn(self) -> bool:
        if self.transaction_mode != "IMMEDIATE" or self._turns is not None:
            return True
        turns = turns_of(str(self.settings_dict["NAME"]))
        if not turns.take(self._patience):
            return False
        self._turns = turns
        return True

    def _give_turn(self) -> None:
        turns, self._turns = self._turns, None
        if turns is not None:
            turns.give()

    def create_cursor(self, name: str | None = None) -> Any:
        """Return a cursor that takes Django's placeholders."""
        cursor = self.connection.cursor(factory=_Cursor)
        cursor.write = self.write
        return cursor
