"""The bench: a message, and which skills would come."""

from typing import Final

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods

from channels_bridge.actors import Actor
from channels_bridge.admin.pages import owner_page
from channels_bridge.api.authentication import actor_of
from skills.admin.tabs import skills_page
from skills.admin.who import bot_actor, bot_names
from skills.matching.slash import SlashKind
from skills.services.bench import Bench, message_bench
from skills.services.slash import SlashAnswer, slash_read

TYPED_CHARACTERS: Final = 20_000
KINDS: Final = {
    SlashKind.ACTIVATE: "The skill is called by name: it comes whole, for this turn.",
    SlashKind.HELP: "The skill is described.",
    SlashKind.LIST: "The skills are listed.",
    SlashKind.UNKNOWN: "There is no skill of this name.",
}
"""What a message that calls a skill does."""


@require_http_methods(["GET", "POST"])
@owner_page
def bench(request: HttpRequest) -> HttpResponse:
    """Ask as you or as a bot, in a project or in none; nothing is written down."""
    typed = request.POST.get("message", "")[:TYPED_CHARACTERS].replace("\r\n", "\n")
    who, project = request.POST.get("who", "").strip(), request.POST.get("project", "").strip()[:200]
    found: Bench | None = None
    called: SlashAnswer | None = None
    if typed.strip():
        actor = _actor(request, who)
        called = slash_read(actor=actor, message=typed, project=project, record=False)
        if called.kind is SlashKind.ORDINARY:
            called, found = None, message_bench(actor=actor, message=typed, project=project)
    return skills_page(
        request,
        "bench.html",
        tab="skills-bench",
        title="Skills",
        typed=typed,
        who=who,
        project=project,
        bots=bot_names(),
        is_asked=request.method == "POST",
        found=found,
        called=called,
        called_words=KINDS.get(called.kind, "") if called else "",
        chars=sum(len(one.text) for one in found.answer.matches) if found else 0,
    )


def _actor(request: HttpRequest, who: str) -> Actor:
    """Who asks: the one who sits here, or a bot by name. Raises NotFound."""
    return bot_actor(who) if who else actor_of(request)
