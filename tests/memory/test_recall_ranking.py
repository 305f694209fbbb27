"""Ranking by numbers worked out by hand."""

import math
from datetime import timedelta

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.inference.models import MINILM, MINILM_SHORT, Admission
from memory.recall.doubts import OTHER_SPEAKER, speaker_doubt
from memory.recall.engine import Corpus, PoolRow
from memory.recall.facts import fact_keyword_score, fact_score, rank_facts
from memory.recall.keywords import Keywords, keyword_scores, surroundings, term_weight
from memory.recall.ranking import (
    PRIVATE,
    SHARED,
    Fading,
    RankingPolicy,
    Reason,
    admissions,
    cosine_floor,
    days_old,
    decay_rate,
    diverse,
    final_scores,
    jaccard,
    relevance,
)
from tests.memory.recalling import DAY, row

QWEN = Admission(short=0.55, long=0.42, measured_on="a test")
NARROW = Admission(short=0.81, long=0.81, measured_on="a test", spread=0.4, contrast=2.5, stands_out=0.03)
CORPUS = Corpus(rows=100, frequencies={"apple": 1, "pear": 10, "plum": 100})


def words_of(rows: list[PoolRow], *terms: str) -> Keywords:
    return keyword_scores(rows, terms, CORPUS)


def reasons(rows: list[PoolRow], *terms: str, policy: RankingPolicy) -> list[Reason]:
    return admissions(rows, words_of(rows, *terms), terms=len(terms), thresholds=QWEN, policy=policy)


def test_a_term_weighs_by_its_rarity_and_never_nothing() -> None:
    assert term_weight(CORPUS, "apple") == pytest.approx(math.log(1 + 99.5 / 1.5))
    assert term_weight(CORPUS, "plum") == pytest.approx(math.log(1 + 0.5 / 100.5))
    assert term_weight(CORPUS, "unseen") == term_weight(CORPUS, "apple")
    assert term_weight(Corpus(0, {}), "any") > 0


def test_one_text_alone_scores_its_bm25_times_own_and_session_share() -> None:
    # One text of average length with the term once: 2.2 / 2.2, counted 1 + 0.3 (session) + 0.3 (own).
    scored = words_of([row(1, "apple x x x")], "apple")
    assert scored.scores[0] == pytest.approx(1.6 * math.log(1 + 99.5 / 1.5))


def test_a_second_mention_saturates_and_a_longer_text_counts_less() -> None:
    short, twice, long = words_of([row(1, "apple x"), row(2, "apple apple"), row(3, "apple x x x x x")], "apple").scores
    weight = 1.6 * math.log(1 + 99.5 / 1.5)
    # Mean length 10/3: the norm of two words is 1.2 * (0.6 + 0.4 * 0.6), of six 1.2 * (0.6 + 0.4 * 1.8).
    assert short == pytest.approx(weight * 2.2 / (1 + 1.008))
    assert twice == pytest.approx(weight * 2 * 2.2 / (2 + 1.008))
    assert long == pytest.approx(weight * 2.2 / (1 + 1.584))


def turns(*words: str, **more: object) -> list[PoolRow]:
    return [row(n, text, conversation="c", session="1", position=n, **more) for n, text in enumerate(words, 1)]


def telling(terms: int) -> float:
    """What a turn of so many terms counts, beside one of 15."""
    return (1 + 0.15 * math.log(1 + terms)) / (1 + 0.15 * math.log(16))


def test_of_turns_that_match_alike_the_one_that_says_more_counts_more() -> None:
    long = " ".join("abcdefghijklmn")
    short, told = words_of([*turns("apple x"), *turns("", f"apple {long}")[1:]], "apple").scores
    plain = words_of([row(1, "apple x"), row(2, f"apple {long}")], "apple").scores
    assert plain[0] > plain[1]  # of texts that are no turns the shorter one is the more about it
    assert told / short > plain[1] / plain[0] * 1.1


def test_a_turn_takes_up_what_was_said_around_it() -> None:
    weight = math.log(1 + 99.5 / 1.5) * telling(2)
    scores = words_of(turns("apple x", "x x", "x x", "x x", "x x"), "apple").scores
    # Turns after it get 0.7, 0.5, 0.3 of it; every turn of the session 0.3 more; itself 0.3 more.
    assert scores == pytest.approx(np.array([1.6, 1.0, 0.8, 0.6, 0.3]) * weight)


