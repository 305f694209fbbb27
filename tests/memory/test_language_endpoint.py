"""A language model behind an address: what it is sent, what it may answer, and what goes wrong on the way."""

import json
import logging
import socket
import threading
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hooks.services.egress import Fetched
from memory.inference.chat import ChatAnswer, ChatError, ChatRequest
from memory.inference.chat_choice import chat_model_forget
from memory.inference.chat_endpoint import ANSWER_BYTES, EndpointModel
from memory.models import LanguageCall
from memory.services.language import language_ask, language_model
from tests.hooks.servers import Asked, Server, serving

KEY = "sk-proj-AbCdEf0123456789AbCdEf0123456789"
PROMPT = "The vault is behind the green door."
SCHEMA = {"type": "object", "properties": {"colour": {"type": "string"}}, "required": ["colour"]}
CHAT = "/v1/chat/completions"


@pytest.fixture
def server() -> Iterator[Server]:
    with serving() as made:
        yield made


@pytest.fixture
def model(server: Server, settings: Any) -> Callable[..., EndpointModel]:
    """Make a model of the server, which the owner has listed."""
    settings.KIROCREW_EGRESS_ALLOW = [f"127.0.0.1:{server.port}"]

    def make(path: str = "/v1", **more: Any) -> EndpointModel:
        known = {"key": KEY, "window": 8_192, "seconds": 10.0, "pause": 0.01} | more
        return EndpointModel(server.url(path, "127.0.0.1"), "small", **known)

    return make


def question(**more: Any) -> ChatRequest:
    return ChatRequest("You keep notes.", PROMPT, "trial", **more)


def said(text: Any = '{"colour": "green"}', *, stopped: str = "stop", usage: Any = None, **message: Any) -> bytes:
    choice = {"message": {"role": "assistant", "content": text, **message}, "finish_reason": stopped}
    used = {"prompt_tokens": 17, "completion_tokens": 5} if usage is None else usage
    return json.dumps({"choices": [choice], "usage": used, "model": "something-else"}).encode()


def in_turn(server: Server, *answers: tuple[str, bytes] | tuple[str, bytes, str]) -> None:
    """Answer one request after the other: status line, body, further header lines; the last one again and again."""
    left = list(answers)

    def handle(connection: socket.socket, _: Asked) -> None:
        status, body, *lines = left.pop(0) if len(left) > 1 else left[0]
        head = f"HTTP/1.1 {status}\r\nContent-Length: {len(body)}\r\nConnection: close\r\n{''.join(lines)}\r\n"
        connection.sendall(head.encode() + body)

    server.on(CHAT, handle)


def bodies(server: Server) -> list[dict[str, Any]]:
    return [json.loads(asked.body) for asked in server.requests]


def failure(model: EndpointModel, **more: Any) -> ChatError:
    with pytest.raises(ChatError) as caught:
        model.complete(question(**more))
    told = str(caught.value)
    assert KEY not in told and "vault" not in told and "notes" not in told
    return caught.value


def test_it_sends_the_question_with_key_schema_and_limits(server: Server, model: Any) -> None:
    server.answer(CHAT, said())
    answer = model().complete(question(schema=SCHEMA, max_tokens=99))
    assert isinstance(answer, ChatAnswer)
    assert (answer.text, answer.model) == ('{"colour": "green"}', "small")
    assert (answer.prompt_tokens, answer.answer_tokens, answer.estimated, answer.cut_off) == (17, 5, False, False)
    asked = server.requests[0]
    assert (asked.method, asked.headers["authorization"]) == ("POST", f"Bearer {KEY}")
    body = bodies(server)[0]
    assert [message["content"] for message in body["messages"]] == ["You keep notes.", PROMPT]
    assert (body["model"], body["max_tokens"], body["temperature"], body["stream"]) == ("small", 99, 0.0, False)
    assert body["response_format"]["json_schema"]["schema"] == SCHEMA


def test_without_a_key_none_is_sent_and_the_whole_path_may_be_given(server: Server, model: Any) -> None:
    server.answer(CHAT, said())
    model(CHAT, key="").complete(question())
    assert "authorization" not in server.requests[0].headers
    assert "response_format" not in bodies(server)[0]


def test_what_looks_like_a_credential_does_not_leave(server: Server, model: Any) -> None:
    server.answer(CHAT, said())
    secret = "ghp_" + "R7q2mZx9LkV4tBn8WcY1sHd6PfJ3aGe5UoTi"
    model().complete(ChatRequest(f"Use {secret}.", f"His token is {secret}, 漢字 🎉", "trial"))
    assert secret.encode() not in server.requests[0].body
    assert "漢字 🎉".encode() in server.requests[0].body


