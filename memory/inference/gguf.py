"""From a BERT encoder's safetensors folder to one GGUF file that llama.cpp reads; numpy is all it needs.

Matrices are stored as Q8_0 (blocks of 32 signed bytes with one float16 scale). The position and token-type
tables and every vector stay float32, as llama.cpp expects. The same input gives the same bytes on every run
and machine.
"""

from __future__ import annotations

import json
import re
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hooks.services.reading import ReadReason, ReadRefused, safe_open, safe_read_file

Floats = NDArray[np.float32]
Value = tuple[int, bytes]  # a GGUF value type and the value's bytes

# Numbers of the GGUF container, version 3.
MAGIC = b"GGUF"
VERSION = 3
ALIGNMENT = 32  # bytes
UINT32, INT32, FLOAT32, BOOL, STRING, ARRAY = 4, 5, 6, 7, 8, 9
TENSOR_F32, TENSOR_Q4_0, TENSOR_Q8_0 = 0, 2, 8
FILE_MOSTLY_Q4_0, FILE_MOSTLY_Q8_0 = 2, 7
QUANTISATION_VERSION = 2

BLOCK = 32  # weights that share one scale in Q8_0 and Q4_0
BLOCK_BYTES_Q4_0 = 18  # a float16 scale and 32 half bytes
POOLING_TYPES = {"pooling_mode_mean_tokens": 1, "pooling_mode_cls_token": 2}
TOKEN_NORMAL, TOKEN_CONTROL = 1, 3
SPECIAL_TOKENS = {
    # llama.cpp puts bos and eos around every text; its own defaults are BERT's usual ids, wrong for other
    # vocabularies
    "bos": "[CLS]",
    "eos": "[SEP]",
    "unknown": "[UNK]",
    "seperator": "[SEP]",
    "padding": "[PAD]",
    "mask": "[MASK]",
}
WORD_START = "\u2581"

MAX_HEADER_BYTES = 100_000_000  # what the safetensors format itself allows

# Name in a BERT checkpoint -> name in llama.cpp; {n} is the layer's number.
NAMES = {
    r"embeddings\.word_embeddings": "token_embd",
    r"embeddings\.position_embeddings": "position_embd",
    r"embeddings\.token_type_embeddings": "token_types",
    r"embeddings\.LayerNorm": "token_embd_norm",
    r"encoder\.layer\.(\d+)\.attention\.self\.query": "blk.{n}.attn_q",
    r"encoder\.layer\.(\d+)\.attention\.self\.key": "blk.{n}.attn_k",
    r"encoder\.layer\.(\d+)\.attention\.self\.value": "blk.{n}.attn_v",
    r"encoder\.layer\.(\d+)\.attention\.output\.dense": "blk.{n}.attn_output",
    r"encoder\.layer\.(\d+)\.attention\.output\.LayerNorm": "blk.{n}.attn_output_norm",
    r"encoder\.layer\.(\d+)\.intermediate\.dense": "blk.{n}.ffn_up",
    r"encoder\.layer\.(\d+)\.output\.dense": "blk.{n}.ffn_down",
    r"encoder\.layer\.(\d+)\.output\.LayerNorm": "blk.{n}.layer_output_norm",
}
KEPT_FLOAT = ("position_embd", "token_types")


@dataclass(frozen=True, slots=True)
class Q4Blocks:
    """A matrix of ``rows`` by ``columns`` weights that is Q4_0 already: its blocks, as they go into the file."""

    rows: int
    columns: int
    raw: bytes


class ModelFileError(ValueError):
    """A model's file is damaged or of a kind that is not supported; the message says which and how."""


def read_safetensors(path: Path) -> dict[str, Floats]:
    """Every float32 or float16 tensor of a safetensors file, as float32; other types are left out.

    Raises ModelFileError when the header is no header or an offset points outside the file."""
    data = mapped(path)
    size = struct.unpack("<Q", data[:8].tobytes())[0] if len(data) >= 8 else MAX_HEADER_BYTES + 1
    if size > min(MAX_HEADER_BYTES, len(data) - 8):
        raise ModelFileError(f"{path.name} is cut short or is no safetensors file")
    try:
        header = json.loads(data[8 : 8 + size].tobytes())
        entries = {name: entry for name, entry in header.items() if name != "__metadata__"}
        return {
            name: _tensor(data[8 + size :], entry)
            for name, entry in entries.items()
            if entry["dtype"] in ("F32", "F16")
        }
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ModelFileError(f"{path.name} is cut short or damaged: {error}") from error


