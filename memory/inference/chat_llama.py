"""A GGUF language model in this process, through llama.cpp's C functions; only `chat_local` uses it.

The package's `Llama` class is not used: it sends the whole process's output to nowhere while it loads, reads words
such as <|im_end|> in a question as the model's own signs, and hands a token to the grammar that the grammar may not
know, which ends the process. Not safe to use from two threads at once.
"""

import ctypes
import os
import time
import weakref
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

import numpy as np

from memory.inference.base import ModelAbsentError
from memory.inference.grammar import GrammarError, grammar_of
from memory.inference.llama import AMX_MARK, load_library, release, threads_usable

BATCH_TOKENS: Final = 512
LEAST_ANSWER: Final = 64
"""Tokens of the window that a question has to leave for an answer."""
REPEAT_PENALTY: Final = 1.1
REPEAT_TOKENS: Final = 64
CANDIDATE: Final = np.dtype([("id", np.int32), ("logit", np.float32), ("p", np.float32)])


class ModelUnusable(Exception):
    """The file or the question can't be used; the message says why. `kind` is a code for the list of calls."""

    def __init__(self, message: str, *, kind: str) -> None:
        super().__init__(message)
        self.kind = kind


class OutOfTime(Exception):
    """The answer took too long."""


@dataclass(frozen=True, slots=True)
class Written:
    """What the model wrote, and whether it stopped at a limit."""

    text: str
    prompt_tokens: int
    answer_tokens: int
    cut_off: bool