def test_a_later_turn_tells_a_little_less_than_an_earlier_one() -> None:
    weight = math.log(1 + 99.5 / 1.5) * telling(2)
    assert words_of(turns("x x", "apple x"), "apple").scores[0] == pytest.approx((0.7 * 0.9 + 0.3) * weight)


def test_an_answer_takes_up_more_of_its_question_and_a_question_is_worth_less() -> None:
    weight = math.log(1 + 99.5 / 1.5) * telling(2)
    asked = [row(1, "apple x", conversation="c", session="1", position=1, asks=True), *turns("", "x x")[1:]]
    assert words_of(asked, "apple").scores == pytest.approx(np.array([0.8 * 1.6, 0.7 * 1.3 + 0.3]) * weight)


def test_other_sessions_conversations_and_stores_are_no_neighbours() -> None:
    place = {"conversation": "c", "session": "1", "position": 1, "store_id": 1}
    for change in ({"session": "2"}, {"conversation": "d"}, {"store_id": 2}, {"position": 9, "session": "3"}):
        rows = [row(1, "apple x", **place), row(2, "x x", **(place | {"position": 2} | change))]
        assert words_of(rows, "apple").scores[1] == 0


def test_memories_outside_a_conversation_stand_alone() -> None:
    assert words_of([row(1, "apple x", position=1), row(2, "x x", position=2)], "apple").scores[1] == 0


def test_the_named_speaker_counts_a_tenth_more() -> None:
    rows = [row(1, "gina apple", speaker="Gina"), row(2, "jon apple", speaker="Jon")]
    corpus = Corpus(100, {"apple": 1, "gina": 100, "jon": 100})
    gina, jon = keyword_scores(rows, ["apple", "gina"], corpus).scores
    base = keyword_scores([row(1, "gina apple"), row(2, "jon apple")], ["apple", "gina"], corpus).scores
    assert gina == pytest.approx(1.1 * base[0])
    assert jon == pytest.approx(base[1])


def test_words_together_as_in_the_question_count_more() -> None:
    together, apart = words_of([row(1, "apple x pear x x x"), row(2, "apple x x x x pear")], "apple", "pear").scores
    weights = math.log(1 + 99.5 / 1.5) + math.log(1 + 90.5 / 10.5)
    assert together - apart == pytest.approx(1.6 * 0.2 * weights)
    reverse = words_of([row(1, "pear apple x x x x"), row(2, "apple x x x x pear")], "apple", "pear").scores
    assert reverse[0] == pytest.approx(reverse[1])


def test_coverage_is_the_share_of_the_questions_terms_in_the_text_itself() -> None:
    scored = words_of(turns("apple pear", "x x"), "apple", "pear", "plum", "unseen")
    assert list(scored.matched) == [2, 0]
    assert list(scored.coverage) == [0.5, 0.0]
    weights = [term_weight(CORPUS, term) for term in ("apple", "pear", "plum", "unseen")]
    assert scored.weight[0] == pytest.approx(sum(weights[:2]) / sum(weights))


def test_no_terms_or_no_candidates_score_nothing() -> None:
    assert list(words_of([row(1, "apple")]).scores) == [0.0]
    assert words_of([], "apple").scores.size == 0


def fused(rows: list[PoolRow], *terms: str) -> list[float]:
    around = surroundings(rows, terms)
    return list(relevance(rows, keyword_scores(rows, terms, CORPUS, around), around))


def test_both_arms_are_mixed_four_to_six() -> None:
    rows = [row(1, "apple x", cosine=0.5), row(2, "x x", cosine=0.9)]
    # No neighbours known: (c + 0.3 * 0.6 c) / 1.3.
    spread = (1 + 0.18) / 1.3
    assert fused(rows, "apple") == pytest.approx([0.4 * 0.5 * spread + 0.6, 0.4 * 0.9 * spread])


