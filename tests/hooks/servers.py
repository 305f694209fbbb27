"""A small HTTP server for the egress tests: it answers each path with a function and remembers what it was asked."""

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

Handler = Callable[[socket.socket, "Asked"], None]


@dataclass(frozen=True)
class Asked:
    """One request as it arrived."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Server:
    """A server in a thread on this machine; `requests` are those that came."""

    port: int
    handlers: dict[str, Handler] = field(default_factory=dict)
    requests: list[Asked] = field(default_factory=list)
    connections: int = 0

    def on(self, path: str, handler: Handler) -> None:
        self.handlers[path] = handler

    def answer(self, path: str, body: bytes = b"ok", *, status: str = "200 OK", **headers: str) -> None:
        """Answer a path with a fixed text; underscores of header names become hyphens."""
        head = {"Content-Length": str(len(body)), "Connection": "close"}
        head |= {name.replace("_", "-"): value for name, value in headers.items()}
        lines = "".join(f"{name}: {value}\r\n" for name, value in head.items() if value)
        raw = f"HTTP/1.1 {status}\r\n{lines}\r\n".encode() + body
        self.handlers[path] = lambda connection, _: connection.sendall(raw)

    def url(self, path: str = "/", host: str = "public.example") -> str:
        return f"http://{host}:{self.port}{path}"


@contextmanager
def serving() -> Iterator[Server]:
    """A running server; ended with the block."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        server = Server(listener.getsockname()[1])
        threads: list[threading.Thread] = []

        def accept() -> None:
            while True:
                try:
                    connection, _ = listener.accept()
                except OSError:
                    return
                server.connections += 1
                one = threading.Thread(target=_serve, args=(connection, server), daemon=True)
                one.start()
                threads.append(one)

        acceptor = threading.Thread(target=accept, daemon=True)
        acceptor.start()
        try:
            yield server
        finally:
            listener.shutdown(socket.SHUT_RDWR)
            acceptor.join(5)
            for thread in threads:
                thread.join(5)


def _serve(connection: socket.socket, server: Server) -> None:
    with connection:
        try:
            asked = _read(connection)
            server.requests.append(asked)
            server.handlers[asked.path.partition("?")[0]](connection, asked)
        except (OSError, KeyError, ValueError):
            return


def _read(connection: socket.socket) -> Asked:
    data = b""
    while b"\r\n\r\n" not in data:
        piece = connection.recv(65536)
        if not piece:
            raise ValueError("closed")
        data += piece
    head, _, body = data.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    while len(body) < int(headers.get("content-length", 0)):
        body += connection.recv(65536)
    method, path, _ = first.split(" ")
    return Asked(method, path, headers, body)
