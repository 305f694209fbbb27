"""The Markdown of our export says what a record is and is read back word for word, whatever the words are."""

import json
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kirocrew.base.text import clean
from memory.transfer.formats import by_name, detect
from memory.transfer.formats.own_markdown import OwnMarkdown
from memory.transfer.items import DocumentItem, EpisodeItem, FactItem, HistoryItem, Item, LessonItem, Unsupported
from memory.transfer.markdown_writer import (
    document_name,
    document_text,
    entry_section,
    parts,
    record_section,
)
from memory.transfer.reasons import Reason
from memory.transfer.sources import SourceFile
from memory.transfer.writer import ExportError

BERLIN = ZoneInfo("Europe/Berlin")
NOON = datetime(2026, 7, 14, 12, tzinfo=UTC)
COMMON: dict[str, Any] = {
    "uid": UUID(int=1),
    "scope": "",
    "project": "",
    "valid_from": None,
    "valid_until": None,
    "observed_at": NOON,
    "source": "user_explicit",
}
NASTY = (
    "# A heading\n## user.city\n\n`id 1` `status active`\n> quoted\n>> twice\n",
    "---\nkirocrew: facts\nstatus: active\n---\n",
    "```json\n{}\n```\n~~~\nopen fence",
    "| a | b |\n|---|---|\n| 1 | <b>2</b> |\n<!-- open comment",
    "  spaces before\n\n\nand blank lines  \n\ttab",
    "العربية من اليمين\nעברית",
    "数据库迁移，明天！\nひらがな",
    "👩‍👩‍👧‍👦 🇩🇪 e\u0301 \u200f\u2028line separator\u2029",
    'back`tick` and ``two`` \\ " \' {"a": [1]}',
    "Not:\n\n> negative",
    "",
)
TEXT = st.lists(st.sampled_from(NASTY) | st.text(max_size=20), max_size=3).map(lambda found: clean("".join(found)))
SOLID = TEXT.map(lambda text: f"Something happened. {text}".strip())
LABEL = TEXT.map(lambda text: " ".join(text.split())[:100].strip())
VALUE = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=6,
)
FIRST, LAST = datetime(1, 1, 3, tzinfo=UTC), datetime(9999, 12, 29, tzinfo=UTC)
MOMENT = st.timedeltas(timedelta(), LAST - FIRST).map(lambda since: FIRST + since)
WINDOW = st.sets(MOMENT, min_size=2, max_size=2).map(sorted)


def file_of(kind: str, *sections: str) -> str:
    ((_, text, count),) = parts(kind, kind, kind, sections, "main")
    assert count == len(sections)
    return text


def read(text: str, path: str = "memory/facts.md") -> list[Item]:
    file = SourceFile(path=path, text=text)
    assert detect(file) == by_name("kirocrew-export-md")
    return list(OwnMarkdown().parse(file))


def reasons(items: list[Item]) -> list[Reason]:
    return [item.reason_code for item in items if isinstance(item, Unsupported)]


def fact(**fields: Any) -> dict[str, Any]:
    bare = {"kind": "fact", "key": "user.city", "value": "Porto", "confidence": Decimal("0.900"), "category": ""}
    return COMMON | bare | {"subject": "", "predicate": ""} | fields


def lesson(**fields: Any) -> dict[str, Any]:
    bare = {"kind": "lesson", "rule": "Always run the tests.", "negative": "", "category": "tool"}
    return COMMON | bare | {"repo_scope": "", "applies": ""} | fields


def episode(**fields: Any) -> dict[str, Any]:
    bare = {"kind": "episode", "text": "We saw the lighthouse.", "tags": [], "importance": 0.5, "conversation": ""}
    return COMMON | bare | {"session": "", "position": None, "speaker": ""} | fields


def test_a_fact_reads_as_a_heading_what_is_known_about_it_and_its_value() -> None:
    spring = {"valid_from": datetime(2026, 3, 1, tzinfo=UTC), "project": "apollo"}
    assert record_section(fact(**spring), BERLIN) == (
        "## user.city\n\n`confidence 0.9` `project apollo` `from 2026-03-01T00:00:00Z` "
        "`observed 2026-07-14T12:00:00Z` `source user_explicit` `id 00000000-0000-0000-0000-000000000001`\n\n"
        "> Porto\n"
    )


def test_an_episode_is_headed_by_its_time_in_the_zone_of_the_owner_and_who_spoke() -> None:
    said = record_section(episode(speaker="Mira", tags=["sea"], position=0), BERLIN)
    assert said.startswith('## 2026-07-14 14:00, Mira\n\n`importance 0.5` `tags ["sea"]` `speaker Mira` `position 0`')


