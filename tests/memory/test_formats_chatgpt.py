"""ChatGPT: the messages a person sees, of the path a conversation ends on; and saved memories as they are pasted."""

from datetime import UTC, datetime
from typing import Any

import pytest

from memory.transfer.formats import by_name, detect
from memory.transfer.reasons import Reason
from memory.transfer.sources import SourceFile
from tests.memory.other_tools import dumped, episodes, inventory, left_out, message, read, texts, tree

BAKE = "I bake on Saturdays and use no sugar"


def branched() -> dict[str, Any]:
    """A conversation whose first question was edited, and whose answer was generated anew."""
    value = tree(message("user", BAKE, at=10.0**9), message("assistant", "Noted: Saturdays it is."))
    nodes = value["mapping"]
    nodes["old"] = {"message": message("user", "I bake on Mondays", at=2e9), "parent": "n0", "children": []}
    nodes["again"] = {"message": message("assistant", "Another answer, thrown away"), "parent": "n1", "children": []}
    nodes["n0"]["children"] = ["old", "n1"]
    return value


def test_only_the_path_that_ends_at_the_current_message_is_imported() -> None:
    items = read("conversations.json", [branched()], "chatgpt")
    assert texts(items) == [BAKE, "Noted: Saturdays it is."]
    assert [(item.speaker, item.position) for item in episodes(items)] == [("user", 0), ("assistant", 1)]
    assert left_out(items)[Reason.ABANDONED].startswith("2 left out")
    assert "I bake on Mondays" in left_out(items)[Reason.ABANDONED]
    assert inventory("conversations.json", [branched()], "chatgpt") == {
        "conversations": 1,
        "empty_title": 0,
        "visible_messages_on_current_path": 2,
        "abandoned_branch_messages": 2,
    }


@pytest.mark.parametrize("current", [None, "gone", 7])
def test_without_a_current_message_the_branch_written_last_is_the_one(current: object) -> None:
    value = branched() | {"current_node": current}
    assert texts(read("conversations.json", [value], "chatgpt")) == ["I bake on Mondays"]


@pytest.mark.parametrize(
    "hidden",
    [
        message("system", "You are a helpful assistant."),
        message("user", "Instructions nobody sees here", is_visually_hidden_from_conversation=True),
        message("user", "My profile: a cook in Linz", kind="user_editable_context"),
        message("assistant", "Let me think about that first", kind="thoughts"),
        message("assistant", "search('weather in Linz')", kind="code") | {"recipient": "browser"},
        message("assistant", "Weighs nothing at all") | {"weight": 0},
        message("assistant", ""),
    ],
)
def test_what_the_conversation_never_showed_is_left_out_and_told(hidden: dict[str, Any]) -> None:
    items = read("conversations.json", [tree(message("user", BAKE), hidden, message("assistant", "It will rain."))])
    assert texts(items) == [BAKE, "It will rain."]
    assert [item.position for item in episodes(items)] == [0, 1]
    assert left_out(items)[Reason.HIDDEN].startswith("1 left out")


def test_messages_of_every_kind_give_their_words() -> None:
    code = {"author": {"role": "assistant"}, "content": {"content_type": "code", "text": "print('grüezi')"}}
    quote = {"author": {"role": "tool"}, "content": {"content_type": "tether_quote", "text": "quoted page"}}
    picture = {"content_type": "image_asset_pointer", "asset_pointer": "file-service://x"}
    spoken = {"content_type": "audio_transcription", "text": "我用 Helix 写代码"}
    items = read(
        "conversations.json",
        [
            tree(
                message("user", picture, "What is on this picture?", None, kind="multimodal_text"),
                message("user", spoken, kind="multimodal_text"),
                code,
                quote,
                message("assistant", "It is Kraków \ue200cite\ue202turn0search0\ue201.【4†source】"),
                message("user", "Read this file", attachments=[{"name": "plan.pdf"}, None]),
            )
        ],
    )
    assert texts(items) == [
        "What is on this picture?",
        "我用 Helix 写代码",
        "print('grüezi')",
        "quoted page",
        "It is Kraków .",
        "Read this file [file: plan.pdf]",
    ]


@pytest.mark.parametrize(
    ("at", "observed"),
    [
        (1_772_323_200.5, datetime(2026, 3, 1, 0, 0, 0, 500_000, tzinfo=UTC)),
        (1_772_323_200_000, datetime(2026, 3, 1, tzinfo=UTC)),
        ("2026-03-01T01:00:00+01:00", datetime(2026, 3, 1, tzinfo=UTC)),
        (None, datetime(2026, 2, 2, 2, 40, tzinfo=UTC)),
        ("yesterday", datetime(2026, 2, 2, 2, 40, tzinfo=UTC)),
    ],
)
def test_a_message_has_its_own_time_or_that_of_its_conversation(at: Any, observed: datetime) -> None:
    (item,) = episodes(read("conversations.json", [tree(message("user", BAKE, at=at))]))
    assert item.observed_at == observed


def test_a_conversation_without_any_time_has_none() -> None:
    value = tree(message("user", BAKE, at=None), create_time=None, conversation_id=None, title="")
    (item,) = episodes(read("conversations.json", [value]))
    assert (item.observed_at, item.conversation, item.session) == (None, "chatgpt:unnamed", "")


@pytest.mark.parametrize("wrapped", [lambda v: [v], lambda v: v, lambda v: {"conversations": [v]}])
@pytest.mark.parametrize("name", ["conversations.json", "3f2a.json"])
def test_a_list_one_conversation_and_a_wrapping_are_read(wrapped: Any, name: str) -> None:
    assert texts(read(name, wrapped(tree(message("user", BAKE))), "chatgpt")) == [BAKE]


