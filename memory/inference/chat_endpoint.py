"""A language model at another address that speaks as OpenAI's does: Ollama, llama.cpp, vLLM, LM Studio, OpenAI, …

Every request goes through the egress client. Nothing of question, answer or key gets into a message: of an error only
codes that are known here are told, since servers like to repeat what they were sent.
"""

import json
import random
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC
from email.utils import parsedate_to_datetime
from typing import Any, Final
from urllib.parse import urlsplit

from hooks.services import redact
from hooks.services.egress import Caps, EgressFailed, EgressReason, EgressRefused, Fetched, egress_fetch
from kirocrew.base.clock import now
from memory.inference.chat import ChatAnswer, ChatError, ChatRequest, estimated_tokens

PATH: Final = "/chat/completions"
ATTEMPTS: Final = 3
PAUSE_SECONDS: Final = 1.0
"""Before the second attempt, doubled for each further one, and cut by up to a half at random."""
ANSWER_BYTES: Final = 4 * 1024 * 1024
TOKENS_BELIEVED: Final = 100_000_000
"""More than any model takes in; a count beyond it is estimated instead."""

TRIED_AGAIN: Final = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 529})
FAILURES_TRIED_AGAIN: Final = frozenset({EgressReason.UNREACHABLE, EgressReason.PROTOCOL, EgressReason.UNRESOLVED})
WRONG_REQUEST: Final = frozenset({400, 422})
NO_MONEY: Final = frozenset({"insufficient_quota", "billing_hard_limit_reached", "insufficient_balance"})
TOO_LONG: Final = frozenset({"context_length_exceeded", "exceed_context_size_error", "string_above_max_length"})
LED_AWAY: Final = frozenset({EgressReason.TOO_MANY_REDIRECTS, EgressReason.DOWNGRADE, EgressReason.REDIRECT_WITH_BODY})
COMPLAINT_BYTES: Final = 8_192

WITH_SCHEMA: Final = "\n\nAnswer with nothing but one JSON value of this JSON schema:\n"


@dataclass(frozen=True, slots=True)
class _Shape:
    """How this server wants to be asked. `form` is how JSON is demanded: `json_schema`, `json_object` or not at all."""

    form: str = "json_schema"
    limit: str = "max_tokens"
    temperature: bool = True

    def less(self, complaint: str, *, wants_json: bool) -> "_Shape | None":
        """What to try after a complaint that the request is wrong; None when nothing is left to leave out."""
        if "max_tokens" in complaint and self.limit == "max_tokens":
            return replace(self, limit="max_completion_tokens")
        if "temperature" in complaint and self.temperature:
            return replace(self, temperature=False)
        if not wants_json or not self.form:
            return None
        return replace(self, form="json_object" if self.form == "json_schema" else "")


