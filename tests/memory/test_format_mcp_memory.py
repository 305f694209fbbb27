"""The knowledge graph of the MCP memory server: observations and relations become sentences."""

import json
from typing import Any

import pytest

from memory.transfer.formats.mcp_memory import McpMemory
from memory.transfer.sources import SourceFile
from tests.memory.foreign import episodes, format_of, json_lines, left, reading, reasons, texts

MIRA = {
    "type": "entity",
    "name": "Mira",
    "entityType": "person",
    "observations": ["Sails a yellow boat", "Born in Oslo"],
}
BOAT = {"type": "entity", "name": "青い船", "entityType": "boat", "observations": ["木でできている"]}
OWNS = {"type": "relation", "from": "Mira", "to": "青い船", "relationType": "sails_with"}


def test_each_observation_names_its_entity() -> None:
    items = reading("memory.jsonl", json_lines(MIRA, BOAT, OWNS))
    assert texts(items, "observation") == ["Mira: Sails a yellow boat", "Mira: Born in Oslo", "青い船: 木でできている"]
    assert "person" in episodes(items, "observation")[0].tags


def test_a_relation_becomes_a_sentence() -> None:
    items = reading("memory.jsonl", json_lines(OWNS, MIRA, BOAT))
    assert texts(items, "relation") == ["Mira sails with 青い船"]
    assert not episodes(items, "dangling")


def test_a_relation_to_an_entity_that_is_missing_is_told_and_marked() -> None:
    (told,) = episodes(reading("memory.jsonl", json_lines(MIRA, OWNS | {"to": "Ghost"})), "dangling")
    assert told.text == "Mira sails with Ghost"
    assert "Ghost" in told.note


def test_an_entity_nothing_is_told_of_is_kept_by_its_name() -> None:
    items = reading(
        "memory.jsonl", json_lines({"type": "entity", "name": "Lamp", "entityType": "lamp", "observations": []})
    )
    assert texts(items, "entity") == ["Lamp (lamp)"]


@pytest.mark.parametrize(
    "entity",
    [
        {"type": "entity", "entityName": "Kettle", "entityType": "device", "observations": ["stands on the stove"]},
        {"type": "entity", "id": "Kettle", "entity_type": "device", "observations": ["stands on the stove"]},
        {"type": "entity", "entity_name": "Kettle", "observations": "stands on the stove"},
        {"type": "Entity", "name": "Kettle", "observations": '["stands on the stove"]'},
        {"type": "observation", "entityName": "Kettle", "contents": ["stands on the stove"]},
        {"entityName": "Kettle", "entityType": "device", "observations": [{"content": "stands on the stove"}]},
        {"type": "entity", "name": "Kettle", "content": "stands on the stove"},
    ],
)
def test_the_fields_have_several_names(entity: dict[str, Any]) -> None:
    items = reading("memory.jsonl", json_lines(entity, {"type": "relation", "from_id": "Kettle", "to_id": "Kettle"}))
    assert texts(items, "observation") == ["Kettle: stands on the stove"]
    assert not episodes(items, "dangling")


@pytest.mark.parametrize(
    ("start", "end", "name"),
    [
        ("from", "to", "relationType"),
        ("from_id", "to_id", "relation_type"),
        ("source", "target", "relation"),
        ("from_entity", "to_entity", "relationship"),
        ("subject", "object", "predicate"),
    ],
)
def test_a_relation_has_several_names_for_its_ends(start: str, end: str, name: str) -> None:
    relation = {"type": "relation", start: "Mira", end: "Kettle", name: "owns"}
    assert texts(reading("memory.jsonl", json_lines(MIRA, relation)), "relation") == ["Mira owns Kettle"]


@pytest.mark.parametrize("wrapped", [False, True])
def test_one_object_with_two_lists_is_the_same_graph(wrapped: bool) -> None:
    bare = [{name: value for name, value in part.items() if name != "type"} for part in (MIRA, BOAT, OWNS)]
    graph = {"entities": bare[:2], "relations": bare[2:]}
    text = json.dumps({"graph": graph} if wrapped else graph, indent=2)
    assert format_of("graph.json", text) == "mcp-memory"
    assert texts(reading("graph.json", text)) == texts(reading("memory.jsonl", json_lines(MIRA, BOAT, OWNS)))


def test_json_lines_may_end_in_json() -> None:
    text = json_lines(MIRA, OWNS)
    assert format_of("memory.json", text) == "mcp-memory"
    assert texts(reading("memory.json", text)) == texts(reading("memory.jsonl", text))


def test_a_broken_line_is_named_by_its_number_and_the_rest_go_on() -> None:
    text = json_lines(MIRA) + '{"type": "entity", "name": "cut off\n\n' + json_lines(BOAT, OWNS)
    items = reading("memory.jsonl", text)
    ((reason, message),) = left(items)
    assert reason == "bad_line"
    assert message.startswith("Line 2:")
    assert len(episodes(items)) == 4


def test_parts_that_are_none_say_so() -> None:
    items = reading(
        "memory.jsonl",
        json_lines(
            MIRA,
            {"type": "entity", "observations": ["of nobody at all"]},
            {"type": "relation", "from": "Mira"},
            {"type": "dream", "name": "x"},
            ["a", "list"],
            {"type": "entity", "name": "Cup", "observations": ["", 7, None]},
        ),
    )
    assert sorted(reasons(items)) == [
        "bad_kind",
        "bad_record",
        "bad_record",
        "bad_record",
        "bad_record",
        "empty",
        "empty",
    ]


def test_a_time_is_kept_and_a_missing_one_stays_missing() -> None:
    told = {"content": "Sails a yellow boat", "createdAt": "2026-03-01T10:00:00+02:00"}
    first, second = episodes(reading("memory.jsonl", json_lines(MIRA | {"observations": [told, "Born in Oslo"]})))
    assert first.observed_at is not None
    assert first.observed_at.isoformat() == "2026-03-01T08:00:00+00:00"
    assert second.observed_at is None


def test_a_credential_behind_its_word_is_taken_out() -> None:
    (told,) = episodes(reading("memory.jsonl", json_lines(MIRA | {"observations": ["uses the password hunter2"]})))
    assert "hunter2" not in told.text
    assert "mentions-secret" in told.tags


def test_a_line_that_is_read_again_is_the_same_item() -> None:
    first = {item.fingerprint for item in reading("memory.jsonl", json_lines(MIRA, OWNS))}
    second = {item.fingerprint for item in reading("memory.jsonl", json_lines(BOAT, MIRA, OWNS))}
    assert len(first & second) == 2


def test_the_inventory_counts_what_the_file_holds() -> None:
    text = json_lines(MIRA, {"type": "entity", "id": "Cup"}, {"type": "relation", "from_id": "Mira", "to": "Ghost"})
    assert McpMemory().inventory(SourceFile(path="memory.jsonl", text=text)) == {
        "entities": 2,
        "observations": 2,
        "relations": 1,
        "dangling_relations": 1,
        "key_variants": ["id", "from_id"],
    }


def test_other_json_is_left_to_others() -> None:
    assert format_of("package.json", '{"name": "x", "entities": []}') != "mcp-memory"
    assert format_of("turns.jsonl", json_lines({"speaker": "Mira", "text": "We saw the lighthouse."})) == "turns"
