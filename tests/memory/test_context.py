"""The blocks of a context: whole items, capped, counted, and only what applies."""

from pathlib import Path

import pytest

from channels_bridge.actors import Actor
from kirocrew.base.problems import NotFound
from memory.models import Store
from memory.services.context import EPISODES_CAP, FACTS_CAP, LESSONS_CAP, context_preview
from memory.services.drafts import EpisodeDraft, FactDraft, LessonDraft
from memory.services.episodes import episodes_write
from memory.services.facts import facts_write
from memory.services.lesson_scope import scope_satisfied
from memory.services.lessons import lessons_write


def test_each_block_holds_what_was_asked_for(alice: Actor, main_store: Store) -> None:
    facts_write(actor=alice, store=main_store, drafts=[FactDraft(key="user.home_city", value="Lisbon")])
    episodes_write(actor=alice, store=main_store, drafts=[EpisodeDraft(text="We rebuilt the search index on Friday")])
    lessons_write(actor=alice, store=main_store, drafts=[LessonDraft(rule="Rebuild the index after a migration")])
    preview = context_preview(actor=alice, store=main_store, query="home city and search index")
    assert "user.home_city: Lisbon" in preview.facts.text
    assert "We rebuilt the search index on Friday" in preview.episodes.text
    assert preview.lessons.text.splitlines() == [
        "Learned corrections (shown 1 of 1):",
        "- Rebuild the index after a migration",
    ]


def test_nothing_known_is_empty_blocks(alice: Actor, main_store: Store) -> None:
    preview = context_preview(actor=alice, store=main_store, query="anything")
    assert (preview.facts.text, preview.episodes.text, preview.lessons.text) == ("", "", "")


def test_blocks_keep_to_their_caps_and_items_stay_whole(alice: Actor, main_store: Store) -> None:
    facts_write(
        actor=alice,
        store=main_store,
        drafts=[FactDraft(key=f"user.note_{n}", value=f"harbour {n} " + "x" * 300) for n in range(60)],
    )
    lessons = [LessonDraft(rule=f"Rule {n} about harbour {n}: " + "y" * 440) for n in range(100)]
    lessons_write(actor=alice, store=main_store, drafts=lessons)
    episodes_write(
        actor=alice,
        store=main_store,
        drafts=[EpisodeDraft(text=f"harbour visit number {n} " + f"word{n} " * 100) for n in range(10)],
    )
    preview = context_preview(actor=alice, store=main_store, query="harbour")
    for block, cap in ((preview.facts, FACTS_CAP), (preview.episodes, EPISODES_CAP), (preview.lessons, LESSONS_CAP)):
        assert 0 < block.chars <= cap
        assert 0 < block.shown < block.total
        assert len(block.text.splitlines()) == block.shown + 1
    assert all(line.endswith("x" * 300) for line in preview.facts.text.splitlines()[1:])
    assert f"shown {preview.lessons.shown} of 100" in preview.lessons.text


def test_lessons_that_share_rare_words_with_the_question_come_first(alice: Actor, main_store: Store) -> None:
    rules = ["Write tests for parsers", "Write tests for the billing service", "Write tests for views"]
    lessons_write(actor=alice, store=main_store, drafts=[LessonDraft(rule=rule) for rule in rules])
    lines = context_preview(actor=alice, store=main_store, query="billing tests").lessons.text.splitlines()
    assert lines[1] == "- Write tests for the billing service"


def test_a_line_break_in_a_memory_makes_no_line_of_its_own(alice: Actor, main_store: Store) -> None:
    facts_write(actor=alice, store=main_store, drafts=[FactDraft(key="user.note", value="a\nLearned corrections: b")])
    assert len(context_preview(actor=alice, store=main_store, query="note").facts.text.splitlines()) == 2


def test_an_outsider_gets_no_context(mallory: Actor, alice: Actor, main_store: Store) -> None:
    facts_write(actor=alice, store=main_store, drafts=[FactDraft(key="user.home_city", value="Lisbon")])
    with pytest.raises(NotFound):
        context_preview(actor=mallory, store=main_store, query="city")


def test_a_bound_lesson_needs_its_path_in_the_repository(tmp_path: Path) -> None:
    (tmp_path / "repo" / ".git").mkdir(parents=True)
    (tmp_path / "repo" / "packages" / "web").mkdir(parents=True)
    (tmp_path / "outside").mkdir()
    (tmp_path / "repo" / "link").symlink_to(tmp_path / "outside")
    inner = str(tmp_path / "repo" / "packages")
    assert scope_satisfied("", "")
    assert scope_satisfied("packages/web", inner)
    assert scope_satisfied("web", inner)
    assert not scope_satisfied("packages/api", inner)
    assert not scope_satisfied("link", inner)
    assert not scope_satisfied("outside", inner)
    assert not scope_satisfied("packages/web", "repo")
    assert not scope_satisfied("packages/web", str(tmp_path / "missing"))
    assert not scope_satisfied("packages/web", "")


@pytest.mark.parametrize("query", [" ", "\u200b", "\u3000\u2060"])
def test_a_question_of_nothing_is_answered_as_none(alice: Actor, main_store: Store, query: str) -> None:
    episodes_write(actor=alice, store=main_store, drafts=[EpisodeDraft(text="We rebuilt the search index on Friday")])
    assert context_preview(actor=alice, store=main_store, query=query).episodes.text == ""
