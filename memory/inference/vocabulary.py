"""The vocabulary of a local language model: how many tokens a text takes, without the model itself.

Only the vocabulary is read from the file, some megabytes; nothing is computed, and no thread is started.
"""

import logging
import os
import threading
import weakref
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final

from memory.inference.base import ModelAbsentError
from memory.inference.chat_choice import ChatChoice, chat_chosen
from memory.inference.chat_local import file_version
from memory.inference.llama import load_library, release
from memory.inference.trial import TrialError, try_once

SELFTEST: Final = "memory.inference.vocabulary_selftest"

log = logging.getLogger(__name__)


class VocabularyUnusable(Exception):
    """The file holds no vocabulary that can be read; the message says why."""


class Vocabulary:
    """The vocabulary in the GGUF file at `path`. Safe to use from several threads: counting changes nothing in it.

    Raises ModelAbsentError without library or file, VocabularyUnusable when the file is damaged or of another kind.
    """

    def __init__(self, path: Path, *, name: str) -> None:
        if not path.is_file():
            raise ModelAbsentError(f"there is no model file {path}")
        self.name = name
        self._api = load_library()
        owned: list[Callable[[], None]] = []
        # Not at the interpreter's end: another thread may still be inside the library then.
        weakref.finalize(self, release, owned).atexit = False  # type: ignore[misc]
        wanted = self._api.llama_model_default_params()
        wanted.vocab_only, wanted.n_gpu_layers = True, 0
        self._model: Any = self._api.llama_model_load_from_file(os.fsencode(path), wanted)
        if not self._model:
            raise VocabularyUnusable(f"{path.name} is damaged or not a GGUF model that this llama.cpp knows")
        owned.append(partial(self._api.llama_model_free, self._model))
        self._vocabulary = self._api.llama_model_get_vocab(self._model)

    def count(self, text: str) -> int:
        """How many tokens a text takes; signs such as <|im_end|> in it are read as text, as they are in a question."""
        raw = text.encode("utf-8", "replace")
        if not raw:
            return 0
        # Without room the library says how much it would have taken, as a number below zero.
        return abs(int(self._api.llama_tokenize(self._vocabulary, raw, len(raw), None, 0, False, False)))


_lock = threading.Lock()
_held: dict[str, Vocabulary | None] = {}
"""By version of the file, in this process; None for one that can't be read."""


def vocabulary_for(model: str, owners: Mapping[str, Any] | None = None) -> Vocabulary | None:
    """The vocabulary of the language model that is set up to run here, if it is the one of this name; else None.

    It counts as that model by the name it is set up by, its file's name, and either behind `provider/` or `provider:`.
    """
    choice = chat_chosen(owners)
    if not choice.is_local or not _is_it(model, choice):
        return None
    try:
        version = file_version(choice.path)
    except OSError:
        return None
    with _lock:
        if version not in _held:
            _held.clear()
            _held[version] = _read(choice, version)
        return _held[version]


def _is_it(model: str, choice: ChatChoice) -> bool:
    name = model.strip().casefold().rpartition("/")[2]
    names = {one.casefold() for one in (choice.model, choice.path.name, choice.path.stem)}
    return name in names or name.partition(":")[2] in names - {""}


def _read(choice: ChatChoice, version: str) -> Vocabulary | None:
    try:
        try_once(choice.path, digest=f"{version} vocabulary", marks=choice.models_dir, module=SELFTEST)
        name = choice.path.stem if choice.model.endswith(".gguf") else choice.model
        return Vocabulary(choice.path, name=name)
    except (ModelAbsentError, VocabularyUnusable, TrialError, OSError) as error:
        log.warning("tokens are estimated: the vocabulary of %s can't be read: %s", choice.path.name, error)
        return None


def _after_fork() -> None:
    """A lock that another thread of the parent held would stay locked for ever in the child."""
    global _lock
    _lock = threading.Lock()


os.register_at_fork(after_in_child=_after_fork)
