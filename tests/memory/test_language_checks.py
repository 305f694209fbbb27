"""Each wrong configuration of the language model has an id; the right ones pass."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.checks import run_checks

from memory.inference.chat_choice import chat_model_forget
from memory.inference.checks import language_model_can_be_used

ENDPOINT = {
    "KIROCREW_LANGUAGE_MODEL": "endpoint",
    "KIROCREW_LANGUAGE_URL": "https://models.example/v1",
    "KIROCREW_LANGUAGE_NAME": "small",
}
LOCAL = ENDPOINT | {"KIROCREW_LANGUAGE_URL": "http://localhost:11434/v1"}


@pytest.fixture(autouse=True)
def _fresh(settings: Any, tmp_path: Path) -> Iterator[None]:
    settings.KIROCREW_HOME = tmp_path
    yield
    chat_model_forget()


def ids(settings: Any, values: dict[str, Any]) -> set[str]:
    for name, value in values.items():
        setattr(settings, name, value)
    return {str(message.id) for message in language_model_can_be_used(None)}


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({}, set()),
        ({"KIROCREW_LANGUAGE_MODEL": ""}, set()),
        ({"KIROCREW_LANGUAGE_URL": "https://models.example/v1"}, {"memory.W001"}),
        ({"KIROCREW_LANGUAGE_MODEL": "scripted"}, {"memory.E001"}),
        ({"KIROCREW_LANGUAGE_MODEL": "scripted", "KIROCREW_LANGUAGE_SCRIPT": "no.such:thing"}, {"memory.E001"}),
        (
            {"KIROCREW_LANGUAGE_MODEL": "scripted", "KIROCREW_LANGUAGE_SCRIPT": f"{__name__}:answer"},
            {"memory.W002"},
        ),
        (ENDPOINT, set()),
        (ENDPOINT | {"KIROCREW_LANGUAGE_URL": ""}, {"memory.E002"}),
        (ENDPOINT | {"KIROCREW_LANGUAGE_NAME": ""}, {"memory.E002"}),
        (ENDPOINT | {"KIROCREW_LANGUAGE_URL": "models.example/v1"}, {"memory.E002"}),
        (ENDPOINT | {"KIROCREW_LANGUAGE_URL": "ftp://models.example/v1"}, {"memory.E002"}),
        (ENDPOINT | {"KIROCREW_LANGUAGE_URL": "https://me:secret@models.example/v1"}, {"memory.E002"}),
        (ENDPOINT | {"KIROCREW_LANGUAGE_URL": "https://[bad/v1"}, {"memory.E002"}),
        (LOCAL, {"memory.E003"}),
        (LOCAL | {"KIROCREW_LANGUAGE_KEY": "k", "KIROCREW_EGRESS_ALLOW": ["localhost:11434"]}, set()),
        (LOCAL | {"KIROCREW_EGRESS_ALLOW": ["localhost"]}, set()),
        (LOCAL | {"KIROCREW_EGRESS_ALLOW": ["localhost:8080"]}, {"memory.E003"}),
        (ENDPOINT | {"KIROCREW_LANGUAGE_URL": "http://192.168.1.5/v1"}, {"memory.E003"}),
        (ENDPOINT | {"KIROCREW_LANGUAGE_URL": "http://[::1]:8080/v1"}, {"memory.E003"}),
        (
            ENDPOINT | {"KIROCREW_LANGUAGE_URL": "http://models.example/v1", "KIROCREW_LANGUAGE_KEY": "k"},
            {"memory.W003"},
        ),
        (ENDPOINT | {"KIROCREW_LANGUAGE_URL": "http://models.example/v1"}, set()),
        ({"KIROCREW_LANGUAGE_MODEL": "smolm2"}, {"memory.E004"}),
        ({"KIROCREW_LANGUAGE_MODEL": "/nowhere/model.gguf"}, {"memory.E004"}),
        ({"KIROCREW_LANGUAGE_MODEL": "smollm2"}, {"memory.W004"}),
    ],
)
def test_what_is_wrong_is_found_and_what_is_right_passes(
    settings: Any, values: dict[str, Any], expected: set[str]
) -> None:
    assert ids(settings, values) == expected


@pytest.mark.model
def test_a_file_that_is_there_passes(settings: Any, tmp_path: Path) -> None:
    (tmp_path / "模型.gguf").touch()
    assert ids(settings, {"KIROCREW_LANGUAGE_MODEL": str(tmp_path / "模型.gguf")}) == set()


def test_no_message_shows_the_key_or_a_user_in_the_address(settings: Any) -> None:
    key, url = "sk-AbCdEf0123456789AbCdEf", "http://me:secret@models.example/v1"
    values = ENDPOINT | {"KIROCREW_LANGUAGE_URL": url, "KIROCREW_LANGUAGE_KEY": key}
    for name, value in values.items():
        setattr(settings, name, value)
    told = " ".join(f"{message.msg} {message.hint}" for message in run_checks())
    assert "memory.E002" in {message.id for message in run_checks()}
    assert key not in told and "secret@" not in told


def answer(request: Any) -> str:
    return "{}"
