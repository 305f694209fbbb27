"""MCP servers: what is taken over, what follows a file, and what a real server answers."""

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings
from django.contrib.auth import get_user_model
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from channels_bridge.actors import Actor, Permission
from hooks.egress.client import Egress
from hooks.egress.targets import listed_of
from hooks.mcp.definitions import BadMcpFile, definitions_of
from hooks.mcp.http import probe_http
from hooks.mcp.protocol import ProbeFailed
from hooks.mcp.stdio import probe_stdio
from hooks.models import HookEvent, McpOrigin, McpServer
from hooks.services.mcp import (
    mcp_config,
    mcp_import,
    mcp_server_create,
    mcp_server_delete,
    mcp_server_enable,
    mcp_servers_list,
    mcp_sync,
    mcp_tool_enable,
)
from hooks.services.mcp_probes import CLAIM, FRESH, mcp_is_stale, mcp_probe
from kirocrew.base.clock import now
from kirocrew.base.problems import Conflict, Forbidden, Invalid, NotFound
from tests.conftest import make_bot

SERVER = Path(__file__).with_name("mcp_server.py")
TOKEN = "ghp_" + "aB3dE5gH7jK9mN1pQ3rS5tU7vW9xY1zA3bC5"
ENTRY = {"command": sys.executable, "args": [str(SERVER), "stdio"]}


@pytest.fixture(autouse=True)
def _home(settings: LazySettings, tmp_path: Path) -> None:
    settings.KIROCREW_HOME = tmp_path / "home"


def config(**servers: Any) -> str:
    return json.dumps({"mcpServers": servers})


@pytest.mark.parametrize(
    "entry",
    [
        {"command": "npx", "args": ["-y", "weather"]},
        {"command": "npx", "type": "stdio", "disabled": False},
        {"url": "https://mcp.example/mcp", "type": "http"},
        {"url": "http://localhost:9000/mcp", "transport": "streamable-http"},
    ],
)
def test_a_command_or_a_plain_url_is_taken(entry: dict[str, Any]) -> None:
    found = definitions_of(config(weather=entry))
    assert [server.name for server in found.servers] == ["weather"] and found.refused == []


@pytest.mark.parametrize(
    ("entry", "word"),
    [
        ({"command": "npx", "env": {}}, "environment"),
        ({"command": "npx", "env": {"A": "b"}}, "environment"),
        ({"url": "https://a.example/mcp", "headers": {}}, "headers"),
        ({"url": "https://a.example/mcp", "oauth": {}}, "sign-in"),
        ({"command": "npx", "cwd": "/srv"}, "folder"),
        ({"command": "npx", "autoApprove": ["*"]}, "approvals"),
        ({"command": "npx", "disabledTools": ["x"]}, "filter"),
        ({"command": "npx", "timeout": 5}, "nobody here knows"),
        ({"command": "npx", "url": "https://a.example"}, "either"),
        ({}, "either"),
        ({"command": "npx", "type": "http"}, "transport"),
        ({"url": "https://a.example/mcp", "type": "sse"}, "transport"),
        ({"url": "https://a.example/mcp", "args": ["x"]}, "arguments"),
        ({"url": "https://a.example/mcp?key=1"}, "query"),
        ({"url": "https://a.example/mcp?"}, "query"),
        ({"url": "https://a.example/mcp#x"}, "fragment"),
        ({"url": "https://me:secret@a.example/mcp"}, "sign-in"),
        ({"url": "ftp://a.example/mcp"}, "http"),
        ({"url": 7}, "text"),
        ({"command": "npx", "args": ["--token", TOKEN]}, "credential"),
        ({"command": "npx", "args": [f"--header=Authorization: Bearer {TOKEN}"]}, "credential"),
        ({"command": "npx", "args": "x"}, "list"),
        ({"command": "npx\nrm -rf /"}, "single lines"),
        ("npx", "object"),
    ],
)
def test_whatever_could_carry_a_secret_refuses_the_whole_server(entry: Any, word: str) -> None:
    found = definitions_of(json.dumps({"mcpServers": {"weather": entry, "good": {"command": "x"}}}))
    assert [server.name for server in found.servers] == ["good"]
    assert word in found.refused[0].reason


def test_names_that_differ_in_case_and_hyphens_are_one() -> None:
    found = definitions_of(
        config(**{"my-server": {"command": "a"}, "My_Server": {"command": "b"}, "": {"command": "c"}})
    )
    assert [server.name for server in found.servers] == ["my-server"]
    assert len(found.refused) == 2


