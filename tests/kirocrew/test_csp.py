"""The policy of an answer is the one django-csp puts together, unless a view asked for another."""

import pytest
from csp.constants import HEADER
from csp.middleware import CSPMiddleware
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from kirocrew.csp import Middleware


def policy(middleware: type[CSPMiddleware], **of_the_view: object) -> str | None:
    def answer(request: HttpRequest) -> HttpResponse:
        response = HttpResponse("hello")
        for name, value in of_the_view.items():
            if name == "nonce":
                str(request.csp_nonce)  # type: ignore[attr-defined]  # a template that asks for it
            else:
                setattr(response, name, value)
        return response

    response = middleware(answer)(RequestFactory().get("/"))
    return response.headers.get(HEADER)


def parts(text: str | None) -> set[str]:
    return set((text or "").split("; "))


@pytest.mark.parametrize(
    "of_the_view",
    [
        {},
        {"_csp_update": {"img-src": ["https://example.com"]}},
        {"_csp_replace": {"script-src": ["'none'"]}},
        {"_csp_config": {"default-src": ["'self'"]}},
        {"_csp_exempt": True},
        {"nonce": True},
    ],
)
def test_the_policy_is_that_of_django_csp(of_the_view: dict[str, object]) -> None:
    assert parts(policy(Middleware, **of_the_view)) == parts(policy(CSPMiddleware, **of_the_view))


def test_no_script_or_style_is_allowed_in_a_page() -> None:
    said = policy(Middleware)
    assert said is not None and "default-src 'none'" in said and "unsafe" not in said
