"""Finding skills over HTTP, by a bot."""

import json
from typing import Any

import pytest

from memory.inference.hashing import HashEmbedder
from memory.inference.models import MINILM
from skills.models import SkillUse, SkillVector
from skills.services.embedding import has_meaning, vectors_fill, vectors_missing
from tests.skills.making import change_skill, make_skill
from tests.skills.ways import Asker

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def catalogue(db: None) -> None:
    make_skill("tidy-csv", description="Tidies CSV tables.", body="Look at the header.", triggers="tidy csv")
    make_skill("slide-deck", description="Make presentations and slides as PPTX.")


def post(asker: Asker, path: str, body: dict[str, Any]) -> Any:
    return asker.client.post(f"/api/skills/-/{path}", json.dumps(body), content_type="application/json")


def test_a_bot_asks_what_a_message_brings_and_is_told_why(reader: Asker) -> None:
    found = post(reader, "match", {"message": "tidy csv of sales"}).json()

    assert [(one["slug"], one["delivery"], one["arm"] != "") for one in found["entries"]] == [
        ("tidy-csv", "body", True)
    ]
    assert "Look at the header." in found["entries"][0]["text"]
    assert 'the phrase "tidy csv"' in found["entries"][0]["reason"]
    assert found["by_meaning"] is False
    assert SkillUse.objects.get().bodies == 1


def test_a_filter_of_null_inherits_and_an_empty_one_leaves_nothing(reader: Asker) -> None:
    assert post(reader, "match", {"message": "tidy csv", "only": None}).json()["entries"]
    assert not post(reader, "match", {"message": "tidy csv", "only": []}).json()["entries"]
    assert not post(reader, "match", {"message": "tidy csv", "only": ["slide-deck"]}).json()["entries"]


def test_a_bot_reads_a_slash_command(reader: Asker) -> None:
    found = post(reader, "slash", {"message": "/tidy-csv the columns"}).json()

    assert (found["kind"], found["slug"], found["message"], found["only"]) == (
        "activate",
        "tidy-csv",
        "the columns",
        ["tidy-csv"],
    )
    assert post(reader, "slash", {"message": "/home/user"}).json()["kind"] == "ordinary"


def test_a_bot_searches_lists_and_sees_what_skills_cost(reader: Asker) -> None:
    get = reader.client.get
    assert [one["slug"] for one in get("/api/skills/-/search?q=presentations").json()["entries"]] == ["slide-deck"]
    assert "<name>tidy-csv</name>" in get("/api/skills/-/listing").json()["text"]
    assert get("/api/skills/-/listing?budget=0").json()["text"] == ""
    costs = get("/api/skills/-/budget").json()
    assert [(one["slug"], one["deliveries"], one["chars"]) for one in costs["entries"]] == [
        ("slide-deck", None, None),
        ("tidy-csv", None, None),
    ]
    assert (costs["chars"], costs["days"]) == (0, 30)


@pytest.mark.parametrize("path", ["search?q=tidy", "listing", "budget"])
def test_a_key_without_the_permission_sees_nothing(outsider: Asker, path: str) -> None:
    answer = outsider.client.get(f"/api/skills/-/{path}")

    assert answer.status_code == 403 or answer.json()["total"] == 0
    assert "tidy-csv" not in answer.content.decode()


@pytest.mark.parametrize("path", ["match", "slash"])
def test_a_key_without_the_permission_is_refused(outsider: Asker, path: str) -> None:
    assert post(outsider, path, {"message": "/tidy-csv"}).status_code == 403


def test_a_query_that_is_too_long_is_refused(reader: Asker) -> None:
    assert reader.client.get(f"/api/skills/-/search?q={'x' * 501}").status_code == 422
    assert reader.client.get("/api/skills/-/search?q=x&limit=0").status_code == 422


def test_vectors_are_filled_in_once_and_anew_when_a_text_changes() -> None:
    embedder = HashEmbedder()
    assert vectors_fill(embedder) == 2
    assert vectors_fill(embedder) == 0
    skill = SkillVector.objects.get(skill__slug="tidy-csv").skill
    change_skill(skill, description="Tidies any table.")
    assert [one.slug for one in vectors_missing(embedder.space)] == ["tidy-csv"]
    assert vectors_fill(embedder) == 1


def test_meaning_counts_only_in_a_space_it_was_measured_in() -> None:
    assert has_meaning(MINILM.space)
    assert not has_meaning(HashEmbedder.space)
