"""Which addresses belong to the public internet, whatever notation hides them.

Sources: the IANA special-purpose address registries for IPv4 and IPv6, RFC 6052 (NAT64), RFC 3056 (6to4), RFC 4380
(Teredo), RFC 5214 (ISATAP), and the documentation of the clouds for their metadata services. Python's own `is_global`
differs between the versions this product runs on, so the ranges are named here.
"""

from enum import Enum
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Final


class Reach(Enum):
    """Where an address leads."""

    PUBLIC = "public"
    LOCAL = "local"
    """This machine or its networks: only for a host the owner listed."""
    NEVER = "never"
    """Metadata services, link-local, multicast, unspecified and reserved addresses: for nobody."""


def _v4(*nets: str) -> tuple[IPv4Network, ...]:
    return tuple(IPv4Network(net) for net in nets)


def _v6(*nets: str) -> tuple[IPv6Network, ...]:
    return tuple(IPv6Network(net) for net in nets)


# Alibaba (inside the carriers' range), Azure's wire server (a public address), AWS over IPv6.
_METADATA_4: Final = _v4("100.100.100.200/32", "168.63.129.16/32", "169.254.0.0/16", "192.0.0.0/24")
_METADATA_6: Final = _v6("fd00:ec2::/32", "fd20:ce::254/128")
_LOCAL_4: Final = _v4("10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16")
_LOCAL_6: Final = _v6("::1/128", "fc00::/7")
_RESERVED_4: Final = _v4(
    "0.0.0.0/8", "192.0.2.0/24", "192.88.99.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/3"
)
_PUBLIC_6: Final = _v6("2000::/3")
# Protocol assignments with Teredo and benchmarking, documentation, 6to4.
_RESERVED_6: Final = _v6("2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")
_NAT64: Final = IPv6Network("64:ff9b::/96")
_ISATAP: Final = frozenset({0x00005EFE, 0x02005EFE})


@lru_cache(maxsize=1024)
def reach_of(address: str) -> Reach:
    """Where a literal address leads. NEVER for what is no address at all, and for one with a zone (`fe80::1%eth0`)."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return Reach.NEVER
    if isinstance(parsed, IPv4Address):
        return _reach_4(parsed)
    return Reach.NEVER if parsed.scope_id else _reach_6(parsed)


def _reach_4(address: IPv4Address) -> Reach:
    if any(address in net for net in _METADATA_4):
        return Reach.NEVER
    if any(address in net for net in _LOCAL_4):
        return Reach.LOCAL
    return Reach.NEVER if any(address in net for net in _RESERVED_4) else Reach.PUBLIC


def _reach_6(address: IPv6Address) -> Reach:
    if address.ipv4_mapped is not None:
        return _reach_4(address.ipv4_mapped)
    last_32 = IPv4Address(int(address) & 0xFFFFFFFF)
    if address in _NAT64:
        return _reach_4(last_32)
    if any(address in net for net in _METADATA_6):
        return Reach.NEVER
    if any(address in net for net in _LOCAL_6):
        return Reach.LOCAL
    if not any(address in net for net in _PUBLIC_6) or any(address in net for net in _RESERVED_6):
        return Reach.NEVER
    if (int(address) >> 32) & 0xFFFFFFFF in _ISATAP:
        return _reach_4(last_32)
    return Reach.PUBLIC
