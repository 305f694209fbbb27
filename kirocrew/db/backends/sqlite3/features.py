"""What the chosen SQLite can do, asked from it and not from the standard library's."""

from typing import Any, Final

from django.db.backends.sqlite3.features import DatabaseFeatures as DjangoFeatures
from django.utils.functional import cached_property

DEFAULT_MAX_PARAMS: Final = 32_766
"""SQLite's own limit of parameters in a statement since 3.32, where the build names no other."""
_OPTION: Final = "MAX_VARIABLE_NUMBER="
_VARIABLE_NUMBER_LIMIT: Final = 9
"""SQLITE_LIMIT_VARIABLE_NUMBER of sqlite3.h; not every driver has the name."""
_ORDERED_AGGREGATES_SINCE: Final = (3, 44, 0)


class DatabaseFeatures(DjangoFeatures):
    """Django's features, with limits and versions of the driver in use."""

    # Built in since SQLite 3.38. Asking would connect, and so make an empty file where there is no database yet:
    # Django 6.1 asks in the system checks of every command.
    supports_json_field = True

    @cached_property
    def max_query_params(self) -> int:  # type: ignore[override]
        """Parameters one statement may have."""
        self.connection.ensure_connection()
        raw: Any = self.connection.connection
        if hasattr(raw, "getlimit"):
            return int(raw.getlimit(_VARIABLE_NUMBER_LIMIT))
        options = [row[0] for row in raw.execute("PRAGMA compile_options")]
        limits = [option.removeprefix(_OPTION) for option in options if option.startswith(_OPTION)]
        return int(limits[0]) if limits else DEFAULT_MAX_PARAMS

    @cached_property
    def supports_aggregate_order_by_clause(self) -> bool:  # type: ignore[override]
        """Whether `group_concat(x ORDER BY y)` works."""
        return bool(self.connection.Database.sqlite_version_info >= _ORDERED_AGGREGATES_SINCE)
