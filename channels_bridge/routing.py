"""Paths of the websockets; the origin check stands around them in the ASGI application."""

from django.urls import path

from channels_bridge.consumers import JobConsumer

websocket_urlpatterns = [
    path("ws/jobs/", JobConsumer.as_asgi()),
    path("ws/jobs/<uuid:uid>/", JobConsumer.as_asgi()),
]
