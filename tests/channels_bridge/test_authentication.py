"""Who asks: keys and sessions at the API's door."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import User
from django.test import Client
from rest_framework.test import APIClient

from channels_bridge.actors import Actor
from channels_bridge.models import Bot
from channels_bridge.services.bots import bot_revoke
from tests.channels_bridge.conftest import client_with

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.channels_bridge.urls")]


def test_a_bot_is_known_by_its_key(api: APIClient) -> None:
    answer = api.get("/test/who").json()
    assert answer == {"source": "bot:botty", "name": "botty", "ident": str(Bot.objects.get().pk)}


@pytest.mark.parametrize("scheme", ["bearer", "BEARER", "Bearer"])
def test_the_scheme_is_read_in_any_case(new_key: Callable[..., str], scheme: str) -> None:
    client = APIClient(headers={"authorization": f"{scheme} {new_key()}"})
    assert client.get("/test/who").status_code == 200


@pytest.mark.parametrize(
    "header", ["Bearer", "Bearer ", "Bearer kc_nonsense", "Basic YWxpY2U6eA==", "kc_x", "Bearer 密钥"]
)
def test_a_header_that_is_no_good_is_refused(header: str, db: None) -> None:
    answer = APIClient(headers={"authorization": header}).get("/test/who")
    assert answer.status_code == 401
    assert answer["WWW-Authenticate"] == "Bearer"
    assert answer.json()["type"] == "urn:kirocrew:problem:key-not-accepted"


def test_nobody_is_asked_for_a_key() -> None:
    answer = APIClient().get("/test/who")
    assert answer.status_code == 401
    assert answer["WWW-Authenticate"] == "Bearer"
    assert answer.json()["type"] == "urn:kirocrew:problem:not-authenticated"


def test_a_revoked_key_is_refused_at_once(api: APIClient, alice: Actor) -> None:
    assert api.get("/test/who").status_code == 200
    bot_revoke(actor=alice, bot=Bot.objects.get(), reason="")
    assert api.get("/test/who").status_code == 401


def test_the_owner_is_known_by_the_session(owner_client: Client, owner_user: User) -> None:
    answer = owner_client.get("/test/who").json()
    assert answer == {"source": "user_explicit", "name": "alice", "ident": str(owner_user.pk)}


def test_a_user_who_is_not_the_owner_is_nobody_here(bob_client: Client) -> None:
    answer = bob_client.get("/test/who")
    assert answer.status_code == 403
    assert answer.json()["type"] == "urn:kirocrew:problem:owner-only"


def test_the_owners_session_adds_nothing_to_a_bots_key(owner_user: User, new_key: Callable[..., str]) -> None:
    client = client_with(new_key())
    client.force_login(owner_user)
    assert client.get("/test/who").json()["source"] == "bot:botty"


def test_the_owners_session_does_not_save_a_bad_key(owner_user: User) -> None:
    client = client_with("kc_wrong")
    client.force_login(owner_user)
    assert client.get("/test/who").status_code == 401


def test_a_write_by_session_needs_the_csrf_token(owner_user: User) -> None:
    client = APIClient(enforce_csrf_checks=True)
    client.login(username="alice", password="alice's long password")
    assert client.post("/test/write", {"text": "x"}, format="json").status_code == 403
