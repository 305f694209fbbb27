"""Skills of other agents on the server's machine: a look at what would become of each, then the import."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from channels_bridge.admin.activity import last_event
from channels_bridge.admin.pages import owner_page
from channels_bridge.api.authentication import actor_of
from channels_bridge.models import Job, JobState
from channels_bridge.services.jobs import job_get
from kirocrew.base.problems import NotFound, Problem
from skills.admin.tabs import skills_page
from skills.models import RefusedPackage, Skill, Tier
from skills.services.importing import IMPORT_JOB, PATH_LIMIT, Fate, Source, Strategy, import_detect, import_request

SOURCES: Final = {
    Source.FOLDER: "a plain folder",
    Source.CLAUDE: "Claude Code",
    Source.OPENCLAW: "OpenClaw",
    Source.HERMES: "Hermes",
}
STRATEGIES: Final = {
    Strategy.SKIP: "leave what is here",
    Strategy.RENAME: "take it beside, under another name",
    Strategy.OVERWRITE: "make it the next version",
}
FATES: Final[Mapping[str, tuple[str, str]]] = {
    Fate.NEW: ("NEW", "ok"),
    Fate.CHANGED: ("NEW VERSION", "accent"),
    Fate.EXISTS: ("THERE ALREADY", ""),
    Fate.KNOWN: ("IMPORTED BEFORE", ""),
    Fate.REFUSED: ("REFUSED", "bad"),
}
"""What becomes of a package, as it is shown, and the colour of its tag."""


class ImportForm(forms.Form):
    """Where the skills are, whose they are, and what to do with a name that is here."""

    path = forms.CharField(
        max_length=PATH_LIMIT,
        label="Folder",
        widget=forms.TextInput(
            attrs={
                "dir": "auto",
                "autocomplete": "off",
                "spellcheck": "false",
                "class": "mono",
                "placeholder": "/home/alice",
            }
        ),
        help_text="Of the machine the server runs on: a home, an agent's own folder, or a folder of skills.",
    )
    source = forms.ChoiceField(
        required=False,
        choices=[("", "whoever is found there"), *((kind.value, label) for kind, label in SOURCES.items())],
        label="Whose they are",
    )
    strategy = forms.ChoiceField(
        choices=[(kind.value, label) for kind, label in STRATEGIES.items()],
        label="Where one of that name was imported and is another one now",
        initial=Strategy.SKIP.value,
    )


@dataclass(frozen=True, slots=True)
class Row:
    """One package of an import, the skill it became, and what of it the owner may accept."""

    folder: str
    key: str
    description: str
    label: str
    colour: str
    why: str
    notes: tuple[str, ...]
    skill: Skill | None
    refused: RefusedPackage | None


@require_http_methods(["GET", "POST"])
@owner_page
def importing(request: HttpRequest) -> HttpResponse:
    """Ask for a look; nothing is written by it."""
    form = ImportForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        actor, data = actor_of(request), form.cleaned_data
        try:
            source = data["source"] or _found_in(request, data["path"])
            if source:
                job = import_request(actor=actor, path=data["path"], source=source, strategy=data["strategy"], dry=True)
                return redirect("admin:skills-imported", uid=job.uid)
            form.add_error("path", "No skill is there, of no agent that is known.")
        except Problem as problem:
            form.add_error("path", problem.detail)
    return skills_page(request, "import.html", tab="skills-import", form=form)


@require_safe
@owner_page
def imported(request: HttpRequest, uid: UUID) -> HttpResponse:
    """The look or the import as it moves, and what becomes or became of each package."""
    job = _job(request, uid)
    rows = _rows(job.result.get("packages", []))
    counts = Counter(row.label for row in rows)
    is_dry, is_done = bool(job.args.get("dry")), job.state == JobState.DONE
    return skills_page(
        request,
        "imported.html",
        tab="skills-import",
        job=job,
        last_event=last_event(),
        rows=rows,
        counts=[(label, colour, counts[label]) for label, colour in FATES.values() if counts[label]],
        source=SOURCES[Source(job.args["source"])],
        path=job.args["path"],
        is_dry=is_dry,
        is_done=is_done,
        taken=counts["NEW"] + counts["NEW VERSION"] if is_dry and is_done else 0,
    )


@require_POST
@owner_page
def import_apply(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Import what was looked at; the folder is read again, as it may be another one by now."""
    args = _job(request, uid).args
    job = import_request(actor=actor_of(request), path=args["path"], source=args["source"], strategy=args["strategy"])
    return redirect("admin:skills-imported", uid=job.uid)


def _found_in(request: HttpRequest, path: str) -> str:
    """The agent that has most skills below a folder, empty for none."""
    found = import_detect(actor=actor_of(request), path=path)
    return max(found, key=lambda one: one.skills).source.value if found else ""


def _job(request: HttpRequest, uid: UUID) -> Job:
    job = job_get(actor=actor_of(request), uid=uid)
    if job.name != IMPORT_JOB:
        raise NotFound("This job is no import of skills. Activity shows it.")
    return job


def _rows(packages: Sequence[Mapping[str, Any]]) -> list[Row]:
    skills = Skill.objects.kept().filter(tier=Tier.MANAGED, key__in=[one["key"] for one in packages if one["key"]])
    by_key = {skill.key: skill for skill in skills.defer("body", "frontmatter")}
    hashes = [one["content_hash"] for one in packages if one.get("content_hash")]
    refused = {row.content_hash: row for row in RefusedPackage.objects.filter(content_hash__in=hashes)}
    return [
        Row(
            one["folder"],
            one["key"],
            one["description"],
            *FATES[one["fate"]],
            one["message"],
            tuple(one["notes"]),
            by_key.get(one["key"]),
            refused.get(one.get("content_hash", "")),
        )
        for one in packages
    ]
