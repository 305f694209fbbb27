"""Asking the language model: the day's budget, one repair round, and what is kept of a call."""

import json
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from channels_bridge.actors import Actor
from memory.inference.chat import ChatError, ChatRequest
from memory.inference.chat_choice import chat_model_forget
from memory.inference.scripted import ScriptedModel
from memory.models import LanguageCall
from memory.services import language
from memory.services.language import BudgetSpent, language_ask, language_budget, language_model
from memory.services.settings import settings_change

SECRETLY = "The vault is behind the green door."
Script = Callable[[ChatRequest], str]


@pytest.fixture(autouse=True)
def _no_model_left() -> Iterator[None]:
    yield
    chat_model_forget()


@pytest.fixture
def says(settings: Any) -> Callable[..., list[ChatRequest]]:
    """Configure a model that gives these answers, one after the other; returns the list of what it was asked."""

    def configure(*answers: str | ChatError) -> list[ChatRequest]:
        asked: list[ChatRequest] = []

        def answer(request: ChatRequest) -> str:
            asked.append(request)
            said = answers[min(len(asked), len(answers)) - 1]
            if isinstance(said, ChatError):
                raise said
            return said

        settings.KIROCREW_LANGUAGE_MODEL = "scripted"
        settings.KIROCREW_LANGUAGE_SCRIPT = ScriptedModel(answer)
        return asked

    return configure


def question(**more: Any) -> ChatRequest:
    return ChatRequest(system="You keep notes.", prompt=SECRETLY, purpose="trial", **more)


def colour(value: Any) -> str:
    if not isinstance(value, dict) or not isinstance(value.get("colour"), str):
        raise ValueError('there was no text "colour" in it')
    return str(value["colour"])


def test_without_a_model_nothing_is_asked_and_nothing_kept(db: None, settings: Any) -> None:
    settings.KIROCREW_LANGUAGE_MODEL = "none"
    assert language_model() is None
    with pytest.raises(ChatError) as caught:
        language_ask(question(), read=colour)
    assert (caught.value.kind, caught.value.passes) == ("no_model", False)
    assert not LanguageCall.objects.exists()


def test_an_answer_is_read_and_the_call_kept_without_its_words(db: None, says: Any) -> None:
    says('Here: {"colour": "green"}')
    asked = language_ask(question(), read=colour, about="0198c0de-0000-7000-8000-000000000000")
    assert (asked.value, asked.rounds, asked.cost) == ("green", 1, None)
    call = LanguageCall.objects.get()
    assert (call.purpose, call.model, call.outcome, call.error) == ("trial", "scripted", "used", "")
    assert call.about == "0198c0de-0000-7000-8000-000000000000"
    assert (call.prompt_tokens, call.answer_tokens) == (asked.prompt_tokens, asked.answer_tokens)
    kept = json.dumps(list(LanguageCall.objects.values()), default=str)
    assert "green" not in kept and "vault" not in kept and "notes" not in kept


def test_an_unusable_answer_is_asked_for_once_more_with_what_was_wrong(db: None, says: Any) -> None:
    asked = says('{"color": "green"}', '{"colour": "green"}')
    done = language_ask(question(), read=colour)
    assert (done.value, done.rounds) == ("green", 2)
    assert asked[1].prompt.startswith(SECRETLY)
    assert 'there was no text "colour" in it' in asked[1].prompt
    assert '{"color": "green"}' in asked[1].prompt
    rows = list(LanguageCall.objects.order_by("id").values_list("outcome", "error", "repairs"))
    assert rows == [("unusable", "not_as_asked", False), ("used", "", True)]
    assert done.prompt_tokens == sum(LanguageCall.objects.values_list("prompt_tokens", flat=True))


def test_a_cut_off_answer_is_told_so(db: None, says: Any) -> None:
    asked = says('{"colour": "gre', '{"colour": "green"}')
    assert language_ask(question(), read=colour).value == "green"
    assert "cut off" in asked[1].prompt
    assert LanguageCall.objects.order_by("id")[0].error == "cut_off"


