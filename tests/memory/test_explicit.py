"""What is read of what people plainly say: whose word counts, what is kept, and what around it makes it nothing."""

from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from channels_bridge.models import Role
from memory.consolidation.explicit import statements_extract
from memory.models import Kind
from tests.memory.explicit_saying import item_of, items_of, said


def test_a_name_is_a_fact_under_a_stable_key_with_the_words_it_rests_on() -> None:
    text = "Hi there! My name is Alice Okafor. Nice to meet you."
    item = item_of(text)
    assert (item.kind, item.key, item.value) == (Kind.FACT, "user.name", "Alice Okafor")
    assert (item.form, item.language, item.speaker) == ("name", "english", "alice")
    assert text[item.start : item.end] == "Alice Okafor"


def test_a_rule_is_a_lesson_with_what_not_to_do_instead() -> None:
    text = "From now on, answer in German, not English."
    item = item_of(text)
    assert (item.kind, item.rule, item.negative) == (Kind.LESSON, "answer in German", "English")
    assert text[item.start : item.end] == "answer in German, not English"


def test_what_has_no_stable_key_is_an_episode_in_the_persons_own_words() -> None:
    item = item_of("We use PostgreSQL, not MySQL.")
    assert (item.kind, item.key, item.text) == (Kind.EPISODE, "", "We use PostgreSQL, not MySQL")


def test_several_things_in_one_turn_are_several_items_in_their_order() -> None:
    found = items_of("My name is Bob and I live in Ghent. Please always use metric units.")
    assert [item.form for item in found] == ["name", "lives", "always"]
    assert [item.start for item in found] == sorted(item.start for item in found)


def test_what_is_said_twice_in_a_turn_is_one_item() -> None:
    assert len(items_of("I love hiking. Really. I love hiking.")) == 1


def test_what_is_to_be_remembered_is_read_in_its_own_form_or_kept_as_it_is() -> None:
    assert item_of("Please remember that my name is Dora.").key == "user.name"
    assert item_of("Remember that my sister is allergic to nuts.").text == "my sister is allergic to nuts"


def test_advice_and_what_only_the_talk_explains_are_not_remembered() -> None:
    texts = ("every step counts", "you owe me five euros", "it is over", "I might be late", "I am out tomorrow")
    assert [items_of(f"Remember that {text}.") for text in texts] == [[]] * len(texts)


def test_the_position_of_the_turn_goes_with_each_item() -> None:
    turns = [replace(said("Hello."), position=7), replace(said("My name is Ann."), position=8)]
    assert [item.position for item in statements_extract(turns)] == [8]


@pytest.mark.parametrize("role", [Role.ASSISTANT, Role.MACHINE])
def test_an_assistant_and_a_machine_say_nothing_that_is_kept(role: Role) -> None:
    assert items_of("My name is Kiro. From now on, always use tabs.", role=role) == []


def test_a_message_that_a_machine_put_in_a_persons_place_is_nothing() -> None:
    assert items_of("[cron] From now on, use metric units.") == []


def test_where_people_talk_with_each_other_nobody_instructs_the_assistant() -> None:
    talk = [
        said("Always use metric units. Remember that we meet at 6.", role=Role.USER, speaker="bob"),
        said("Never push to main.", role=Role.USER, speaker="mallory"),
    ]
    assert statements_extract(talk) == []
    assert len(statements_extract(talk[:1])) == 2


def test_where_people_talk_with_each_other_only_the_owners_words_become_facts() -> None:
    talk = [said("My name is Bob.", role=Role.USER, speaker="bob"), said("My name is Alice.")]
    bobs, alices = statements_extract(talk)
    assert (bobs.kind, bobs.text, bobs.speaker, bobs.key) == (Kind.EPISODE, "My name is Bob", "bob", "")
    assert (alices.kind, alices.key, alices.value) == (Kind.FACT, "user.name", "Alice")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("She wrote: ", ""),
        ("If you ask the landlord, ", ""),
        ("For example: ", ""),
        ('"', '"'),
        ("> ", ""),
        ("    ", ""),
        ("```\n", "\n```"),
        ("Bob: Hi!\nAnn: ", ""),
        ("Translate this into French. ", ""),
        ("Let's role-play. ", ""),
        ("", " Just kidding!"),
        ("", " /s"),
        ("", ", said the narrator."),
        ("", ", right?"),
        ("", " if you must know"),
        ("2026-03-01 10:00 INFO ", ""),
    ],
)
def test_what_stands_around_makes_it_nothing(before: str, after: str) -> None:
    plain = "I live in Ghent"
    assert len(items_of(plain)) == 1
    assert items_of(f"{before}{plain}{after}") == []


