"""What was erased is in no archive of the home, and no archive brings it back."""

from pathlib import Path

import pytest
from django.conf import settings

from channels_bridge.actors import Actor
from kirocrew.archive.age import lock_make
from kirocrew.archive.exporting import ENCRYPTED, SUFFIX, archive_write
from kirocrew.archive.importing import Archive, archive_merge, archive_restore
from kirocrew.archive.uploads import PREFIX, upload_keep
from memory.models import Record, Status, Store
from memory.services.drafts import FactDraft
from memory.services.erasing import whole
from memory.services.erasing.certificate import FOUND
from memory.services.erasing.restoring import erasures_apply
from memory.services.erasure import deletion_certify, record_erase
from memory.services.facts import facts_write
from tests.archive.filling import OPERATOR, emptied
from tests.memory.erasing import finished

SECRET = "诊所在科英布拉的鲜花街十七号，门牌是蓝色的"


def written(alice: Actor, store: Store) -> Record:
    facts_write(actor=alice, store=store, drafts=[FactDraft(key="user.tea", value="green tea in the morning")])
    [outcome] = facts_write(actor=alice, store=store, drafts=[FactDraft(key="user.clinic", value=SECRET)])
    return Record.objects.get(uid=outcome.uid)


def erased(alice: Actor, record: Record) -> None:
    record_erase(actor=alice, uid=record.uid, confirm=record.key)
    finished(alice, record.uid)


def test_an_erase_removes_archives_from_before_it_and_keeps_those_from_after(alice: Actor, main_store: Store) -> None:
    record = written(alice, main_store)
    plain = archive_write(actor=alice).path
    locked = archive_write(actor=alice, lock=lock_make("correct horse battery")).path
    upload_keep(actor=alice, name="a.age", pieces=iter([locked.read_bytes()]), passphrase="correct horse battery")
    erased(alice, record)
    assert not plain.exists() and not locked.exists()
    assert not list((Path(settings.KIROCREW_HOME) / "imports").glob(f"{PREFIX}*"))
    after = archive_write(actor=alice).path
    kept = archive_write(actor=alice, lock=lock_make("correct horse battery")).path
    assert SECRET not in after.read_text()
    certificate = deletion_certify(actor=alice, uid=record.uid)
    assert not [(line.place, line.hits) for line in certificate.lines if line.state == FOUND]
    assert after.exists() and kept.exists()


def test_both_sides_know_an_archive_by_the_same_name() -> None:
    assert whole.SUFFIXES == (SUFFIX, SUFFIX + ENCRYPTED) and whole.UPLOADS == PREFIX


def test_an_older_archive_of_this_home_brings_nothing_back_that_was_erased_since(
    alice: Actor, main_store: Store, tmp_path: Path
) -> None:
    record = written(alice, main_store)
    before = archive_write(actor=alice, target=tmp_path / "before.jsonl").path
    erased(alice, record)
    merged = archive_merge(actor=alice, archive=Archive(before))
    assert not Record.objects.filter(status=Status.ACTIVE, key="user.clinic").exists()
    assert merged.known == 2 and merged.tally.total == 0


def test_an_archive_of_another_home_brings_no_value_that_was_erased_here(
    alice: Actor, main_store: Store, tmp_path: Path
) -> None:
    written(alice, main_store)
    elsewhere = archive_write(actor=alice, target=tmp_path / "elsewhere.jsonl").path
    emptied()
    erased(alice, written(alice, Store.objects.get(slug="main")))
    merged = archive_merge(actor=alice, archive=Archive(elsewhere))
    assert not Record.objects.filter(status=Status.ACTIVE, key="user.clinic").exists()
    rows = {(row["action"], row["code"]): row["count"] for row in merged.tally.as_json()["rows"]}
    assert rows == {("refused", "refused_value"): 1, ("duplicate", "same_value"): 1}


@pytest.mark.django_db(transaction=True)
def test_a_home_that_lists_an_erase_applies_it_to_what_an_archive_restores(alice: Actor, tmp_path: Path) -> None:
    store = Store.objects.get_or_create(slug="main", defaults={"name": "Main"})[0]
    record = written(alice, store)
    before = archive_write(actor=alice, target=tmp_path / "before.jsonl")
    erased(alice, record)
    emptied()
    archive_restore(actor=OPERATOR, archive=Archive(before.path), confirm=before.digest)
    assert Record.objects.get(uid=record.uid).status == Status.ERASED
    assert deletion_certify(actor=alice, uid=record.uid).is_clear
    assert erasures_apply() == []
    assert Record.objects.get(key="user.tea").status == Status.ACTIVE
