"""Which store the address chooses."""

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from channels_bridge.api.authentication import actor_of
from memory.models import Store
from memory.services.stores import store_get


def store_chosen(request: HttpRequest) -> Store | None:
    """The store the address names; None means all. Raises NotFound for one that is not there."""
    slug = request.GET.get("store", "")
    return store_get(actor=actor_of(request), slug=slug) if slug else None


def back_to(request: HttpRequest, name: str) -> HttpResponse:
    """To a page of the admin, in the store the address names."""
    slug = request.GET.get("store", "")
    return redirect(reverse(f"admin:{name}") + (f"?{urlencode({'store': slug})}" if slug else ""))
