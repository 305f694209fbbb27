"""The `hooks` section as JSON: rehearse, import, export."""

import json
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_safe

from channels_bridge.admin.pages import owner_page
from channels_bridge.api.authentication import actor_of
from hooks.admin.tabs import hooks_page
from hooks.services.rules_transfer import ImportReport, rules_export, rules_import
from kirocrew.base.problems import Problem

SECTION_CHARACTERS: Final = 1_000_000


class ImportForm(forms.Form):
    """A section, and how it is taken."""

    section = forms.CharField(
        label="A hooks section as JSON",
        max_length=SECTION_CHARACTERS,
        widget=forms.Textarea(attrs={"rows": 12, "class": "mono", "spellcheck": "false"}),
        help_text="Entries that can't be read are kept aside with their reason; nothing else is touched by them.",
    )
    replace = forms.BooleanField(
        required=False,
        label="Replace the sections that are given",
        help_text="Otherwise what is new is added. A damaged list of refusals is added to in any case.",
    )

    def clean_section(self) -> Any:
        """The section as JSON. Raises ValidationError with the place where it breaks."""
        try:
            return json.loads(self.cleaned_data["section"])
        except RecursionError as error:
            raise forms.ValidationError("This is nested too deeply.") from error
        except json.JSONDecodeError as error:
            raise forms.ValidationError(f"This is no JSON: line {error.lineno}, column {error.colno}.") from error


@require_http_methods(["GET", "POST"])
@owner_page
def transfer(request: HttpRequest) -> HttpResponse:
    """Rehearse an import, then do it."""
    form = ImportForm(request.POST or None)
    report: ImportReport | None = None
    if request.method == "POST" and form.is_valid():
        rehearse = "apply" not in request.POST
        try:
            report = rules_import(
                actor=actor_of(request),
                data=form.cleaned_data["section"],
                replace=form.cleaned_data["replace"],
                dry_run=rehearse,
            )
        except Problem as problem:
            form.add_error("section", problem.detail)
        else:
            if not rehearse:
                messages.success(request, _words(report))
                return redirect("admin:hooks")
    return hooks_page(request, "transfer.html", tab="hooks-transfer", form=form, report=report)


@require_safe
@owner_page
def export(request: HttpRequest) -> HttpResponse:
    """All rules as a file that can be imported again."""
    text = json.dumps(rules_export(actor=actor_of(request)), ensure_ascii=False, indent=2)
    answer = HttpResponse(text + "\n", content_type="application/json")
    answer["Content-Disposition"] = 'attachment; filename="hooks.json"'
    return answer


def _words(report: ImportReport) -> str:
    added, removed = sum(report.added.values()), sum(report.removed.values())
    aside = sum(issue.skipped for issue in report.issues)
    return f"{added} rules added, {removed} removed, {aside} entries kept aside."
