"""The command that measures what is read without a model, and what the project's own sentences come to."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from memory.measuring.explicit import conversations_read, measured, near_misses, own_sentences, precision_of

LEAST_PRECISION = 0.95
LANGUAGES = {"en", "de", "fr", "es", "pt", "zh", "ja", "ko", "vi"}

ROWS: list[dict[str, Any]] = [
    {"id": "q1", "user": "u", "lang": "en", "date": "2026-03-02", "query": "My name is Ann.", "response": "I am Kiro."},
    {"id": "c1", "conversation": "c", "speaker": "Bob", "date": "4:04 pm on 20 January, 2026", "text": "I love rain."},
    {"id": "m1", "lang": "en", "memories": [{"t": "2026-03-02", "text": "The deadline is Friday."}]},
    {"id": "t1", "lang": "zh", "turns": [{"role": "user", "text": "我叫李雪。"}, {"role": "assistant", "text": "嗯"}]},
    {"id": "l1", "lang": "de", "label": "benign", "text": "Ich wohne in Ulm."},
]  # fmt: skip


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "turns.jsonl"
    path.write_text("\n".join(map(json.dumps, ROWS)) + "\n", encoding="utf-8")
    return str(path)


def told(*arguments: str) -> str:
    out = io.StringIO()
    call_command("measure_explicit", *arguments, stdout=out)
    return out.getvalue()


def test_every_shape_of_turns_is_read_and_only_people_count(file: str) -> None:
    result = measured(conversations_read(Path(file)))
    assert [row.turn for row in result.readings] == ["q1", "c1", "m1/0", "t1/0", "l1"]
    assert sum(result.turns.values()) == len(ROWS)
    assert str(result.readings[2].item.day) == "2026-03-06"


def test_items_that_nobody_judged_are_counted_and_shown_and_say_nothing_of_precision(file: str) -> None:
    counts = json.loads(told(file, "--json"))
    assert counts["files_given"] == {"items": 5, "not_judged": 5, "precision": counts["files_given"]["precision"]}
    assert counts["files_given"]["precision"]["total"] == 0
    shown = told(file, "--worst", "2")
    assert "not judged: q1, english name: fact | user.name | Ann" in shown
    assert "m1/0" not in shown


def test_the_projects_own_sentences_are_judged_and_right() -> None:
    result = measured(own_sentences())
    assert all(row.is_right is not None for row in result.readings)
    rate = precision_of(result.readings)
    assert rate.total >= 200
    assert rate.interval[0] >= LEAST_PRECISION


def test_the_projects_own_sentences_are_nearly_all_read_in_every_language() -> None:
    sentences = own_sentences()
    assert {conversation.language for conversation in sentences} == LANGUAGES
    read = {row.turn for row in measured(sentences).readings}
    assert len(read) >= 0.95 * len(sentences)


def test_near_misses_in_every_language_yield_nothing() -> None:
    near = near_misses()
    assert len(near) >= 100
    assert {conversation.language for conversation in near} == LANGUAGES
    assert [row.text for row in measured(near).readings] == []


def test_the_table_names_files_languages_and_forms() -> None:
    shown = told()
    for name in ("own", "vietnamese", "deadline_moved", "near misses: 0 items"):
        assert name in shown


def test_a_row_of_another_shape_is_named(tmp_path: Path) -> None:
    path = tmp_path / "turns.jsonl"
    path.write_text('{"id": "x", "lang": "en"}\n', encoding="utf-8")
    with pytest.raises(CommandError, match="the row x has another shape"):
        told(str(path))


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="cannot be read"):
        told(str(tmp_path / "nowhere.jsonl"))
