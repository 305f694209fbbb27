"""What a model costs on this machine: measured in a child process for about two seconds, and kept beside its file."""

import contextlib
import importlib.metadata
import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final, Literal

from hooks.services.reading import ReadRefused, safe_read_file
from kirocrew.base.clock import now

from .chat_local import file_version
from .trial import trial

CHILD: Final = "memory.inference.cost_child"
Kind = Literal["embedding", "language"]


@dataclass(frozen=True, slots=True)
class ModelCost:
    """Texts of about 20 words that are embedded in a second (of an embedding model), or tokens that are written in one
    (of a language model), the other one 0; bytes of memory that the model takes in each process that loads it; seconds
    to load it; native threads it was measured with; and when, in ISO 8601.
    """

    texts_per_second: float
    tokens_per_second: float
    memory_bytes: int
    load_seconds: float
    threads: int
    measured_at: str


def model_cost(path: Path) -> ModelCost | None:
    """What was measured last with this file, this library and as many processors; None if nothing was."""
    try:
        kept = json.loads(safe_read_file(_place(path)))
        return ModelCost(**kept["cost"]) if kept["of"] == _circumstances(path) else None
    except (ReadRefused, OSError, ValueError, KeyError, TypeError):
        return None


def model_benchmark(path: Path, *, threads: int = 2, kind: Kind = "embedding") -> ModelCost:
    """Measure a model now, a large one for longer than two seconds, and keep the result beside its file.

    Raises TrialError when it does not work here, OSError when it is not there.
    """
    circumstances = _circumstances(path)
    told = json.loads(trial(path, kind, str(threads), module=CHILD).splitlines()[-1])
    cost = ModelCost(**told, threads=threads, measured_at=now().isoformat(timespec="seconds"))
    with contextlib.suppress(OSError):  # measured anew next time, no more
        _place(path).write_text(json.dumps({"of": circumstances, "cost": asdict(cost)}), "utf-8")
    return cost


def cost_forget(path: Path) -> None:
    """Delete what was kept of a file that goes."""
    _place(path).unlink(missing_ok=True)


def _place(path: Path) -> Path:
    return path.with_name(f"{path.name}.cost.json")


def _circumstances(path: Path) -> dict[str, Any]:
    try:
        library = importlib.metadata.version("llama-cpp-python")
    except importlib.metadata.PackageNotFoundError:
        library = ""
    return {"file": file_version(path), "library": library, "processors": os.cpu_count()}