def test_a_turn_shares_its_better_neighbours_cosine() -> None:
    rows = [
        row(n, words, conversation="c", session="1", position=n, cosine=cosine)
        for n, words, cosine in ((1, "x x", 0.2), (2, "apple x", 0.5), (3, "x x", 0.8))
    ]
    strength = (0.5 + 0.3 * 0.8) / 1.3 * telling(2)
    # The middle turn has the best keyword score.
    assert fused(rows, "apple")[1] == pytest.approx(0.4 * strength + 0.6)


def test_one_silent_arm_leaves_the_other_as_it_is() -> None:
    assert fused([row(1, "x x", cosine=0.7), row(2, "x", cosine=-0.2)], "apple") == [0.7, 0.0]
    only_words = fused([row(1, "apple x"), row(2, "x x")], "apple")
    assert only_words == [1.0, 0.0]


def near_one_another(best: float, *, count: int = 30, text: str = "other words") -> list[PoolRow]:
    """A candidate and others whose middle cosine is 0.77."""
    return [row(0, text, cosine=best), *(row(n, "other words", cosine=0.755 + 0.001 * n) for n in range(1, count))]


def admitted_near(rows: list[PoolRow], policy: RankingPolicy, thresholds: Admission = NARROW) -> list[int]:
    told = admissions(rows, words_of(rows, "apple"), terms=1, thresholds=thresholds, policy=policy)
    return [item.record_id for item, reason in zip(rows, told, strict=True) if reason is Reason.SEMANTIC]


@pytest.mark.parametrize("policy", [SHARED, PRIVATE])
def test_a_question_in_another_language_is_answered_by_what_stands_out(policy: RankingPolicy) -> None:
    assert admitted_near(near_one_another(0.802), policy) == [0]
    assert admitted_near(near_one_another(0.798), policy) == []


def test_standing_out_says_nothing_among_few_nor_where_words_are_found_nor_for_other_models() -> None:
    assert admitted_near(near_one_another(0.805, count=29), SHARED) == []
    assert admitted_near([*near_one_another(0.805), row(40, "apple", cosine=0.5)], SHARED) == []
    assert admitted_near(near_one_another(0.805), SHARED, Admission(0.81, 0.81, "a test")) == []


def test_cosines_that_lie_close_together_are_drawn_apart_before_they_are_weighed() -> None:
    assert MINILM.admission.short == MINILM_SHORT and MINILM.admission.strength(0.3) == 0.3
    assert NARROW.strength(0.81) == MINILM_SHORT and NARROW.strength(0.83) == pytest.approx(0.47)
    rows = [row(1, "apple", cosine=0.78), row(2, "pear", cosine=0.86), row(3, "plum", cosine=0.5)]
    around = surroundings(rows, ["fig"])
    told = relevance(rows, words_of(rows, "fig"), around, thresholds=NARROW)
    assert list(told) == pytest.approx([0.345, 0.545, 0.0])
    ranked = rank_facts(rows, ["fig"], has_vector=True, thresholds=NARROW)
    assert [(item.record_id, round(score, 3)) for item, score in ranked] == [(2, 0.327), (1, 0.207)]


def test_a_policy_asks_for_more_by_the_spread_of_the_model() -> None:
    assert cosine_floor(300, NARROW, PRIVATE) == pytest.approx(0.838)
    assert cosine_floor(301, NARROW, PRIVATE) == pytest.approx(0.87)
    assert cosine_floor(300, NARROW, SHARED) == 0.81


@pytest.mark.parametrize(
    ("policy", "characters", "floor"),
    [(SHARED, 300, 0.55), (SHARED, 301, 0.42), (PRIVATE, 300, 0.62), (PRIVATE, 301, 0.57)],
)
def test_the_floor_depends_on_length_and_policy(policy: RankingPolicy, characters: int, floor: float) -> None:
    assert cosine_floor(characters, QWEN, policy) == pytest.approx(floor)
    at, below = row(1, characters=characters, cosine=floor), row(2, characters=characters, cosine=floor - 0.001)
    assert reasons([at, below], "apple", policy=policy) == [Reason.SEMANTIC, Reason.INSUFFICIENT]


