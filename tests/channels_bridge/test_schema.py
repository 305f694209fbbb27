"""The OpenAPI document knows keys, problems and idempotency."""

from typing import Any

import pytest
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.validation import validate_schema

pytestmark = pytest.mark.urls("tests.channels_bridge.urls")


@pytest.fixture
def schema() -> dict[str, Any]:
    document: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    validate_schema(document)
    return document


def test_keys_are_a_bearer_scheme(schema: dict[str, Any]) -> None:
    assert schema["components"]["securitySchemes"]["botKey"]["scheme"] == "bearer"


def test_every_operation_may_answer_with_a_problem(schema: dict[str, Any]) -> None:
    operations = [operation for path in schema["paths"].values() for operation in path.values()]
    answers = [operation["responses"]["default"] for operation in operations if "jobs" in operation["tags"]]
    assert len(answers) == 6
    assert all(answer == {"$ref": "#/components/responses/Problem"} for answer in answers)
    assert "application/problem+json" in schema["components"]["responses"]["Problem"]["content"]


def test_writes_that_honour_the_header_say_so(schema: dict[str, Any]) -> None:
    cancel = schema["paths"]["/api/jobs/{uid}/cancel"]["post"]
    assert {(parameter["name"], parameter["in"]) for parameter in cancel["parameters"]} == {
        ("uid", "path"),
        ("Idempotency-Key", "header"),
    }
