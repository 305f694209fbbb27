"""A registry on this machine, which answers as skills.sh does, or as it should not."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.hooks.servers import Server, serving

SKILL = "---\nname: csv-tidy\ndescription: Tidies CSV files.\n---\n\n# CSV\n\nLook at the header first.\n"


@pytest.fixture
def registry(settings: Any) -> Iterator[Server]:
    """A server at which the settings look for the registry."""
    with serving() as server:
        settings.KIROCREW_SKILLS_SH_URL = f"http://127.0.0.1:{server.port}"
        settings.KIROCREW_EGRESS_ALLOW = [f"127.0.0.1:{server.port}"]
        yield server


def hit(**fields: Any) -> dict[str, Any]:
    return {
        "id": "acme/skills/csv-tidy",
        "skillId": "csv-tidy",
        "source": "acme/skills",
        "name": "csv-tidy",
        "installs": 12,
    } | fields


def answers_search(server: Server, *hits: Any) -> None:
    server.answer("/api/search", json.dumps({"query": "x", "skills": list(hits), "count": len(hits)}).encode())


def answers_files(server: Server, files: dict[str, str], ident: str = "acme/skills/csv-tidy") -> None:
    listed = [{"path": path, "contents": contents} for path, contents in files.items()]
    server.answer(f"/api/download/{ident}", json.dumps({"files": listed, "hash": "x"}).encode())