@pytest.mark.parametrize("policy", [SHARED, PRIVATE])
def test_words_admit_with_two_terms_and_half_of_the_question(policy: RankingPolicy) -> None:
    one, two, both = row(1, "apple", cosine=0.1), row(2, "apple pear", cosine=0.1), row(3, "apple pear", cosine=0.7)
    assert reasons([one, two, both], "apple", "pear", "plum", policy=policy) == [
        Reason.INSUFFICIENT,
        Reason.KEYWORD,
        Reason.SEMANTIC_AND_KEYWORD,
    ]
    assert reasons([two], "apple", "pear", "a", "b", "c", policy=policy) == [Reason.INSUFFICIENT]
    assert reasons([one], "apple", policy=policy) == [Reason.KEYWORD]


def test_what_has_no_vector_is_admitted_by_a_telling_word_in_shared_memory_only() -> None:
    telling, faint = row(1, "apple x"), row(2, "plum x")
    terms = ("apple", "plum", "pear", "unseen")
    assert reasons([telling, faint], *terms, policy=SHARED) == [Reason.NO_VECTOR, Reason.INSUFFICIENT]
    assert reasons([telling, faint], *terms, policy=PRIVATE) == [Reason.INSUFFICIENT, Reason.INSUFFICIENT]


def test_turns_within_two_of_an_admitted_one_come_with_it() -> None:
    rows = turns("x", "x", "apple pear", "x", "x", "x", cosine=0.0)
    found = reasons(rows, "apple", "pear", policy=PRIVATE)
    near = Reason.NEIGHBOUR
    assert found == [near, near, Reason.KEYWORD, near, near, Reason.INSUFFICIENT]


def test_shared_memory_weighs_importance_and_fades_by_whole_days() -> None:
    rows = [
        row(1, importance=1.0, observed=(DAY - timedelta(days=10, hours=23)).timestamp()),
        row(2, importance=0.0, observed=DAY.timestamp()),
        row(3, importance=0.5, observed=(DAY + timedelta(days=5)).timestamp()),
    ]
    relevance = np.array([0.8, 0.8, 0.8])
    scores = final_scores(rows, relevance, policy=SHARED, instant=DAY, fading=Fading(floor=0.0))
    assert scores == pytest.approx([0.8 * 1.0 * math.exp(-0.03 * 10), 0.8 * 0.7, 0.8 * 0.85])
    scores = final_scores(rows, relevance, policy=SHARED, instant=DAY, fading=Fading(floor=0.25))
    assert scores[0] == pytest.approx(0.8 * (0.25 + 0.75 * math.exp(-0.03 * 10)))


def test_age_never_outweighs_twice_the_relevance() -> None:
    rows = [row(1, observed=(DAY - timedelta(days=3_000)).timestamp()), row(2, observed=DAY.timestamp())]
    scores = final_scores(rows, np.array([0.9, 0.4]), policy=SHARED, instant=DAY, fading=Fading())
    assert scores[0] > scores[1]


def test_private_memory_does_not_fade() -> None:
    old = row(1, importance=0.5, observed=(DAY - timedelta(days=4_000)).timestamp())
    old_private = final_scores([old], np.array([0.8]), policy=PRIVATE, instant=DAY, fading=Fading())
    assert old_private == pytest.approx([0.8 * 0.925])


def test_very_old_records_keep_their_order() -> None:
    rows = [row(n, observed=(DAY - timedelta(days=900 + n)).timestamp()) for n in range(3)]
    scores = final_scores(rows, np.ones(3), policy=SHARED, instant=DAY, fading=Fading())
    assert scores[0] > scores[1] > scores[2] > 0


@pytest.mark.parametrize(
    ("tags", "rates", "rate"),
    [
        ((), {}, 0.03),
        (("Legal",), {"legal": 0.001}, 0.001),
        (("a", "b"), {"a": 0.2, "b": 0.1}, 0.1),
        (("a",), {"default": 0.5}, 0.5),
        (("a",), {"a": 0.4, "default": 0.01}, 0.4),
        (("a",), {"a": 99.0}, 10.0),
        (("a",), {"a": -1.0}, 0.0),
    ],
)
def test_the_smallest_rate_of_its_tags_holds(tags: tuple[str, ...], rates: dict[str, float], rate: float) -> None:
    assert decay_rate(tags, rates) == rate


