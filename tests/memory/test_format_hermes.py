"""MEMORY.md and USER.md of Hermes: a line with nothing but § divides records."""

import pytest

from memory.transfer.formats.hermes import Hermes
from memory.transfer.sources import SourceFile
from tests.memory.foreign import episodes, facts, format_of, left, reading, rules, texts


def test_a_sign_inside_a_line_is_text() -> None:
    items = reading("MEMORY.md", "The invoice cites § 19 in its footer.\n§\nBuilds run on the blue machine.\n")
    assert texts(items) == ["The invoice cites § 19 in its footer.", "Builds run on the blue machine."]


def test_a_record_of_several_lines_stays_one() -> None:
    (told, _) = episodes(
        reading("MEMORY.md", "The box is called forge.\nIts clock is UTC.\n\nIt hums.\n§\nAnother record here")
    )
    assert told.text == "The box is called forge.\nIts clock is UTC.\n\nIt hums."


@pytest.mark.parametrize("ending", ["\r\n", "\n"])
def test_blanks_around_the_sign_and_other_line_ends_divide_as_well(ending: str) -> None:
    text = ending.join(["\ufeffFirst record of all.", "  § ", "Second record of all.", "§", ""])
    items = reading("USER.md", text)
    assert texts(items) == ["First record of all.", "Second record of all."]
    assert not left(items)


def test_empty_records_are_told_of_by_number() -> None:
    items = reading("USER.md", "Speaks German.\n§\n\n§\n   \n§\nHates being called boss.")
    assert left(items) == [("empty", "Record 2 has no text."), ("empty", "Record 3 has no text.")]
    assert len(episodes(items)) == 2


def test_a_label_with_a_value_is_a_fact_and_a_rule_a_lesson() -> None:
    items = reading(
        "USER.md", "Name: Jona\n§\n**Timezone:** Europe/Oslo\n§\nNever push to main on a Friday.\n§\n名前: ヨナ"
    )
    assert facts(items) == {"user.name": "Jona", "user.timezone": "Europe/Oslo"}
    assert rules(items) == ["Never push to main on a Friday."]
    # The second name is told, and does not compete with the first.
    assert texts(items) == ["名前: ヨナ"]


def test_a_short_record_is_introduced() -> None:
    assert texts(reading("USER.md", "Likes tea\n§\nSpeaks Norwegian.")) == ["User: Likes tea", "Speaks Norwegian."]
    assert texts(reading("MEMORY.md", "CI is red\n§\nSpeaks Norwegian."))[0] == "Memory: CI is red"


def test_a_banner_of_the_prompt_is_no_record() -> None:
    banner = "═════════════\nMEMORY (your personal notes) [67% used]\n═════════════\n"
    items = reading("MEMORY.md", f"{banner}Builds run on the blue machine.\n§\nThe clock is UTC.")
    assert texts(items) == ["Builds run on the blue machine.", "The clock is UTC."]


def test_a_credential_is_taken_out() -> None:
    items = reading("MEMORY.md", "The box: user admin, password hunter2\n§\nThe password hunter2 is on a note.\n")
    assert facts(items) == {"user.the_box": "user admin, password [REDACTED: credential]"}
    assert texts(items) == ["The password [REDACTED: credential] is on a note."]


def test_without_a_dividing_line_it_is_an_ordinary_memory_file() -> None:
    assert format_of("MEMORY.md", "- § 19 applies to us\n") == "markdown"
    assert format_of("MEMORY.md", "one\n§\ntwo\n") == "hermes"
    assert format_of("letter.txt", "one record\n§\ntwo records\n") == "hermes"


def test_a_huge_record_becomes_several_episodes() -> None:
    items = reading("MEMORY.md", "word " * 2_000 + "\n§\nAnother record here")
    assert len(episodes(items)) > 4
    assert max(len(told.text) for told in episodes(items)) <= 2_000


def test_the_inventory_counts_records() -> None:
    text = "One.\n§\nTwo\nlines.\n§\n\n§\nLast.\n§\n"
    assert Hermes().inventory(SourceFile(path="USER.md", text=text)) == {
        "records": 3,
        "multiline_records": 1,
        "empty": 1,
    }


def test_a_file_of_one_record_is_known_by_its_owner() -> None:
    assert format_of("hermes_MEMORY.md", "Builds run on the blue machine.\n") == "hermes"
    assert format_of("MEMORY.md", "Builds run on the blue machine.\n") == "markdown"
