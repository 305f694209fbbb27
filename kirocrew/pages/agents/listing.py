"""All agents, and a new one."""

from collections import Counter
from typing import Any

from django.contrib import messages
from django.db.models import Count, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_safe

from channels_bridge.admin.pages import owner_page, page
from channels_bridge.api.authentication import actor_of
from channels_bridge.models import Bot
from kirocrew.agents.agents import agent_create, agents_visible
from kirocrew.agents.files import waiting_texts
from kirocrew.base.problems import Problem
from kirocrew.models import AgentFile, AgentPerson
from kirocrew.pages.agents.forms import NewAgentForm
from memory.services.language import language_shown


@require_safe
@owner_page
def agents(request: HttpRequest) -> HttpResponse:
    """The agents by name, with what waits and who knows them."""
    actor = actor_of(request)
    with_retired = request.GET.get("show") == "retired"
    rows = list(agents_visible(actor, with_retired=with_retired))
    waiting = _counted(waiting_texts(actor=actor), "file__agent")
    files = _counted(AgentFile.objects.filter(person="", removed_at=None), "agent")
    people = _counted(AgentPerson.objects.all(), "agent")
    keys = _counted(Bot.objects.live().exclude(member=""), "member")
    shown = [
        {
            "agent": row,
            "waiting": waiting[row.pk],
            "files": files[row.pk],
            "people": people[row.pk],
            "keys": keys[row.slug],
        }
        for row in rows
    ]
    return page(request, "kirocrew/agents/list.html", title="Agents", rows=shown, with_retired=with_retired)


@require_http_methods(["GET", "POST"])
@owner_page
def new(request: HttpRequest) -> HttpResponse:
    """Make an agent."""
    form = NewAgentForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            agent = agent_create(actor=actor_of(request), **form.cleaned_data)
        except Problem as problem:
            form.add_error(None, problem.detail)
        else:
            messages.success(request, f"{agent.name} is there.")
            return redirect("admin:agents-one", slug=agent.slug)
    return page(request, "kirocrew/agents/form.html", title="New agent", form=form, model=model_is_there(request))


def _counted(rows: QuerySet[Any], name: str) -> Counter[Any]:
    """How many rows there are of each value of a column, counted by the database."""
    return Counter(dict(rows.order_by().values_list(name).annotate(number=Count("pk"))))


def model_is_there(request: HttpRequest) -> bool:
    """Whether a language model is configured that could write files."""
    shown: Any = language_shown(actor=actor_of(request))
    return shown.kind != "none" and not shown.problem