def mapped(path: Path) -> NDArray[np.uint8]:
    """The bytes of a file, read when they are looked at. Raises OSError when it cannot be read."""
    try:
        with safe_open(path) as stream:
            return np.memmap(stream, dtype=np.uint8, mode="r") if path.stat().st_size else np.zeros(0, np.uint8)
    except ReadRefused as refusal:
        raise refusal.as_os_error(path) from refusal


def _tensor(body: NDArray[np.uint8], entry: Mapping[str, Any]) -> Floats:
    start, end = entry["data_offsets"]
    if not 0 <= start <= end <= len(body):
        raise ModelFileError("a tensor lies outside the file")
    kind = np.dtype("<f4") if entry["dtype"] == "F32" else np.dtype("<f2")
    raw = np.frombuffer(body[start:end].tobytes(), dtype=kind)
    return raw.reshape(entry["shape"]).astype(np.float32)


def quantise_q8_0(matrix: Floats) -> bytes:
    """Q8_0 blocks of a float32 array whose last axis is a multiple of 32: float16 scale, then 32 signed
    bytes.

    Halves are rounded away from zero, as llama.cpp's own quantiser does."""
    if matrix.shape[-1] % BLOCK:
        raise ModelFileError(f"a row of {matrix.shape[-1]} weights cannot be cut into blocks of {BLOCK}")
    blocks = matrix.reshape(-1, BLOCK).astype(np.float32)
    scale = np.abs(blocks).max(axis=1, keepdims=True) / np.float32(127)
    told = scale.astype("<f2") > 0  # a scale too small for float16 makes a block of zeros
    scaled = blocks * np.divide(np.float32(1), scale, out=np.zeros_like(scale), where=told)
    magnitude = np.abs(scaled)
    floor = np.floor(magnitude)
    rounded = np.sign(scaled) * (floor + np.floor(2 * (magnitude - floor)))
    packed = np.empty((len(blocks), 2 + BLOCK), np.uint8)
    packed[:, :2] = scale.astype("<f2").view(np.uint8)
    packed[:, 2:] = rounded.astype(np.int8).view(np.uint8)
    return packed.tobytes()


def text(value: str) -> bytes:
    raw = value.encode("utf-8")
    return struct.pack("<Q", len(raw)) + raw


def u32(value: int) -> Value:
    return UINT32, struct.pack("<I", value)


def f32(value: float) -> Value:
    return FLOAT32, struct.pack("<f", value)


def string(value: str) -> Value:
    return STRING, text(value)


def yes_no(value: bool) -> Value:
    return BOOL, bytes([value])


def strings(values: Sequence[str]) -> Value:
    return ARRAY, struct.pack("<IQ", STRING, len(values)) + b"".join(map(text, values))


def integers(values: Sequence[int]) -> Value:
    return ARRAY, struct.pack("<IQ", INT32, len(values)) + np.asarray(values, "<i4").tobytes()


def floats(values: Floats) -> Value:
    return ARRAY, struct.pack("<IQ", FLOAT32, len(values)) + values.astype("<f4").tobytes()


def write_gguf(path: Path, metadata: Mapping[str, Value], tensors: Mapping[str, Floats | Q4Blocks]) -> None:
    """Write one GGUF file: metadata and tensors in the order given; which tensors become Q8_0 follows from
    their names and rank. What is quantised already is written as it is."""
    head = [MAGIC, struct.pack("<IQQ", VERSION, len(tensors), len(metadata))]
    head += [text(key) + struct.pack("<I", kind) + raw for key, (kind, raw) in metadata.items()]
    bodies, offset = [], 0
    for name, tensor in tensors.items():
        kind, shape, body = _stored(name, tensor)
        head.append(text(name) + struct.pack(f"<I{len(shape)}QIQ", len(shape), *shape, kind, offset))
        bodies.append(_padded(body))
        offset += len(bodies[-1])
    with path.open("wb") as stream:
        stream.write(_padded(b"".join(head)))
        stream.writelines(bodies)


def _stored(name: str, tensor: Floats | Q4Blocks) -> tuple[int, tuple[int, ...], bytes]:
    """Type, shape (GGUF names the fastest axis first) and bytes of a tensor."""
    if isinstance(tensor, Q4Blocks):
        return TENSOR_Q4_0, (tensor.columns, tensor.rows), tensor.raw
    if tensor.ndim == 2 and not name.startswith(KEPT_FLOAT):
        return TENSOR_Q8_0, tensor.shape[::-1], quantise_q8_0(tensor)
    return TENSOR_F32, tensor.shape[::-1], tensor.astype("<f4").tobytes()


