"""Measuring admission: on made-up material whose right answer is plain."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from django.core.management import CommandError, call_command
from hypothesis import given
from hypothesis import strategies as st

from memory.inference.admission import (
    Material,
    Passage,
    Question,
    Scores,
    curve,
    languages,
    locomo,
    measure,
    memory_qa,
    recommended,
    share_at,
)
from memory.inference.embedding import HashEmbedder, reset_embedder
from memory.inference.models import MINILM, UNMEASURED, Admission, SpaceKey, admission_for, suits

cosines = st.lists(st.floats(-1, 1, width=32), max_size=30).map(lambda found: np.array(found, np.float32))


def scores(relevant: list[float], irrelevant: list[float]) -> Scores:
    return Scores(np.array(relevant, np.float32), np.array(irrelevant, np.float32))


def test_pairs_that_a_threshold_separates_get_that_threshold() -> None:
    best = recommended(curve(scores([0.6, 0.7, 0.8], [0.1, 0.2, 0.3]), [0.2, 0.4, 0.5, 0.65]))
    assert (best.threshold, best.precision, best.recall, best.f1) == (0.4, 1.0, 1.0, 1.0)


def test_precision_counts_as_many_irrelevant_pairs_as_relevant_ones() -> None:
    point = curve(scores([0.9, 0.1], [0.9] + [0.1] * 9), [0.5])[0]
    assert point.recall == 0.5
    assert point.precision == pytest.approx(0.5 / 0.6)


def test_no_pairs_admit_nothing_and_break_nothing() -> None:
    assert share_at(np.zeros(0, np.float32), 0.5) == 0
    assert recommended(curve(scores([], []))).f1 == 0


def test_admitting_everything_is_never_recommended_for_its_recall() -> None:
    found = scores([0.2, 0.3, 0.45, 0.5], [0.35, 0.35, 0.35, 0.35])
    assert recommended(curve(found, [0.1, 0.4])).threshold == 0.4


@given(cosines, cosines)
def test_a_higher_threshold_never_finds_more(relevant: np.ndarray, irrelevant: np.ndarray) -> None:
    points = curve(Scores(relevant, irrelevant))
    recalls = [point.recall for point in points]
    assert recalls == sorted(recalls, reverse=True)
    assert all(0 <= point.precision <= 1 and 0 <= point.f1 <= 1 for point in points)


def test_a_question_meets_its_evidence_and_the_nearest_of_other_groups_only() -> None:
    material = Material(
        [Question("where is the red key", "a", frozenset({"a1", "gone"}))],
        [
            Passage("a1", "a", "where is the red key"),
            Passage("a2", "a", "where is the red key"),
            Passage("b1", "b", "nothing in common"),
            Passage("b2", "b", "the red car"),
        ],
    )
    seen: list[tuple[int, int]] = []
    found = measure(HashEmbedder(), material, report=lambda done, total: seen.append((done, total)))
    assert found.relevant.tolist() == pytest.approx([1.0], abs=1e-5)
    assert len(found.irrelevant) == 2
    assert 0.3 < found.irrelevant.max() < 0.7
    assert seen[-1] == (5, 5)


def write_rows(path: Path, *found: dict[str, Any]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in found), "utf-8")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Two conversations, one question each, and a little of everything else."""
    turns = [
        {
            "id": f"c{talk}/{number}",
            "conversation": f"c{talk}",
            "session": 1,
            "date": "1 May, 2023",
            "speaker": "Bob",
            "text": f"{topic} number {number} " * 8,
        }
        for talk, topic in enumerate(["tomato", "trombone"])
        for number in range(4)
    ]
    asked = [
        {
            "question": "which tomato",
            "conversation": "c0",
            "category": 1,
            "evidence": ["c0/9"],
            "audit": {"correct_evidence": ["c0/1"]},
        },
        {"question": "which trombone", "conversation": "c1", "category": 4, "evidence": ["c1/2"], "audit": None},
        {"question": "which zither", "conversation": "c1", "category": 5, "evidence": ["c1/2"], "audit": None},
    ]
    write_rows(tmp_path / "locomo" / "conversations.jsonl", *turns)
    write_rows(tmp_path / "locomo" / "qa.jsonl", *asked)
    chain = {
        "id": "up",
        "lang": "zh",
        "memories": [{"text": "我住在里斯本"}, {"text": "我搬到了波尔图"}],
        "question": "我住在哪里？",
    }
    write_rows(tmp_path / "memory_qa" / "updates_written.jsonl", chain)
    said = {"id": "mb/0", "lang": "zh", "user": "mb", "query": "我喜欢喝茶"}
    write_rows(tmp_path / "memory_qa" / "memorybank_turns.jsonl", said, {**said, "id": "mb/1", "lang": "en"})
    other = {"lang": "zh", "user": "mb2", "question": "你推荐了什么书？"}
    write_rows(tmp_path / "memory_qa" / "memorybank_questions.jsonl", other)
    return tmp_path


