"""System checks: what the operator set about the language model makes sense. See docs/reference/checks.md."""

import importlib.util
from collections.abc import Sequence
from ipaddress import ip_address
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Error, Warning, register

from hooks.services.egress import listed_of
from memory.inference.chat import ChatError
from memory.inference.chat_choice import ChatChoice, chat_chosen, chat_model
from memory.inference.chat_models import ENDPOINT, KNOWN_CHAT, NONE
from memory.inference.scripted import SCRIPTED

PORTS: Final = {"http": 80, "https": 443}


@register
def language_model_can_be_used(app_configs: Sequence[AppConfig] | None, **_: Any) -> list[CheckMessage]:
    """None is a normal state. One that is half configured is not: nobody would notice that nothing is learned."""
    choice = chat_chosen()
    if choice.model == NONE:
        return _none(choice)
    if choice.model == SCRIPTED:
        return _scripted()
    return _endpoint(choice) if choice.model == ENDPOINT else _local(choice)


def _none(choice: ChatChoice) -> list[CheckMessage]:
    if not choice.url and not choice.name and not choice.key:
        return []
    return [
        Warning(
            "An endpoint for the language model is set, but KIROCREW_LANGUAGE_MODEL is none, so it is not used.",
            hint="Set KIROCREW_LANGUAGE_MODEL=endpoint, or unset the others.",
            id="memory.W001",
        )
    ]


def _scripted() -> list[CheckMessage]:
    try:
        if not settings.KIROCREW_LANGUAGE_SCRIPT:
            raise ChatError("KIROCREW_LANGUAGE_MODEL is scripted, which is for tests, and there is no script.")
        chat_model()
    except ChatError as error:
        hint = (
            "Use endpoint, smollm2, a GGUF file's path or none; for a test, name a script in KIROCREW_LANGUAGE_SCRIPT."
        )
        return [Error(str(error), hint=hint, id="memory.E001")]
    return [
        Warning(
            "The language model is a script: what it says comes from a test, and so would memory's contents.",
            hint="Use it for tests and measuring only, in a home of its own.",
            id="memory.W002",
        )
    ]


def _endpoint(choice: ChatChoice) -> list[CheckMessage]:
    host, port, scheme = _address(choice.url)
    if not host or not choice.name:
        return [
            Error(
                "KIROCREW_LANGUAGE_MODEL is endpoint, but KIROCREW_LANGUAGE_URL is no http or https address without a "
                "user in it, or KIROCREW_LANGUAGE_NAME names no model.",
                hint="Set both, as in http://localhost:11434/v1 and the model's name there.",
                id="memory.E002",
            )
        ]
    found: list[CheckMessage] = []
    is_here = _is_of_this_network(host)
    listed = listed_of(settings.KIROCREW_EGRESS_ALLOW)
    if is_here and not any(entry.host == host and entry.port in (0, port) for entry in listed):
        found.append(
            Error(
                f"The language model's endpoint {host} is on this machine or its networks, where nothing is fetched "
                "from unless it is listed.",
                hint=f"Add {host}:{port} to KIROCREW_EGRESS_ALLOW.",
                id="memory.E003",
            )
        )
    if scheme == "http" and choice.key and not is_here:
        found.append(
            Warning(
                f"The key and everything the language model reads go to {host} unencrypted.",
                hint="Use its https address.",
                id="memory.W003",
            )
        )
    return found


def _local(choice: ChatChoice) -> list[CheckMessage]:
    if choice.model not in KNOWN_CHAT and not choice.path.is_file():
        return [
            Error(
                f"KIROCREW_LANGUAGE_MODEL is {choice.model!r}, neither a known model nor a file that is there.",
                hint=f"Use endpoint, {', '.join(sorted(KNOWN_CHAT))}, the path of a GGUF file, or none.",
                id="memory.E004",
            )
        ]
    missing = "" if choice.path.is_file() else f"run `kirocrew model install {choice.model}`"
    if importlib.util.find_spec("llama_cpp") is None:
        missing = "run `python scripts/llama_wheel.py` with the server's Python"
    if not missing:
        return []
    return [
        Warning(
            f"The language model {Path(choice.model).name} can't run here yet.",
            hint=f"{missing[0].upper()}{missing[1:]}.",
            id="memory.W004",
        )
    ]


def _address(url: str) -> tuple[str, int, str]:
    """Host, port and scheme of an address that can be asked; an empty host for any other."""
    try:
        split = urlsplit(url)
        host, port = split.hostname or "", split.port
    except ValueError:
        return "", 0, ""
    if split.scheme not in PORTS or "@" in split.netloc:
        return "", 0, ""
    return host, port or PORTS[split.scheme], split.scheme


def _is_of_this_network(host: str) -> bool:
    """Whether the host is so by its name alone; no name is looked up here."""
    try:
        return not ip_address(host).is_global
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
