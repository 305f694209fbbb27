"""Recorded handshakes of real clients, played against the server over HTTP and over standard input."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from kirocrew.mcp.server import TOOLS
from memory.models import Store
from tests.kirocrew.mcp.asking import key_of
from tests.kirocrew.mcp.handshakes import HANDSHAKES, Handshake, Message
from tests.kirocrew.mcp.test_mcp_clients import new_key
from tests.kirocrew.servers import ROOT, environment, kirocrew

KNOWN = ("2025-03-26", "2025-06-18", "2025-11-25")
CALL = {"name": "remember", "arguments": {"key": "user.tea", "value": "煎茶 🍵"}}
BY_NAME = pytest.mark.parametrize("handshake", HANDSHAKES, ids=lambda one: one.name)


def played(handshake: Handshake) -> list[Message]:
    """What the client sends, and then the call of a tool."""
    last = {"jsonrpc": "2.0", "id": 99, "method": "tools/call", "params": CALL}
    return [*handshake.messages, last]


def check(handshake: Handshake, answers: dict[int, Any]) -> None:
    """What every client needs: the revision it asked for or one it can leave, its ids, tools, and an answer."""
    asked = handshake.messages[0]["params"]["protocolVersion"]
    for message in played(handshake):
        if "id" not in message:
            continue
        answer = answers[message["id"]]
        assert answer["jsonrpc"] == "2.0" and "error" not in answer, answer
        result = answer["result"]
        if message["method"] == "initialize":
            assert (
                result["protocolVersion"] == asked if asked in KNOWN else result["protocolVersion"] in (*KNOWN, asked)
            )
            assert result["serverInfo"]["name"] == "kirocrew" and {"tools", "resources", "prompts"} <= set(
                result["capabilities"]
            )
        elif message["method"] == "tools/list":
            assert {"memory", "memory_recall", "remember"} <= {tool["name"] for tool in result["tools"]} <= set(TOOLS)
            assert all(tool["inputSchema"]["type"] == "object" for tool in result["tools"])
        elif message["method"] == "prompts/list":
            assert [one["name"] for one in result["prompts"]] == ["flush", "review"]
        elif message["method"] == "resources/list":
            assert [one["uri"] for one in result["resources"]] == ["kirocrew://history"]
        else:
            assert not result.get("isError") and json.loads(result["content"][0]["text"])["status"] in (
                "written",
                "unchanged",
            )


@BY_NAME
def test_a_recorded_client_is_served_over_http(handshake: Handshake, main_store: Store) -> None:
    client, answers = Client(), {}
    headers = {
        "Authorization": f"Bearer {key_of('recorded', main_store)}",
        "Accept": "application/json, text/event-stream",
        **({"User-Agent": handshake.user_agent} if handshake.user_agent else {}),
    }
    for message in played(handshake):
        answer = client.post("/mcp", json.dumps(message), content_type="application/json", headers=headers)
        if "id" not in message:
            assert answer.status_code == 202 and not answer.content
            continue
        assert answer.status_code == 200, answer.content
        answers[message["id"]] = answer.json()
        if message["method"] == "initialize":
            # From here on a client names what was agreed on, except in the revision that has no such header.
            agreed = answer.json()["result"]["protocolVersion"]
            headers |= {"MCP-Protocol-Version": agreed} if agreed != "2025-03-26" else {}
    check(handshake, answers)
    # Clients then ask for a stream of their own; that there is none is an answer they know.
    assert client.get("/mcp", headers=headers | {"Accept": "text/event-stream"}).status_code == 405


@pytest.mark.worker
def test_recorded_clients_are_served_over_standard_input(tmp_path: Path) -> None:
    home = tmp_path / "home"
    assert kirocrew("prepare", home=home).returncode == 0
    environ = environment(home, 1, KIROCREW_MCP_KEY=new_key(home))
    for handshake in HANDSHAKES:
        heard = _spoken([json.dumps(message) for message in played(handshake)], environ)
        check(handshake, {answer["id"]: answer for answer in heard if "id" in answer})


def _spoken(lines: list[str], environ: dict[str, str]) -> list[Any]:
    """What the server says to a client that writes a line when it has read the answer to the one before."""
    command = [sys.executable, "-m", "kirocrew", "mcp"]
    with subprocess.Popen(
        command, cwd=ROOT, env=environ, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
    ) as process:
        assert process.stdin and process.stdout
        heard = []
        for line in lines:
            process.stdin.write(line + "\n")
            process.stdin.flush()
            if '"id"' in line:
                heard.append(json.loads(process.stdout.readline()))
        process.stdin.close()
        process.wait(timeout=60)
    return heard