class EndpointModel:
    """The model `name` behind `url`, its address up to and with the version, such as https://api.openai.com/v1.

    `seconds` is for one question, attempts again included. How the server wants to be asked is learned from its
    complaints and kept as long as the object lives. Safe to use from several threads.
    """

    def __init__(
        self, url: str, name: str, *, key: str = "", window: int, seconds: float, pause: float = PAUSE_SECONDS
    ) -> None:
        self.name = name
        self.window = window
        self._url = url.rstrip("/").removesuffix(PATH) + PATH
        self._key = key
        self._seconds = seconds
        self._pause = pause
        self._shape = _Shape()

    def __repr__(self) -> str:
        return f"EndpointModel({_host(self._url)!r}, {self.name!r})"

    def count_tokens(self, text: str) -> int:
        return estimated_tokens(text)

    def complete(self, request: ChatRequest) -> ChatAnswer:
        """See ChatModel. What looks like a credential is taken out of the texts before they leave."""
        began = time.monotonic()
        patience = min(self._seconds, request.seconds)
        asked = replace(request, system=redact(request.system).text, prompt=redact(request.prompt).text)
        shape = self._shape
        while True:
            reply = self._sent(_body(asked, shape, self.name), began + patience)
            if reply.status not in WRONG_REQUEST or _code(reply) in TOO_LONG:
                break
            less = shape.less(_complaint(reply), wants_json=request.schema is not None)
            if less is None:
                break
            shape = less
        if reply.status != 200:
            raise self._error_of(reply)
        self._shape = shape
        return self._answer(reply, asked, time.monotonic() - began)

    def _sent(self, body: Mapping[str, Any], until: float) -> Fetched:
        """The server's answer; what may be better in a moment is tried again while there is time."""
        content = json.dumps(body, ensure_ascii=False).encode("utf-8", "replace")
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if self._key:
            headers["Authorization"] = f"Bearer {self._key}"
        attempt = 0
        while True:
            attempt += 1
            pause = self._pause * 2 ** (attempt - 1) * random.uniform(0.5, 1.0)
            try:
                caps = Caps(bytes=ANSWER_BYTES, seconds=max(until - time.monotonic(), 0.1), redirects=0)
                reply = egress_fetch(self._url, method="POST", headers=headers, content=content, caps=caps)
            except EgressRefused as refused:
                raise self._refused(refused) from refused
            except EgressFailed as failed:
                error, again = self._failed(failed), failed.reason in FAILURES_TRIED_AGAIN
            else:
                if reply.status not in TRIED_AGAIN:
                    return reply
                error, again = self._error_of(reply), _code(reply) not in NO_MONEY
                pause = max(pause, _retry_after(reply))
            if not again or attempt >= ATTEMPTS or time.monotonic() + pause >= until:
                raise error
            time.sleep(pause)

    def _answer(self, reply: Fetched, request: ChatRequest, seconds: float) -> ChatAnswer:
        try:
            found = reply.json()
            choice = found["choices"][0]
            message = choice["message"]
            text = _text(message.get("content"))
            stopped = choice.get("finish_reason")
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
            raise ChatError(
                f"{_host(self._url)} answered, but not as OpenAI's API does. Is KIROCREW_LANGUAGE_URL its base "
                "address, up to and with the version?",
                kind="not_understood",
            ) from error
        if message.get("refusal") or stopped == "content_filter":
            raise ChatError(f"{_host(self._url)} declined to answer this.", passes=False, kind="declined")
        if not text.strip():
            raise ChatError(f"{_host(self._url)} answered with nothing.", kind="empty")
        usage = found.get("usage")
        prompt_tokens, answer_tokens = _counted(usage, "prompt_tokens"), _counted(usage, "completion_tokens")
        return ChatAnswer(
            text,
            self.name,
            estimated_tokens(request.system + request.prompt) if prompt_tokens is None else prompt_tokens,
            estimated_tokens(text) if answer_tokens is None else answer_tokens,
            seconds,
            cut_off=stopped == "length",
            estimated=prompt_tokens is None or answer_tokens is None,
        )

    def _refused(self, refused: EgressRefused) -> ChatError:
        host = _host(self._url)
        if refused.reason is EgressReason.PRIVATE_ADDRESS:
            message = f"{host} is on this machine or its networks. List it in KIROCREW_EGRESS_ALLOW to allow it."
            return ChatError(message, passes=False, kind="not_allowed")
        if refused.reason is EgressReason.TOO_LARGE:
            return ChatError(f"{host} answered with more than {ANSWER_BYTES // 1024 // 1024} MB.", kind="too_large")
        if refused.reason in LED_AWAY:
            message = f"{host} leads to another address, which is not followed. Set KIROCREW_LANGUAGE_URL to that one."
            return ChatError(message, passes=False, kind="redirected")
        return ChatError(f"{host} was not asked: {refused.detail}", passes=False, kind="not_allowed")

    def _failed(self, failed: EgressFailed) -> ChatError:
        if failed.reason is EgressReason.TOO_SLOW:
            return ChatError(f"{_host(self._url)} did not answer in time.", kind="too_slow")
        kind = "broken_off" if failed.reason is EgressReason.PROTOCOL else failed.reason.value
        return ChatError(failed.detail, kind=kind)

    def _error_of(self, reply: Fetched) -> ChatError:
        host, status, code = _host(self._url), reply.status, _code(reply)
        if code in NO_MONEY or status == 402:
            return ChatError(f"{host} says that the account's money or quota is used up ({status}).", kind="quota")
        if code in TOO_LONG or status == 413:
            message = f"The question is longer than {host} takes ({status}). Lower KIROCREW_LANGUAGE_WINDOW."
            return ChatError(message, passes=False, kind="too_long")
        if status in (401, 403):
            message = f"{host} refuses the key ({status}). Look at KIROCREW_LANGUAGE_KEY."
            return ChatError(message, passes=False, kind="key_refused")
        if status == 404:
            message = f"{host} knows no such address or model ({status}). Look at KIROCREW_LANGUAGE_URL and _NAME."
            return ChatError(message, passes=False, kind="not_found")
        if status == 429:
            return ChatError(f"{host} is asked too often ({status}).", kind="rate_limited")
        if status in TRIED_AGAIN or status >= 500:
            return ChatError(f"{host} has a problem of its own ({status}).", kind="server_error")
        if 300 <= status < 400:
            message = f"{host} leads to another address ({status}), which is not followed."
            return ChatError(message, passes=False, kind="redirected")
        return ChatError(f"{host} does not take the question ({status}).", passes=False, kind="bad_request")


