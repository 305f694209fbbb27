"""A probe of a server that is a URL: streamable HTTP, through the one outgoing client."""

import time
from collections.abc import Iterator
from typing import Any, Final

from hooks.egress.bodies import MIB
from hooks.egress.client import Caps, Egress, Reply, egress_open
from hooks.egress.refusals import EgressFailed, EgressRefused
from hooks.mcp.protocol import (
    PAGES_MAX,
    TOOLS_MAX,
    Answer,
    ProbeFailed,
    about,
    initialize,
    message_of,
    notification,
    request,
    result_of,
    tools_of,
)

OUTPUT_MAX: Final = MIB  # bytes of one answer
SESSION: Final = "mcp-session-id"
SESSION_MAX: Final = 512  # characters


def probe_http(*, url: str, seconds: float, egress: Egress | None = None) -> Answer:
    """Ask a server at a URL what it is and what tools it has. Raises ProbeFailed.

    Private addresses are asked only where the operator listed the host. A session that was opened is closed.
    """
    talk = _Talk(url, seconds, egress)
    try:
        return talk.ask()
    except (EgressRefused, EgressFailed) as problem:
        raise ProbeFailed(problem.detail) from problem
    finally:
        talk.close()


class _Talk:
    """One conversation; each message is a POST of its own."""

    def __init__(self, url: str, seconds: float, egress: Egress | None) -> None:
        self.url, self.egress = url, egress
        self.seconds = seconds
        self.deadline = time.monotonic() + seconds
        self.headers = {"content-type": "application/json", "accept": "application/json, text/event-stream"}

    def ask(self) -> Answer:
        name, version, protocol = about(self.call(1, "initialize", initialize()))
        if protocol.isascii() and protocol.replace("-", "").isalnum():
            self.headers["mcp-protocol-version"] = protocol
        self.notify("notifications/initialized")
        answer = Answer(name, version, protocol)
        cursor = ""
        for page in range(PAGES_MAX):
            tools, cursor = tools_of(self.call(2 + page, "tools/list", {"cursor": cursor} if cursor else {}))
            answer.tools.extend(tools[: TOOLS_MAX - len(answer.tools)])
            if not cursor:
                break
        return answer

    def call(self, ident: int, method: str, params: dict[str, Any]) -> dict[str, Any]:
        with self.sent(request(ident, method, params)) as reply:
            if reply.status != 200:
                raise ProbeFailed(f"The server answered with the status {reply.status}.{self.hint(reply.status)}")
            session = reply.headers.get(SESSION, "")
            if session and len(session) <= SESSION_MAX and session.isascii() and session.isprintable():
                self.headers[SESSION] = session
            for text in messages_in(reply):
                message = message_of(text)
                if message is not None and message.get("id") == ident and "method" not in message:
                    return result_of(message)
        raise ProbeFailed("The server ended its answer without a result.")

    def notify(self, method: str) -> None:
        with self.sent(notification(method)) as reply:
            if reply.status >= 400:
                raise ProbeFailed(f"The server answered a notification with the status {reply.status}.")

    def sent(self, body: bytes | None, *, method: str = "POST", seconds: float | None = None) -> Any:
        left = self.deadline - time.monotonic() if seconds is None else seconds
        if left <= 0:
            raise ProbeFailed(f"The server did not answer within {self.seconds:g} s.")
        caps = Caps(bytes=OUTPUT_MAX, seconds=left, redirects=3)
        return egress_open(self.url, method=method, headers=self.headers, content=body, caps=caps, egress=self.egress)

    def close(self) -> None:
        """End the session, if there is one. Servers may refuse to; then it ends by itself."""
        if SESSION not in self.headers:
            return
        try:
            with self.sent(None, method="DELETE", seconds=2.0):
                pass
        except (EgressRefused, EgressFailed):
            return

    @staticmethod
    def hint(status: int) -> str:
        if status in (401, 403):
            return " It wants a sign-in, which the registry does not keep."
        return " Is this the address of its MCP endpoint?" if status in (404, 405) else ""


def messages_in(reply: Reply) -> Iterator[str]:
    """The messages of an answer: one JSON document, or the data of events as they come."""
    kind = reply.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "text/event-stream":
        yield b"".join(reply.chunks).decode("utf-8", errors="replace")
        return
    unread, data = b"", list[str]()
    for chunk in reply.chunks:
        unread += chunk
        *lines, unread = unread.replace(b"\r\n", b"\n").split(b"\n")
        for line in lines:
            if line.startswith(b"data:"):
                data.append(line[5:].strip().decode("utf-8", errors="replace"))
            elif not line and data:
                yield "\n".join(data)
                data = []
    if data:
        yield "\n".join(data)
