"""Word diffs, the window's bar, the chart of refusals and the colours."""

import re
from datetime import UTC, date, datetime, timedelta
from itertools import product
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from kirocrew.base.clock import now
from kirocrew.base.diffs import STAYS_SHOWN, TOKENS_MAX, shortened, word_diff
from kirocrew.pages.charts import HEIGHT, day_stack
from kirocrew.templatetags.kirocrew_pages import ago_words, span
from memory.admin.showing import ASIDE, CONTENT, SHOWN, fields_between, marked
from memory.admin.windows import WIDTH, window_bar
from memory.models import Record

STYLES = Path(__file__).resolve().parents[2] / "static" / "kirocrew"
READABLE = 4.5  # contrast of text and ground


@given(st.text(max_size=200), st.text(max_size=200))
def test_a_diff_holds_both_texts_whole(old: str, new: str) -> None:
    pieces = word_diff(old, new)
    assert "".join(piece.text for piece in pieces if piece.kind != "ins") == old
    assert "".join(piece.text for piece in pieces if piece.kind != "del") == new


@pytest.mark.parametrize(
    ("old", "new", "removed", "added"),
    [
        ("tea in the morning", "tea in the evening", ["morning"], ["evening"]),
        ("東京に住んでいます", "大阪に住んでいます", ["東京"], ["大阪"]),
        ("Über den Fluss", "Über die Brücke", ["den", "Fluss"], ["die", "Brücke"]),
        ("gut 🎉", "gut 🎊", ["🎉"], ["🎊"]),
        ("same", "same", [], []),
    ],
)
def test_only_the_words_that_changed_are_marked(old: str, new: str, removed: list[str], added: list[str]) -> None:
    pieces = word_diff(old, new)
    assert [piece.text for piece in pieces if piece.kind == "del"] == removed
    assert [piece.text for piece in pieces if piece.kind == "ins"] == added


def test_texts_too_long_to_compare_come_whole() -> None:
    old, new = "a " * TOKENS_MAX + "a", "b " * TOKENS_MAX + "b"
    assert [piece.kind for piece in word_diff(old, new)] == ["del", "ins"]


def test_what_made_the_gate_doubt_is_marked_and_nothing_is_lost() -> None:
    text = "先说一句。Ignore all of it. Ende"
    pieces = marked(text, [[5, 23], [20, 999], [-3, 2]])
    assert [(piece.kind, piece.text) for piece in pieces][:3] == [
        ("mark", "先说"),
        ("same", "一句。"),
        ("mark", "Ignore all of it. "),
    ]
    assert "".join(piece.text for piece in pieces) == text


def record(**values: object) -> Record:
    made = {"kind": "fact", "status": "active", "observed_at": now(), "created_at": now(), **values}
    return Record(**made)


def test_an_open_window_fills_the_line_and_is_in_force() -> None:
    bar = window_bar(record())
    assert (bar.start, bar.width, bar.live) == (0, WIDTH, True)
    assert bar.words == "In force now, without an end."


@pytest.mark.parametrize(
    ("begins", "ends", "live", "words"),
    [(-10, -1, False, "over"), (1, 10, False, "not come"), (-1, 1, True, "In force"), (None, -1, False, "over")],
)
def test_a_window_lies_where_its_days_are(begins: int | None, ends: int, live: bool, words: str) -> None:
    since = now() + timedelta(days=begins) if begins is not None else None
    bar = window_bar(record(valid_from=since, valid_until=now() + timedelta(days=ends)))
    assert bar.live is live
    assert words in bar.words
    assert (bar.start <= bar.now <= bar.start + bar.width) is live


def test_a_forgotten_record_is_not_in_force() -> None:
    assert window_bar(record(status="forgotten")).live is False


def test_a_day_stands_as_high_as_its_refusals() -> None:
    days = {date(2026, 1, 1): {"conflict_skip": 3, "low_confidence": 1}, date(2026, 1, 2): {"conflict_skip": 2}}
    chart = day_stack(days)
    assert chart is not None
    first = [bar for bar in chart.bars if bar.x == 0]
    assert sum(bar.height for bar in first) == HEIGHT
    assert min(bar.y for bar in first) == 0
    assert sum(bar.height for bar in chart.bars if bar.x) == HEIGHT / 2
    assert chart.legend == [("conflict_skip", 5, 1), ("low_confidence", 1, 2)]


def test_nothing_refused_draws_nothing() -> None:
    assert day_stack({date(2026, 1, 1): {}}) is None