def test_age_is_counted_in_whole_days_and_never_negative() -> None:
    assert days_old((DAY - timedelta(hours=47)).timestamp(), DAY.timestamp()) == 1
    assert days_old((DAY + timedelta(days=3)).timestamp(), DAY.timestamp()) == 0


def test_variety_prefers_something_new_to_a_near_copy() -> None:
    words = [frozenset("abcd"), frozenset("abcd"), frozenset("wxyz")]
    # Copy: 0.6 * 0.9 - 0.4 * 1; other: 0.6 * 0.5.
    assert diverse([1.0, 0.9, 0.5], words, limit=3) == [0, 2, 1]
    assert diverse([1.0, 0.9, 0.5], words, limit=2, variety=1.0) == [0, 1]


def test_variety_works_when_nothing_scores_above_zero() -> None:
    assert diverse([-1.0, -0.5], [frozenset("a"), frozenset("b")], limit=5) == [1, 0]
    assert diverse([], [], limit=5) == []


@given(st.lists(st.tuples(st.floats(-1, 1), st.frozensets(st.sampled_from("abcdef"))), max_size=12), st.integers(0, 15))
def test_variety_picks_each_at_most_once_and_the_best_first(
    rows: list[tuple[float, frozenset[str]]], limit: int
) -> None:
    scores = [score for score, _ in rows]
    picked = diverse(scores, [words for _, words in rows], limit=limit)
    assert len(picked) == len(set(picked)) == min(limit, len(rows))
    if picked:
        assert scores[picked[0]] == max(scores)


def test_jaccard_is_the_share_of_shared_words() -> None:
    assert jaccard(frozenset("abc"), frozenset("bcd")) == 0.5
    assert jaccard(frozenset(), frozenset()) == 0.0


def test_a_facts_key_weighs_three_times_its_value() -> None:
    stored = "user favourit editor | vim with plugin".split()
    assert fact_keyword_score(stored, frozenset({"favourit", "editor"})) == pytest.approx(0.6)
    assert fact_keyword_score(stored, frozenset({"vim", "plugin"})) == pytest.approx(0.2)
    assert fact_keyword_score(stored, frozenset({"editor", "vim"})) == pytest.approx(0.4)
    assert fact_keyword_score("a b c d | e".split(), frozenset("abcd")) == 1.0


def test_a_facts_score_mixes_six_to_four_when_the_question_has_a_vector() -> None:
    fact = row(1, "user editor | vim", kind="fact", cosine=0.5)
    assert fact_score(fact, frozenset({"editor"}), has_vector=True) == pytest.approx(0.6 * 0.5 + 0.4 * 0.3)
    assert fact_score(fact, frozenset({"editor"}), has_vector=False) == pytest.approx(0.3)
    assert fact_score(row(2, "user editor | vim", cosine=-0.9), frozenset({"vim"}), has_vector=True) == pytest.approx(
        0.04
    )


def test_facts_without_a_score_are_dropped_and_the_longer_standing_goes_first() -> None:
    newer = row(1, "a | vim", updated=(DAY + timedelta(days=1)).timestamp())
    older = row(2, "b | vim", updated=DAY.timestamp())
    ranked = rank_facts([newer, older, row(3, "c | emacs")], ["vim"], has_vector=False)
    assert [fact.record_id for fact, _ in ranked] == [2, 1]


def test_a_question_about_one_person_answered_by_another_is_doubted() -> None:
    gina = row(1, "gina hello x", speaker="Gina", cosine=0.2)
    jon = row(2, "jon apple pear", speaker="Jon", cosine=0.7)
    terms = ["gina", "apple", "pear"]
    corpus = Corpus(100, {"gina": 50, "jon": 50, "apple": 1, "pear": 10})
    assert speaker_doubt([gina, jon], terms, corpus) == OTHER_SPEAKER
    answered = row(3, "gina apple pear", speaker="Gina", cosine=0.7)
    assert speaker_doubt([answered, jon], terms, corpus) == ""
    assert speaker_doubt([gina, jon], ["apple", "pear"], corpus) == ""
    assert speaker_doubt([gina], terms, corpus) == ""
    assert speaker_doubt([gina, jon], ["gina"], corpus) == ""
