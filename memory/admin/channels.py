"""Channels: how the bot takes part in each, who may speak, what was decided."""

from dataclasses import asdict
from typing import Any, Final
from uuid import UUID

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST, require_safe

from channels_bridge.admin.filters import chosen, filter_links
from channels_bridge.admin.pages import owner_page, page
from channels_bridge.admin.paging import in_order, key_page
from channels_bridge.api.authentication import actor_of
from channels_bridge.models import Activation, Channel
from channels_bridge.models.channels import EVERYONE
from channels_bridge.services.channel_audit import channel_events
from channels_bridge.services.channel_gates import context_for
from channels_bridge.services.channel_overview import channel_rows
from channels_bridge.services.channel_paces import DEFAULT_RATE, MAX_RATE
from channels_bridge.services.channel_senders import (
    channel_senders,
    channel_senders_set,
    surface_senders,
    surface_senders_set,
)
from channels_bridge.services.channels import (
    CHANNEL_NAME_LIMIT,
    channel_change,
    channel_get,
    channels_visible_to,
    names_of,
)
from kirocrew.base.problems import Conflict, Problem
from memory.models import ItemState, PassiveItem, PassiveType
from memory.services.passive_items import item_approve, item_delete, item_get, item_reject, items_of
from memory.services.passive_runs import passive_backlog, passive_request_run
from memory.services.passive_settings import LISTS, passive_settings, passive_settings_set

EVENTS_SHOWN: Final = 30
ITEMS_SHOWN: Final = 8
DECISIONS: Final = {"approve": item_approve, "reject": item_reject, "delete": item_delete}
ANY: Final = {"": "any"}


class ChannelForm(forms.Form):
    """How the bot takes part."""

    activation = forms.ChoiceField(choices=Activation.choices, widget=forms.RadioSelect)
    name = forms.CharField(max_length=CHANNEL_NAME_LIMIT, required=False)
    names = forms.CharField(
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
        label="The bot is also called",
        help_text="One name a line, beside the bot's own.",
    )
    rate_per_minute = forms.IntegerField(
        min_value=1,
        max_value=MAX_RATE,
        label="Messages a minute",
        help_text="Of one sender; more is ignored.",
    )
    is_direct = forms.BooleanField(required=False, label="Direct: whoever speaks addresses the bot")


class PassiveForm(forms.Form):
    """How the channel is learned from without being asked."""

    enabled = forms.BooleanField(required=False, label="Read it by itself")
    review_mode = forms.BooleanField(
        required=False, label="What is found waits for you", help_text="Otherwise only the gate judges it."
    )
    interval_minutes = forms.IntegerField(label="Minutes between two readings")
    message_cap = forms.IntegerField(label="Or as soon as there are so many messages")
    min_messages = forms.IntegerField(label="Never fewer messages than")
    retention_hours = forms.IntegerField(label="Never messages older than so many hours")
    allowed_types = forms.MultipleChoiceField(
        choices=PassiveType.choices, widget=forms.CheckboxSelectMultiple, required=False, label="Of interest"
    )
    exclude_users = forms.CharField(
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
        label="Never read what these say",
        help_text="Ids or names, one a line.",
    )
    exclude_patterns = forms.CharField(
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
        label="Never read messages with",
        help_text="Regular expressions, one a line; case does not matter.",
    )


class SendersForm(forms.Form):
    """Two lists of ids."""

    owners = forms.CharField(
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
        label="Your own ids",
        help_text="One a line, as the surface gives them. They may also give commands.",
    )
    senders = forms.CharField(
        required=False, widget=forms.Textarea(attrs={"rows": 4}), label="Others who may speak", help_text="One a line."
    )


class ChannelSendersForm(SendersForm):
    """The lists of one channel, which may be opened to all."""

    everyone = forms.BooleanField(required=False, label="Everyone may speak here", help_text="Strangers as well.")


@require_safe
@owner_page
def channels(request: HttpRequest) -> HttpResponse:
    """All channels, newest first."""
    activations = ANY | {value: value for value in Activation.values}
    wanted = chosen(request, "activation", activations)
    rows = channels_visible_to(actor_of(request))
    pages = key_page([rows.filter(activation=wanted) if wanted else rows], request.GET)
    return page(
        request,
        "memory/channels.html",
        title="Channels",
        rows=channel_rows(in_order(rows, pages.ids)),
        pages=pages,
        filters=[filter_links("activation", "Activation", activations, wanted)],
        is_filtered=bool(wanted),
        activations=Activation.values,
    )


@require_safe
@owner_page
def channel(request: HttpRequest, uid: UUID) -> HttpResponse:
    """One channel."""
    return _page(request, _channel(request, uid))


