"""The embedder that runs a GGUF file in this process: the tiny model for its rules, MiniLM for its worth."""

import threading
import time
from pathlib import Path

import numpy as np
import pytest

from memory.inference.base import EmbeddingError, ModelAbsentError
from memory.inference.chunks import estimate_tokens
from memory.inference.gguf import convert_bert
from memory.inference.llama import LlamaEmbedder
from memory.inference.models import MINILM, UNMEASURED, SpaceKey, admission_for
from tests.memory import tiny_bert

pytestmark = pytest.mark.model

ROOT = Path(__file__).resolve().parent.parent.parent
MODEL = ROOT / ".cache" / "models" / MINILM.file_name


@pytest.fixture(scope="module")
def minilm() -> LlamaEmbedder:
    return LlamaEmbedder(MODEL, threads=2)


@pytest.fixture
def tiny(tmp_path: Path) -> LlamaEmbedder:
    path = tmp_path / "topics.gguf"
    convert_bert(tiny_bert.write_folder(tmp_path / "model"), path, name="topics")
    return LlamaEmbedder(path, threads=1)


def test_any_gguf_file_works_and_says_its_own_dimension_and_window(tiny: LlamaEmbedder) -> None:
    assert (tiny.space.dimension, tiny.window) == (32, 64)
    assert tiny.space.model.startswith("topics@")
    assert admission_for(tiny.space) is UNMEASURED


def test_two_files_of_one_name_are_two_spaces(tiny: LlamaEmbedder, tmp_path: Path) -> None:
    words = tiny_bert.tensors()
    words["embeddings.LayerNorm.bias"][:] = 0.25
    folder = tiny_bert.write_folder(tmp_path / "other", model=tiny_bert.safetensors(words))
    (tmp_path / "elsewhere").mkdir()
    convert_bert(folder, tmp_path / "elsewhere" / "topics.gguf", name="topics")
    assert LlamaEmbedder(tmp_path / "elsewhere" / "topics.gguf", threads=1).space != tiny.space


def test_vectors_are_of_length_one_and_mean_what_the_weights_say(tiny: LlamaEmbedder) -> None:
    pets, also_pets, politics = tiny.embed(["The cat sleeps", "kitten dozing", "vote postponed"])
    assert pets.dtype == np.float32
    assert pets @ pets == pytest.approx(1, abs=1e-5)
    assert pets @ also_pets == pytest.approx(1, abs=1e-3)
    assert abs(pets @ politics) < 0.2


def test_no_texts_give_no_rows(tiny: LlamaEmbedder) -> None:
    assert tiny.embed([]).shape == (0, 32)


def test_a_text_without_direction_is_refused_and_the_model_still_works(tiny: LlamaEmbedder) -> None:
    with pytest.raises(EmbeddingError, match="no direction"):
        tiny.embed(["cat", "words it never saw"])
    assert tiny.embed(["cat"]).shape == (1, 32)


def test_many_short_texts_need_several_batches_and_keep_their_order(tiny: LlamaEmbedder) -> None:
    texts = ["cat", "vote"] * 100
    vectors = tiny.embed(texts)
    assert (vectors[::2] @ vectors[0] > 0.99).all()
    assert (vectors[1::2] @ vectors[0] < 0.2).all()


def test_a_missing_file_is_absent_and_a_damaged_one_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ModelAbsentError, match="no model file"):
        LlamaEmbedder(tmp_path / "none.gguf", threads=1)
    (tmp_path / "text.gguf").write_text("hello")
    with pytest.raises(EmbeddingError, match="damaged"):
        LlamaEmbedder(tmp_path / "text.gguf", threads=1)
    (tmp_path / "half.gguf").write_bytes(MODEL.read_bytes()[:1_000_000])
    with pytest.raises(EmbeddingError, match="damaged"):
        LlamaEmbedder(tmp_path / "half.gguf", threads=1)


