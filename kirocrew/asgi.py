"""What the web server calls: pages and API by Django, progress by websockets, start and stop of a process."""

import asyncio
import logging
import os
import signal
import threading
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kirocrew.settings")
os.environ.setdefault("OMP_WAIT_POLICY", "passive")

# More would only wait for one another: for the interpreter's lock, and writers for SQLite's.
REQUEST_THREADS = 4

logger = logging.getLogger(__name__)

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[dict[str, Any]], Awaitable[None]]


async def lifespan(scope: Scope, receive: Receive, send: Send) -> None:
    """Start and stop of one web process. The model begins to load here: after the fork, beside requests."""
    from django.db import DEFAULT_DB_ALIAS, connections

    from channels_bridge.streams import streams_open
    from skills.services.warming import warming_start, warming_stop
    from skills.services.watching import watch_start

    database = connections.settings[DEFAULT_DB_ALIAS]
    usual_age = database["CONN_MAX_AGE"]
    unwatched, warmed = threading.Event(), threading.Event()
    while True:
        message = await receive()
        if message["type"] == "lifespan.startup":
            # Connecting took 3 ms of every request. In this process only: elsewhere a connection could cross a fork.
            database["CONN_MAX_AGE"] = None
            threading.Thread(target=warm_up, name="warm-up", daemon=True).start()
            streams_open()
            unwatched, warmed = watch_start(), warming_start()
            end_streams_when_asked_to_stop()
            await send({"type": "lifespan.startup.complete"})
        else:
            unwatched.set()
            warming_stop(warmed)
            database["CONN_MAX_AGE"] = usual_age
            await send({"type": "lifespan.shutdown.complete"})
            return


def warm_up() -> None:
    """Begin to load the embedding model, and build what the first written text would wait for: the screen's tables and
    patterns, some quarter of a second.
    """
    from django.db import DatabaseError, connections

    from hooks.services import Origin, redact, screen
    from memory.services.spaces import model_warm

    try:
        model_warm()
    except DatabaseError:
        logger.warning("The database can't be read yet; the embedding model is loaded with the first question.")
    finally:
        connections.close_all()
    screen(redact("The server is ready.").text, origin=Origin.SYSTEM)


def end_streams_when_asked_to_stop() -> None:
    """Let the signals that stop the server end its event streams first, or it would wait its whole grace for them."""
    if threading.current_thread() is not threading.main_thread():
        return  # a server inside another process, which has its own way to stop
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        stop = signal.getsignal(number)
        if callable(stop):
            signal.signal(number, partial(_end_streams, loop, stop))


def _end_streams(loop: asyncio.AbstractEventLoop, stop: Callable[..., Any], number: int, frame: Any) -> None:
    from channels_bridge.streams import streams_end

    loop.call_soon_threadsafe(streams_end)
    stop(number, frame)


def build() -> Any:
    """The application. Its parts are imported here, since they read models: Django is set up first."""
    django.setup(set_prefix=False)

    from channels.auth import AuthMiddlewareStack
    from channels.routing import ProtocolTypeRouter, URLRouter
    from channels.security.websocket import AllowedHostsOriginValidator

    from channels_bridge.routing import websocket_urlpatterns
    from kirocrew.handler import ThreadedHandler

    sockets = AllowedHostsOriginValidator(AuthMiddlewareStack(URLRouter(websocket_urlpatterns)))
    http = ThreadedHandler(REQUEST_THREADS)
    return ProtocolTypeRouter({"http": http, "websocket": sockets, "lifespan": lifespan})


application = build()