@given(st.text(max_size=200) | st.dictionaries(st.text(max_size=5), st.integers(), max_size=3).map(json.dumps))
def test_any_text_is_a_configuration_or_refused(text: str) -> None:
    try:
        definitions_of(text)
    except BadMcpFile as error:
        assert str(error)


@pytest.mark.django_db
class TestRegistry:
    def test_an_import_looks_first_then_adds_switched_off(self, alice: Actor) -> None:
        text = config(weather={"command": "npx"}, secret={"command": "x", "env": {"A": "b"}})
        looked = mcp_import(actor=alice, text=text)
        assert (looked.added, [one.name for one in looked.refused]) == (["weather"], ["secret"])
        assert not McpServer.objects.exists()
        mcp_import(actor=alice, text=text, apply=True)
        server = McpServer.objects.get()
        assert (server.enabled, server.origin) == (False, McpOrigin.IMPORT)

    def test_an_import_never_touches_a_name_that_is_there(self, alice: Actor) -> None:
        mcp_server_create(actor=alice, name="weather", entry={"command": "mine"})
        report = mcp_import(actor=alice, text=config(Wea_ther={"command": "theirs"}), apply=True)
        assert report.added == [] and "there already" in report.refused[0].reason
        assert McpServer.objects.get().command == "mine"

    def test_a_server_that_an_import_would_refuse_is_not_made_either(self, alice: Actor) -> None:
        with pytest.raises(Invalid):
            mcp_server_create(actor=alice, name="a", entry={"command": "x", "args": [TOKEN]})
        mcp_server_create(actor=alice, name="a", entry={"command": "x"})
        with pytest.raises(Conflict):
            mcp_server_create(actor=alice, name="A-", entry={"url": "https://a.example"})

    def test_the_strongest_definition_of_a_name_counts(self, alice: Actor, tmp_path: Path) -> None:
        files = [(McpOrigin.GLOBAL, tmp_path / "global.json"), (McpOrigin.HOME, tmp_path / "home.json")]
        files[0][1].write_text(config(weather={"command": "global"}, other={"command": "o"}))
        files[1][1].write_text(config(Weather={"command": "home"}))
        report = mcp_sync(actor=alice, sources=files)
        assert sorted(report.added) == ["Weather", "other", "weather"]
        merged = mcp_servers_list(actor=alice)
        assert [(server.name, server.command) for server in merged] == [("other", "o"), ("Weather", "home")]
        assert len(mcp_servers_list(actor=alice, merged=False)) == 3

    def test_a_changed_definition_is_another_server_and_starts_off(self, alice: Actor, tmp_path: Path) -> None:
        file = tmp_path / "mcp.json"
        file.write_text(config(weather={"command": "good"}, gone={"command": "x"}))
        mcp_sync(actor=alice, sources=[(McpOrigin.HOME, file)])
        server = McpServer.objects.get(name="weather")
        mcp_server_enable(actor=alice, uid=server.uid, enabled=True)
        assert mcp_sync(actor=alice, sources=[(McpOrigin.HOME, file)]).changed == []
        assert McpServer.objects.get(name="weather").enabled
        file.write_text(config(weather={"command": "evil"}))
        report = mcp_sync(actor=alice, sources=[(McpOrigin.HOME, file)])
        assert (report.changed, report.removed) == (["weather"], ["gone"])
        assert not McpServer.objects.get(name="weather").enabled

    def test_a_file_that_cannot_be_read_leaves_its_servers(self, alice: Actor, tmp_path: Path) -> None:
        file = tmp_path / "mcp.json"
        file.write_text(config(weather={"command": "x"}))
        mcp_sync(actor=alice, sources=[(McpOrigin.HOME, file)])
        file.write_text("{")
        report = mcp_sync(actor=alice, sources=[(McpOrigin.HOME, file)])
        assert report.removed == [] and report.refused[0].name == "mcp.json"
        assert McpServer.objects.count() == 1
        file.unlink()
        assert mcp_sync(actor=alice, sources=[(McpOrigin.HOME, file)]).removed == ["weather"]

    def test_nobody_but_the_owner_touches_the_registry(self, alice: Actor) -> None:
        server = mcp_server_create(actor=alice, name="a", entry={"command": "x"})
        root = make_bot("root", Permission.ADMIN)
        for ask in (
            lambda: mcp_servers_list(actor=root),
            lambda: mcp_config(actor=root),
            lambda: mcp_probe(actor=root, uid=server.uid),
            lambda: mcp_import(actor=root, text=config()),
            lambda: mcp_sync(actor=root),
            lambda: mcp_server_delete(actor=root, uid=server.uid),
        ):
            with pytest.raises(Forbidden):
                ask()


