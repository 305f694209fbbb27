"""Bots and their keys. A key is `kc_<prefix>_<secret>_<checksum>`; only its HMAC-SHA256 digest is stored."""

import base64
import logging
import re
import secrets
import zlib
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_slug
from django.db import IntegrityError, OperationalError, transaction
from django.db.models import Q
from django.utils.crypto import constant_time_compare, salted_hmac

from channels_bridge.actors import Actor, Permission
from channels_bridge.models import Bot
from channels_bridge.services.texts import text_redacted
from kirocrew.base.clock import now
from kirocrew.base.problems import Conflict, Forbidden, Invalid
from kirocrew.db.rows import rows_read

logger = logging.getLogger(__name__)

KEY_SALT: Final = "channels_bridge.bot_key"
PREFIX_BYTES: Final = 5
SECRET_BYTES: Final = 20
"""160 bits: nobody guesses it, so a fast digest is enough."""
LAST_USE_RESOLUTION: Final = timedelta(minutes=1)
"""How exactly the last use is known; the row is written at most this often."""
KEY_PATTERN: Final = re.compile(r"(kc_([a-z2-7]{8})_[a-z2-7]{32})_([a-z2-7]{7})")
NAME_LIMIT: Final = 60


def bot_create(  # noqa: PLR0913  (what a key is made of)
    *,
    actor: Actor,
    name: str,
    permissions: Iterable[str],
    project: str = "",
    expires_at: datetime | None = None,
    description: str = "",
    member: str = "",
) -> tuple[Bot, str]:
    """Make a bot, of a member where one is named, and return it with its key, which nobody can see again.

    Raises Forbidden unless the owner or the system asks, Invalid for a name, permission or date that can't be used,
    Conflict for a name that is taken.
    """
    _require_owner(actor)
    prefix, key = _new_key()
    bot = Bot(
        name=_checked_name(name),
        description=text_redacted(description),
        prefix=prefix,
        digest=_digest(key, settings.SECRET_KEY),
        permissions=_checked_permissions(permissions),
        project=_checked_project(project),
        member=member,
        expires_at=_checked_expiry(expires_at),
        created_by=actor.source,
    )
    try:
        with transaction.atomic():
            bot.save(force_insert=True)
    except IntegrityError as error:
        raise Conflict(
            "A bot of this name exists, maybe a revoked one. Choose another name.", type="bot-exists"
        ) from error
    return bot, key


def bot_revoke(*, actor: Actor, bot: Bot, reason: str) -> Bot:
    """Close the door for a key, at once and for good; revoking twice keeps the first date and reason."""
    _require_owner(actor)
    Bot.objects.filter(pk=bot.pk, revoked_at__isnull=True).update(
        revoked_at=now(), revoked_reason=text_redacted(reason)[:500]
    )
    bot.refresh_from_db()
    return bot


def bot_authenticate(key: str) -> Actor | None:
    """Return who holds a key; None for one that is malformed, unknown, revoked or expired.

    The key may have been made with a secret key that is now among SECRET_KEY_FALLBACKS; then its digest is renewed.
    """
    match = KEY_PATTERN.fullmatch(key)
    if match is None or _checksum(match[1]) != match[3]:
        return None
    bot = next(iter(rows_read(Bot, "WHERE t.prefix = %s", [match[2]])), None)
    stored = bot.digest if bot else ""
    matched = [s for s in _secret_keys() if constant_time_compare(_digest(key, s), stored)]
    if bot is None or not matched or not bot.is_live():
        return None
    if matched[0] != settings.SECRET_KEY:
        _renew_digest(bot, key)
    _note_use(bot)
    return bot.actor


def bot_live(number: int) -> Actor | None:
    """Return the bot of this primary key with today's permissions; None once its key was revoked or expired."""
    bot = Bot.objects.live().filter(pk=number).first()
    return bot.actor if bot is not None else None


def _require_owner(actor: Actor) -> None:
    if not (actor.is_owner or actor.is_system):
        raise Forbidden("Only the owner makes and revokes bots.", type="owner-only")


def _checked_name(name: str) -> str:
    try:
        validate_slug(name)
    except ValidationError as error:
        raise Invalid(
            "A bot's name consists of letters, digits, hyphens and underscores.", type="bot-name-invalid"
        ) from error
    if len(name) > NAME_LIMIT:
        raise Invalid(f"A bot's name has at most {NAME_LIMIT} characters.", type="bot-name-invalid")
    if text_redacted(name) != name:
        raise Invalid("A bot's name is shown everywhere, and this one is a credential.", type="bot-name-invalid")
    return name


def _checked_project(project: str) -> str:
    """A tag would be another project than the one that is meant, so a credential is refused."""
    if text_redacted(project) != project:
        raise Invalid("A project's name is shown everywhere, and this one is a credential.")
    return project


def _checked_permissions(permissions: Iterable[str]) -> list[str]:
    wanted = sorted({str(permission) for permission in permissions})
    if unknown := set(wanted) - {str(permission) for permission in Permission}:
        known = ", ".join(Permission)
        raise Invalid(f"{len(unknown)} of the permissions are unknown. Known are: {known}.", type="permission-unknown")
    return wanted


def _checked_expiry(expires_at: datetime | None) -> datetime | None:
    if expires_at is not None and expires_at <= now():
        raise Invalid("The key would expire in the past. Choose a later date, or none.", type="expiry-in-past")
    return expires_at


def _new_key() -> tuple[str, str]:
    prefix = _base32(secrets.token_bytes(PREFIX_BYTES))
    body = f"kc_{prefix}_{_base32(secrets.token_bytes(SECRET_BYTES))}"
    return prefix, f"{body}_{_checksum(body)}"


def _base32(data: bytes) -> str:
    return base64.b32encode(data).decode("ascii").rstrip("=").lower()


def _checksum(body: str) -> str:
    """CRC-32 as 7 characters: a typing error or a scanner's false alarm is seen without a database."""
    return _base32(zlib.crc32(body.encode("ascii")).to_bytes(4, "big"))


def _secret_keys() -> list[str]:
    return [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]


def _digest(key: str, secret_key: str) -> str:
    return salted_hmac(KEY_SALT, key, secret=secret_key, algorithm="sha256").hexdigest()


def _renew_digest(bot: Bot, key: str) -> None:
    """After a change of SECRET_KEY the old one can leave the fallbacks once every bot has called."""
    Bot.objects.filter(pk=bot.pk, digest=bot.digest).update(digest=_digest(key, settings.SECRET_KEY))


def _note_use(bot: Bot) -> None:
    """Write the last use unless it was written lately. A busy database delays the note, not the request."""
    instant = now()
    before = instant - LAST_USE_RESOLUTION
    if bot.last_used_at is not None and bot.last_used_at > before:
        return
    stale = Q(last_used_at__isnull=True) | Q(last_used_at__lte=before)
    try:
        Bot.objects.filter(stale, pk=bot.pk).update(last_used_at=instant)
    except OperationalError:
        logger.warning("The last use of bot %s could not be noted; the next request tries again.", bot.name)


def bot_may(name: str, permission: Permission) -> bool:
    """Whether there is a live bot of that name whose key names the permission itself; `admin:*` does not count."""
    bot = Bot.objects.live().filter(name=name).first()
    return bot is not None and permission in bot.permissions
