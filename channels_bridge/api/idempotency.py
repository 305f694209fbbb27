"""A write that is sent twice is done once: the header Idempotency-Key.

What holds. The key's row, everything the view writes and the answer are one transaction: all of it is there, or
nothing. So a server killed at any moment leaves one of two states:

- before the commit: nothing was written; the same request does the work now;
- after the commit: work and answer are there; the same request gets that answer, with `Idempotent-Replay: true`.

Two requests with one key at the same time: the database lets one go first, the other waits for its commit and gets
its answer. A key belongs to its caller, and is kept for 24 hours; later the same request is a new one.

An answer below 500 that the view returned is kept, whatever its status. A problem that the view raised is not: then
nothing was done, and the caller may put right what was wrong and use the key again. An unforeseen error rolls back
all that the view wrote.

The view runs inside the transaction and holds the write lock, so it must not load models, embed or call anybody.
Services in it may use `transaction.atomic()`, not `durable=True`.
"""

import hashlib
import json
from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from typing import Any, Final, TypeVar, cast

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404, QueryDict
from django.http.request import RawPostDataException
from drf_spectacular.utils import extend_schema
from rest_framework.exceptions import APIException
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from channels_bridge.actors import Actor
from channels_bridge.api.authentication import actor_of
from channels_bridge.api.schema import IDEMPOTENCY_PARAMETER
from channels_bridge.models import IdempotencyKey
from channels_bridge.models.idempotency import KEY_LIMIT
from kirocrew.base.clock import now
from kirocrew.base.problems import Invalid, Problem

HEADER: Final = "Idempotency-Key"
REPLAY_HEADER: Final = "Idempotent-Replay"
KEPT_FOR: Final = timedelta(hours=24)
KEPT_HEADERS: Final = ("ETag", "Location")
SERVER_ERRORS: Final = 500

Method = TypeVar("Method", bound=Callable[..., Response])


def idempotent(method: Method) -> Method:
    """Let a view's method honour Idempotency-Key; without the header it runs as it is.

    Raises Invalid for a key of other than 1-200 visible ASCII characters, or one used before for another request.
    """

    @wraps(method)
    def once(view: Any, request: Request, *args: Any, **kwargs: Any) -> Response:
        def act() -> Response:
            return method(view, request, *args, **kwargs)

        key = request.headers.get(HEADER)
        return act() if key is None else _answer_once(request, _checked(key), act)

    return cast(Method, extend_schema(parameters=[IDEMPOTENCY_PARAMETER])(once))


def _answer_once(request: Request, key: str, act: Callable[[], Response]) -> Response:
    caller, fingerprint = _caller(actor_of(request)), _fingerprint(request)
    known = IdempotencyKey.objects.filter(caller=caller, key=key, expires_at__gt=now()).first()
    if known is not None:
        return _replay(known, fingerprint)
    refused: Exception | None = None
    with transaction.atomic():
        row, is_first = _take(caller, key, fingerprint)
        if not is_first:
            return _replay(row, fingerprint)
        try:
            response = act()
        except (Problem, APIException, Http404, PermissionDenied) as error:
            # What services recorded about the refusal stays, as it would without the header.
            refused = error
            if not transaction.get_rollback():
                row.delete()
        else:
            _keep(row, response)
    if refused is not None:
        raise refused
    return response


def _take(caller: str, key: str, fingerprint: str) -> tuple[IdempotencyKey, bool]:
    instant = now()
    IdempotencyKey.objects.filter(caller=caller, key=key, expires_at__lte=instant).delete()
    return IdempotencyKey.objects.get_or_create(
        caller=caller,
        key=key,
        defaults={"fingerprint": fingerprint, "created_at": instant, "expires_at": instant + KEPT_FOR},
    )


def _keep(row: IdempotencyKey, response: Response) -> None:
    if response.status_code >= SERVER_ERRORS:
        transaction.set_rollback(True)
        return
    row.status = response.status_code
    row.headers = {name: response[name] for name in KEPT_HEADERS if response.has_header(name)}
    row.body = "" if response.data is None else JSONRenderer().render(response.data).decode()
    row.save(update_fields=["status", "headers", "body"])


def _replay(row: IdempotencyKey, fingerprint: str) -> Response:
    if row.fingerprint != fingerprint:
        raise Invalid(
            "This Idempotency-Key was used for another request. Send the same request, or use a new key.",
            type="idempotency-key-reused",
        )
    data = json.loads(row.body) if row.body else None
    return Response(data, status=row.status, headers={**row.headers, REPLAY_HEADER: "true"})


def _checked(key: str) -> str:
    if not 1 <= len(key) <= KEY_LIMIT or not all("!" <= character <= "~" for character in key):
        raise Invalid(
            f"An Idempotency-Key has 1 to {KEY_LIMIT} visible ASCII characters, a UUID for example.",
            type="idempotency-key-invalid",
        )
    # Nobody needs to read it again, and some send what should not be kept.
    return hashlib.sha256(key.encode()).hexdigest()


def _caller(actor: Actor) -> str:
    return f"{actor.kind.value}:{actor.ident}"


def _fingerprint(request: Request) -> str:
    """SHA-256 over what makes the request that request; of JSON the values count, not spaces and order."""
    raw = _raw_body(request) or _form(request)
    if isinstance(request.data, (dict, list)) and not isinstance(request.data, QueryDict):
        raw = json.dumps(request.data, sort_keys=True).encode()
    head = "\n".join((request.method or "", request.get_full_path(), request.headers.get("If-Match", "")))
    return hashlib.sha256(head.encode() + b"\n\n" + raw).hexdigest()


def _form(request: Request) -> bytes:
    """The fields of a form and a digest of each file: a parser has read the body from the stream by now."""
    parts = [f"{name}={value}" for name in request.POST for value in request.POST.getlist(name)]
    for name, files in request.FILES.lists():
        for file in files:
            digest = hashlib.sha256()
            for piece in file.chunks():
                digest.update(piece)
            file.seek(0)
            parts.append(f"{name}={file.name}:{digest.hexdigest()}")
    return "\n".join(parts).encode()


def _raw_body(request: Request) -> bytes:
    """The body as sent; empty if somebody has read it from the stream before, as parsers of files do."""
    try:
        return request._request.body
    except RawPostDataException:
        return b""
