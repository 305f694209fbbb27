import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.inference.base import normalised
from memory.inference.embedding import EmbeddingError, HashEmbedder


def similarity(one: str, other: str) -> float:
    first, second = HashEmbedder().embed([one, other])
    return float(first @ second)


@given(st.lists(st.text(st.characters(), max_size=40), max_size=5))
def test_every_text_gets_a_vector_of_length_one(texts: list[str]) -> None:
    vectors = HashEmbedder().embed(texts)
    assert vectors.shape == (len(texts), 256)
    assert vectors.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-5)


def test_no_texts_give_no_rows() -> None:
    assert HashEmbedder().embed([]).shape == (0, 256)


def test_the_same_text_has_the_same_vector_in_another_process() -> None:
    code = (
        "from memory.inference.hashing import HashEmbedder; "
        "print(HashEmbedder().embed(['Grüße, 世界']).tobytes().hex())"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert told.strip() == HashEmbedder().embed(["Grüße, 世界"]).tobytes().hex()


@pytest.mark.parametrize(
    ("text", "near", "far"),
    [
        ("Maya moved to Lisbon in May", "In May, Maya moved to LISBON!", "Jonas plays the cello"),
        ("我很喜欢绘画和弹钢琴", "我喜欢弹钢琴", "明天会下雨吗"),
        ("猫が窓辺で寝ている", "窓辺で猫が寝ている", "予算の投票は延期された"),
        ("나는 커피를 좋아한다", "커피를 좋아한다", "회의가 연기되었다"),
        ("Die Straßenbahn fährt zum Donaukanal", "zum Donaukanal fährt die STRASSENBAHN", "Er kocht gern"),
        ("Tôi thích uống cà phê sữa đá", "uống cà phê sữa đá", "Cuộc họp bị hoãn"),
        ("deploy 🚀 done 🎉", "🚀 🎉", "😀"),
    ],
)
def test_shared_words_make_texts_alike_in_every_language(text: str, near: str, far: str) -> None:
    assert similarity(text, near) > similarity(text, far) + 0.3


@pytest.mark.parametrize("bad", [float("nan"), float("inf"), 0.0])
def test_vectors_that_are_no_numbers_or_have_no_direction_are_refused(bad: float) -> None:
    vectors = np.full((2, 4), 0.5, np.float32)
    vectors[1] = bad
    with pytest.raises(EmbeddingError, match="not a number"):
        normalised(vectors)
