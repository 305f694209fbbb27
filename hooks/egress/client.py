"""Fetch something from another machine: resolve, check every address, connect to what was checked, within limits."""

import json
import re
import ssl
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Final

import httpcore2
from django.conf import settings

from .bodies import ACCEPTED, MIB, too_large, unpacked
from .network import Deadline, PinnedBackend, Resolver, addresses_for, resolved, system_resolver
from .refusals import EgressFailed, EgressReason, EgressRefused
from .targets import PORTS, Listed, Target, listed_of, redirected, target_of

USER_AGENT: Final = "kirocrew"
REDIRECTS: Final = frozenset({301, 302, 303, 307, 308})
_KEEP_METHOD: Final = frozenset({307, 308})
# All that goes on to another origin: the rest could be a credential under any name.
_HARMLESS_HEADERS: Final = frozenset({"accept", "accept-language", "user-agent", "range", "if-range"})
_HEADER_NAME: Final = re.compile(r"[a-z0-9!#$%&'*+.^_`|~-]+")
_HEADER_VALUE: Final = re.compile(r"(?:[\x21-\x7e](?:[\x20-\x7e\t]*[\x21-\x7e])?)?")
_OWN_HEADERS: Final = frozenset({"host", "content-length", "transfer-encoding", "connection", "accept-encoding"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Caps:
    """Limits of one fetch: bytes of the answer (packed and unpacked), seconds for all of it, redirects followed.

    `idle` is the most seconds without a byte; None where only the whole is limited."""

    bytes: int = 10 * MIB
    seconds: float = 30.0
    redirects: int = 5
    idle: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Egress:
    """Where requests may go and how. `proxy` is an http:// URL, or empty for none; the environment's is never used."""

    listed: frozenset[Listed] = frozenset()
    proxy: str = ""
    resolve: Resolver = system_resolver
    trust: ssl.SSLContext | None = None
    """Certificates that are trusted; the system's where it is None."""


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer that is being read. `url` is the one that answered; header names are in lower case."""

    url: str
    status: int
    headers: Mapping[str, str]
    chunks: Iterator[bytes]
    """Unpacked pieces; reading them raises EgressRefused and EgressFailed."""


@dataclass(frozen=True, slots=True)
class Fetched:
    """A whole answer. Check `status`: an error page is an answer, too."""

    url: str
    status: int
    headers: Mapping[str, str]
    content: bytes

    @property
    def text(self) -> str:
        """The content as UTF-8; what is none becomes replacement characters."""
        return self.content.decode("utf-8", "replace")

    def json(self) -> Any:
        """The content as JSON. Raises ValueError."""
        return json.loads(self.content)


@dataclass(frozen=True, slots=True)
class _Request:
    method: str
    target: Target
    headers: Mapping[str, str] = field(default_factory=dict)
    content: bytes | None = None


def egress_configured() -> Egress:
    """What the operator set: KIROCREW_EGRESS_ALLOW and KIROCREW_EGRESS_PROXY."""
    return Egress(listed=_listed(tuple(settings.KIROCREW_EGRESS_ALLOW)), proxy=settings.KIROCREW_EGRESS_PROXY)


@lru_cache(maxsize=8)
def _listed(entries: tuple[str, ...]) -> frozenset[Listed]:
    return listed_of(entries)


def egress_fetch(
    url: str,
    *,
    method: str = "GET",
    headers: Mapping[str, str] | None = None,
    content: bytes | None = None,
    caps: Caps = Caps(),
    egress: Egress | None = None,
) -> Fetched:
    """Fetch a URL whole. Raises EgressRefused for what is not acceptable, EgressFailed for what may work later."""
    with egress_open(url, method=method, headers=headers, content=content, caps=caps, egress=egress) as reply:
        return Fetched(reply.url, reply.status, reply.headers, b"".join(reply.chunks))


@contextmanager
def egress_open(
    url: str,
    *,
    method: str = "GET",
    headers: Mapping[str, str] | None = None,
    content: bytes | None = None,
    caps: Caps = Caps(),
    egress: Egress | None = None,
) -> Iterator[Reply]:
    """As `egress_fetch`, but the answer is read piece by piece: for streams of events and large files.

    The limits of `caps` hold until the block is left.
    """
    out = egress_configured() if egress is None else egress
    request = _Request(method.upper(), target_of(url), _lowered(headers), content)
    with Deadline(caps.seconds, caps.idle) as deadline:
        for _ in range(caps.redirects + 1):
            with _sent(request, out, caps, deadline) as reply:
                if reply.status not in REDIRECTS or "location" not in reply.headers:
                    yield reply
                    return
                request = _following(request, reply)
        message = f"{request.target.host} leads on and on; {caps.redirects} redirects are followed."
        raise EgressRefused(EgressReason.TOO_MANY_REDIRECTS, message)


def _following(request: _Request, reply: Reply) -> _Request:
    """The request a redirect asks for. To another origin go no credentials and no content."""
    target = redirected(request.target, reply.headers["location"])
    keeps = reply.status in _KEEP_METHOD or request.method in ("GET", "HEAD")
    following = replace(request, target=target) if keeps else _Request("GET", target, request.headers)
    if not keeps:
        following = replace(following, headers=_without(following.headers, {"content-type"}))
    if target.origin == request.target.origin:
        return following
    if following.content is not None:
        message = f"{request.target.host} asks to send the content on to {target.host}, which is not done."
        raise EgressRefused(EgressReason.REDIRECT_WITH_BODY, message)
    return replace(following, headers={k: v for k, v in following.headers.items() if k in _HARMLESS_HEADERS})


@contextmanager
def _sent(request: _Request, out: Egress, caps: Caps, deadline: Deadline) -> Iterator[Reply]:
    target = request.target
    with ExitStack() as stack:
        # What the caller does with the answer is none of our errors, so only the start is in this block.
        with _errors_named(target, deadline):
            pool = stack.enter_context(_pool(target, out, deadline))
            response = stack.enter_context(_answer(pool, request))
        headers = _joined(response.headers)
        if (claimed := headers.get("content-length", "")).isdecimal() and int(claimed) > caps.bytes:
            raise too_large(caps.bytes)
        chunks = iter(response.iter_stream())
        body = unpacked(chunks, encoding=headers.get("content-encoding", ""), limit=caps.bytes)
        yield Reply(target.url, response.status, headers, _in_time(body, target, deadline))


def _in_time(body: Iterator[bytes], target: Target, deadline: Deadline) -> Iterator[bytes]:
    """The same pieces, whose errors are ours and which end with the deadline."""
    with _errors_named(target, deadline):
        for piece in body:
            deadline.remaining()
            yield piece


@contextmanager
def _answer(pool: httpcore2.ConnectionPool, request: _Request) -> Iterator[httpcore2.Response]:
    own = {"host": request.target.authority, "user-agent": USER_AGENT, "accept": "*/*", "accept-encoding": ACCEPTED}
    if request.content is not None:
        own["content-length"] = str(len(request.content))
    if "range" in request.headers:
        own["accept-encoding"] = "identity"  # a part of something packed can't be unpacked
    headers = own | _without(request.headers, _OWN_HEADERS)
    target = request.target
    port = None if target.port == PORTS[target.scheme] else target.port
    url = httpcore2.URL(scheme=target.scheme, host=target.host, port=port, target=target.path)
    with pool.stream(request.method, url, headers=list(headers.items()), content=request.content) as response:
        yield response


@contextmanager
def _pool(target: Target, out: Egress, deadline: Deadline) -> Iterator[httpcore2.ConnectionPool]:
    """A pool of one connection: what was checked for one request is not reused for another."""
    trust = out.trust or httpcore2.default_ssl_context()
    if out.proxy:
        _check_behind_proxy(target, out, deadline)
        hop = target_of(out.proxy)
        addresses = resolved(hop, out.resolve, deadline)
        proxy = httpcore2.Proxy(hop.url)
    else:
        hop, proxy = target, None
        addresses = addresses_for(target, listed=out.listed, resolve=out.resolve, deadline=deadline)
    backend = PinnedBackend(addresses, port=hop.port, deadline=deadline)
    with httpcore2.ConnectionPool(ssl_context=trust, proxy=proxy, max_connections=1, network_backend=backend) as pool:
        yield pool


def _check_behind_proxy(target: Target, out: Egress, deadline: Deadline) -> None:
    """A proxy looks names up itself. What can be known here is checked here; an unknown name is the proxy's to know."""
    try:
        addresses_for(target, listed=out.listed, resolve=out.resolve, deadline=deadline)
    except EgressFailed as failure:
        if failure.reason is not EgressReason.UNRESOLVED:
            raise


@contextmanager
def _errors_named(target: Target, deadline: Deadline) -> Iterator[None]:
    """The library's errors as ours; after the deadline every error is that it came."""
    try:
        yield
    except (httpcore2.TimeoutException, httpcore2.NetworkError, httpcore2.ProxyError, OSError) as error:
        if isinstance(error, httpcore2.TimeoutException) and not deadline.is_over and deadline.idle is not None:
            message = f"{target.host} sent nothing for {deadline.idle:g} seconds."
            raise EgressFailed(EgressReason.TOO_SLOW, message) from error
        if deadline.is_over or isinstance(error, httpcore2.TimeoutException):
            raise deadline.passed() from error
        if isinstance(error.__cause__, ssl.SSLError):
            message = (
                f"The certificate of {target.host} is not trusted, or the connection is not encrypted as it should be."
            )
            raise EgressFailed(EgressReason.CERTIFICATE, message) from error
        raise EgressFailed(EgressReason.UNREACHABLE, f"{target.host}:{target.port} can't be reached.") from error
    except (httpcore2.ProtocolError, httpcore2.UnsupportedProtocol) as error:
        if deadline.is_over:
            raise deadline.passed() from error
        message = f"{target.host} broke off its answer, or does not speak HTTP."
        raise EgressFailed(EgressReason.PROTOCOL, message) from error


def _lowered(headers: Mapping[str, str] | None) -> dict[str, str]:
    given = {name.lower(): value for name, value in (headers or {}).items()}
    if any(not _HEADER_NAME.fullmatch(name) or not _HEADER_VALUE.fullmatch(value) for name, value in given.items()):
        message = "A header holds a line break or a letter that no header may have. Look for one in a pasted key."
        raise EgressRefused(EgressReason.BAD_HEADER, message)
    return given


def _without(headers: Mapping[str, str], names: Iterable[str]) -> dict[str, str]:
    left_out = set(names)
    return {name: value for name, value in headers.items() if name not in left_out}


def _joined(headers: Iterable[tuple[bytes, bytes]]) -> dict[str, str]:
    """Header names in lower case; what comes twice is joined by commas, as HTTP says."""
    found: dict[str, str] = {}
    for name, value in headers:
        key, text = name.decode("latin-1").lower(), value.decode("latin-1")
        found[key] = f"{found[key]}, {text}" if key in found else text
    return found
