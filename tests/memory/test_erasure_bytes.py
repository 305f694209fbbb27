"""What is erased is not in the bytes of any file either, and an older backup does not bring it back."""

import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection

from channels_bridge.actors import Actor
from kirocrew.backup.making import backup_make
from kirocrew.db.backends.sqlite3.base import Database
from memory.models import Erasure, Record, Status, Store
from memory.services.chain import chains_check
from memory.services.drafts import EpisodeDraft, FactDraft
from memory.services.episodes import episodes_write
from memory.services.erasing.restoring import erasures_apply
from memory.services.erasing.tombstones import tombstones_file
from memory.services.erasure import Certificate, record_erase
from memory.services.facts import facts_write
from tests.memory.erasing import finished

pytestmark = pytest.mark.django_db(transaction=True)

SECRET = "The safe in the cellar opens with quagmire-xylograph-91"
RARE = b"xylograph"


@pytest.fixture(autouse=True)
def _no_files(transactional_db: None) -> Iterator[None]:
    """Nothing is left over: no file, and no free page of an earlier test, which is not overwritten when rows go."""
    with connection.cursor() as cursor:
        cursor.execute("VACUUM")
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    yield
    tombstones_file().unlink(missing_ok=True)
    shutil.rmtree(Path(settings.KIROCREW_HOME) / "backups", ignore_errors=True)


def write(actor: Actor, store: Store, value: str) -> Record:
    outcome = facts_write(actor=actor, store=store, drafts=[FactDraft(key="user.safe", value=value)])[0]
    return Record.objects.get(uid=outcome.uid)


def erase(actor: Actor, record: Record) -> Certificate:
    record_erase(actor=actor, uid=record.uid, confirm=record.key)
    return finished(actor, record.uid)


def files_with(word: bytes) -> list[str]:
    """Files of the home that hold the bytes, read without the code under test and by a process that has no locks."""
    command = ["grep", "-rlaF", "-e", word.decode(), str(settings.KIROCREW_HOME)]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    assert found.returncode in (0, 1), found.stderr
    return sorted(Path(line).name for line in found.stdout.splitlines())


def test_the_bytes_are_gone_from_the_file_its_free_pages_and_its_log(alice: Actor, main_store: Store) -> None:
    record = write(alice, main_store, SECRET)
    noise = [
        EpisodeDraft(text=f"The {number} boxes in the cellar were counted on day {number}.") for number in range(60)
    ]
    episodes_write(actor=alice, store=main_store, drafts=noise)
    # What an update and a delete of earlier days left behind, when nothing was overwritten.
    connection.cursor().execute("PRAGMA secure_delete = OFF")
    write(alice, main_store, "nothing to see here any more, it was moved")
    assert files_with(RARE)
    certificate = erase(alice, record)
    assert files_with(RARE) == []
    line = next(line for line in certificate.lines if line.place == "database_file")
    assert (line.state, certificate.is_clear) == ("clear", True)


def test_a_single_word_of_it_that_moved_rows_left_behind_is_gone_as_well(alice: Actor, main_store: Store) -> None:
    record = write(alice, main_store, SECRET)
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA secure_delete = OFF")
        cursor.execute("CREATE TABLE scrap (words TEXT)")
        cursor.execute("INSERT INTO scrap VALUES (%s)", [f"a {RARE.decode()} on the wall, " * 400])
        cursor.execute("DROP TABLE scrap")
    erase(alice, record)
    assert files_with(RARE) == []


def test_no_word_of_it_is_left_in_the_pieces_of_the_text_index(alice: Actor, main_store: Store) -> None:
    record = write(alice, main_store, SECRET)
    write(alice, main_store, "nothing to see here any more, it was moved")
    erase(alice, record)
    with connection.cursor() as cursor:
        cursor.execute("CREATE VIRTUAL TABLE temp.words USING fts5vocab('main', 'memory_text', 'row')")
        cursor.execute("SELECT term FROM temp.words")
        words = {row[0] for row in cursor.fetchall()}
        cursor.execute("DROP TABLE temp.words")
    assert not any("xylograph" in word or "quagmir" in word for word in words)


