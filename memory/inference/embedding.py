"""The embedders of this process: whether a model is there, and a question's vector in time.

A model is loaded in a background thread the first time somebody asks for it, so after the fork of a worker, never
before. Until it is there every function here answers "none" at once, and recall goes by keywords. A process may hold
two: while memory changes from one to another, both are needed.

Which model memory is searched with stands in the database (memory/services/spaces.py). The functions here that are
given none take the one that KIROCREW_EMBEDDING_MODEL names, which is the first choice of a fresh home.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as FutureTimeoutError
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from .base import Embedder, EmbeddingError, Kind, ModelAbsentError, Vectors
from .hashing import HASHING, HashEmbedder
from .models import KNOWN, SpaceKey, file_sha256, spec_of, suits

__all__ = [
    "Embedder",
    "EmbeddingError",
    "EmbeddingState",
    "HashEmbedder",
    "Kind",
    "ModelAbsentError",
    "Vectors",
    "embed_query",
    "get_embedder",
    "loaded_embedder",
    "model_of",
    "reset_embedder",
    "state",
]

log = logging.getLogger(__name__)

FAILED_RETRY_S = 300.0  # a damaged file does not mend itself
ABSENT_RETRY_S = 15.0  # a file being installed may be there in a moment
CACHED_QUERIES = 128
LONGEST_WAIT_S = 60.0
IDLE_S = 600.0  # a model nobody asked for so long is let go of, while another one is held
OFF = "none"

Status = Literal["loading", "ready", "absent", "failed"]


@dataclass(frozen=True, slots=True)
class EmbeddingState:
    """What a health page shows: the status, why in words, and the space once it is known."""

    status: Status
    reason: str
    space: SpaceKey | None = None


@dataclass(frozen=True, slots=True)
class Choice:
    """What is asked for: 'none', 'hash', a known model's name or a path to a GGUF file."""

    model: str
    models_dir: Path
    threads: int

    @property
    def path(self) -> Path:
        spec = KNOWN.get(self.model)
        return self.models_dir / spec.file_name if spec else Path(self.model).expanduser()


def chosen(model: str = "") -> Choice:
    """The choice of a model; without one that of the settings. Where the settings say 'none', nothing is loaded."""
    from django.conf import settings

    asked = settings.KIROCREW_EMBEDDING_MODEL.strip() or OFF
    return Choice(
        model=asked if asked == OFF else model or asked,
        models_dir=Path(settings.KIROCREW_HOME) / "models",
        threads=settings.KIROCREW_EMBEDDING_THREADS,
    )


class Host:
    """Holds one choice's embedder, loads it once, and remembers why it is not there."""

    def __init__(self, choice: Choice) -> None:
        self.choice = choice
        self._lock = threading.Lock()
        self.used_at = time.monotonic()
        self._embedder: Embedder | None = HASHING[choice.model]() if choice.model in HASHING else None
        self._loader: threading.Thread | None = None
        self._problem: tuple[Status, str, float] | None = None
        self._queries = ThreadPoolExecutor(max_workers=1, thread_name_prefix="embed-query")
        self._cache: OrderedDict[tuple[str, SpaceKey], Vectors] = OrderedDict()

    def embedder(self, *, wait: float) -> Embedder | None:
        """The embedder if it is there, at most ``wait`` seconds from now; starts loading it when that is
        due."""
        with self._lock:
            if self._embedder is None and self._due():
                self._problem = None
                self._loader = threading.Thread(target=self._load, name="embedding-model", daemon=True)
                self._loader.start()
            loader = self._loader
        if self._embedder is None and loader is not None and wait > 0:
            loader.join(wait)
        return self._embedder

    def present(self) -> Embedder | None:
        """The embedder if it is there; nothing is begun."""
        return self._embedder

    def _due(self) -> bool:
        if self.choice.model == OFF or (self._loader is not None and self._loader.is_alive()):
            return False
        return self._problem is None or time.monotonic() >= self._problem[2]

    def _load(self) -> None:
        from .llama import LlamaEmbedder
        from .trial import TrialError, try_once

        problem: tuple[Status, str, float] | None = (
            "failed",
            "loading the embedding model ended unexpectedly; the log has the details",
            time.monotonic() + FAILED_RETRY_S,
        )
        try:
            path = self.choice.path
            if path.is_file():
                try_once(path, digest=file_sha256(path), marks=self.choice.models_dir)
            self._embedder = LlamaEmbedder(path, threads=self.choice.threads)
            problem = None
            log.info("embedding model ready: %s", self._embedder.space.model)
        except ModelAbsentError as error:
            problem = ("absent", self._advice(str(error)), time.monotonic() + ABSENT_RETRY_S)
        except (EmbeddingError, TrialError, OSError) as error:
            problem = ("failed", str(error), time.monotonic() + FAILED_RETRY_S)
        finally:
            self._problem = problem
            if problem is not None:
                log.warning("no embeddings, recall works by keywords: %s", problem[1])

    def _advice(self, reason: str) -> str:
        if self.choice.model in KNOWN and not self.choice.path.is_file():
            return f"{reason}; run `kirocrew model install {self.choice.model}`"
        return reason

    def state(self) -> EmbeddingState:
        self.embedder(wait=0)
        if self._embedder is not None:
            return EmbeddingState("ready", "", self._embedder.space)
        if self.choice.model == OFF:
            return EmbeddingState("absent", "embeddings are switched off (KIROCREW_EMBEDDING_MODEL is 'none')")
        if problem := self._problem:
            return EmbeddingState(problem[0], problem[1])
        return EmbeddingState("loading", "the embedding model is being loaded")

    def query(self, text: str, *, deadline: float) -> Vectors | None:
        embedder = self.embedder(wait=0)
        if embedder is None or not suits(embedder.space, text):
            return None
        if (known := self._cached(text, embedder.space)) is not None:
            return known
        patience = min(max(deadline, 0.0), LONGEST_WAIT_S)
        future = self._queries.submit(self._embed_query, embedder, text, time.monotonic() + patience)
        try:
            return future.result(timeout=patience)
        except FutureTimeoutError:
            return None
        except EmbeddingError as error:
            log.warning("a question could not be embedded, recall goes by keywords: %s", error)
            return None

    def _embed_query(self, embedder: Embedder, text: str, until: float) -> Vectors | None:
        if time.monotonic() >= until:  # nobody waits any more
            return None
        vector: Vectors = embedder.embed([text], kind="query")[0]
        vector.flags.writeable = False
        with self._lock:
            self._cache[text, embedder.space] = vector
            while len(self._cache) > CACHED_QUERIES:
                self._cache.popitem(last=False)
        return vector

    def _cached(self, text: str, space: SpaceKey) -> Vectors | None:
        with self._lock:
            vector = self._cache.get((text, space))
            if vector is not None:
                self._cache.move_to_end((text, space))
            return vector