def test_after_two_unusable_answers_it_fails_with_a_type(db: None, says: Any) -> None:
    asked = says("I'd rather not.", '{"color": "green"}')
    with pytest.raises(ChatError) as caught:
        language_ask(question(), read=colour)
    assert len(asked) == 2
    assert (caught.value.kind, caught.value.passes) == ("unusable", True)
    assert "green" not in str(caught.value) and "rather" not in str(caught.value)
    assert set(LanguageCall.objects.values_list("outcome", flat=True)) == {"unusable"}


def test_the_repair_leaves_the_old_answer_out_where_the_window_is_full(db: None, settings: Any, says: Any) -> None:
    asked = says("x" * 3_000, '{"colour": "green"}')
    settings.KIROCREW_LANGUAGE_SCRIPT.window = 450
    language_ask(question(max_tokens=200), read=colour)
    assert "xxx" not in asked[1].prompt and "could not be used" in asked[1].prompt


def test_a_model_that_fails_is_on_record_with_the_kind(db: None, says: Any) -> None:
    says(ChatError("No answer in time.", kind="too_slow"))
    with pytest.raises(ChatError, match="No answer in time"):
        language_ask(question(), read=colour)
    call = LanguageCall.objects.get()
    assert (call.outcome, call.error, call.answer_tokens) == ("failed", "too_slow", 0)
    assert call.prompt_tokens > 0, "the other side may have read it, and counts it"
    says(ChatError("Wrong key.", kind="key_refused", passes=False))
    with pytest.raises(ChatError):
        language_ask(question(), read=colour)
    assert LanguageCall.objects.order_by("-id")[0].prompt_tokens == 0


def test_a_fault_in_the_model_is_on_record_too(db: None, says: Any, settings: Any) -> None:
    def broken(request: ChatRequest) -> str:
        raise RuntimeError("out of luck")

    says("")
    settings.KIROCREW_LANGUAGE_SCRIPT = ScriptedModel(broken)
    with pytest.raises(RuntimeError):
        language_ask(question(), read=colour)
    assert LanguageCall.objects.get().error == "crashed"


def test_cost_is_counted_at_the_owners_prices(db: None, says: Any, alice: Actor) -> None:
    settings_change(actor=alice, values={"language_prompt_price": 1.0, "language_answer_price": 4})
    says('{"colour": "green"}')
    done = language_ask(question(), read=colour)
    expected = (Decimal(done.prompt_tokens) + 4 * Decimal(done.answer_tokens)) / 1_000_000
    assert done.cost == expected == LanguageCall.objects.get().cost


def test_the_days_tokens_stop_before_the_question_that_would_pass_them(db: None, says: Any, alice: Actor) -> None:
    settings_change(actor=alice, values={"language_tokens_per_day": 300})
    asked = says('{"colour": "green"}')
    with pytest.raises(BudgetSpent) as caught:
        for _ in range(50):
            language_ask(question(max_tokens=100), read=colour)
    assert 0 < len(asked) < 50
    budget = language_budget()
    assert budget.tokens <= 300
    assert caught.value.passes and caught.value.kind == "budget"
    assert caught.value.until == budget.until > datetime.now(UTC)
    assert f"goes on at 00:00 on {budget.until:%Y-%m-%d} (UTC)" in str(caught.value)


def test_the_days_cost_stops_too(db: None, says: Any, alice: Actor) -> None:
    settings_change(actor=alice, values={"language_answer_price": 1000, "language_cost_per_day": 0.15})
    asked = says('{"colour": "green"}')
    with pytest.raises(BudgetSpent, match="are used, this may cost"):
        for _ in range(50):
            language_ask(question(max_tokens=100), read=colour)
    assert 0 < len(asked) < 50
    assert language_budget().cost <= Decimal("0.15")


