"""Measuring recall on dialogues whose evidence is known, without touching the real database."""

import io
import json
from collections import Counter
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from memory.management.commands.measure_recall import Command
from memory.measuring import languages
from memory.models import Record, Store
from memory.recall.evaluation import Question, Scores, dialogues, measured, throwaway_database

TURNS = [
    ("c1/1", "Gina", "Where did you put the blue bicycle?"),
    ("c1/2", "Jon", "It is behind the garden shed, near the oak."),
    ("c1/3", "Gina", "I adopted a grey cat called Pepper last week."),
    ("c1/4", "Jon", "My sister moved to Lisbon for her new job."),
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    turns = [
        {
            "id": key,
            "conversation": "c1",
            "session": 1,
            "date": "4:04 pm on 20 January, 2023",
            "speaker": who,
            "text": text,
        }
        for key, who, text in TURNS
    ]
    questions = [
        {
            "question": "Where is the blue bicycle?",
            "conversation": "c1",
            "category": 4,
            "evidence": ["c1/2"],
            "audit": None,
        },
        {
            "question": "What is Gina's cat called?",
            "conversation": "c1",
            "category": 1,
            "evidence": ["c1/4"],
            "audit": {"correct_evidence": ["c1/3"]},
        },
        {"question": "Who moved?", "conversation": "c1", "category": 3, "evidence": [], "audit": None},
    ]
    (tmp_path / "conversations.jsonl").write_text("\n".join(map(json.dumps, turns)), encoding="utf-8")
    (tmp_path / "qa.jsonl").write_text("\n".join(map(json.dumps, questions)) + "\n", encoding="utf-8")
    return tmp_path


def test_corrected_evidence_counts_and_questions_without_any_are_left_out(folder: Path) -> None:
    given = dialogues(folder)
    assert [question.evidence for question in given.questions] == [frozenset({"c1/2"}), frozenset({"c1/3"})]
    assert (len(given.turns), given.without_evidence) == (4, 1)


def test_the_share_of_the_evidence_is_averaged_over_questions() -> None:
    questions = [
        Question("a", "c", 1, frozenset({"t1", "t9"})),
        Question("b", "c", 1, frozenset({"t1"})),
        Question("c", "c", 4, frozenset({"t7"})),
    ]
    scores = measured(questions, lambda question: [f"t{n}" for n in range(1, 11)])
    assert scores.means(1) == (0.75, 1.0)
    assert scores.means(4) == (0.0, 1.0)
    assert scores.means() == (0.5, 1.0)
    assert Scores().by_category == {}


@pytest.mark.django_db(transaction=True)
def test_the_command_measures_and_leaves_the_real_database_alone(folder: Path) -> None:
    name, before = connection.settings_dict["NAME"], Record.objects.count()
    out = io.StringIO()
    call_command("measure_recall", str(folder), stdout=out)
    text = out.getvalue()
    assert "4 turns, 2 questions with evidence" in text and "1 questions without evidence are left out" in text
    assert "4 stored" in text and "lexical" in text and "hybrid" in text
    assert text.count("1.000 / 1.000  (2)") == 2
    assert "unrelated" in text
    assert connection.settings_dict["NAME"] == name and Record.objects.count() == before
    assert not Store.objects.filter(slug="measure").exists()


@pytest.mark.django_db(transaction=True)
def test_words_alone_need_no_model(folder: Path) -> None:
    out = io.StringIO()
    call_command("measure_recall", str(folder), "--lexical-only", "--limit", "1", stdout=out)
    assert "hybrid" not in out.getvalue() and "1 questions with evidence" in out.getvalue()


def test_a_folder_without_the_files_is_named(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("measure_recall", str(tmp_path))


@pytest.mark.django_db(transaction=True)
def test_the_real_database_is_back_after_an_error() -> None:
    name = connection.settings_dict["NAME"]
    with pytest.raises(RuntimeError), throwaway_database():
        assert Record.objects.count() == 0
        raise RuntimeError
    assert connection.settings_dict["NAME"] == name


def test_the_questions_in_other_languages_stand_among_ten_times_as_many_others() -> None:
    pairs = languages.pairs_read()
    assert Counter(pair.lang for pair in pairs) == {"de": 10, "zh": 10, "ja": 10}
    texts = languages.memories(pairs)
    assert len(set(texts)) == len(texts) == len(pairs) * 11
    assert all(text.encode("latin-1") for text in texts) and not any(pair.question.isascii() for pair in pairs[10:])


def test_a_hit_is_the_memory_of_the_pair_among_the_first_five() -> None:
    pairs = [languages.Pair("de", f"q{n}", f"m{n}", ()) for n in range(3)] + [languages.Pair("ja", "q9", "m9", ())]
    found = {"q0": ["m0"], "q1": ["x"] * 4 + ["m1"], "q2": ["x"] * 5 + ["m2"], "q9": []}
    rates = languages.hits(pairs, lambda question: found[question])
    assert {lang: (rate.hits, rate.total) for lang, rate in rates.items()} == {
        "de": (2, 3),
        "ja": (0, 1),
        "all": (2, 4),
    }


@pytest.mark.django_db(transaction=True)
def test_they_are_asked_through_recall_under_each_policy() -> None:
    pairs = [languages.Pair("de", "Wer ist Mira?", "Mira is the new gardener.", ("The roof was mended.",))]
    out = io.StringIO()
    Command(stdout=out).ask_pairs(pairs, languages.memories(pairs), "words alone")
    assert [line.split() for line in out.getvalue().splitlines()] == [
        ["words", "alone", policy, "de", "1/1,", "all", "1/1"] for policy in ("shared", "private", "everything")
    ]


def test_without_a_folder_the_questions_have_to_be_named() -> None:
    with pytest.raises(CommandError, match="--languages"):
        call_command("measure_recall")
