"""The official client library against a real server: over HTTP and over standard input, in both kinds of revisions."""

import sys
from pathlib import Path

import httpx2
import pytest
from mcp import Client
from mcp.client.stdio import StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError

from tests.kirocrew.servers import ROOT, Server, environment, kirocrew

pytestmark = pytest.mark.worker
PERMISSIONS = ("memory:read", "memory:write", "lessons:write", "hooks:evaluate")


def new_key(home: Path) -> str:
    """The key of a bot, made by the command."""
    more = [word for name in PERMISSIONS for word in ("--permission", name)]
    made = kirocrew("bot", "add", "gardener", *more, home=home)
    assert made.returncode == 0, made.stderr
    return next(word for word in made.stdout.split() if word.startswith("kc_"))


async def walk_through(client: Client) -> None:
    """What a client does in its first minute."""
    tools = {tool.name for tool in (await client.list_tools()).tools}
    assert {"memory_recall", "remember", "learn_add", "context_get", "hooks_evaluate"} <= tools
    written = await client.call_tool("remember", {"key": "user.tea", "value": "煎茶 🍵"})
    assert not written.is_error and written.structured_content
    assert written.structured_content["status"] in ("written", "unchanged")
    found = await client.call_tool("memory_recall", {"query": "What tea?"})
    assert found.structured_content and "user.tea: 煎茶 🍵" in found.structured_content["semantic_context"]
    refused = await client.call_tool("remember", {"key": "user.tea", "vale": "x"})
    assert refused.is_error and "vale" in refused.content[0].text
    [history] = (await client.list_resources()).resources
    assert (await client.read_resource(history.uri)).contents[0].uri == "kirocrew://history"
    assert [prompt.name for prompt in (await client.list_prompts()).prompts] == ["flush", "review"]
    assert "compacted" in (await client.get_prompt("flush")).messages[0].content.text
    with pytest.raises(MCPError, match="There is no such resource"):
        await client.read_resource("kirocrew://documents/none")


@pytest.mark.parametrize("mode", ["legacy", "2026-07-28", "auto"])
async def test_a_client_uses_memory_over_standard_input(tmp_path: Path, mode: str) -> None:
    home = tmp_path / "home"
    assert kirocrew("prepare", home=home).returncode == 0
    environ = environment(home, 1, KIROCREW_MCP_KEY=new_key(home))
    server = StdioServerParameters(command=sys.executable, args=["-m", "kirocrew", "mcp"], env=environ, cwd=ROOT)
    async with Client(server, mode=mode) as client:
        await walk_through(client)


async def test_a_client_uses_memory_over_http(tmp_path: Path) -> None:
    with Server(tmp_path / "home") as server:
        key = new_key(tmp_path / "home")
        for mode in ("legacy", "2026-07-28", "auto"):
            async with httpx2.AsyncClient(headers={"Authorization": f"Bearer {key}"}) as http:
                transport = streamable_http_client(f"http://127.0.0.1:{server.port}/mcp", http_client=http)
                async with Client(transport, mode=mode) as client:
                    await walk_through(client)


def test_a_wrong_key_is_named_before_anything_is_served(tmp_path: Path) -> None:
    assert kirocrew("prepare", home=tmp_path / "home").returncode == 0
    ended = kirocrew("mcp", "--check", home=tmp_path / "home", KIROCREW_MCP_KEY="kc_nonsense")
    assert ended.returncode == 1 and "kirocrew bot add" in ended.stderr and not ended.stdout
    key = new_key(tmp_path / "home")
    ended = kirocrew("mcp", "--check", home=tmp_path / "home", KIROCREW_MCP_KEY=key)
    assert ended.returncode == 0 and "gardener may call context_get" in ended.stdout
