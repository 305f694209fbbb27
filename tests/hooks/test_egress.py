"""What is fetched comes from where it was checked to be, within its limits, and carries nothing to strangers."""

import gzip
import socket
import ssl
import threading
import time
from collections.abc import Iterator, Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hooks.services.egress import (
    Caps,
    Egress,
    EgressFailed,
    EgressReason,
    EgressRefused,
    Fetched,
    egress_configured,
    egress_fetch,
    egress_open,
    listed_of,
)
from tests.hooks.servers import Asked, Server, serving


@pytest.fixture
def server() -> Iterator[Server]:
    with serving() as running:
        yield running


class Names:
    """A resolver with answers of its own; it remembers what it was asked."""

    def __init__(self, **answers: Sequence[str]) -> None:
        self.answers = {name.replace("_", "."): found for name, found in answers.items()}
        self.asked: list[str] = []

    def __call__(self, host: str, port: int) -> Sequence[str]:
        self.asked.append(host)
        if host not in self.answers:
            raise socket.gaierror("no such name")
        return self.answers[host]


def local(server: Server, **more: Sequence[str]) -> Egress:
    """A way out on which the test server's name is listed by the owner."""
    names = Names(public_example=["127.0.0.1"], other_example=["127.0.0.1"], **more)
    return Egress(listed=listed_of([f"public.example:{server.port}", f"other.example:{server.port}"]), resolve=names)


def refusal(url: str, egress: Egress, caps: Caps = Caps(seconds=60), **more: object) -> EgressReason:  # noqa: B008
    with pytest.raises((EgressRefused, EgressFailed)) as error:
        egress_fetch(url, egress=egress, caps=caps, **more)  # type: ignore[arg-type]
    assert isinstance(error.value, EgressRefused | EgressFailed)
    return error.value.reason


def test_a_listed_host_is_fetched_with_its_own_name_in_the_request(server: Server) -> None:
    server.answer("/größe".encode().decode("latin-1"), b"x")
    server.answer("/a", '{"größe": "日本"}'.encode(), Content_Type="application/json")
    found = egress_fetch(server.url("/a?x=1"), egress=local(server))
    assert (found.status, found.json()) == (200, {"größe": "日本"})
    assert found.headers["content-type"] == "application/json"
    assert server.requests[0].headers["host"] == f"public.example:{server.port}"
    assert server.requests[0].path == "/a?x=1"


def test_a_part_of_a_file_is_asked_for_unpacked_and_of_another_origin_too(server: Server) -> None:
    server.answer("/a", b"", status="302 Found", Location=server.url("/b", host="other.example"))
    server.answer("/b", b"rest", status="206 Partial Content")
    asked = {"Range": "bytes=5-", "If-Range": '"tag"', "Authorization": "Bearer x"}
    assert egress_fetch(server.url("/a"), headers=asked, egress=local(server)).content == b"rest"
    sent = server.requests[1].headers
    assert (sent["range"], sent["if-range"], sent["accept-encoding"]) == ("bytes=5-", '"tag"', "identity")
    assert "authorization" not in sent


def test_an_answer_that_stalls_ends_long_before_its_time_if_that_is_asked_for(server: Server) -> None:
    def stall(connection: socket.socket, asked: Asked) -> None:
        connection.sendall(b"HTTP/1.1 200 OK\r\n\r\nhalf")
        connection.recv(1)

    server.on("/", stall)
    with pytest.raises(EgressFailed, match=r"sent nothing for 0\.2 seconds"):
        egress_fetch(server.url("/"), egress=local(server), caps=Caps(seconds=60, idle=0.2))


def test_the_name_is_looked_up_once_and_the_connection_goes_to_what_was_checked(server: Server) -> None:
    """A second look-up could give another answer (DNS rebinding)."""
    server.answer("/")
    egress = local(server)
    egress_fetch(server.url("/"), egress=egress)
    assert isinstance(egress.resolve, Names)
    assert egress.resolve.asked == ["public.example"]


@pytest.mark.parametrize(
    "answers",
    [
        ["127.0.0.1"],
        ["10.0.0.7"],
        ["::1"],
        ["::ffff:127.0.0.1"],
        ["64:ff9b::7f00:1"],
        ["169.254.169.254"],
        ["93.184.216.34", "127.0.0.1"],
        ["2606:4700::1111", "fe80::1"],
        ["100.64.0.1"],
    ],
)
def test_a_name_with_one_answer_that_is_not_public_is_refused_before_any_connection(
    server: Server, answers: Sequence[str]
) -> None:
    assert refusal(server.url("/"), Egress(resolve=Names(public_example=answers))) is EgressReason.PRIVATE_ADDRESS
    assert server.connections == 0


