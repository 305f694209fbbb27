"""Copies of the database made while it is in use."""

import stat
import threading
from io import StringIO
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db import connection
from pytest_django.fixtures import Settings

from kirocrew.backup.making import BackupError, backup_make
from kirocrew.db.backends.sqlite3.drivers import pick_driver

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _own_home(settings: Settings, tmp_path: Path) -> None:
    settings.KIROCREW_HOME = tmp_path


def names_in(copy: Path) -> list[str]:
    database = pick_driver().connect(str(copy))
    try:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        return [row[0] for row in database.execute("SELECT username FROM auth_user ORDER BY id")]
    finally:
        database.close()


def test_it_holds_what_the_database_held(tmp_path: Path) -> None:
    for name in ("alice", "小明", "Jürgen", "Nguyễn"):
        User.objects.create(username=name)
    backup = backup_make()
    User.objects.create(username="later")
    assert names_in(backup.path) == ["alice", "小明", "Jürgen", "Nguyễn"]
    assert stat.S_IMODE(backup.path.stat().st_mode) == 0o600
    assert [file.name for file in (tmp_path / "backups").glob("*.sqlite3")] == [backup.path.name]


def test_the_newest_seven_stay(tmp_path: Path) -> None:
    made = [backup_make().path for _ in range(9)]
    assert sorted((tmp_path / "backups").glob("*.sqlite3")) == made[2:]


def test_copies_made_before_migrations_are_counted_apart(tmp_path: Path) -> None:
    before = backup_make(kind="before-migration-").path
    for _ in range(3):
        backup_make(keep=1)
    assert before.is_file()
    assert len(list((tmp_path / "backups").glob("*.sqlite3"))) == 2


def test_a_file_of_the_callers_choice_is_never_overwritten(tmp_path: Path) -> None:
    target = tmp_path / "mine.sqlite3"
    target.write_text("precious")
    with pytest.raises(BackupError, match="exists already"):
        backup_make(target=target)
    assert target.read_text() == "precious"


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(BackupError, match="can't be written"):
        backup_make(target=tmp_path / "file" / "copy.sqlite3")
    with pytest.raises(BackupError, match="no file can be made in /proc"):
        backup_make(target=Path("/proc/copy.sqlite3"))


def test_a_folder_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(BackupError, match=r"no folder .*missing.*Make it first"):
        backup_make(target=tmp_path / "missing" / "copy.sqlite3")
    assert not (tmp_path / "missing").exists()


def test_it_is_whole_while_others_write() -> None:
    """Two rows are always written together, so a copy with an odd number would show half a write."""
    stop = threading.Event()

    def write() -> None:
        from django.db import transaction

        number = 0
        while not stop.is_set():
            with transaction.atomic():
                User.objects.create(username=f"{number}-a")
                User.objects.create(username=f"{number}-b")
            number += 1
        connection.close()

    writer = threading.Thread(target=write)
    writer.start()
    try:
        copies = [names_in(backup_make().path) for _ in range(5)]
    finally:
        stop.set()
        writer.join()
    assert all(len(names) % 2 == 0 for names in copies)
    assert [len(names) for names in copies] == sorted(len(names) for names in copies)


def test_the_command_says_where_it_is(tmp_path: Path) -> None:
    out = StringIO()
    (tmp_path / "out").mkdir()
    call_command("backup", "-o", str(tmp_path / "out" / "copy.sqlite3"), stdout=out)
    assert str(tmp_path / "out" / "copy.sqlite3") in out.getvalue()
    assert (tmp_path / "out" / "copy.sqlite3").is_file()
    with pytest.raises(CommandError, match="exists already"):
        call_command("backup", "-o", str(tmp_path / "out" / "copy.sqlite3"))
    with pytest.raises(CommandError, match="at least 1"):
        call_command("backup", "--keep", "0")
