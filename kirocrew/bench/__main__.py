"""Runs in a home of its own, made and removed by `manage.py bench`: never point it at a home with memories."""

import os
import platform
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import django

if TYPE_CHECKING:
    from channels_bridge.actors import Actor
    from memory.models import Store


def main(parts: list[str]) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kirocrew.settings")
    django.setup()
    from django.core.management import call_command
    from django.db import connection

    call_command("migrate", verbosity=0)
    connection.close()  # no server goes on with the connection that migrated
    from channels_bridge.actors import Actor
    from kirocrew.bench import editing, inside
    from memory.models import Store
    from memory.services.settings import setting_change

    owner = Actor.owner("bench")
    setting_change(actor=owner, name="episodes_max", value=10_000_000)
    say(f"{parts[0]}: {platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}")
    stores = {
        slug: Store.objects.create(slug=slug, name=slug) for slug in ("recall", "facts", "writes", "edits", "contexts")
    }
    part, *sizes = parts
    if part == "writes":
        inside.writes(stores["writes"], say)
        inside.facts_context(stores["facts"], say)
    elif part == "editor":
        editing.editor(stores["edits"], say)
    elif part == "contexts":
        _contexts(stores["contexts"], owner)
    elif part == "recall":
        inside.recall_at([int(size) for size in sizes], stores["recall"], say)
    else:
        _over_http(owner)


def _over_http(owner: "Actor") -> None:
    """Writers and batches over HTTP, with one web process and with two."""
    from kirocrew.bench import over_http
    from memory.services.bots import bot_with_stores_create

    _, key = bot_with_stores_create(
        actor=owner, name="bench", permissions=["memory:read", "memory:write"], stores=["main"]
    )
    with _server(processes=1) as port:
        over_http.concurrent_writers(port, key, say)
        over_http.batched_writes(port, key, say)
    with _server(processes=2) as port:
        over_http.concurrent_writers(port, key, say, writers=(32,), note=", 2 processes")


def _contexts(store: "Store", owner: "Actor") -> None:
    """Contexts of a server that has just started, asked by a bot that may read everything."""
    from kirocrew.bench.contexts import Contexts
    from memory.services.bots import bot_with_stores_create

    _, key = bot_with_stores_create(
        actor=owner, name="asking", permissions=["memory:read", "skills:read"], stores=[store.slug]
    )
    asked = Contexts(store)
    with _server(processes=1) as port:
        asked.ask(port, key, say)


@contextmanager
def _server(*, processes: int) -> Iterator[int]:
    """A web server of its own for the time of the block; its port."""
    from kirocrew.bench.over_http import wait_until_answering

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = int(free.getsockname()[1])
    server = subprocess.Popen(
        [sys.executable, "-m", "kirocrew", "web"],
        env=os.environ | {"KIROCREW_PORT": str(port), "KIROCREW_WEB_PROCESSES": str(processes)},
        stderr=subprocess.DEVNULL,
    )
    try:
        wait_until_answering(port)
        yield port
    finally:
        server.terminate()
        server.wait(30)


def say(line: str) -> None:
    print(line, flush=True)  # noqa: T201  (the report)


if __name__ == "__main__":
    main(sys.argv[1:])
