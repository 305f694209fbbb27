"""People who ask for skills."""

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from channels_bridge.actors import Actor
from channels_bridge.services.bots import bot_authenticate, bot_create
from memory.models import Store
from memory.services.bots import bot_with_stores_create
from tests.skills.ways import Asker


def asker(name: str, *permissions: str, project: str = "") -> Asker:
    """A bot with a key; bound to the main store if it may read memory."""
    make = bot_with_stores_create if "memory:read" in permissions else bot_create
    _, key = make(actor=Actor.owner("alice", "1"), name=name, permissions=list(permissions), project=project)
    actor = bot_authenticate(key)
    assert actor is not None
    return Asker(actor, Client(headers={"Authorization": f"Bearer {key}"}))


@pytest.fixture
def reader(main_store: Store) -> Asker:
    """A bot that may use skills, write its own, and ask for contexts."""
    return asker("botty", "skills:read", "skills:write", "memory:read")


@pytest.fixture
def outsider(main_store: Store) -> Asker:
    """A bot that may do everything but with skills."""
    return asker("mallory", "memory:read", "memory:write", "lessons:write", "import:write", "jobs:read")


@pytest.fixture
def owner(db: None) -> Client:
    """The owner's browser."""
    user = get_user_model().objects.create_superuser("alice", password="correct horse battery")
    client = Client()
    client.force_login(user)
    return client
