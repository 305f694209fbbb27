"""`measure_consolidation` sends conversations as a bot would, and a second reading of them writes nothing."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as project_settings
from django.core.management import CommandError, call_command

from channels_bridge.actors import Actor
from memory.measuring.consolidation import explicit_answer, measured
from memory.measuring.explicit import conversations_read
from memory.models import Fact, HistoryEntry, Store
from tests.memory.consolidating import history_of, talk

ROWS = (
    {"id": "1", "user": "ana", "lang": "en", "date": "2026-03-02", "query": "My name is Ana.", "response": "Hi!"},
    {"id": "2", "user": "ana", "lang": "en", "date": "2026-03-02", "query": "My editor is Vim.", "response": "Fine."},
    {"id": "3", "user": "ana", "lang": "en", "date": "2026-03-09", "query": "My editor is Emacs.", "response": "Ok."},
    {"id": "4", "user": "安", "lang": "zh", "date": "2026-03-02", "query": "我的名字是安娜。", "response": "你好！"},
)


@pytest.fixture
def turns(tmp_path: Path, settings: Any) -> Path:
    file = tmp_path / "turns.jsonl"
    file.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in ROWS))
    settings.KIROCREW_LANGUAGE_MODEL, settings.KIROCREW_LANGUAGE_SCRIPT = "scripted", explicit_answer
    return file


@pytest.mark.django_db
def test_every_record_names_its_turn_and_a_second_reading_writes_nothing(turns: Path) -> None:
    (row,) = measured(conversations_read(turns)).values()
    assert (row.conversations, row.turns, row.again, row.evidence) == (2, 8, 0, 1.0)
    assert (row.statuses["written"] > 3, row.history, row.tokens > 0) == (True, 3, True)
    assert 0 < row.lag(0.5) <= row.lag(0.95)
    assert sorted(map(str, Fact.objects.values_list("value", flat=True))) == ["Ana", "Emacs", "安娜"]


def test_the_scripted_model_answers_with_what_the_rules_read(botty: Actor, main_store: Store, settings: Any) -> None:
    settings.KIROCREW_LANGUAGE_MODEL, settings.KIROCREW_LANGUAGE_SCRIPT = "scripted", explicit_answer
    row = history_of(talk(botty, "My name is Ana.", "Hello [7] 2026: hi"))
    assert [(item["by"], item["status"], item["code"]) for item in row.items] == [
        ("rules", "written", "created"),
        ("model", "unchanged", "same_value"),
        ("model", "written", "created"),
    ]
    assert HistoryEntry.objects.get().text == "My name is Ana. … Hello (7] 2026: hi"


@pytest.mark.django_db(transaction=True)
def test_the_command_prints_what_it_measured_and_leaves_the_database_alone(turns: Path) -> None:
    out = StringIO()
    call_command("measure_consolidation", str(turns), "--json", stdout=out)
    (row,) = json.loads(out.getvalue()).values()
    assert (row["second_reading"], row["evidence"], row["passes"]) == (0, 1.0, {"done": 5})
    assert not Fact.objects.exists()
    assert project_settings.KIROCREW_LANGUAGE_MODEL == "scripted"
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("measure_consolidation", str(turns.parent / "none.jsonl"), stdout=StringIO())