def test_a_server_that_knows_no_schema_is_asked_with_less_and_remembered(server: Server, model: Any) -> None:
    in_turn(
        server,
        ("400 Bad Request", b'{"error": {"message": "response_format json_schema unknown"}}'),
        ("200 OK", said()),
    )
    made = model()
    assert made.complete(question(schema=SCHEMA)).text == '{"colour": "green"}'
    made.complete(question(schema=SCHEMA))
    forms = [body.get("response_format", {}).get("type") for body in bodies(server)]
    assert forms == ["json_schema", "json_object", "json_object"]
    assert "JSON schema" in bodies(server)[1]["messages"][0]["content"]


def test_a_server_that_knows_no_json_mode_either_is_told_in_words(server: Server, model: Any) -> None:
    def handle(connection: socket.socket, asked: Asked) -> None:
        status, body = ("400 Bad Request", b"no") if b"response_format" in asked.body else ("200 OK", said())
        connection.sendall(f"HTTP/1.1 {status}\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body)

    server.on(CHAT, handle)
    made = model()
    made.complete(question(schema=SCHEMA))
    assert len(server.requests) == 3
    made.complete(question(schema=SCHEMA))
    assert len(server.requests) == 4


@pytest.mark.parametrize(
    ("complaint", "gone", "there"),
    [
        (
            "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.",
            "max_tokens",
            "max_completion_tokens",
        ),
        ("Unsupported value: 'temperature' does not support 0", "temperature", "max_tokens"),
    ],
)
def test_a_parameter_it_does_not_know_is_left_out(
    server: Server, model: Any, complaint: str, gone: str, there: str
) -> None:
    in_turn(server, ("400 Bad Request", json.dumps({"error": {"message": complaint}}).encode()), ("200 OK", said()))
    model().complete(question())
    first, second = bodies(server)
    assert gone in first and gone not in second and there in second


def test_a_request_that_stays_wrong_ends_with_a_reason(server: Server, model: Any) -> None:
    server.answer(CHAT, json.dumps({"error": {"message": f"bad: {PROMPT} {KEY}"}}).encode(), status="400 Bad Request")
    error = failure(model(), schema=SCHEMA)
    assert (error.kind, error.passes) == ("bad_request", False)
    assert len(server.requests) == 3, "with a schema, in JSON mode, in words"


@pytest.mark.parametrize(
    ("status", "body", "kind", "passes", "attempts"),
    [
        ("401 Unauthorized", {"message": f"Incorrect API key provided: {KEY}"}, "key_refused", False, 1),
        ("403 Forbidden", {}, "key_refused", False, 1),
        ("402 Payment Required", {}, "quota", True, 1),
        ("404 Not Found", {"code": "model_not_found"}, "not_found", False, 1),
        ("413 Content Too Large", {}, "too_long", False, 1),
        ("400 Bad Request", {"code": "context_length_exceeded", "message": PROMPT}, "too_long", False, 1),
        ("400 Bad Request", {"type": "exceed_context_size_error"}, "too_long", False, 1),
        ("429 Too Many Requests", {"code": "insufficient_quota"}, "quota", True, 1),
        ("429 Too Many Requests", {"code": "rate_limit_exceeded"}, "rate_limited", True, 3),
        ("500 Internal Server Error", {"code": PROMPT}, "server_error", True, 3),
        ("503 Service Unavailable", {}, "server_error", True, 3),
        ("501 Not Implemented", {}, "server_error", True, 1),
        ("304 Not Modified", {}, "redirected", False, 1),
        ("418 I'm a teapot", {}, "bad_request", False, 1),
    ],
)
def test_each_status_is_told_by_what_can_be_done(
    server: Server, model: Any, status: str, body: dict[str, Any], kind: str, passes: bool, attempts: int
) -> None:
    server.answer(CHAT, json.dumps({"error": body}).encode(), status=status)
    error = failure(model())
    assert (error.kind, error.passes) == (kind, passes)
    assert len(server.requests) == attempts


def test_a_busy_server_is_asked_again_after_the_time_it_names(server: Server, model: Any) -> None:
    soon = format_datetime(datetime.now(UTC) + timedelta(seconds=-5), usegmt=True)
    in_turn(
        server,
        ("429 Too Many Requests", b"{}", "Retry-After: 1\r\n"),
        ("503 Service Unavailable", b"<html>", f"Retry-After: {soon}\r\n"),
        ("200 OK", said()),
    )
    began = time.monotonic()
    assert model().complete(question()).text
    assert time.monotonic() - began >= 1
    assert len(server.requests) == 3


@pytest.mark.parametrize("wait", ["3600", "Fri, 31 Dec 9999 23:59:59 GMT"])
def test_a_server_that_wants_an_hour_is_not_waited_for(server: Server, model: Any, wait: str) -> None:
    in_turn(server, ("429 Too Many Requests", b"{}", f"Retry-After: {wait}\r\n"))
    assert failure(model()).kind == "rate_limited"
    assert len(server.requests) == 1


@pytest.mark.parametrize("wait", ["soon", "-5", "9" * 400, "Thu, 99 Foo 0000"])
def test_a_wait_that_makes_no_sense_is_passed_over(server: Server, model: Any, wait: str) -> None:
    in_turn(server, ("429 Too Many Requests", b"{}", f"Retry-After: {wait}\r\n"), ("200 OK", said()))
    assert model().complete(question()).text


@pytest.mark.parametrize(
    "body",
    [
        b"<html>Welcome</html>",
        b"",
        b"[]",
        b'{"choices": []}',
        b'{"choices": [{"message": null}]}',
        b'{"choices": [{"message": {"content": 5}}]}',
        b'{"choices": [{"message": {"content": [1]}}]}',
        b"[" * 100_000,
        b"\xff\xfe{}",
        b'{"object": "list", "data": []}',
    ],
)
def test_what_is_no_answer_of_this_api_is_said_so(server: Server, model: Any, body: bytes) -> None:
    server.answer(CHAT, body)
    error = failure(model())
    assert error.kind == "not_understood"
    assert "KIROCREW_LANGUAGE_URL" in str(error)


ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["choices", "message", "content", "usage", "prompt_tokens", "finish_reason", "refusal", "text"]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@given(ANY_JSON, ANY_JSON)
def test_whatever_it_answers_is_an_answer_or_the_one_error(message: Any, usage: Any) -> None:
    made = EndpointModel("https://models.example/v1", "small", window=8_192, seconds=5)
    for value in (message, {"choices": message}, {"choices": [{"message": message}], "usage": usage}):
        reply = Fetched("https://models.example/v1", 200, {}, json.dumps(value).encode())
        try:
            answer = made._answer(reply, question(), 0.1)
        except ChatError as error:
            assert error.kind in ("not_understood", "declined", "empty")
        else:
            assert answer.text.strip() and answer.prompt_tokens >= 0 and answer.answer_tokens >= 0


def test_nothing_declined_and_cut_off_are_three_things(server: Server, model: Any) -> None:
    server.answer(CHAT, said(None))
    assert failure(model()).kind == "empty"
    server.answer(CHAT, said(None, refusal="I won't."))
    assert (failure(model()).kind, failure(model()).passes) == ("declined", False)
    server.answer(CHAT, said("", stopped="content_filter"))
    assert failure(model()).kind == "declined"
    server.answer(CHAT, said('{"colour": "gre', stopped="length"))
    assert model().complete(question()).cut_off


def test_an_answer_in_parts_is_joined(server: Server, model: Any) -> None:
    server.answer(CHAT, said([{"type": "text", "text": "gre"}, {"type": "image"}, {"type": "text", "text": "en"}]))
    assert model().complete(question()).text == "green"


@pytest.mark.parametrize(
    "usage", [{}, {"prompt_tokens": -1}, {"prompt_tokens": "7", "completion_tokens": True}, [], 10**30]
)
def test_tokens_that_are_not_told_are_estimated(server: Server, model: Any, usage: Any) -> None:
    server.answer(CHAT, said(usage=usage))
    answer = model().complete(question())
    assert answer.estimated
    assert 10 < answer.prompt_tokens < 30 and 0 < answer.answer_tokens < 20


def test_a_server_that_stalls_ends_with_the_time_and_is_not_asked_again(server: Server, model: Any) -> None:
    gone = threading.Event()
    server.on(CHAT, lambda connection, _: gone.wait(20) and None)
    error = failure(model(seconds=0.5))
    gone.set()
    assert (error.kind, error.passes) == ("too_slow", True)
    assert len(server.requests) == 1
    gone.clear()
    assert failure(model(), seconds=0.5).kind == "too_slow", "the one who asks may have less patience"
    gone.set()


def test_a_server_that_drips_ends_with_the_time(server: Server, model: Any) -> None:
    def drip(connection: socket.socket, _: Asked) -> None:
        connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")
        for _ in range(200):
            connection.sendall(b" ")
            time.sleep(0.05)

    server.on(CHAT, drip)
    assert failure(model(seconds=0.5)).kind == "too_slow"


def test_an_answer_that_breaks_off_is_asked_for_again(server: Server, model: Any) -> None:
    broken = b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n{"
    count = []

    def handle(connection: socket.socket, _: Asked) -> None:
        count.append(1)
        body = said()
        whole = f"HTTP/1.1 200 OK\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body
        connection.sendall(broken if len(count) < 3 else whole)

    server.on(CHAT, handle)
    assert model().complete(question()).text
    server.on(CHAT, lambda connection, _: connection.sendall(broken))
    assert failure(model()).kind == "broken_off"


def test_a_huge_answer_is_not_taken(server: Server, model: Any) -> None:
    server.answer(CHAT, b"", Content_Length=str(ANSWER_BYTES + 1))
    error = failure(model())
    assert (error.kind, error.passes) == ("too_large", True)

    def flood(connection: socket.socket, _: Asked) -> None:
        connection.sendall(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")
        for _ in range(ANSWER_BYTES // 65536 + 2):
            connection.sendall(b" " * 65536)

    server.on(CHAT, flood)
    assert failure(model()).kind == "too_large"


@pytest.mark.parametrize("status", ["302 Found", "307 Temporary Redirect"])
@pytest.mark.parametrize(
    "place", ["http://169.254.169.254/latest", "http://127.0.0.1:9/v1", "/elsewhere", "file:///etc/passwd"]
)
def test_a_redirect_takes_neither_question_nor_key_anywhere(
    server: Server, model: Any, status: str, place: str
) -> None:
    server.answer(CHAT, b"", status=status, Location=place)
    server.answer("/elsewhere", said())
    error = failure(model())
    assert error.kind in ("redirected", "not_allowed") and not error.passes
    assert [asked.path for asked in server.requests] == [CHAT]


def test_an_address_of_this_machine_needs_the_owners_word(server: Server, model: Any, settings: Any) -> None:
    made = model()
    settings.KIROCREW_EGRESS_ALLOW = []
    error = failure(made)
    assert (error.kind, error.passes) == ("not_allowed", False)
    assert "KIROCREW_EGRESS_ALLOW" in str(error)
    assert not server.connections


def test_nobody_there_is_tried_again_and_told(settings: Any) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    settings.KIROCREW_EGRESS_ALLOW = ["127.0.0.1"]
    made = EndpointModel(f"http://127.0.0.1:{port}/v1", "small", key=KEY, window=8_192, seconds=10, pause=0.01)
    error = failure(made)
    assert (error.kind, error.passes) == ("unreachable", True)


@pytest.mark.parametrize(
    "url", ["ftp://models.example/v1", "models.example/v1", "http://me:pw@models.example/v1", "http://[bad/v1"]
)
def test_an_address_that_is_none_is_refused_before_anything_is_sent(url: str) -> None:
    error = failure(EndpointModel(url, "small", key=KEY, window=8_192, seconds=5))
    assert (error.kind, error.passes) == ("not_allowed", False)


def test_a_key_with_a_line_break_is_refused_and_not_shown(model: Any) -> None:
    with pytest.raises(ChatError) as caught:
        model(key="sk-one\r\nX-Evil: 1").complete(question())
    assert "sk-one" not in str(caught.value)


def test_the_key_is_in_no_log_no_row_and_no_representation(
    db: None, server: Server, settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    settings.KIROCREW_EGRESS_ALLOW = [f"127.0.0.1:{server.port}"]
    settings.KIROCREW_LANGUAGE_MODEL = "endpoint"
    settings.KIROCREW_LANGUAGE_URL, settings.KIROCREW_LANGUAGE_NAME = server.url("/v1", "127.0.0.1"), "small"
    settings.KIROCREW_LANGUAGE_KEY = KEY
    server.answer(CHAT, json.dumps({"error": {"message": f"{KEY} {PROMPT}"}}).encode(), status="401 Unauthorized")
    with caplog.at_level(logging.DEBUG), pytest.raises(ChatError):
        language_ask(question(), read=lambda value: value)
    shown = f"{caplog.text} {language_model()!r} {list(LanguageCall.objects.values())}"
    assert KEY not in shown and "vault" not in shown
    assert LanguageCall.objects.get().error == "key_refused"
    server.answer(CHAT, said("Sure: {'colour': 'green'}"))
    in_turn(server, ("200 OK", said("no")), ("200 OK", said()))
    assert language_ask(question(), read=lambda value: value["colour"]).value == "green"
    chat_model_forget()
