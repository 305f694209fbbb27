import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from kirocrew.base.text import (
    MAX_JSON_DEPTH,
    JsonError,
    JsonKeyError,
    JsonTooDeep,
    clean,
    clean_json,
    cut,
    fold,
    normal_form,
    one_line,
)

# Every code point, surrogates included: what a broken client may send.
any_text = st.text(alphabet=st.characters(), max_size=60)
FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain", "plain"),
        ("", ""),
        ("tab\tand\nnewline", "tab\tand\nnewline"),
        ("cafe\u0301", "café"),
        ("dos\r\nmac\rline", "dos\nmac\nline"),
        ("nul\x00 bell\x07 escape\x1b[31m delete\x7f c1\x9b", "nul bell escape[31m delete c1"),
        ("\ufeffmark first", "mark first"),
        ("mark\ufeff inside", "mark inside"),
        ("\ud83c\udf55 as two code units", "🍕 as two code units"),
        ("lone\ud83c and\udf55 low first", "lone and low first"),
        ("\ud83c\x00\udf55", "🍕"),
        ("\r\x00\n", "\n"),
        (FAMILY, FAMILY),
        ("悬空指针 東京 메모리 việt", "悬空指针 東京 메모리 việt"),
    ],
)
def test_clean_leaves_what_a_person_wrote_and_drops_what_breaks_storage(text: str, expected: str) -> None:
    assert clean(text) == expected


@given(any_text)
@example("\ud83c\ud83c\udf55\udf55")
def test_cleaned_text_can_be_encoded_holds_no_control_and_is_clean_already(text: str) -> None:
    cleaned = clean(text)
    cleaned.encode("utf-8")
    assert all(unicodedata.category(char) != "Cc" or char in "\n\t" for char in cleaned)
    assert "\ufeff" not in cleaned
    assert unicodedata.is_normalized("NFC", cleaned)
    assert clean(cleaned) == cleaned


def test_clean_json_cleans_every_string_and_key_and_leaves_the_rest() -> None:
    value = {"na\x00me": ["a\r\nb", 1, 1.5, True, None, {"k\ufeff": "cafe\u0301"}]}
    assert clean_json(value) == {"name": ["a\nb", 1, 1.5, True, None, {"k": "café"}]}


def test_clean_json_refuses_keys_that_become_one() -> None:
    with pytest.raises(JsonKeyError, match="two keys become 'name'"):
        clean_json({"outer": {"name": 1, "na\x00me": 2}})


def test_clean_json_refuses_a_key_that_is_no_text_because_1_and_quoted_1_would_be_one() -> None:
    with pytest.raises(JsonKeyError, match="key 1 is no string"):
        clean_json({1: "a", "1": "b"})


def test_clean_json_accepts_the_deepest_allowed_nesting_and_refuses_one_more() -> None:
    value: object = "leaf"
    for _ in range(MAX_JSON_DEPTH):
        value = [value]
    assert clean_json(value) == value
    with pytest.raises(JsonTooDeep, match="flatten it"):
        clean_json([value])


def test_what_clean_json_raises_is_a_value_error() -> None:
    assert issubclass(JsonKeyError, JsonError)
    assert issubclass(JsonTooDeep, JsonError)
    assert issubclass(JsonError, ValueError)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("user bob\nINFO owner alice signed in", "user bob\\nINFO owner alice signed in"),
        ("a\r\nb\tc", "a\\r\\nb\\tc"),
        ("line\u2028sep\u2029par\x85nel\x0bvt\x0cff", "line\\u2028sep\\u2029par\\u0085nel\\u000bvt\\u000cff"),
        ("\x1b[2J", "\\u001b[2J"),
        ("real \\n stays apart from a break", "real \\\\n stays apart from a break"),
        ("right\u202eleft", "right\\u202eleft"),
        ("東京 🍕 " + FAMILY, "東京 🍕 " + FAMILY),
    ],
)  # fmt: skip
def test_an_audit_line_shows_breaks_and_controls(text: str, expected: str) -> None:
    assert one_line(text) == expected


