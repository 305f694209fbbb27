"""The embedder that runs a GGUF model in this process, through llama.cpp's C functions.

The package's ``Llama`` class is not used: it sends the whole process's output to nowhere while it loads,
builds Python lists of every vector, and cuts a long text's closing token off. One model object must never be
used by two threads at once (it ends in a corrupted heap), so every call into it takes a turn.
"""

from __future__ import annotations

import ctypes
import logging
import os
import weakref
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from .base import EmbeddingError, Kind, ModelAbsentError, Vectors, normalised
from .e5_container import plain
from .models import BATCH_TOKENS, KNOWN, SpaceKey, file_sha256, space_name
from .turns import Turns

BATCH_TEXTS = 64
# llama.cpp's name in system info for the instructions whose set-up GCC 12 miscompiles; the first batch would
# then crash.
AMX_MARK = b"AMX_INT8 = 1"

LEVEL_WARN, LEVEL_ERROR, LEVEL_CONTINUED = 3, 4, 5  # of llama.cpp's messages

log = logging.getLogger(__name__)
_kept: dict[str, Any] = {}  # the library calls the handler as long as the process lives
_loaded_in: list[int] = []  # ids of the processes, this one and its ancestors, that loaded a model

HOW_TO_BUILD = "Run `python scripts/llama_wheel.py` with the server's Python."


def load_library() -> ModuleType:
    """llama_cpp, quiet and with waiting threads that sleep. Raises ModelAbsentError when it is missing or
    broken."""
    # Read by the OpenMP runtime once, when it is loaded: threads that spin at a barrier starve everybody
    # else.
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    # A failed assertion in the library would start a debugger on this process first.
    os.environ.setdefault("GGML_NO_BACKTRACE", "1")
    try:
        import llama_cpp
    except ImportError as error:
        raise ModelAbsentError(f"llama-cpp-python is not installed. {HOW_TO_BUILD}") from error
    except (OSError, RuntimeError, AttributeError) as error:
        raise ModelAbsentError(f"llama-cpp-python cannot be loaded here ({error}). {HOW_TO_BUILD}") from error
    library: ModuleType = llama_cpp  # Any where the package is absent
    _send_messages_to_log(library)
    library.llama_backend_init()
    return library


def _send_messages_to_log(api: ModuleType) -> None:
    """The package's own handler mistakes one level for another and prints warnings to standard error."""
    if "handler" not in _kept:
        _kept["handler"] = api.llama_log_callback(_log_message)
    api.llama_log_set(_kept["handler"], ctypes.c_void_p(0))


def _log_message(level: int, message: bytes, _: Any) -> None:
    if level >= LEVEL_WARN and level != LEVEL_CONTINUED:
        written = logging.WARNING if level == LEVEL_ERROR else logging.DEBUG
        log.log(written, "llama.cpp: %s", message.decode("utf-8", "replace").strip())


def release(owned: list[Callable[[], None]]) -> None:
    """Free native memory, the last taken first: a context must go before its model."""
    while owned:
        owned.pop()()


def threads_usable() -> bool:
    """Note that this process loads a model; False after a fork of one that did.

    The OpenMP runtime does not survive a fork: its second thread is waited for without end, the first one works."""
    inherited = any(pid != os.getpid() for pid in _loaded_in)
    if inherited:
        log.warning("this process was forked from one with a model, so it embeds with one thread")
    _loaded_in.append(os.getpid())
    return not inherited


