"""Whatever JSON pretends to be another tool's: nothing raises, nothing is over a limit, twice is the same."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.transfer.formats import Counting, by_name
from memory.transfer.formats.chunks import weight
from memory.transfer.items import EpisodeItem, FactItem, LessonItem
from memory.transfer.sources import SourceFile

NAMES = st.sampled_from(
    "results memories memory content text user_id agent_id metadata categories expiration_date created_at relations "
    "source target mapping current_node message author role parts content_type children parent title chat_messages "
    "sender attachments extracted_content docs prompt_template name filename uuid account agents blocks core_memory "
    "label value messages tool_calls function arguments tools passages _meta n0 n1 data".split()
)
WORDS = st.sampled_from(
    ["Prefers tea in the morning", "我用 Helix 写代码", "n0", "n1", "user", "assistant", "human", "2026-07-11", "soon"]
) | st.text(max_size=12)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | WORDS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NAMES, inner, max_size=6),
    max_leaves=25,
)


@pytest.mark.parametrize("name", ["mem0", "chatgpt", "chatgpt-memories", "claude", "letta"])
@given(value=VALUES, as_lines=st.booleans())
@settings(max_examples=40)
def test_no_json_makes_a_format_fail(name: str, value: object, *, as_lines: bool) -> None:
    source = by_name(name)
    text = json.dumps(value, ensure_ascii=False)
    file = SourceFile(path="x.jsonl" if as_lines else "x.json", text=f"{text}\n{text}" if as_lines else text)
    assert 0 <= source.recognise(file) <= 100
    items = list(source.parse(file))
    assert [item.fingerprint for item in items] == [item.fingerprint for item in source.parse(file)]
    assert isinstance(source, Counting)
    source.inventory(file)
    for item in items:
        if isinstance(item, EpisodeItem):
            assert weight(item.text) >= 10
            assert len(item.text) <= 2_000
        if isinstance(item, EpisodeItem | FactItem | LessonItem):
            assert item.observed_at is None or item.observed_at.tzinfo is not None
