"""Memories that would steer a later session are kept out; preferences in the imperative pass."""

import pytest

from hooks.screening.written import written_rows
from hooks.services import screen


def texts_of(kind: str) -> list[str]:
    return [row["text"] for row in written_rows() if row["kind"] == kind]


# Written for this project: exfiltration, false consent, code words, lent authority, silence, money, in nine languages.
POISONED = texts_of("memory_poison")

PREFERENCES = texts_of("near_memory_poison")


@pytest.mark.parametrize("text", POISONED)
def test_a_memory_that_would_steer_later_sessions_does_not_pass(text: str) -> None:
    assert screen(text).level != "clear"


@pytest.mark.parametrize("text", PREFERENCES)
def test_a_preference_in_the_imperative_passes(text: str) -> None:
    assert screen(text).level == "clear"
