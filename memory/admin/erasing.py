"""Erasing a record in the browser: what it would reach, the key to type, and the certificate at the end."""

from collections.abc import Sequence
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_safe

from channels_bridge.admin.activity import last_event
from channels_bridge.admin.pages import owner_page, page
from channels_bridge.api.authentication import actor_of
from channels_bridge.services.jobs import job_get
from kirocrew.base.problems import Invalid
from memory.admin.showing import record_words
from memory.models import Erasure, Record
from memory.services.erasure import Plan, erase_certificate, erase_preview, record_erase

EXCERPT = 200  # characters of a record that goes as well, or says the same


@require_http_methods(["GET", "POST"])
@owner_page
def erase(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Say what an erase would reach and ask for the key; a wrong one comes back with what was typed."""
    if request.method == "POST":
        try:
            record_erase(
                actor=actor_of(request),
                uid=uid,
                confirm=request.POST.get("confirm", ""),
                reason=request.POST.get("reason", "").strip(),
                with_copies="with_copies" in request.POST,
            )
        except Invalid as problem:
            messages.error(request, f"Nothing was erased. {problem.detail}")
            return _ask(request, uid)
        return redirect("admin:memory-certificate", uid=uid)
    return _ask(request, uid)


@require_safe
@owner_page
def certificate(request: HttpRequest, uid: UUID) -> HttpResponse:
    """What was found of an erased record, place by place, when it was erased and by its job; moves while that runs."""
    actor = actor_of(request)
    shown = erase_certificate(actor=actor, uid=uid)
    return page(
        request,
        "memory/certificate.html",
        title="Certificate of deletion",
        erasure=Erasure.objects.select_related("store").get(record_uid=uid),
        shown=shown,
        lines=[line.as_json() for line in shown.lines],
        job=job_get(actor=actor, uid=shown.remaining.job) if shown.remaining else None,
        last_event=last_event(),
        copies=_named(shown.copies),
        mentions=_named(shown.mentions),
        emptied=_named(shown.emptied),
    )


def _named(uids: Sequence[UUID]) -> list[tuple[Record, str]]:
    """Records that the certificate names, with the beginning of what they say now."""
    records = Record.objects.with_content().filter(uid__in=uids).order_by("pk")
    return [(record, record_words(record)[:EXCERPT]) for record in records]


def _ask(request: HttpRequest, uid: UUID) -> HttpResponse:
    plan: Plan = erase_preview(actor=actor_of(request), uid=uid)
    record = plan.record
    return page(
        request,
        "memory/erase.html",
        title=f"Erase {record.key or record.get_kind_display().lower()}",
        record=record,
        text=record_words(record)[:EXCERPT],
        wanted=record.key or str(record.uid),
        going=[(item, record_words(item)[:EXCERPT]) for item in plan.targets if item.pk != record.pk],
        staying=list({link.record_id: link.record for link in plan.marked}.values()),
        copies=[(item, record_words(item)[:EXCERPT]) for item in plan.others.copies],
        mentions=[(item, record_words(item)[:EXCERPT]) for item in plan.others.mentions],
        emptied=plan.entries,
        typed=request.POST.get("confirm", ""),
        reason=request.POST.get("reason", ""),
    )
