"""The reference of hooks names all there is and nothing else; the script of the how-to works and fails closed."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from channels_bridge.actors import Actor
from channels_bridge.services.bots import bot_create
from hooks.models import Section
from hooks.rules.protections import ALWAYS, PROTECTIONS
from hooks.services.events import EVENT_CODES
from hooks.services.rules import rule_create
from hooks.services.switches import SWITCHES

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/reference/hooks.md").read_text(encoding="utf-8")
HOW_TO = (ROOT / "docs/how-to/ask-before-a-tool-runs.md").read_text(encoding="utf-8")


def rows(heading: str) -> dict[str, list[str]]:
    """The rows of the tables below a heading, by the code in their first cell."""
    below = re.split(r"^#{2,3} ", PAGE.split(f"# {heading}\n", 1)[1], maxsplit=1, flags=re.MULTILINE)[0]
    table = re.findall(r"^\| `([\w.-]+)` \|(.*)\|$", below, re.MULTILINE)
    return {code: [cell.strip() for cell in rest.split(" | ")] for code, rest in table}


def test_every_protection_is_documented_under_its_id_and_title() -> None:
    documented = {**rows("Protections"), **rows("Shapes"), **rows("Deny list")}
    titles = ALWAYS | {protection.id: protection.title for protection in PROTECTIONS.values()}
    assert {code: cells[0] for code, cells in documented.items()} == titles


def test_every_section_is_documented() -> None:
    documented = set(re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE))
    assert set(Section.values) <= documented


def test_every_switch_is_documented_with_its_unit_and_default() -> None:
    documented = rows("Switches")
    assert documented.keys() == SWITCHES.keys()
    words = {False: "off", (): "none"}
    for name, spec in SWITCHES.items():
        key = tuple(spec.default) if isinstance(spec.default, list) else spec.default
        expected = words[key] if key in ((), False) else f"{spec.default:,}"
        assert documented[name][:2] == [expected, spec.unit], name


def test_every_event_is_documented() -> None:
    documented = {code: cells[0] for code, cells in rows("The history").items()}
    others = [page for page in (ROOT / "docs/reference").glob("*.md") if page.name != "hooks.md"]
    elsewhere = {code for page in others for code in EVENT_CODES if f"`{code}`" in page.read_text(encoding="utf-8")}
    assert documented == {code: words for code, words in EVENT_CODES.items() if code not in elsewhere}


def test_every_stage_is_documented_in_its_order() -> None:
    stages = re.findall(r"^\| \d? ?\| `([\w-]+)` \|", PAGE, re.MULTILINE)
    order = ["command", "sensitive", "paths", "deny-list", "policy", "own-server", "auto-approve", "read-only"]
    assert stages == [*order, "ask", "record"]


@pytest.fixture
def ask(tmp_path: Path, live_server: Any) -> Any:
    """Runs the script of the how-to as a harness does."""
    script = tmp_path / "ask.py"
    script.write_text(re.findall(r"```python\n(.*?)```", HOW_TO, re.DOTALL)[0], encoding="utf-8")
    _, key = bot_create(actor=Actor.owner("alice", "1"), name="gate", permissions=["hooks:evaluate"])
    key_file = tmp_path / "key"
    key_file.write_text(key, encoding="utf-8")

    def run(command: str, url: str = live_server.url, key: Path = key_file) -> subprocess.CompletedProcess[str]:
        call = {"session_id": "s", "hook_event_name": "PreToolUse", "tool_name": "Bash", "cwd": "/srv"}
        return subprocess.run(
            [sys.executable, str(script)],
            input=json.dumps(call | {"tool_input": {"command": command}}),
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
            env={"PATH": os.environ["PATH"], "KIROCREW_URL": url, "KIROCREW_KEY_FILE": str(key)},
        )

    return run


@pytest.mark.worker
@pytest.mark.django_db(transaction=True)
def test_the_script_of_the_how_to_blocks_approves_and_leaves_the_rest_to_the_harness(ask: Any, tmp_path: Path) -> None:
    rule_create(actor=Actor.owner("alice"), section="auto_deny_tools", values={"pattern": "git push*", "note": "Nein."})
    blocked = ask("git push")
    assert (blocked.returncode, "Nein." in blocked.stderr) == (2, True)
    approved = ask("git status")
    said = json.loads(approved.stdout)["hookSpecificOutput"]
    assert (approved.returncode, said["permissionDecision"]) == (0, "allow")
    left = ask("make")
    assert (left.returncode, left.stdout, left.stderr) == (0, "", "")
    assert ask("git status", url="http://127.0.0.1:1").returncode == 2
    wrong = tmp_path / "wrong"
    wrong.write_text("kc_nothing", encoding="utf-8")
    assert ask("git status", key=wrong).returncode == 2
    assert ask("git status", key=tmp_path / "missing").returncode == 2
