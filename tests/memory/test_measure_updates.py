"""The command that measures recall on chains of changed statements, and what the project's own chains come to."""

import io
import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from memory.measuring.updates import chains_read, measured

SMALL = [
    {
        "id": "a",
        "lang": "en",
        "relation": "supersedes",
        "memories": [
            {"t": "2026-01-05", "text": "The harbour office opens at 9:30."},
            {"t": "2026-02-11", "text": "From Monday on the harbour office opens at 10:15."},
        ],
        "question": "When does the harbour office open?",
        "current": ["10:15"],
        "stale": ["9:30"],
    },
    {
        "id": "b",
        "lang": "en",
        "relation": "supersedes",
        "memories": [
            {"t": "2026-01-05", "text": "Ben does the releases."},
            {"t": "2026-02-11", "text": "Ann looks after what ships."},
        ],
        "question": "Who does the releases?",
        "current": ["Ann"],
        "stale": ["Ben"],
    },
]


def told(*arguments: str) -> str:
    out = io.StringIO()
    call_command("measure_updates", *arguments, stdout=out)
    return out.getvalue()


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "chains.jsonl"
    path.write_text("\n".join(map(json.dumps, SMALL)) + "\n", encoding="utf-8")
    return str(path)


@pytest.mark.django_db(transaction=True)
def test_a_change_that_is_seen_passes_and_one_that_is_not_is_named(file: str) -> None:
    shown = told(file, "--lexical-only", "--worst")
    assert "2 chains, by words alone" in shown
    assert "b: current, stale: Who does the releases?" in shown
    assert "  a: " not in shown


def test_the_projects_own_chains_return_no_stale_answer_without_its_qualifier(db: None) -> None:
    chains = chains_read()
    shares = measured(chains, admit=True).shares()
    assert [shares[test][0] for test in ("stale", "history", "unmarked")] == [len(chains)] * 3
    assert shares["current"][0] >= 0.85 * len(chains)


def test_a_stale_answer_without_a_word_of_change_is_counted(db: None, file: str) -> None:
    shares = measured(chains_read(Path(file)), admit=False).shares()
    assert shares == {"current": (1, 2), "stale": (1, 2), "history": (2, 2), "unmarked": (2, 2)}


def test_the_projects_own_chains_are_many_and_in_many_languages() -> None:
    chains = chains_read()
    assert len(chains) >= 100
    assert {chain.language for chain in chains} >= {"en", "de", "es", "fr", "zh", "ja", "ko", "vi", "mul"}


def test_a_row_without_a_question_is_named(tmp_path: Path) -> None:
    path = tmp_path / "chains.jsonl"
    path.write_text('{"id": "a", "lang": "en", "relation": "adds", "memories": []}\n', encoding="utf-8")
    with pytest.raises(CommandError, match="question"):
        told(str(path))
