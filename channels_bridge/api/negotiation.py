"""Which renderer answers: nearly always the only one, for a caller who takes JSON or anything."""

from collections.abc import Iterable
from typing import Any, Final

from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

ANYTHING: Final = frozenset({"*/*", "application/*", "application/json"})


class QuickNegotiation(DefaultContentNegotiation):
    """DRF's negotiation, which takes as long as reading the body, without its work where there is nothing to weigh."""

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        """Return renderer and media type. Raises NotAcceptable, and Http404 for an unknown `?format=`."""
        known: list[Any] = list(renderers)
        if format_suffix is None and len(known) == 1 and known[0].media_type == "application/json":
            accepted = request.META.get("HTTP_ACCEPT", "*/*")
            if accepted in ANYTHING and self.settings.URL_FORMAT_OVERRIDE not in request.query_params:
                return known[0], "application/json"
        chosen: tuple[BaseRenderer, str] = super().select_renderer(request, known, format_suffix)
        return chosen
