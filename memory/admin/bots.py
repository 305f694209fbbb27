"""Bots: who has a key, what it may do, and making or revoking one."""

from datetime import date, datetime, time
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.core.validators import validate_slug
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from channels_bridge.actors import Permission
from channels_bridge.admin.pages import owner_page, page
from channels_bridge.api.authentication import actor_of
from channels_bridge.models import Bot
from channels_bridge.services.bots import NAME_LIMIT, bot_revoke
from kirocrew.base.clock import now
from kirocrew.base.problems import Problem
from memory.models import Store
from memory.services.bots import bot_with_stores_create
from memory.services.stores import MAIN

PERMISSIONS: Final = (
    (Permission.MEMORY_READ, "Read memory"),
    (Permission.MEMORY_WRITE, "Write facts and episodes"),
    (Permission.LESSONS_WRITE, "Write lessons"),
    (Permission.TURNS_RECORD, "Record turns that count as what people said"),
    (Permission.CHANNELS_SERVE, "Serve channels"),
    (Permission.IMPORT_WRITE, "Import"),
    (Permission.JOBS_READ, "See its own jobs"),
    (Permission.HOOKS_EVALUATE, "Ask whether a tool call or message may pass"),
    (Permission.HOOKS_READ, "Read the rules of hooks"),
    (Permission.SKILLS_READ, "Find and use the skills it may"),
    (Permission.SKILLS_WRITE, "Write skills of its own"),
    (Permission.AGENTS_READ, "See agents and ask for their prompts"),
    (Permission.AGENTS_WRITE, "Write the files of an agent that chats may write"),
    (Permission.ADMIN, "Everything a bot can do"),
)
USUAL: Final = (Permission.MEMORY_READ, Permission.MEMORY_WRITE, Permission.LESSONS_WRITE)


class BotForm(forms.Form):
    """What a key is made of."""

    name = forms.CharField(
        max_length=NAME_LIMIT,
        validators=[validate_slug],
        help_text="Letters, digits and dashes; it signs what it writes.",
    )
    description = forms.CharField(required=False, max_length=500)
    permissions = forms.MultipleChoiceField(
        choices=[(str(value), label) for value, label in PERMISSIONS],
        initial=[str(value) for value in USUAL],
        widget=forms.CheckboxSelectMultiple,
        label="It may",
    )
    stores = forms.ModelMultipleChoiceField(
        Store.objects.filter(member=""),
        required=False,
        to_field_name="slug",
        initial=[MAIN],
        widget=forms.CheckboxSelectMultiple,
        label="In the stores",
    )
    member = forms.ModelChoiceField(
        Store.objects.exclude(member=""),
        required=False,
        to_field_name="member",
        label="As the agent",
        empty_label="nobody's",
        help_text="An agent with a store of its own: the key reaches that store and no other.",
    )
    project = forms.CharField(
        required=False,
        max_length=200,
        help_text="Empty: all projects of its stores. Else it sees this one and what belongs to none.",
    )
    expires_at = forms.DateField(
        required=False,
        label="Valid through",
        help_text="Empty: until you revoke it.",
        widget=forms.DateInput(attrs={"type": "date"}),
    )

    def clean(self) -> dict[str, Any]:
        """A key is bound to stores, or to the one of its agent."""
        data: dict[str, Any] = super().clean() or {}
        if not data.get("member") and not data.get("stores") and "stores" not in self.errors:
            self.add_error("stores", "This field is required.")
        return data


@require_safe
@owner_page
def bots(request: HttpRequest) -> HttpResponse:
    """All bots, those whose key works first."""
    moment = now()
    rows = list(Bot.objects.prefetch_related("store_bindings__store").order_by("name"))
    rows.sort(key=lambda bot: not bot.is_live(moment))
    return page(request, "memory/bots.html", title="Bots", rows=[(bot, bot.is_live(moment)) for bot in rows])


@sensitive_variables("key")
@require_http_methods(["GET", "POST"])
@owner_page
def bot_new(request: HttpRequest) -> HttpResponse:
    """Make a bot; the answer to the POST is the only page that ever shows its key."""
    form = BotForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        data: dict[str, Any] = form.cleaned_data
        try:
            bot, key = bot_with_stores_create(
                actor=actor_of(request),
                name=data["name"],
                permissions=data["permissions"],
                stores=None if data["member"] else [store.slug for store in data["stores"]],
                member=data["member"].member if data["member"] else "",
                project=data["project"],
                expires_at=_end_of(data["expires_at"]),
                description=data["description"],
            )
        except Problem as problem:
            form.add_error(None, problem.detail)
        else:
            address = request.build_absolute_uri("/")[:-1]
            return page(
                request, "memory/bot_made.html", title=f"{bot.name} has a key", bot=bot, secret=key, address=address
            )
    return page(request, "memory/bot_form.html", title="New bot", form=form)


@require_POST
@owner_page
def revoke(request: HttpRequest, name: str) -> HttpResponse:
    """Close the door for a bot's key."""
    bot = get_object_or_404(Bot, name=name)
    bot_revoke(actor=actor_of(request), bot=bot, reason=request.POST.get("reason", "").strip())
    messages.success(request, f"The key of {bot.name} does not open anything any more. What it wrote stays.")
    return redirect("admin:bots")


def _end_of(day: date | None) -> datetime | None:
    """The last moment of a day in the owner's zone."""
    return timezone.make_aware(datetime.combine(day, time.max)) if day else None
