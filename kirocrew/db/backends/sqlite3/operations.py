"""SQL pieces that depend on the driver."""

from collections.abc import Sequence
from typing import Any, Final

from django.db.backends.sqlite3.operations import DatabaseOperations as DjangoOperations

MAX_RESULT_COLUMNS: Final = 2_000
"""SQLite's limit of columns in one result (SQLITE_MAX_COLUMN), when it was built without another."""
_GROUP_BY_CONSTANT_SINCE: Final = (3, 39)


class DatabaseOperations(DjangoOperations):
    """Django's operations without calls that only the standard driver has."""

    connection: Any

    def _quote_params_for_last_executed_query(self, params: Sequence[Any]) -> tuple[Any, ...]:
        """Return the parameters as SQL literals, for the query log only."""
        size = min(MAX_RESULT_COLUMNS, self.connection.features.max_query_params or MAX_RESULT_COLUMNS)
        quoted: tuple[Any, ...] = ()
        for start in range(0, len(params), size):
            quoted += self._quoted(tuple(params[start : start + size]))
        return quoted

    def _quoted(self, params: tuple[Any, ...]) -> tuple[Any, ...]:
        sql = f"SELECT {', '.join(['QUOTE(?)'] * len(params))}"
        # A raw cursor: one of Django's would log this query and so ask for it again.
        cursor = self.connection.connection.cursor()
        try:
            return tuple(cursor.execute(sql, params).fetchone())
        finally:
            cursor.close()

    def force_group_by(self) -> list[str]:
        """Return what an aggregate without groups needs: older SQLite mistakes HAVING alone."""
        old = self.connection.Database.sqlite_version_info < _GROUP_BY_CONSTANT_SINCE
        return ["GROUP BY TRUE"] if old else []
