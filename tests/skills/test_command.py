"""`kirocrew skills`."""

import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from skills.models import Skill, SkillGrant
from skills.services.grants import visibility_set
from tests.skills.making import ALICE, make_skill, skill_text
from tests.skills.ways import Asker

pytestmark = pytest.mark.django_db


def run(*words: str) -> str:
    out = io.StringIO()
    call_command("skills", *words, stdout=out, stderr=io.StringIO())
    return out.getvalue()


def folder(tmp_path: Path, name: str, body: str = "Do it.") -> Path:
    place = tmp_path / name
    place.mkdir(parents=True, exist_ok=True)
    (place / "SKILL.md").write_text(skill_text(name, body=body))
    return place


def test_a_folder_is_added_and_again_as_a_version(tmp_path: Path) -> None:
    place = folder(tmp_path, "tidy-csv")
    assert "tidy-csv is new" in run("add", str(place))
    assert "is the same" in run("add", str(place))
    folder(tmp_path, "tidy-csv", body="Better.")
    assert "version 2" in run("add", str(place))
    assert "version 3" in run("rollback", "tidy-csv", "1")
    with pytest.raises(CommandError, match="no such version"):
        run("rollback", "tidy-csv", "9")


@pytest.mark.django_db(transaction=True)
def test_folders_are_read_and_everything_is_listed(tmp_path: Path) -> None:
    folder(tmp_path, "表計算")
    assert "4 new" in run("scan", str(tmp_path))
    rows = {row["name"]: row for row in json.loads(run("list", "--json"))}
    assert rows["表計算"]["tier"] == "Personal"
    assert rows["use-this-memory"]["state"] == "offered"
    assert "表計算" in run("list")
    assert "SKILL.md" in run("show", "表計算")
    with pytest.raises(CommandError, match="no such skill"):
        run("show", "nobody")


def test_an_archive_is_added_and_what_failed_is_told(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "some.zip", "w") as packed:
        packed.writestr("good/SKILL.md", skill_text("good"))
        packed.writestr("bad/SKILL.md", "no frontmatter at all")
    out = io.StringIO()
    with pytest.raises(CommandError) as caught:
        call_command("skills", "upload", str(tmp_path / "some.zip"), stdout=out)
    assert caught.value.returncode == 3
    assert "NEW       good" in out.getvalue() and "ERROR" in out.getvalue()
    run("export", "good", "--to", str(tmp_path / "out.zip"))
    assert zipfile.ZipFile(tmp_path / "out.zip").namelist() == ["good/SKILL.md"]
    with pytest.raises(CommandError, match="can't be written"):
        run("export", "good", "--to", str(tmp_path / "out.zip"))


def test_a_skill_is_given_and_taken_back(reader: Asker) -> None:
    skill = make_skill("tidy-csv")
    visibility_set(actor=ALICE, skill=skill, visibility="private")
    assert "botty may use tidy-csv" in run("grant", "tidy-csv", "botty", "--version", "1")
    grant: Any = SkillGrant.objects.get()
    assert (grant.pinned_version, grant.can_manage) == (1, False)
    run("revoke", "tidy-csv", "botty")
    assert Skill.objects.get().visibility == "private"
    with pytest.raises(CommandError, match="no bot called"):
        run("grant", "tidy-csv", "nobody")
