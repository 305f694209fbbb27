"""What the OpenAPI document says about keys, errors and idempotency. Loaded by the app's start."""

from typing import Any, Final

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter

from channels_bridge.api.problems import CONTENT_TYPE
from channels_bridge.models.idempotency import KEY_LIMIT

API_PREFIX: Final = "/api/"
IDEMPOTENCY_PARAMETER: Final = OpenApiParameter(
    "Idempotency-Key",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description=f"1 to {KEY_LIMIT} visible ASCII characters, a UUID for example. The same request with the same key is "
    "done once and answered alike for 24 hours.",
)
PROBLEM: Final[dict[str, Any]] = {
    "type": "object",
    "description": "An error (RFC 9457); docs/reference/api-errors.md lists the types.",
    "required": ["type", "title", "status"],
    "properties": {
        "type": {"type": "string", "examples": ["urn:kirocrew:problem:invalid"]},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "errors": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["field", "code", "message"],
                "properties": {
                    "field": {"type": "string", "description": "A dotted path; empty: the body as a whole."},
                    "code": {"type": "string"},
                    "message": {"type": "string"},
                },
            },
        },
    },
}


class BotKeyScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    target_class = "channels_bridge.api.authentication.BotKeyAuthentication"
    name = "botKey"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer", "description": "A bot's key, `kc_…`, shown once when it is made."}


def problems_in_schema(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Postprocessing hook: every operation of the API may answer with a problem."""
    components = result.setdefault("components", {})
    components.setdefault("schemas", {})["Problem"] = PROBLEM
    components.setdefault("responses", {})["Problem"] = {
        "description": "A problem",
        "content": {CONTENT_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
    }
    for path, operations in result.get("paths", {}).items():
        for operation in operations.values() if path.startswith(API_PREFIX) else ():
            if isinstance(operation, dict) and "responses" in operation:
                operation["responses"].setdefault("default", {"$ref": "#/components/responses/Problem"})
    return result
