"""System checks of skills."""

from pathlib import Path
from typing import Any

import pytest

from skills import checks


def ids() -> list[str]:
    return [str(message.id) for message in checks.skills_can_be_trusted(None)]


@pytest.mark.parametrize(
    ("mode", "found"), [(0o700, []), (0o755, []), (0o775, ["skills.W001"]), (0o707, ["skills.W001"])]
)
def test_a_folder_others_may_write_into_is_told(mode: int, found: list[str], settings: Any, tmp_path: Path) -> None:
    settings.KIROCREW_HOME = tmp_path
    assert ids() == []
    (tmp_path / "skills").mkdir()
    (tmp_path / "skills").chmod(mode)
    assert ids() == found


def test_skills_of_our_own_that_are_missing_are_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(checks, "BUILTIN", tmp_path)
    assert ids() == ["skills.W002"]
