"""Errors of the API as `application/problem+json` (RFC 9457).

Each carries a stable `type`; docs/reference/api-errors.md lists them all. Nothing a caller sent is repeated.
"""

import math
from collections.abc import Iterator
from typing import Any, Final

from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.db import OperationalError
from django.http import Http404, HttpRequest, JsonResponse
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import set_rollback

from kirocrew.base.problems import TYPE_PREFIX, Problem

CONTENT_TYPE: Final = "application/problem+json"
BUSY_SECONDS: Final = 2
"""When a caller may come back after the database was busy for longer than its timeout."""

STANDARD: Final[dict[str, tuple[int, str, str]]] = {
    # slug: status, title, detail
    "malformed": (400, "The body can't be read", "Send one valid JSON document in UTF-8."),
    "not-authenticated": (401, "Nobody is signed in", "Send a bot's key as 'Authorization: Bearer kc_…'."),
    "key-not-accepted": (
        401,
        "The key is not accepted",
        "It is unknown, malformed, expired or revoked. Ask the owner for a new one.",
    ),
    "forbidden": (403, "Not allowed", "This needs a permission that you don't have."),
    "not-found": (404, "Not found", "It doesn't exist, or it isn't visible to you."),
    "method-not-allowed": (405, "Wrong method", "The header Allow says which methods there are."),
    "not-acceptable": (406, "No such representation", "Ask for application/json."),
    "too-large": (413, "Too large", "Send it in smaller pieces."),
    "unsupported-media-type": (415, "Wrong type of body", "Send application/json."),
    "invalid": (422, "The values are not acceptable", "See 'errors' for each field."),
    "too-many": (429, "Too many requests", "Come back after the seconds in the header Retry-After."),
    "database-busy": (503, "The database is busy", "Send the same request again in a moment."),
    "error": (500, "Something went wrong", "The server's log has the details."),
}
_BY_EXCEPTION: Final[tuple[tuple[type[Exception], str], ...]] = (
    (exceptions.ParseError, "malformed"),
    (exceptions.AuthenticationFailed, "key-not-accepted"),
    (exceptions.NotAuthenticated, "not-authenticated"),
    (exceptions.PermissionDenied, "forbidden"),
    (PermissionDenied, "forbidden"),
    (exceptions.NotFound, "not-found"),
    (Http404, "not-found"),
    (exceptions.MethodNotAllowed, "method-not-allowed"),
    (exceptions.NotAcceptable, "not-acceptable"),
    (RequestDataTooBig, "too-large"),
    (exceptions.UnsupportedMediaType, "unsupported-media-type"),
    (exceptions.ValidationError, "invalid"),
    (exceptions.Throttled, "too-many"),
    (OperationalError, "database-busy"),
)


def problem_handler(exc: Exception, context: dict[str, Any]) -> Response | None:
    """DRF's exception handler. None, which means a 500 with a traceback in the log, for what nobody foresaw."""
    if isinstance(exc, Problem):
        members = exc.to_dict()
        headers = _retry_header(exc.extra.get("retry_after"))
    else:
        slug = next((slug for kind, slug in _BY_EXCEPTION if isinstance(exc, kind)), None)
        if slug is None:
            return None
        members = problem(slug)
        headers = _standard_headers(exc, context)
        if isinstance(exc, exceptions.ValidationError):
            members["errors"] = list(_field_errors(exc.get_full_details()))
    set_rollback()
    return Response(members, status=members["status"], headers=headers, content_type=CONTENT_TYPE)


def problem(slug: str) -> dict[str, Any]:
    """Return the members of a standard problem."""
    status, title, detail = STANDARD[slug]
    return {"type": TYPE_PREFIX + slug, "title": title, "status": status, "detail": detail}


def not_found_view(request: HttpRequest, exception: Exception | None = None) -> JsonResponse:
    """For paths below /api/ that no view answers."""
    return _plain("not-found")


def server_error_view(request: HttpRequest) -> JsonResponse:
    """For a 500 below /api/: says nothing about the cause, which is in the log."""
    return _plain("error")


def _plain(slug: str) -> JsonResponse:
    members = problem(slug)
    return JsonResponse(members, status=members["status"], content_type=CONTENT_TYPE)


def _standard_headers(exc: Exception, context: dict[str, Any]) -> dict[str, str]:
    if isinstance(exc, OperationalError):
        return _retry_header(BUSY_SECONDS)
    if isinstance(exc, exceptions.Throttled):
        return _retry_header(getattr(exc, "wait", None))
    if isinstance(exc, exceptions.APIException) and (challenge := getattr(exc, "auth_header", None)):
        return {"WWW-Authenticate": challenge}
    if isinstance(exc, exceptions.MethodNotAllowed) and (view := context.get("view")):
        return {"Allow": ", ".join(view.allowed_methods)}
    return {}


def _retry_header(seconds: float | None) -> dict[str, str]:
    return {} if seconds is None else {"Retry-After": str(max(1, math.ceil(seconds)))}


def _field_errors(details: Any, path: str = "") -> Iterator[dict[str, str]]:
    """Walk DRF's nested details: `field` is a dotted path such as `items.3.key`, empty for the whole body."""
    if isinstance(details, dict) and {"message", "code"} == details.keys() and isinstance(details["code"], str):
        yield {"field": path, "code": details["code"], "message": _without_input(details)}
    elif isinstance(details, dict):
        for name, inner in details.items():
            own = "" if name == "non_field_errors" else str(name)
            yield from _field_errors(inner, ".".join(filter(None, (path, own))))
    elif isinstance(details, list):
        leaves = all(isinstance(inner, dict) and inner.keys() == {"message", "code"} for inner in details)
        for position, inner in enumerate(details):
            yield from _field_errors(inner, path if leaves else ".".join(filter(None, (path, str(position)))))


_NEUTRAL: Final = {
    # DRF's own messages of these codes repeat the value that was sent.
    "invalid_choice": "This is not one of the possible values.",
    "does_not_exist": "There is no such object.",
    "incorrect_type": "This has the wrong type.",
    "not_a_list": "This must be a list.",
    "invalid_image": "This is no valid image.",
    "incorrect_match": "This is not acceptable.",
    "no_match": "This is not acceptable.",
}


def _without_input(details: dict[str, str]) -> str:
    return _NEUTRAL.get(details["code"], str(details["message"]))
