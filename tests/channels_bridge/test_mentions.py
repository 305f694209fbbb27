"""Whether a message addresses the bot, in every script."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from channels_bridge.services.mentions import is_mentioned

CALLED = [
    ("Hey @Botty can you look", "botty"),
    ("botty, was meinst du?", "Botty"),
    ("What do you think, Botty?", "botty"),
    ("botty", "botty"),
    ("＠botty 你好", "botty"),
    ("﹫ＢＯＴＴＹ help", "botty"),
    ("请@小助手帮我看看", "小助手"),
    ("小助手，帮我看看", "小助手"),
    ("你好小助手，帮我看看", "小助手"),
    ("小助手 帮我", "小助手"),
    ("小助手！", "小助手"),
    ("@bottyは元気?", "botty"),
    ("ボッティさん、お願い", "ボッティ"),
    ("@보티야 안녕", "보티"),
    ("보티야, 안녕", "보티"),
    ("@bottyช่วยหน่อย", "botty"),
    ("@ช่วยเหลือหน่อย", "ช่วยเหลือ"),
    ("Trợ lý ơi, giúp mình với", "trợ lý ơi"),
    ("@tro ly giup minh", "Trợ lý"),
    ("Müller: komm mal", "müller"),
    ("يا بوتي، ساعدني", "بوتي"),
    ("@Ботти, помоги", "ботти"),
    ("<@U123> hi", "U123"),
    ("<@!99> hi", "99"),
    ("@botty:matrix.org hi", "@botty"),
    ("@bo\u200btty hi", "botty"),
    ("@🤖 hi", "🤖"),
]
NOT_CALLED = [
    ("write to mail@botty.example", "botty"),
    ("@botty2 hi", "botty"),
    ("@bottys hi", "botty"),
    ("@botty.two hi", "botty"),
    ("@botty-dev hi", "botty"),
    ("I fixed botty.", "botty"),
    ("the botty thing", "botty"),
    ("robotty, hi", "botty"),
    ("see botty://page", "botty"),
    ("99, that is a lot", "99"),
    ("a, b, c", "a"),
    ("@小明 你好", "小助手"),
    ("@Бот помоги", "ботти"),
    ("", "botty"),
    ("hello", ""),
    ("hello", "@"),
]


@pytest.mark.parametrize(("text", "name"), CALLED)
def test_who_calls_the_bot_is_heard(text: str, name: str) -> None:
    assert is_mentioned(text, [name])


@pytest.mark.parametrize(("text", "name"), NOT_CALLED)
def test_a_longer_word_an_address_or_talk_about_it_is_no_call(text: str, name: str) -> None:
    assert not is_mentioned(text, [name])


def test_any_of_several_names_counts() -> None:
    assert is_mentioned("@小助手 hi", ["botty", "小助手"]) and is_mentioned("@botty hi", ["botty", "小助手"])


@given(st.text(max_size=200), st.text(max_size=30))
def test_no_text_and_no_name_breaks_it(text: str, name: str) -> None:
    is_mentioned(text, [name])


@given(st.text(max_size=50), st.text(alphabet="abcxyz小助手ボ보", min_size=2, max_size=12))
def test_a_name_after_an_at_sign_and_before_a_comma_is_a_call_wherever_it_stands(before: str, name: str) -> None:
    assert is_mentioned(f"{before} @{name}, hello", [name])
