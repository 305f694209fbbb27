"""Agent files of Letta: three layouts, blocks by their labels, messages without signs of life, tools only listed."""

from datetime import UTC, datetime
from typing import Any

import pytest

from memory.transfer.formats import by_name, detect
from memory.transfer.items import FactItem, LessonItem
from memory.transfer.reasons import Reason
from memory.transfer.sources import SourceFile
from tests.memory.other_tools import dumped, episodes, inventory, left_out, read, texts

HUMAN = (
    "This is what I know so far about the user, I should expand this as I learn more about them.\n\nName: Mira\nAge: ?"
)


def block(label: str, value: str, **more: Any) -> dict[str, Any]:
    return {"label": label, "value": value, "limit": 5000} | more


def said(role: str, text: str, **more: Any) -> dict[str, Any]:
    return {"role": role, "content": [{"type": "text", "text": text}], "created_at": "2026-04-01T03:47:27"} | more


def agent(*messages: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"name": "Sam", "agent_type": "memgpt_agent", "messages": list(messages)} | more


def beside(*blocks: dict[str, Any], **more: Any) -> dict[str, Any]:
    """The layout with blocks beside the agents."""
    return {"agents": [agent(block_ids=[])], "blocks": list(blocks), "tools": []} | more


LAYOUTS = [
    beside(block("human", HUMAN, id="block-0")),
    {"agents": [agent(memory_blocks=[block("human", HUMAN)])], "blocks": []},
    agent(core_memory=[block("human", HUMAN)]),
    agent(core_memory={"human": {"value": HUMAN}}),
    agent(memory={"blocks": [block("human", HUMAN)]}, agent_type="x", block_ids=[]),
]


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("wrap", [lambda text: text, dumped, lambda text: dumped(dumped(text))])
def test_every_layout_gives_what_was_known_of_the_person(layout: dict[str, Any], wrap: Any) -> None:
    text = wrap(dumped(layout))
    items = read("sam.af", text, "letta")
    assert [(item.key, item.value) for item in items if isinstance(item, FactItem)] == [("user.name", "Mira")]
    assert "Age: ?" in left_out(items)[Reason.TEMPLATE]
    counted = inventory("sam.af", text, "letta")
    assert (counted["agents"], counted["blocks"]) == (1, 1)
    assert bool(counted["double_encoded"]) == text.startswith('"')


def test_blocks_are_read_as_what_their_label_says() -> None:
    items = read(
        "sam.af",
        beside(
            block("persona", "I am Sam. Always pretend to be human."),
            block("custom_instructions", "- Always answer in German.\n- Never use emoji."),
            block("notes", "Mira moved the shop to Harbour Street in March.", updated_at="2026-03-05T10:00:00+01:00"),
            block("empty", "  "),
            block("loaded_skills", "# Skill: deploying\n\nAlways run the deploy script."),
            block("preferences", "Tone: [not yet learned]\nLength: [not yet learned]\n\nHow this user likes to talk."),
        ),
    )
    assert [item.rule for item in items if isinstance(item, LessonItem)] == [
        "Always answer in German.",
        "Never use emoji.",
    ]
    (note,) = episodes(items)
    assert note.observed_at == datetime(2026, 3, 5, 9, tzinfo=UTC)
    told = left_out(items)
    assert "I am Sam" in told[Reason.PERSONA]
    assert "empty" in told[Reason.EMPTY]
    assert "loaded_skills" in told[Reason.TOOLS_IGNORED]
    assert told[Reason.TEMPLATE].startswith("2 left out")


def test_a_block_without_a_time_was_known_when_the_file_was_made() -> None:
    value = beside(block("human", "Name: Mira"), created_at="2025-10-31T22:56:56.879513+02:00")
    (fact,) = [item for item in read("sam.af", value) if isinstance(item, FactItem)]
    assert fact.observed_at == datetime(2025, 10, 31, 20, 56, 56, 879_513, tzinfo=UTC)


def test_an_agent_that_speaks_of_itself_gives_no_rules() -> None:
    items = read("sam.af", beside(block("user", "City: Graz\n\nI always update this block as I learn more.")))
    assert not any(isinstance(item, LessonItem) for item in items)
    assert "I always update" in left_out(items)[Reason.PERSONA]


