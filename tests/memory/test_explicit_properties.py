"""Whatever is written: reading it never fails, takes no long time, and all that is kept stands in the text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from channels_bridge.models import Role
from memory.consolidation.explicit import Item, Said, statements_extract
from memory.measuring.explicit import near_misses, own_sentences
from memory.models import Kind
from tests.memory.explicit_saying import MONDAY

SENTENCES = [said.text for conversation in own_sentences() for _, said in conversation.turns]
OTHERS = [said.text for conversation in near_misses() for _, said in conversation.turns]
PIECES = st.sampled_from(
    [*SENTENCES, *OTHERS, " ", ", ", " and ", "\n", "“", "」", "?", "、", " 😊 ", "\ud800", "\u200d"]
)
TURNS = st.one_of(st.text(max_size=300), st.lists(PIECES, max_size=6).map("".join))


def stands_in(item: Item, text: str) -> bool:
    """Whether the words that are kept are those at the place."""
    words = text[item.start : item.end]
    if item.kind is Kind.LESSON:
        return words.startswith(item.rule) and words.endswith(item.negative or item.rule)
    return words == (item.value if item.kind is Kind.FACT else item.text)


@given(TURNS)
def test_any_text_is_read_and_all_that_is_kept_stands_in_it(text: str) -> None:
    for item in statements_extract([Said(3, Role.OWNER, text, MONDAY, "alice")]):
        assert 0 <= item.start < item.end <= len(text)
        assert stands_in(item, text)
        assert item.position == 3


@given(st.lists(st.tuples(st.sampled_from(Role), TURNS, st.sampled_from(["alice", "bob", ""])), max_size=5))
def test_any_conversation_is_read_and_only_people_are_quoted(turns: list[tuple[Role, str, str]]) -> None:
    talk = [Said(place, role, text, None, speaker) for place, (role, text, speaker) in enumerate(turns)]
    for item in statements_extract(talk):
        turn = talk[item.position]
        assert turn.role.is_person
        assert item.speaker == turn.speaker
        assert stands_in(item, turn.text)


@given(st.sampled_from(SENTENCES), st.sampled_from(SENTENCES))
def test_the_same_turn_is_always_read_the_same(one: str, other: str) -> None:
    talk = [Said(0, Role.OWNER, one, MONDAY), Said(1, Role.OWNER, other, MONDAY)]
    assert statements_extract(talk) == statements_extract(talk)


SLOW = '嗯|hi |I like a |the deadline |we use |{|"|<a|我也|これから|앞으로 |nhớ |, |a |und ich |이름은 |from now on '


@pytest.mark.parametrize("length", [590, 2_000])
@pytest.mark.parametrize("piece", SLOW.split("|"))
def test_a_turn_made_of_one_word_takes_no_long_time(piece: str, length: int) -> None:
    text = (piece * length)[:length]
    statements_extract([Said(0, Role.OWNER, text, MONDAY)])
