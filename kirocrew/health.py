"""Is the process alive, and is the server ready? For monitors and service managers; nothing secret is
shown.
"""

import shutil
import threading
from typing import Any, Final

from django.conf import settings
from django.db import DatabaseError, connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import path
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from channels_bridge.models import Job, JobState
from channels_bridge.services.heartbeats import WORKER, WORKER_LATE_AFTER, heartbeat_age
from kirocrew.base.clock import now
from memory.inference.embedding import state
from memory.services.spaces import state_now

# A monitor asks every few seconds and gives up soon; it must not queue behind a long write for the usual 20
# s.
LOCK_PATIENCE_MS: Final = 2000
# Below this the next backup or import may fill the disk, and SQLite then refuses writes.
MIN_FREE_BYTES: Final = 64 * 1024 * 1024

Finding = dict[str, Any]


@require_safe
@never_cache
def healthz(request: HttpRequest) -> HttpResponse:
    """200 while the process answers. Reads no database."""
    return HttpResponse("ok\n", content_type="text/plain")


@require_safe
@never_cache
def readyz(request: HttpRequest) -> JsonResponse:
    """200 when reads, writes and background work go on, else 503; the JSON says which part does not.

    Embeddings that are not there don't make the server unready: recall goes by keywords and says so.
    """
    database = database_writable()
    findings: dict[str, Finding] = {"database": database}
    if database["ok"]:
        findings["migrations"] = migrations_applied()
    if all(finding["ok"] for finding in findings.values()):
        findings["worker"] = worker_alive()
        findings["jobs"] = oldest_waiting_job()
    ready = all(finding["ok"] for finding in findings.values())
    findings["embedding"] = embedding(is_readable=bool(database["ok"]))
    return JsonResponse({"ready": ready, **findings}, status=200 if ready else 503)


def database_writable() -> Finding:
    """Takes the write lock and lets it go again; also looks at the space left on the disk."""
    try:
        with connection.cursor() as cursor:
            if connection.vendor == "sqlite":
                cursor.execute(f"PRAGMA busy_timeout={LOCK_PATIENCE_MS}")
        with transaction.atomic():
            pass  # the backend's transactions begin with the write lock
    except DatabaseError as error:
        return {"ok": False, "problem": type(error).__name__}
    finally:
        _usual_patience()
    free = shutil.disk_usage(settings.KIROCREW_HOME).free
    if free < MIN_FREE_BYTES:
        return {"ok": False, "problem": "disk almost full", "free_bytes": free}
    return {"ok": True, "free_bytes": free}


def _usual_patience() -> None:
    timeout = float(settings.DATABASES["default"].get("OPTIONS", {}).get("timeout", 5))
    if connection.vendor == "sqlite" and connection.connection is not None:
        connection.connection.execute(f"PRAGMA busy_timeout={int(timeout * 1000)}")


_applied = threading.Event()


def migrations_applied() -> Finding:
    """Reading all migrations takes a while, and applied ones stay applied, so a yes is remembered by the
    process.
    """
    if _applied.is_set():
        return {"ok": True}
    executor = MigrationExecutor(connection)
    pending = len(executor.migration_plan(executor.loader.graph.leaf_nodes()))
    if pending:
        return {"ok": False, "problem": "pending migrations", "pending": pending}
    _applied.set()
    return {"ok": True}


def worker_alive() -> Finding:
    age = heartbeat_age(WORKER)
    if age is None:
        return {"ok": False, "problem": "no worker has reported yet"}
    seconds = round(age.total_seconds(), 1)
    if age > WORKER_LATE_AFTER:
        return {"ok": False, "problem": "the worker is late", "heartbeat_age_seconds": seconds}
    return {"ok": True, "heartbeat_age_seconds": seconds}


def oldest_waiting_job() -> Finding:
    """How long the longest-waiting job that is due has waited. A full queue is busy, not unready."""
    due = Job.objects.filter(state=JobState.QUEUED, not_before__lte=now())
    oldest = due.order_by("not_before").values_list("not_before", flat=True).first()
    waiting = None if oldest is None else round((now() - oldest).total_seconds(), 1)
    return {"ok": True, "oldest_waiting_seconds": waiting}


def embedding(*, is_readable: bool) -> Finding:
    """How the model that memory is searched with is doing here; else the settings' one."""
    found = state_now() if is_readable else state()
    return {
        "status": found.status,
        "model": found.space.model if found.space else None,
        "recall": "hybrid" if found.status == "ready" else "keywords only",
    }


urlpatterns = [path("healthz", healthz, name="healthz"), path("readyz", readyz, name="readyz")]
