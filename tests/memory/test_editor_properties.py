"""What holds of a replacement and a signed preview whatever the text."""

import copy
import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kirocrew.base.canonical import json_equal
from kirocrew.base.problems import Invalid, TooLarge
from memory.services.editor.operations import operation_read
from memory.services.editor.replacing import PROTECTED, Replacer
from memory.services.editor.selection import Search, Selection
from memory.services.editor.states import change_of
from memory.services.editor.tokens import preview_read, preview_sign

SCALARS = st.none() | st.booleans() | st.integers() | st.text(alphabet='aAbB柏林é🎉 "\\\n', max_size=8)
KEYS = st.text(alphabet="aAb柏", max_size=4) | st.sampled_from(sorted(PROTECTED))
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4), max_leaves=20
)
FINDS = st.text(alphabet='aAbB柏林é🎉 "\\\n', min_size=1, max_size=3)
UNHURRIED = settings(max_examples=60, suppress_health_check=list(HealthCheck), deadline=None)
REPLACEMENTS = st.text(alphabet="xyz柏", max_size=3)


def shape(value: Any) -> Any:
    """A value without its strings: the keys, the lists, and all that is no text."""
    if isinstance(value, str):
        return "text"
    if isinstance(value, list):
        return [shape(item) for item in value]
    if isinstance(value, dict):
        return {key: shape(item) for key, item in value.items()}
    return value


def protected(value: Any) -> list[Any]:
    """What stands under protected names, in the order of the value."""
    if isinstance(value, list):
        return [found for item in value for found in protected(item)]
    if isinstance(value, dict):
        return [
            found
            for key, item in value.items()
            for found in ([copy.deepcopy(item)] if key in PROTECTED else protected(item))
        ]
    return []


def open_texts(value: Any) -> list[str]:
    """Strings that may be replaced."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, list):
        return [text for item in value for text in open_texts(item)]
    if isinstance(value, dict):
        return [text for key, item in value.items() if key not in PROTECTED for text in open_texts(item)]
    return []


@UNHURRIED
@given(value=VALUES, find=FINDS, replacement=REPLACEMENTS, match_case=st.booleans())
def test_keys_protected_members_and_what_is_no_text_stay(
    value: Any, find: str, replacement: str, match_case: bool
) -> None:
    given_value = copy.deepcopy(value)
    new = Replacer(find, replacement, match_case=match_case).value(value)
    assert json_equal(shape(new), shape(value))
    assert protected(new) == protected(value)
    assert json_equal(value, given_value), "the stored value itself was changed"


@UNHURRIED
@given(value=VALUES, find=FINDS, replacement=REPLACEMENTS)
def test_every_occurrence_in_a_string_is_replaced_as_a_person_would(value: Any, find: str, replacement: str) -> None:
    new = Replacer(find, replacement, match_case=True).value(value)
    assert open_texts(new) == [text.replace(find, replacement) for text in open_texts(value)]


@UNHURRIED
@given(value=VALUES, find=FINDS)
def test_a_document_in_which_it_is_not_found_changes_nothing(value: Any, find: str) -> None:
    replacer = Replacer(find, "NEW", match_case=False)
    if not replacer.is_in_json(json.dumps(value, ensure_ascii=False)):
        assert json_equal(replacer.value(value), value)


LESSON = {
    "kind": "lesson",
    "key": "lesson.aaaaaaaaaaaa",
    "status": "active",
    "category": "tool",
    "subject": "a",
    "predicate": "a",
    "scope": "a",
    "project": "a",
    "valid_from": None,
    "valid_until": None,
    "observed_at": "2026-01-01T00:00:00+00:00",
    "source": "bot:a",
    "source_ref": "a",
    "content": {
        "rule": "a rule about a",
        "negative": "not a",
        "category": "tool",
        "repo_scope": "a/b",
        "applies": "always",
        "confidence": "0.900",
    },
}


@UNHURRIED
@given(find=FINDS, replacement=REPLACEMENTS)
def test_of_a_lesson_only_rule_and_negative_change(find: str, replacement: str) -> None:
    operation = operation_read({"type": "replace_text", "find": find, "replacement": replacement})
    new = change_of(operation)(LESSON)
    expected = copy.deepcopy(LESSON)
    expected["content"]["rule"] = "a rule about a".replace(find, replacement)  # type: ignore[index]
    expected["content"]["negative"] = "not a".replace(find, replacement)  # type: ignore[index]
    assert new == expected


@UNHURRIED
@given(place=st.integers(0, 10_000), character=st.characters(codec="utf-8"))
def test_a_token_of_which_one_character_was_changed_is_none(place: int, character: str) -> None:
    token = preview_sign(Selection(search=Search("q")), operation_read({"type": "forget"}), "0" * 64).token
    at = place % len(token)
    if token[at] == character:
        return
    with pytest.raises(Invalid):
        preview_read(token[:at] + character + token[at + 1 :])


@UNHURRIED
@given(q=st.text(max_size=40), find=FINDS, replacement=REPLACEMENTS)
def test_a_token_says_what_was_signed(q: str, find: str, replacement: str) -> None:
    selection = Selection(search=Search(q.encode("utf-8", "ignore").decode()))
    operation = operation_read({"type": "replace_text", "find": find, "replacement": replacement})
    signed = preview_read(preview_sign(selection, operation, "0" * 64).token)
    assert (signed.selection, signed.operation) == (selection, operation)


def test_one_edit_makes_no_more_than_32_mib_of_new_text() -> None:
    replacer = Replacer("a", "z" * 2_000, match_case=True)
    with pytest.raises(TooLarge) as caught:
        for _ in range(2_098):  # of 16,000 bytes each
            replacer.value("a" * 8)
    assert caught.value.type == "memory-selection-too-large"
