"""`kirocrew web`: the web server alone."""

from typing import Any

import uvicorn
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from kirocrew.supervisor import UpError, require_free_port
from kirocrew.supervisor.parent import stop_with_parent

# Open requests get so long to end; websockets are closed at once and come back by themselves.
GRACE_S = 10
# Of several web processes one that does not answer the others' parent for so long is replaced. The usual 5 s would
# replace busy ones on a machine that embeds, imports and serves at once.
PROCESS_ANSWERS_S = 30
# A browser sends a few bytes over the socket; what is larger is not from one.
SOCKET_MESSAGE_BYTES = 64 * 1024


class Command(BaseCommand):
    help = "Run the web server alone; `kirocrew worker` runs the other half."

    def handle(self, *args: Any, **options: Any) -> None:
        stop_with_parent()
        try:
            require_free_port(settings.KIROCREW_HOST, settings.KIROCREW_PORT)
        except UpError as error:
            raise CommandError(str(error), returncode=error.exit_code) from error
        uvicorn.run(
            "kirocrew.asgi:application",
            host=settings.KIROCREW_HOST,
            port=settings.KIROCREW_PORT,
            workers=settings.KIROCREW_WEB_PROCESSES,
            timeout_graceful_shutdown=GRACE_S,
            timeout_worker_healthcheck=PROCESS_ANSWERS_S,
            ws_max_size=SOCKET_MESSAGE_BYTES,
            # Addresses may hold one-time tokens; a proxy in front knows which ones to write down.
            access_log=False,
            log_config=None,
            server_header=False,
        )
