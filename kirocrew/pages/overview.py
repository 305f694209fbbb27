"""The overview: is all well?"""

import shutil
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from channels_bridge.actors import Actor
from channels_bridge.admin.activity import last_event
from channels_bridge.admin.pages import owner_page, page
from channels_bridge.api.authentication import actor_of
from channels_bridge.models import Bot, JobState
from channels_bridge.services.heartbeats import WORKER, WORKER_LATE_AFTER, heartbeat_age
from channels_bridge.services.jobs import jobs_visible_to
from hooks.services.scripts import mcp_tool_names, script_hook_is_dead, script_hooks_list
from hooks.services.switches import protections_off, switches_all
from kirocrew.backup.shelf import CHECKED, backups_listed
from kirocrew.backup.staged import staged_name
from kirocrew.base.clock import now
from kirocrew.doctor.machine import BACKUP_AGE
from kirocrew.pages.charts import day_line, day_stack
from kirocrew.templatetags.kirocrew_pages import ago_words
from memory.admin.choosing import store_chosen
from memory.models import Kind, Store
from memory.services.spaces import state_now
from memory.services.totals import embedding_coverage, records_by_store, refusals_by_day, written_by_day

JOBS_SHOWN: Final = 6
LITTLE_SPACE: Final = 1024**3
"""Bytes free on the disk below which the overview speaks up; the server stops being ready far later."""
FAILED_WITHIN: Final = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class State:
    """One line of the overview's list of what must be well: `level` is ok, warn or bad."""

    level: str
    name: str
    value: str
    url: str = ""


@require_safe
@owner_page
def overview(request: HttpRequest) -> HttpResponse:
    """Counts, refusals, embeddings, jobs, backlog and the state of the server on one page."""
    actor, store = actor_of(request), store_chosen(request)
    by_store = records_by_store(actor=actor, store=store)
    totals = {kind: sum(kinds.get(kind, 0) for kinds in by_store.values()) for kind in Kind.values}
    written = written_by_day(actor=actor, store=store)
    jobs = jobs_visible_to(actor)
    return page(
        request,
        "kirocrew/overview.html",
        title="Overview",
        empty=not any(totals.values()),
        totals=[(Kind(kind), number, day_line(written[kind])) for kind, number in totals.items()],
        by_store=_store_rows(by_store),
        chart=day_stack(refusals_by_day(actor=actor, store=store)),
        embeddings=embedding_coverage(actor=actor, total=sum(totals.values()), store=store),
        running=jobs.filter(state__in=(JobState.QUEUED, JobState.RUNNING)).order_by("-id")[:JOBS_SHOWN],
        failed=jobs.filter(state=JobState.FAILED, finished_at__gte=now() - FAILED_WITHIN).count(),
        last_event=last_event(),
        states=[_worker(), _model(), _disk(), _database(), _backups(actor), _hooks(actor)],
        has_bot=Bot.objects.exists(),
        address=request.build_absolute_uri("/")[:-1],
    )


def _store_rows(by_store: dict[str, dict[str, int]]) -> list[tuple[Store, list[tuple[str, int]]]]:
    stores = {store.slug: store for store in Store.objects.filter(slug__in=by_store)}
    return [(stores[slug], [(kind, kinds.get(kind, 0)) for kind in Kind.values]) for slug, kinds in by_store.items()]


def _worker() -> State:
    age = heartbeat_age(WORKER)
    if age is None:
        return State("bad", "Worker", "has not reported yet; jobs wait until it runs")
    seconds = int(age.total_seconds())
    if age > WORKER_LATE_AFTER:
        return State("bad", "Worker", f"silent for {seconds // 60} min; jobs wait until it runs")
    return State("ok", "Worker", f"lives, {seconds} s ago")


def _model() -> State:
    found = state_now()
    if found.status == "ready":
        return State("ok", "Embedding model", f"{found.space.model} is loaded" if found.space else "is loaded")
    level = "warn" if found.status == "loading" else "bad"
    return State(level, "Embedding model", f"{found.reason}; recall goes by words")


def _disk() -> State:
    usage = shutil.disk_usage(settings.KIROCREW_HOME)
    free, level = usage.free, "ok" if usage.free > LITTLE_SPACE else "bad"
    return State(level, "Disk", f"{free / 1024**3:,.1f} GB free of {usage.total / 1024**3:,.0f}")


def _database() -> State:
    file = Path(settings.DATABASES["default"]["NAME"])
    if not file.is_file():
        return State("ok", "Database", settings.DATABASES["default"]["ENGINE"].rsplit(".", 1)[-1])
    return State("ok", "Database", f"{file.stat().st_size / 1024**2:,.1f} MB")


def _backups(actor: Actor) -> State:
    """How old the newest sound backup is, and whether one waits to be put back."""
    if staged_name():
        return State("warn", "Backups", "one is put back at the next start", "transfer")
    newest = next((one for one in backups_listed(actor=actor) if one.state == CHECKED), None)
    if newest is None:
        return State("warn", "Backups", "none yet; the worker makes one a day", "transfer")
    level = "ok" if now() - newest.at < BACKUP_AGE else "bad"
    return State(level, "Backups", f"the newest {ago_words(newest.at)}", "transfer")


def _hooks(actor: Actor) -> State:
    """Whether tool calls are guarded as they should be: what lets more through, or nothing at all, is said here."""
    switches, off = switches_all(), len(protections_off())
    if switches["paused"]:
        return State("warn", "Hooks", "all tool use is paused", "hooks-protections")
    if switches["disable_all"]:
        return State("bad", "Hooks", "the whole deny list is off", "hooks-protections")
    if off:
        return State("warn", "Hooks", f"{off} protection{'s' if off > 1 else ''} switched off", "hooks-protections")
    known = mcp_tool_names()
    dead = sum(script_hook_is_dead(hook, known) for hook in script_hooks_list(actor=actor).filter(enabled=True))
    if dead:
        return State("bad", "Hooks", f"{dead} script hook{'s' if dead > 1 else ''} can never run", "hooks-scripts")
    return State("ok", "Hooks", "every protection is on", "hooks-protections")