class LlamaEmbedder:
    """One GGUF embedding model, loaded by the constructor (0.1 s for MiniLM) and freed with the object.

    ``threads`` are native threads per batch. Raises ModelAbsentError without library or file, EmbeddingError
    when the file is no embedding model. Make it after a fork rather than before: a child of a
    process with a model gets one thread, whatever it asks for."""

    ready = True

    def __init__(self, path: Path, *, threads: int) -> None:
        if not path.is_file():
            raise ModelAbsentError(f"there is no model file {path}")
        self._api = load_library()
        digest = file_sha256(path)
        self._spec = next((spec for spec in KNOWN.values() if spec.gguf_sha256 == digest), None)
        self._batch_tokens = self._spec.batch_tokens if self._spec else BATCH_TOKENS
        self._turns = Turns()
        self._owned: list[Callable[[], None]] = []
        # Not at the interpreter's end: another thread may still be inside the library then.
        weakref.finalize(self, release, self._owned).atexit = False  # type: ignore[misc]
        self._load(path, threads if threads_usable() else 1)
        self._vocabulary = self._api.llama_model_get_vocab(self._model)
        dimension = int(self._api.llama_model_n_embd(self._model))
        trained = int(self._api.llama_model_n_ctx_train(self._model))
        self._limit = min(self._batch_tokens, trained)
        self.window = min(self._spec.trained_window if self._spec else trained, self._limit)
        self.space = SpaceKey(space_name(self._spec.name if self._spec else path.stem, digest), dimension)
        self._batch = self._api.llama_batch_init(self._batch_tokens, 0, 1)
        self._owned.append(partial(self._api.llama_batch_free, self._batch))

    def _load(self, path: Path, threads: int) -> None:
        api = self._api
        model = api.llama_model_default_params()
        model.n_gpu_layers = 0
        model.use_extra_bufts = AMX_MARK not in api.llama_print_system_info()
        self._model: Any = api.llama_model_load_from_file(os.fsencode(path), model)
        if not self._model:
            raise EmbeddingError(f"{path.name} is damaged or not a GGUF model that this llama.cpp knows")
        self._owned.append(partial(api.llama_model_free, self._model))
        context = api.llama_context_default_params()
        context.n_ctx = context.n_batch = context.n_ubatch = self._batch_tokens
        context.n_seq_max = BATCH_TEXTS
        context.kv_unified = True  # else a decoder model's window would be divided among the sequences
        context.n_threads = context.n_threads_batch = threads
        context.embeddings = True
        context.flash_attn_type = api.LLAMA_FLASH_ATTN_TYPE_ENABLED
        self._context: Any = api.llama_init_from_model(self._model, context)
        if not self._context:
            raise EmbeddingError(f"no memory for {path.name}, or its kind is not supported")
        self._owned.append(partial(api.llama_free, self._context))
        if api.llama_pooling_type(self._context) == api.LLAMA_POOLING_TYPE_NONE:
            raise EmbeddingError(f"{path.name} gives no vector for a whole text; it is not an embedding model")

    def count_tokens(self, text: str) -> int:
        return len(self._tokens(text, "passage"))

    def embed(self, texts: Sequence[str], *, kind: Kind = "passage") -> Vectors:
        """See Embedder. Tokens beyond one batch, 512 at most, are left out; the closing token is
        kept."""
        vectors = np.empty((len(texts), self.space.dimension), np.float32)
        done = 0
        for batch in self._batches([self._cut(self._tokens(text, kind)) for text in texts]):
            with self._turns.take(urgent=kind == "query"):
                self._decode(batch, vectors[done : done + len(batch)])
            done += len(batch)
        return normalised(vectors) if len(texts) else vectors

    def _prefix(self, kind: Kind) -> str:
        if self._spec is None:
            return ""
        return self._spec.query_prefix if kind == "query" else self._spec.passage_prefix

    def _tokens(self, text: str, kind: Kind) -> list[int]:
        text = self._prefix(kind) + text
        if self._spec and self._spec.normalisation == "nmt_nfkc":
            text = plain(text)
        raw = text.encode("utf-8", "replace")
        size = len(raw) + 8  # no tokenizer makes more tokens than bytes, but for the markers it adds
        while True:
            found = (self._api.llama_token * size)()
            count = self._api.llama_tokenize(self._vocabulary, raw, len(raw), found, size, True, False)
            if count >= 0:
                return list(found[:count])
            size = -count

    def _cut(self, tokens: list[int]) -> list[int]:
        return tokens if len(tokens) <= self._limit else [*tokens[: self._limit - 1], tokens[-1]]

    def _batches(self, texts: list[list[int]]) -> Iterator[list[list[int]]]:
        batch: list[list[int]] = []
        for tokens in texts:
            if len(batch) == BATCH_TEXTS or sum(map(len, batch)) + len(tokens) > self._batch_tokens:
                yield batch
                batch = []
            batch.append(tokens)
        if batch:
            yield batch

    def _decode(self, texts: list[list[int]], vectors: Vectors) -> None:
        """Run one batch and copy its vectors out; the caller holds the turn."""
        api, batch, at = self._api, self._batch, 0
        for number, tokens in enumerate(texts):
            for position, token in enumerate(tokens):
                batch.token[at], batch.pos[at] = token, position
                batch.n_seq_id[at], batch.seq_id[at][0], batch.logits[at] = 1, number, True
                at += 1
        batch.n_tokens = at
        if memory := api.llama_get_memory(self._context):
            api.llama_memory_clear(memory, True)
        if api.llama_decode(self._context, batch) != 0:
            raise EmbeddingError("the model could not take in this batch of texts")
        for number in range(len(texts)):
            found = api.llama_get_embeddings_seq(self._context, number)
            if not found:
                raise EmbeddingError("the model returned no vector for a text")
            source = ctypes.cast(found, ctypes.POINTER(ctypes.c_float))
            vectors[number] = np.ctypeslib.as_array(source, shape=(vectors.shape[1],))
