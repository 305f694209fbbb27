"""The formats an import understands. Each is a module in this folder that registers itself."""

import importlib
import pkgutil
from collections.abc import Iterator
from functools import cache
from typing import Protocol, TypeAlias, TypeVar, runtime_checkable

from memory.transfer.items import Item
from memory.transfer.sources import SourceFile


class Format(Protocol):
    """One kind of source. `name` is written on a command line, `label` is shown to people."""

    name: str
    label: str
    # How many lessons one import may bring, or None for as many as there are.
    lesson_limit: int | None

    def recognise(self, file: SourceFile) -> int:
        """How sure the format is that the file is its own, 0 (not at all) to 100. Looks, but never raises."""

    def parse(self, file: SourceFile) -> Iterator[Item]:
        """Yield what the file holds, in its order. Never raises for what a file holds."""


Inventory: TypeAlias = dict[str, int | list[str]]


@runtime_checkable
class Counting(Protocol):
    """A format that can say what a file holds in the words of the tool that wrote it: records, messages, users."""

    def inventory(self, file: SourceFile) -> Inventory:
        """How many of each the file holds, also of those that become no record. Never raises for what it holds."""


class UnknownFormat(LookupError):
    """A format was asked for by a name nobody registered."""

    def __init__(self, name: str) -> None:
        names = ", ".join(sorted(formats()))
        super().__init__(f"There is no import format {name!r}. Leave it out to detect it, or use one of: {names}.")


_registry: dict[str, Format] = {}
_FormatClass = TypeVar("_FormatClass", bound=type)


def register(format_class: _FormatClass) -> _FormatClass:
    """Class decorator: make an instance and enter it under its name. Raises ValueError for a name that is taken."""
    instance: Format = format_class()
    if instance.name in _registry:
        raise ValueError(f"The import format {instance.name!r} is registered twice.")
    _registry[instance.name] = instance
    return format_class


@cache
def _load() -> None:
    for module in pkgutil.iter_modules(__path__):
        importlib.import_module(f"{__name__}.{module.name}")


def formats() -> dict[str, Format]:
    """Every format by its name."""
    _load()
    return dict(_registry)


def detect(file: SourceFile) -> Format | None:
    """The format that is surest of the file, or None when none recognises it; equal ones go by name."""
    scored = [(known.recognise(file), name) for name, known in sorted(formats().items(), reverse=True)]
    best, name = max(scored, key=lambda pair: pair[0])
    return _registry[name] if best > 0 else None


def by_name(name: str) -> Format:
    """The format of this name. Raises UnknownFormat, which lists the names there are."""
    try:
        return formats()[name]
    except KeyError:
        raise UnknownFormat(name) from None
