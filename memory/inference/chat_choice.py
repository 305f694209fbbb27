"""Which language model the operator's settings ask for, and the one object of it in this process."""

import os
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from memory.inference.chat import ChatError, ChatModel
from memory.inference.chat_models import ENDPOINT, KNOWN_CHAT, NONE
from memory.inference.scripted import SCRIPTED, ScriptedModel, ScriptError, scripted_model


@dataclass(frozen=True, slots=True)
class ChatChoice:
    """What is asked for, by KIROCREW_LANGUAGE_… or by the owner.

    `model` is `none`, `endpoint`, `scripted`, a known model's name or a path.
    """

    model: str
    script: Any
    models_dir: Path
    url: str
    name: str
    key: str = field(repr=False)
    window: int
    seconds: int
    threads: int

    @property
    def is_local(self) -> bool:
        """Whether it is a file that runs in this process."""
        return self.model not in (NONE, ENDPOINT, SCRIPTED)

    @property
    def path(self) -> Path:
        """Where the file of a local model is, or should be."""
        spec = KNOWN_CHAT.get(self.model)
        return self.models_dir / spec.file_name if spec else Path(self.model).expanduser()


def chat_chosen(owners: Mapping[str, Any] | None = None) -> ChatChoice:
    """What the environment asks for, and what the owner set in its place: the settings `language_…` that are not empty.

    The key goes to the host that the environment names, or to any where it names none: who can only change the owner's
    settings is not given it. A file the owner names is one in the home's models/.
    """
    from django.conf import settings

    by_environment = ChatChoice(
        model=settings.KIROCREW_LANGUAGE_MODEL.strip() or NONE,
        script=settings.KIROCREW_LANGUAGE_SCRIPT,
        models_dir=Path(settings.KIROCREW_HOME) / "models",
        url=settings.KIROCREW_LANGUAGE_URL,
        name=settings.KIROCREW_LANGUAGE_NAME,
        key=settings.KIROCREW_LANGUAGE_KEY,
        window=settings.KIROCREW_LANGUAGE_WINDOW,
        seconds=settings.KIROCREW_LANGUAGE_SECONDS,
        threads=settings.KIROCREW_LANGUAGE_THREADS,
    )
    return _with_owners(by_environment, owners) if owners else by_environment


def _with_owners(choice: ChatChoice, owners: Mapping[str, Any]) -> ChatChoice:
    model, url = owners["language_model"] or choice.model, owners["language_url"] or choice.url
    is_elsewhere = bool(choice.url) and _origin(url) != _origin(choice.url)
    return replace(
        choice,
        model=str(choice.models_dir / model) if owners["language_model"].endswith(".gguf") else model,
        url=url,
        name=owners["language_name"] or choice.name,
        key="" if is_elsewhere else choice.key,
        window=owners["language_window"] or choice.window,
        seconds=owners["language_seconds"] or choice.seconds,
    )


def _origin(url: str) -> tuple[str, str]:
    parts = urlsplit(url)
    return parts.scheme.lower(), parts.netloc.lower()


@dataclass(slots=True)
class _Held:
    """The model of one process and the choice it was made for."""

    model: ChatModel | None = None
    choice: ChatChoice | None = None
    pid: int = 0


_held = _Held()
_lock = threading.Lock()
_inherited: list[ChatModel] = []


def chat_model(owners: Mapping[str, Any] | None = None) -> ChatModel | None:
    """This process's language model, None when none is configured. What it needs is loaded when it is first asked.

    `owners` are the owner's settings. Where they change, the next call makes another model.

    Raises ChatError when the settings make no sense; the system checks say the same.
    """
    choice = chat_chosen(owners)
    with _lock:
        if _held.choice != choice or _held.pid != os.getpid():
            _held.model, _held.choice, _held.pid = _made(choice), choice, os.getpid()
        return _held.model


def chat_model_forget() -> None:
    """Let go of this process's model and the memory it takes; the next question makes it anew."""
    with _lock:
        _held.model, _held.choice = None, None


def _made(choice: ChatChoice) -> ChatModel | None:
    if choice.model == NONE:
        return None
    makers: dict[str, Callable[[ChatChoice], ChatModel]] = {ENDPOINT: _endpoint, SCRIPTED: _scripted}
    return makers.get(choice.model, _local)(choice)


def _endpoint(choice: ChatChoice) -> ChatModel:
    from memory.inference.chat_endpoint import EndpointModel

    if not choice.url or not choice.name:
        message = (
            "Set the endpoint's address and the model's name, under Settings, Language model, or with "
            "KIROCREW_LANGUAGE_URL and _NAME and a restart."
        )
        raise ChatError(message, passes=False, kind="not_configured")
    return EndpointModel(choice.url, choice.name, key=choice.key, window=choice.window, seconds=choice.seconds)


def _local(choice: ChatChoice) -> ChatModel:
    from memory.inference.chat_local import LocalModel

    path = choice.path
    name = choice.model if choice.model in KNOWN_CHAT else path.stem
    return LocalModel(
        path, name=name, window=choice.window, seconds=choice.seconds, threads=choice.threads, marks=choice.models_dir
    )


def _scripted(choice: ChatChoice) -> ChatModel:
    if isinstance(choice.script, ScriptedModel):
        return choice.script
    if callable(choice.script):
        return ScriptedModel(choice.script)
    try:
        return scripted_model(choice.script)
    except ScriptError as error:
        raise ChatError(f"The scripted model can't be used: {error}.", passes=False, kind="not_configured") from error


def _after_fork() -> None:
    """A lock that another thread of the parent held would stay locked for ever in the child."""
    global _held, _lock
    if _held.model is not None:
        _inherited.append(_held.model)  # kept, not freed: freeing native memory here could hang on the parent's threads
    _held, _lock = _Held(), threading.Lock()


os.register_at_fork(after_in_child=_after_fork)
