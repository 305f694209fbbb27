"""Claude's data export: conversations, projects with documents and prompt templates, and what Claude noted itself."""

from datetime import UTC, datetime
from typing import Any

import pytest

from memory.transfer.formats import by_name, detect
from memory.transfer.items import FactItem, LessonItem
from memory.transfer.reasons import Reason
from memory.transfer.sources import SourceFile
from tests.memory.other_tools import chat, dumped, episodes, inventory, left_out, read, spoken, texts

SOIL = "I have clay soil and about 20 square metres"


def project(**more: Any) -> dict[str, Any]:
    return {"uuid": "p-1", "name": "Thesis", "description": "", "created_at": "2026-01-01T00:00:00Z", "docs": []} | more


def test_a_message_keeps_who_said_it_when_and_where() -> None:
    items = read("conversations.json", [chat(spoken("human", SOIL), spoken("assistant", "Raise the beds then."))])
    first, second = episodes(items)
    assert (first.text, first.speaker, first.conversation, first.session) == (SOIL, "user", "claude:c-1", "Garden")
    assert (second.speaker, second.position) == ("assistant", 1)
    assert first.observed_at == datetime(2026, 3, 2, 10, 11, 12, tzinfo=UTC)


def test_blocks_of_text_are_read_and_thoughts_and_tools_left_out() -> None:
    blocks = [
        {"type": "thinking", "thinking": "The person wants a garden"},
        {"type": "text", "text": "Clay holds water."},
        {"type": "tool_use", "name": "search", "input": {}},
        {"type": "tool_result", "content": [{"type": "text", "text": "a page"}]},
        {"type": "text", "text": "粘土保水。"},
    ]
    items = read("conversations.json", [chat(spoken("assistant", "older text", content=blocks))], "claude")
    assert texts(items) == ["Clay holds water.\n\n粘土保水。"]
    assert "thinking; tool_use; tool_result" in left_out(items)[Reason.HIDDEN]


def test_the_text_of_attachments_stands_beside_its_message() -> None:
    said = spoken(
        "human",
        "",
        attachments=[{"file_name": "soil.txt", "extracted_content": "pH 6.8"}],
        files=[{"file_name": "photo of the bed.png"}, {"file_name": "soil.txt"}],
    )
    value = [chat(said)]
    items = episodes(read("conversations.json", value))
    assert [item.text for item in items] == ["soil.txt: pH 6.8", "[file: photo of the bed.png]"]
    assert {item.position for item in items} == {0}
    counted = inventory("conversations.json", value, "claude")
    assert (counted["messages"], counted["attachments"]) == (1, 2)


def test_empty_conversations_are_counted_and_told() -> None:
    value = [chat(), chat(name="", uuid="c-2"), chat(spoken("human", SOIL), uuid="c-3", name=None)]
    items = read("conversations.json", value)
    assert texts(items) == [SOIL]
    assert left_out(items)[Reason.EMPTY].startswith("2 left out")
    assert inventory("conversations.json", value, "claude") == {
        "conversations": 3,
        "empty_conversations": 2,
        "empty_title": 2,
        "messages": 1,
        "attachments": 0,
    }


def test_only_the_branch_that_ends_at_the_current_message_is_imported() -> None:
    messages = [
        spoken("human", SOIL, uuid="a", parent_message_uuid="root"),
        spoken("assistant", "Thrown away, generated anew", uuid="b", parent_message_uuid="a"),
        spoken("assistant", "Raise the beds then.", uuid="c", parent_message_uuid="a"),
    ]
    items = read("conversations.json", [chat(*messages, current_leaf_message_uuid="c")])
    assert texts(items) == [SOIL, "Raise the beds then."]
    assert "Thrown away" in left_out(items)[Reason.ABANDONED]
    assert len(texts(read("conversations.json", [chat(*messages)]))) == 3


