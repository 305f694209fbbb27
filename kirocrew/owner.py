"""The owner's account, and the one-time link that lets its owner in before a password is set."""

import hashlib
import hmac
import json
import os
import secrets
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, cast
from urllib.parse import urlencode

from django.conf import settings
from django.contrib.auth.models import User
from django.db import transaction
from django.urls import reverse

from hooks.services.reading import InternalRead, ReadReason, ReadRefused, safe_read_internal

OWNER_NAME: Final = "owner"
LINK_FILE: Final = "owner_link.json"
LINK_LIFE_S: Final = 15 * 60
TOKEN_BYTES: Final = 32


class LinkError(Exception):
    """The link can't be made or used; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class OwnerLink:
    """A web address that signs the owner in once, and how long it does, in seconds."""

    url: str
    seconds: float


def owner_ensure() -> User:
    """The first active superuser, or a new one called `owner` that can't sign in with a password yet."""
    with transaction.atomic():
        owner = User.objects.filter(is_superuser=True, is_active=True).order_by("pk").first()
        if owner is None:
            owner = User(username=OWNER_NAME, is_superuser=True, is_staff=True)
            owner.set_unusable_password()
            owner.save()
    return owner


def owner_has_password() -> bool:
    """Whether any owner can sign in by password, so that links are not given out any more."""
    owners = User.objects.filter(is_superuser=True, is_active=True)
    return any(owner.has_usable_password() for owner in owners)


def link_make(*, life_s: float = LINK_LIFE_S) -> OwnerLink:
    """A new link; one made earlier stops working. Raises LinkError once an owner has a password."""
    _refuse_with_password()
    owner_ensure()
    token = secrets.token_urlsafe(TOKEN_BYTES)
    draft = _link_file().with_suffix(".new")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w") as handle:
        json.dump({"digest": _digest(token), "expires": time.time() + life_s}, handle)
    draft.replace(_link_file())
    return OwnerLink(f"{base_url()}{reverse('signin')}?{urlencode({'token': token})}", life_s)


def link_check(token: str) -> None:
    """Raises LinkError unless the link can be used now. Uses nothing up."""
    _refuse_with_password()
    if not _matches(_link_file(), token):
        raise LinkError(
            "This link has been used, has expired or was replaced by a newer one. "
            "Run `kirocrew owner-link` on the server for another."
        )


def link_use(token: str) -> User:
    """Use the link up and return the owner. Of many callers at the same moment one succeeds; others get
    LinkError.
    """
    link_check(token)
    # Moving the file is the claim: the file system lets one caller do it. Looked at again afterwards,
    # because a newer link may have taken its place in between; that one is used up, too, which errs on the
    # safe side.
    claimed = _link_file().with_name(f"{LINK_FILE}.{secrets.token_hex(8)}")
    try:
        _link_file().rename(claimed)
    except FileNotFoundError as error:
        raise LinkError("This link has been used. Run `kirocrew owner-link` on the server for another.") from error
    try:
        if not _matches(claimed, token):
            raise LinkError("This link was replaced by a newer one. Run `kirocrew owner-link` on the server.")
    finally:
        claimed.unlink(missing_ok=True)
    return owner_ensure()


def base_url() -> str:
    """Where a browser reaches the server, without a slash at the end."""
    if settings.KIROCREW_HTTPS and settings.CSRF_TRUSTED_ORIGINS:
        return str(settings.CSRF_TRUSTED_ORIGINS[0]).rstrip("/")
    scheme = "https" if settings.KIROCREW_HTTPS else "http"
    return f"{scheme}://{browser_host(settings.KIROCREW_HOST)}:{settings.KIROCREW_PORT}"


def browser_host(host: str) -> str:
    """The name to put into an address for a server that listens on `host`; on all addresses means this
    machine's own.
    """
    if host in {"0.0.0.0", "::", ""}:  # noqa: S104  (compared, not listened on)
        return "127.0.0.1"
    return f"[{host}]" if ":" in host else host


def _refuse_with_password() -> None:
    if owner_has_password():
        raise LinkError(
            "The owner has set a password, so one-time links are switched off. Sign in with it; "
            f"if it is lost, run `kirocrew changepassword {owner_ensure().get_username()}` on the server."
        )


def _link_file() -> Path:
    return Path(settings.KIROCREW_HOME) / LINK_FILE


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def _matches(file: Path, token: str) -> bool:
    """Whether the file holds this token's digest, in time. Raises LinkError when the read can't be recorded."""
    read_id = InternalRead.OWNER_LINK if file.name == LINK_FILE else InternalRead.OWNER_LINK_CLAIMED
    try:
        kept = cast("dict[str, Any]", json.loads(safe_read_internal(read_id, name=file.name)))
        return hmac.compare_digest(str(kept["digest"]), _digest(token)) and time.time() < float(kept["expires"])
    except ReadRefused as refusal:
        if refusal.reason is ReadReason.NOT_AUDITED:
            raise LinkError(refusal.detail) from refusal
        return False
    except (ValueError, KeyError, TypeError):
        return False
