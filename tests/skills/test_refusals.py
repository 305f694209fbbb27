"""What is built to do harm, at the doors by which it comes: refused in words, and without a trace."""

import io
import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from channels_bridge.models import Job
from skills.models import RefusedPackage, Skill, SkillFile, SkillRoot, SkillState, SkillVersion, Tier
from skills.packages.limits import MIB
from skills.services.folders import FOLDERS_MOST
from skills.services.importing import import_preview
from skills.services.indexing import root_scan
from tests.skills.making import ALICE, skill_text
from tests.skills.packages.test_archive import SKILL, _attributes, packed
from tests.skills.ways import Asker

pytestmark = pytest.mark.django_db

BOMB = "a: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(
    f"{new}: &{new} [{','.join(f'*{old}' for _ in range(9))}]\n"
    for old, new in zip("abcdefgh", "bcdefghi", strict=True)
)
YAML_BOMB = f"---\nname: bomb\ndescription: Grows.\n{BOMB}---\n# A\n"
LONG = f"---\nname: long\ndescription: Long.\nx: {'y' * 5 * MIB}\n---\n# A\n"
DEEP = f"---\nname: deep\ndescription: Deep.\nx: {'[' * 40_000}\n---\n# A\n"
ARCHIVES = {
    "zip slip": lambda: packed({"SKILL.md": SKILL, "../../../evil.md": b"x"}),
    "symlink": lambda: packed({"SKILL.md": SKILL, "x": b"/etc/passwd"}, _attributes(0o120777)),
    "10,000 folders": lambda: packed({f"d{number}/": b"" for number in range(10_000)} | {"SKILL.md": SKILL}),
    "10,000 packages": lambda: packed({f"d{number}/SKILL.md": SKILL for number in range(10_000)}),
    "5 MB of frontmatter": lambda: packed({"long/SKILL.md": LONG.encode()}),
    "YAML bomb": lambda: packed({"bomb/SKILL.md": YAML_BOMB.encode()}),
    "deep YAML": lambda: packed({"deep/SKILL.md": DEEP.encode()}),
    "zip bomb": lambda: packed({"SKILL.md": SKILL, "x": bytes(15 * MIB)}),
}


@pytest.fixture(autouse=True)
def no_trace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Neither a file, where programs write and in the home, nor a row is left."""
    place, home = tmp_path / "tmp", tmp_path / "home"
    place.mkdir()
    home.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(place))
    monkeypatch.setattr(settings, "KIROCREW_HOME", home)
    yield tmp_path
    assert [*place.rglob("*"), *home.rglob("*")] == []
    assert [model.objects.count() for model in (SkillVersion, SkillFile, RefusedPackage)] == [0, 0, 0]


def named(stream: io.BytesIO) -> io.BytesIO:
    stream.seek(0)
    stream.name = "skills.zip"
    return stream


@pytest.mark.parametrize("name", ARCHIVES)
def test_an_archive_that_means_harm_is_refused_over_the_api(name: str, reader: Asker) -> None:
    stream = named(ARCHIVES[name]())
    answer = reader.client.post("/api/skills/-/upload", {"file": stream})
    told = answer.json()
    assert answer.status_code == 422 or [one["fate"] for one in told["packages"]] == ["error"]
    assert told.get("code") or told["packages"][0]["code"]
    assert not Skill.objects.exists() and not Job.objects.exists()


@pytest.mark.parametrize("name", ARCHIVES)
def test_an_archive_that_means_harm_is_refused_on_the_page(name: str, owner: Client) -> None:
    stream = named(ARCHIVES[name]())
    page = owner.post(reverse("admin:skills-upload"), {"file": stream}).content.decode()
    assert "errorlist" in page or ">ERROR<" in page
    assert not Skill.objects.exists() and not Job.objects.exists()


@pytest.mark.parametrize("text", [YAML_BOMB, LONG, DEEP], ids=["YAML bomb", "5 MB of frontmatter", "deep YAML"])
def test_a_text_that_means_harm_is_refused_when_it_is_written(text: str, reader: Asker) -> None:
    body = json.dumps({"name": "probe", "content": text})
    answer = reader.client.post("/api/skills", body, content_type="application/json")
    assert answer.status_code in (400, 413, 422)
    assert not Skill.objects.exists()


PLANTED: dict[str, Any] = {
    "YAML bomb": lambda place: (place / "SKILL.md").write_text(YAML_BOMB),
    "5 MB of frontmatter": lambda place: (place / "SKILL.md").write_text(LONG),
    "deep YAML": lambda place: (place / "SKILL.md").write_text(DEEP),
    "SKILL.md that is a link": lambda place: (place / "SKILL.md").symlink_to("/etc/hostname"),
    "a file that is a link": lambda place: (place / "x.md").symlink_to("/etc/hostname"),
    "a folder that is a link": lambda place: (place / "x").symlink_to("/etc"),
    "a second name of a file elsewhere": lambda place: (place / "x.md").hardlink_to(_elsewhere(place)),
}


def _elsewhere(place: Path) -> Path:
    secret = place.parent.parent / "secret.txt"
    secret.write_text("The door's code is 4711.")
    return secret


@pytest.mark.parametrize("name", PLANTED)
def test_what_means_harm_in_a_folder_is_offered_to_nobody(name: str, no_trace: Path) -> None:
    folder = no_trace / "folder"
    place = folder / "probe"
    place.mkdir(parents=True)
    if "SKILL.md" not in name and "frontmatter" not in name and "YAML" not in name:
        (place / "SKILL.md").write_text(skill_text("probe"))
    PLANTED[name](place)
    root_scan(SkillRoot.objects.create(path=str(folder), tier=Tier.PERSONAL))
    assert not Skill.objects.filter(state=SkillState.ACTIVE).exists()
    assert not Skill.objects.filter(body__contains="4711").exists()
    assert {row.fate for row in import_preview(actor=ALICE, path=str(folder), source="folder")} <= {"refused"}


def test_10_000_folders_are_looked_into_as_far_as_is_allowed(no_trace: Path) -> None:
    folder = no_trace / "folder"
    for number in range(10_000):
        (folder / str(number // 100) / str(number)).mkdir(parents=True)
    root = SkillRoot.objects.create(path=str(folder), tier=Tier.PERSONAL)
    root_scan(root)
    root.refresh_from_db()
    assert f"{FOLDERS_MOST:,}" in root.problem
