"""`kirocrew prepare`, and what a migration finds and leaves."""

import json
from pathlib import Path

import pytest

from kirocrew.db.backends.sqlite3.drivers import pick_driver
from tests.kirocrew.servers import kirocrew
from tests.prepared import home_copied_to

pytestmark = pytest.mark.worker


def test_it_makes_all_that_web_and_worker_need(tmp_path: Path) -> None:
    done = kirocrew("prepare", home=tmp_path / "home")
    assert done.returncode == 0, done.stderr
    assert "migrations applied" in done.stdout
    assert "schedules: up to date" in done.stdout
    assert list((tmp_path / "home" / "backups").iterdir()) == []  # there was nothing to lose
    assert "skills: 3 that come with Kirocrew" in done.stdout
    assert kirocrew("check", home=tmp_path / "home").returncode == 0
    offered = kirocrew("skills", "list", "--json", home=tmp_path / "home")
    assert [(row["tier"], row["state"]) for row in json.loads(offered.stdout)] == [("Built in", "offered")] * 3
    assert "skills:" not in kirocrew("prepare", home=tmp_path / "home").stdout


def test_an_old_database_is_backed_up_before_it_is_migrated(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir(mode=0o700)
    driver = pick_driver()
    database = driver.connect(str(home / "kirocrew.sqlite3"))
    database.execute("CREATE TABLE kept (word TEXT)")
    database.execute("INSERT INTO kept VALUES ('记忆')")
    database.commit()
    database.close()

    assert kirocrew("prepare", home=home).returncode == 0

    (copy,) = (home / "backups").glob("*.sqlite3")
    assert copy.name.startswith("before-migration-")
    saved = driver.connect(str(copy))
    tables = saved.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    assert tables == [("kept",)]
    assert saved.execute("SELECT word FROM kept").fetchall() == [("记忆",)]
    saved.close()


def test_a_database_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home_copied_to(home)
    database = pick_driver().connect(str(home / "kirocrew.sqlite3"))
    database.execute("INSERT INTO django_migrations (app, name, applied) VALUES ('memory', '9999_later', '2030-01-01')")
    database.commit()
    database.close()
    done = kirocrew("prepare", home=home)
    assert done.returncode == 15
    assert "newer version" in done.stderr
    assert "memory.9999_later" in done.stderr


def test_a_command_without_a_home_says_what_to_do_first(tmp_path: Path) -> None:
    done = kirocrew("web", home=tmp_path / "none")
    assert done.returncode != 0
    assert "kirocrew.E001" in done.stderr
    assert "kirocrew up" in done.stderr
    assert not (tmp_path / "none").exists()


def test_a_home_on_a_network_file_system_is_refused(tmp_path: Path) -> None:
    """The mount table is the only thing that can be given here without such a mount."""
    from kirocrew.supervisor import DatabaseOnNetwork, prepare_home

    mounts = tmp_path / "mounts"
    mounts.write_text(f"/dev/sda1 / ext4 rw 0 0\nnas:/memories {tmp_path}/nas nfs4 rw 0 0\n")
    with pytest.raises(DatabaseOnNetwork, match="nfs4"):
        prepare_home(tmp_path / "nas" / "home", mounts=mounts)
    assert not (tmp_path / "nas").exists()
    prepare_home(tmp_path / "local", mounts=mounts)
    assert (tmp_path / "local" / "secret_key").is_file()