def test_a_lesson_says_what_to_do_and_what_not() -> None:
    said = record_section(lesson(negative="pushing first"), BERLIN)
    assert said.startswith("## Always run the tests.\n\n`category tool`")
    assert said.endswith("\n\n> Always run the tests.\n\nNot:\n\n> pushing first\n")


@settings(max_examples=25, deadline=None)
@given(value=VALUE, labels=st.tuples(LABEL, LABEL, LABEL), confidence=st.integers(0, 1000), window=WINDOW)
def test_a_fact_of_any_value_is_read_back(
    value: Any, labels: tuple[str, str, str], confidence: int, window: list[datetime]
) -> None:
    subject, scope, project = labels
    start, end = window
    row = fact(value=value, subject=subject, scope=scope, project=project, valid_from=start, valid_until=end)
    row["confidence"] = Decimal(confidence) / 1000
    (item,) = read(file_of("facts", record_section(row, BERLIN)))
    assert isinstance(item, FactItem)
    assert json.dumps(item.value) == json.dumps(value)
    assert (item.key, item.subject, item.scope, item.project) == ("user.city", subject, scope, project)
    assert (item.confidence, item.valid_from, item.valid_until) == (row["confidence"], start, end)
    assert item.observed_at == NOON


@settings(max_examples=60, deadline=None)
@given(
    texts=st.lists(SOLID, min_size=1, max_size=3),
    tags=st.lists(LABEL.filter(bool), max_size=3),
    speaker=LABEL,
    position=st.none() | st.integers(0, 2**31 - 1),
    importance=st.floats(0, 1),
    observed=MOMENT,
)
def test_episodes_of_any_words_are_read_back(
    texts: list[str], tags: list[str], speaker: str, position: int | None, importance: float, observed: datetime
) -> None:
    about = {"tags": tags, "speaker": speaker, "position": position, "importance": importance, "observed_at": observed}
    rows = [episode(uid=UUID(int=number), text=text, **about) for number, text in enumerate(texts)]
    items = read(file_of("episodes", *(record_section(row, BERLIN) for row in rows)))
    assert [item.text for item in items if isinstance(item, EpisodeItem)] == texts and len(items) == len(texts)
    item = items[0]
    assert isinstance(item, EpisodeItem)
    assert (list(item.tags), item.speaker, item.position) == (tags, speaker, position)
    assert (item.importance, item.observed_at) == (importance, observed)


@settings(max_examples=40, deadline=None)
@given(rule=SOLID, negative=TEXT.map(str.strip), applies=st.sampled_from(["", "always", "on_topic"]))
def test_lessons_of_any_words_are_read_back(rule: str, negative: str, applies: str) -> None:
    row = lesson(rule=rule, negative=negative, applies=applies, repo_scope="packages/api")
    (item,) = read(file_of("lessons", record_section(row, BERLIN)))
    assert isinstance(item, LessonItem)
    assert (item.rule, item.negative, item.applies, item.repo_scope) == (rule, negative, applies, "packages/api")


@settings(max_examples=40, deadline=None)
@given(text=SOLID, project=LABEL, conversation=LABEL, turns=st.lists(st.tuples(LABEL, st.integers(0, 9)), max_size=2))
def test_entries_of_the_history_are_read_back(
    text: str, project: str, conversation: str, turns: list[tuple[str, int]]
) -> None:
    cited = [{"conversation": name, "position": number} if name else {"position": number} for name, number in turns]
    row = {"at": NOON, "text": text, "project": project, "conversation": conversation, "citations": cited}
    (item,) = read(file_of("history", entry_section(row, BERLIN)), "memory/history/2026-07.md")
    assert isinstance(item, HistoryItem)
    assert (item.text, item.project, item.conversation) == (text, project, conversation)
    assert (item.at, list(item.positions)) == (NOON, turns)


@settings(max_examples=40, deadline=None)
@given(text=SOLID.map(lambda text: text.strip("\n")), project=LABEL)
@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_a_document_is_its_text_below_a_head(ends: str, text: str, project: str) -> None:
    row = {"kind": "projects", "project": project, "path": "", "text": text, "revision": 3}
    written = document_text(row, "main")
    assert written.endswith(f"---\n\n{text}\n")
    (item,) = read(written.replace("\n", ends), "memory/documents/projects.md")
    assert isinstance(item, DocumentItem)
    assert (item.text, item.project, item.kind) == (text, project, "projects")


def test_an_editor_that_ends_lines_in_its_own_way_changes_nothing() -> None:
    text = file_of("facts", record_section(fact(value="one\n\ntwo"), BERLIN))
    (item,) = read(text.replace("\n", "\r\n"))
    assert isinstance(item, FactItem) and item.value == "one\n\ntwo"


def test_a_text_that_looks_like_records_is_one_text() -> None:
    inner = file_of("facts", record_section(fact(), BERLIN))
    (item,) = read(file_of("episodes", record_section(episode(text=inner.strip()), BERLIN)))
    assert isinstance(item, EpisodeItem) and item.text == inner.strip()


