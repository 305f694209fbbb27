"""Recall as a bot or person uses it: who may, what comes back, and when nothing does."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from channels_bridge.actors import Actor, Permission
from kirocrew.base.clock import now
from kirocrew.base.problems import Forbidden, Invalid, NotFound
from memory.models import Kind, Record, Space, Store
from memory.recall.hits import Mode, RecallResult
from memory.services.recall import MAX_LIMIT, RecallOptions, recall
from memory.services.settings import setting_change
from tests.conftest import make_bot
from tests.memory.recalling import OWNER, embed_all, know, learn, remember, say, vector_of

WORDS_ONLY = RecallOptions(embed_seconds=0)


def ask(query: str, store: Store, options: RecallOptions = WORDS_ONLY, limit: int = 8) -> RecallResult:
    return recall(actor=OWNER, query=query, stores=[store], limit=limit, options=options)


def shown(result: RecallResult) -> list[str]:
    return [hit.text for hit in result.hits]


def test_a_hit_says_what_it_is_where_from_and_why(main_store: Store) -> None:
    record = remember(
        main_store, "The blue bicycle is in the shed", tags=("garage",), source_ref="chat 7", importance=0.9
    )[0]
    hit = ask("Where is the blue bicycle?", main_store).hits[0]
    assert (hit.id, hit.kind, hit.store, hit.text) == (record.uid, "episode", "main", "The blue bicycle is in the shed")
    assert (hit.source, hit.source_ref, hit.tags, hit.revision) == ("user_explicit", "chat 7", ("garage",), 1)
    assert (hit.why, hit.arms.cosine, hit.arms.relevance) == ("keyword_match", None, 1.0)
    assert hit.arms.keyword > 0 and hit.score > 0 and hit.observed_at == record.observed_at


def test_a_fact_comes_with_its_key_and_its_json_value(main_store: Store) -> None:
    know(main_store, favourite_editor={"name": "vim", "since": 2009})
    hit = recall(actor=OWNER, query="which editor", stores=[main_store], kinds={Kind.FACT}, options=WORDS_ONLY).hits[0]
    assert (hit.key, hit.value) == ("user.favourite_editor", {"name": "vim", "since": 2009})


def test_all_kinds_are_searched_together(main_store: Store) -> None:
    remember(main_store, "The deploy script broke on Friday")
    know(main_store, deploy_script="tools/deploy.sh")
    learn(main_store, "Never run the deploy script on a Friday")
    assert {hit.kind for hit in ask("deploy script", main_store).hits} == {"episode", "fact", "lesson"}


def test_without_vectors_recall_goes_by_words_and_says_so(main_store: Store) -> None:
    remember(main_store, "The blue bicycle is in the shed")
    result = ask("blue bicycle", main_store)
    assert result.mode is Mode.KEYWORD and result.mode_reason
    assert shown(result) == ["The blue bicycle is in the shed"]


def test_with_vectors_both_arms_answer(main_store: Store) -> None:
    remember(main_store, "The blue bicycle is in the shed", "Green tea is in the kitchen")
    embed_all()
    result = ask("The blue bicycle is in the shed", main_store, RecallOptions())
    assert result.mode is Mode.HYBRID and result.mode_reason == ""
    assert result.hits[0].why == "semantic_and_keyword"
    assert result.hits[0].arms.cosine == pytest.approx(1.0, abs=1e-5)
    assert shown(result) == ["The blue bicycle is in the shed"]


def test_vectors_of_another_model_are_not_compared(main_store: Store) -> None:
    remember(main_store, "The blue bicycle is in the shed")
    Space.objects.filter(pk=embed_all()).update(model="another@2")
    result = ask("blue bicycle", main_store, RecallOptions())
    assert result.mode is Mode.KEYWORD and "another embedding model" in result.mode_reason
    given = ask("blue bicycle", main_store, RecallOptions(vector=vector_of("blue bicycle")[:128]))
    assert given.mode is Mode.KEYWORD and "another length" in given.mode_reason


def test_a_given_vector_needs_no_model(main_store: Store) -> None:
    remember(main_store, "The blue bicycle is in the shed")
    embed_all()
    options = RecallOptions(vector=vector_of("The blue bicycle is in the shed"), embed_seconds=0)
    assert ask("zzz", main_store, options).hits[0].why == "semantic_match"


def test_nothing_relevant_is_an_answer(main_store: Store) -> None:
    remember(main_store, "The blue bicycle is in the shed", "Green tea is in the kitchen")
    for options in (WORDS_ONLY, RecallOptions()):
        result = ask("What is the boiling point of tungsten?", main_store, options)
        assert result.abstained and result.hits == () and result.note
        embed_all()


def test_a_person_who_searches_sees_what_is_hardly_relevant_too(main_store: Store) -> None:
    remember(main_store, "The blue bicycle is in the shed", "Green tea is in the kitchen", "The shed needs green paint")
    embed_all()
    query = "green thing nobody ever owned around here"
    assert ask(query, main_store, RecallOptions()).abstained
    result = ask(query, main_store, RecallOptions(admit=False))
    assert {hit.why for hit in result.hits} == {"unfiltered"} and len(result.hits) >= 2
    scores = [hit.score for hit in result.hits]
    assert scores == sorted(scores, reverse=True)


def test_an_answer_without_a_word_of_the_question_comes_with_the_turn_that_asks(private_store: Store) -> None:
    say(
        private_store,
        "c",
        ("Bob", "Where did you leave the blue bicycle?"),
        ("Ann", "Behind the garden shed, near the oak."),
        ("Bob", "Fine, I will fetch it tomorrow."),
    )
    result = ask("blue bicycle", private_store)
    assert [hit.position for hit in result.hits][:2] == [1, 2]
    assert result.hits[1].why == "neighbour_of_match"


def test_shared_memory_fades_and_private_memory_does_not(main_store: Store, private_store: Store) -> None:
    for store in (main_store, private_store):
        remember(store, "The launch checklist has twelve steps", observed_at=now() - timedelta(days=400))
        remember(store, "The launch checklist was printed again", observed_at=now() - timedelta(days=1))
    main = ask("launch checklist", main_store)
    assert [hit.text for hit in main.hits] == [
        "The launch checklist was printed again",
        "The launch checklist has twelve steps",
    ]
    assert 0.4 * main.hits[0].score < main.hits[1].score < 0.7 * main.hits[0].score
    setting_change(actor=OWNER, name="decay_floor", value=0)
    faded = ask("launch checklist", main_store)
    assert faded.hits[1].score < 0.001 * faded.hits[0].score
    private = ask("launch checklist", private_store)
    assert private.hits[1].score > 0.9 * private.hits[0].score
    neutral = ask("launch checklist", main_store, RecallOptions(embed_seconds=0, policy="private"))
    assert neutral.hits[1].score > 0.9 * neutral.hits[0].score


def test_the_owner_tunes_how_fast_a_tag_fades(main_store: Store) -> None:
    remember(main_store, "The contract number is 4711", tags=("legal",), observed_at=now() - timedelta(days=100))
    setting_change(actor=OWNER, name="decay_floor", value=0)
    before = ask("contract number", main_store).hits[0].score
    setting_change(actor=OWNER, name="decay_rates", value={"legal": 0.0})
    assert ask("contract number", main_store).hits[0].score == pytest.approx(before * 20.0855, rel=1e-3)


def test_a_question_about_the_wrong_person_is_answered_with_a_doubt(private_store: Store) -> None:
    say(
        private_store,
        "c",
        ("Gina", "I went for a walk along the river this morning"),
        ("Jon", "I won first place in the regional dance competition"),
    )
    embed_all()
    question = "When did Gina win first place in the regional dance competition?"
    assert ask(question, private_store, RecallOptions()).doubt == "other_speaker"
    assert ask(question.replace("Gina", "Jon"), private_store, RecallOptions()).doubt == ""


def test_what_was_valid_then_can_be_asked_for(main_store: Store) -> None:
    then = now() - timedelta(days=30)
    remember(main_store, "The office is in Hamburg harbour", valid_until=now() - timedelta(days=10))
    assert ask("office harbour", main_store).abstained
    assert len(ask("office harbour", main_store, RecallOptions(instant=then, embed_seconds=0)).hits) == 1


def test_a_blank_question_lists_the_newest_facts_and_is_refused_otherwise(main_store: Store) -> None:
    know(main_store, city="Lisbon", editor="vim")
    result = recall(actor=OWNER, query=" ", stores=[main_store], kinds={Kind.FACT})
    assert [hit.key for hit in result.hits] == ["user.editor", "user.city"]
    with pytest.raises(Invalid, match="blank"):
        ask(" \u200b ", main_store)


def test_a_question_without_a_single_word_finds_nothing(main_store: Store) -> None:
    remember(main_store, "The blue bicycle is in the shed")
    for query in ("???", "*", '"', "--", "..."):
        assert ask(query, main_store).abstained, query


def test_limit_kind_and_policy_are_checked(main_store: Store) -> None:
    for limit in (0, MAX_LIMIT + 1, -1):
        with pytest.raises(Invalid, match="limit"):
            ask("bicycle", main_store, limit=limit)
    with pytest.raises(Invalid, match="kind"):
        recall(actor=OWNER, query="bicycle", stores=[main_store], kinds={"dream"})
    with pytest.raises(Invalid, match="policy"):
        ask("bicycle", main_store, RecallOptions(policy="wild"))


def test_no_store_and_no_kind_find_nothing(main_store: Store) -> None:
    remember(main_store, "The blue bicycle is in the shed")
    assert recall(actor=OWNER, query="blue bicycle", stores=[]).abstained
    assert recall(actor=OWNER, query="blue bicycle", stores=[main_store], kinds=set()).abstained


def test_mallory_sees_nothing_of_a_store_she_is_not_bound_to(main_store: Store, mallory: Actor) -> None:
    remember(main_store, "The blue bicycle is in the shed")
    with pytest.raises(NotFound):
        recall(actor=mallory, query="blue bicycle", stores=[main_store])
    with pytest.raises(NotFound):
        recall(actor=mallory, query="blue bicycle")


def test_botty_asks_its_default_store_and_no_other(main_store: Store, private_store: Store, botty: Actor) -> None:
    remember(main_store, "The blue bicycle is in the shed")
    remember(private_store, "The blue bicycle belongs to Bob")
    assert shown(recall(actor=botty, query="blue bicycle")) == ["The blue bicycle is in the shed"]
    with pytest.raises(NotFound):
        recall(actor=botty, query="blue bicycle", stores=[main_store, private_store])


def test_reading_needs_the_permission(main_store: Store) -> None:
    with pytest.raises(Forbidden):
        recall(actor=make_bot("scribe", Permission.MEMORY_WRITE), query="bicycle", stores=[main_store])


def test_a_bot_of_one_project_cannot_ask_for_another(main_store: Store, botty: Actor) -> None:
    remember(main_store, "Apollo bought a blue bicycle", project="apollo")
    remember(main_store, "Zeus repaired the blue bicycle", project="zeus")
    bound = Actor(botty.kind, botty.name, botty.ident, botty.permissions, project="apollo")
    for options in (WORDS_ONLY, RecallOptions(project="zeus", embed_seconds=0)):
        result = recall(actor=bound, query="blue bicycle", stores=[main_store], options=options)
        assert shown(result) == ["Apollo bought a blue bicycle"]


def test_asking_writes_nothing(main_store: Store) -> None:
    remember(main_store, "The blue bicycle is in the shed")
    embed_all()
    before = list(Record.objects.values())
    with CaptureQueriesContext(connection) as captured:
        ask("blue bicycle", main_store, RecallOptions())
    changing = [
        query["sql"] for query in captured if query["sql"].split()[0] in ("INSERT", "UPDATE", "DELETE", "REPLACE")
    ]
    assert changing == [] and list(Record.objects.values()) == before


def test_a_question_takes_few_queries_whatever_it_finds(main_store: Store) -> None:
    remember(main_store, *(f"Bicycle number {number} was checked on lane {number * 13}" for number in range(60)))
    embed_all()
    with CaptureQueriesContext(connection) as captured:
        ask("bicycle lane", main_store, RecallOptions(admit=False), limit=50)
    assert len(captured) <= 16  # the last of them asks which of the hits are disputed