def test_locomo_uses_audited_evidence_and_leaves_unanswerable_questions_out(data: Path) -> None:
    found = locomo(data / "locomo", questions=10, others=0)
    assert {question.text: set(question.evidence) for question in found.questions} == {
        "which tomato": {"c0/1"},
        "which trombone": {"c1/2"},
    }
    assert {passage.id: passage.text[:24] for passage in found.passages} == {
        "c0/1": "[1 May, 2023] Bob: tomat",
        "c1/2": "[1 May, 2023] Bob: tromb",
    }


def test_bare_turns_are_the_text_alone_and_long_ones_join_their_neighbours(data: Path) -> None:
    bare = locomo(data / "locomo", questions=10, others=0, bare=True)
    assert bare.passages[0].text.startswith("tomato number 1")
    long = locomo(data / "locomo", questions=10, others=0, long=True).passages[0].text
    assert len(long) > 300
    assert "number 0" in long or "number 2" in long
    assert "trombone" not in long
    assert long.count("[1 May, 2023]") == 1


def test_chains_and_questions_of_one_language_are_taken_together(data: Path) -> None:
    assert languages(data / "memory_qa") == ["zh"]
    found = memory_qa(data / "memory_qa", "zh")
    assert [passage.text for passage in found.passages] == ["我住在里斯本", "我搬到了波尔图", "我喜欢喝茶"]
    assert [len(question.evidence) for question in found.questions] == [2, 0]


def test_the_command_prints_tables_and_what_it_recommends(data: Path, settings: Any, capsys: Any) -> None:
    settings.KIROCREW_EMBEDDING_MODEL = "hash"
    reset_embedder()
    call_command("measure_admission", str(data), questions=2, others=8)
    told = capsys.readouterr().out
    assert "model hash@1, 256 dimensions" in told
    assert "over 300 characters: 2 relevant, 8 irrelevant pairs" in told
    assert "zh" in told
    assert "recommended: short" in told


def test_the_command_names_a_missing_file(tmp_path: Path, settings: Any) -> None:
    settings.KIROCREW_EMBEDDING_MODEL = "hash"
    reset_embedder()
    with pytest.raises(CommandError, match=r"qa\.jsonl|conversations\.jsonl"):
        call_command("measure_admission", str(tmp_path))


def test_the_command_says_why_there_is_no_model(tmp_path: Path, settings: Any) -> None:
    settings.KIROCREW_EMBEDDING_MODEL = "none"
    reset_embedder()
    with pytest.raises(CommandError, match="switched off"):
        call_command("measure_admission", str(tmp_path))


def test_thresholds_belong_to_the_model_and_to_the_length_of_the_text() -> None:
    both = Admission(short=0.5, long=0.4, measured_on="made up")
    assert [both.threshold(length) for length in (1, 300, 301)] == [0.5, 0.5, 0.4]
    assert admission_for(MINILM.space).measured_on.startswith("LoCoMo")
    assert admission_for(SpaceKey("unknown@0", 1024)) is UNMEASURED


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("Where does Maya live?", True),
        ("Wo wohnt die Größte?", True),
        ("Tôi thích uống cà phê", True),
        ("我住在哪里？", False),
        ("猫が窓辺で寝ている", False),
        ("고양이가 자고 있어요", False),
        ("кошка спит", False),
        ("PostgreSQL 16 的端口", True),
        ("2026-11-29 😀", True),
        ("", True),
    ],
)
def test_a_cosine_counts_only_in_scripts_the_model_learned(text: str, known: bool) -> None:
    assert suits(MINILM.space, text) is known
    assert suits(SpaceKey("somebody's@0", 1024), text)


def test_near_equals_get_the_lower_threshold() -> None:
    rising = scores([0.405] * 3 + [0.5] * 997, [0.405] * 1 + [0.2] * 999)
    assert recommended(curve(rising, [0.1, 0.4, 0.45])).threshold == 0.4
