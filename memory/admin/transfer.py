"""Importing by upload, with a preview before anything is written, and exporting a store."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final
from uuid import UUID

from django import forms
from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import FileResponse, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.views.decorators.http import require_POST, require_safe

from channels_bridge.admin.filters import chosen, filter_links
from channels_bridge.admin.pages import owner_page, page
from channels_bridge.api.authentication import actor_of
from hooks.services.reading import safe_open
from memory.models import ImportRun, Store
from memory.services.exports import export_file, export_folder, export_form, export_request
from memory.services.importing.results import Action
from memory.services.importing.sources import Upload
from memory.services.imports_staged import import_stage, staged_apply, staged_drop, staged_get, staged_narrow
from memory.services.stores import MAIN, store_get
from memory.transfer.formats import formats

ROWS: Final = 200  # of a preview on one page
RUNS_SHOWN: Final = 10
SHOW: Final = {"": "all"} | {action.value: action.value for action in Action}
NOTED: Final = ("several_users", "other_users", "count_mismatch")  # codes of what holds for a whole file
LEVELS: Final = {"new": "ok", "proposed": "warn", "conflict": "warn", "refused": "bad"}


class ManyFiles(forms.ClearableFileInput):
    allow_multiple_selected = True


class FilesField(forms.FileField):
    """Several files at once."""

    widget = ManyFiles

    def clean(self, data: Any, initial: Any = None) -> "list[UploadedFile[Any]]":
        """Check every file as one would be."""
        given = data if isinstance(data, list | tuple) else [data]
        return [super(FilesField, self).clean(item, initial) for item in given or [None]]


class ImportForm(forms.Form):
    """What to import, and where to."""

    sources = FilesField(label="Files", help_text="Files, or a zip of a folder. At most 500 files and 64 MB.")
    store = forms.ModelChoiceField(Store.objects.all(), to_field_name="slug", empty_label=None)
    format = forms.ChoiceField(required=False, help_text="Usually found out from each file.")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        known = [(name, found.label) for name, found in sorted(formats().items())]
        self.fields["format"].choices = [("", "Find out"), *known]  # type: ignore[attr-defined]


@dataclass(frozen=True, slots=True)
class ExportedFile:
    """A finished export as listed."""

    name: str
    size: int
    at: datetime


def import_context(request: HttpRequest, form: ImportForm | None = None) -> dict[str, Any]:
    """What the import and export parts of the transfer page show."""
    slug = request.GET.get("store", "") or MAIN
    runs = ImportRun.objects.select_related("store").order_by("-id")[:RUNS_SHOWN]
    return {
        "form": form or ImportForm(initial={"store": slug}),
        "runs": [(run, _names(run), _counts(run)) for run in runs],
        "exports": exports_listed(),
        "export_store": slug,
    }


@require_POST
@owner_page
def upload(request: HttpRequest) -> HttpResponse:
    """Take the files and go to the preview; nothing is written to memory."""
    form = ImportForm(request.POST, request.FILES)
    if not form.is_valid():
        said = " ".join(str(error) for errors in form.errors.values() for error in errors)
        messages.error(request, said)
        return redirect("admin:transfer")
    data = form.cleaned_data
    uploads = [Upload(file.name or "upload", file.read()) for file in data["sources"]]
    uid = import_stage(actor=actor_of(request), store=data["store"], uploads=uploads, format_name=data["format"])
    return redirect("admin:transfer-preview", uid=uid)


@require_safe
@owner_page
def preview(request: HttpRequest, uid: UUID) -> HttpResponse:
    """What would happen to each item, and why."""
    staged = staged_get(actor=actor_of(request), uid=uid)
    show = chosen(request, "show", SHOW)
    items = [item for item in staged.items if not show or item["action"] == show]
    start = _start(request, len(items))
    labels = {name: _label(name, staged.counts, staged.total) for name in SHOW if not name or staged.counts.get(name)}
    return page(
        request,
        "memory/transfer_preview.html",
        title="What this import would do",
        staged=staged,
        items=[(item, LEVELS.get(item["action"], "")) for item in items[start : start + ROWS]],
        show=filter_links("show", "Show", labels, show),
        new=staged.counts.get("new", 0) + staged.counts.get("proposed", 0),
        start=start,
        further=start + ROWS if start + ROWS < len(items) else None,
        earlier=start - ROWS if start else None,
        unlisted=staged.total - len(staged.items),
        notes=[item["message"] for item in staged.items if item["code"] in NOTED],
    )


@require_POST
@owner_page
def narrow(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Preview the same upload for one of the people its files name, or for all of them."""
    narrowed = staged_narrow(actor=actor_of(request), uid=uid, user=request.POST.get("user", "")[:200])
    return redirect("admin:transfer-preview", uid=narrowed)


@require_POST
@owner_page
def apply(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Import what was previewed, and go where its bar moves."""
    actor = actor_of(request)
    if "drop" in request.POST:
        staged_drop(actor=actor, uid=uid)
        messages.info(request, "Dropped. Nothing was imported.")
        return redirect("admin:transfer")
    return redirect("admin:activity-job", uid=staged_apply(actor=actor, uid=uid).uid)


@require_POST
@owner_page
def export(request: HttpRequest) -> HttpResponse:
    """Ask for an export of a store, and go where its bar moves."""
    actor = actor_of(request)
    store = store_get(actor=actor, slug=request.POST.get("store", ""))
    job = export_request(actor=actor, store=store, form=export_form(request.POST.get("form", "")))
    return redirect("admin:activity-job", uid=job.uid)


@require_safe
@owner_page
def download(request: HttpRequest, name: str) -> HttpResponseBase:
    """Send a finished export."""
    file = export_file(actor=actor_of(request), name=name)
    return FileResponse(safe_open(file, within=file.parent), as_attachment=True, filename=name)


def exports_listed() -> list[ExportedFile]:
    """Finished exports, newest first."""
    files = [file for file in export_folder().iterdir() if file.is_file() and not file.name.startswith(".")]
    listed = [(file.name, file.stat()) for file in files]
    found = [ExportedFile(name, info.st_size, datetime.fromtimestamp(info.st_mtime, UTC)) for name, info in listed]
    return sorted(found, key=lambda file: file.at, reverse=True)


def _names(run: ImportRun) -> str:
    names = [str(entry["upload"]) if isinstance(entry, dict) else str(entry).rsplit("/", 1)[-1] for entry in run.paths]
    return ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")


def _counts(run: ImportRun) -> str:
    counts = run.counts.get("actions", {})
    if not counts:
        return "not finished"
    return ", ".join(f"{number:,} {action}" for action, number in counts.items() if number) or "nothing in it"


def _label(name: str, counts: dict[str, int], total: int) -> str:
    return f"{name} {counts[name]:,}" if name else f"all {total:,}"


def _start(request: HttpRequest, length: int) -> int:
    text = request.GET.get("start", "")
    start = int(text) if text.isascii() and text.isdigit() and len(text) < 9 else 0
    return start if start < length else 0