def test_what_a_file_says_about_who_wrote_it_is_a_note() -> None:
    (item,) = read(file_of("facts", record_section(fact(), BERLIN)))
    assert isinstance(item, FactItem)
    assert item.note == "uid 00000000-0000-0000-0000-000000000001, source user_explicit"
    assert item.origin_ref.startswith("export:00000000-0000-0000-0000-000000000001#")


@pytest.mark.parametrize("status", ["superseded", "erased", "proposed", "Active"])
def test_a_record_that_is_not_in_memory_is_left_out(status: str) -> None:
    text = file_of("facts", record_section(fact(), BERLIN))
    assert reasons(read(text.replace("`source", f"`status {status}` `source"))) == [Reason.NOT_ACTIVE]
    assert reasons(read(text.replace("status: active", f"status: {status}"))) == [Reason.NOT_ACTIVE]


def test_a_person_may_add_a_fact_by_hand_and_is_told_what_has_no_place() -> None:
    text = file_of("facts", record_section(fact(), BERLIN))
    broken = "\n## user.n\n\n```json\n[1,\n```\n\n## user.m\n\n`mood 1`\n"
    items = read(f"{text}\n## pref.tea\n\n> Oolong\nin the morning\n{broken}")
    assert [item.value for item in items if isinstance(item, FactItem)] == ["Porto", "Oolong"]
    assert reasons(items) == [
        Reason.BAD_LINE,
        Reason.BAD_RECORD,
        Reason.FIELDS_IGNORED,
        Reason.FIELDS_IGNORED,
        Reason.COUNT_MISMATCH,
    ]


def test_a_file_that_was_cut_is_told() -> None:
    text = file_of("facts", *(record_section(fact(uid=UUID(int=n), key=f"user.k{n}"), BERLIN) for n in range(3)))
    assert reasons(read(text[: text.index("## user.k2")])) == [Reason.COUNT_MISMATCH]
    document = document_text({"kind": "preferences", "project": "", "text": "tea, black", "revision": 1}, "main")
    assert reasons(read(document[:-4])) == [Reason.COUNT_MISMATCH]


def test_another_version_and_another_front_matter_are_not_taken_for_it() -> None:
    text = file_of("facts", record_section(fact(), BERLIN))
    assert reasons(read(text.replace("format: 1", "format: 2"))) == [Reason.BAD_VERSION]
    for other in ("---\nkirocrew: diary\n---\nx", "kirocrew: facts\n", "---\ntitle: kirocrew: facts\n---\n", "---\n"):
        assert OwnMarkdown().recognise(SourceFile(path="a.md", text=other)) == 0


@settings(max_examples=60, deadline=None)
@given(text=st.lists(st.sampled_from(NASTY) | st.text(max_size=30), max_size=6).map("".join), kind=st.integers(0, 5))
def test_whatever_stands_below_the_head_nothing_raises(text: str, kind: int) -> None:
    name = ("facts", "lessons", "episodes", "history", "document", "contents")[kind]
    head = f"---\nkirocrew: {name}\nformat: 1\nrecords: 1\n---\n"
    assert all(len(item.fingerprint) == 64 for item in read(head + text))


def test_half_a_character_names_its_record() -> None:
    with pytest.raises(ExportError, match="00000000-0000-0000-0000-000000000001"):
        record_section(fact(value="\ud800"), BERLIN)


def test_a_large_kind_goes_on_in_another_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("memory.transfer.markdown_writer.PART_CHARS", 400)
    written = [record_section(fact(uid=UUID(int=n), key=f"user.k{n}"), BERLIN) for n in range(5)]
    files = list(parts("facts", "facts", "Facts", written, "main"))
    assert [name for name, _, _ in files] == ["facts.md", "facts-2.md", "facts-3.md"]
    assert [item.key for _, text, _ in files for item in read(text) if isinstance(item, FactItem)] == [
        f"user.k{n}" for n in range(5)
    ]


def test_documents_have_names_of_their_own_on_every_file_system() -> None:
    taken: set[str] = set()
    rows = [
        {"kind": kind, "project": project, "path": path}
        for kind, project, path in (
            ("preferences", "", ""),
            ("projects", "kettle", ""),
            ("file", "", "notes/Idea.md"),
            ("file", "", "notes/idea.md"),
            ("file", "", "会議/../メモ.md"),
            ("file", "", "x" * 200),
        )
    ]
    assert [document_name(row, taken) for row in rows] == [
        "documents/preferences.md",
        "documents/projects.kettle.md",
        "documents/notes-Idea.md",
        "documents/notes-idea-2.md",
        "documents/会議-..-メモ.md",
        f"documents/{'x' * 60}.md",
    ]
