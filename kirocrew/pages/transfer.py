"""Import, export and backups on one page; a backup held against the present, and put back at the next start."""

from typing import Final

from django.contrib import messages
from django.http import FileResponse, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.views.decorators.http import require_POST, require_safe

from channels_bridge.admin.pages import owner_page, page
from channels_bridge.api.authentication import actor_of
from kirocrew.backup.kinds import backup_folder
from kirocrew.backup.shelf import (
    CHANGED,
    CHECKED,
    UNCHECKED,
    UNSOUND,
    backup_open,
    backup_request,
    backups_listed,
)
from kirocrew.backup.staging import restore_cancel, restore_preview, restore_stage, restore_status
from kirocrew.pages.archive import archive_context
from memory.admin.transfer import import_context

LEVELS: Final = {CHECKED: "ok", CHANGED: "warn", UNCHECKED: "", UNSOUND: "bad"}
WORDS: Final = {
    CHECKED: "checked",
    CHANGED: "rewritten since it was checked",
    UNCHECKED: "not checked yet",
    UNSOUND: "not sound",
}


@require_safe
@owner_page
def transfer(request: HttpRequest) -> HttpResponse:
    """What can come in, what can go out, and the copies there are."""
    actor = actor_of(request)
    backups = backups_listed(actor=actor)
    return page(
        request,
        "kirocrew/transfer.html",
        title="Import & backup",
        backups=[(one, WORDS[one.state], LEVELS[one.state]) for one in backups],
        staged=restore_status(actor=actor),
        folder=backup_folder(),
        **import_context(request),
        **archive_context(),
    )


@require_POST
@owner_page
def backup(request: HttpRequest) -> HttpResponse:
    """Ask for a backup, and go where its bar moves."""
    return redirect("admin:activity-job", uid=backup_request(actor=actor_of(request)).uid)


@require_safe
@owner_page
def preview(request: HttpRequest, name: str) -> HttpResponse:
    """What putting a backup back would take away, and what it would bring back."""
    actor = actor_of(request)
    found = restore_preview(actor=actor, name=name)
    listed = next((one for one in backups_listed(actor=actor) if one.name == name), None)
    return page(
        request,
        "kirocrew/restore.html",
        title="Put a backup back",
        preview=found,
        backup=listed,
        staged=restore_status(actor=actor),
        tables=sorted(found.counts.tables.items(), key=lambda row: (-row[1], row[0])),
    )


@require_POST
@owner_page
def stage(request: HttpRequest, name: str) -> HttpResponse:
    """Have it put back at the next start."""
    restore_stage(actor=actor_of(request), name=name)
    messages.info(request, "It is put back at the next start. Until then nothing changes.")
    return redirect("admin:transfer")


@require_POST
@owner_page
def cancel(request: HttpRequest) -> HttpResponse:
    """Call it off."""
    staged = restore_cancel(actor=actor_of(request))
    messages.info(request, f"{staged.backup} is not put back. The present stays.")
    return redirect("admin:transfer")


@require_safe
@owner_page
def download(request: HttpRequest, name: str) -> HttpResponseBase:
    """Send a backup; the audit log keeps that it was."""
    return FileResponse(backup_open(actor=actor_of(request), name=name), as_attachment=True, filename=name)