def test_a_new_day_of_the_owners_zone_begins_with_nothing_used(
    db: None, says: Any, settings: Any, alice: Actor
) -> None:
    settings.TIME_ZONE = "Pacific/Auckland"
    settings_change(actor=alice, values={"language_tokens_per_day": 290})
    asked = says('{"colour": "green"}')
    language_ask(question(max_tokens=250), read=colour)
    with pytest.raises(BudgetSpent, match="Pacific/Auckland"):
        language_ask(question(max_tokens=250), read=colour)
    began = language_budget().until - timedelta(days=1)
    LanguageCall.objects.update(at=began - timedelta(seconds=1))
    language_ask(question(max_tokens=250), read=colour)
    assert len(asked) == 2


def test_a_call_whose_process_was_killed_still_counts(db: None, says: Any, alice: Actor) -> None:
    settings_change(actor=alice, values={"language_tokens_per_day": 300})
    says('{"colour": "green"}')
    LanguageCall.objects.create(purpose="trial", model="scripted", prompt_tokens=20, answer_tokens=200)
    with pytest.raises(BudgetSpent):
        language_ask(question(max_tokens=100), read=colour)


@pytest.mark.django_db(transaction=True)
def test_no_question_waits_inside_a_transaction(says: Any) -> None:
    from django.db import transaction

    asked = says('{"colour": "green"}')
    with pytest.raises(RuntimeError), transaction.atomic():
        language_ask(question(), read=colour)
    assert not asked


@pytest.mark.django_db(transaction=True)
def test_many_that_ask_at_once_stay_within_the_budget(says: Any, alice: Actor) -> None:
    """What each may take is set aside before it asks, in one transaction with the look at the rest."""
    settings_change(actor=alice, values={"language_tokens_per_day": 1_000})
    asked = says('{"colour": "green"}')
    language_model()
    held, barrier = [], threading.Barrier(8)

    def ask() -> None:
        try:
            barrier.wait(30)
            language_ask(question(max_tokens=280), read=colour)
        except BudgetSpent as stop:
            held.append(stop)
        finally:
            connection.close()

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert len(asked) + len(held) == 8
    assert asked
    assert language_budget().tokens <= 1_000


def test_a_script_can_be_a_file_or_a_function_by_its_import_path(db: None, settings: Any, tmp_path: Path) -> None:
    script = tmp_path / "answers.json"
    script.write_text(
        json.dumps(
            {
                "answers": [
                    {"purpose": "other", "answer": "{}"},
                    {"when": "vault", "answer": {"colour": "grün"}},
                    {"error": "too_slow"},
                ]
            }
        )
    )
    settings.KIROCREW_LANGUAGE_MODEL, settings.KIROCREW_LANGUAGE_SCRIPT = "scripted", str(script)
    assert language_ask(question(), read=colour).value == "grün"
    with pytest.raises(ChatError) as caught:
        language_ask(ChatRequest(system="", prompt="Who are you?", purpose="trial"), read=colour)
    assert caught.value.kind == "too_slow"
    settings.KIROCREW_LANGUAGE_SCRIPT = f"{__name__}:always_red"
    assert language_ask(question(), read=colour).value == "red"


def always_red(request: ChatRequest) -> str:
    return '{"colour": "red"}'


@pytest.mark.parametrize("script", ["", "nowhere:nothing", "json:no_such_name", "json:__doc__", "/no/such/file.json"])
def test_a_script_that_cannot_be_used_says_why(db: None, settings: Any, script: str) -> None:
    settings.KIROCREW_LANGUAGE_MODEL, settings.KIROCREW_LANGUAGE_SCRIPT = "scripted", script
    with pytest.raises(ChatError, match="scripted model can't be used") as caught:
        language.language_model()
    assert (caught.value.kind, caught.value.passes) == ("not_configured", False)
