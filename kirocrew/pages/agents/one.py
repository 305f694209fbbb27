"""One agent: its files, its people, and letting the language model write."""

from collections.abc import Collection

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from channels_bridge.actors import Actor
from channels_bridge.admin.activity import last_event
from channels_bridge.admin.pages import owner_page, page
from channels_bridge.api.authentication import actor_of
from channels_bridge.models import Bot, Job, JobEvent, JobState
from kirocrew.agents.agents import agent_change, agent_get, agent_retire, agent_return
from kirocrew.agents.files import files_stored, waiting_texts
from kirocrew.agents.names import FOR_PERSONS, ORDER
from kirocrew.agents.people import people_of
from kirocrew.agents.summoning.running import (
    WRITTEN,
    agent_regenerate,
    agent_summon,
    files_unwritten,
    summoning_job,
)
from kirocrew.base.problems import NotFound, Problem
from kirocrew.models import Agent, AgentFile
from kirocrew.pages.agents.forms import AgentForm, InstructionForm
from kirocrew.pages.agents.listing import model_is_there

PEOPLE_SHOWN = 50
FIELDS = ("name", "description", "expertise", "mode", "model", "self_evolve", "crew_context")
ACTS = ("summon", "regenerate", "retire", "return")


@require_safe
@owner_page
def agent(request: HttpRequest, slug: str) -> HttpResponse:
    """An agent with its files, what waits, the people it knows and how its files are being written."""
    actor = actor_of(request)
    row = agent_get(actor=actor, slug=slug)
    job = summoning_job(row)
    people = people_of(actor=actor, agent=row)
    met = list(people[:PEOPLE_SHOWN])
    return page(
        request,
        "kirocrew/agents/one.html",
        title=row.name,
        agent=row,
        files=_files(actor, row, [one.person for one in met]),
        waiting=list(waiting_texts(actor=actor, agent=row)),
        people=met,
        people_count=people.count(),
        keys=list(Bot.objects.live().filter(member=row.slug)) if row.store_id else [],
        job=job,
        ticks=_ticks(job),
        last_event=last_event(),
        unwritten=files_unwritten(row) if row.is_predefined else [],
        model=model_is_there(request),
        form=InstructionForm(),
    )


@require_http_methods(["GET", "POST"])
@owner_page
def change(request: HttpRequest, slug: str) -> HttpResponse:
    """Change what is said of an agent."""
    row = agent_get(actor=actor_of(request), slug=slug)
    form = AgentForm(request.POST or None, initial={name: getattr(row, name) for name in FIELDS})
    form.fields["name"].required = True
    if request.method == "POST" and form.is_valid():
        try:
            agent_change(actor=actor_of(request), agent=row, **form.cleaned_data)
        except Problem as problem:
            form.add_error(None, problem.detail)
        else:
            messages.success(request, "Changed.")
            return redirect("admin:agents-one", slug=slug)
    return page(request, "kirocrew/agents/form.html", title=f"Change {row.name}", form=form, agent=row)


@require_POST
@owner_page
def act(request: HttpRequest, slug: str) -> HttpResponse:
    """Let the model write or change the files, retire the agent or serve it again."""
    actor, wanted = actor_of(request), request.POST.get("act", "")
    row = agent_get(actor=actor, slug=slug)
    if wanted not in ACTS:
        raise NotFound("There is no such act.", type="unknown-agent")
    try:
        if wanted == "summon":
            agent_summon(actor=actor, agent=row)
        elif wanted == "regenerate":
            agent_regenerate(actor=actor, agent=row, instruction=request.POST.get("instruction", ""))
        elif wanted == "retire":
            agent_retire(actor=actor, agent=row, reason=request.POST.get("reason", "").strip())
            messages.success(request, f"{row.name} is served no more. Its files stay.")
        else:
            agent_return(actor=actor, agent=row)
            messages.success(request, f"{row.name} is served again.")
    except Problem as problem:
        messages.error(request, problem.detail)
    return redirect("admin:agents-one", slug=slug)


def _files(actor: Actor, row: Agent, people: Collection[str]) -> list[dict[str, object]]:
    """The agent's own files in their order, also those that could be written, then the copies of these people."""
    own = {file.name: file for file in files_stored(actor=actor, agent=row, person="")}
    names = [name for name in ORDER if name in own or (row.is_predefined and name not in FOR_PERSONS)]
    shown: list[dict[str, object]] = [{"name": name, "person": "", "file": own.get(name)} for name in names]
    copies = AgentFile.objects.filter(agent=row, person__in=people).exclude(person="").order_by("person", "name")
    return shown + [{"name": file.name, "person": file.person, "file": file} for file in copies]


def _ticks(job: Job | None) -> list[dict[str, str]]:
    """A tick for each file of the last writing: what became of it, or nothing yet."""
    if job is None:
        return []
    steps = JobEvent.objects.filter(job=job, kind="log").order_by("pk").values_list("data", flat=True)
    told = dict(step["text"].partition(": ")[::2] for step in steps if ": " in step.get("text", ""))
    is_over = job.state not in (JobState.QUEUED, JobState.RUNNING)
    names = list(told) if job.args.get("instruction") or is_over else list(WRITTEN)
    return [{"name": name, "state": told.get(name, "")} for name in names]
