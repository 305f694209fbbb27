"""What of long files a prompt is given, to the character."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kirocrew.agents.truncation import LEAST, PER_FILE, TOTAL, ContextFile, clamped, files_fitted, shortened

MARK = "\n\n[...truncated, read AGENTS.md for full content...]\n...(AGENTS.md: kept 14000+4000 chars of 30000)...\n\n"


def fitted(*sizes: int, letter: str = "x") -> list[int]:
    names = ("AGENTS.md", "SOUL.md", "TOOLS.md", "IDENTITY.md", "USER.md")
    files = [ContextFile(name, letter * size) for name, size in zip(names, sizes, strict=False)]
    return [len(file.text) for file in files_fitted(files)]


def test_a_long_file_keeps_its_head_and_tail_around_the_mark() -> None:
    text = "a" * 14_000 + "b" * 12_000 + "c" * 4_000

    assert shortened("AGENTS.md", text, PER_FILE) == "a" * 14_000 + MARK + "c" * 4_000
    assert len(MARK) == 104


@pytest.mark.parametrize(
    ("sizes", "kept"),
    [
        ((20_000,), [20_000]),
        ((20_001,), [18_104]),
        ((30_000, 10_000, 500), [18_104, 5_896]),
        ((20_000, 4_000, 1), [20_000, 4_000]),
        ((20_000, 3_936, 100), [20_000, 3_936, 64]),
        ((20_000, 3_937, 100), [20_000, 3_937]),
        ((20_000, 3_000, 2_000), [20_000, 3_000, 1_000]),
        ((0, 5, 0), [5]),
        ((), []),
    ],
)
def test_files_are_cut_to_the_character(sizes: tuple[int, ...], kept: list[int]) -> None:
    assert fitted(*sizes) == kept


@pytest.mark.parametrize("letter", ["字", "あ", "한", "ẵ", "ß", "🦊"])
def test_every_script_is_counted_by_characters(letter: str) -> None:
    assert fitted(30_000, 10_000, letter=letter) == [18_104, 5_896]


def test_what_is_cut_at_its_end_says_so() -> None:
    files = files_fitted([ContextFile("AGENTS.md", "a" * 30_000), ContextFile("SOUL.md", "b" * 10_000)])

    assert files[1].text == "b" * 5_895 + "…"


@pytest.mark.parametrize(
    ("room", "text"), [(5, "abcd…"), (4, "abc…"), (3, "abc"), (2, "ab"), (1, "a"), (0, ""), (9, "abcdefghi")]
)
def test_a_room_too_small_for_an_ellipsis_has_none(room: int, text: str) -> None:
    assert clamped("abcdefghi", room) == text


def test_blank_files_take_no_room() -> None:
    files = [ContextFile("SOUL.md", " \n\t　"), ContextFile("USER.md", "Bob")]

    assert [file.name for file in files_fitted(files)] == ["USER.md"]


files = st.lists(
    st.builds(ContextFile, st.sampled_from(["SOUL.md", "USER.md", "AGENTS.md"]), st.text(max_size=400)), max_size=8
)


@given(files, st.integers(0, 300), st.integers(0, 900))
def test_together_they_never_exceed_the_total(files: list[ContextFile], per_file: int, total: int) -> None:
    fitted = files_fitted(files, per_file=per_file, total=total)

    assert sum(len(file.text) for file in fitted) <= total
    assert all(file.text.strip() for file in files if file in fitted)
    names = [file.name for file in files if file.text.strip()]
    assert [file.name for file in fitted] == names[: len(fitted)]
    assert len(fitted) == len(names) or total - sum(len(file.text) for file in fitted) < LEAST


@given(st.text(alphabet="a字🦊é한", min_size=1, max_size=300), st.integers(0, 20))
def test_what_is_cut_twice_is_as_what_is_cut_once(piece: str, times: int) -> None:
    once = files_fitted([ContextFile("SOUL.md", piece * times)], per_file=2_000, total=TOTAL)

    assert once == files_fitted([ContextFile("SOUL.md", piece * times)], per_file=2_000, total=TOTAL)
    for file in once:
        assert file.text.encode()
