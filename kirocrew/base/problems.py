"""Domain errors, shaped so that an API can answer with RFC 9457 problem details without knowing them."""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

TYPE_PREFIX: Final = "urn:kirocrew:problem:"
"""What stands before the slug in the `type` member."""
_MEMBERS: Final = frozenset({"type", "title", "status", "detail", "instance"})


class Problem(Exception):
    """Something a person or bot must know and can act on.

    `type` is a stable slug, `status` an HTTP status, `title` short and the same for each type, `detail` about
    this occurrence and what to do next. `extra` holds further members, JSON values; ValueError is raised when
    one is named like a standard member.
    """

    default_type: ClassVar[str] = "problem"
    default_title: ClassVar[str] = "Something went wrong"
    status: int = 500

    def __init__(
        self,
        detail: str = "",
        *,
        type: str | None = None,
        title: str | None = None,
        extra: Mapping[str, Any] | None = None,
    ) -> None:
        self.type = type or self.default_type
        self.title = title or self.default_title
        self.detail = detail
        self.extra: dict[str, Any] = dict(extra or {})
        if taken := _MEMBERS & self.extra.keys():
            raise ValueError(f"extra members must not be named {', '.join(sorted(taken))}")
        super().__init__(detail or self.title)

    def to_dict(self) -> dict[str, Any]:
        """Return the members of `application/problem+json`."""
        members: dict[str, Any] = {
            "type": TYPE_PREFIX + self.type,
            "title": self.title,
            "status": self.status,
        }
        if self.detail:
            members["detail"] = self.detail
        return members | self.extra


class Invalid(Problem):
    """The request is understood, its values are not acceptable."""

    default_type, default_title, status = "invalid", "The values are not acceptable", 422


class NotFound(Problem):
    """It does not exist, or the actor may not know that it does."""

    default_type, default_title, status = "not-found", "Not found", 404


class Forbidden(Problem):
    """The actor is known and may not do this."""

    default_type, default_title, status = "forbidden", "Not allowed", 403


class Conflict(Problem):
    """The present state does not admit this change."""

    default_type, default_title, status = "conflict", "In conflict with the present state", 409


class PreconditionFailed(Problem):
    """The thing changed since the actor last read it."""

    default_type, default_title, status = "precondition-failed", "Changed in the meantime", 412


class TooLarge(Problem):
    """More than is accepted in one piece."""

    default_type, default_title, status = "too-large", "Too large", 413


class TooMany(Problem):
    """Too often or too many at once; `retry_after` says in how many seconds to come back."""

    default_type, default_title, status = "too-many", "Too many requests", 429

    def __init__(self, detail: str = "", *, retry_after: int, type: str | None = None) -> None:
        self.retry_after = retry_after
        super().__init__(detail, type=type, extra={"retry_after": retry_after})


class Unavailable(Problem):
    """It cannot be done now, but may be later."""

    default_type, default_title, status = "unavailable", "Not available now", 503