@given(any_text)
def test_an_audit_line_is_one_line_whatever_comes(text: str) -> None:
    line = one_line(text)
    assert len(line.splitlines()) <= 1
    line.encode("utf-8")


@pytest.mark.parametrize(
    ("text", "limit", "expected"),
    [
        ("short", 10, "short"),
        ("abcdef", 3, "abc"),
        ("abc", 0, ""),
        ("e\u0301e\u0301", 3, "e\u0301"),
        ("x" + FAMILY + "y", 4, "x"),
        ("x" + FAMILY + "y", 6, "x" + FAMILY),
        ("👍🏽👍🏽", 3, "👍🏽"),
        ("🇩🇪🇫🇷", 3, "🇩🇪"),
        ("🇩🇪🇫🇷", 2, "🇩🇪"),
        ("❤\ufe0f!", 1, ""),
        ("각\u1100\u1161\u11a8", 3, "각"),
        ("किताब", 1, ""),
        ("น้ำ", 1, ""),
        ("a\r\nb", 2, "a"),
        ("悬空指针", 3, "悬空指"),
    ],
)
def test_cut_ends_where_a_reader_sees_a_character_end(text: str, limit: int, expected: str) -> None:
    assert cut(text, limit) == expected


@given(st.text(max_size=40), st.integers(0, 50))
def test_a_cut_text_is_a_beginning_no_longer_than_the_limit(text: str, limit: int) -> None:
    shorter = cut(text, limit)
    assert text.startswith(shorter)
    assert len(shorter) <= limit


def test_cut_refuses_a_negative_limit() -> None:
    with pytest.raises(ValueError, match="0 or more"):
        cut("text", -1)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("CAFÉ", "cafe"),
        ("cafe\u0301", "café"),
        ("Đà Nẵng", "da nang"),
        ("Łódź", "lodz"),
        ("Smørrebrød", "smorrebrod"),
        ("Straße", "STRASSE"),
        ("живёт", "ЖИВЕТ"),
        ("ﬁle", "file"),
        ("ＦＵＬＬｗｉｄｔｈ", "fullwidth"),
        ("İstanbul", "istanbul"),
        ("ısı", "isi"),
        ("Æon œuvre", "aeon oeuvre"),
        ("ΆΛΦΑ", "αλφα"),
        ("ﾒﾓﾘ", "メモリ"),
        ("كِتَابٌ", "كتاب"),
        ("كتـــاب", "كتاب"),
        ("أحمد إلى آخر", "احمد الي اخر"),
        ("שָׁלוֹם", "שלום"),
        ("٢٠٢٦", "2026"),
        ("Donau\u00addampf\u200bschiff", "donaudampfschiff"),
    ],
)
def test_fold_brings_spellings_of_one_word_together(one: str, other: str) -> None:
    assert fold(one) == fold(other)


@pytest.mark.parametrize(("one", "other"), [("мой", "мои"), ("が", "か"), ("कि", "क"), ("ไม้", "ไม"), ("ї", "і")])
def test_fold_keeps_marks_that_make_another_letter(one: str, other: str) -> None:
    assert fold(one) != fold(other)


@given(st.text(max_size=40))
def test_folding_twice_changes_nothing_more(text: str) -> None:
    assert fold(fold(text)) == fold(text)


def test_the_normal_form_ignores_case_width_space_and_invisible_characters() -> None:
    assert normal_form("  Always\tuse\n\nＴＡＢＳ\u200b ") == "always use tabs"
    assert normal_form("Cafe\u0301") == normal_form("CAFÉ")


def test_the_normal_form_keeps_accents_and_letters_apart() -> None:
    assert normal_form("Résumé") != normal_form("resume")
    assert normal_form("Maße") != normal_form("Masse")


@given(st.text(max_size=40))
def test_the_normal_form_of_a_normal_form_is_itself(text: str) -> None:
    assert normal_form(normal_form(text)) == normal_form(text)
