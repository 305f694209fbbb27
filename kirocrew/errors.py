"""Pages and problems for what no view answers."""

from django.http import HttpRequest, HttpResponse
from django.views import defaults

from channels_bridge.api import problems

API_PREFIX = "/api/"


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """404: a problem for a bot, a page for a person."""
    if request.path.startswith(API_PREFIX):
        return problems.not_found_view(request, exception)
    return defaults.page_not_found(request, exception)


def server_error(request: HttpRequest) -> HttpResponse:
    """500: a problem for a bot, a page for a person; the cause is in the log alone."""
    if request.path.startswith(API_PREFIX):
        return problems.server_error_view(request)
    return defaults.server_error(request)
