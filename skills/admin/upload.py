"""Uploading skills: an archive or one SKILL.md, and what became of each package."""

import zipfile
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Any, BinaryIO, Final
from uuid import UUID

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_safe

from channels_bridge.actors import Actor
from channels_bridge.admin.activity import last_event
from channels_bridge.admin.pages import owner_page
from channels_bridge.api.authentication import actor_of
from channels_bridge.services.jobs import job_get
from kirocrew.base.problems import NotFound, Problem
from skills.admin.tabs import skills_page
from skills.models import RefusedPackage, Skill, Tier
from skills.packages.limits import MAX_SKILL_FILE, SKILL_FILE
from skills.services.uploads import UPLOAD_JOB, Fate, Uploaded, archive_upload

FATES: Final[Mapping[str, tuple[str, str]]] = {
    Fate.NEW: ("NEW", "ok"),
    Fate.CHANGED: ("NEW VERSION", "accent"),
    Fate.UNCHANGED: ("UNCHANGED", ""),
    Fate.ERROR: ("ERROR", "bad"),
}
"""What became of a package, as it is shown, and the colour of its tag."""


class UploadForm(forms.Form):
    """The file."""

    file = forms.FileField(
        label="ZIP or SKILL.md",
        widget=forms.FileInput(attrs={"accept": ".zip,.md,application/zip,text/markdown"}),
        help_text="A ZIP holds up to 500 folders with a SKILL.md each. What is the same already stays as it is.",
    )


@dataclass(frozen=True, slots=True)
class ResultRow:
    """One package of the upload, and the skill it became."""

    folder: str
    key: str
    label: str
    colour: str
    version: int | None
    why: str
    skill: Skill | None
    refused: RefusedPackage | None


@require_http_methods(["GET", "POST"])
@owner_page
def upload(request: HttpRequest) -> HttpResponse:
    """Take a file; few packages are written at once, more by a job that is gone to."""
    form = UploadForm(request.POST or None, request.FILES or None)
    rows: list[ResultRow] = []
    if request.method == "POST" and form.is_valid():
        file = form.cleaned_data["file"]
        try:
            done = archive_upload(actor=actor_of(request), stream=_archive(file.name, file), name=file.name)
        except Problem as problem:
            form.add_error("file", problem.detail)
        else:
            if done.job is not None:
                return redirect("admin:skills-uploaded", uid=done.job.uid)
            rows = _rows(done.packages)
    return skills_page(
        request,
        "upload.html",
        tab="skills-upload",
        form=form,
        rows=rows,
        counts=_counted(rows),
        refused=RefusedPackage.objects.filter(accepted_at__isnull=True).count(),
    )


@require_safe
@owner_page
def uploaded(request: HttpRequest, uid: UUID) -> HttpResponse:
    """The job of an upload as it moves, and its packages when it is done."""
    job = _job(actor_of(request), uid)
    packages = job.result.get("packages") or job.checkpoint.get("packages", [])
    rows = _rows([Uploaded(**row | {"fate": Fate(row["fate"])}) for row in packages])
    return skills_page(
        request,
        "uploaded.html",
        tab="skills-upload",
        job=job,
        last_event=last_event(),
        rows=rows,
        counts=_counted(rows),
    )


def _job(actor: Actor, uid: UUID) -> Any:
    job = job_get(actor=actor, uid=uid)
    if job.name != UPLOAD_JOB:
        raise NotFound("This job is no upload of skills. Activity shows it.")
    return job


def _archive(name: str, file: BinaryIO) -> BinaryIO:
    """The upload as an archive: a file of its own is one with that file at its top."""
    if not name.lower().endswith(".md"):
        return file
    content = file.read(MAX_SKILL_FILE + 1)
    stream = BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr(SKILL_FILE, content)
    return stream


def _rows(packages: Sequence[Uploaded]) -> list[ResultRow]:
    keys = {package.key for package in packages if package.key}
    known = {skill.key: skill for skill in Skill.objects.kept().filter(tier=Tier.MANAGED, key__in=keys)}
    hashes = [package.content_hash for package in packages if package.content_hash]
    refused = {row.content_hash: row for row in RefusedPackage.objects.filter(content_hash__in=hashes)}
    return [
        ResultRow(
            package.folder,
            package.key,
            *FATES[package.fate],
            package.version,
            package.message,
            known.get(package.key) if package.fate is not Fate.ERROR else None,
            refused.get(package.content_hash),
        )
        for package in packages
    ]


def _counted(rows: Sequence[ResultRow]) -> list[tuple[str, str, int]]:
    counts = Counter(row.label for row in rows)
    return [(label, colour, counts[label]) for label, colour in FATES.values() if counts[label]]
