"""Only addresses of the public internet are public, in whatever notation."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hooks.egress.addresses import Reach, reach_of
from hooks.egress.targets import target_of
from hooks.services.egress import EgressReason, EgressRefused, listed_of

PUBLIC = """
    1.1.1.1 8.8.8.8 93.184.216.34 2606:4700:4700::1111 2a00:1450:4001::200e 64:ff9b::808:808 ::ffff:8.8.8.8
    172.32.0.1 100.128.0.1 192.169.0.1
""".split()
LOCAL = """
    127.0.0.1 127.9.9.9 10.1.2.3 172.16.0.1 172.31.255.255 192.168.0.1 100.64.0.1 ::1 fc00::1 fd12:3456::1
    ::ffff:127.0.0.1 ::ffff:10.0.0.1 64:ff9b::7f00:1 64:ff9b::a00:1
""".split()
NEVER = """
    169.254.169.254 169.254.0.1 0.0.0.0 0.1.2.3 255.255.255.255 224.0.0.1 240.0.0.1 192.0.2.1 198.18.0.1
    198.51.100.1 203.0.113.1 192.0.0.192 192.88.99.1 168.63.129.16 100.100.100.200 :: fe80::1 fe80::1%eth0
    fec0::1 ff02::1 2001:db8::1 2002:7f00:1:: 2002:808:808:: 2001:0:1::1 fd00:ec2::254 ::ffff:169.254.169.254
    64:ff9b::a9fe:a9fe 64:ff9b:1::1 100::1 ::127.0.0.1 3fff::1 5f00::1 localhost 1.2.3 0x7f.1 2130706433
""".split()


@pytest.mark.parametrize("address", PUBLIC)
def test_public_addresses_are_public(address: str) -> None:
    assert reach_of(address) is Reach.PUBLIC


@pytest.mark.parametrize("address", LOCAL)
def test_this_machine_and_private_networks_are_local(address: str) -> None:
    assert reach_of(address) is Reach.LOCAL


@pytest.mark.parametrize("address", [*NEVER, ""])
def test_metadata_and_reserved_addresses_are_for_nobody(address: str) -> None:
    assert reach_of(address) is Reach.NEVER


def test_an_interface_that_tunnels_to_a_private_address_is_not_public() -> None:
    assert reach_of("2400:cb00::5efe:7f00:1") is Reach.LOCAL
    assert reach_of("2400:cb00::200:5efe:a9fe:a9fe") is Reach.NEVER


@settings(deadline=None)
@given(st.ip_addresses(v=4))
def test_what_python_calls_private_is_never_public(address: object) -> None:
    if getattr(address, "is_private") or getattr(address, "is_multicast"):  # noqa: B009
        assert reach_of(str(address)) is not Reach.PUBLIC


@settings(deadline=None)
@given(st.ip_addresses(v=4))
def test_an_address_within_another_reaches_no_further(address: object) -> None:
    assert reach_of(f"::ffff:{address}") is reach_of(str(address))
    assert reach_of(f"64:ff9b::{address}") is reach_of(str(address))


@settings(deadline=None)
@given(st.ip_addresses(v=6))
def test_what_python_calls_private_is_never_public_in_version_six(address: object) -> None:
    if getattr(address, "is_private") or getattr(address, "is_multicast") or getattr(address, "is_link_local"):  # noqa: B009
        assert reach_of(str(address)) is not Reach.PUBLIC


# ---- URLs ----


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("ftp://example.com/", EgressReason.SCHEME),
        ("file:///etc/passwd", EgressReason.SCHEME),
        ("gopher://example.com/", EgressReason.SCHEME),
        ("//example.com/", EgressReason.SCHEME),
        ("example.com", EgressReason.SCHEME),
        ("http://user:pw@example.com/", EgressReason.CREDENTIALS_IN_URL),
        ("http://example.com@127.0.0.1/", EgressReason.CREDENTIALS_IN_URL),
        ("http://", EgressReason.BAD_URL),
        ("http://exa mple.com/", EgressReason.BAD_URL),
        ("http://example.com\\@127.0.0.1/", EgressReason.BAD_URL),
        ("http://example.com/\r\nHost: evil", EgressReason.BAD_URL),
        ("http://example.com:99999/", EgressReason.BAD_URL),
        ("http://example.com:0/", EgressReason.BAD_URL),
        ("http://[::1", EgressReason.BAD_URL),
        ("http://[fe80::1%25eth0]/", EgressReason.BAD_URL),
        ("http://exa%6dple.com/", EgressReason.BAD_URL),
        ("http://" + "a" * 9000, EgressReason.BAD_URL),
    ],
)
def test_urls_that_are_not_plain_are_refused(url: str, reason: EgressReason) -> None:
    with pytest.raises(EgressRefused) as error:
        target_of(url)
    assert error.value.reason is reason
    assert "pw" not in str(error.value)


@pytest.mark.parametrize(
    ("url", "host", "port", "path"),
    [
        ("https://Example.COM", "example.com", 443, "/"),
        ("http://example.com.:8080/a?b=c#d", "example.com", 8080, "/a?b=c"),
        (
            "https://münchen.example/größe?q=日本",
            "xn--mnchen-3ya.example",
            443,
            "/gr%C3%B6%C3%9Fe?q=%E6%97%A5%E6%9C%AC",
        ),
        ("http://[2606:4700::1111]/x%2Fy", "2606:4700::1111", 80, "/x%2Fy"),
        ("http://例え.テスト/", "xn--r8jz45g.xn--zckzah", 80, "/"),
    ],
)
def test_plain_urls_are_read(url: str, host: str, port: int, path: str) -> None:
    target = target_of(url)
    assert (target.host, target.port, target.path) == (host, port, path)


@settings(deadline=None)
@given(st.text(max_size=60))
def test_any_text_is_a_target_or_refused(text: str) -> None:
    for url in (text, f"http://{text}", f"https://example.com/{text}"):
        try:
            target = target_of(url)
        except EgressRefused:
            continue
        assert target.url.isascii()
        assert target_of(target.url) == target


@pytest.mark.parametrize("entry", ["http://localhost", "localhost/x", "a@b", "", "local host", "localhost:99999"])
def test_an_entry_that_is_no_host_is_named(entry: str) -> None:
    with pytest.raises(ValueError, match="is no host"):
        listed_of([entry])
