"""Which function does which job. Apps register theirs in their `tasks` module, loaded at the start."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from channels_bridge.services.job_runs import JobRun

Handler = Callable[..., "dict[str, Any] | None"]


@dataclass(frozen=True, slots=True)
class JobKind:
    """A kind of job: its name, what people call it, who does it, how often it is tried without getting further."""

    name: str
    title: str
    handler: Handler
    max_attempts: int


_kinds: dict[str, JobKind] = {}


class UnknownJob(LookupError):
    """No handler is registered under this name: the module that has it was not loaded, or it was removed."""


def job_handler(name: str, *, title: str, max_attempts: int = 5) -> Callable[[Handler], Handler]:
    """Register `handler(run: JobRun, **args) -> dict` under a name.

    A handler may be run again from its last checkpoint, so its writes are idempotent or saved together with the
    checkpoint. Its result is a dict of JSON values. Raises ValueError for a name that another handler has.
    """

    def register(handler: Handler) -> Handler:
        present = _kinds.get(name)
        if present is not None and _path(present.handler) != _path(handler):
            raise ValueError(f"The job {name} has a handler already: {_path(present.handler)}")
        _kinds[name] = JobKind(name, title, handler, max_attempts)
        return handler

    return register


def job_kind(name: str) -> JobKind:
    """Return a registered kind. Raises UnknownJob."""
    try:
        return _kinds[name]
    except KeyError:
        raise UnknownJob(f"No handler is registered for the job {name}") from None


def job_kinds() -> list[JobKind]:
    """Return all kinds by name."""
    return [_kinds[name] for name in sorted(_kinds)]


def kind_words(name: str) -> str:
    """What people call a kind of job; its name where no handler is registered any more."""
    return _kinds[name].title if name in _kinds else name


def _path(handler: "Callable[..., JobRun | dict[str, Any] | None]") -> str:
    return f"{handler.__module__}.{handler.__qualname__}"
