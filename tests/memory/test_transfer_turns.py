"""Conversation turns as JSON lines."""

import json
from collections.abc import Iterable
from datetime import UTC, datetime

import pytest

from memory.transfer.formats import by_name, detect
from memory.transfer.items import EpisodeItem, Item, Unsupported
from memory.transfer.reasons import Reason
from memory.transfer.sources import SourceFile


def lines(*turns: object) -> str:
    return "\n".join(turn if isinstance(turn, str) else json.dumps(turn, ensure_ascii=False) for turn in turns)


def read(text: str, path: str = "chats/talk.jsonl") -> list[Item]:
    return list(by_name("turns").parse(SourceFile(path=path, text=text)))


def episodes(items: Iterable[Item]) -> list[EpisodeItem]:
    return [item for item in items if isinstance(item, EpisodeItem)]


def reasons(items: Iterable[Item]) -> list[Reason]:
    return [item.reason_code for item in items if isinstance(item, Unsupported)]


def test_a_turn_keeps_who_said_it_when_and_where() -> None:
    (item,) = read(
        lines(
            {
                "id": "a/1",
                "conversation": "sea",
                "session": 3,
                "date": "4:04 pm on 20 January, 2023",
                "speaker": "Mira",
                "text": "我们去看了灯塔，天气非常好。",
                "image_caption": "a red lighthouse",
            }
        )
    )
    assert isinstance(item, EpisodeItem)
    assert item.text == "我们去看了灯塔，天气非常好。 [image: a red lighthouse]"
    assert (item.conversation, item.session, item.position, item.speaker) == ("sea", "3", 0, "Mira")
    assert item.observed_at == datetime(2023, 1, 20, 16, 4, tzinfo=UTC)
    assert item.note == "turn a/1"


@pytest.mark.parametrize(
    ("written", "instant"),
    [
        ("12:09 am on 13 September, 2023", datetime(2023, 9, 13, 0, 9, tzinfo=UTC)),
        ("12:30 pm on 1 May, 2022", datetime(2022, 5, 1, 12, 30, tzinfo=UTC)),
        ("2026-07-14T10:00:00+08:00", datetime(2026, 7, 14, 2, 0, tzinfo=UTC)),
        ("2026-07-14 10:00:30", datetime(2026, 7, 14, 10, 0, 30, tzinfo=UTC)),
        ("2026-07-14", datetime(2026, 7, 14, tzinfo=UTC)),
        ("2026/07/14 09:05", datetime(2026, 7, 14, 9, 5, tzinfo=UTC)),
        ("July 14, 2026 at 9:05 PM", datetime(2026, 7, 14, 21, 5, tzinfo=UTC)),
        ("14 July 2026", datetime(2026, 7, 14, tzinfo=UTC)),
        ("2026年7月14日 08:30", datetime(2026, 7, 14, 8, 30, tzinfo=UTC)),
        ("2026년 7월 14일", datetime(2026, 7, 14, tzinfo=UTC)),
        (1_784_000_000, datetime(2026, 7, 14, 3, 33, 20, tzinfo=UTC)),
        (1_784_000_000_000, datetime(2026, 7, 14, 3, 33, 20, tzinfo=UTC)),
        ("1784000000", datetime(2026, 7, 14, 3, 33, 20, tzinfo=UTC)),
    ],
)
def test_dates_are_read_as_they_are_written(written: object, instant: datetime) -> None:
    (item,) = episodes(read(lines({"text": "a turn about the sea", "speaker": "Mira", "date": written})))
    assert item.observed_at == instant


@pytest.mark.parametrize(
    "written",
    ["01/02/2023", "2026-02-30", "十万年前", "yesterday", "25:00 on 1 May, 2022", -5, 1e300, True, "99999-01-01"],
)
def test_a_date_that_cannot_be_read_is_reported_and_never_replaced(written: object) -> None:
    items = read(lines({"text": "a turn about the sea", "speaker": "Mira", "date": written}))
    assert [item.observed_at for item in episodes(items)] == [None]
    assert reasons(items) == [Reason.BAD_DATE]


