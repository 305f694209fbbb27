"""Who asks: a bot by its key, or the owner by their session. A session never adds to what a key may do."""

from collections.abc import Callable
from importlib import import_module
from types import SimpleNamespace
from typing import Any, Final

from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed, NotAuthenticated
from rest_framework.request import Request

from channels_bridge.actors import Actor
from channels_bridge.services.bots import bot_authenticate, bot_live
from kirocrew.base.problems import Forbidden

SCHEME: Final = "Bearer"


class BotPrincipal:
    """What stands in `request.user` for a bot; all there is to know is in `actor`."""

    is_authenticated = True
    is_anonymous = False
    is_active = True
    is_staff = False
    is_superuser = False
    pk = None

    def __init__(self, actor: Actor) -> None:
        self.actor = actor

    def __str__(self) -> str:
        return self.actor.source

    def get_username(self) -> str:
        return self.actor.source


class BotKeyAuthentication(BaseAuthentication):
    """`Authorization: Bearer kc_…`. A header that is there and no good is refused, whoever else is signed in."""

    def authenticate(self, request: Request) -> tuple[BotPrincipal, Actor] | None:
        """Return principal and actor, None without the header. Raises AuthenticationFailed."""
        header = request.headers.get("Authorization", "")
        if not header:
            return None
        scheme, _, key = header.partition(" ")
        actor = bot_authenticate(key.strip()) if scheme.lower() == SCHEME.lower() else None
        if actor is None:
            raise AuthenticationFailed(
                "The key is unknown, malformed, expired or revoked. Ask the owner for a new one."
            )
        return BotPrincipal(actor), actor

    def authenticate_header(self, request: Request) -> str:
        return SCHEME


def actor_of(request: Request | HttpRequest) -> Actor:
    """Return who acts: the bot whose key came along, or the owner who is signed in.

    Raises NotAuthenticated for nobody and Forbidden for a user who is not the owner.
    """
    auth = getattr(request, "auth", None)
    if isinstance(auth, Actor):
        return auth
    user: AbstractBaseUser | AnonymousUser | BotPrincipal | None = request.user
    if user is None or not user.is_authenticated or not user.is_active:
        raise NotAuthenticated
    return owner_of(user)


def owner_of(user: Any) -> Actor:
    """Return the owner behind a signed-in user. Raises Forbidden for a user without staff status."""
    if not user.is_staff or isinstance(user, BotPrincipal):
        raise Forbidden("Only the owner may do this. Sign in as the owner, or use a bot's key.", type="owner-only")
    return Actor.owner(user.get_username(), str(user.pk))


def owner_of_session(key: str | None) -> Actor | None:
    """Return the owner whom a session belongs to now, read anew; None once it ended or they may not any more."""
    store = import_module(settings.SESSION_ENGINE).SessionStore(key)
    user = get_user(SimpleNamespace(session=store))  # type: ignore[arg-type]
    return owner_of(user) if user.is_authenticated and user.is_active and user.is_staff else None


def actor_again(request: Request) -> Callable[[], Actor | None]:
    """Return what tells, long after the request, who its actor is by then: None once key or session are no good."""
    actor = actor_of(request)
    if actor.is_owner:
        key = request.session.session_key
        return lambda: owner_of_session(key)
    return lambda: bot_live(int(actor.ident))
