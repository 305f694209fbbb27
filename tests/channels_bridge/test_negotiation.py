"""Which renderer answers is decided as DRF decides it, whatever a caller accepts."""

import pytest
from django.http import Http404
from django.test import RequestFactory
from rest_framework.exceptions import NotAcceptable
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request

from channels_bridge.api.negotiation import QuickNegotiation

ACCEPTED = (
    None,
    "",
    "*/*",
    "application/json",
    "application/*",
    "application/json; indent=8",
    "text/html",
    "text/html, */*;q=0.1",
    "application/problem+json",
    "nonsense",
)


def decided(negotiation: DefaultContentNegotiation, accepted: str | None, address: str) -> object:
    headers = {} if accepted is None else {"HTTP_ACCEPT": accepted}
    request = Request(RequestFactory().get(address, **headers))
    try:
        renderer, media_type = negotiation.select_renderer(request, [JSONRenderer()], None)
    except (NotAcceptable, Http404) as refused:
        return type(refused)
    return type(renderer), media_type


@pytest.mark.parametrize("address", ["/api/memory/episodic", "/api/memory/episodic?format=json", "/api/x?format=xml"])
@pytest.mark.parametrize("accepted", ACCEPTED)
def test_the_renderer_is_the_one_drf_would_choose(accepted: str | None, address: str) -> None:
    assert decided(QuickNegotiation(), accepted, address) == decided(DefaultContentNegotiation(), accepted, address)
