"""Connections to checked addresses only, all within one deadline."""

import contextlib
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from typing import Any, Self

import httpcore2

from .addresses import Reach, reach_of
from .refusals import EgressFailed, EgressReason, EgressRefused
from .targets import Listed, Target

Resolver = Callable[[str, int], Sequence[str]]
"""Takes a host and a port and returns its addresses. Raises OSError when there are none."""
SocketOption = tuple[int, int, int] | tuple[int, int, bytes | bytearray] | tuple[int, int, None, int]


def system_resolver(host: str, port: int) -> Sequence[str]:
    """What the system's resolver says, which also reads the spellings of an address such as 0x7f.1."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))


@dataclass
class Deadline:
    """The end of one fetch. When it comes, every connection of the fetch is cut, whatever it is doing.

    `idle` is the most seconds to wait for one connection or one piece of an answer; None for what is left."""

    seconds: float
    idle: float | None = None
    ends: float = field(init=False)
    _held: list[socket.socket] = field(default_factory=list)
    _timer: threading.Timer | None = None
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        self.ends = time.monotonic() + self.seconds

    def __enter__(self) -> Self:
        self._timer = threading.Timer(self.seconds, self._cut)
        self._timer.daemon = True
        self._timer.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._timer:
            self._timer.cancel()
        with self._lock:
            for held in self._held:
                held.close()
            self._held.clear()

    @property
    def is_over(self) -> bool:
        return time.monotonic() >= self.ends

    def remaining(self) -> float:
        """Seconds left. Raises EgressFailed when there are none."""
        left = self.ends - time.monotonic()
        if left <= 0:
            raise self.passed()
        return left

    def patience(self) -> float:
        """Seconds to wait for the next thing. Raises EgressFailed when there are none."""
        left = self.remaining()
        return left if self.idle is None else min(left, self.idle)

    def passed(self) -> EgressFailed:
        return EgressFailed(EgressReason.TOO_SLOW, f"It took longer than {self.seconds:g} seconds.")

    def hold(self, connection: socket.socket) -> None:
        """Cut this connection, too, at the end. A copy is kept: TLS takes the socket itself over."""
        with self._lock:
            self._held.append(connection.dup())

    def _cut(self) -> None:
        with self._lock:
            for held in self._held:
                with contextlib.suppress(OSError):
                    held.shutdown(socket.SHUT_RDWR)


def addresses_for(target: Target, *, listed: frozenset[Listed], resolve: Resolver, deadline: Deadline) -> list[str]:
    """The addresses of a target, every one of them acceptable.

    One address that is not is enough to refuse all: who mixes public and private answers is trying something.
    Raises EgressRefused and EgressFailed.
    """
    found = resolved(target, resolve, deadline)
    allowed = {Reach.PUBLIC, Reach.LOCAL} if any(one.covers(target) for one in listed) else {Reach.PUBLIC}
    reaches = {reach_of(address) for address in found}
    if Reach.NEVER in reaches:
        message = f"{target.host} leads to an address that nothing is fetched from (link-local, metadata or reserved)."
        raise EgressRefused(EgressReason.PRIVATE_ADDRESS, message)
    if not reaches <= allowed:
        message = (
            f"{target.host} leads to this machine or a private network. If it is meant, let the server's operator add "
            f"{target.host}:{target.port} to KIROCREW_EGRESS_ALLOW."
        )
        raise EgressRefused(EgressReason.PRIVATE_ADDRESS, message)
    return found


def resolved(target: Target, resolve: Resolver, deadline: Deadline) -> list[str]:
    """The addresses of a target, unchecked. Raises EgressFailed when there are none in time."""
    answers: SimpleQueue[Sequence[str] | Exception] = SimpleQueue()

    def ask() -> None:
        try:
            answers.put(resolve(target.host, target.port))
        except (OSError, UnicodeError) as error:
            answers.put(error)

    # The system's resolver can't be told to hurry; it is left behind when the deadline comes.
    threading.Thread(target=ask, daemon=True).start()
    try:
        answer = answers.get(timeout=deadline.remaining())
    except Empty as error:
        raise deadline.passed() from error
    if isinstance(answer, Exception) or not answer:
        raise EgressFailed(EgressReason.UNRESOLVED, f"The name {target.host} is not known. Check its spelling.")
    return list(answer)


class PinnedBackend(httpcore2.NetworkBackend):
    """Connects to addresses that were checked before, and to nothing else: no name is looked up again."""

    def __init__(self, addresses: Sequence[str], *, port: int, deadline: Deadline) -> None:
        self._addresses, self._port, self._deadline = addresses, port, deadline
        self._system = httpcore2.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[SocketOption] | None = None,
    ) -> httpcore2.NetworkStream:
        if port != self._port:
            raise httpcore2.ConnectError("another port than the one that was checked")
        trouble: Exception = httpcore2.ConnectError("no address")
        for address in self._addresses:
            try:
                stream = self._system.connect_tcp(address, port, self._deadline.patience(), local_address, ())
            except (httpcore2.ConnectError, httpcore2.ConnectTimeout) as error:
                trouble = error
                continue
            self._deadline.hold(stream.get_extra_info("socket"))
            return _TimedStream(stream, self._deadline)
        raise trouble

    def connect_unix_socket(
        self, path: str, timeout: float | None = None, socket_options: Iterable[SocketOption] | None = None
    ) -> httpcore2.NetworkStream:
        raise httpcore2.ConnectError("sockets of this machine are not reached")


class _TimedStream(httpcore2.NetworkStream):
    """Waits at most as long as the fetch has left, however often a byte arrives."""

    def __init__(self, stream: httpcore2.NetworkStream, deadline: Deadline) -> None:
        self._stream, self._deadline = stream, deadline

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._stream.read(max_bytes, self._deadline.patience())

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._stream.write(buffer, self._deadline.patience())

    def close(self) -> None:
        self._stream.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore2.NetworkStream:
        inner = self._stream.start_tls(ssl_context, server_hostname, self._deadline.remaining())
        return _TimedStream(inner, self._deadline)

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)
