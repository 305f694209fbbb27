"""Counting tokens: by the model's own vocabulary where it is here, else an estimate that says so."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st

from kirocrew.context.tokens import ESTIMATE, counter_for, tokens_of
from memory.inference.chat_llama import LlamaChat
from memory.inference.chat_models import SMOLLM2
from memory.inference.vocabulary import Vocabulary
from memory.models import Store
from tests.kirocrew.context.test_context_api import ask, keyed

FILE = Path(__file__).resolve().parents[3] / ".cache" / "models" / SMOLLM2.file_name
TEXTS = ("", "Hello", "<|im_end|> is text", "世界 🍵 đường phố Straße", "한국어 문장 " * 40, "x" * 3_000)


@pytest.mark.model
def test_the_vocabulary_alone_counts_as_the_model_does() -> None:
    model, vocabulary = LlamaChat(FILE, window=512, threads=1), Vocabulary(FILE, name="smollm2")
    assert [vocabulary.count(text) for text in TEXTS] == [model.count_tokens(text) for text in TEXTS]


@pytest.mark.model
@examples(max_examples=60)
@given(text=st.text(max_size=400))
def test_no_text_takes_more_tokens_than_bytes(text: str) -> None:
    vocabulary = Vocabulary(FILE, name="smollm2") if not _held else _held[0]
    _held[:] = [vocabulary]
    assert 0 <= vocabulary.count(text) <= len(text.encode("utf-8", "replace"))


@pytest.mark.model
@pytest.mark.parametrize("name", [FILE.stem, FILE.name, FILE.stem.upper(), f"local/{FILE.stem}", f"llama:{FILE.stem}"])
def test_the_model_that_is_set_up_here_is_known_by_its_names(name: str, settings: Any, tmp_path: Path) -> None:
    settings.KIROCREW_LANGUAGE_MODEL, settings.KIROCREW_HOME = str(FILE), str(tmp_path)
    counter = counter_for(name)
    assert counter.method == f"counted by {FILE.stem}" and counter.count("Hello") == 1
    assert counter_for("gpt-5") is ESTIMATE and counter_for("") is ESTIMATE


@pytest.mark.model
@pytest.mark.django_db
def test_a_context_says_by_whose_vocabulary_it_was_counted(main_store: Store, settings: Any, tmp_path: Path) -> None:
    settings.KIROCREW_LANGUAGE_MODEL, settings.KIROCREW_HOME = str(FILE), str(tmp_path)
    client = keyed("gardener", main_store, "memory:read")
    answer = ask(client, "session", model=FILE.stem).json()
    assert answer["tokens_are"] == f"counted by {FILE.stem}"
    assert answer["tokens"] == Vocabulary(FILE, name="smollm2").count(answer["text"])
    assert ask(client, "session", model="gpt-5").json()["tokens_are"] == "estimate"


@pytest.mark.model
def test_a_file_that_is_no_model_is_estimated(settings: Any, tmp_path: Path) -> None:
    broken = tmp_path / "broken.gguf"
    broken.write_bytes(b"GGUF" + b"\xff" * 4_000)
    settings.KIROCREW_LANGUAGE_MODEL, settings.KIROCREW_HOME = str(broken), str(tmp_path)
    assert counter_for("broken") is ESTIMATE
    settings.KIROCREW_LANGUAGE_MODEL = str(tmp_path / "none.gguf")
    assert counter_for("none") is ESTIMATE


def test_an_estimate_is_not_far_off_and_never_zero_for_words() -> None:
    assert all(tokens_of(text) > 0 for text in TEXTS if text)


_held: list[Vocabulary] = []
