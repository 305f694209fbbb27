"""What strangers and monitors cause stays small in the log."""

import logging
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.utils.module_loading import import_string


def test_a_foreign_host_is_one_line_without_a_traceback(caplog: pytest.LogCaptureFixture) -> None:
    answer = Client(headers={"Host": "evil.example"}).get("/sign-in/")
    assert answer.status_code == 400
    (record,) = [one for one in caplog.records if one.name == "django.security.DisallowedHost"]
    assert record.levelno == logging.WARNING
    assert record.exc_info is None
    assert "evil.example" in record.getMessage()


@pytest.mark.django_db(transaction=True)
def test_a_server_that_is_not_ready_answers_monitors_without_an_error(caplog: pytest.LogCaptureFixture) -> None:
    answer = Client().get("/readyz")
    assert answer.status_code == 503
    assert [one for one in caplog.records if one.name == "django.request"] == []


def test_other_unavailable_answers_are_still_logged(caplog: pytest.LogCaptureFixture) -> None:
    other: Any = type("Request", (), {"path": "/api/memory/search"})()
    logging.getLogger("django.request").error("Unavailable", extra={"status_code": 503, "request": other})
    assert [one.getMessage() for one in caplog.records] == ["Unavailable"]


def line(message: str, *values: object, error: BaseException | None = None) -> str:
    """What the server's handler writes of a record."""
    configured = settings.LOGGING["formatters"]["plain"]
    formatter = import_string(configured["()"])(configured["format"])
    info = (type(error), error, error.__traceback__) if error else None
    return str(formatter.format(logging.LogRecord("kirocrew", logging.WARNING, "x.py", 1, message, values, info)))


SECRET = "glpat-" + "Xy7Qw2Er9Ty4Ui8Op1As"


def test_a_credential_in_a_message_or_its_values_is_not_written() -> None:
    assert SECRET not in line(f"Not Found: /api/{SECRET}")
    assert SECRET not in line("Not Found: %s", f"/api/{SECRET}")


def test_a_credential_in_a_traceback_is_not_written() -> None:
    try:
        raise ValueError(f"bad token {SECRET}")
    except ValueError as error:
        written = line("It failed", error=error)
    assert SECRET not in written
    assert "ValueError" in written


@pytest.mark.parametrize("breaks", ["\n", "\r\n", "\u2028", "\x0b"])
def test_a_value_can_not_forge_a_line(breaks: str) -> None:
    assert len(line("Not Found: %s", f"/x{breaks}2026-01-01 INFO forged").splitlines()) == 1


def test_what_is_harmless_is_written_as_it_is() -> None:
    assert line("12 facts in 日本語, größe, 한국어 🎈").endswith(
        "WARNING kirocrew 12 facts in 日本語, größe, 한국어 🎈"
    )
