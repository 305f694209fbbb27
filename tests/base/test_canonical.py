import hashlib
import json
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kirocrew.base.canonical import canonical_json, content_hash, json_equal

scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4), max_leaves=12
)


def test_keys_are_sorted_spaces_left_out_and_characters_kept() -> None:
    assert canonical_json({"ü": [1, 1.0, True, None], "a": "東京 🍕"}) == '{"a":"東京 🍕","ü":[1,1.0,true,null]}'


@pytest.mark.parametrize("value", [math.nan, math.inf, [-math.inf], {"a": {"b": math.nan}}])
def test_what_is_no_number_in_json_is_refused(value: Any) -> None:
    with pytest.raises(ValueError, match="JSON compliant"):
        canonical_json(value)


@pytest.mark.parametrize("value", [{1: "a"}, [{None: 1}], {"a": ({True: 1},)}, object(), {"a": {1, 2}}, b"bytes"])
def test_what_json_cannot_say_is_refused(value: Any) -> None:
    with pytest.raises(TypeError):
        canonical_json(value)


def test_the_hash_is_sha256_of_the_text() -> None:
    assert content_hash({"b": 1, "a": 2}) == hashlib.sha256(b'{"a":2,"b":1}').hexdigest()
    assert content_hash({"b": 1, "a": 2}) == content_hash({"a": 2, "b": 1})


def test_a_lone_surrogate_can_be_hashed() -> None:
    assert len(content_hash("\ud83c")) == 64


@pytest.mark.parametrize(
    ("left", "right"),
    [(1, True), (0, False), (1, 1.0), ("1", 1), (None, False), ([], {}), ([1], [True]), ({"a": 1}, {"a": 1.0}),
     ([1, 2], [2, 1]), ([1], [1, 1]), ({"a": 1}, {"a": 1, "b": 1}), ({"a": 1}, {"b": 1})],
)  # fmt: skip
def test_values_of_other_type_or_content_differ(left: Any, right: Any) -> None:
    assert not json_equal(left, right)
    assert not json_equal(right, left)
    assert content_hash(left) != content_hash(right)


def test_the_order_of_keys_means_nothing() -> None:
    assert json_equal({"a": 1, "b": {"c": [1], "d": None}}, {"b": {"d": None, "c": [1]}, "a": 1})


@given(values)
def test_a_value_reads_back_and_equals_itself(value: Any) -> None:
    copy = json.loads(canonical_json(value))
    assert json_equal(value, copy)
    assert content_hash(copy) == content_hash(value)


@given(values, values)
def test_values_with_the_same_text_are_equal(left: Any, right: Any) -> None:
    if canonical_json(left) == canonical_json(right):
        assert json_equal(left, right)
