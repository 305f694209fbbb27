"""Notes of basic-memory: every marked line is one item, and free text is kept."""

import pytest

from memory.transfer.formats.basic_memory import BasicMemory
from memory.transfer.sources import SourceFile
from tests.memory.foreign import episodes, format_of, left, reading, texts

HEAD = (
    "---\ntitle: Rowing\ntype: note\npermalink: sport/rowing\ntags: [water, '#morning']\n"
    "created: 2026-05-04T06:00:00Z\n---\n\n"
)


def note(*lines: str, head: str = HEAD) -> list[str]:
    return texts(reading("rowing.md", head + "\n".join(lines) + "\n"))


@pytest.mark.parametrize(
    ("line", "text", "tags"),
    [
        ("- [tip] Keep the wrists flat #technique", "Rowing (tip): Keep the wrists flat", ("tip", "technique")),
        ("* [计划] 周末去湖边 #周末 (和朋友)", "Rowing (计划): 周末去湖边 (和朋友)", ("计划", "周末")),
        ("- [rule] Meet at #pier before dawn", "Rowing (rule): Meet at #pier before dawn", ("rule", "pier")),
        ("- cold hands in March #winter", "Rowing: cold hands in March", ("winter",)),
        ("- [see] read [[Boats|the list of boats]] first", "Rowing (see): read the list of boats first", ("see",)),
    ],
)
def test_an_observation_keeps_category_tags_and_context(line: str, text: str, tags: tuple[str, ...]) -> None:
    (told,) = episodes(reading("rowing.md", HEAD + line + "\n"), "observation")
    assert told.text == text
    assert {*tags, "water", "morning"} <= set(told.tags)
    assert told.observed_at is not None
    assert told.note == "permalink sport/rowing"


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("- relates_to [[Boats]]", "Rowing relates to Boats"),
        ("- [[Boats]]", "Rowing relates to Boats"),
        ("- part_of [[Sport/Water]] (since May)", "Rowing part of Sport/Water (since May)"),
        ("- gehört zu [[Ruderclub Linz]]", "Rowing gehört zu Ruderclub Linz"),
        ("- met [[Anna]] at the pier with [[Bo]]", "Rowing met Anna at the pier with Bo"),
    ],
)
def test_a_relation_becomes_a_sentence(line: str, text: str) -> None:
    assert texts(reading("rowing.md", HEAD + line + "\n"), "relation") == [text]


def test_tasks_are_no_observations() -> None:
    items = reading("rowing.md", HEAD + "- [ ] buy gloves\n- [x] oil the oars\n- [-] paint the hull\n")
    assert texts(items, "task") == [
        f"Rowing: {task}" for task in ("[ ] buy gloves", "[x] oil the oars", "[-] paint the hull")
    ]
    assert not episodes(items, "observation")


def test_free_text_is_kept_with_the_title_and_the_time() -> None:
    items = reading("rowing.md", HEAD + "We started late, with [[Anna]] at the bow.\n\n- a plain point of the list\n")
    (told,) = episodes(items)
    assert told.text == "Rowing\nWe started late, with Anna at the bow.\na plain point of the list"
    assert told.observed_at is not None
    assert not left(items)


def test_code_is_no_observation() -> None:
    items = reading("rowing.md", HEAD + "```\n- [tip] this is an example #x\n```\n- [tip] this one is meant\n")
    assert texts(items, "observation") == ["Rowing (tip): this one is meant"]


def test_an_indented_line_belongs_to_its_item() -> None:
    assert note("- [tip] Keep the wrists flat", "  and the back straight") == [
        "Rowing (tip): Keep the wrists flat and the back straight"
    ]


def test_links_and_dates_are_told_from_categories() -> None:
    assert note("- [the club](https://club.example) has a pier") == [
        "Rowing\n[the club](https://club.example) has a pier"
    ]
    (dated,) = episodes(reading("n.md", HEAD + "- [2026-06-01] first regatta of the year\n"))
    assert dated.observed_at is not None
    assert dated.observed_at.month == 6


def test_a_missing_time_stays_missing() -> None:
    head = "---\ntitle: Rowing\npermalink: r\n---\n"
    assert {
        told.observed_at for told in episodes(reading("r.md", head + "- [tip] Keep the wrists flat\nfree text here\n"))
    } == {None}


@pytest.mark.parametrize("ending", ["\r\n", "\r", "\n"])
def test_line_ends_and_marks_make_no_difference(ending: str) -> None:
    text = (HEAD + "- [tip] Keep the wrists flat #technique\n- [[Boats]]\n").replace("\n", ending)
    assert texts(reading("r.md", "\ufeff" + text)) == ["Rowing (tip): Keep the wrists flat", "Rowing relates to Boats"]


def test_a_note_without_a_head_is_read_as_before() -> None:
    assert format_of("list.md", "- [ ] buy milk\n- [x] call Bo\n") == "markdown"
    assert format_of("post.md", "---\ntitle: x\nlayout: post\npermalink: /x/\n---\ntext\n") == "markdown"
    assert format_of("note.md", "---\ntitle: x\ntype: note\n---\n- [tip] Keep it short\n") == "basic-memory"


def test_an_empty_note_says_so() -> None:
    assert [reason for reason, _ in left(reading("r.md", HEAD))] == ["empty"]


def test_the_inventory_counts_the_marked_lines() -> None:
    text = HEAD + "- [a] one thing\n- another #x\n- [ ] task\n- [[B]]\n"
    found = BasicMemory().inventory(SourceFile(path="r.md", text=text))
    assert found == {"observations": 2, "relations": 1, "tasks": 1, "tags": ["water", "morning"]}
