"""Archives of skills: each package says what became of it, and a whole collection is a job."""

import io
import json
import zipfile
from collections import Counter

import pytest
from django.test import Client

from channels_bridge.actors import Actor
from channels_bridge.models import JobState
from channels_bridge.services.jobs import run_job_now
from skills.models import Skill
from skills.packages.diagnostics import PackageRefused
from skills.services.uploads import Fate, archive_upload
from tests.conftest import make_bot
from tests.skills.making import make_skill, skill_text


def packed(packages: dict[str, str]) -> io.BytesIO:
    """A ZIP with a SKILL.md in each folder."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for folder, text in packages.items():
            archive.writestr(f"{folder}/SKILL.md", text)
    stream.seek(0)
    return stream


def collection(size: int) -> io.BytesIO:
    return packed({f"skill-{number}": skill_text(f"skill-{number}", f"Does thing {number}.") for number in range(size)})


@pytest.mark.django_db
def test_each_package_says_what_became_of_it(alice: Actor) -> None:
    make_skill("same", description="Stays.", body="As it is.")
    make_skill("other", description="Changes.", body="Old.")
    archive = packed(
        {
            "fresh": skill_text("fresh", "Neu: 整理表格 🙂"),
            "same": skill_text("same", "Stays.", "As it is."),
            "other": skill_text("other", "Changes.", "New."),
            "broken": "---\nname: broken\n",
        }
    )
    done = {one.folder: one for one in archive_upload(actor=alice, stream=archive, name="some.zip").packages}
    assert {folder: one.fate for folder, one in done.items()} == {
        **{"fresh": Fate.NEW, "same": Fate.UNCHANGED, "other": Fate.CHANGED, "broken": Fate.ERROR}
    }
    assert done["other"].version == 2 and done["broken"].code and done["broken"].message
    assert Skill.objects.get(key="fresh").description == "Neu: 整理表格 🙂"


@pytest.mark.django_db
def test_a_whole_collection_is_a_job_and_the_same_again_changes_nothing(alice: Actor) -> None:
    job = archive_upload(actor=alice, stream=collection(60), name="all.zip").job
    assert job is not None and not Skill.objects.exists()
    finished = run_job_now(job)
    assert finished.state == JobState.DONE and finished.result["counts"][Fate.NEW.value] == 60
    again = archive_upload(actor=alice, stream=collection(60), name="all.zip").job
    assert again is not None
    assert Counter(row["fate"] for row in run_job_now(again).result["packages"]) == {Fate.UNCHANGED.value: 60}
    assert Skill.objects.count() == 60 and {skill.version for skill in Skill.objects.all()} == {1}


@pytest.mark.django_db
def test_a_bot_brings_fewer_at_once_than_a_person(alice: Actor) -> None:
    botty = make_bot("botty", "skills:write")
    with pytest.raises(PackageRefused, match="at most 50") as refused:
        archive_upload(actor=botty, stream=collection(51), name="all.zip")
    assert refused.value.code == "too_many_packages"
    with pytest.raises(PackageRefused, match="at most 500"):
        archive_upload(actor=alice, stream=collection(501), name="all.zip")
    assert not Skill.objects.exists()


@pytest.mark.django_db
def test_an_archive_is_uploaded_over_http(alice: Actor) -> None:
    from channels_bridge.services.bots import bot_create

    _, key = bot_create(actor=alice, name="botty", permissions=["skills:read", "skills:write"])
    client = Client(headers={"Authorization": f"Bearer {key}"})
    stream = packed({"fresh": skill_text("fresh")})
    stream.name = "fresh.zip"
    answer = client.post("/api/skills/-/upload", {"file": stream})
    assert answer.status_code in (200, 201) and "new" in json.dumps(answer.json()).lower()
    assert Skill.objects.get(slug="fresh").owned_by == "bot:botty"
