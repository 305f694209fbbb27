"""A server's own processes with a scripted model: how slow tests and measuring let a worker ask one."""

import json
from pathlib import Path

import pytest

from tests.kirocrew.servers import kirocrew
from tests.prepared import home_copied_to

pytestmark = pytest.mark.worker


def test_a_process_answers_from_a_script_and_refuses_one_nobody_named(tmp_path: Path) -> None:
    home, script = tmp_path / "home", tmp_path / "answers.json"
    script.write_text(json.dumps({"answers": [{"purpose": "trial", "answer": {"answer": "Blau. 青い。"}}]}))
    named = {"KIROCREW_LANGUAGE_MODEL": "scripted", "KIROCREW_LANGUAGE_SCRIPT": str(script)}
    home_copied_to(home)

    tried = kirocrew("language", "try", home=home, **named)
    assert tried.returncode == 0, tried.stderr
    assert "Blau. 青い。" in tried.stdout
    assert "memory.W002" in kirocrew("check", home=home, **named).stderr
    by_name = named | {"KIROCREW_LANGUAGE_SCRIPT": "tests.memory.language_script:answer"}
    assert "Red." in kirocrew("language", "try", home=home, **by_name).stdout

    unnamed = kirocrew("language", "try", home=home, KIROCREW_LANGUAGE_MODEL="scripted")
    assert unnamed.returncode != 0
    assert "memory.E001" in unnamed.stderr and "for tests" in unnamed.stderr

    shown = json.loads(kirocrew("language", "show", "--json", home=home).stdout)
    assert [call["outcome"] for call in shown["calls"]] == ["used", "used"]
