"""Memories of mem0: whose they are, until when they hold, and what of a messy dump is left out and why."""

from datetime import UTC, datetime
from typing import Any

import pytest

from memory.transfer.formats import by_name, detect
from memory.transfer.items import FactItem
from memory.transfer.reasons import Reason
from memory.transfer.sources import SourceFile
from tests.memory.other_tools import dumped, episodes, inventory, left_out, memory, read, texts

TEA = "Drinks oolong in the morning"


def page(*records: Any, **more: Any) -> dict[str, Any]:
    return {"count": len(records), "next": None, "previous": None, "results": list(records)} | more


def test_each_memory_belongs_to_its_user_and_carries_what_is_known_of_it() -> None:
    record = memory(
        "喜欢在周末骑自行车",
        "小明",
        agent_id="coach",
        categories=["sports", ["hobbies"]],
        metadata={"lang": "zh", "score": 3, "inner": {"a": ["x"]}, "more": {"b": 1, "c": 2}},
        mood="calm",
        created_at="2026-06-06T07:00:00+08:00",
        run_id="run-7",
    )
    items = read("page.json", page(record), "mem0")
    (item,) = episodes(items)
    assert (item.text, item.speaker, item.scope, item.session) == ("喜欢在周末骑自行车", "小明", "user:小明", "run-7")
    assert item.tags == (
        "imported",
        "mem0",
        "user:小明",
        "sports",
        "hobbies",
        "agent:coach",
        "lang:zh",
        "score:3",
        "inner.a:x",
        "more.b:1",
    )
    assert item.observed_at == datetime(2026, 6, 5, 23, tzinfo=UTC)
    assert "more.c:2; mood" in left_out(items)[Reason.FIELDS_IGNORED]


def test_two_users_of_one_file_stay_two_and_the_file_says_so() -> None:
    items = read("page.json", page(memory(TEA, "mira"), memory(TEA, "jonas"), memory(TEA, None)), "mem0")
    assert [item.scope for item in episodes(items)] == ["user:mira", "user:jonas", ""]
    assert "Memories of 3 people" in left_out(items)[Reason.SEVERAL_USERS]
    assert inventory("page.json", page(memory(TEA, "mira"), memory(TEA, "jonas")), "mem0") == {
        "records": 2,
        "users": ["jonas", "mira"],
        "same_text_other_user": 1,
        "with_expiry": 0,
    }


def test_a_memory_of_an_agent_alone_is_the_agents() -> None:
    (item,) = episodes(read("page.json", page(memory(TEA, None, agent_id="coach")), "mem0"))
    assert (item.scope, item.speaker) == ("agent:coach", "coach")


@pytest.mark.parametrize(
    ("written", "until"),
    [
        ("2026-07-11", datetime(2026, 7, 11, 23, 59, 59, 999_999, tzinfo=UTC)),
        ("2026-07-11T10:00:00-05:00", datetime(2026, 7, 11, 15, tzinfo=UTC)),
        (1_784_000_000, datetime(2026, 7, 14, 3, 33, 20, tzinfo=UTC)),
        (1_784_000_000_000, datetime(2026, 7, 14, 3, 33, 20, tzinfo=UTC)),
        (None, None),
        ("", None),
        ("9999-12-31", None),
    ],
)
def test_an_expiry_is_the_end_of_the_window(written: object, until: datetime | None) -> None:
    (item,) = episodes(read("page.json", page(memory(TEA, expiration_date=written)), "mem0"))
    assert item.valid_until == until


def test_a_memory_whose_expiry_cannot_be_read_is_not_kept_for_ever() -> None:
    items = read("page.json", page(memory(TEA, expiration_date="next summer"), memory("Plays the cello")), "mem0")
    assert texts(items) == ["Plays the cello"]
    assert "Record 1: The expiry 'next summer' cannot be read" in left_out(items)[Reason.BAD_DATE]


@pytest.mark.parametrize("written", [None, "", "soon", -1, True, {"at": 1}])
def test_a_time_that_is_not_there_stays_unknown(written: object) -> None:
    (item,) = episodes(read("page.json", page(memory(TEA, created_at=written)), "mem0"))
    assert item.observed_at is None


def test_the_update_stands_in_for_a_creation_that_is_not_told() -> None:
    (item,) = episodes(read("p.json", page(memory(TEA, created_at=None, updated_at="2026-02-03T04:05:06Z")), "mem0"))
    assert item.observed_at == datetime(2026, 2, 3, 4, 5, 6, tzinfo=UTC)


@pytest.mark.parametrize(
    "value",
    [
        [memory(TEA)],
        [[memory(TEA)]],
        {"results": [memory(TEA)]},
        {"memories": [memory(TEA)]},
        {"data": {"results": [memory(TEA)]}},
        {"data": [memory(TEA)], "message": "ok"},
        [{"results": [memory(TEA)], "next": None}, {"results": []}],
        {"exported_at": "2026-01-01", "version": 2, "memories": [memory(TEA)]},
        {"user": {"user_id": "mira"}, "memories": [{"id": 1, "content": TEA, "state": "active", "user_id": "mira"}]},
        {"memories": [{"id": "1", "content": TEA, "created_at": 1_780_000_000, "user_id": "mira"}]},
        {"results": [{"id": "1", "memory": TEA, "event": "ADD", "user_id": "mira"}]},
        memory(TEA),
    ],
)
def test_every_wrapping_gives_the_same_memory(value: Any) -> None:
    (item,) = episodes(read("dump.json", value, "mem0"))
    assert (item.text, item.scope) == (TEA, "user:mira")