def test_minilm_is_known_by_its_bytes_wherever_it_lies(minilm: LlamaEmbedder, tmp_path: Path) -> None:
    (tmp_path / "renamed.gguf").write_bytes(MODEL.read_bytes())
    renamed = LlamaEmbedder(tmp_path / "renamed.gguf", threads=1)
    assert renamed.space == minilm.space == MINILM.space == SpaceKey(MINILM.space.model, 384, "l2")
    assert minilm.window == 256


def test_minilm_finds_the_passage_that_answers(minilm: LlamaEmbedder) -> None:
    question = minilm.embed(["Where does Maya live now?"], kind="query")[0]
    passages = ["Maya moved to Lisbon in May.", "Jonas plays the cello.", "The deploy was killed, exit code 137."]
    assert int(np.argmax(minilm.embed(passages) @ question)) == 0


def test_alone_or_in_a_batch_the_vector_is_the_same(minilm: LlamaEmbedder) -> None:
    texts = ["猫が窓辺で寝ている", "Grüße aus Köln 😀", "short", "A rather longer sentence about nothing. " * 12]
    together = minilm.embed(texts)
    alone = np.concatenate([minilm.embed([text]) for text in texts])
    assert ((together * alone).sum(axis=1) > 0.999).all()


def test_text_of_any_kind_gets_a_vector(minilm: LlamaEmbedder) -> None:
    texts = ["", " ", "\x00", "\ud800 lone surrogate", "[SEP][CLS]", "😀" * 50, "a " * 4000, "가나다" * 400]
    vectors = minilm.embed(texts)
    assert vectors.shape == (8, 384)
    assert np.isfinite(vectors).all()


def test_markers_in_a_text_are_only_words(minilm: LlamaEmbedder) -> None:
    assert minilm.count_tokens("[SEP]") == 5  # opening marker, "[", "sep", "]", closing marker


def test_three_threads_share_one_model_and_get_the_vectors_of_one(minilm: LlamaEmbedder) -> None:
    texts = [f"Note number {number} about the garden and the weather." for number in range(60)]
    expected = minilm.embed(texts)
    found: dict[int, np.ndarray] = {}

    def work(number: int) -> None:
        found[number] = np.concatenate([minilm.embed(texts[at : at + 5]) for at in range(0, len(texts), 5)])

    threads = [threading.Thread(target=work, args=(number,)) for number in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=120)
    assert sorted(found) == [0, 1, 2]
    assert all(((vectors * expected).sum(axis=1) > 0.999).all() for vectors in found.values())


def test_a_question_does_not_wait_for_the_end_of_a_backlog(minilm: LlamaEmbedder) -> None:
    backlog_ended: list[float] = []

    def backlog() -> None:
        minilm.embed(["A long note that takes the model some time to read. " * 8] * 80)
        backlog_ended.append(time.monotonic())

    thread = threading.Thread(target=backlog)
    thread.start()
    time.sleep(0.1)
    minilm.embed(["Where is the key?"], kind="query")
    answered = time.monotonic()
    thread.join(timeout=120)
    assert answered < backlog_ended[0]


@pytest.mark.parametrize(
    "text",
    [
        "Hey Jon! Good to see you. What's up? Lost my job as a banker yesterday, so I'm gonna start a business.",
        "我很喜欢绘画、弹钢琴和品茶，你觉得有什么好的书可以推荐给我吗？",
        "猫が窓辺で寝ている。明日は雨が降るらしい。",
        "고양이가 창가에서 자고 있어요. 내일은 비가 온대요.",
        "Übermorgen fährt die Straßenbahn nicht zum Donaukanal!",
        "Mỗi buổi sáng tôi uống cà phê sữa đá.",
        "def tokens(text: str) -> int:\n    return len(text.split()) + 2  # 3f786850e387550fdab836ed7e6dc881de23001b",
        "😀🎉🚀 done",
    ],
)
def test_the_estimate_without_a_model_is_hardly_ever_below_the_real_count(minilm: LlamaEmbedder, text: str) -> None:
    assert estimate_tokens(text) >= 0.85 * minilm.count_tokens(text)
