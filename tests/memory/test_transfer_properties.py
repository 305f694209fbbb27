"""Whatever is in a file: nothing raises, nothing is over a limit, and twice the same bytes give the same items."""

import json
import re

from hypothesis import given, settings
from hypothesis import strategies as st

from memory.transfer.files import from_upload
from memory.transfer.formats import by_name
from memory.transfer.formats.chunks import split_text, weight
from memory.transfer.formats.keys import fact_key
from memory.transfer.items import EpisodeItem, FactItem, Item, LessonItem, Unsupported
from memory.transfer.reading import read_items
from memory.transfer.sources import SourceFile

KEY = re.compile(r"^[a-z][a-z0-9_.]*[a-z0-9]$")

PIECES = st.sampled_from(
    [
        "|---|---|\n",
        "# ", "## User\n", "- ", "  - ", "1. ", "[ ] ", "> ", "```\n", "~~~", "---\n", "===\n", "| a | b |\n",
        "**Name:** ", "Name: ", "名前：", "<!-- ", " -->", "<memory-context>", "</memory-context>", "@docs/x.md ", "~~",
        "globs: **/*.py\n", "2026-02-30", "2026-07-14 10:00", "[Your Name]", "\r\n", "\r", "\n\n", "\t", " ", "\u2028",
        "Never do this. ", "不要在周五部署。", "커밋하지 마세요 ", "👩\u200d👩\u200d👧", "🇩🇪🇻🇳", "e\u0301", "ก็",
        "\ud800", "\x00", "`", "*",
        "You are a cook. ", "I prefer tea. ", "a" * 300, "あ" * 700, "…",
    ]
)  # fmt: skip
MARKDOWN = st.lists(st.one_of(PIECES, st.text(max_size=20)), max_size=60).map("".join)
PATHS = st.sampled_from(
    ["CLAUDE.md", "MEMORY.md", "USER.md", "SOUL.md", "memory/2026-07-14.md", "notes/x.md", "rules/x.mdc", "projects.md"]
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
FIELDS = st.sampled_from(
    "uid kind key value rule negative category repo_scope applies text tags importance confidence status valid_from "
    "valid_until observed_at position conversation session speaker date id image_caption source value_json".split()
)
RECORDS = st.dictionaries(
    FIELDS, JSON | st.sampled_from(["fact", "lesson", "episode", "active", "a text of some length"])
)


def check(items: list[Item]) -> None:
    for item in items:
        assert len(item.fingerprint) == 64
        assert 0 < len(item.origin_ref) <= 500
        match item:
            case LessonItem():
                assert item.rule.strip()
                item.rule.encode()
            case EpisodeItem():
                assert 10 <= len(item.text) <= 2_000
                assert 0 <= item.importance <= 1
                item.text.encode()
            case FactItem():
                assert 0 <= item.confidence <= 1
            case Unsupported():
                assert item.message
        observed = getattr(item, "observed_at", None)
        assert observed is None or observed.utcoffset() is not None


@given(path=PATHS, text=MARKDOWN)
def test_markdown_never_raises_and_keeps_its_limits(path: str, text: str) -> None:
    file = SourceFile(path=path, text=text)
    items = list(by_name("markdown").parse(file))
    check(items)
    assert all(weight(item.rule) >= 10 and len(item.rule) <= 500 for item in items if isinstance(item, LessonItem))
    assert all(KEY.match(item.key) and len(item.key) <= 100 for item in items if isinstance(item, FactItem))
    again = list(by_name("markdown").parse(file))
    assert [item.fingerprint for item in again] == [item.fingerprint for item in items]
    assert len({item.origin_ref for item in items}) == len(items)


@given(
    lines=st.lists(
        RECORDS.map(json.dumps) | st.text(max_size=40) | RECORDS.map(lambda row: json.dumps(row)[:-2]), max_size=8
    )
)
def test_turns_never_raise(lines: list[str]) -> None:
    check(list(by_name("turns").parse(SourceFile(path="x.jsonl", text="\n".join(lines)))))


@given(records=st.lists(RECORDS | JSON, max_size=6), version=st.sampled_from([1, 1, 1, 2, "1", None]), counts=JSON)
def test_exports_never_raise(records: list[object], version: object, counts: object) -> None:
    document = {"format": "kirocrew-export", "version": version, "records": records, "counts": counts}
    check(list(by_name("kirocrew-export").parse(SourceFile(path="x.json", text=json.dumps(document)))))
    check(
        list(
            by_name("semantic-episodic").parse(
                SourceFile(path="x.json", text=json.dumps({"semantic": records, "episodic": records}))
            )
        )
    )


@given(name=st.text(max_size=30), data=st.binary(max_size=300))
@settings(max_examples=50)
def test_any_upload_is_read_or_refused(name: str, data: bytes) -> None:
    items = list(read_items(from_upload(name, data)))
    check(items)
    assert items


@given(text=st.text(max_size=400), limit=st.integers(min_value=5, max_value=60))
def test_splitting_loses_only_white_space(text: str, limit: int) -> None:
    pieces = list(split_text(text, limit))
    assert all(0 < len(piece) <= limit for piece in pieces)
    assert "".join("".join(pieces).split()) == "".join(text.split())


@given(labels=st.lists(st.text(min_size=1, max_size=80), min_size=1, max_size=5))
def test_every_label_has_a_legal_key(labels: list[str]) -> None:
    if any(label.strip() for label in labels):
        key = fact_key("user", tuple(labels))
        assert KEY.match(key)
        assert ".." not in key
        assert len(key) <= 100
