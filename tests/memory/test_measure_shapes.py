"""The command that holds what is found in files of other tools against what they are known to hold."""

import base64
import io
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from memory.measuring.shapes import shapes_read
from tests.memory.other_tools import chat, dumped, memory, message, spoken, tree

TEA = "Drinks oolong in the morning"
SAVED = "Prefers metric units.\nWohnt in Wien.\nPrefers metric units.\n"
MESSY = "\n".join([dumped(memory(TEA)), dumped(memory("")), dumped(memory(TEA)), '{"memory": "cut'])

# Small files of the kinds the formats know, each with all it holds.
ROWS: list[dict[str, Any]] = [
    {
        "format": "mem0-get-all",
        "filename": "page.json",
        "content": dumped({"results": [memory(TEA, expiration_date="2026-08-01"), memory(TEA, "jonas")], "next": None}),
        "expect": {"records": 2, "users": ["mira", "jonas"], "same_text_other_user": 1, "with_expiry": 1},
    },
    {
        "format": "mem0-jsonl",
        "filename": "memories.jsonl",
        "content": MESSY,
        "expect": {"records": 3, "duplicates": 1, "empty": 1, "broken_lines": 1, "users": 1, "note": "for people"},
    },
    {
        "format": "mem0-structured-export",
        "filename": "mem0_profile.json",
        "content": dumped({"role": "cook", "name": None, "likes": ["go", "登山"], "_meta": {"export_id": "e"}}),
        "expect": {"records": 3},
    },
    {
        "format": "chatgpt-export",
        "filename": "conversations.json",
        "content": dumped([tree(message("user", "I bake on Saturdays"), message("assistant", "Ok"), title="")]),
        "expect": {
            "conversations": 1,
            "visible_messages_on_current_path": 2,
            "empty_title": 1,
            "abandoned_branch_messages": 0,
        },
    },
    {
        "format": "chatgpt-saved-memories",
        "filename": "chatgpt_memories.txt",
        "content": SAVED,
        "expect": {"records": 2, "duplicates": 1, "dated": 0},
    },
    {
        "format": "claude-export",
        "filename": "claude.json",
        "content": dumped([chat(spoken("human", "I have clay soil")), chat()]),
        "expect": {"conversations": 2, "messages": 1, "empty_conversations": 1},
    },
    {
        "format": "letta-agent-file",
        "filename": "sam.af",
        "content": dumped(dumped({"agents": [{"name": "Sam"}], "blocks": [{"label": "human", "value": "Name: Mira"}]})),
        "expect": {"blocks": 1, "agents": 1, "tools": 0, "double_encoded": True},
    },
]


def written(tmp_path: Path, *rows: dict[str, Any]) -> Path:
    path = tmp_path / "shapes.jsonl"
    named = [{"id": f"r{number}"} | row for number, row in enumerate(rows)]
    path.write_text("\n".join(map(dumped, named)) + "\n", encoding="utf-8")
    return path


def told(path: Path, *arguments: str) -> str:
    out = io.StringIO()
    call_command("measure_shapes", str(path), *arguments, stdout=out)
    return out.getvalue()


def test_all_that_small_files_of_every_kind_hold_is_found(tmp_path: Path) -> None:
    said = told(written(tmp_path, *ROWS))
    assert "All 7 files were read as they should be." in said
    assert "OFF" not in said


@pytest.mark.parametrize(
    "change",
    [{"records": 4}, {"users": ["jonas"]}, {"users": 2}, {"broken_lines": 0}, {"pictures": 1}, {"empty": False}],
)
def test_one_that_is_off_is_shown_and_ends_with_an_error(tmp_path: Path, change: dict[str, Any]) -> None:
    row = ROWS[1] | {"expect": ROWS[1]["expect"] | change}
    (shape,) = shapes_read(written(tmp_path, row))
    assert [one.name for one in shape.compared if not one.is_right] == list(change)
    with pytest.raises(CommandError, match="0 of 1 files"):
        told(written(tmp_path, row))


def test_a_file_no_format_knows_is_off(tmp_path: Path) -> None:
    row = {"filename": "page.html", "content": "<html>", "expect": {}}
    (shape,) = shapes_read(written(tmp_path, row))
    assert not shape.is_right
    with pytest.raises(CommandError):
        told(written(tmp_path, row), "--json")


def test_bytes_are_read_from_base64_and_rows_come_as_json(tmp_path: Path) -> None:
    data = base64.b64encode(SAVED.encode("utf-16")).decode()
    row = {"filename": "chatgpt_memories.txt", "content_b64": data, "expect": {"records": 2, "undated": 2}}
    (answer,) = json.loads(told(written(tmp_path, row), "--json"))
    assert answer["right"] is True
    assert answer["compared"]["undated"] == {"expected": 2, "found": 2, "right": True}


@pytest.mark.parametrize(
    "row", [{"filename": "a", "expect": {}}, {"filename": "a", "expect": 5}, {"content": "", "expect": {}}]
)
def test_rows_that_are_none_are_refused(tmp_path: Path, row: dict[str, Any]) -> None:
    with pytest.raises(CommandError, match="cannot be read"):
        told(written(tmp_path, row))
