"""The language model's page: what is configured, the trial, today's use, the owner's limits and the last calls."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from channels_bridge.actors import Actor
from memory.inference.chat import ChatError, ChatRequest
from memory.inference.chat_choice import chat_chosen, chat_model_forget
from memory.inference.chat_endpoint import EndpointModel
from memory.models import Event, LanguageCall
from memory.services.language import language_model
from memory.services.settings import settings_all, settings_change

KEY = "sk-AbCdEf0123456789AbCdEf"
HOSTILE = "<script>document.title='taken'</script>"


@pytest.fixture(autouse=True)
def _no_model_left() -> Iterator[None]:
    yield
    chat_model_forget()


def shown(client: Client) -> str:
    answer = client.get(reverse("admin:settings-language"))
    assert answer.status_code == 200
    return answer.content.decode()


def tried(client: Client, settings: Any, script: Any) -> str:
    settings.KIROCREW_LANGUAGE_MODEL, settings.KIROCREW_LANGUAGE_SCRIPT = "scripted", script
    answer = client.post(reverse("admin:settings-language-try"))
    assert answer.status_code == 200
    return answer.content.decode()


def test_without_a_model_it_says_what_still_works_and_how_to_get_one(client: Client) -> None:
    page = shown(client)
    assert "Nothing is lost" in page and "KIROCREW_LANGUAGE_MODEL" in page
    assert "disabled" in page
    assert "No language model is configured" in client.post(reverse("admin:settings-language-try")).content.decode()


def test_the_settings_page_leads_to_it(client: Client, main_store: Any) -> None:
    page = client.get(reverse("admin:settings")).content.decode()
    assert reverse("admin:settings-language") in page
    assert "language_tokens_per_day" not in page


def test_an_endpoint_is_shown_without_its_key(client: Client, settings: Any) -> None:
    settings.KIROCREW_LANGUAGE_MODEL, settings.KIROCREW_LANGUAGE_URL = "endpoint", "https://models.example/v1"
    settings.KIROCREW_LANGUAGE_NAME, settings.KIROCREW_LANGUAGE_KEY = "small", KEY
    page = shown(client)
    assert "https://models.example/v1" in page and "small" in page
    assert KEY not in page


def test_a_model_that_cannot_be_used_says_why(client: Client, settings: Any) -> None:
    settings.KIROCREW_LANGUAGE_MODEL, settings.KIROCREW_LANGUAGE_SCRIPT = "scripted", "no.such:thing"
    assert "no function that can be imported" in shown(client)


def test_the_trial_shows_the_answer_as_text_and_keeps_none_of_it(client: Client, settings: Any) -> None:
    def answer(request: ChatRequest) -> str:
        return '{"answer": "Blau. 青い ' + HOSTILE + '"}'

    page = tried(client, settings, answer)
    assert "Blau. 青い" in page and "tokens read" in page
    assert HOSTILE not in page
    assert "script of a test" in page
    call = LanguageCall.objects.get()
    assert (call.purpose, call.outcome) == ("trial", "used")
    assert "Blau" not in shown(client)


def test_the_trial_shows_why_there_is_no_answer(client: Client, settings: Any) -> None:
    def refuse(request: ChatRequest) -> str:
        raise ChatError("models.example refuses the key (401).", kind="key_refused", passes=False)

    page = tried(client, settings, refuse)
    assert "models.example refuses the key (401)." in page
    assert "key refused" in page, "it is among the last calls"


def test_a_spent_budget_stops_the_trial_with_the_time_it_goes_on(client: Client, settings: Any, owner: Actor) -> None:
    settings_change(actor=owner, values={"language_tokens_per_day": 10})
    page = tried(client, settings, lambda request: '{"answer": "Blue."}')
    assert "It goes on at 00:00" in page
    assert not LanguageCall.objects.exists()


def test_the_owner_changes_a_limit_there_with_an_audit_entry(client: Client) -> None:
    url = reverse("admin:settings-save", args=["language_tokens_per_day"])
    answer = client.post(url, {"value": "5000"})
    assert answer["Location"] == reverse("admin:settings-language")
    assert settings_all()["language_tokens_per_day"] == 5_000
    assert Event.objects.filter(code="setting_changed", key="language_tokens_per_day").count() == 1
    assert "of 5,000" in shown(client)
    refused = client.post(url, {"value": "-1"}).content.decode()
    assert "takes a whole number" in refused and "Ask for the colour of the sky" in refused
    assert settings_all()["language_tokens_per_day"] == 5_000


def test_calls_are_listed_with_what_they_took(client: Client) -> None:
    LanguageCall.objects.create(
        purpose="consolidation",
        about="0198c0de-0000-7000-8000-000000000000",
        model="small",
        outcome="failed",
        error="too_slow",
        prompt_tokens=12_345,
        seconds=120.04,
        repairs=True,
    )
    page = shown(client)
    for words in ("consolidation", "0198c0de", "Failed", "too slow", "12,345", "120.0", "asked again"):
        assert words in page


def test_the_owner_sets_an_endpoint_there_and_goes_back(client: Client, settings: Any) -> None:
    settings.KIROCREW_LANGUAGE_KEY = KEY
    for name, value in (
        ("model", "endpoint"),
        ("url", "https://models.example/v1"),
        ("name", "small"),
        ("window", "32768"),
    ):
        answer = client.post(reverse("admin:settings-save", args=[f"language_{name}"]), {"value": value})
        assert answer["Location"] == reverse("admin:settings-language")
    page = shown(client)
    assert "https://models.example/v1" in page and "32,768 tokens" in page and "disabled" not in page
    assert KEY not in page
    model = language_model()
    assert isinstance(model, EndpointModel) and (model.name, model.window) == ("small", 32_768)
    client.post(reverse("admin:settings-save", args=["language_model"]), {"default": "1"})
    assert language_model() is None
    assert Event.objects.filter(code="setting_changed", key="language_url").exists()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("language_model", "scripted"),
        ("language_model", "/etc/passwd"),
        ("language_model", "../up.gguf"),
        ("language_url", "file:///etc/passwd"),
        ("language_url", "https://me:secret@models.example/v1"),
        ("language_name", "a\u0085b" * 3),
        ("language_window", "100"),
    ],
)
def test_a_model_that_nobody_may_choose_there_is_refused(client: Client, name: str, value: str) -> None:
    refused = client.post(reverse("admin:settings-save", args=[name]), {"value": value})
    assert "takes" in refused.content.decode() and refused.status_code == 200
    assert language_model() is None


@pytest.mark.parametrize(
    ("named", "wanted", "is_sent"),
    [
        ("", "https://models.example/v1", True),
        ("https://models.example/v1", "https://models.example/v2", True),
        ("https://models.example/v1", "https://elsewhere.example/v1", False),
        ("https://models.example/v1", "http://models.example/v1", False),
    ],
)
def test_a_key_goes_to_the_host_that_the_environment_names(
    settings: Any, owner: Actor, named: str, wanted: str, *, is_sent: bool
) -> None:
    settings.KIROCREW_LANGUAGE_KEY, settings.KIROCREW_LANGUAGE_URL = KEY, named
    settings_change(actor=owner, values={"language_model": "endpoint", "language_url": wanted, "language_name": "x"})
    assert chat_chosen(settings_all()).key == (KEY if is_sent else "")


def test_a_file_is_one_of_the_home(settings: Any, owner: Actor) -> None:
    settings_change(actor=owner, values={"language_model": "qwen3-4b.gguf"})
    assert chat_chosen(settings_all()).path == Path(settings.KIROCREW_HOME) / "models" / "qwen3-4b.gguf"