def _padded(raw: bytes) -> bytes:
    return raw + bytes(-len(raw) % ALIGNMENT)


def llama_name(name: str) -> str | None:
    """llama.cpp's name of a BERT checkpoint's tensor, or None for one that an encoder does not use (pooler,
    position ids)."""
    stem, _, part = name.removeprefix("bert.").rpartition(".")
    for pattern, target in NAMES.items():
        if part in ("weight", "bias") and (match := re.fullmatch(pattern, stem)):
            return f"{target.format(n=(*match.groups(), '')[0])}.{part}"
    return None


def vocabulary(lines: Sequence[str]) -> tuple[list[str], list[int]]:
    """WordPiece tokens in llama.cpp's spelling with their types: ``##ing`` becomes ``ing``, ``the`` becomes
    ``▁the``."""
    specials = set(SPECIAL_TOKENS.values())
    kinds = [TOKEN_CONTROL if token in specials else TOKEN_NORMAL for token in lines]
    return [_spelling(token) for token in lines], kinds


def _spelling(token: str) -> str:
    if token.startswith("[") and token.endswith("]"):
        return token
    return token.removeprefix("##") if token.startswith("##") else WORD_START + token


def bert_metadata(
    config: Mapping[str, Any], pooling: Mapping[str, Any], tokens: Sequence[str], *, name: str
) -> dict[str, Value]:
    """The key-value part of the file, from config.json, 1_Pooling/config.json and vocab.txt."""
    modes = [number for mode, number in POOLING_TYPES.items() if pooling.get(mode)]
    if config.get("model_type") != "bert" or len(modes) != 1:
        raise ModelFileError("only BERT encoders with mean or [CLS] pooling can be converted")
    spelt, kinds = vocabulary(tokens)
    special = {f"tokenizer.ggml.{kind}_token_id": u32(tokens.index(token)) for kind, token in SPECIAL_TOKENS.items()}
    return {
        "general.architecture": string("bert"),
        "general.name": string(name),
        "general.file_type": u32(FILE_MOSTLY_Q8_0),
        "general.quantization_version": u32(QUANTISATION_VERSION),
        "bert.block_count": u32(config["num_hidden_layers"]),
        "bert.context_length": u32(config["max_position_embeddings"]),
        "bert.embedding_length": u32(config["hidden_size"]),
        "bert.feed_forward_length": u32(config["intermediate_size"]),
        "bert.attention.head_count": u32(config["num_attention_heads"]),
        "bert.attention.layer_norm_epsilon": f32(config["layer_norm_eps"]),
        "bert.attention.causal": yes_no(False),
        "bert.pooling_type": u32(modes[0]),
        "tokenizer.ggml.model": string("bert"),
        "tokenizer.ggml.tokens": strings(spelt),
        "tokenizer.ggml.token_type": integers(kinds),
        "tokenizer.ggml.token_type_count": u32(config["type_vocab_size"]),
        **special,
    }


def convert_bert(folder: Path, target: Path, *, name: str) -> None:
    """Convert ``folder`` (model.safetensors, config.json, vocab.txt, 1_Pooling/config.json) to the Q8_0 GGUF
    ``target``, whose metadata will call the model ``name``.

    About half a second for MiniLM. Raises ModelFileError for damaged or unsupported input, OSError for a
    missing file."""
    try:
        config = json.loads(safe_read_file(folder / "config.json", within=folder))
        pooling = json.loads(safe_read_file(folder / "1_Pooling" / "config.json", within=folder))
        tokens = safe_read_file(folder / "vocab.txt", within=folder).split("\n")
        metadata = bert_metadata(config, pooling, tokens[:-1] if not tokens[-1] else tokens, name=name)
    except ReadRefused as refusal:
        if refusal.reason is ReadReason.MISSING:
            raise refusal.as_os_error(folder) from refusal
        raise ModelFileError(f"the model's configuration cannot be used: {refusal.detail}") from refusal
    except (KeyError, ValueError) as error:
        raise ModelFileError(f"the model's configuration cannot be used: {error}") from error
    weights = read_safetensors(folder / "model.safetensors")
    named = ((llama_name(source), tensor) for source, tensor in weights.items())
    write_gguf(target, metadata, {name: tensor for name, tensor in named if name})
