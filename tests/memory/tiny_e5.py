"""A made-up encoder in the container that multilingual-e5-small comes in; a few kilobytes. Its vectors say which of
two topics a text is about."""

import struct
from pathlib import Path

import numpy as np

HIDDEN, INNER, LAYERS, HEADS, POSITIONS, SPARE_ROWS = 32, 64, 1, 2, 64, 3
SIGNS = ["<s>", "<pad>", "</s>", "<unk>"]
PETS = ["▁cat", "▁kitten", "▁猫", "▁sleeps", "▁dozing", "▁windowsill.", "▁sunshine"]
POLITICS = ["▁committee", "▁vote", "▁budget.", "▁postponed", "▁議会"]
FILLING = ["▁", "猫", "議会", ":", "▁query", "▁passage", "<mask>"]
PIECES = [*SIGNS, *PETS, *POLITICS, *FILLING]
HALF_STEP = 8  # of a Q4_0 weight: the stored number 8 is zero


def container(*, magic: bytes = b"E5S1", block: int = 32, pieces: list[str] | None = None) -> bytes:
    """The bytes of the container."""
    pieces = PIECES if pieces is None else pieces
    rows = len(pieces) + SPARE_ROWS
    numbers = (HIDDEN, LAYERS, HEADS, INNER, rows, POSITIONS, 2)
    head = struct.pack("<4sI7ifi", magic, 1, *numbers, 1e-12, block) + _vocabulary(pieces)
    head += struct.pack("<iI", 1, 9) + struct.pack("<IBI", ord("\t"), 1, ord(" "))
    tensors = _tensors(pieces, rows)
    size = len(head) + 4 + sum(2 + len(name) + 21 for name in tensors)
    at = -(-size // 64) * 64
    directory, bodies = struct.pack("<i", len(tensors)), b""
    for name, (kind, count, raw) in tensors.items():
        directory += struct.pack("<H", len(name)) + name.encode()
        directory += struct.pack("<BIQQ", kind, count, at + len(bodies), len(raw))
        bodies += raw
    return (head + directory).ljust(at, b"\0") + bodies


def write_container(path: Path) -> Path:
    path.write_bytes(container())
    return path


def _vocabulary(pieces: list[str]) -> bytes:
    raw = [piece.encode() for piece in pieces]
    offsets = np.cumsum([0, *map(len, raw)]).astype("<u4").tobytes()
    scores = np.array([0.0] * 4 + [-2.0 - at / 100 for at in range(len(pieces) - 4)], "<f4").tobytes()
    blob = b"".join(raw)
    return struct.pack("<5iQ", len(pieces), 0, 2, 1, 3, len(blob)) + offsets + scores + blob


def _tensors(pieces: list[str], rows: int) -> dict[str, tuple[int, int, bytes]]:
    words = np.zeros((rows, HIDDEN), np.int8)
    for row, piece in zip(words, pieces, strict=False):
        if piece in PETS:
            row[::2] = 1
        elif piece in POLITICS:
            row[:16] = 1
    found = {"emb.word": _matrix(words), "emb.pos": _vector(np.zeros((POSITIONS, HIDDEN)))}
    found |= {"emb.type": _vector(np.zeros((2, HIDDEN))), **_norm("emb.ln")}
    shapes = dict.fromkeys(("q", "k", "v", "ao"), (HIDDEN, HIDDEN)) | {"fi": (INNER, HIDDEN), "fo": (HIDDEN, INNER)}
    for name, shape in shapes.items():
        found[f"l0.{name}.w"] = _matrix(np.zeros(shape, np.int8))
        found[f"l0.{name}.b"] = _vector(np.zeros(shape[0]))
    return found | _norm("l0.aln") | _norm("l0.oln")


def _norm(name: str) -> dict[str, tuple[int, int, bytes]]:
    return {f"{name}.w": _vector(np.ones(HIDDEN)), f"{name}.b": _vector(np.zeros(HIDDEN))}


def _vector(values: np.ndarray) -> tuple[int, int, bytes]:
    return 0, values.size, values.astype("<f4").tobytes()


def _matrix(values: np.ndarray) -> tuple[int, int, bytes]:
    """Q4_0: a scale of 1, then the weights plus eight, the first 16 in the low and the others in the high halves."""
    blocks = (values.reshape(-1, 32) + HALF_STEP).astype(np.uint8)
    packed = np.empty((len(blocks), 18), np.uint8)
    packed[:, :2] = np.frombuffer(np.array([1.0], "<f2").tobytes(), np.uint8)
    packed[:, 2:] = blocks[:, :16] | blocks[:, 16:] << 4
    return 1, values.size, packed.tobytes()