def test_backups_in_the_home_are_rewritten_and_stay_sound(alice: Actor, main_store: Store) -> None:
    record = write(alice, main_store, SECRET)
    facts_write(actor=alice, store=main_store, drafts=[FactDraft(key="user.drink", value="green tea, no sugar")])
    backup = backup_make().path
    assert RARE in backup.read_bytes()
    certificate = erase(alice, record)
    assert RARE not in backup.read_bytes() and b"green tea" in backup.read_bytes()
    assert any(backup.name in line for line in certificate.changed)
    copy = sqlite3.connect(backup)
    assert copy.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    copy.close()


def test_an_older_backup_that_is_put_back_is_erased_again(alice: Actor, main_store: Store, tmp_path: Path) -> None:
    record = write(alice, main_store, SECRET)
    backup = backup_make(target=tmp_path / "far_away.sqlite3").path
    erase(alice, record)
    name = Path(str(connection.settings_dict["NAME"]))
    now_there = tmp_path / "now.sqlite3"
    backup_make(target=now_there)
    connection.close()
    try:
        _put(backup, name)
        assert Record.objects.get(uid=record.uid).fact.value == SECRET
        assert not Erasure.objects.exists()
        assert erasures_apply() == [record.uid]
        connection.close()
        assert files_with(RARE) == []
        assert Record.objects.get(uid=record.uid).status == Status.ERASED
        assert Erasure.objects.get().by == "user_explicit"
        assert list(chains_check()) == []
        again = facts_write(actor=alice, store=main_store, drafts=[FactDraft(key="user.safe", value=SECRET)])[0]
        assert again.refusal and again.refusal.code == "refused_value"
        assert erasures_apply() == []
    finally:
        connection.close()
        _put(now_there, name)


def test_a_backup_from_before_the_record_refuses_its_value_all_the_same(
    alice: Actor, main_store: Store, tmp_path: Path
) -> None:
    write(alice, main_store, "nothing to see here any more, it was moved")
    backup = backup_make(target=tmp_path / "before.sqlite3").path
    outcome = facts_write(actor=alice, store=main_store, drafts=[FactDraft(key="user.vault", value=SECRET)])[0]
    record = Record.objects.get(uid=outcome.uid)
    erase(alice, record)
    name = Path(str(connection.settings_dict["NAME"]))
    now_there = tmp_path / "now.sqlite3"
    backup_make(target=now_there)
    connection.close()
    try:
        _put(backup, name)
        assert erasures_apply() == []
        again = facts_write(actor=alice, store=main_store, drafts=[FactDraft(key="user.vault", value=SECRET)])[0]
        assert again.refusal and again.refusal.code == "refused_value"
    finally:
        connection.close()
        _put(now_there, name)


def _put(backup: Path, database: Path) -> None:
    """All pages of the backup in the place of the database's, by SQLite itself: other threads may have it open."""
    with closing(Database.connect(str(backup))) as source, closing(Database.connect(str(database))) as target:
        source.backup(target)


def test_a_short_value_goes_from_backups_in_the_home_as_well(alice: Actor, main_store: Store) -> None:
    record = write(alice, main_store, "Rome")
    facts_write(actor=alice, store=main_store, drafts=[FactDraft(key="user.trip", value="Rome")])
    backup = backup_make().path
    certificate = erase(alice, record)
    assert certificate.is_clear and any(backup.name in line for line in certificate.changed)
    copy = sqlite3.connect(backup)
    rows = copy.execute("SELECT r.key, f.value FROM memory_record r JOIN memory_fact f ON f.record_id = r.id")
    assert dict(rows.fetchall()) == {"user.safe": '"[erased]"', "user.trip": '"Rome"'}
    copy.close()


def test_a_rewritten_backup_can_be_put_back(alice: Actor, main_store: Store, tmp_path: Path) -> None:
    record = write(alice, main_store, SECRET)
    backup = backup_make().path
    erase(alice, record)
    name = Path(str(connection.settings_dict["NAME"]))
    now_there = tmp_path / "now.sqlite3"
    backup_make(target=now_there)
    connection.close()
    try:
        _put(backup, name)
        assert erasures_apply() == [record.uid]
        assert Record.objects.get(uid=record.uid).status == Status.ERASED
        assert list(chains_check()) == []
        again = facts_write(actor=alice, store=main_store, drafts=[FactDraft(key="user.safe", value=SECRET)])[0]
        assert again.refusal and again.refusal.code == "refused_value"
    finally:
        connection.close()
        _put(now_there, name)
