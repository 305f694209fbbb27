"""How much each block may have."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kirocrew.context.caps import FLOOR, caps_for
from kirocrew.context.tokens import tokens_of
from kirocrew.context.windows import window_of

NAMES = (
    "base compressed lessons raw history skills steering facts episodes projects preferences preamble replay message"
).split()
WHOLE = (165000, 44550, 37290, 34650, 26400, 24750, 16500, 12705, 3000, 6435, 4290, 4950, 80000, 8000)


@pytest.mark.parametrize(
    ("window", "sizes", "total"),
    [
        (
            1_000_000,
            (165000, 44550, 37290, 34650, 26400, 24750, 16500, 12705, 3000, 6435, 4290, 4950, 80000, 8000),
            190575,
        ),
        (400_000, (66000, 17820, 14916, 13860, 10560, 9900, 6600, 5082, 3000, 2574, 1716, 1980, 32000, 8000), 76230),
        (200_000, (33000, 8910, 7458, 6930, 5280, 4950, 3300, 2541, 2541, 1287, 858, 990, 16000, 6930), 38115),
        (32_000, (33000, 8910, 7458, 6930, 5280, 4950, 3300, 2541, 2541, 1287, 858, 990, 16000, 6930), 38115),
        (None, WHOLE, 190575),
    ],
)
def test_the_caps_are_those_of_the_reference_to_the_character(
    window: int | None, sizes: tuple[int, ...], total: int
) -> None:
    caps = caps_for(window)
    assert {name: getattr(caps, name) for name in NAMES} == dict(zip(NAMES, sizes, strict=True))
    assert caps.total == total


def test_a_window_without_a_token_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one token"):
        caps_for(0)


@given(window=st.integers(1, 10_000_000))
def test_a_larger_window_never_has_less(window: int) -> None:
    smaller, larger = caps_for(window), caps_for(window + 1)
    assert all(getattr(smaller, name) <= getattr(larger, name) for name in NAMES)
    assert smaller.base >= FLOOR and smaller.message <= smaller.raw


@pytest.mark.parametrize(
    ("model", "window"),
    [
        ("claude-sonnet-4-5-20250929", 200_000),
        ("anthropic/claude-opus-4.1", 200_000),
        ("GPT-4", 8_192),
        ("gpt-4o-mini", 128_000),
        ("gpt-4.1-nano", 1_047_576),
        ("openrouter/meta/Llama-3.1-70B", 131_072),
        ("ollama:qwen3:8b", 131_072),
        ("qwen3:8b", 131_072),
        ("smollm2", 8_192),
        ("us.anthropic.claude-sonnet-4-20250514-v1:0", 200_000),
        ("claude-sonnet-4-5[1m]", 1_000_000),
        ("house.gpt-4.1", 1_047_576),
        ("auto", None),
        ("", None),
        ("模型", None),
    ],
)
def test_a_model_is_known_by_how_its_name_begins(model: str, window: int | None) -> None:
    assert window_of(model) == window


def test_the_owners_word_about_a_model_counts_first() -> None:
    overrides = {"house-model": 64_000, "gpt-4": 16_000, "gpt-4o-mini-": 5}
    assert window_of("house-model-2", overrides) == 64_000
    assert window_of("gpt-4o", overrides) == 16_000


@pytest.mark.parametrize(
    ("text", "tokens"),
    [("", 0), ("word", 1), ("four words of text!!", 5), ("我喜欢喝茶", 4), ("🍵🍵🍵", 2), ("ab我", 2)],
)
def test_an_estimate_of_tokens_knows_scripts_without_blanks(text: str, tokens: int) -> None:
    assert tokens_of(text) == tokens
