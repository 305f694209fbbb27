"""A context file with its history, its editor, and the texts of it that wait."""

from typing import Any, Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from channels_bridge.admin.pages import owner_page, page
from channels_bridge.api.authentication import actor_of
from kirocrew.agents.agents import agent_get
from kirocrew.agents.files import file_read, file_restore, file_revisions, file_write, waiting_decide
from kirocrew.agents.names import name_checked, template
from kirocrew.base.diffs import shortened, word_diff
from kirocrew.base.problems import NotFound, Problem
from kirocrew.models import Agent, AgentFileRevision
from kirocrew.pages.agents.forms import FileForm
from memory.gate.outcomes import Outcome, OutcomeStatus, Refusal, RefusalCode

SHOWN: Final = 50
OPERATIONS: Final = {
    "seed": "began with",
    "write": "written",
    "restore": "restored",
    "allow": "let in",
    "summon": "written by the language model",
    "regenerate": "changed by the language model",
}


@require_safe
@owner_page
def file(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """A file with every text it had, as diffs; what waits stands first."""
    actor, person = actor_of(request), _person(request)
    row = agent_get(actor=actor, slug=slug)
    before = request.GET.get("before", "")
    number = int(before) if _is_number(before) else None
    revisions = file_revisions(actor=actor, agent=row, name=name, person=person, before=number, limit=SHOWN + 1)
    read = file_read(actor=actor, agent=row, name=name, person=person)
    return page(
        request,
        "kirocrew/agents/file.html",
        title=f"{name_checked(name)} of {row.name}",
        agent=row,
        file=read,
        name=name_checked(name),
        person=person,
        revisions=_views(revisions, read.text),
        older=revisions[SHOWN - 1].number if len(revisions) > SHOWN else None,
        is_first=number is None,
    )


@require_http_methods(["GET", "POST"])
@owner_page
def edit(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """The editor of a file; who wrote in between is shown, and nothing is lost."""
    actor, person = actor_of(request), _person(request)
    row, name = agent_get(actor=actor, slug=slug), name_checked(name)
    if request.method != "POST":
        text, base = _stored(request, row, name, person)
        return _editor(request, row, name, FileForm(initial={"text": text, "base": base}))
    form = FileForm(request.POST)
    if not form.is_valid():
        return _editor(request, row, name, form)
    data = form.cleaned_data
    outcome = file_write(
        actor=actor,
        agent=row,
        name=name,
        text=data["text"],
        person=person,
        expected=data["base"],
        reason=data["reason"],
    )
    if outcome.refusal and outcome.refusal.code is RefusalCode.STALE:
        text, base = _stored(request, row, name, person)
        again = FileForm({**data, "base": base})
        return _editor(request, row, name, again, met=shortened(word_diff(text, data["text"])) or True)
    if outcome.refusal:
        return _editor(request, row, name, form, refusal=outcome.refusal)
    messages.success(request, _said(outcome))
    return redirect(_address(row, name, person) if data["text"].strip() else reverse("admin:agents-one", args=[slug]))


@require_POST
@owner_page
def restore(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Write the text of an earlier revision again."""
    actor, person = actor_of(request), _person(request)
    row = agent_get(actor=actor, slug=slug)
    number, base = _numbers(request, "number", "base")
    outcome = file_restore(actor=actor, agent=row, name=name, person=person, number=number, expected=base)
    if outcome.refusal:
        messages.error(request, f"Refused ({outcome.refusal.code}): {outcome.refusal.message}")
    else:
        messages.success(request, _said(outcome))
    return redirect(_address(row, name, person))


@require_POST
@owner_page
def decide(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Let a text that waits into its file, or dismiss it."""
    actor, person = actor_of(request), _person(request)
    row = agent_get(actor=actor, slug=slug)
    wanted = request.POST.get("decision", "")
    if wanted not in ("allow", "dismiss"):
        raise NotFound("There is no such decision.", type="unknown-agent-file")
    (number,) = _numbers(request, "number")
    try:
        waiting_decide(
            actor=actor,
            agent=row,
            name=name,
            person=person,
            number=number,
            is_allowed=wanted == "allow",
            reason=request.POST.get("reason", "").strip(),
        )
    except Problem as problem:
        messages.error(request, problem.detail)
    else:
        messages.success(request, "It is in the file now." if wanted == "allow" else "Dismissed. The file stays.")
    review = reverse("admin:review")
    came_from_review = request.POST.get("next", "").partition("?")[0] == review
    return redirect(review) if came_from_review else redirect("admin:agents-one", slug=slug)


def _stored(request: HttpRequest, row: Agent, name: str, person: str) -> tuple[str, int]:
    """What the editor opens with and its revision; the text to begin with where there is no such file."""
    try:
        read = file_read(actor=actor_of(request), agent=row, name=name, person=person)
    except NotFound:
        return template(name, row.kind), 0
    return read.text or template(name, row.kind), read.revision if read.text else 0


def _editor(
    request: HttpRequest, row: Agent, name: str, form: FileForm, *, refusal: Refusal | None = None, met: Any = None
) -> HttpResponse:
    person = _person(request)
    title = f"{name} of {row.name}" + (f" for {person}" if person else "")
    return page(
        request,
        "kirocrew/agents/file_edit.html",
        status=409 if met else 200,
        title=title,
        agent=row,
        name=name,
        person=person,
        form=form,
        refusal=refusal,
        met=met,
    )


def _views(revisions: list[AgentFileRevision], text: str) -> list[dict[str, Any]]:
    """Revisions with what each changed against the text in force before it; those that wait against the file's."""
    views = []
    for place, revision in enumerate(revisions[:SHOWN]):
        waits = bool(revision.waits) and revision.decided_at is None
        earlier = next((one.text for one in revisions[place + 1 :] if not one.waits), "")
        pieces = [] if revision.erased_at else shortened(word_diff(text if waits else earlier, revision.text))
        title = "waits for you" if waits else OPERATIONS.get(revision.operation, revision.operation)
        if not waits and revision.waits:
            title = "waited, and was decided"
        elif not revision.text:
            title = "taken away"
        views.append({"revision": revision, "title": title, "pieces": pieces, "waits": waits})
    return views


def _said(outcome: Outcome) -> str:
    if outcome.status is OutcomeStatus.UNCHANGED:
        return "Nothing changed: that is what it says."
    taken = f" Taken out: {', '.join(outcome.redacted)}." if outcome.redacted else ""
    if outcome.status is OutcomeStatus.PROPOSED:
        return f"It waits for you below, since the screen doubts it.{taken}"
    return f"Written. Every earlier text is kept.{taken}"


def _person(request: HttpRequest) -> str:
    return request.GET.get("person", "").strip()


def _address(row: Agent, name: str, person: str) -> str:
    address = reverse("admin:agents-file", args=[row.slug, name_checked(name)])
    return f"{address}?{urlencode({'person': person})}" if person else address


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 10


def _numbers(request: HttpRequest, *names: str) -> list[int]:
    found = [request.POST.get(name, "") for name in names]
    if not all(map(_is_number, found)):
        raise NotFound("There is no such revision.", type="unknown-agent-file")
    return [int(text) for text in found]
