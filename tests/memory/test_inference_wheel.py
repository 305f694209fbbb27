"""The script that builds the library: what it does before and instead of a build, run as a person runs it."""

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parent.parent.parent / "scripts" / "llama_wheel.py"
NO_COMPILER = 3


def run(wheels: Path, *, path: str = "") -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if name not in ("CC", "CXX")}
    environment = {**kept, "PATH": path, "KIROCREW_WHEELS": str(wheels)}
    command = [sys.executable, str(SCRIPT), "--build"]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A folder with a wheel and the record of today's settings."""
    code = "import json, llama_wheel; print(json.dumps(llama_wheel.settings()))"
    command = [sys.executable, "-c", code]
    told = subprocess.run(command, cwd=SCRIPT.parent, capture_output=True, text=True, check=True).stdout
    (tmp_path / "llama.whl").write_bytes(b"the wheel")
    record = {
        "wheel": "llama.whl",
        "sha256": hashlib.sha256(b"the wheel").hexdigest(),
        "settings": json.loads(told),
    }
    (tmp_path / "llama.json").write_text(json.dumps(record))
    return tmp_path


def test_without_a_compiler_it_says_what_to_install_and_that_the_server_runs_anyway(tmp_path: Path) -> None:
    done = run(tmp_path / "wheels")
    assert done.returncode == NO_COMPILER
    assert "build-essential" in done.stdout
    assert "The server runs without them" in done.stdout


def test_a_c_compiler_alone_is_not_enough(tmp_path: Path) -> None:
    tool = tmp_path / "bin" / "cc"
    tool.parent.mkdir()
    tool.write_text("#!/bin/sh\n")
    tool.chmod(0o755)
    done = run(tmp_path / "wheels", path=str(tool.parent))
    assert done.returncode == NO_COMPILER
    assert "no C++ compiler" in done.stdout


def test_a_wheel_built_with_the_same_settings_is_used_again(kept: Path) -> None:
    done = run(kept)
    assert done.returncode == 0
    assert "built earlier" in done.stdout


def test_a_damaged_wheel_is_not_used(kept: Path) -> None:
    (kept / "llama.whl").write_bytes(b"half")
    assert run(kept).returncode == NO_COMPILER


def test_a_wheel_built_with_other_settings_is_not_used(kept: Path) -> None:
    record = json.loads((kept / "llama.json").read_text())
    record["settings"]["GGML_NATIVE"] = "ON"
    (kept / "llama.json").write_text(json.dumps(record))
    assert run(kept).returncode == NO_COMPILER


@pytest.mark.parametrize("record", ["", "[]", '{"wheel": 3}', "not json"])
def test_a_record_nobody_can_read_is_not_trusted(kept: Path, record: str) -> None:
    (kept / "llama.json").write_text(record)
    assert run(kept).returncode == NO_COMPILER