@pytest.mark.django_db
class TestProbe:
    def test_a_real_server_over_stdio_is_asked_and_leaves_nothing(self, alice: Actor) -> None:
        server = mcp_server_create(actor=alice, name="weather", entry=ENTRY)
        before = len(list(Path("/proc/self/fd").iterdir()))
        asked = mcp_probe(actor=alice, uid=server.uid)
        assert asked.probe_error == ""
        assert (asked.server_name, asked.server_version) == ("weather", "1.2")
        assert [tool["name"] for tool in asked.tools] == ["forecast", "helper"]
        assert asked.tools[0]["description"] == "The weather of a city tomorrow."
        assert len(list(Path("/proc/self/fd").iterdir())) == before
        assert not [line for line in command_lines() if str(SERVER) in line and "stdio" in line]
        assert HookEvent.objects.latest("id").code == "mcp_probed"

    def test_a_tool_whose_description_gives_orders_starts_switched_off(self, alice: Actor) -> None:
        server = mcp_server_create(actor=alice, name="weather", entry=ENTRY)
        asked = mcp_probe(actor=alice, uid=server.uid)
        assert asked.tools[1]["level"] == "hostile"
        assert asked.tools_off == ["helper"]
        mcp_server_enable(actor=alice, uid=server.uid, enabled=True)
        assert mcp_config(actor=alice)["mcpServers"]["weather"]["disabledTools"] == ["helper"]
        mcp_tool_enable(actor=alice, uid=server.uid, tool="helper", enabled=True)
        assert mcp_probe(actor=alice, uid=server.uid).tools_off == []  # the owner has seen it, and it did not change
        with pytest.raises(NotFound):
            mcp_tool_enable(actor=alice, uid=server.uid, tool="nothing", enabled=True)

    def test_an_answer_is_fresh_for_ten_minutes(self, alice: Actor) -> None:
        server = mcp_server_create(actor=alice, name="a", entry={"command": "true"})
        assert mcp_is_stale(server)
        server.probed_at = now() - FRESH + timedelta(seconds=5)
        assert not mcp_is_stale(server)
        server.probed_at = now() - FRESH - timedelta(seconds=5)
        assert mcp_is_stale(server)

    def test_who_is_being_asked_is_not_asked_twice(self, alice: Actor) -> None:
        server = mcp_server_create(actor=alice, name="a", entry={"command": "false"})
        McpServer.objects.update(probing_since=now())
        assert mcp_probe(actor=alice, uid=server.uid).probed_at is None
        McpServer.objects.update(probing_since=now() - CLAIM - timedelta(seconds=1))
        assert mcp_probe(actor=alice, uid=server.uid).probed_at is not None

    @pytest.mark.parametrize(
        ("script", "word"),
        [
            ("echo 'no config' >&2; exit 3", "no config"),
            ("exec no-such-program", "not found"),
            ("sleep 9601", "within 1 s"),
            ('yes \'{"jsonrpc": "2.0", "method": "x"}\'', "KiB"),
            ("exec 1>&-; sleep 9602", "ended before"),
            ('read line; echo \'{"jsonrpc":"2.0","id":1,"error":{"message":"too old"}}\'; sleep 9', "too old"),
            ('read line; echo \'{"jsonrpc":"2.0","id":1,"result":[]}\'; sleep 9', "no result"),
            (f"echo {TOKEN[:4]}''{TOKEN[4:]} >&2; setsid sleep 9603 & exit 1", "REDACTED"),
        ],
    )
    def test_a_server_that_does_not_answer_is_named_and_ended(self, tmp_path: Path, script: str, word: str) -> None:
        # Only the one that is about the time limit may meet it: a busy machine starts a shell late.
        seconds = 1 if word == "within 1 s" else 60
        with pytest.raises(ProbeFailed, match=word):
            probe_stdio(command="/bin/sh", args=("-c", script), cwd=tmp_path, seconds=seconds)
        assert not [line for line in command_lines() if "sleep 960" in line]

    def test_a_failed_probe_keeps_what_was_known(self, alice: Actor) -> None:
        server = mcp_server_create(actor=alice, name="a", entry={"command": "false"})
        McpServer.objects.update(tools=[{"name": "x", "description": "", "level": "clear"}])
        asked = mcp_probe(actor=alice, uid=server.uid)
        assert "ended before" in asked.probe_error
        assert [tool["name"] for tool in asked.tools] == ["x"]


