"""429 for a bot that asks faster than its rate; the owner's session is not limited."""

from typing import TYPE_CHECKING

from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from channels_bridge.actors import Actor, ActorKind
from channels_bridge.services.rates import token_take

if TYPE_CHECKING:  # DRF's views load this module while they are being loaded
    from rest_framework.views import APIView


class BotThrottle(BaseThrottle):
    """One token a request from the bot's bucket; the answer to a refused one has Retry-After."""

    def __init__(self) -> None:
        self._wait: float | None = None

    def allow_request(self, request: Request, view: "APIView") -> bool:
        actor = request.auth
        if not isinstance(actor, Actor) or actor.kind is not ActorKind.BOT:
            return True
        self._wait = token_take(int(actor.ident))
        return self._wait is None

    def wait(self) -> float | None:
        return self._wait
