"""Fields in IDENTITY.md."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kirocrew.agents.identity import field_of, field_set
from kirocrew.agents.names import template


@pytest.mark.parametrize(
    "line",
    ["Name: Rex", "- **Name:** Rex", "* **Name**: Rex", "- Name: Rex", "NAME:Rex", "- **Name:** **Rex**", "Name：Rex",
     "- __Name:__ `Rex`", '- **Name:** "Rex"'],
)  # fmt: skip
def test_a_field_is_read_in_every_form(line: str) -> None:
    assert field_of(f"# IDENTITY.md\n\n{line}\n- **Vibe:** calm", "Name") == "Rex"


def test_a_blank_field_does_not_swallow_the_next_line() -> None:
    assert field_of("- **Name:**\n- **Vibe:** calm", "Name") == ""
    assert field_of("Nameless: 1", "Name") is None


def test_addresses_have_more_than_one_colon() -> None:
    text = field_set(template("IDENTITY.md"), "Avatar", "https://example.org:8080/a.png")

    assert "- **Avatar:** https://example.org:8080/a.png" in text.splitlines()
    assert field_of(text, "Avatar") == "https://example.org:8080/a.png"


def test_the_form_of_a_line_stays() -> None:
    assert field_set("Name: Rex\n* **Vibe**: calm", "Name", "Ivy") == "Name: Ivy\n* **Vibe**: calm"
    assert field_set("Name: Rex\n* **Vibe**: calm", "Vibe", "wild") == "Name: Rex\n* **Vibe**: wild"


def test_a_missing_field_comes_below_the_first_heading() -> None:
    assert field_set("# Who\n\nI am.", "Name", "小熊") == "# Who\n\n- **Name:** 小熊\nI am."
    assert field_set("I am.", "Name", "Rex") == "- **Name:** Rex\nI am."
    assert field_set("", "Name", "Rex") == "- **Name:** Rex"


def test_a_blank_value_changes_nothing() -> None:
    assert field_set("Name: Rex", "Name", " \n\t") == "Name: Rex"


NAMES = ["Rex", "小熊", "こぐま", "곰돌이", "Gấu Nhỏ", "Bärchen", "🦊 Fox", "a:b:c"]


@pytest.mark.parametrize("name", NAMES)
def test_names_of_every_script_come_back(name: str) -> None:
    assert field_of(field_set(template("IDENTITY.md"), "Name", name), "Name") == name


@given(st.text(max_size=60), st.sampled_from(NAMES))
def test_what_is_set_is_read_whatever_stood_there(text: str, name: str) -> None:
    assert field_of(field_set(text, "Name", name), "Name") == name