_hosts: dict[Choice, Host] = {}
_hosts_pid = 0
_hosts_lock = threading.Lock()


def _host(model: str) -> Host:
    """This process's host of a model; what a parent loaded is never used after a fork."""
    global _hosts_pid
    choice, moment = chosen(model), time.monotonic()
    with _hosts_lock:
        if _hosts_pid != os.getpid():
            _hosts.clear()
            _hosts_pid = os.getpid()
        host = _hosts.get(choice)
        if host is None:
            host = _hosts[choice] = Host(choice)
        host.used_at = moment
        if len(_hosts) > 1:
            for other in [known for known, held in _hosts.items() if moment - held.used_at > IDLE_S]:
                del _hosts[other]
        return host


def _after_fork() -> None:
    """A lock that another thread of the parent held would stay locked for ever in the child."""
    global _hosts, _hosts_lock
    _inherited.extend(_hosts.values())  # kept, not freed: freeing native memory could hang on the parent's threads
    _hosts, _hosts_lock = {}, threading.Lock()


_inherited: list[Host] = []
os.register_at_fork(after_in_child=_after_fork)


def get_embedder(model: str = "", *, wait: float = 0.0) -> Embedder | None:
    """This process's embedder of a model, or None while it is loading, absent or failed (see ``state``).

    The first call starts the loading. ``wait``: seconds a background job is willing to wait for it; a request
    waits 0."""
    return _host(model).embedder(wait=wait)


def loaded_embedder(model: str) -> Embedder | None:
    """The embedder of a model if this process holds it already; nothing is loaded."""
    with _hosts_lock:
        host = _hosts.get(chosen(model)) if _hosts_pid == os.getpid() else None
    return host.present() if host is not None else None


def state(model: str = "") -> EmbeddingState:
    """Whether a model's embeddings are there, and if not, why in words."""
    return _host(model).state()


def embed_query(text: str, *, deadline: float, model: str = "") -> Vectors | None:
    """A question's vector, shape ``(dimension,)``, read-only; None when it cannot be had in time.

    ``deadline``: seconds from now that the caller will wait, at most 60; 0 answers remembered questions only.
    Also None for a question in a script that the model never learned (see ``models.suits``): keywords serve it
    better. The last 128 questions are kept, so asking again is free."""
    return _host(model).query(text, deadline=deadline)


def model_of(space: SpaceKey, source: str = "") -> str:
    """What to ask for to get the embedder of a space: `source`, as it was noted with the space, or what its name says.

    Empty for a file of unknown place: then the settings name it, as they did when the space was made."""
    if source:
        return source
    if spec := spec_of(space):
        return spec.name
    return next((name for name, kind in HASHING.items() if kind.space == space), "")


def reset_embedder() -> None:
    """Forget this process's embedders, so that the next call loads them anew (after an installation, and in
    tests)."""
    with _hosts_lock:
        _hosts.clear()