PUBLIC_ADDRESSES = st.sampled_from(["93.184.216.34", "1.1.1.1", "2606:4700::1111"])
INSIDE = st.sampled_from(
    ["10.0.0.0/8", "127.0.0.0/8", "169.254.0.0/16", "192.168.0.0/16", "fc00::/7", "fe80::/10", "::ffff:10.0.0.0/104"]
).flatmap(lambda network: st.ip_addresses(network=network).map(str))


@settings(deadline=None)
@given(st.lists(PUBLIC_ADDRESSES, max_size=4), INSIDE, st.randoms(use_true_random=False))
def test_one_inside_answer_among_any_refuses_all(public: list[str], inside: str, random: Random) -> None:
    answers = [*public, inside]
    random.shuffle(answers)
    egress = Egress(resolve=Names(public_example=answers))
    assert refusal("http://public.example/", egress) is EgressReason.PRIVATE_ADDRESS


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "localhost", "0x7f.1", "2130706433", "017700000001", "[::1]", "0", "127.1"]
)
def test_every_spelling_of_this_machine_is_refused(server: Server, host: str) -> None:
    with pytest.raises((EgressRefused, EgressFailed)):
        egress_fetch(f"http://{host}:{server.port}/", egress=Egress(), caps=Caps(seconds=60))
    assert server.connections == 0


def test_a_refusal_says_which_setting_allows_the_host(server: Server) -> None:
    with pytest.raises(EgressRefused, match=f"localhost:{server.port} to KIROCREW_EGRESS_ALLOW"):
        egress_fetch(f"http://localhost:{server.port}/?token=hunter2", egress=Egress())


def test_a_listed_host_is_listed_for_its_port_only(server: Server) -> None:
    server.answer("/")
    names = Names(public_example=["127.0.0.1"])
    wrong_port = Egress(listed=listed_of(["public.example:1"]), resolve=names)
    assert refusal(server.url("/"), wrong_port) is EgressReason.PRIVATE_ADDRESS
    assert (
        egress_fetch(server.url("/"), egress=Egress(listed=listed_of(["public.example"]), resolve=names)).status == 200
    )


def test_no_list_opens_the_metadata_service(server: Server) -> None:
    egress = Egress(
        listed=listed_of(["169.254.169.254", "public.example"]), resolve=Names(public_example=["169.254.169.254"])
    )
    assert refusal(server.url("/"), egress) is EgressReason.PRIVATE_ADDRESS


def test_the_next_address_is_tried_when_one_does_not_answer(server: Server) -> None:
    server.answer("/")
    egress = Egress(
        listed=listed_of(["public.example"]), resolve=Names(public_example=["127.0.0.2", "::1", "127.0.0.1"])
    )
    assert egress_fetch(server.url("/"), egress=egress).status == 200


# ---- redirects ----


def test_a_redirect_to_a_private_address_is_refused(server: Server) -> None:
    with serving() as inner:
        inner.answer("/", b"secret")
        server.answer("/", status="302 Found", Location=f"http://127.0.0.1:{inner.port}/")
        assert refusal(server.url("/"), local(server)) is not None
        assert inner.connections == 0


def test_a_redirect_to_a_name_that_leads_inside_is_refused(server: Server) -> None:
    server.answer("/", status="301 Moved", Location="http://inside.example/")
    egress = local(server, inside_example=["10.0.0.1"])
    assert refusal(server.url("/"), egress) is EgressReason.PRIVATE_ADDRESS


@pytest.mark.parametrize(
    ("location", "reason"),
    [
        ("file:///etc/passwd", EgressReason.SCHEME),
        ("gopher://public.example/", EgressReason.SCHEME),
        ("http://user:pw@public.example/", EgressReason.CREDENTIALS_IN_URL),
        ("http://169.254.169.254/latest/meta-data", EgressReason.PRIVATE_ADDRESS),
    ],
)
def test_a_redirect_is_judged_like_any_url(server: Server, location: str, reason: EgressReason) -> None:
    server.answer("/", status="302 Found", Location=location)
    assert refusal(server.url("/"), local(server, **{"169_254_169_254": ["169.254.169.254"]})) is reason


def test_redirects_in_a_circle_end(server: Server) -> None:
    server.answer("/", status="302 Found", Location="/")
    assert refusal(server.url("/"), local(server)) is EgressReason.TOO_MANY_REDIRECTS
    assert len(server.requests) == 6


