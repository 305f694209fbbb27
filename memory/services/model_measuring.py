"""What a model costs on this machine, measured in a child process when the owner asks for it."""

from typing import Any, Final

from django.conf import settings

from channels_bridge.actors import Actor
from channels_bridge.models import Job
from channels_bridge.services.jobs import JobRun, job_enqueue
from kirocrew.base.problems import Conflict
from memory.inference.chat_models import KNOWN_CHAT
from memory.inference.costs import model_benchmark
from memory.inference.trial import TrialError
from memory.services.model_change import require_owner
from memory.services.model_files import model_installed, model_spec, models_dir

MEASURE_JOB: Final = "memory.measure_model"


def model_measure_request(*, actor: Actor, name: str) -> Job:
    """Ask for a known model to be measured. Raises Forbidden, NotFound, Conflict when it is not installed."""
    require_owner(actor)
    spec = model_spec(name)
    if not model_installed(name):
        raise Conflict(f"{spec.title} is not installed.", type="model-not-installed")
    return job_enqueue(
        actor=actor, name=MEASURE_JOB, args={"name": name}, title=f"Measure {spec.title}", dedupe_key=name
    )


def model_measure_perform(run: JobRun, name: str) -> dict[str, Any]:
    """Measure a model and keep the result beside its file. Raises Conflict when it does not work here."""
    path = models_dir() / model_spec(name).file_name
    run.progress(0, None, "Measuring")
    try:
        cost = model_benchmark(
            path,
            threads=settings.KIROCREW_EMBEDDING_THREADS,
            kind="language" if name in KNOWN_CHAT else "embedding",
        )
    except (TrialError, OSError) as error:
        raise Conflict(f"It does not work here: {error}", type="model-not-installed") from error
    return {"texts_per_second": round(cost.texts_per_second, 1), "memory_bytes": cost.memory_bytes}