def test_no_date_is_no_time() -> None:
    items = read(lines({"text": "a turn about the sea", "speaker": "Mira"}))
    assert [item.observed_at for item in episodes(items)] == [None]
    assert reasons(items) == []


def test_positions_count_within_each_conversation_also_over_short_turns() -> None:
    items = read(
        lines(
            {"conversation": "a", "speaker": "Mira", "text": "the first of the turns"},
            {"conversation": "b", "speaker": "Ole", "text": "elsewhere it is raining"},
            {"conversation": "a", "speaker": "Ole", "text": "Ja!"},
            {"conversation": "a", "speaker": "Mira", "text": "the third of the turns"},
        )
    )
    assert [(item.conversation, item.position) for item in episodes(items)] == [("a", 0), ("b", 0), ("a", 2)]
    assert reasons(items) == [Reason.TOO_SHORT]


def test_without_a_conversation_the_file_is_one() -> None:
    (item,) = episodes(read(lines({"speaker": "Mira", "text": "a turn about the sea"})))
    assert item.conversation == "talk"


def test_a_long_turn_is_cut_and_its_parts_stand_at_the_same_place() -> None:
    text = "Wir gingen am Strand entlang und fanden Muscheln. " * 100
    items = episodes(read(lines({"speaker": "Ole", "text": text})))
    assert len(items) > 1
    assert all(len(item.text) <= 2_000 for item in items)
    assert {item.position for item in items} == {0}
    assert " ".join(item.text for item in items) == text.strip()


def test_a_bad_line_is_named_and_the_rest_go_on() -> None:
    good = {"speaker": "Mira", "text": "a turn about the sea"}
    bad = ['{"speaker": "Mira", ', "[1, 2]", '"text"', '{"text": 7}', '{"text": "ten letters", "text": "twice"}']
    bad += ['{"text": "a number too far", "n": NaN}', '{"n": ' + "9" * 5_000 + "}", "[" * 100_000]
    items = read(lines(good, *bad, "", good))
    assert len(episodes(items)) == 2
    assert reasons(items) == [Reason.BAD_LINE] * 4 + [
        Reason.DUPLICATE_KEYS,
        Reason.NOT_FINITE,
        Reason.BAD_LINE,
        Reason.TOO_DEEP,
    ]
    assert [item.message.split(":")[0] for item in items if isinstance(item, Unsupported)] == [
        f"Line {number}" for number in range(2, 10)
    ]


@pytest.mark.parametrize("speaker", ["system", "Developer", "tool"])
def test_what_a_system_prompt_says_is_no_memory(speaker: str) -> None:
    items = read(lines({"speaker": speaker, "text": "You are a helpful assistant, always."}))
    assert reasons(items) == [Reason.SYSTEM_TEXT]


def test_half_characters_and_controls_are_cleaned() -> None:
    (item,) = episodes(read('{"speaker": "M\\u0000ira", "text": "the old \\ud83d\\ude00 valve \\ud800 leaks"}'))
    assert (item.speaker, item.text) == ("Mira", "the old 😀 valve  leaks")


def test_turns_are_recognised_by_their_lines() -> None:
    turns = SourceFile(path="x.jsonl", text='{"broken\n' + lines({"speaker": "Mira", "text": "a turn about the sea"}))
    other = SourceFile(path="x.jsonl", text='{"name": "entity", "type": "entity"}')
    assert (found := detect(turns)) is not None
    assert found.name == "turns"
    assert detect(other) is None


def test_lines_are_read_one_by_one() -> None:
    turn = lines({"conversation": "sea", "speaker": "Mira", "text": "a turn about the sea"})
    items = by_name("turns").parse(SourceFile(path="x.jsonl", text="\n".join([turn] * 100_000)))
    assert isinstance(next(items), EpisodeItem)