def command_lines() -> list[str]:
    found = []
    for entry in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            found.append(entry.read_bytes().replace(b"\0", b" ").decode(errors="replace"))
        except OSError:
            continue
    return found


@pytest.fixture(scope="module")
def over_http() -> Iterator[int]:
    """The port of a real server over streamable HTTP."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    environment = {name: value for name, value in os.environ.items() if "DJANGO" not in name}
    process = subprocess.Popen(
        [sys.executable, str(SERVER), "http", str(port)], stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
        env=environment,
    )  # fmt: skip
    ends = time.monotonic() + 30
    while time.monotonic() < ends:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                break
        time.sleep(0.1)
    yield port
    process.terminate()
    process.wait(timeout=10)


def test_a_real_server_over_http_is_asked(over_http: int) -> None:
    listed = Egress(listed=listed_of((f"127.0.0.1:{over_http}",)))
    answer = probe_http(url=f"http://127.0.0.1:{over_http}/mcp", seconds=20, egress=listed)
    assert (answer.server, [tool.name for tool in answer.tools]) == ("weather", ["forecast", "helper"])


def test_a_private_address_is_asked_only_where_it_is_listed(over_http: int) -> None:
    with pytest.raises(ProbeFailed, match="KIROCREW_EGRESS_ALLOW"):
        probe_http(url=f"http://127.0.0.1:{over_http}/mcp", seconds=5, egress=Egress())


def test_an_address_that_is_no_endpoint_is_said(over_http: int) -> None:
    listed = Egress(listed=listed_of((f"127.0.0.1:{over_http}",)))
    with pytest.raises(ProbeFailed, match="MCP endpoint"):
        probe_http(url=f"http://127.0.0.1:{over_http}/elsewhere", seconds=5, egress=listed)


@pytest.mark.django_db
class TestApi:
    def test_the_owner_makes_asks_switches_and_removes(self) -> None:
        client = Client()
        client.force_login(get_user_model().objects.create_superuser("alice"))

        def ask(method: str, path: str, body: Any = None) -> Any:
            data = "" if body is None else json.dumps(body)
            return client.generic(method.upper(), f"/api/mcp{path}", data, "application/json")

        made = ask("post", "", {"name": "weather", **ENTRY})
        assert (made.status_code, made.json()["enabled"], made.json()["is_stale"]) == (201, False, True)
        uid = made.json()["uid"]
        assert ask("get", f"/{uid}/probe").json()["tools"] == []
        assert [tool["name"] for tool in ask("post", f"/{uid}/probe").json()["tools"]] == ["forecast", "helper"]
        assert ask("get", f"/{uid}/probe").json()["is_stale"] is False
        assert ask("post", f"/{uid}/toggle", {"enabled": True}).json()["enabled"]
        off = ask("post", f"/{uid}/toggle-tool", {"tool": "forecast", "enabled": False}).json()
        assert set(off["tools_off"]) == {"forecast", "helper"}
        assert "weather" in ask("get", "/config").json()["mcpServers"]
        looked = ask("post", "/import", {"text": config(a={"command": "x"}, b={"command": "x", "env": {}})}).json()
        assert (looked["added"], [one["name"] for one in looked["refused"]]) == (["a"], ["b"])
        assert ask("delete", f"/{uid}").status_code == 204
        assert ask("get", f"/{uid}").status_code == 404
        refused = ask("post", "", {"name": "x", "command": "y", "args": [TOKEN]})
        assert refused.json()["type"].endswith(":invalid-mcp-server")

    def test_a_bot_and_a_stranger_get_nothing(self) -> None:
        from channels_bridge.services.bots import bot_create

        _, key = bot_create(actor=Actor.owner("alice", "1"), name="root", permissions=["admin:*"])
        bot = Client(headers={"Authorization": f"Bearer {key}"})
        for path in ("", "/config"):
            assert bot.get(f"/api/mcp{path}").status_code == 403
            assert Client().get(f"/api/mcp{path}").status_code == 401
        assert bot.post("/api/mcp/sync").status_code == 403