def test_a_relative_redirect_is_followed_and_the_answer_says_where_it_came_from(server: Server) -> None:
    server.answer("/a/b", status="302 Found", Location="../c?d=1")
    server.answer("/c", b"here")
    found = egress_fetch(server.url("/a/b"), egress=local(server))
    assert (found.url, found.content) == (server.url("/c?d=1"), b"here")


SECRET_HEADERS = {"Authorization": "Bearer abc", "Cookie": "a=b", "X-Api-Key": "abc", "Accept-Language": "de"}


def test_credentials_stay_within_the_origin(server: Server) -> None:
    server.answer("/a", status="302 Found", Location="/b")
    server.answer("/b", status="307 Temporary Redirect", Location=server.url("/c", "other.example"))
    server.answer("/c")
    egress_fetch(server.url("/a"), headers=SECRET_HEADERS, egress=local(server))
    same, last = server.requests[1].headers, server.requests[2].headers
    assert (same["authorization"], same["x-api-key"]) == ("Bearer abc", "abc")
    assert not {"authorization", "cookie", "x-api-key"} & last.keys()
    assert last["accept-language"] == "de"


def test_content_is_not_sent_on_to_another_origin(server: Server) -> None:
    server.answer("/a", status="308 Permanent Redirect", Location=server.url("/b", "other.example"))
    reason = refusal(server.url("/a"), local(server), method="POST", content=b"private")
    assert reason is EgressReason.REDIRECT_WITH_BODY
    assert len(server.requests) == 1


def test_a_post_that_is_answered_elsewhere_is_read_without_its_content(server: Server) -> None:
    server.answer("/a", status="303 See Other", Location="/b")
    server.answer("/b", b"done")
    headers = {"Content-Type": "application/json"}
    found = egress_fetch(server.url("/a"), method="POST", content=b"{}", headers=headers, egress=local(server))
    assert found.content == b"done"
    assert (server.requests[0].method, server.requests[0].body) == ("POST", b"{}")
    assert (server.requests[1].method, server.requests[1].body) == ("GET", b"")
    assert "content-type" not in server.requests[1].headers


# ---- size ----


def test_an_answer_of_exactly_the_limit_is_taken_and_one_byte_more_is_not(server: Server) -> None:
    server.answer("/", b"x" * 1000)
    assert len(egress_fetch(server.url("/"), egress=local(server), caps=Caps(bytes=1000)).content) == 1000
    assert refusal(server.url("/"), local(server), Caps(bytes=999)) is EgressReason.TOO_LARGE


def test_an_answer_that_never_ends_is_cut_at_the_limit(server: Server) -> None:
    def pour(connection: socket.socket, _: Asked) -> None:
        connection.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
        while True:
            connection.sendall(b"x" * 65536)

    server.on("/", pour)
    assert refusal(server.url("/"), local(server), Caps(bytes=1_000_000)) is EgressReason.TOO_LARGE


def test_an_answer_that_claims_too_much_is_refused_before_it_is_read(server: Server) -> None:
    server.answer("/", b"short", Content_Length="99999999999")
    assert refusal(server.url("/"), local(server)) is EgressReason.TOO_LARGE


def test_an_answer_shorter_than_it_claims_is_no_answer(server: Server) -> None:
    server.answer("/", b"short", Content_Length="10")
    assert refusal(server.url("/"), local(server)) is EgressReason.PROTOCOL


def test_an_answer_longer_than_it_claims_ends_where_it_says(server: Server) -> None:
    server.answer("/", b"short and more", Content_Length="5")
    assert egress_fetch(server.url("/"), egress=local(server)).content == b"short"


def test_a_packed_answer_is_unpacked(server: Server) -> None:
    server.answer("/", gzip.compress("größe".encode()), Content_Encoding="gzip")
    assert egress_fetch(server.url("/"), egress=local(server)).text == "größe"


def test_a_packed_answer_that_grows_over_the_limit_is_refused(server: Server) -> None:
    bomb = gzip.compress(bytes(50_000_000), 9)
    assert len(bomb) < 100_000
    server.answer("/", bomb, Content_Encoding="gzip")
    assert refusal(server.url("/"), local(server), Caps(bytes=1_000_000)) is EgressReason.TOO_LARGE


@pytest.mark.parametrize("encoding", ["br", "zstd", "gzip, gzip", "compress"])
def test_a_packing_that_was_not_asked_for_is_refused(server: Server, encoding: str) -> None:
    server.answer("/", b"x", Content_Encoding=encoding)
    assert refusal(server.url("/"), local(server)) is EgressReason.ENCODING


