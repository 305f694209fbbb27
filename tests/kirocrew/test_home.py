"""The home folder and the key in it."""

import stat
from pathlib import Path

import pytest

from kirocrew import home


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_new_home_is_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "home"
    home.prepare(path)
    assert mode(path) == 0o700
    assert mode(path / "secret_key") == 0o600
    assert {mode(folder) for folder in path.iterdir() if folder.is_dir()} == {0o700}


def test_an_empty_folder_that_was_there_becomes_private(tmp_path: Path) -> None:
    path = tmp_path / "home"
    path.mkdir(mode=0o755)
    home.prepare(path)
    assert mode(path) == 0o700


def test_a_folder_with_other_files_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "home"
    path.mkdir(mode=0o755)
    (path / "letter.txt").touch()
    home.prepare(path)
    assert mode(path) == 0o755


def test_a_second_time_keeps_the_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("KIROCREW_SECRET_KEY", raising=False)
    home.prepare(tmp_path)
    key = home.secret_key(tmp_path)
    home.prepare(tmp_path)
    assert home.secret_key(tmp_path) == key


def test_two_homes_have_different_keys(tmp_path: Path) -> None:
    for name in ("one", "two"):
        home.prepare(tmp_path / name)
    keys = {(tmp_path / name / "secret_key").read_text() for name in ("one", "two")}
    assert len(keys) == 2
    assert min(map(len, keys)) >= 50


def test_a_file_in_its_place_is_refused_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("mine")
    with pytest.raises(home.HomeError, match="KIROCREW_HOME"):
        home.prepare(tmp_path / "home")
    assert (tmp_path / "home").read_text() == "mine"


@pytest.mark.parametrize("name", ["家", "집", "日記", "Öl & Co", "🧠"])
def test_a_home_may_have_any_name(tmp_path: Path, name: str) -> None:
    home.prepare(tmp_path / name)
    assert (tmp_path / name / "secret_key").is_file()


def test_without_a_home_there_is_a_key_for_this_process_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("KIROCREW_SECRET_KEY", raising=False)
    first, second = home.secret_key(tmp_path / "none"), home.secret_key(tmp_path / "none")
    assert first.startswith(home.EPHEMERAL)
    assert first != second