def test_json_lines_and_json_inside_a_text_are_read() -> None:
    value = tree(message("user", BAKE))
    assert texts(read("talks.jsonl", f"{dumped(value)}\n{dumped(value)}", "chatgpt")) == [BAKE, BAKE]
    assert texts(read("conversations.json", dumped(dumped([value])), "chatgpt")) == [BAKE]


def test_a_file_that_breaks_off_gives_what_stands_before_the_break() -> None:
    text = dumped([tree(message("user", BAKE)), tree(message("user", "Cut off in here"))])[:-300]
    items = read("conversations.json", text)
    assert texts(items) == [BAKE]
    assert "What follows was not read" in left_out(items)[Reason.BAD_LINE]


def test_trees_that_were_tampered_with_end() -> None:
    value = tree(message("user", BAKE))
    value["mapping"]["n0"]["parent"] = "n1"
    value["mapping"]["loose"] = {"message": 5, "parent": ["n1"], "children": "n0"}
    value["mapping"]["none"] = None
    assert texts(read("conversations.json", [value])) == [BAKE]
    odd = tree({"author": {"role": []}, "content": {"content_type": {}}, "recipient": [], "metadata": 5})
    values: list[Any] = [odd, {"mapping": []}, {"mapping": {"a": {}}, "current_node": "a"}, None, "text", {"title": 1}]
    for broken in values:
        items = list(by_name("chatgpt").parse(SourceFile(path="conversations.json", text=dumped([broken]))))
        assert not episodes(items)
        assert items


def test_short_messages_and_empty_conversations_are_counted_in_a_line_each() -> None:
    short = [message("user", text) for text in ("ok", "thanks", "sure", "yes")]
    items = read("conversations.json", [tree(*short), tree(conversation_id="c-2", title="Nothing")])
    assert left_out(items)[Reason.TOO_SHORT] == "4 left out: shorter than 10 characters. (ok; thanks; sure, …)"
    assert "Nothing" in left_out(items)[Reason.EMPTY]


def test_examples_of_what_was_left_out_show_no_secret() -> None:
    secret = "ghp_" + "R7q2mZx9LkV4tBn8WcY1sHd6PfJ3aGe5UoTi"
    old = message("user", f"My key is {secret}")
    value = tree(message("user", BAKE))
    value["mapping"]["old"] = {"message": old, "parent": "n0", "children": []}
    assert secret[:12] not in str(left_out(read("conversations.json", [value])))


def test_long_messages_become_several_at_one_position() -> None:
    items = episodes(read("conversations.json", [tree(message("user", "A sentence about bread. " * 300))]))
    assert len(items) > 3
    assert {item.position for item in items} == {0}
    assert all(len(item.text) <= 2_000 for item in items)


def test_a_plain_list_of_saved_memories_is_known_by_its_name() -> None:
    text = "Saved memories\n\n**About me**\nWhat I remember:\n"
    text += "Prefers metric units.\n- Wohnt in Wien.\n• 喜欢喝茶\n1. Allergic to nuts.\n"
    text += "Prefers metric units.\nVegan\n"
    items = read("chatgpt_saved_memories.txt", text, "chatgpt-memories")
    assert texts(items) == [
        "Prefers metric units.",
        "Wohnt in Wien.",
        "Memory: 喜欢喝茶",
        "Allergic to nuts.",
        "Memory: Vegan",
    ]
    assert left_out(items)[Reason.ALREADY_LISTED].startswith("1 left out")
    assert inventory("chatgpt_saved_memories.txt", text, "chatgpt-memories")["records"] == 5


@pytest.mark.parametrize("fence", ["```\n{}\n```", "```text\n{}\n```\n", "{}"])
def test_a_dated_list_is_read_with_its_dates(fence: str) -> None:
    lines = [
        "[2026-01-03] - Works as a physics teacher.",
        "[unknown] - Dislikes long introductions.",
        "[2026-02-30] - Moved to a day that never was.",
        "- [March 1, 2026] - Zog nach Graz um.",
        "[01.04.2026] - Hat ein neues Fahrrad.",
        "[2026年4月5日] - 開始學葡萄牙文。",
        "[不明] - 犬を飼っている。",
    ]
    items = read("dump.md", fence.format("\n".join(lines)), "chatgpt-memories")
    assert [item.observed_at for item in episodes(items)] == [
        datetime(2026, 1, 3, tzinfo=UTC),
        None,
        None,
        datetime(2026, 3, 1, tzinfo=UTC),
        datetime(2026, 4, 1, tzinfo=UTC),
        datetime(2026, 4, 5, tzinfo=UTC),
        None,
    ]
    assert texts(items)[2] == "Moved to a day that never was."
    assert texts(items)[-1] == "犬を飼っている。"
    assert Reason.BAD_DATE in left_out(items)
    assert inventory("dump.md", fence.format("\n".join(lines)), "chatgpt-memories")["dated"] == 4


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("notes.md", "# Trip\n\nWe saw [the lighthouse](x) today.\n"),
        ("2026-01-03.md", "[2026-01-03 10:00] went out\n[2026-01-03 11:00] came back\n"),
        ("MEMORY.md", "- [x] done\n- [ ] open\n"),
        ("todo.txt", "[later] - buy milk\n[soon] - call mum\n"),
    ],
)
def test_other_notes_are_no_list_of_saved_memories(name: str, text: str) -> None:
    found = detect(SourceFile(path=name, text=text))
    assert found is not None
    assert found.name == "markdown"
