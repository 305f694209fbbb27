"""One field is changed, every other byte stays."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from skills.packages.diagnostics import PackageRefused
from skills.packages.editing import field_set
from skills.packages.frontmatter import frontmatter_read

TEXT = (
    "\ufeff---\r\n# mine\r\nname: csv-tidy   # short\r\ndescription: >-\r\n  Clean\r\n  CSV\r\n\r\n# between\r\n"
    "tags:\r\n  - a\r\n  - b\r\nversion: 1.10\r\nalways:\r\n---\r\n\r\n# Body\r\nversion: 2\r\n"
)


def test_a_value_on_its_line_is_changed_and_the_comment_behind_it_stays() -> None:
    assert field_set(TEXT, "name", "tidy") == TEXT.replace("csv-tidy   #", '"tidy"   #')


def test_a_block_of_text_becomes_one_line_and_the_comment_below_stays() -> None:
    changed = field_set(TEXT, "description", "Clean: all of it # really")
    assert changed == TEXT.replace(">-\r\n  Clean\r\n  CSV\r\n", '"Clean: all of it # really"\r\n')


def test_a_list_is_replaced_as_a_whole() -> None:
    assert field_set(TEXT, "tags", ["x", "y, z"]) == TEXT.replace("tags:\r\n  - a\r\n  - b", 'tags: ["x", "y, z"]')


def test_a_field_without_a_value_gets_one() -> None:
    assert field_set(TEXT, "always", True) == TEXT.replace("always:", "always: true")


def test_a_new_field_comes_last_in_the_frontmatter_with_the_file_s_own_line_ends() -> None:
    assert field_set(TEXT, "pinned", True) == TEXT.replace("always:\r\n", "always:\r\npinned: true\r\n")


def test_a_field_is_taken_out_with_all_its_lines() -> None:
    assert field_set(TEXT, "tags", None) == TEXT.replace("tags:\r\n  - a\r\n  - b\r\n", "")
    assert field_set(TEXT, "nothing", None) == TEXT


def test_a_field_given_twice_is_changed_where_it_counts_and_taken_out_wholly() -> None:
    text = "---\nname: a\nname: b\ndescription: c\n---\n"
    assert field_set(text, "name", "d") == text.replace("name: b", 'name: "d"')
    assert field_set(text, "name", None) == "---\ndescription: c\n---\n"


def test_json_frontmatter_stays_json() -> None:
    text = '---\n{"name": "a", "x": [1, {"y": 2}], "description": "b"}\n---\n'
    assert field_set(text, "x", "z") == text.replace('[1, {"y": 2}]', '"z"')
    assert field_set(text, "v", 3) == text.replace('"b"}', '"b", "v": 3}')
    assert field_set(text, "description", None) == '---\n{"name": "a", "x": [1, {"y": 2}]}\n---\n'
    assert field_set(text, "name", None) == text.replace('"name": "a", ', "")


def test_a_frontmatter_that_is_read_by_lines_is_changed_by_lines() -> None:
    text = "---\nname: a\ndescription: Use when: this\n  and: that\nversion: 1\n---\n# B\n"
    assert field_set(text, "description", "c") == '---\nname: a\ndescription: "c"\nversion: 1\n---\n# B\n'
    assert field_set(text, "version", 2) == text.replace("version: 1", "version: 2")


def test_a_text_without_frontmatter_gets_one() -> None:
    assert field_set("# Body\r\n", "name", "a") == '---\r\nname: "a"\r\n---\r\n# Body\r\n'


@pytest.mark.parametrize(
    ("text", "field", "value", "code"),
    [
        ("---\nname: a\n", "name", "b", "edit_refused"),
        ("---\nx: &a 1\ny: *a\n---\n", "x", "b", "edit_refused"),
        ("---\nname: a\n---\n", "a: b\nc", "b", "field_name"),
        ("---\nname: a\n---\n", "name", "\ud800", "value_characters"),
    ],
)
def test_what_would_touch_more_is_refused(text: str, field: str, value: str, code: str) -> None:
    with pytest.raises(PackageRefused) as refused:
        field_set(text, field, value)
    assert refused.value.code == code


PIECES = st.sampled_from(
    [
        "name: csv-tidy\n",
        "description: Clean CSV files\n",
        "description: >-\n  Clean\n  CSV\n",
        "license: 'MIT'\n",
        "# a comment\n",
        "\n",
        "tags:\n- a\n- b\n",
        "tags: [a, b]\n",
        "metadata:\n  a: b\n  c:\n    - d\n",
        'compatibility: "x: y"  # z\n',
        "note: |+\n  one\n\n  two\n\n",
        "always:\n",
        "x-y: 1.10 # t\n",
    ]
)
FIELDS = st.sampled_from(["name", "description", "tags", "metadata", "compatibility", "note", "always", "x-y", "new"])
VALUES = st.one_of(
    st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=40),
    st.booleans(),
    st.integers(0, 1000),
    st.lists(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=8), max_size=3),
)


@settings(max_examples=300, deadline=None)
@given(st.lists(PIECES, max_size=7), FIELDS, VALUES, st.sampled_from(["\n", "\r\n"]), st.text(max_size=30))
def test_only_the_field_changes_and_all_else_stays_to_the_byte(
    pieces: list[str], field: str, value: str | bool | int | list[str], eol: str, body: str
) -> None:
    assume(max(body, default="a") < "\ud800")
    text = "---\n" + "".join(pieces) + "---\n" + body
    text = text.replace("\n", eol)
    before = frontmatter_read(text)
    changed = field_set(text, field, value)
    after = frontmatter_read(changed)
    assert after.fields[field] == (str(value) if isinstance(value, int) and not isinstance(value, bool) else value)
    assert {k: v for k, v in after.fields.items() if k != field} == {
        k: v for k, v in before.fields.items() if k != field
    }
    assert after.body == before.body
    untouched = [line for line in text.splitlines(keepends=True) if line.startswith("#")]
    assert [line for line in changed.splitlines(keepends=True) if line.startswith("#")] == untouched
    start, end = _differing(text, changed)
    assert "\n" not in text[:start].rpartition(eol)[2]
    assert len(pieces) == 0 or text[end:] == changed[len(changed) - (len(text) - end) :]


def _differing(old: str, new: str) -> tuple[int, int]:
    """The range of the old text that is another in the new one."""
    start = next((at for at, (a, b) in enumerate(zip(old, new, strict=False)) if a != b), min(len(old), len(new)))
    end = 0
    while end < min(len(old), len(new)) - start and old[-1 - end] == new[-1 - end]:
        end += 1
    return start, len(old) - end


@settings(max_examples=150, deadline=None)
@given(st.lists(PIECES, min_size=1, max_size=6), FIELDS, VALUES)
def test_a_field_that_is_set_and_taken_out_again_leaves_the_text_as_it_was(
    pieces: list[str], field: str, value: str | bool | int | list[str]
) -> None:
    text = "---\n" + "".join(pieces) + "---\n# Body\n"
    without = field_set(text, field, None)
    assert field_set(field_set(without, field, value), field, None) == without
