"""An erase finds a text in skills, their files included, tells where, and changes nothing there; backups lose it."""

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from kirocrew.backup.making import backup_make
from memory.models import Store
from memory.services.drafts import FactDraft
from memory.services.erasure import record_erase
from memory.services.facts import facts_write
from skills.models import SkillFile
from skills.services.access import version_files
from tests.memory.erasing import finished
from tests.skills.making import ALICE, make_skill

RARE = "Quastenflosserbecken 青銅の鍵"


def erased(store: Store) -> Any:
    outcome = facts_write(actor=ALICE, store=store, drafts=[FactDraft(key="user.safe", value=RARE)])[0]
    assert outcome.uid is not None
    record_erase(actor=ALICE, uid=outcome.uid, confirm="user.safe", reason="asked to")
    return finished(ALICE, outcome.uid)


@pytest.mark.django_db
def test_a_text_in_a_file_of_a_skill_is_told_and_left(main_store: Store) -> None:
    skill = make_skill("tidy-csv", files={"notes.md": f"See {RARE}.".encode(), "logo.png": b"\x89PNG\x00\xff"})
    certificate = erased(main_store)
    lines = {line.place: line for line in certificate.lines}
    assert [hit.split(" ")[0] for hit in lines["skills"].hits] == ["skills_skillfile"]
    assert not certificate.is_clear
    assert version_files(skill, 1)["notes.md"] == f"See {RARE}.".encode()


@pytest.mark.django_db(transaction=True)
def test_a_backup_loses_it_and_keeps_every_other_byte(main_store: Store, settings: Any, tmp_path: Path) -> None:
    make_skill("tidy-csv", files={"notes.md": f"See {RARE}.".encode(), "logo.png": b"\x89PNG\x00\xff"})
    backup = backup_make().path
    erased(main_store)
    with sqlite3.connect(backup) as copy:
        files = dict(copy.execute("SELECT path, content FROM skills_skillfile"))
    assert RARE.encode() not in files["notes.md"] and files["notes.md"].startswith(b"See ")
    assert files["logo.png"] == b"\x89PNG\x00\xff"
    assert SkillFile.objects.get(path="notes.md").size
