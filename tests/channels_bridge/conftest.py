"""Clients, keys and job handlers for the tests of channels_bridge."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.test import Client
from rest_framework.test import APIClient

from channels_bridge.actors import Actor, Permission
from channels_bridge.services.bots import bot_create
from channels_bridge.services.rates import leases_forget
from tests.channels_bridge import handlers


@pytest.fixture(autouse=True)
def _no_leftovers() -> Iterator[None]:
    """Row ids come again in the next test, so what this process took from a bucket is given up."""
    leases_forget()
    handlers.calls.clear()
    yield
    leases_forget()


@pytest.fixture
def owner_user(db: None) -> User:
    """Alice, who signs in."""
    return get_user_model().objects.create_superuser("alice", password="alice's long password")


@pytest.fixture
def owner_client(owner_user: User) -> Client:
    """Alice's browser."""
    client = Client()
    client.force_login(owner_user)
    return client


@pytest.fixture
def bob_client(db: None) -> Client:
    """The browser of a user who is not the owner."""
    client = Client()
    client.force_login(get_user_model().objects.create_user("bob", password="bob's long password"))
    return client


@pytest.fixture
def new_key(db: None, alice: Actor) -> Callable[..., str]:
    """Makes a bot and returns its key."""

    def make(name: str = "botty", *permissions: str, **values: Any) -> str:
        wanted = permissions or (Permission.JOBS_READ,)
        return bot_create(actor=alice, name=name, permissions=wanted, **values)[1]

    return make


@pytest.fixture
def api(new_key: Callable[..., str]) -> APIClient:
    """Botty's client, with the permission to read jobs."""
    return client_with(new_key("botty"))


def client_with(key: str) -> APIClient:
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {key}")
    return client
