"""Matching by meaning, with the model people get."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from memory.inference.embedding import get_embedder, reset_embedder
from memory.inference.models import MINILM
from skills.services.embedding import vectors_fill
from skills.services.matching import skills_match
from skills.services.searching import skill_search
from tests.skills.making import ALICE, make_skill

MODEL = Path(__file__).resolve().parents[3] / ".cache" / "models" / MINILM.file_name

pytestmark = [pytest.mark.model, pytest.mark.django_db]


@pytest.fixture
def model(tmp_path: Path, settings: Any) -> Iterator[None]:
    (tmp_path / "models").mkdir()
    shutil.copy(MODEL, tmp_path / "models" / MODEL.name)
    settings.KIROCREW_HOME = str(tmp_path)
    settings.KIROCREW_EMBEDDING_MODEL = "minilm"
    reset_embedder()
    yield
    reset_embedder()


def test_meaning_takes_part_once_every_skill_has_its_vector(model: None) -> None:
    make_skill("kettle-care", description="Descaling and cleaning of electric kettles and coffee machines.")
    make_skill("slide-deck", description="Make presentations and slides as PPTX.")
    embedder = get_embedder(wait=60.0)
    assert embedder is not None
    assert not skills_match(actor=ALICE, message="clean the kettle", record=False).by_meaning

    assert vectors_fill(embedder) == 2
    found = skill_search(actor=ALICE, query="slideshow for a talk")
    assert [hit.usable.skill.slug for hit in found][:1] == ["slide-deck"]
    make_skill("third", description="Something new.")
    vectors_fill(embedder)
    answer = skills_match(actor=ALICE, message="Please clean the electric kettle", record=False)
    assert answer.by_meaning
    assert answer.matches[0].usable.skill.slug == "kettle-care"