class LlamaChat:
    """One GGUF language model, loaded by the constructor and freed with the object.

    `window` is how many tokens it may hold, its own window if that is smaller. Raises ModelAbsentError without library
    or file, ModelUnusable when the file is no language model with a chat template.
    """

    def __init__(self, path: Path, *, window: int, threads: int) -> None:
        if not path.is_file():
            raise ModelAbsentError(f"there is no model file {path}")
        self._api = load_library()
        self._owned: list[Callable[[], None]] = []
        # Not at the interpreter's end: another thread may still be inside the library then.
        weakref.finalize(self, release, self._owned).atexit = False  # type: ignore[misc]
        self._load(path, window, threads if threads_usable() else 1)
        self._vocabulary = self._api.llama_model_get_vocab(self._model)
        self._size = int(self._api.llama_vocab_n_tokens(self._vocabulary))
        self._template = self._formatter(path)

    def _load(self, path: Path, window: int, threads: int) -> None:
        api = self._api
        model = api.llama_model_default_params()
        model.n_gpu_layers = 0
        model.use_extra_bufts = AMX_MARK not in api.llama_print_system_info()
        self._model: Any = api.llama_model_load_from_file(os.fsencode(path), model)
        if not self._model:
            raise ModelUnusable(f"{path.name} is damaged or not a GGUF model that this llama.cpp knows", kind="damaged")
        self._owned.append(partial(api.llama_model_free, self._model))
        self.window = min(window, int(api.llama_model_n_ctx_train(self._model)))
        context = api.llama_context_default_params()
        context.n_ctx, context.n_batch, context.n_ubatch = self.window, BATCH_TOKENS, BATCH_TOKENS
        context.n_threads = context.n_threads_batch = threads
        self._context: Any = api.llama_init_from_model(self._model, context)
        if not self._context:
            raise ModelUnusable(f"no memory for {path.name}, or its kind is not supported", kind="no_memory")
        self._owned.append(partial(api.llama_free, self._context))

    def _formatter(self, path: Path) -> Callable[..., Any]:
        from llama_cpp.llama_chat_format import Jinja2ChatFormatter

        template = self._api.llama_model_chat_template(self._model, None)
        if not template:
            raise ModelUnusable(f"{path.name} has no chat template; it is not made to answer", kind="no_template")
        begin, end = self._api.llama_vocab_bos(self._vocabulary), self._api.llama_vocab_eos(self._vocabulary)
        text = template.decode("utf-8", "replace")
        made: Callable[..., Any] = Jinja2ChatFormatter(text, eos_token=self._sign(end), bos_token=self._sign(begin))
        return made

    def _sign(self, token: int) -> str:
        known = self._api.llama_vocab_get_text(self._vocabulary, token) if token >= 0 else b""
        return (known or b"").decode("utf-8", "replace")

    def count_tokens(self, text: str) -> int:
        """How many tokens a text takes."""
        return len(self._tokens(text))

    def write(
        self,
        system: str,
        prompt: str,
        *,
        schema: Mapping[str, Any] | None,
        most: int,
        temperature: float,
        until: float,
    ) -> Written:
        """Answer with at most `most` tokens, within the schema if there is one, until time.monotonic() is `until`.

        Raises OutOfTime, and ModelUnusable when the question is too long or the schema can't be a grammar.
        """
        tokens = self._question(system, prompt)
        room = self.window - len(tokens)
        if room < LEAST_ANSWER:
            message = f"the question takes {len(tokens):,} of the model's {self.window:,} tokens"
            raise ModelUnusable(message, kind="too_long")
        with self._grammar(schema) as grammar, self._penalties() as penalties:
            try:
                self._take_in(tokens, until)
                pieces, cut_off = self._answer(grammar, penalties, min(most, room), temperature, until)
            finally:
                self._forget()
        return Written(b"".join(pieces).decode("utf-8", "replace"), len(tokens), len(pieces), cut_off)

    def _question(self, system: str, prompt: str) -> list[int]:
        """The tokens of the chat: signs of the template as the model's signs, what was said as plain text."""
        first, second = f"@{uuid4().hex}@", f"@{uuid4().hex}@"
        marks = {first: system, second: prompt}
        try:
            shown = self._render([("system", first), ("user", second)])
        except Exception:  # noqa: BLE001 - a template may raise anything, and some do for a system's message
            shown = ""
        if first not in shown or second not in shown:
            shown = self._render([("user", f"{first}\n\n{second}")])
        tokens: list[int] = []
        at = 0
        for mark in sorted(marks, key=shown.find):
            found = shown.find(mark)
            tokens += self._tokens(shown[at:found], signs=True) + self._tokens(marks[mark])
            at = found + len(mark)
        tokens += self._tokens(shown[at:], signs=True)
        begin = self._api.llama_vocab_bos(self._vocabulary)
        if self._api.llama_vocab_get_add_bos(self._vocabulary) and tokens[:1] != [begin]:
            tokens.insert(0, begin)
        return tokens

    def _render(self, messages: Sequence[tuple[str, str]]) -> str:
        made = self._template(messages=[{"role": role, "content": content} for role, content in messages])
        return str(made.prompt)

    def _tokens(self, text: str, *, signs: bool = False) -> list[int]:
        raw = text.encode("utf-8", "replace")
        size = len(raw) + 8  # no tokenizer makes more tokens than bytes, but for the markers it adds
        while True:
            found = (self._api.llama_token * size)()
            count = self._api.llama_tokenize(self._vocabulary, raw, len(raw), found, size, False, signs)
            if count >= 0:
                return list(found[:count])
            size = -count

    @contextmanager
    def _grammar(self, schema: Mapping[str, Any] | None) -> Iterator[Any]:
        """A grammar that has read nothing, None without a schema."""
        if schema is None:
            yield None
            return
        try:
            rules = grammar_of(schema)
        except GrammarError as error:
            raise ModelUnusable(f"the schema can't be made a grammar: {error}", kind="bad_schema") from error
        sampler = self._api.llama_sampler_init_grammar(self._vocabulary, rules.encode(), b"root")
        if not sampler:
            raise ModelUnusable("the schema can't be made a grammar", kind="bad_schema")
        try:
            yield sampler
        finally:
            self._api.llama_sampler_free(sampler)

    @contextmanager
    def _penalties(self) -> Iterator[Any]:
        sampler = self._api.llama_sampler_init_penalties(self._size, REPEAT_TOKENS, REPEAT_PENALTY, 0.0, 0.0)
        try:
            yield sampler
        finally:
            self._api.llama_sampler_free(sampler)

    def _take_in(self, tokens: Sequence[int], until: float) -> None:
        for start in range(0, len(tokens), BATCH_TOKENS):
            if time.monotonic() >= until:
                raise OutOfTime
            self._decode(tokens[start : start + BATCH_TOKENS])

    def _forget(self) -> None:
        """Wipe what was read and written; it is nobody's business once there is an answer."""
        if memory := self._api.llama_get_memory(self._context):
            self._api.llama_memory_clear(memory, True)

    def _decode(self, tokens: Sequence[int]) -> None:
        batch = (self._api.llama_token * len(tokens))(*tokens)
        if self._api.llama_decode(self._context, self._api.llama_batch_get_one(batch, len(tokens))) != 0:
            raise ModelUnusable("the model could not take in the question", kind="crashed")

    def _answer(
        self, grammar: Any, penalties: Any, most: int, temperature: float, until: float
    ) -> tuple[list[bytes], bool]:
        """The pieces the model writes, and whether it was stopped by `most`."""
        pieces: list[bytes] = []
        while len(pieces) < most:
            if time.monotonic() >= until:
                raise OutOfTime
            token = self._next(grammar, penalties, temperature)
            if token is None or self._api.llama_vocab_is_eog(self._vocabulary, token):
                return pieces, False
            if grammar is not None:
                self._api.llama_sampler_accept(grammar, token)
            self._api.llama_sampler_accept(penalties, token)
            pieces.append(self._piece(token))
            self._decode([token])
        return pieces, True

    def _next(self, grammar: Any, penalties: Any, temperature: float) -> int | None:
        """The next token; None where the grammar admits none."""
        candidates = np.zeros(self._size, CANDIDATE)
        candidates["id"] = np.arange(self._size, dtype=np.int32)
        logits = self._api.llama_get_logits_ith(self._context, -1)
        candidates["logit"] = np.ctypeslib.as_array(logits, (self._size,))
        self._apply(penalties, candidates)
        if grammar is not None:
            # Asking the grammar about the favourite alone is much less work than about the whole vocabulary.
            if temperature <= 0:
                best = candidates[[candidates["logit"].argmax()]]
                self._apply(grammar, best)
                if np.isfinite(best["logit"][0]):
                    return int(best["id"][0])
            self._apply(grammar, candidates)
        return _chosen(candidates, temperature)

    def _apply(self, sampler: Any, candidates: "np.ndarray[Any, np.dtype[Any]]") -> None:
        pointer = candidates.ctypes.data_as(ctypes.POINTER(self._api.llama_token_data))
        array = self._api.llama_token_data_array(pointer, len(candidates), -1, False)
        self._api.llama_sampler_apply(sampler, ctypes.byref(array))

    def _piece(self, token: int) -> bytes:
        size = 64
        while True:
            found = ctypes.create_string_buffer(size)
            count = self._api.llama_token_to_piece(self._vocabulary, token, found, size, 0, False)
            if count >= 0:
                return found.raw[:count]
            size = -count


def _chosen(candidates: "np.ndarray[Any, np.dtype[Any]]", temperature: float) -> int | None:
    logits = candidates["logit"].astype(np.float64)
    best = int(logits.argmax())
    if not np.isfinite(logits[best]):
        return None
    if temperature <= 0:
        return int(candidates["id"][best])
    weights = np.exp((logits - logits[best]) / temperature)
    return int(np.random.default_rng().choice(candidates["id"], p=weights / weights.sum()))
