"""Measure a model in a process of its own: `python -m memory.inference.cost_child MODEL.gguf embedding|language N`.

N is the number of native threads. Written is one line of JSON, the numbers of `costs.ModelCost`.
"""

import json
import resource
import sys
import time
from pathlib import Path
from typing import Any, Final

SECONDS: Final = 2.0
LONGEST_S: Final = 120.0  # of one answer of a language model
TOKENS: Final = 24
BATCH: Final = 8
TEXTS: Final = (
    "[20 January 2023] Gina: I opened my dance studio last week and the first class is already full, imagine that!",
    "[3 May 2024] Jonas: Wir ziehen im September nach Bologna, weil Lea dort an der Universität eine Stelle hat.",
    "[11 November 2025] 美咲: 来週の金曜日に京都で打ち合わせがあるので、新幹線の切符を二枚予約しておいてください。",
    "[2 February 2026] Minh: Tôi không ăn được đậu phộng, nên nhớ chọn món khác khi đặt bàn cho cả nhóm nhé.",
)
_STATUS: Final = Path("/proc/self/status")


def memory_used() -> int:
    """Most bytes this process has held so far. Not what the system tells of children: that counts the parent's, too."""
    if _STATUS.exists():
        line = next(line for line in _STATUS.read_text("ascii").splitlines() if line.startswith("VmHWM:"))
        return int(line.split()[1]) * 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def embedding(path: Path, threads: int) -> dict[str, Any]:
    from memory.inference.llama import LlamaEmbedder, load_library

    load_library()
    before, began = memory_used(), time.perf_counter()
    embedder = LlamaEmbedder(path, threads=threads)
    loaded = time.perf_counter() - began
    embedder.embed(TEXTS)  # the first call makes its buffers
    done, began = 0, time.perf_counter()
    while done == 0 or time.perf_counter() - began < SECONDS:
        embedder.embed([TEXTS[at % len(TEXTS)] for at in range(BATCH)])
        done += BATCH
    return _told(done / (time.perf_counter() - began), 0.0, memory_used() - before, loaded)


def language(path: Path, threads: int) -> dict[str, Any]:
    from memory.inference.chat_llama import LlamaChat
    from memory.inference.llama import load_library

    load_library()
    before, began = memory_used(), time.perf_counter()
    model = LlamaChat(path, window=2048, threads=threads)
    loaded, began = time.perf_counter() - began, time.perf_counter()
    until = time.monotonic() + LONGEST_S
    asked = "Describe a walk along the sea in a few sentences."
    written = model.write("You answer.", asked, schema=None, most=TOKENS, temperature=0, until=until)
    pace = written.answer_tokens / (time.perf_counter() - began)
    return _told(0.0, pace, memory_used() - before, loaded)


def _told(texts: float, tokens: float, memory: int, loaded: float) -> dict[str, Any]:
    return {
        "texts_per_second": round(texts, 1),
        "tokens_per_second": round(tokens, 1),
        "memory_bytes": memory,
        "load_seconds": round(loaded, 2),
    }


if __name__ == "__main__":
    measure = {"embedding": embedding, "language": language}[sys.argv[2]]
    sys.stdout.write(json.dumps(measure(Path(sys.argv[1]), int(sys.argv[3]))) + "\n")
