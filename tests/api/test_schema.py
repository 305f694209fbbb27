"""The API's description: checked in, and no endpoint fails whatever is thrown at it."""

import json
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from django.test import Client
from drf_spectacular.generators import SchemaGenerator
from hypothesis import HealthCheck, given, settings

from channels_bridge.actors import Actor
from channels_bridge.services.bots import bot_create
from memory.models import BotStore, Store

SNAPSHOT = Path(__file__).with_name("openapi.json")


def described() -> Any:
    """The schema as the server serves it, as plain JSON."""
    return json.loads(json.dumps(SchemaGenerator().get_schema(request=None, public=True), default=str))


def test_the_schema_is_the_one_that_was_agreed_on() -> None:
    assert described() == json.loads(SNAPSHOT.read_text()), "Run `make openapi` and review the difference."


@pytest.fixture
def bot_key(main_store: Store) -> str:
    """A key with every permission."""
    bot, key = bot_create(actor=Actor.owner("alice", "1"), name="fuzzer", permissions=["admin:*"])
    BotStore.objects.create(bot=bot, store=main_store, is_default=True)
    return key


def operations() -> list[Any]:
    """Every endpoint and method of the schema."""
    schema = schemathesis.openapi.from_dict(described())
    return [pytest.param(found.ok(), id=found.ok().label) for found in schema.get_all_operations()]


def body_of(case: Any) -> str | bytes:
    """The generated body as it goes over the wire."""
    if isinstance(case.body, str | bytes):
        return case.body
    return json.dumps(case.body, default=str) if isinstance(case.body, dict | list | int | float | None) else ""


@pytest.mark.parametrize("operation", operations())
def test_no_request_makes_the_server_fail(operation: Any, bot_key: str) -> None:
    @given(case=operation.as_strategy())
    @settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    def ask(case: Any) -> None:
        response = client.generic(
            case.method,
            case.formatted_path,
            body_of(case),
            content_type=case.media_type or "application/json",
            query_params=case.query or None,
        )
        assert response.status_code < 500, response.content

    client = Client(headers={"Authorization": f"Bearer {bot_key}"}, raise_request_exception=False)
    ask()
