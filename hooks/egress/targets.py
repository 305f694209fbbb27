"""What a URL asks for, read once and strictly, and the hosts the owner has listed."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Final
from urllib.parse import quote, urljoin, urlsplit

from .refusals import EgressReason, EgressRefused

PORTS: Final = {"http": 80, "https": 443}
MAX_URL_CHARS: Final = 8192
_FORBIDDEN = re.compile(r"[\x00-\x20\x7f\\]")
_HOST = re.compile(r"[a-z0-9_](?:[a-z0-9_.-]{0,252})")
# Characters of a path or query that are sent as they are; the percent sign is among them: what is encoded stays so.
_PATH_SAFE: Final = "/%:@!$&'()*+,;=~?-._"


@dataclass(frozen=True, slots=True)
class Target:
    """Where one request goes. `host` is lower case, ASCII, without brackets or final dot; `path` with its query."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def origin(self) -> tuple[str, str, int]:
        return self.scheme, self.host, self.port

    @property
    def authority(self) -> str:
        """The value of the header Host."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == PORTS[self.scheme] else f"{host}:{self.port}"

    @property
    def url(self) -> str:
        return f"{self.scheme}://{self.authority}{self.path}"


def target_of(url: str) -> Target:
    """Read an absolute URL. Raises EgressRefused for anything but http and https, credentials and odd characters."""
    if len(url) > MAX_URL_CHARS or _FORBIDDEN.search(url):
        raise _bad("it is too long, or holds a blank, a backslash or a control character")
    try:
        split = urlsplit(url)
        port = split.port
        name = split.hostname
    except ValueError as error:
        raise _bad("its host or port can't be read") from error
    if split.scheme not in PORTS:
        raise EgressRefused(EgressReason.SCHEME, "Only http and https are fetched.")
    if "@" in split.netloc:
        message = "A URL must not carry a user name or password. Send them in a header."
        raise EgressRefused(EgressReason.CREDENTIALS_IN_URL, message)
    if not name or port == 0:
        raise _bad("it names no host")
    path = quote(split.path or "/", safe=_PATH_SAFE) + (
        f"?{quote(split.query, safe=_PATH_SAFE)}" if split.query else ""
    )
    return Target(split.scheme, host_of(name), port or PORTS[split.scheme], path)


def redirected(target: Target, location: str) -> Target:
    """Where an answer's header Location leads. Raises EgressRefused, also when it leaves https for http."""
    found = target_of(urljoin(target.url, location.strip()))
    if target.scheme == "https" and found.scheme == "http":
        raise EgressRefused(EgressReason.DOWNGRADE, f"{target.host} leads from https to http, which is not followed.")
    return found


def host_of(name: str) -> str:
    """A host in the one spelling that is compared: ASCII, lower case, no brackets, no final dot."""
    plain = name.strip("[]").rstrip(".")
    if ":" in plain:
        try:
            if "%" in plain:  # the zone of a link-local address
                raise ValueError
            return str(ip_address(plain))
        except ValueError as error:
            raise _bad("its host is no address") from error
    try:
        ascii_name = plain.encode("idna").decode().lower() if not plain.isascii() else plain.lower()
    except UnicodeError as error:
        raise _bad("its host is no name") from error
    if not _HOST.fullmatch(ascii_name):
        raise _bad("its host is no name")
    return ascii_name


@dataclass(frozen=True, slots=True)
class Listed:
    """A host the owner allows although it is on this machine or in its networks; port 0 stands for every port."""

    host: str
    port: int = 0

    def covers(self, target: Target) -> bool:
        return self.host == target.host and self.port in (0, target.port)


def listed_of(entries: Iterable[str]) -> frozenset[Listed]:
    """Read `host`, `host:port` or `[address]:port`. Raises ValueError that names the entry that is neither."""
    return frozenset(_listed(entry) for entry in entries)


def _listed(entry: str) -> Listed:
    try:
        if entry.count(":") > 1 and not entry.startswith("["):
            return Listed(host_of(entry))
        split = urlsplit(f"//{entry}")
        if split.path or split.query or split.fragment or "@" in split.netloc or not split.hostname:
            raise ValueError
        return Listed(host_of(split.hostname), split.port or 0)
    except (ValueError, EgressRefused) as error:
        raise ValueError(f"{entry!r} is no host; write it as localhost, localhost:8080 or [::1]:8080") from error


def _bad(why: str) -> EgressRefused:
    return EgressRefused(EgressReason.BAD_URL, f"This URL can't be fetched: {why}.")