def _body(request: ChatRequest, shape: _Shape, model: str) -> dict[str, Any]:
    system = request.system
    body: dict[str, Any] = {"model": model, shape.limit: request.max_tokens, "stream": False}
    if shape.temperature:
        body["temperature"] = request.temperature
    if request.schema is not None:
        if shape.form == "json_schema":
            body["response_format"] = {
                "type": "json_schema",
                "json_schema": {"name": "answer", "schema": dict(request.schema)},
            }
        else:
            system += WITH_SCHEMA + json.dumps(request.schema, ensure_ascii=False)
        if shape.form == "json_object":
            body["response_format"] = {"type": "json_object"}
    body["messages"] = [{"role": "system", "content": system}, {"role": "user", "content": request.prompt}]
    return body


def _text(content: Any) -> str:
    """A message's content, which some servers give in parts. Raises TypeError."""
    if content is None:
        return ""
    if isinstance(content, list):
        return "".join(part["text"] for part in content if part.get("type") == "text")
    if not isinstance(content, str):
        raise TypeError
    return content


def _counted(usage: Any, name: str) -> int | None:
    count = usage.get(name) if isinstance(usage, dict) else None
    believed = isinstance(count, int) and not isinstance(count, bool) and 0 <= count <= TOKENS_BELIEVED
    return count if believed else None


def _code(reply: Fetched) -> str:
    """The code or type of an error if it is one of those that are told apart here."""
    if reply.status < 400:
        return ""
    try:
        error = json.loads(reply.content[:COMPLAINT_BYTES])["error"]
        named = {error.get("code"), error.get("type")}
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        return ""
    return next((code for code in (*NO_MONEY, *TOO_LONG) if code in named), "")


def _complaint(reply: Fetched) -> str:
    return reply.content[:COMPLAINT_BYTES].decode("utf-8", "replace").lower()


def _retry_after(reply: Fetched) -> float:
    """Seconds the server asks to wait, 0 when it says nothing that can be read."""
    value = reply.headers.get("retry-after", "").strip()
    if value.isdecimal() and len(value) < 9:
        return float(value)
    try:
        when = parsedate_to_datetime(value)
    except (ValueError, TypeError, IndexError, OverflowError):
        return 0.0
    return max((when.replace(tzinfo=when.tzinfo or UTC) - now()).total_seconds(), 0.0)


def _host(url: str) -> str:
    try:
        return urlsplit(url).hostname or "the endpoint"
    except ValueError:
        return "the endpoint"
