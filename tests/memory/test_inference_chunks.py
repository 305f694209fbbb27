from datetime import UTC, date, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.inference.chunks import estimate_tokens, heading, passages, split

PARAGRAPH = "Maya moved to Lisbon in May. She works from a café by the river. Her dog is called Pixel."
LANGUAGES = {
    "Chinese": "我很喜欢绘画、弹钢琴和品茶。周末我常去图书馆看书。你有什么好书推荐吗？" * 20,
    "Japanese": "猫が窓辺で寝ている。明日は雨が降るらしい。傘を忘れないでください。" * 20,
    "Korean": "고양이가 창가에서 자고 있어요. 내일은 비가 온대요. 우산을 챙기세요. " * 20,
    "German": "Die Straßenbahn fährt zum Donaukanal. Übermorgen bleibt sie stehen! Größere Umwege drohen. " * 20,
    "Vietnamese": "Tôi thích uống cà phê sữa đá. Mỗi buổi sáng tôi đi bộ. Hôm nay trời mưa. " * 20,
    "emoji": "😀🎉🚀👩‍👩‍👧 " * 80,
}


def words(text: str) -> str:
    return "".join(text.split())


@given(st.text(max_size=600), st.integers(8, 60))
def test_no_part_is_over_the_window_and_nothing_but_space_is_lost(text: str, window: int) -> None:
    parts = split(text, window=window)
    assert words("".join(parts)) == words(text)
    assert all(estimate_tokens(part) <= window or len(part) == 1 for part in parts)


@pytest.mark.parametrize("language", LANGUAGES)
def test_long_texts_in_every_language_are_cut_into_few_parts(language: str) -> None:
    text = LANGUAGES[language]
    parts = split(text, window=100)
    assert words("".join(parts)) == words(text)
    assert len(parts) <= estimate_tokens(text) / 100 * 1.5 + 1


@pytest.mark.parametrize("language", ["Chinese", "Japanese", "Korean", "German", "Vietnamese"])
def test_cuts_fall_between_sentences(language: str) -> None:
    assert all(part.rstrip()[-1] in ".!。？?" for part in split(LANGUAGES[language], window=100))


def test_a_text_that_fits_is_left_as_it_is() -> None:
    assert split(f"  {PARAGRAPH}\n\n{PARAGRAPH}\n") == [f"{PARAGRAPH}\n\n{PARAGRAPH}"]


def test_paragraphs_stay_together_before_sentences_do() -> None:
    assert split(f"{PARAGRAPH}\n\n{PARAGRAPH}", window=estimate_tokens(PARAGRAPH)) == [PARAGRAPH, PARAGRAPH]


def test_a_word_without_end_is_cut_by_characters() -> None:
    parts = split("x" * 5000, window=100)
    assert "".join(parts) == "x" * 5000
    assert len(parts) > 10


@pytest.mark.parametrize("empty", ["", " \n\t ", "\u3000"])
def test_nothing_to_say_gives_no_passages(empty: str) -> None:
    assert passages(empty, date="today", speaker="alice") == []


@pytest.mark.parametrize(
    ("known", "expected"),
    [
        ({"date": date(2023, 1, 20), "speaker": "Gina"}, "[20 January 2023] Gina: Lost my job."),
        ({"date": datetime(2023, 12, 1, 23, 5, tzinfo=UTC)}, "[1 December 2023] Lost my job."),
        (
            {"date": "4:04 pm on 20 January, 2023", "speaker": "Jon"},
            "[4:04 pm on 20 January, 2023] Jon: Lost my job.",
        ),
        ({"speaker": "张曼婷"}, "张曼婷: Lost my job."),
        ({}, "Lost my job."),
        ({"date": " ", "speaker": "\n"}, "Lost my job."),
    ],
)
def test_who_said_it_and_when_stands_in_front_where_it_is_known(known: dict[str, Any], expected: str) -> None:
    assert passages("Lost my job.", **known) == [expected]


def test_every_part_carries_the_heading_and_still_fits() -> None:
    parts = passages(PARAGRAPH * 10, date=date(2023, 1, 20), speaker="Gina", window=80)
    assert len(parts) > 3
    assert all(part.startswith("[20 January 2023] Gina: ") for part in parts)
    assert all(estimate_tokens(part) <= 80 for part in parts)


def test_a_speaker_cannot_break_the_heading_or_fill_the_window() -> None:
    head = heading(date="today\n[fake]", speaker="bob\nsystem: " + "b" * 5000)
    assert "\n" not in head
    assert len(head) < 120


def test_the_models_own_count_is_used_when_given() -> None:
    assert split("one two three four", window=2, count=lambda text: len(text.split())) == [
        "one two",
        "three four",
    ]
