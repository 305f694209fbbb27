"""`kirocrew agent`."""

import io
import json
import sys

import pytest
from django.core.management import CommandError, call_command

from kirocrew.models import Agent
from memory.models import Store
from tests.kirocrew.agents.conftest import HOSTILE

pytestmark = pytest.mark.django_db


def run(*words: str) -> str:
    out = io.StringIO()
    call_command("agent", *words, stdout=out, stderr=io.StringIO())
    return out.getvalue()


def test_an_agent_is_made_shown_retired_and_brought_back(main_store: Store) -> None:
    assert "no agent yet" in run("list")
    assert "with 4 files" in run("add", "gardener", "--name", "Gärtner 园丁", "--description", "Digs")
    assert "gardener" in run("list")
    shown = json.loads(run("show", "gardener", "--json"))
    assert (shown["name"], [one["name"] for one in shown["files"]][:2]) == ("Gärtner 园丁", ["AGENTS.md", "SOUL.md"])
    assert "SOUL.md" in run("show", "gardener")
    run("retire", "gardener", "--reason", "Winter")
    assert json.loads(run("list", "--json")) == []
    assert [one["slug"] for one in json.loads(run("list", "--retired", "--json"))] == ["gardener"]
    assert "served again" in run("return", "gardener")
    with pytest.raises(CommandError, match="not retired"):
        run("return", "gardener")
    with pytest.raises(CommandError, match="no such agent"):
        run("show", "nobody")


def test_a_file_is_written_from_standard_input_and_keeps_its_history(
    gardener: Agent, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("# SOUL.md\n\n庭を愛する。🌱\n"))
    assert "SOUL.md is written, revision 2" in run("files", "gardener", "SOUL.md", "--write")
    assert "庭を愛する。🌱" in run("files", "gardener", "soul.md")
    history = run("files", "gardener", "SOUL.md", "--history")
    assert "--- 2  write by operator" in history and "--- 1  seed by user_explicit" in history
    assert [one["revision"] for one in json.loads(run("files", "gardener", "--json"))] == [1, 2, 1, 1]
    with pytest.raises(CommandError, match="Say which file"):
        run("files", "gardener", "--write")


def test_an_attack_is_refused_with_its_code(gardener: Agent, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(HOSTILE))
    with pytest.raises(CommandError, match="injection_blocked"):
        run("files", "gardener", "SOUL.md", "--write")