def test_json_lines_name_the_broken_ones_and_go_on() -> None:
    text = "\n".join(
        [
            dumped(memory("likes tea")),
            "",
            '{"memory": "cut off',
            "null",
            '"text"',
            "[1]",
            dumped(memory("トマトが嫌い")),
        ]
    )
    items = read("memories.jsonl", text, "mem0")
    assert texts(items) == ["Memory: likes tea", "トマトが嫌い"]
    reported = [item.message for item in items if not episodes([item])]  # type: ignore[union-attr]
    assert [message.partition(":")[0] for message in reported][:4] == ["Line 3", "Line 4", "Line 5", "Record 1"]


def test_json_lines_of_pages_and_windows_line_ends_are_read() -> None:
    text = "\r\n".join([dumped(page(memory(TEA))), dumped(page(memory("Plays the cello")))])
    assert texts(read("mem0.jsonl", f"{dumped(memory('Knows Kraków'))}\r\n{text}", "mem0")) == [
        "Knows Kraków",
        TEA,
        "Plays the cello",
    ]


def test_what_is_there_twice_is_brought_once_for_each_user() -> None:
    records = [memory(TEA), memory(TEA), memory(TEA, "jonas"), memory(""), memory("   "), memory(None)]
    items = read("page.json", page(*records), "mem0")
    assert [item.scope for item in episodes(items)] == ["user:mira", "user:jonas"]
    assert left_out(items)[Reason.ALREADY_LISTED].startswith("1 left out")
    assert left_out(items)[Reason.EMPTY].startswith("3 left out")
    counted = inventory("page.json", page(*records), "mem0")
    assert (counted["records"], counted["duplicates"], counted["empty"]) == (6, 1, 3)


def test_what_was_deleted_there_stays_deleted() -> None:
    gone: list[dict[str, Any]] = [
        {"state": "deleted"},
        {"deleted_at": "2026-01-01"},
        {"is_deleted": True},
        {"event": "DELETE"},
    ]
    items = read("page.json", page(*(memory(f"{TEA} {n}", **mark) for n, mark in enumerate(gone)), memory("Left over")))
    assert texts(items) == ["Memory: Left over"]
    assert left_out(items)[Reason.NOT_ACTIVE].startswith("4 left out")


def test_relations_become_sentences_of_the_only_user() -> None:
    value = {
        "results": [memory(TEA)],
        "relations": [
            {"source": "mira", "relationship": "lives_in", "target": "Graz"},
            [{"source": "mira", "relation": "knows", "destination": "Jonas"}],
            {"source": "mira"},
        ],
    }
    items = read("oss.json", value, "mem0")
    assert texts(items) == [TEA, "mira lives in Graz", "mira knows Jonas"]
    assert {item.scope for item in episodes(items)} == {"user:mira"}
    assert "Relation 3" in left_out(items)[Reason.BAD_RECORD]


def test_a_page_that_is_not_the_last_one_says_so() -> None:
    items = read("page.json", page(memory(TEA), next="https://example.com/?page=2", count=7), "mem0")
    assert "one page of more: 1 records here" in left_out(items)[Reason.COUNT_MISMATCH]


def test_a_structured_export_gives_one_record_for_each_field_that_is_filled_in() -> None:
    profile = {
        "full_name": None,
        "currentRole": "Köchin",
        "years": 12,
        "vegan": False,
        "interests": ["Schach", "登山"],
        "employer": {"name": "Kettle GmbH", "city": "Linz"},
        "notes": "Lives above the shop. " * 12,
        "history": [{"content": "Moved to Linz", "created_at": "2026-01-02"}],
        "_meta": {"export_id": "e-1"},
    }
    items = read("mem0_export.json", profile, "mem0")
    facts = {item.key: item.value for item in items if isinstance(item, FactItem)}
    assert facts["user.current_role"] == "Köchin"
    assert facts["user.employer.city"] == "Linz"
    assert (facts["user.years"], facts["user.vegan"]) == (12, False)
    assert len([key for key in facts if key.startswith("user.interests.")]) == 2
    assert not any("name" in key and value is None for key, value in facts.items())
    assert [item.observed_at for item in episodes(items) if "Moved" in item.text] == [datetime(2026, 1, 2, tzinfo=UTC)]
    assert all(item.observed_at is None for item in items if isinstance(item, FactItem))


@pytest.mark.parametrize(
    "text",
    [
        "", "[", "{", "[[[[", '{"results": [', '[{"memory": "a", "user_id": 1}', '{"results": {"memory": 5}}',
        '{"memory": "x", "memory": "y", "user_id": "m"}', '[{"memory": ["a"]}]', '{"results": "no"}', "[]", "{}",
        '{"results": null, "next": 3}', "[" * 50_000,
        '{"results": [{"memory": "a\\ud800b c d e f", "user_id": 1e400}]}',
        '[{"memory": "Drinks tea, always", "user_id": ' + "9" * 5_000 + "}]",
    ],
)  # fmt: skip
def test_no_file_makes_it_fail(text: str) -> None:
    file = SourceFile(path="mem0.json", text=text)
    detect(file)
    for item in by_name("mem0").parse(file):
        assert item.fingerprint


def test_a_key_given_twice_leaves_the_record_out() -> None:
    items = read("mem0.json", '[{"memory": "Likes tea a lot", "memory": "Hates tea", "user_id": "m"}]', "mem0")
    assert not episodes(items)
    assert Reason.DUPLICATE_KEYS in left_out(items)


def test_an_item_is_the_same_in_every_page_it_comes_on() -> None:
    alone = read("page.json", page(memory(TEA)))[0]
    among = read("page.json", page(memory("Plays the cello", "jonas"), memory(TEA)))[1]
    assert alone.fingerprint == among.fingerprint
