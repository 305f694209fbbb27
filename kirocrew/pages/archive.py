"""Archives on the page Import & backup: write one, send one, and take it in."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from channels_bridge.admin.pages import owner_page
from channels_bridge.api.authentication import actor_of
from kirocrew.archive.exporting import archives_listed
from kirocrew.archive.jobs import archive_request, merge_request, restore_request
from kirocrew.archive.restoring import is_empty
from kirocrew.archive.uploads import upload_drop, upload_keep, uploads_waiting
from kirocrew.base.problems import Problem


def archive_context() -> dict[str, Any]:
    """What `kirocrew/parts/archive.html` shows."""
    uploads = uploads_waiting()
    return {
        "archives": archives_listed(),
        "archive_uploads": uploads,
        "archive_home_is_empty": bool(uploads) and is_empty(),
    }


@require_POST
@owner_page
def archive(request: HttpRequest) -> HttpResponse:
    """Ask for an archive, and go where its bar moves."""
    try:
        job = archive_request(actor=actor_of(request), passphrase=request.POST.get("passphrase", ""))
    except Problem as problem:
        return _back(request, problem)
    return redirect("admin:activity-job", uid=job.uid)


@require_POST
@owner_page
def send(request: HttpRequest) -> HttpResponse:
    """Keep an archive that is sent, and look through it; nothing is imported."""
    file = request.FILES.get("file")
    if file is None:
        messages.error(request, "Choose the archive to send.")
        return redirect("admin:transfer")
    try:
        upload_keep(
            actor=actor_of(request),
            name=file.name or "archive",
            pieces=file.chunks(),
            passphrase=request.POST.get("passphrase", ""),
        )
    except Problem as problem:
        return _back(request, problem)
    messages.info(request, "It is being looked through. What can be done with it stands below it.")
    return redirect("admin:transfer")


@require_POST
@owner_page
def take(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Merge an archive that was sent, restore it, or drop it."""
    actor, way = actor_of(request), request.POST.get("way", "")
    try:
        if way == "merge":
            return redirect("admin:activity-job", uid=merge_request(actor=actor, upload=str(uid)).uid)
        if way == "restore":
            confirm = request.POST.get("confirm", "")
            return redirect(
                "admin:activity-job", uid=restore_request(actor=actor, upload=str(uid), confirm=confirm).uid
            )
        upload_drop(actor=actor, uid=uid)
    except Problem as problem:
        return _back(request, problem)
    messages.info(request, "Dropped. Nothing was imported.")
    return redirect("admin:transfer")


def _back(request: HttpRequest, problem: Problem) -> HttpResponse:
    messages.error(request, problem.detail or problem.title)
    return redirect("admin:transfer")
