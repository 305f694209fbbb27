"""A cursor of the chosen driver that understands Django's placeholders and lets writers take turns."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from typing import Any, Final

from django.db.backends.sqlite3.base import SQLiteCursorWrapper

Params = Sequence[Any] | Mapping[str, Any]

_WRITING: Final = ("INSERT", "UPDATE", "DELETE", "REPLACE")


def cursor_class(driver: Any) -> type[Any]:
    """Return a cursor class on `driver.Cursor` that takes `%s` and `%(name)s`; `%%` is a percent sign.

    Its objects are given a `write` by whoever makes them.
    """
    base: Any = driver.Cursor

    class Cursor(base):  # type: ignore[misc]  # the base is known when the driver is
        convert_query = SQLiteCursorWrapper.convert_query
        write: Callable[[Callable[[], Any]], Any]
        """How a statement that writes outside a transaction is run; the wrapper's."""

        def execute(self, query: str, params: Params | None = None) -> Any:
            if query.startswith(_WRITING) and not self.connection.in_transaction:
                return self.write(lambda: self._execute(query, params))
            return self._execute(query, params)

        def _execute(self, query: str, params: Params | None) -> Any:
            if params is None:
                return super().execute(query)
            return super().execute(self.convert_query(query, param_names=_names(params)), params)

        def executemany(self, query: str, param_list: Iterable[Params]) -> Any:
            rows = iter(param_list)
            first = next(rows, None)
            if first is None:
                return super().executemany(self.convert_query(query), ())
            return super().executemany(self.convert_query(query, param_names=_names(first)), chain([first], rows))

    return Cursor


def _names(params: Params) -> list[str] | None:
    return list(params) if isinstance(params, Mapping) else None