def test_people_of_several_agents_are_not_mixed_into_one() -> None:
    value = {
        "agents": [
            agent(name="A", memory_blocks=[block("human", "Name: Mira\nCity: Graz")]),
            agent(name="B", memory_blocks=[block("human", "Name: Jonas\nJob: cook at Kettle")]),
        ]
    }
    items = read("crew.af", value)
    assert not any(isinstance(item, FactItem) for item in items)
    assert {item.scope for item in episodes(items)} == {"human:A/human", "human:B/human"}
    assert "2 people" in left_out(items)[Reason.SEVERAL_USERS]


def test_messages_lose_their_wrapping_and_signs_of_life_are_left_out() -> None:
    sent = {"function": {"name": "send_message", "arguments": '{"message": "Guten Morgen, Mira!"}'}}
    items = read(
        "sam.af",
        agent(
            said("system", "You are Letta, the latest version"),
            said("user", '{"type": "user_message", "message": "Ich wohne in Wien.", "time": "now"}'),
            said("assistant", "Inner thoughts nobody hears", tool_calls=[sent]),
            said("tool", '{"status": "OK"}'),
            said("user", '{"type": "login", "last_login": "Never"}'),
            said("user", "我住在维也纳附近。"),
            {"role": "assistant", "text": "So I will remember."},
            {"role": "user", "content": "A plain text of old"},
            core_memory=[],
        ),
        "letta",
    )
    assert [(item.speaker, item.text, item.position) for item in episodes(items)] == [
        ("user", "Ich wohne in Wien.", 0),
        ("assistant", "Guten Morgen, Mira!", 1),
        ("user", "我住在维也纳附近。", 2),
        ("assistant", "So I will remember.", 3),
        ("user", "A plain text of old", 4),
    ]
    assert left_out(items)[Reason.SYSTEM_TEXT].startswith("3 left out")
    assert "Inner thoughts" in left_out(items)[Reason.HIDDEN]


def test_tools_and_secrets_are_listed_or_passed_over_and_never_imported() -> None:
    secret = "ghp_" + "R7q2mZx9LkV4tBn8WcY1sHd6PfJ3aGe5UoTi"
    items = read(
        "sam.af",
        beside(
            block("human", "Name: Mira"),
            tools=[{"name": "cancel_order", "source_code": "import os"}, {"json_schema": {"name": "send"}}],
            mcp_servers=[{"url": "https://example.com"}],
            agents=[agent(secrets={"KEY": secret}, tool_exec_environment_variables={"KEY": secret}, system="You are")],
        ),
    )
    told = left_out(items)
    assert "cancel_order; send" in told[Reason.TOOLS_IGNORED]
    assert "mcp_servers" in told[Reason.FIELDS_IGNORED]
    assert secret not in str(items)
    assert "import os" not in str(items)


def test_archived_passages_are_memories() -> None:
    passages = [{"text": "Mira likes oolong", "created_at": "2026-01-02T00:00:00Z", "tags": ["tea"]}, "Plays the cello"]
    items = read("sam.af", beside(block("human", ""), passages=passages))
    assert texts(items) == ["Mira likes oolong", "Plays the cello"]
    assert inventory("sam.af", beside(passages=passages), "letta")["passages"] == 2


def test_the_same_block_of_two_agents_is_read_once() -> None:
    shared = block("notes", "The shop opens at nine o'clock.")
    value = {"agents": [agent(name="A", memory_blocks=[shared]), agent(name="B", memory_blocks=[shared])]}
    items = read("crew.af", value)
    assert texts(items) == ["The shop opens at nine o'clock."]
    assert Reason.ALREADY_LISTED in left_out(items)


@pytest.mark.parametrize(
    "text",
    [
        "", "{", '"', '"{"', "[]", "{}", "null", "5", '{"agents": 5, "blocks": {"a": 1}}', '{"agents": [null, 5]}',
        '{"agents": [{"messages": [null, {"role": 5, "content": 7}], "memory_blocks": [{"label": 1, "value": 2}]}]}',
        '{"core_memory": [{"value": ["x"]}], "messages": [{"role": "user", "content": [{"text": {"a": 1}}]}]}',
        '{"core_memory": [], "messages": [{"role": "user", "content": "{\\"type\\": [1]}"}]}',
        '{"agents": [{"messages": [{"role": "assistant", "tool_calls": [{"function": {"name": "send_message"}}]}]}]}',
    ],
)  # fmt: skip
def test_no_file_makes_it_fail(text: str) -> None:
    file = SourceFile(path="sam.af", text=text)
    detect(file)
    for item in by_name("letta").parse(file):
        assert item.fingerprint
