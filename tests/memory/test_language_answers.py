"""The JSON in a model's answer: what is passed over, what is refused, and that nothing else ever comes out."""

import json
import math
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from memory.inference.answers import MAX_ANSWER_CHARACTERS, MAX_DEPTH, AnswerCutOff, AnswerError, answer_json

WANTED = {"facts": [{"key": "user.name", "value": "Jonas, aus Graz"}]}
PLAIN = json.dumps(WANTED)


@pytest.mark.parametrize(
    "answer",
    [
        PLAIN,
        f"```json\n{PLAIN}\n```",
        f"```\n{PLAIN}\n```\nI hope this helps!",
        f"Sure! Here is what I learned [as you asked]:\n\n{PLAIN}\n\nLet me know {{if}} it's right :[",
        f'<think>Maybe {{}} or {{"facts": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]}}?</think>\n{PLAIN}',
        '{"facts": [{"key": "user.name", "value": "Jonas, aus Graz",},],}',
        '{"facts": [{"key": "user.name", "value": "Jonas, aus Graz" , \n } , \n ] , \n }',
        f'He said "see: {PLAIN} and [1]',
        f"\ufeff  {PLAIN}",
        f"以下は結果です：{PLAIN}。以上 🎉",
    ],
)
def test_what_stands_around_the_json_is_passed_over(answer: str) -> None:
    assert answer_json(answer) == WANTED


def test_brackets_and_commas_within_texts_stay_as_they_are() -> None:
    assert answer_json('{"a": "x,} y,] \\",} {"}') == {"a": 'x,} y,] ",} {'}


def test_a_line_break_written_into_a_text_is_taken() -> None:
    assert answer_json('{"a": "one\ntwo"}') == {"a": "one\ntwo"}


def test_texts_are_cleaned_of_what_breaks_a_database() -> None:
    assert answer_json('{"a": "x\\u0000y\\ud800z \\ud83c\\udf89"}') == {"a": "xyz 🎉"}


def test_a_list_is_an_answer_and_a_single_value_is_none() -> None:
    assert answer_json("Two: [1, 2]") == [1, 2]
    for answer in ('"word"', "42", "true", "", "I don't know.", "{'key': 'single quotes'}", "{key: 1}"):
        with pytest.raises(AnswerError) as caught:
            answer_json(answer)
        assert caught.value.kind == "not_json"


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        ('{"a": NaN}', "not_json"),
        ('{"a": Infinity}', "not_json"),
        ('{"a": -Infinity}', "not_json"),
        ('{"a": 1e999}', "not_json"),
        ('{"a": ' + "9" * 5_000 + "}", "not_json"),
        ('{"a": 1, "a": 2}', "duplicate_key"),
        ('{"x": [{"a": 1, "b": 0, "a": 1}]}', "duplicate_key"),
        ('{"a": 1, "a\\u0000": 2}', "not_json"),
        ('{"a": "it\'s" \'b\': 1}', "not_json"),
        ('{"a"}', "not_json"),
        ("[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1), "too_deep"),
        ("[" * 100_000, "too_deep"),
        ('{"a": "' + "x" * MAX_ANSWER_CHARACTERS + '"}', "too_long"),
    ],
)
def test_what_can_only_be_guessed_is_refused(answer: str, kind: str) -> None:
    with pytest.raises(AnswerError) as caught:
        answer_json(answer)
    assert caught.value.kind == kind


@pytest.mark.parametrize("end", range(1, len(PLAIN)))
def test_an_answer_that_was_cut_off_is_never_read_in_part(end: int) -> None:
    """The pieces inside are whole: {"key": …, "value": …} is valid JSON of its own."""
    with pytest.raises(AnswerError) as caught:
        answer_json(PLAIN[:end])
    if end > 1:
        assert isinstance(caught.value, AnswerCutOff)


def test_a_cut_off_answer_after_a_short_whole_one_is_cut_off() -> None:
    with pytest.raises(AnswerCutOff):
        answer_json('{"a": 1}\n' + PLAIN[:-2])


def test_no_message_tells_what_was_in_the_answer() -> None:
    """The messages go to the model; none may carry its words into anything that is kept."""
    for answer in ('{"sekret": 1, "sekret": 2}', '{"sekret": sekret}', '{"sekret": NaN}'):
        with pytest.raises(AnswerError) as caught:
            answer_json(answer)
        assert "sekret" not in str(caught.value)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63) + 1, 2**63 - 1) | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text('abcäß漢 {}[],"\\', max_size=5), inner, max_size=4)
    ),
    max_leaves=12,
)
PIECES = st.sampled_from(
    [
        "{",
        "}",
        "[",
        "]",
        '"',
        "\\",
        ",",
        ":",
        "```",
        "```json\n",
        "</think>",
        "NaN",
        "1e400",
        "-",
        "\ud800",
        "\x00",
        '{"a":',
    ]
)


@given(st.lists(PIECES | st.text(max_size=6), max_size=60).map("".join))
@example('"' * 20_000 + "{")
@example('{"' + '\\"' * 50_000)
@example("{[" * 30 + '"\\')
@example('{"a":1' + "," * 50_000)
def test_nothing_but_json_or_the_one_error_comes_out(answer: str) -> None:
    try:
        value = answer_json(answer)
    except AnswerError:
        return
    assert isinstance(value, dict | list)
    json.dumps(value, allow_nan=False).encode()


@given(
    st.dictionaries(st.text('abcä漢 {}[],"\\', min_size=1, max_size=5), JSON, min_size=1),
    st.sampled_from(["", "```\n", "So: "]),
)
def test_every_object_is_read_as_json_reads_it(value: dict[str, Any], before: str) -> None:
    found = answer_json(f"{before}{json.dumps(value, ensure_ascii=False)}\n```")
    assert found == json.loads(json.dumps(value)) or _same(found, value)


def _same(left: Any, right: Any) -> bool:
    """Equal up to the composing of letters and accents."""
    if isinstance(left, dict) and isinstance(right, dict):
        return len(left) == len(right) and all(_same(a, b) for a, b in zip(left.values(), right.values(), strict=True))
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(_same(a, b) for a, b in zip(left, right, strict=True))
    if isinstance(left, float) and isinstance(right, float):
        return math.isclose(left, right)
    return bool(left == right)
