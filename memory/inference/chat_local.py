"""A language model that runs in this process: loaded when it is first asked, and asked one question at a time."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from memory.inference.base import ModelAbsentError
from memory.inference.chat import ChatAnswer, ChatError, ChatRequest
from memory.inference.chat_models import KNOWN_CHAT
from memory.inference.trial import TrialError, try_once

if TYPE_CHECKING:
    from memory.inference.chat_llama import LlamaChat

SELFTEST: Final = "memory.inference.chat_selftest"


def file_version(path: Path) -> str:
    """What tells a file from another of its name; a digest of some gigabytes would take longer than loading them."""
    found = path.stat()
    return f"{path.name} {found.st_size} {found.st_mtime_ns}"


class LocalModel:
    """The GGUF file at `path`. `seconds` is for one question, loading and waiting for others included.

    Safe to use from several threads; they wait for each other. Make it after a fork rather than before.
    """

    def __init__(self, path: Path, *, name: str, window: int, seconds: float, threads: int, marks: Path) -> None:
        self.name = name
        self._path = path
        self._asked_window = window
        self._seconds = seconds
        self._threads = threads
        self._marks = marks
        self._lock = threading.Lock()
        self._loaded: LlamaChat | None = None

    @property
    def window(self) -> int:
        """See ChatModel. Loads the model. Raises ChatError."""
        with self._turn(time.monotonic() + self._seconds) as model:
            return model.window

    def count_tokens(self, text: str) -> int:
        """See ChatModel. Loads the model. Raises ChatError."""
        with self._turn(time.monotonic() + self._seconds) as model:
            return model.count_tokens(text)

    def complete(self, request: ChatRequest) -> ChatAnswer:
        """See ChatModel."""
        began = time.monotonic()
        until = began + min(self._seconds, request.seconds)
        with self._turn(until) as model:
            written = model.write(
                request.system,
                request.prompt,
                schema=request.schema,
                most=request.max_tokens,
                temperature=request.temperature,
                until=until,
            )
        if not written.text.strip():
            raise ChatError(f"{self.name} answered with nothing.", kind="empty")
        seconds = time.monotonic() - began
        return ChatAnswer(
            written.text,
            self.name,
            written.prompt_tokens,
            written.answer_tokens,
            seconds,
            cut_off=written.cut_off,
        )

    @contextmanager
    def _turn(self, until: float) -> Iterator["LlamaChat"]:
        """The loaded model for the block, with its errors as ChatError."""
        from memory.inference.chat_llama import ModelUnusable, OutOfTime

        if not self._lock.acquire(timeout=max(until - time.monotonic(), 0)):
            raise self._too_slow()
        try:
            if self._loaded is None:
                self._loaded = self._load()
            yield self._loaded
        except OutOfTime as error:
            raise self._too_slow() from error
        except ModelUnusable as error:
            raise ChatError(f"{self.name}: {error}.", passes=False, kind=error.kind) from error
        except ModelAbsentError as error:
            raise ChatError(self._advice(str(error)), passes=False, kind="not_installed") from error
        except (TrialError, OSError) as error:
            raise ChatError(f"{self.name} does not work here: {error}", passes=False, kind="does_not_work") from error
        finally:
            self._lock.release()

    def _load(self) -> "LlamaChat":
        from memory.inference.chat_llama import LlamaChat

        if self._path.is_file():
            try_once(self._path, digest=file_version(self._path), marks=self._marks, module=SELFTEST)
        return LlamaChat(self._path, window=self._asked_window, threads=self._threads)

    def _too_slow(self) -> ChatError:
        return ChatError(f"{self.name} did not answer in time. See KIROCREW_LANGUAGE_SECONDS.", kind="too_slow")

    def _advice(self, reason: str) -> str:
        known = self.name in KNOWN_CHAT and not self._path.is_file()
        return f"{reason}; run `kirocrew model install {self.name}`." if known else f"{reason}."
