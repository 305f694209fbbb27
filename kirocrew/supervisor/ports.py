"""Is the address free that the web server wants?"""

import errno
import socket
import time

from kirocrew.supervisor.errors import PortInUse, WrongSettings

# A server that was killed lets go of its port within this time; its successor waits for that long.
PATIENCE_S = 3.0
RETRY_S = 0.2


def require_free_port(host: str, port: int, *, patience_s: float = PATIENCE_S) -> None:
    """Raises PortInUse when something else listens there, WrongSettings when the address can't be used at
    all.
    """
    deadline = time.monotonic() + patience_s
    while (error := _bind(host, port)) is not None:
        if error.errno != errno.EADDRINUSE:
            raise WrongSettings(
                f"The server can't listen on {host} port {port}: {error.strerror or error}. "
                "Set KIROCREW_HOST and KIROCREW_PORT to an address of this machine."
            )
        if time.monotonic() >= deadline:
            raise PortInUse(
                f"Port {port} on {host} is in use by another program. Stop it, or set KIROCREW_PORT to a free port."
            )
        time.sleep(RETRY_S)


def _bind(host: str, port: int) -> OSError | None:
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as probe:
            # As the web server does: connections of the last run that still time out don't count as in use.
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
            probe.listen(1)
    except OSError as error:
        return error
    return None
