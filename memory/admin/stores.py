"""Stores: the partitions of memory."""

from django import forms
from django.contrib import messages
from django.core.validators import validate_slug
from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_http_methods, require_safe

from channels_bridge.admin.pages import owner_page, page
from channels_bridge.api.authentication import actor_of
from kirocrew.base.problems import Problem
from memory.models import Policy, Store
from memory.services.stores import store_create
from memory.services.totals import records_by_store


class StoreForm(forms.Form):
    """What a store is made of."""

    slug = forms.CharField(
        max_length=60,
        validators=[validate_slug],
        label="Short name",
        help_text="Stands in addresses; it can't be changed.",
    )
    name = forms.CharField(max_length=120)
    policy = forms.ChoiceField(
        choices=Policy.choices,
        widget=forms.RadioSelect,
        initial=Policy.SHARED,
        help_text="A shared store fades and evicts old episodes; a private one keeps them all.",
    )


@require_safe
@owner_page
def stores(request: HttpRequest) -> HttpResponse:
    """All stores with what is in them."""
    rows = Store.objects.annotate(live_bots=Count("bots", filter=Q(bots__bot__revoked_at__isnull=True)))
    totals = records_by_store(actor=actor_of(request))
    shown = [(store, totals.get(store.slug, {})) for store in rows]
    return page(request, "memory/stores.html", title="Stores", rows=shown)


@require_http_methods(["GET", "POST"])
@owner_page
def store_new(request: HttpRequest) -> HttpResponse:
    """Make a store."""
    form = StoreForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            store = store_create(actor=actor_of(request), **form.cleaned_data)
        except Problem as problem:
            form.add_error(None, problem.detail)
        else:
            messages.success(request, f"The store {store.name} is there. Bind a bot to it to fill it.")
            return redirect("admin:stores")
    return page(request, "memory/store_form.html", title="New store", form=form)
