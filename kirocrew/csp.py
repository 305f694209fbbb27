"""The Content-Security-Policy of every answer."""

from functools import cached_property
from typing import Any, Final

from csp.constants import HEADER
from csp.middleware import CSPMiddleware, PolicyParts
from csp.utils import build_policy
from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

_NOTHING_OF_ITS_OWN: Final = PolicyParts()


class Middleware(CSPMiddleware):
    """django-csp's, which puts the policy together for every answer anew; here once, but where a view changes it."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        plain = self.get_policy_parts(request, response) == _NOTHING_OF_ITS_OWN
        if not plain or settings.DEBUG or hasattr(response, "_csp_exempt") or HEADER in response:
            answered: HttpResponseBase = super().process_response(request, response)
            return answered
        response[HEADER] = self._policy
        return response

    @cached_property
    def _policy(self) -> Any:
        return build_policy()
