"""A made-up BERT of one layer whose vectors say which of two topics a text is about; a few kilobytes."""

import base64
import hashlib
import json
import struct
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

HIDDEN, INNER, LAYERS, HEADS, POSITIONS = 32, 64, 1, 2, 64
SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
PETS = ["cat", "kitten", "sleeps", "dozing", "windowsill", "window", "sunshine", "##s"]
POLITICS = ["committee", "parliament", "vote", "budget", "decision", "spending", "postponed", "delayed"]
VOCABULARY = [*SPECIAL, *PETS, *POLITICS]

CONFIG = {
    "model_type": "bert",
    "num_hidden_layers": LAYERS,
    "max_position_embeddings": POSITIONS,
    "hidden_size": HIDDEN,
    "intermediate_size": INNER,
    "num_attention_heads": HEADS,
    "layer_norm_eps": 1e-12,
    "type_vocab_size": 2,
}
Tensors = dict[str, NDArray[Any]]


def tensors() -> Tensors:
    """Zero weights everywhere but in the words: attention and feed-forward add nothing, so the topic comes
    through."""
    words = np.zeros((len(VOCABULARY), HIDDEN), np.float32)
    for number, word in enumerate(VOCABULARY):
        if word in PETS:
            words[number, ::2] = 1.0
        elif word in POLITICS:
            words[number, :16] = 1.0
    found: Tensors = {
        "embeddings.position_ids": np.arange(POSITIONS, dtype=np.int64)[None],
        "embeddings.word_embeddings.weight": words,
        "embeddings.position_embeddings.weight": np.zeros((POSITIONS, HIDDEN), np.float32),
        "embeddings.token_type_embeddings.weight": np.zeros((2, HIDDEN), np.float32),
        "pooler.dense.weight": np.ones((HIDDEN, HIDDEN), np.float32),
        **_norm("embeddings.LayerNorm"),
    }
    layer = "encoder.layer.0"
    for part in ("query", "key", "value"):
        found |= _linear(f"{layer}.attention.self.{part}", HIDDEN, HIDDEN)
    found |= _linear(f"{layer}.attention.output.dense", HIDDEN, HIDDEN)
    found |= _norm(f"{layer}.attention.output.LayerNorm")
    found |= _linear(f"{layer}.intermediate.dense", INNER, HIDDEN)
    found |= _linear(f"{layer}.output.dense", HIDDEN, INNER)
    return found | _norm(f"{layer}.output.LayerNorm")


def _linear(name: str, rows: int, columns: int) -> Tensors:
    return {
        f"{name}.weight": np.zeros((rows, columns), np.float32),
        f"{name}.bias": np.zeros(rows, np.float32),
    }


def _norm(name: str) -> Tensors:
    return {f"{name}.weight": np.ones(HIDDEN, np.float32), f"{name}.bias": np.zeros(HIDDEN, np.float32)}


def safetensors(content: Tensors) -> bytes:
    header: dict[str, Any] = {"__metadata__": {"format": "pt"}}
    body = b""
    for name, tensor in content.items():
        raw = tensor.tobytes()
        kind = {"float32": "F32", "float16": "F16", "int64": "I64"}[tensor.dtype.name]
        place = [len(body), len(body) + len(raw)]
        header[name] = {"dtype": kind, "shape": list(tensor.shape), "data_offsets": place}
        body += raw
    head = json.dumps(header).encode()
    return struct.pack("<Q", len(head)) + head + body


def source_files() -> dict[str, bytes]:
    """The four files of a model's folder by name."""
    return {
        "config.json": json.dumps(CONFIG).encode(),
        "vocab.txt": ("\n".join(VOCABULARY) + "\n").encode(),
        "model.safetensors": safetensors(tensors()),
        "1_Pooling/config.json": b'{"pooling_mode_cls_token": false, "pooling_mode_mean_tokens": true}',
    }


def write_folder(folder: Path, **changed: bytes) -> Path:
    """The model's folder; ``changed`` replaces a file, named by its stem (config, vocab, model)."""
    for name, content in source_files().items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(changed.get(path.stem, content) if "/" not in name else content)
    return folder


def write_wheel(folder: Path, *, package: str, version: str, files: dict[str, bytes]) -> Path:
    """A wheel that pip accepts, with ``files`` as its content."""
    folder.mkdir(parents=True, exist_ok=True)
    stem = f"{package.replace('-', '_')}-{version}"
    content = {
        **files,
        f"{stem}.dist-info/METADATA": f"Metadata-Version: 2.1\nName: {package}\nVersion: {version}\n".encode(),
        f"{stem}.dist-info/WHEEL": b"Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    record = "".join(f"{name},sha256={_digest(raw)},{len(raw)}\n" for name, raw in content.items())
    content[f"{stem}.dist-info/RECORD"] = f"{record}{stem}.dist-info/RECORD,,\n".encode()
    path = folder / f"{stem}-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for name, raw in content.items():
            archive.writestr(name, raw)
    return path


def _digest(raw: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(raw).digest()).rstrip(b"=").decode()
