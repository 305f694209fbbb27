"""A cursor of the chosen driver that understands Django's placeholders and lets writers take turns."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any, Final

from django.db.backends.sqlite3.base import FORMAT_QMARK_REGEX

Params = Sequence[Any] | Mapping[str, Any]

_WRITING: Final = ("INSERT", "UPDATE", "DELETE", "REPLACE")
_REMEMBERED: Final = 16_384  # characters of the longest statement whose other spelling is remembered


def question_marks(statement: str) -> str:
    """A statement with SQLite's placeholders for Django's `%s`; `%%` is a percent sign."""
    return _remembered(statement) if len(statement) <= _REMEMBERED else _convert(statement)


def _convert(statement: str) -> str:
    return FORMAT_QMARK_REGEX.sub("?", statement).replace("%%", "%")


# The same few hundred statements come again and again; looking for their placeholders took longer than some of them.
_remembered: Final = lru_cache(maxsize=512)(_convert)


def cursor_class(driver: Any) -> type[Any]:
    """Return a cursor class on `driver.Cursor` that takes `%s` and `%(name)s`; `%%` is a percent sign.

    Its objects are given a `write` by whoever makes them.
    """
    base: Any = driver.Cursor

    class Cursor(base):  # type: ignore[misc]  # the base is known when the driver is
        write: Callable[[Callable[[], Any]], Any]
        """How a statement that writes outside a transaction is run; the wrapper's."""

        def execute(self, query: str, params: Params | None = None) -> Any:
            if query.startswith(_WRITING) and not self.connection.in_transaction:
                return self.write(lambda: self._execute(query, params))
            return self._execute(query, params)

        def _execute(self, query: str, params: Params | None) -> Any:
            if params is None:
                return super().execute(query)
            return super().execute(_placed(query, params), params)

        def executemany(self, query: str, param_list: Iterable[Params]) -> Any:
            rows = iter(param_list)
            first = next(rows, None)
            if first is None:
                return super().executemany(question_marks(query), ())
            return super().executemany(_placed(query, first), chain([first], rows))

    return Cursor


def _placed(query: str, params: Params) -> str:
    """The statement with the driver's placeholders for these parameters."""
    if not isinstance(params, list | tuple) and isinstance(params, Mapping):
        return query % {name: f":{name}" for name in params}
    return question_marks(query)