def test_damaged_and_cut_packing_is_refused(server: Server) -> None:
    server.answer("/damaged", b"no gzip at all", Content_Encoding="gzip")
    server.answer("/cut", gzip.compress(b"x" * 1000)[:-12], Content_Encoding="gzip")
    for path in ("/damaged", "/cut"):
        assert refusal(server.url(path), local(server)) is EgressReason.ENCODING


def test_a_head_request_has_headers_and_no_content(server: Server) -> None:
    server.on("/", lambda c, _: c.sendall(b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 50\r\n\r\n"))
    assert egress_fetch(server.url("/"), method="HEAD", egress=local(server)).content == b""


# ---- time ----


def _drip(connection: socket.socket, _: Asked) -> None:
    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")
    while True:
        connection.sendall(b"x")
        time.sleep(0.05)


def _drip_head(connection: socket.socket, _: Asked) -> None:
    connection.sendall(b"HTTP/1.1 200 OK\r\n")
    while True:
        connection.sendall(b"X")
        time.sleep(0.05)


def _silent(connection: socket.socket, _: Asked) -> None:
    connection.recv(1)


@pytest.mark.parametrize("behaviour", [_drip, _drip_head, _silent])
def test_a_slow_answer_ends_with_the_deadline_however_it_is_slow(server: Server, behaviour: object) -> None:
    assert callable(behaviour)
    server.on("/", behaviour)
    assert refusal(server.url("/"), local(server), Caps(seconds=0.6)) is EgressReason.TOO_SLOW


def test_the_deadline_is_for_all_redirects_together(server: Server) -> None:
    def wait(connection: socket.socket, _: Asked) -> None:
        time.sleep(0.3)
        connection.sendall(b"HTTP/1.1 302 Found\r\nLocation: /\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")

    server.on("/", wait)
    assert refusal(server.url("/"), local(server), Caps(seconds=0.8, redirects=50)) is EgressReason.TOO_SLOW
    assert len(server.requests) <= 3


def test_a_resolver_that_does_not_answer_ends_with_the_deadline() -> None:
    release = threading.Event()

    def never(host: str, port: int) -> Sequence[str]:
        release.wait(60)
        return ["1.1.1.1"]

    assert refusal("http://slow.example/", Egress(resolve=never), Caps(seconds=0.3)) is EgressReason.TOO_SLOW
    release.set()


def test_a_handshake_that_drips_ends_with_the_deadline(server: Server) -> None:
    def drip(listener: socket.socket) -> None:
        connection, _ = listener.accept()
        with connection:
            try:
                connection.recv(4096)
                connection.sendall(b"\x16\x03\x03\x3f\xff")
                while True:
                    connection.sendall(b"\x02")
                    time.sleep(0.05)
            except OSError:
                return

    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=drip, args=(listener,), daemon=True)
        thread.start()
        egress = Egress(listed=listed_of(["tls.example"]), resolve=Names(tls_example=["127.0.0.1"]))
        url = f"https://tls.example:{listener.getsockname()[1]}/"
        assert refusal(url, egress, Caps(seconds=0.6)) is EgressReason.TOO_SLOW
        thread.join(5)


# ---- what goes wrong ----


def test_an_unknown_name_and_a_closed_port_are_told_apart(server: Server) -> None:
    assert refusal("http://nowhere.example/", local(server)) is EgressReason.UNRESOLVED
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    egress = Egress(listed=listed_of(["public.example"]), resolve=Names(public_example=["127.0.0.1"]))
    assert refusal(f"http://public.example:{port}/", egress) is EgressReason.UNREACHABLE


def test_what_is_no_http_is_no_answer(server: Server) -> None:
    server.on("/", lambda c, _: c.sendall(b"SSH-2.0-OpenSSH_9.6\r\n"))
    assert refusal(server.url("/"), local(server)) is EgressReason.PROTOCOL


def test_a_server_without_a_trusted_certificate_is_refused(server: Server) -> None:
    def hello(connection: socket.socket, _: Asked) -> None:
        connection.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")

    server.on("/", hello)
    url = server.url("/").replace("http://", "https://")
    assert refusal(url, local(server), Caps(seconds=2)) in (EgressReason.CERTIFICATE, EgressReason.TOO_SLOW)


@pytest.mark.parametrize("value", ["a\r\nX-Evil: 1", "ключ", "a\x00b"])
def test_a_header_can_not_smuggle_another(server: Server, value: str) -> None:
    assert refusal(server.url("/"), local(server), headers={"Authorization": value}) is EgressReason.BAD_HEADER
    assert server.connections == 0


def test_nobody_can_set_the_host_of_a_request(server: Server) -> None:
    server.answer("/")
    egress_fetch(server.url("/"), headers={"Host": "evil.example", "Content-Length": "5"}, egress=local(server))
    assert server.requests[0].headers["host"] == f"public.example:{server.port}"


def test_an_error_page_is_an_answer(server: Server) -> None:
    server.answer("/", b"no", status="404 Not Found")
    assert egress_fetch(server.url("/"), egress=local(server)) == Fetched(
        server.url("/"), 404, {"content-length": "2", "connection": "close"}, b"no"
    )


def test_an_error_of_the_reader_is_not_taken_for_one_of_the_network(server: Server) -> None:
    server.answer("/")
    with pytest.raises(OSError, match="disk full"), egress_open(server.url("/"), egress=local(server)) as reply:
        assert next(reply.chunks) == b"ok"
        raise OSError("disk full")


def test_a_stream_is_read_as_it_comes(server: Server) -> None:
    go_on = threading.Event()

    def stream(connection: socket.socket, _: Asked) -> None:
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: 1\n\n")
        go_on.wait(5)
        connection.sendall(b"data: 2\n\n")

    server.on("/", stream)
    with egress_open(server.url("/"), egress=local(server), caps=Caps(seconds=60)) as reply:
        assert next(reply.chunks) == b"data: 1\n\n"
        go_on.set()
        assert next(reply.chunks) == b"data: 2\n\n"


def test_no_connection_and_no_thread_is_left(server: Server) -> None:
    server.answer("/")
    server.on("/drip", _drip)
    egress_fetch(server.url("/"), egress=local(server))
    refusal(server.url("/drip"), local(server), Caps(seconds=0.3))
    deadline = time.monotonic() + 3
    while any(isinstance(thread, threading.Timer) for thread in threading.enumerate()):
        assert time.monotonic() < deadline, "a timer is left"
        time.sleep(0.02)


# ---- proxies ----


def test_the_environments_proxies_are_not_used(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    server.answer("/")
    with serving() as proxy:
        for name in ("HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "ALL_PROXY", "all_proxy"):
            monkeypatch.setenv(name, f"http://127.0.0.1:{proxy.port}")
        assert egress_fetch(server.url("/"), egress=local(server)).status == 200
        assert proxy.connections == 0


def test_a_configured_proxy_is_asked_and_addresses_are_checked_all_the_same() -> None:
    with serving() as proxy:
        proxy.on("http://far.example/x", lambda c, _: c.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nfar"))
        names = Names(far_example=["93.184.216.34"], inside_example=["10.0.0.1"], localhost=["127.0.0.1"])
        egress = Egress(proxy=f"http://localhost:{proxy.port}", resolve=names)
        assert egress_fetch("http://far.example/x", egress=egress).content == b"far"
        assert refusal("http://inside.example/x", egress) is EgressReason.PRIVATE_ADDRESS
        assert [asked.path for asked in proxy.requests] == ["http://far.example/x"]


def test_the_operators_settings_are_used(settings: object, server: Server) -> None:
    settings.KIROCREW_EGRESS_ALLOW = [f"localhost:{server.port}"]  # type: ignore[attr-defined]
    settings.KIROCREW_EGRESS_PROXY = ""  # type: ignore[attr-defined]
    server.answer("/")
    assert egress_fetch(f"http://localhost:{server.port}/").status == 200
    assert len(egress_configured().listed) == 1


# ---- TLS ----


def test_the_name_of_the_url_is_asked_for_and_checked_in_tls(tmp_path_factory: pytest.TempPathFactory) -> None:
    """The connection goes to an address, but the certificate has to be for the name."""
    asked: list[str | None] = []
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.sni_callback = lambda _, name, __: asked.append(name)  # type: ignore[assignment]
    context.set_ciphers("ALL:@SECLEVEL=0")

    def shake(listener: socket.socket) -> None:
        connection, _ = listener.accept()
        with connection:
            try:
                context.wrap_socket(connection, server_side=True)
            except OSError:
                return

    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=shake, args=(listener,), daemon=True)
        thread.start()
        egress = Egress(listed=listed_of(["named.example"]), resolve=Names(named_example=["127.0.0.1"]))
        refusal(f"https://named.example:{listener.getsockname()[1]}/", egress, Caps(seconds=60))
        thread.join(5)
    assert asked == ["named.example"]
