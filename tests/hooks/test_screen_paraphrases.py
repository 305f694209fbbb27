"""Paraphrases of the usual attacks, written for this project, do not pass either; their harmless neighbours do."""

import pytest

from hooks.screening.written import written_rows
from hooks.services import screen


def texts_of(kind: str) -> list[str]:
    return [row["text"] for row in written_rows() if row["kind"] == kind]


PARAPHRASES = texts_of("paraphrase")

NEIGHBOURS = texts_of("near_paraphrase")


@pytest.mark.parametrize("text", PARAPHRASES)
def test_a_paraphrased_attack_does_not_pass(text: str) -> None:
    assert screen(text).level != "clear"


@pytest.mark.parametrize("text", NEIGHBOURS)
def test_a_harmless_text_about_the_same_things_passes(text: str) -> None:
    assert screen(text).level == "clear"