def test_conversations_of_several_accounts_stay_apart_and_the_file_says_so() -> None:
    accounts = [{"uuid": "aa"}, {"uuid": "bb"}, None]
    value = [chat(spoken("human", SOIL), uuid=f"c{n}", account=account) for n, account in enumerate(accounts)]
    items = read("conversations.json", value)
    assert [item.scope for item in episodes(items)] == ["account:aa", "account:bb", ""]
    assert "2 accounts: aa (1), bb (1)" in left_out(items)[Reason.SEVERAL_USERS]


@pytest.mark.parametrize("sender", ["system", "tool", None, 5, ""])
def test_what_nobody_said_is_left_out(sender: Any) -> None:
    items = read("conversations.json", [chat(spoken("human", SOIL), spoken(sender, "Nobody says this at all"))])
    assert texts(items) == [SOIL]
    assert Reason.SYSTEM_TEXT in left_out(items)


def test_a_project_gives_rules_and_documents_that_hold_in_it_alone() -> None:
    outline = {"uuid": "d-1", "filename": "outline.md", "content": "# Outline\n\n1. Intro", "created_at": "2026-01-02"}
    value = [
        project(
            prompt_template="Answer briefly. Use British spelling.\n\nYou are a strict professor.",
            description="Beton im Winter",
            docs=[outline, {"filename": "empty.md", "content": ""}, None],
            updated_at="2026-02-01T00:00:00Z",
        )
    ]
    items = read("projects.json", value, "claude")
    (rule,) = [item for item in items if isinstance(item, LessonItem)]
    assert (rule.rule, rule.project) == ("Answer briefly. Use British spelling.", "Thesis")
    described, document = episodes(items)
    assert described.text == "Thesis: Beton im Winter"
    assert (document.text, document.project, document.speaker) == ("outline.md: # Outline\n\n1. Intro", "Thesis", "")
    assert document.observed_at == datetime(2026, 1, 2, tzinfo=UTC)
    assert Reason.IDENTITY in left_out(items)
    counted = inventory("projects.json", value, "claude")
    assert (counted["projects"], counted["docs"], counted["prompt_templates"]) == (1, 2, 1)


def test_a_very_long_document_is_cut_and_the_file_says_so() -> None:
    value = [project(docs=[{"filename": "book.txt", "content": "One more sentence of a book. " * 9_000}])]
    items = read("projects.json", value)
    assert len(episodes(items)) == 50
    assert "book.txt" in left_out(items)[Reason.LIMIT_ITEMS]


def test_what_claude_noted_itself_becomes_facts_and_episodes() -> None:
    value = [{"conversations_memory": "- Name: Mira\n- Mira grows tomatoes behind the house", "account_uuid": "aa"}]
    items = read("memories.json", value, "claude")
    assert [item.value for item in items if isinstance(item, FactItem)] == ["Mira"]
    assert "tomatoes" in str(texts(items))


@pytest.mark.parametrize(
    "text",
    [
        "", "[", '[{"chat_messages"', '[{"chat_messages": 5}]', '{"chat_messages": [null, 1, "x", {}]}', "[[[]]]",
        '[{"uuid": 1, "docs": 7, "prompt_template": 3}]',
        '[{"chat_messages": [{"sender": [], "content": {"type": []}}]}]',
        '[{"conversations_memory": 1, "project_memories": [1]}]', "[null, 5]", '"just a text"',
    ],
)  # fmt: skip
def test_no_file_makes_it_fail(text: str) -> None:
    file = SourceFile(path="conversations.json", text=text)
    detect(file)
    for item in by_name("claude").parse(file):
        assert item.fingerprint


def test_a_wrapping_and_lines_are_read_too() -> None:
    value = chat(spoken("human", SOIL))
    assert texts(read("export.json", {"conversations": [value], "projects": [project()]}, "claude")) == [SOIL]
    assert texts(read("talks.jsonl", dumped(value), "claude")) == [SOIL]
