"""Serve memory to one client over standard input and output."""

import asyncio
from argparse import ArgumentParser
from typing import Any, Final

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from channels_bridge.services.bots import bot_authenticate

KEY: Final = "KIROCREW_MCP_KEY"


class Command(BaseCommand):
    help = (
        "Serve memory to a client of the Model Context Protocol that starts this command, over standard input and "
        f"output. The key of a bot is taken from the environment variable {KEY} or the file that {KEY}_FILE names."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="say whose key it is and what it may, and end")

    def handle(self, *args: Any, **options: Any) -> None:
        from kirocrew.mcp.stdio import serve
        from kirocrew.mcp.table import tools_for

        key = settings.KIROCREW_MCP_KEY
        actor = bot_authenticate(key) if key else None
        if actor is None:
            raise CommandError(
                f"{KEY} holds no key that is good. `kirocrew bot add NAME` makes one; give it to the client's "
                "configuration as an environment variable."
            )
        if options["check"]:
            self.stdout.write(f"{actor.name} may call {', '.join(tool.name for tool in tools_for(actor))}")
            return
        asyncio.run(serve(key))