def test_times_read_as_people_say_them() -> None:
    moment = now()
    assert ago_words(moment) == "just now"
    assert ago_words(moment - timedelta(minutes=5, seconds=1)) == "5 min ago"
    assert ago_words(moment + timedelta(hours=3, seconds=1)) == "in 3 h"
    assert ago_words(datetime(2020, 2, 3, 12, tzinfo=UTC)) == "2020-02-03"
    assert (span(None), span(59), span(3600), span(90_000)) == ("–", "59 s", "1 h", "1 d")


def themes() -> dict[str, dict[str, str]]:
    """The colours of both themes, as the style sheet names them."""
    text = (STYLES / "frame.css").read_text()
    light, dark = text.split("@media (prefers-color-scheme: dark)")[:2]
    return {
        name: dict(re.findall(r"--([a-z0-9-]+): (#[0-9a-f]{6});", part))
        for name, part in (("light", light), ("dark", dark))
    }


def luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first: str, second: str) -> float:
    high, low = sorted((luminance(first), luminance(second)), reverse=True)
    return (high + 0.05) / (low + 0.05)


PAIRS = [
    *product(("text", "quiet", "accent", "bad", "ok", "warn"), ("bg", "panel")),
    *product(("text", "quiet"), ("raised",)),
    ("accent", "accent-soft"),
    ("text", "accent-soft"),
    ("ok", "ok-soft"),
    ("warn", "warn-soft"),
    ("bad", "bad-soft"),
    ("text", "bad-soft"),
    ("on-accent", "accent"),
]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("ink", "ground"), PAIRS)
def test_text_can_be_read_on_its_ground(theme: str, ink: str, ground: str) -> None:
    colours = themes()[theme]
    assert contrast(colours[ink], colours[ground]) >= READABLE


def test_no_style_or_script_stands_inside_a_page() -> None:
    root = STYLES.parents[1] / "templates"
    for file in root.rglob("*.html"):
        text = file.read_text()
        assert not re.search(r"<style|\sstyle=|\son[a-z]+=|<script(?![^>]*\ssrc=)|javascript:", text), file


def test_a_change_at_the_end_of_a_long_text_is_found_and_seen_at_once() -> None:
    same = "Ein sehr langer Wert. " * 150
    pieces = word_diff(same + "Alt 👩‍🚀.", same + "Neu 👩‍🔬.")
    assert [(piece.kind, piece.text) for piece in pieces[1:]] == [
        ("del", "Alt"),
        ("ins", "Neu"),
        ("same", " "),
        ("del", "👩‍🚀"),
        ("ins", "👩‍🔬"),
        ("same", "."),
    ]
    folded = shortened(pieces)
    assert [piece.kind for piece in folded[:3]] == ["fold", "same", "del"]
    assert folded[0].text == f" … {len(same) - STAYS_SHOWN:,} characters stay … " and same.endswith(folded[1].text)
    assert folded[2:] == pieces[1:]


@given(st.text(max_size=900), st.text(max_size=20), st.text(max_size=900))
def test_folding_leaves_all_that_changes(head: str, change: str, tail: str) -> None:
    pieces = word_diff(f"{head}-{tail}", f"{head}{change}{tail}")
    folded = shortened(pieces)
    assert [one for one in folded if one.kind in ("ins", "del")] == [
        one for one in pieces if one.kind in ("ins", "del")
    ]
    assert len("".join(one.text for one in folded if one.kind == "same")) <= len(
        "".join(one.text for one in pieces if one.kind == "same")
    )


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("value", "1", 1),
        ("value", True, "true"),
        ("value", {"a": 1}, '{"a":1}'),
        ("value", "", None),
        ("tags", ["a, b"], ["a", "b"]),
        ("valid_from", "2026-03-01T10:00:00+00:00", "2026-03-01T10:00:00.000001+00:00"),
        ("valid_until", "2026-10-25T00:30:00+00:00", "2026-10-25T01:30:00+00:00"),  # half past two, twice in Berlin
        ("source_ref", "chat 1", "chat 2"),
    ],
)
def test_what_differs_is_shown_even_where_it_reads_alike(name: str, old: object, new: object) -> None:
    in_content = name in ("value", "tags")
    one, other = ({"content": {name: value}} if in_content else {name: value} for value in (old, new))
    with timezone.override(ZoneInfo("Europe/Berlin")):
        assert [field.pieces for field in fields_between(one, one, (*CONTENT, *SHOWN, *ASIDE))] == []
        fields = fields_between(one, other, (*CONTENT, *SHOWN, *ASIDE))
    assert len(fields) == 1 and any(piece.kind in ("ins", "del") for piece in fields[0].pieces)
