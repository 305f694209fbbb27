"""The converter, read back by a small reader written from the format's description."""

import hashlib
import io
import json
import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from memory.inference.gguf import ModelFileError, convert_bert, quantise_q8_0, read_safetensors, vocabulary
from tests.memory import tiny_bert

SCALARS = {4: "<I", 5: "<i", 6: "<f", 7: "<?"}


class Reader:
    """GGUF, version 3: metadata by key, and tensors as (shape, type, raw bytes)."""

    def __init__(self, path: Path) -> None:
        self.stream = io.BytesIO(path.read_bytes())
        assert self.stream.read(4) == b"GGUF"
        version, tensors, keys = struct.unpack("<IQQ", self.stream.read(20))
        assert version == 3
        self.metadata = {self.text(): self.value(self.number("<I")) for _ in range(keys)}
        heads = [self.head() for _ in range(tensors)]
        base = -(-self.stream.tell() // 32) * 32
        self.tensors = {name: (shape, kind, self.body(base + at, shape, kind)) for name, shape, kind, at in heads}

    def number(self, form: str) -> Any:
        return struct.unpack(form, self.stream.read(struct.calcsize(form)))[0]

    def text(self) -> str:
        return self.stream.read(self.number("<Q")).decode()

    def value(self, kind: int) -> Any:
        if kind == 8:
            return self.text()
        if kind == 9:
            inner, count = self.number("<I"), self.number("<Q")
            return [self.value(inner) for _ in range(count)]
        return self.number(SCALARS[kind])

    def head(self) -> tuple[str, tuple[int, ...], int, int]:
        name, rank = self.text(), self.number("<I")
        shape = tuple(self.number("<Q") for _ in range(rank))[::-1]
        return name, shape, self.number("<I"), self.number("<Q")

    def body(self, at: int, shape: tuple[int, ...], kind: int) -> bytes:
        assert at % 32 == 0
        self.stream.seek(at)
        elements = int(np.prod(shape))
        size = elements * 4 if kind == 0 else elements // 32 * 34
        raw = self.stream.read(size)
        assert len(raw) == size
        return raw


def dequantised(raw: bytes) -> np.ndarray:
    blocks = np.frombuffer(raw, np.uint8).reshape(-1, 34)
    scale = blocks[:, :2].copy().view("<f2").astype(np.float32)
    return (blocks[:, 2:].copy().view(np.int8) * scale).ravel()


@pytest.fixture
def converted(tmp_path: Path) -> Reader:
    target = tmp_path / "tiny.gguf"
    convert_bert(tiny_bert.write_folder(tmp_path / "model"), target, name="tiny")
    return Reader(target)


def test_the_metadata_describes_the_encoder_and_its_pooling(converted: Reader) -> None:
    expected = {
        "general.architecture": "bert",
        "general.name": "tiny",
        "general.file_type": 7,
        "bert.block_count": 1,
        "bert.context_length": 64,
        "bert.embedding_length": 32,
        "bert.feed_forward_length": 64,
        "bert.attention.head_count": 2,
        "bert.attention.causal": False,
        "bert.pooling_type": 1,
        "tokenizer.ggml.model": "bert",
        "tokenizer.ggml.unknown_token_id": 1,
        "tokenizer.ggml.seperator_token_id": 3,
        "tokenizer.ggml.token_type_count": 2,
    }
    assert {key: converted.metadata[key] for key in expected} == expected


def test_tokens_are_spelt_as_llama_cpp_expects_them(converted: Reader) -> None:
    tokens = converted.metadata["tokenizer.ggml.tokens"]
    assert tokens[:7] == ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "▁cat", "▁kitten"]
    assert tokens[12] == "s"
    assert converted.metadata["tokenizer.ggml.token_type"] == [3] * 5 + [1] * 16


def test_matrices_are_quantised_and_the_rest_stays_float(converted: Reader) -> None:
    kinds = {name: kind for name, (_, kind, _) in converted.tensors.items()}
    assert kinds["token_embd.weight"] == kinds["blk.0.attn_q.weight"] == kinds["blk.0.ffn_down.weight"] == 8
    assert kinds["position_embd.weight"] == kinds["token_types.weight"] == kinds["blk.0.attn_q.bias"] == 0
    assert converted.tensors["blk.0.ffn_up.weight"][0] == (64, 32)
    assert len(kinds) == 21
    assert not any("pool" in name or "position_ids" in name for name in kinds)


def test_the_weights_come_back_as_they_were(converted: Reader) -> None:
    shape, _, raw = converted.tensors["token_embd.weight"]
    words = tiny_bert.tensors()["embeddings.word_embeddings.weight"]
    assert shape == words.shape
    np.testing.assert_allclose(dequantised(raw).reshape(shape), words, atol=1e-3)
    norm = np.frombuffer(converted.tensors["blk.0.layer_output_norm.weight"][2], "<f4")
    assert norm.tolist() == [1.0] * 32


