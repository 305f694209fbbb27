"""Each wrong configuration has an id, and each id is documented."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.core.checks import run_checks
from pytest_django.fixtures import Settings

from kirocrew import checks

ROOT = Path(__file__).resolve().parent.parent.parent
IDS = re.compile(r"\b(?:kirocrew|channels_bridge|memory|hooks|skills)\.[EW][0-9]{3}\b")
APPS = ("kirocrew", "channels_bridge", "hooks", "memory", "skills")


@pytest.fixture
def home(settings: Settings, tmp_path: Path) -> Path:
    path = tmp_path / "home"
    path.mkdir(mode=0o700)
    settings.KIROCREW_HOME = path
    return path


def ids() -> set[str]:
    return {str(message.id) for message in run_checks(tags=[checks.ID])}


def test_a_sound_configuration_passes(home: Path) -> None:
    assert ids() == set()


@pytest.mark.parametrize(
    ("wrong", "expected"),
    [
        ({"SECRET_KEY": "ephemeral-0123456789012345678901234567890123456789"}, "kirocrew.E001"),
        ({"SECRET_KEY": "short"}, "kirocrew.E002"),
        ({"KIROCREW_EMBEDDING_MODEL": "minilmm"}, "kirocrew.E007"),
        ({"KIROCREW_EMBEDDING_MODEL": "/nowhere/model.gguf"}, "kirocrew.E007"),
        ({"DEBUG": True, "KIROCREW_HOST": "0.0.0.0"}, "kirocrew.E008"),
        ({"DEBUG": True, "ALLOWED_HOSTS": ["memory.example.org"]}, "kirocrew.E008"),
        ({"KIROCREW_HTTPS": True, "CSRF_TRUSTED_ORIGINS": ["http://a.example.org"]}, "kirocrew.E009"),
        ({"SECRET_KEY_FALLBACKS": ["old"]}, "kirocrew.E010"),
        ({"ALLOWED_HOSTS": ["*"]}, "kirocrew.W002"),
        ({"KIROCREW_HOST": "0.0.0.0", "ALLOWED_HOSTS": ["localhost"]}, "kirocrew.W003"),
        ({"KIROCREW_HOST": "192.168.1.5", "ALLOWED_HOSTS": ["crew.lan"]}, "kirocrew.W004"),
    ],
)
def test_a_wrong_setting_is_found(home: Path, settings: Settings, wrong: dict[str, Any], expected: str) -> None:
    for name, value in wrong.items():
        setattr(settings, name, value)
    assert expected in ids()


@pytest.mark.parametrize("model", ["minilm", "hash", "none"])
def test_every_way_to_embed_is_accepted(home: Path, settings: Settings, model: str) -> None:
    settings.KIROCREW_EMBEDDING_MODEL = model
    assert "kirocrew.E007" not in ids()


def test_a_model_file_that_is_there_is_accepted(home: Path, settings: Settings) -> None:
    (home / "模型.gguf").touch()
    settings.KIROCREW_EMBEDDING_MODEL = str(home / "模型.gguf")
    assert "kirocrew.E007" not in ids()


def test_a_missing_home_is_found(settings: Settings, tmp_path: Path) -> None:
    settings.KIROCREW_HOME = tmp_path / "none"
    assert "kirocrew.E003" in ids()


def test_a_home_or_key_others_can_read_is_found(home: Path) -> None:
    (home / "secret_key").write_text("k" * 60)
    (home / "secret_key").chmod(0o640)
    home.chmod(0o750)
    assert {"kirocrew.E004", "kirocrew.E005"} <= ids()


def test_a_misspelt_variable_is_found(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIROCREW_PROT", "8484")
    assert "kirocrew.W005" in ids()


def test_a_home_on_a_network_file_system_is_found(home: Path, tmp_path: Path) -> None:
    mounts = tmp_path / "mounts"
    mounts.write_text(f"/dev/sda1 / ext4 rw 0 0\nnas:/x {tmp_path} cifs rw 0 0\n")
    (found,) = checks.home_is_on_a_local_disk(mounts=mounts)
    assert found.id == "kirocrew.E006"


def test_a_driver_without_extensions_is_found() -> None:
    class Connection:
        """A build without extension loading has no such method."""

    class Driver:
        pass

    Driver.Connection = Connection  # type: ignore[attr-defined]
    (found,) = checks.driver_has_what_is_needed(driver=Driver)
    assert found.id == "kirocrew.W001"


def ids_in_code() -> set[str]:
    sources = [file for app in APPS for file in (ROOT / app).rglob("*.py")]
    return {found for file in sources for found in re.findall(rf'id="({IDS.pattern})"', file.read_text())}


def test_every_check_is_documented_and_nothing_else() -> None:
    documented = set(IDS.findall((ROOT / "docs/reference/checks.md").read_text()))
    assert documented == ids_in_code()


def test_every_exit_code_of_up_is_documented() -> None:
    from kirocrew.supervisor import UpError

    page = (ROOT / "docs/reference/checks.md").read_text()
    codes = [error.exit_code for error in UpError.__subclasses__()]
    assert len(codes) == len(set(codes))
    assert all(f"| {code} |" in page for code in codes)
