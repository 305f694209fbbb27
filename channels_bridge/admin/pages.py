"""What every page of the owner shares: the frame, the actor, and how a domain error is shown."""

from collections.abc import Callable
from functools import wraps
from typing import Any, NamedTuple

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render

from kirocrew.base.problems import Problem

View = Callable[..., HttpResponseBase]


class Page(NamedTuple):
    """A page by its path below `/admin/`. The part of the name before the first dash is its section."""

    route: str
    view: View
    name: str


def page(request: HttpRequest, template: str, *, title: str, status: int = 200, **context: Any) -> HttpResponse:
    """Render a template inside the frame."""
    shared = admin.site.each_context(request)
    return render(request, template, {**shared, "title": title, **context}, status=status)


def owner_page(view: View) -> View:
    """Answer a domain error with a page that says what happened and what to do, under the error's status."""

    @wraps(view)
    def inner(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            return view(request, *args, **kwargs)
        except Problem as problem:
            return page(
                request, "kirocrew/problem.html", title=problem.title, status=problem.status, detail=problem.detail
            )

    return inner
