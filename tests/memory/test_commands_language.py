"""`kirocrew language` as an operator types it, the trial, and the pruning of its calls."""

import io
import json
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from channels_bridge.actors import Actor
from kirocrew.base.clock import now
from kirocrew.base.problems import Forbidden
from memory.inference.chat import ChatError, ChatRequest
from memory.inference.chat_choice import chat_model_forget
from memory.inference.scripted import ScriptedModel
from memory.models import LanguageCall
from memory.services.language import language_calls, language_shown, language_try
from memory.services.pruning import prune
from memory.services.settings import settings_change

pytestmark = pytest.mark.django_db
KEY = "sk-AbCdEf0123456789AbCdEf"


@pytest.fixture(autouse=True)
def _no_model_left() -> Iterator[None]:
    yield
    chat_model_forget()


@pytest.fixture
def blue(settings: Any) -> list[ChatRequest]:
    """A model that knows the colour of the sky; the list of what it was asked."""
    asked: list[ChatRequest] = []

    def answer(request: ChatRequest) -> str:
        asked.append(request)
        return '{"answer": "The sky is blue. 青い。"}'

    settings.KIROCREW_LANGUAGE_MODEL, settings.KIROCREW_LANGUAGE_SCRIPT = "scripted", ScriptedModel(answer)
    return asked


def run(*arguments: str) -> str:
    out = io.StringIO()
    call_command("language", *arguments, stdout=out, stderr=io.StringIO())
    return out.getvalue()


def test_without_a_model_it_says_so() -> None:
    assert "model:   None" in run("show")
    with pytest.raises(CommandError, match="No language model is configured"):
        run("try")


def test_the_trial_shows_answer_tokens_and_seconds(blue: list[ChatRequest]) -> None:
    shown = run("try")
    assert "The sky is blue. 青い。" in shown and "tokens read" in shown
    found = json.loads(run("try", "--json"))
    assert (found["answer"], found["rounds"], found["cost"]) == ("The sky is blue. 青い。", 1, None)
    assert len(blue) == 2
    assert list(LanguageCall.objects.values_list("purpose", flat=True)) == ["trial", "trial"]


def test_the_trial_tells_why_it_failed(settings: Any) -> None:
    def refuse(request: ChatRequest) -> str:
        raise ChatError("models.example refuses the key (401).", kind="key_refused", passes=False)

    settings.KIROCREW_LANGUAGE_MODEL, settings.KIROCREW_LANGUAGE_SCRIPT = "scripted", refuse
    with pytest.raises(CommandError, match="refuses the key"):
        run("try")
    assert "Failed (key_refused)" in run("show")


def test_what_is_configured_is_shown_without_the_key(settings: Any, blue: list[ChatRequest]) -> None:
    run("try")
    settings.KIROCREW_LANGUAGE_MODEL = "endpoint"
    settings.KIROCREW_LANGUAGE_URL = "https://me:secret@models.example/v1"
    settings.KIROCREW_LANGUAGE_NAME, settings.KIROCREW_LANGUAGE_KEY = "small", KEY
    shown = run("show")
    assert "Address: https://models.example/v1" in shown and "Key: set" in shown
    assert "trial" in shown and "2,000,000 tokens" in shown
    document = run("show", "--json")
    assert json.loads(document)["calls"][0]["outcome"] == "used"
    assert KEY not in shown + document and "secret" not in shown + document and "blue" not in shown + document


def test_a_local_file_that_is_missing_is_shown_so(settings: Any) -> None:
    settings.KIROCREW_LANGUAGE_MODEL = "smollm2"
    assert "(not there)" in run("show")
    with pytest.raises(CommandError, match="kirocrew model install smollm2"):
        run("try")
    assert LanguageCall.objects.get().error == "not_installed"


def test_only_the_owner_and_operators_may_look_or_try(botty: Actor, mallory: Actor, blue: list[ChatRequest]) -> None:
    for actor in (botty, mallory):
        for service in (language_try, language_calls, language_shown):
            with pytest.raises(Forbidden):
                service(actor=actor)
    assert not blue


def test_old_calls_are_pruned_and_others_stay(alice: Actor, blue: list[ChatRequest]) -> None:
    settings_change(actor=alice, values={"language_calls_days": 30})
    for age in (0, 29, 31, 400):
        LanguageCall.objects.create(purpose="trial", model="x", at=now() - timedelta(days=age))
    assert prune(actor=alice).calls == 2
    assert LanguageCall.objects.count() == 2
    LanguageCall.objects.update(at=now() - timedelta(days=40))
    out = io.StringIO()
    call_command("prune", stdout=out)
    assert "2 old calls of the language model" in out.getvalue()
