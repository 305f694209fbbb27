"""When two skills are the same: the judge's word by whole tokens, then words."""

import pytest

from skills.learning.dedupe import (
    NEW,
    Judgement,
    Known,
    Verdict,
    judgement_read,
    settled,
    similar_to,
    triggers_union,
    words_alike,
)

KEYS = {"auto/csv", "auto/csv-tidy", "tidy"}
DUP, UPDATE = Verdict.DUPLICATE, Verdict.UPDATE


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("NONE", NEW),
        ("DUP auto/csv", Judgement(DUP, "auto/csv")),
        ("UPDATE auto/csv-tidy", Judgement(UPDATE, "auto/csv-tidy")),
        ("auto/csv-tidy", Judgement(DUP, "auto/csv-tidy")),
        ("dup `auto/csv`.", Judgement(DUP, "auto/csv")),
        ("It is an update of auto/csv: UPDATE auto/csv", Judgement(UPDATE, "auto/csv")),
        ("DUP auto/csv-other", NEW),
        ("DUP csv", NEW),
        ("DUP auto/csv or auto/csv-tidy", NEW),
        ("", NEW),
        ("它是新的", NEW),
    ],
)
def test_the_judges_word_is_read_by_whole_tokens_and_anything_else_is_new(answer: str, expected: Judgement) -> None:
    assert judgement_read(answer, KEYS) == expected


LIVE = Known("auto/csv", "Tidies CSV exports of sales with merged headers")
WAITS = Known("tidy", "Renames photos by the day they were taken", is_live=False)


def test_an_update_of_what_is_not_live_becomes_new() -> None:
    known = [LIVE, WAITS]
    assert settled(Judgement(UPDATE, "tidy"), "Makes a release", known) == NEW
    assert settled(Judgement(UPDATE, "auto/csv"), "Makes a release", known) == Judgement(UPDATE, "auto/csv")


def test_words_can_still_say_that_it_is_the_same() -> None:
    assert settled(NEW, "Tidies CSV exports of sales, with merged headers!", [LIVE, WAITS]) == Judgement(
        DUP, "auto/csv"
    )
    assert settled(Judgement(UPDATE, "tidy"), "renames PHOTOS by the day they were taken", [LIVE, WAITS]) == Judgement(
        DUP, "tidy"
    )


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("整理销售表格的表头", "整理销售表格的表头。"),
        ("販売表の見出しを整える", "販売表の見出しを整える!"),
        ("판매 표의 머리글을 정리한다", "판매 표의 머리글을 정리한다."),
        ("Räumt Verkaufstabellen auf", "räumt verkaufstabellen auf"),
        ("Dọn bảng bán hàng", "dọn bảng bán hàng"),
    ],
)
def test_words_are_compared_in_every_script(first: str, second: str) -> None:
    assert words_alike(first, second) >= 0.85
    assert words_alike(first, "Deploys a service") == 0


def test_similar_skills_come_with_their_share_of_words_the_most_alike_first() -> None:
    far = Known("auto/far", "Deploys a service to a cluster")
    near = Known("auto/near", "Tidies exports of sales")
    found = similar_to("Tidies CSV exports of sales with merged headers", (), [far, near, LIVE])
    assert [key for key, _ in found] == ["auto/csv", "auto/near"]
    assert found[0][1] == 1.0 and 0.15 <= found[1][1] < 1


def test_phrases_of_both_are_joined_the_live_ones_first_and_twelve_at_most() -> None:
    live = [f"live {number}" for number in range(8)]
    joined = triggers_union(live, ["LIVE 3", *(f"new {number}" for number in range(8))])
    assert joined == [*live, "new 0", "new 1", "new 2", "new 3"]