def test_converting_twice_gives_the_same_bytes(tmp_path: Path) -> None:
    folder = tiny_bert.write_folder(tmp_path / "model")
    digests = set()
    for name in ("one.gguf", "two.gguf"):
        convert_bert(folder, tmp_path / name, name="tiny")
        digests.add(hashlib.sha256((tmp_path / name).read_bytes()).hexdigest())
    assert len(digests) == 1


@given(arrays(np.float32, (3, 64), elements=st.floats(-100, 100, width=32)))
def test_quantised_weights_are_off_by_at_most_half_a_step(matrix: np.ndarray) -> None:
    found = dequantised(quantise_q8_0(matrix)).reshape(-1, 32)
    blocks = matrix.reshape(-1, 32)
    largest = np.abs(blocks).max(axis=1, keepdims=True)
    # Half a step of 1/127, and what the float16 scale loses: 2^-11 of it, or 2^-25 x 127 where it is
    # subnormal.
    assert (np.abs(found - blocks) <= largest * (0.5 / 127 + 2.0**-10) + 127 * 2.0**-24).all()


def test_a_half_is_rounded_away_from_zero() -> None:
    row = np.zeros((1, 32), np.float32)
    row[0, :4] = [127, 2.5, -2.5, 0.5]
    stored = np.frombuffer(quantise_q8_0(row), np.uint8)[2:].view(np.int8)
    assert stored[:4].tolist() == [127, 3, -3, 1]


def test_rows_that_are_no_multiple_of_a_block_are_refused() -> None:
    with pytest.raises(ModelFileError, match="blocks of 32"):
        quantise_q8_0(np.zeros((2, 33), np.float32))


def test_half_precision_weights_are_read_as_float32(tmp_path: Path) -> None:
    path = tmp_path / "model.safetensors"
    path.write_bytes(tiny_bert.safetensors({"a.weight": np.array([0.5, -2], np.float16)}))
    found = read_safetensors(path)["a.weight"]
    assert (found.dtype, found.tolist()) == (np.dtype("float32"), [0.5, -2.0])


@pytest.mark.parametrize("kept", [0, 4, 8, 200, -1, -400])
def test_a_truncated_weights_file_is_refused_by_name(tmp_path: Path, kept: int) -> None:
    path = tmp_path / "model.safetensors"
    path.write_bytes(tiny_bert.safetensors(tiny_bert.tensors())[:kept])
    with pytest.raises(ModelFileError, match=r"model\.safetensors"):
        read_safetensors(path)


@pytest.mark.parametrize(
    "entry",
    [
        {"dtype": "F32", "shape": [4], "data_offsets": [0, 8]},
        {"dtype": "F32", "shape": [2], "data_offsets": [-8, 0]},
        {"dtype": "F32", "shape": [2], "data_offsets": [0, 10**12]},
        {"dtype": "F32", "shape": [2]},
        {"shape": [2], "data_offsets": [0, 8]},
        ["not", "an", "entry"],
    ],
)
def test_a_header_that_lies_about_its_tensors_is_refused(tmp_path: Path, entry: Any) -> None:
    head = json.dumps({"a.weight": entry}).encode()
    path = tmp_path / "model.safetensors"
    path.write_bytes(struct.pack("<Q", len(head)) + head + bytes(8))
    with pytest.raises(ModelFileError):
        read_safetensors(path)


@pytest.mark.parametrize(
    ("file", "content"),
    [
        ("config", b'{"model_type": "llama"}'),
        ("config", b"not json"),
        ("config", b'{"model_type": "bert"}'),
        ("vocab", b"[PAD]\n[CLS]\n[SEP]\n[MASK]\n"),
        ("vocab", b"\xff\xfe"),
    ],
)
def test_a_model_of_another_kind_is_refused(tmp_path: Path, file: str, content: bytes) -> None:
    folder = tiny_bert.write_folder(tmp_path / "model", **{file: content})
    with pytest.raises(ModelFileError):
        convert_bert(folder, tmp_path / "out.gguf", name="x")
    assert not (tmp_path / "out.gguf").exists()


def test_words_of_every_script_keep_their_spelling() -> None:
    tokens, kinds = vocabulary(["猫", "##가", "größe", "😀", "[unused7]", "[SEP]"])
    assert tokens == ["▁猫", "가", "▁größe", "▁😀", "[unused7]", "[SEP]"]
    assert kinds == [1, 1, 1, 1, 1, 3]