@require_POST
@owner_page
def channel_save(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Change how the bot takes part: all of it from the channel's page, the activation alone from the list."""
    row = _channel(request, uid)
    if "name" not in request.POST:
        changed = channel_change(
            actor=actor_of(request), channel=row, values={"activation": request.POST.get("activation", "")}
        )
        messages.success(request, f"{_called(changed)}: {changed.get_activation_display().lower()}.")
        return redirect("admin:settings-channels")
    form = ChannelForm(request.POST)
    if form.is_valid():
        values: dict[str, Any] = form.cleaned_data
        try:
            channel_change(actor=actor_of(request), channel=row, values=values | {"names": _lines(values["names"])})
        except Problem as problem:
            form.add_error(None, problem.detail)
        else:
            messages.success(request, f"{_called(row)} is changed.")
            return redirect("admin:settings-channel", uid=uid)
    return _page(request, row, form=form)


@require_POST
@owner_page
def channel_senders_save(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Say who may speak: in this channel, or on its whole surface."""
    row, actor = _channel(request, uid), actor_of(request)
    is_surface = "surface" in request.POST
    prefix = "surface" if is_surface else "here"
    form = (SendersForm if is_surface else ChannelSendersForm)(request.POST, prefix=prefix)
    if form.is_valid():
        owners, senders = _lines(form.cleaned_data["owners"]), _lines(form.cleaned_data["senders"])
        try:
            if is_surface:
                surface_senders_set(actor=actor, surface=row.surface, senders=senders, owners=owners)
            else:
                everyone = [EVERYONE] if form.cleaned_data["everyone"] else []
                channel_senders_set(actor=actor, channel=row, senders=[*senders, *everyone], owners=owners)
        except Problem as problem:
            form.add_error(None, problem.detail)
        else:
            where = f"on all of {row.surface}" if is_surface else f"in {_called(row)}"
            messages.success(request, f"Who may speak {where} is changed. What was overheard of others is removed.")
            return redirect("admin:settings-channel", uid=uid)
    return _page(request, row, **{f"{prefix}_form": form})


@require_POST
@owner_page
def channel_memory_save(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Change how the channel is learned from; what was not taken as it came is said."""
    row, form = _channel(request, uid), PassiveForm(request.POST, prefix="memory")
    if not form.is_valid():
        return _page(request, row, memory_form=form)
    values: dict[str, Any] = form.cleaned_data
    lists = {name: _lines(values[name]) for name in LISTS}
    _, notes = passive_settings_set(actor=actor_of(request), channel=row, values=values | lists)
    for note in notes:
        messages.warning(request, note)
    messages.success(request, f"What is learned from {_called(row)} is changed.")
    return redirect("admin:settings-channel", uid=uid)


@require_POST
@owner_page
def channel_memory_run(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Have the channel read now, and go to the job that does it."""
    try:
        job = passive_request_run(actor=actor_of(request), channel=_channel(request, uid))
    except Conflict as conflict:
        messages.error(request, conflict.detail)
        return redirect("admin:settings-channel", uid=uid)
    return redirect("admin:activity-job", uid=job.uid)


@require_POST
@owner_page
def item_decide(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Approve, reject or delete what was found, from Review or from the channel's page."""
    item = item_get(actor=actor_of(request), uid=uid)
    act = DECISIONS.get(request.POST.get("decision", ""))
    try:
        if act is None:
            messages.error(request, "Nothing was decided.")
        else:
            _tell(request, act(actor=actor_of(request), uid=uid))
    except Conflict as conflict:
        messages.error(request, conflict.detail)
    back = request.POST.get("next", "")
    if url_has_allowed_host_and_scheme(back, allowed_hosts=None):
        return redirect(back)
    return redirect("admin:settings-channel", uid=item.run.channel.uid)


def _tell(request: HttpRequest, item: PassiveItem) -> None:
    if item.state == ItemState.PENDING_REVIEW:
        messages.error(request, f"Not remembered ({item.note}).")
    elif item.state == ItemState.APPROVED:
        messages.warning(request, "Approved. The check doubts its text, so it waits among the changes of memory.")
    else:
        messages.success(request, f"{item.get_state_display()}.")


def _page(request: HttpRequest, row: Channel, **forms_given: forms.Form) -> HttpResponse:
    actor = actor_of(request)
    here, surface = channel_senders(actor=actor, channel=row), surface_senders(actor=actor, surface=row.surface)
    everyone = any(one.sender == EVERYONE for one in here)
    initial = {
        "activation": row.activation,
        "name": row.name,
        "names": "\n".join(row.names),
        "rate_per_minute": row.settings.get("rate_per_minute", DEFAULT_RATE),
        "is_direct": row.is_direct,
    }
    made: dict[str, Any] = {
        "form": ChannelForm(initial=initial),
        "here_form": ChannelSendersForm(initial=_listed(here) | {"everyone": everyone}, prefix="here"),
        "surface_form": SendersForm(initial=_listed(surface), prefix="surface"),
        "memory_form": PassiveForm(initial=_passive_initial(row), prefix="memory"),
    }
    return page(
        request,
        "memory/channel.html",
        title=_called(row),
        channel=row,
        row=channel_rows([row])[0],
        names=names_of(row),
        lines=context_for(row).lines,
        events=channel_events(actor=actor, channel=row)[:EVENTS_SHOWN],
        backlog=passive_backlog(row),
        items=items_of(actor=actor, channel=row)[:ITEMS_SHOWN],
        **(made | forms_given),
    )


def _passive_initial(row: Channel) -> dict[str, Any]:
    values = asdict(passive_settings(row))
    return values | {name: "\n".join(values[name]) for name in LISTS} | {"allowed_types": list(values["allowed_types"])}


def _channel(request: HttpRequest, uid: UUID) -> Channel:
    return channel_get(actor=actor_of(request), key=str(uid))


def _called(row: Channel) -> str:
    return row.name or row.key


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def _listed(rows: list[Any]) -> dict[str, str]:
    return {
        "owners": "\n".join(row.sender for row in rows if row.is_owner),
        "senders": "\n".join(row.sender for row in rows if not row.is_owner and row.sender != EVERYONE),
    }
