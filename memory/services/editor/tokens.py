"""Signed previews: what was chosen and what is to be done, bound to the records as they were when it was shown.

A preview is kept nowhere. Its token carries all of it and is signed with a key derived from the server's secret, so it
is still good after a restart, and after the secret was changed while the old one is among the fallbacks.
"""

import base64
import binascii
import hashlib
import hmac
import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from django.conf import settings

from kirocrew.base.canonical import canonical_json
from kirocrew.base.clock import now
from kirocrew.base.problems import Conflict, Invalid
from memory.services.editor.operations import Operation, operation_read
from memory.services.editor.selection import Row, Selection

LIFE: Final = timedelta(seconds=900)
TOKEN_LIMIT: Final = 256_000  # characters
_PURPOSE: Final = b"kirocrew preview of an edit 1"


@dataclass(frozen=True, slots=True)
class Signed:
    """A preview's token and what it says."""

    token: str
    selection: Selection
    operation: Operation
    digest: str
    expires: datetime

    @property
    def hash(self) -> str:
        """sha256 (hex) of the token: under it the receipt is kept."""
        return token_hash(self.token)


def token_hash(token: str) -> str:
    """sha256 (hex) of a token."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def rows_digest(rows: Iterable[Row]) -> str:
    """sha256 (hex) over the records in their order, with the state of each and all that waits for it."""
    state = hashlib.sha256()
    for row in rows:
        state.update(f"{row.uid} {row.revision} {row.chain_hash}\n".encode())
    return state.hexdigest()


def preview_sign(selection: Selection, operation: Operation, digest: str) -> Signed:
    """Sign what was chosen. Raises Invalid (`invalid-memory-edit`) when it is too long to be carried."""
    expires = (now() + LIFE).astimezone(UTC)
    content = {
        "selection": selection.data(),
        "operation": operation.data(),
        "digest": digest,
        "expires": expires.isoformat(),
    }
    body = base64.urlsafe_b64encode(canonical_json(content).encode()).decode().rstrip("=")
    token = f"{body}.{_signature(body, settings.SECRET_KEY)}"
    if len(token) > TOKEN_LIMIT:
        raise Invalid("The edit is too long to be previewed. Choose fewer records.", type="invalid-memory-edit")
    return Signed(token, selection, operation, digest, expires)


def preview_read(token: str) -> Signed:
    """What a token says. Raises Invalid for one that was not signed here (`invalid-memory-preview`)."""
    body, _, signature = token.partition(".")
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    known = len(token) <= TOKEN_LIMIT and any(
        hmac.compare_digest(signature.encode("utf-8", "replace"), _signature(body, key).encode()) for key in keys
    )
    content = _decoded(body) if known else None
    if content is None:
        raise Invalid(
            "This preview was not made by this server, or it was damaged on the way. Make a new one.",
            type="invalid-memory-preview",
        )
    expires = datetime.fromisoformat(content["expires"])
    selection = Selection.read(content["selection"])
    return Signed(token, selection, operation_read(content["operation"]), content["digest"], expires)


def preview_require_fresh(signed: Signed) -> None:
    """Raise Conflict for a preview that is older than 15 minutes (`expired-memory-preview`)."""
    if now() >= signed.expires:
        raise Conflict(
            "The preview is older than 15 minutes. Make a new one and look at it again; nothing was written.",
            type="expired-memory-preview",
        )


def preview_require_same(signed: Signed, rows: Iterable[Row]) -> None:
    """Raise Conflict when the records are no longer those that were shown (`stale-memory-preview`)."""
    if rows_digest(rows) != signed.digest:
        raise preview_stale()


def preview_stale() -> Conflict:
    """What is said where things are no longer as they were shown (`stale-memory-preview`)."""
    return Conflict(
        "A record was changed, came or went, or a proposal for one arrived since the preview was made. Make a new "
        "one and look at it again; nothing was written.",
        type="stale-memory-preview",
    )


def _signature(body: str, secret: str) -> str:
    key = hashlib.sha256(_PURPOSE + secret.encode()).digest()
    return hmac.new(key, body.encode("utf-8", "replace"), hashlib.sha256).hexdigest()


def _decoded(body: str) -> Any:
    try:
        return json.loads(base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)))
    except (ValueError, binascii.Error):
        return None
