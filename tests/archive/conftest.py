"""Alice's browser."""

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.test import Client

from channels_bridge.actors import Actor


@pytest.fixture
def owner_user(db: None) -> User:
    return get_user_model().objects.create_superuser("alice", password="alice's long password")


@pytest.fixture
def owner(owner_user: User) -> Actor:
    """Alice as the pages see her."""
    return Actor.owner("alice", str(owner_user.pk))


@pytest.fixture
def client(owner_user: User) -> Client:
    """Alice's browser, without scripts."""
    signed_in = Client()
    signed_in.force_login(owner_user)
    return signed_in