def test_a_quotation_over_several_sentences_is_quoted_in_the_middle_too() -> None:
    assert items_of('Her letter: "I am well. I live in Ghent. Write soon."') == []


def test_an_open_quotation_reaches_to_the_end() -> None:
    assert items_of('He wrote "I am well. I live in Ghent.') == []


def test_a_pasted_document_is_nothing() -> None:
    assert items_of("I live in Ghent. " + "All work and no play makes a dull town. " * 60) == []


def test_an_instruction_that_names_the_running_model_is_no_lesson() -> None:
    assert items_of("From now on, use GPT-4.") == []


@pytest.mark.parametrize(
    ("words", "day"),
    [
        ("Friday", date(2026, 3, 6)),
        ("tomorrow", date(2026, 3, 3)),
        ("Friday next week", date(2026, 3, 13)),
        ("14 April", date(2026, 4, 14)),
        ("April 14, 2027", date(2027, 4, 14)),
        ("Friday, 13 March", date(2026, 3, 13)),
        ("the end of this month", date(2026, 3, 31)),
        ("23/4", date(2026, 4, 23)),
        ("next Friday", None),  # this week's or the next one's
        ("Monday", None),  # today's or the next one
        ("3/4", None),  # the third of April or the fourth of March
        ("12 February", None),  # may have been this year's
        ("31 April", None),
        ("the end of May", None),
    ],
)
def test_the_day_of_a_deadline_is_named_where_it_can_be_only_one(words: str, day: date | None) -> None:
    item = item_of(f"The deadline was moved to {words}.")
    assert (item.kind, item.day) == (Kind.EPISODE, day)


def test_next_friday_is_clear_on_a_saturday() -> None:
    item = item_of("The deadline is next Friday.", at=datetime(2026, 3, 7, tzinfo=UTC))
    assert item.day == date(2026, 3, 13)


def test_a_day_that_hangs_on_todays_is_none_where_it_is_unknown_when_it_was_said() -> None:
    assert item_of("The deadline is Friday.", at=None).day is None
    assert item_of("The deadline is 14 April 2026.", at=None).day == date(2026, 4, 14)


@pytest.mark.parametrize(
    "words", ["tight", "Friday or Monday", "not Friday", "probably Friday", "Friday I think", "after Friday"]
)
def test_a_deadline_that_is_open_or_no_day_is_nothing(words: str) -> None:
    assert items_of(f"The deadline is {words}.") == []


def test_a_noun_gives_a_key_only_to_a_value_that_is_one() -> None:
    assert item_of("My editor is neovim.").key == "pref.editor"
    assert [items_of(f"My editor is {value}.") for value in ("slow", "Sarah", "broken")] == [[], [], []]


@pytest.mark.parametrize("name", ["John Doe", "X" * 3, "Max Mustermann", "张三", "홍길동"])
def test_a_name_that_stands_in_examples_is_nobodys(name: str) -> None:
    assert items_of(f"My name is {name}.") == []


def test_where_somebody_moved_may_be_no_place_so_it_stays_in_their_words() -> None:
    assert item_of("I've just moved to Rotterdam.").text == "I've just moved to Rotterdam"


def test_the_typographic_apostrophe_is_kept_as_it_was_written() -> None:
    assert item_of("I don’t like olives.").text == "I don’t like olives"


def test_emoji_and_smileys_around_change_nothing() -> None:
    assert item_of("Hey 👋 my name is Zoë 😊").value == "Zoë"
