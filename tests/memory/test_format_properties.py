"""Whatever a file of another tool holds: it is read or refused, within the limits, and the same each time."""

import json
import tempfile
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.transfer.files import from_upload
from memory.transfer.formats import Counting, by_name
from memory.transfer.items import EpisodeItem, Item, LessonItem, Unsupported
from memory.transfer.reading import read_items
from memory.transfer.sources import SourceFile
from tests.memory.test_format_kiro_database import make, whales

WORDS = st.sampled_from(
    "type name entity relation observation entityName entityType observations from to from_id to_id relationType "
    "content rule negative scope workspace key value value_json confidence semantic episodic events metadata status "
    "text tags path files MEMORY.md memory/2026-03-01.md is_deleted created_at user_explicit lesson.abc "
    "user.tea entities".split()
)
TEXTS = st.text(max_size=20) | st.sampled_from(
    ["密码 abc12345", "[]", '"x"', "9" * 400, "2026-03-01", "\ufeff", "\x00"]
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 10**12) | st.floats() | TEXTS | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS | TEXTS, inner, max_size=5),
    max_leaves=12,
)
FRAGMENTS = st.sampled_from(
    ["- [tip] Keep it #short (x)", "- [[Boats]]", "- [ ] task", "---", "title: x", "permalink: y", "§", " § ", "```",
     "# T", "  more", "text;date;value", 'a;"b', "sep=;", '=""7""', "31.12.2026", "password hunter2",
     "\t", "- x [[a|b]] y"]
)  # fmt: skip
LINES = st.lists(FRAGMENTS | st.text(max_size=25), max_size=12)


def check(name: str, file: SourceFile) -> None:
    """Read a file twice by a format."""
    items, again = list(by_name(name).parse(file)), list(by_name(name).parse(file))
    assert [item.fingerprint for item in items] == [item.fingerprint for item in again]
    for item in items:
        _check_item(item)
    if isinstance(found := by_name(name), Counting):
        assert json.dumps(found.inventory(file))


def _check_item(item: Item) -> None:
    match item:
        case EpisodeItem():
            assert 0 < len(item.text) <= 2_000
            assert "hunter2" not in item.text
        case LessonItem():
            assert item.rule.strip()
        case Unsupported():
            assert item.message
    assert getattr(item, "observed_at", None) is None or item.observed_at.utcoffset() is not None  # type: ignore[union-attr]


@pytest.mark.parametrize("name", ["mcp-memory", "workspace", "semantic-episodic"])
@settings(max_examples=40)
@given(value=VALUES)
def test_no_json_makes_a_format_fail(name: str, value: object) -> None:
    check(name, SourceFile(path="x.json", text=json.dumps(value)))


@pytest.mark.parametrize("name", ["mcp-memory", "lessons"])
@settings(max_examples=30)
@given(values=st.lists(VALUES, max_size=4), broken=st.text(max_size=20))
def test_no_lines_make_a_format_fail(name: str, values: list[object], broken: str) -> None:
    text = "\n".join([*(json.dumps(value) for value in values), broken])
    check(name, SourceFile(path="x.jsonl", text=text))


@pytest.mark.parametrize("name", ["basic-memory", "hermes", "table"])
@settings(max_examples=40)
@given(lines=LINES)
def test_no_text_makes_a_format_fail(name: str, lines: list[str]) -> None:
    check(name, SourceFile(path="USER.md", text="\n".join(lines)))


@cache
def database() -> bytes:
    """A sound database."""
    with tempfile.TemporaryDirectory() as folder:
        return make(Path(folder), *whales(3)).read_bytes()


@settings(max_examples=25)
@given(places=st.lists(st.tuples(st.integers(16, 36_000), st.integers(0, 255)), max_size=12), cut=st.integers(0, 4))
def test_no_damage_makes_a_database_fail(places: list[tuple[int, int]], cut: int) -> None:
    data = bytearray(database())
    for place, byte in places:
        data[place % len(data)] = byte
    items = list(read_items(from_upload("memory.db", bytes(data[: len(data) - cut * 4096]))))
    assert items
    for item in items:
        _check_item(item)
