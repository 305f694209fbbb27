"""The owner's pages of MCP servers."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

from channels_bridge.actors import Actor
from hooks.models import McpServer
from hooks.services.mcp import mcp_server_create

pytestmark = pytest.mark.django_db
SERVER = Path(__file__).with_name("mcp_server.py")


@pytest.fixture(autouse=True)
def _home(settings: LazySettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.KIROCREW_HOME = tmp_path / "home"
    (tmp_path / "home").mkdir()
    monkeypatch.setenv("HOME", str(tmp_path / "nobody"))


@pytest.fixture
def client() -> Client:
    client = Client()
    client.force_login(get_user_model().objects.create_superuser("alice"))
    return client


def page(client: Client, where: str, *arguments: Any) -> str:
    answer = client.get(reverse(f"admin:{where}", args=arguments))
    assert answer.status_code == 200
    return answer.content.decode()


def post(client: Client, where: str, *arguments: Any, **fields: Any) -> Any:
    return client.post(reverse(f"admin:{where}", args=arguments), fields)


def test_an_empty_registry_says_where_servers_come_from(client: Client) -> None:
    assert "mcp.json" in page(client, "hooks-mcp")


def test_a_server_is_asked_and_its_tools_are_shown_and_switched(client: Client, alice: Actor) -> None:
    server = mcp_server_create(
        actor=alice, name="weather", entry={"command": sys.executable, "args": [str(SERVER), "stdio"]}
    )
    assert "tools are unknown" in page(client, "hooks-mcp-server", server.uid)
    post(client, "hooks-mcp-act", server.uid, act="probe")
    html = page(client, "hooks-mcp-server", server.uid)
    assert "forecast" in html and "hostile" in html
    post(client, "hooks-mcp-act", server.uid, act="off", tool="forecast")
    post(client, "hooks-mcp-act", server.uid, act="on")
    server.refresh_from_db()
    assert (server.enabled, set(server.tools_off)) == (True, {"forecast", "helper"})
    assert "2 off" in page(client, "hooks-mcp")
    post(client, "hooks-mcp-act", server.uid, act="remove")
    assert not McpServer.objects.exists()


def test_what_a_server_says_is_shown_as_text(client: Client, alice: Actor) -> None:
    server = mcp_server_create(actor=alice, name="bad", entry={"command": "/bin/sh", "args": ["-c", "echo '<b>' >&2"]})
    post(client, "hooks-mcp-act", server.uid, act="probe")
    html = page(client, "hooks-mcp-server", server.uid)
    assert "&lt;b&gt;" in html and "<b>" not in html


def test_a_configuration_is_looked_at_then_taken_over(client: Client) -> None:
    text = json.dumps({"mcpServers": {"good": {"command": "x"}, "bad": {"command": "x", "env": {"A": "b"}}}})
    html = post(client, "hooks-mcp-import", text=text).content.decode()
    assert "environment variables" in html and "switched off" in html
    assert not McpServer.objects.exists()
    post(client, "hooks-mcp-import", text=text, apply="1")
    assert [(server.name, server.enabled) for server in McpServer.objects.all()] == [("good", False)]
    assert "can&#x27;t be read" in post(client, "hooks-mcp-import", text="{").content.decode()


def test_the_file_of_the_home_is_followed(client: Client, tmp_path: Path) -> None:
    (tmp_path / "home" / "mcp.json").write_text(json.dumps({"mcpServers": {"mine": {"command": "x"}}}))
    post(client, "hooks-mcp-sync")
    assert McpServer.objects.get().name == "mine"
    assert "mcp.json in the home" in page(client, "hooks-mcp")
