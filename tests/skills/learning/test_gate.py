"""Which conversations are worth a question: enough work with tools, and none of it near secrets."""

import pytest

from channels_bridge.models import Origin, Role, Turn
from skills.learning.codes import LearnOutcome
from skills.learning.gate import gate_check, is_tool_turn, may_be_shown, names_sensitive


def turn(text: str = "done", **more: object) -> Turn:
    return Turn(**{"role": Role.ASSISTANT, "origin": Origin.TOOL, "text": text, "tool_calls": [], **more})


def test_both_ways_of_recording_a_tool_count() -> None:
    assert is_tool_turn(turn())
    assert is_tool_turn(turn(origin=Origin.TYPED, tool_calls=[{"name": "shell"}]))
    assert not is_tool_turn(turn(origin=Origin.TYPED))


@pytest.mark.parametrize(("number", "wanted", "expected"), [(4, 5, "few_tools"), (5, 5, None), (1, 0, "few_tools")])
def test_a_conversation_needs_so_many_turns_with_tools_and_never_fewer_than_two(
    number: int, wanted: int, expected: str | None
) -> None:
    turns = [turn() for _ in range(number)]
    assert gate_check(turns, turns, tool_turns=wanted) == expected


@pytest.mark.parametrize(
    "text",
    [
        "cat ~/.ssh/id_rsa",
        '{"path": "/home/ana/.aws/credentials"}',
        "read C:\\Users\\ana\\.aws\\credentials please",
        "打开 ~/.ssh/config 看看",
        "the id_ed25519 was copied",
        "ls .ssh",
    ],
)
def test_a_tool_that_came_near_secrets_closes_the_conversation(text: str) -> None:
    turns = [turn() for _ in range(6)]
    assert names_sensitive(text)
    assert gate_check(turns, [*turns, turn(text)], tool_turns=5) is LearnOutcome.SENSITIVE


def test_a_path_in_the_arguments_of_a_call_counts_however_deep() -> None:
    call = {"name": "open", "arguments": {"files": [{"name": "/home/ana/.gnupg/secring.gpg"}]}}
    turns = [turn(origin=Origin.TYPED, tool_calls=[call])] * 6
    assert gate_check(turns, turns, tool_turns=5) is LearnOutcome.SENSITIVE


def test_what_a_person_says_about_secrets_does_not_close_it() -> None:
    turns = [turn() for _ in range(5)]
    person = turn("Never read ~/.ssh/id_rsa.", role=Role.USER, origin=Origin.TYPED)
    assert gate_check(turns, [*turns, person], tool_turns=5) is None


@pytest.mark.parametrize(
    "text",
    [
        "a" * 65_536,
        "3 rows from data/sales.csv",
        "https://example.org/a/b",
        "1/2 cup",
        "src/app/main.py:12",
        "und/oder",
        "…",
    ],
)
def test_ordinary_paths_are_no_secrets(text: str) -> None:
    assert not names_sensitive(text)


def test_orders_and_what_was_recalled_are_not_shown_to_the_model() -> None:
    assert may_be_shown(turn())
    assert not may_be_shown(turn(is_suspicious=True))
    assert not may_be_shown(turn(origin=Origin.RECALLED))
    assert not may_be_shown(turn(role=Role.MACHINE, origin=Origin.TYPED))
    assert may_be_shown(turn(role=Role.MACHINE))
