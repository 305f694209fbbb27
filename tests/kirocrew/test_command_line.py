"""What every command says before it does anything: about settings, its usage, and a home that is not there."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.kirocrew.servers import ROOT, environment, kirocrew

WRONG_SETTINGS = 14


@pytest.mark.parametrize(
    ("arguments", "name", "value"),
    [
        (["stats"], "KIROCREW_PORT", "abc"),
        (["up"], "KIROCREW_HOME", "relative/home"),
        (["model", "list"], "KIROCREW_HOME", "relative/home"),
        (["check"], "KIROCREW_TIME_ZONE", "Mars/Olympus"),
        (["web"], "KIROCREW_LOG_LEVEL", "loud"),
    ],
)
def test_a_setting_that_makes_no_sense_is_told_in_one_line(
    tmp_path: Path, arguments: list[str], name: str, value: str
) -> None:
    done = kirocrew(*arguments, home=tmp_path / "home", port=1, **{name: value})
    assert done.returncode == WRONG_SETTINGS
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"{name}={value!r}: expected ")
    assert not (tmp_path / "home" / "kirocrew.sqlite3").exists()


@pytest.mark.parametrize("command", ["owner-link", "stats"])
def test_usage_lines_name_what_people_type(tmp_path: Path, command: str) -> None:
    done = kirocrew(command, "--help", home=tmp_path / "home")
    assert done.stdout.startswith(f"usage: kirocrew {command} ")


@pytest.mark.parametrize(
    "arguments", [["stats"], ["bot", "list"], ["backup"], ["owner-link"], ["model", "status"], ["verify"]]
)
def test_a_home_without_a_database_is_told_in_one_line_and_stays_empty(tmp_path: Path, arguments: list[str]) -> None:
    home = tmp_path / "home"
    home.mkdir(mode=0o700)
    done = kirocrew(*arguments, home=home, KIROCREW_SECRET_KEY="a key for a home that nobody prepared so far")
    assert done.returncode == 1
    assert "Run `kirocrew prepare`" in done.stderr
    assert "Traceback" not in done.stderr
    assert list(home.iterdir()) == []


def test_a_reader_that_has_seen_enough_causes_no_traceback(tmp_path: Path) -> None:
    row = '{"label": "secret", "text": "The printer needs toner.", "type": "%d"}'
    rows = tmp_path / "rows.jsonl"
    rows.write_text("\n".join(row % number for number in range(5_000)))
    with subprocess.Popen(
        [sys.executable, "-m", "kirocrew", "measure_redaction", str(rows)],
        cwd=ROOT,
        env=environment(tmp_path / "home", 1),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == ""
    assert process.returncode == 141
