"""What the views of hooks share."""

from typing import Any

from rest_framework.serializers import Serializer
from rest_framework.views import APIView

from channels_bridge.actors import Actor
from channels_bridge.api.authentication import actor_of
from channels_bridge.api.fields import checked
from channels_bridge.api.throttling import BotThrottle


class HooksView(APIView):
    """A view that knows its actor and checks what it is given."""

    throttle_classes = (BotThrottle,)

    @property
    def actor(self) -> Actor:
        return actor_of(self.request)

    def query(self, serializer: type[Serializer[Any]]) -> dict[str, Any]:
        """The checked query parameters. Raises ValidationError."""
        return checked(serializer, self.request.query_params)

    def body(self, serializer: type[Serializer[Any]]) -> dict[str, Any]:
        """The checked body. Raises ValidationError."""
        return checked(serializer, self.request.data)
