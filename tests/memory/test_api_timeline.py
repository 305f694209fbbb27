"""Points in time over HTTP: every read takes them, and says what it does not understand."""

from datetime import UTC, datetime

import pytest

from memory.models import Revision, Store
from tests.memory.test_api import Ask, asker

pytestmark = pytest.mark.django_db


@pytest.fixture
def botty_asks(main_store: Store) -> Ask:
    return asker("botty", main_store, "memory:read", "memory:write", "lessons:write")


@pytest.fixture
def before(botty_asks: Ask) -> str:
    """Write one of each kind, change the fact and the lesson, and return the instant in between."""
    items = [
        {"kind": "fact", "key": "user.city", "value": "Lisbon harbour"},
        {"kind": "lesson", "rule": "Prefer the harbour ferry"},
        {"kind": "episode", "text": "We met at the harbour gate.", "tags": ["walk"]},
    ]
    assert botty_asks("post", "/api/memory/batch", {"items": items}).json()["counts"] == {"written": 3}
    instant = Revision.objects.order_by("-recorded_at")[0].recorded_at
    botty_asks("put", "/api/memory/semantic", {"key": "user.city", "value": "Porto"})
    botty_asks("post", "/api/lessons", {"rule": "Prefer the harbour ferry", "negative": "the bus"})
    return instant.isoformat().replace("+00:00", "Z")


@pytest.mark.parametrize(
    ("path", "now", "then"),
    [
        ("/api/memory/semantic", "Porto", "Lisbon harbour"),
        ("/api/memory/semantic/user.city", "Porto", "Lisbon harbour"),
        ("/api/lessons", "the bus", '"negative":""'),
        ("/api/memory/episodic?tags=walk", "harbour gate", "harbour gate"),
        ("/api/memory/records?kind=fact", "Porto", "Lisbon harbour"),
        ("/api/memory/search?q=harbour&kinds=fact", '"abstained":true', "Lisbon harbour"),
        (
            "/api/memory/context-preview?q=harbour",
            "Prefer the harbour ferry (not: the bus)",
            "user.city: Lisbon harbour",
        ),
    ],
)
def test_every_read_answers_as_of_an_instant(botty_asks: Ask, before: str, path: str, now: str, then: str) -> None:
    joined = "&" if "?" in path else "?"
    assert now in botty_asks("get", path).content.decode()
    answer = botty_asks("get", f"{path}{joined}known_at={before}")
    assert answer.status_code == 200
    assert then in answer.content.decode()


def test_a_record_of_the_past_says_when_it_was_believed_and_what_became_of_it(botty_asks: Ask, before: str) -> None:
    found = botty_asks("get", f"/api/memory/semantic/user.city?known_at={before}").json()
    then = found["then"]
    assert (found["value"], found["revision"], then["known_at"]) == ("Lisbon harbour", 1, before)
    assert then["known_from"] <= before < then["known_until"]
    assert [aside["code"] for aside in then["qualifiers"]] == ["changed"]
    by_uid = botty_asks("get", f"/api/memory/records/{found['uid']}?known_at={before}").json()
    assert by_uid["value"] == "Lisbon harbour"
    assert "then" not in botty_asks("get", f"/api/memory/records/{found['uid']}").json()


def test_a_correction_over_http_says_the_old_value_never_held(botty_asks: Ask) -> None:
    botty_asks("put", "/api/memory/semantic", {"key": "user.city", "value": "Lisbon"})
    botty_asks("put", "/api/memory/semantic", {"key": "user.city", "value": "Porto", "effect": "correction"})
    assert botty_asks("get", "/api/memory/semantic/user.city?as_of=2020-01-01").json()["value"] == "Porto"
    uid = botty_asks("get", "/api/memory/semantic/user.city").json()["uid"]
    stretches = botty_asks("get", f"/api/memory/records/{uid}/timeline").json()["stretches"]
    assert [(one["content"]["value"], one["known_until"] is None) for one in stretches] == [
        ("Lisbon", False),
        ("Porto", True),
    ]
    refused = botty_asks("put", "/api/memory/semantic", {"key": "user.city", "value": "Faro", "effect": "undo"})
    assert refused.status_code == 422 or refused.status_code == 400


def test_at_is_another_name_of_as_of(botty_asks: Ask, before: str) -> None:
    botty_asks("put", "/api/memory/semantic", {"key": "user.city", "value": "Porto", "effect": "correction"})
    for name in ("at", "as_of"):
        answer = botty_asks("get", f"/api/memory/search?q=harbour&kinds=fact&{name}={before}").json()
        assert [hit["value"] for hit in answer["hits"]] == ["Lisbon harbour"]
    both = botty_asks("get", f"/api/memory/search?q=harbour&at={before}&as_of=2020-01-01")
    assert both.json()["type"].endswith("invalid-instant")


@pytest.mark.parametrize(
    ("query", "type", "status"),
    [
        ("as_of=March 2026", "invalid-instant", 422),
        ("as_of=2026-03-01T10:00:00+01:00", "invalid-instant", 422),  # the plus is a space in an address
        ("known_at=2999-01-01", "known-in-future", 422),
        ("as_of=2020-01-01&known_at=2020-01-01", "not-then", 404),
    ],
)
def test_what_can_not_be_answered_says_why(botty_asks: Ask, query: str, type: str, status: int) -> None:
    botty_asks("put", "/api/memory/semantic", {"key": "user.city", "value": "Lisbon"})
    answer = botty_asks("get", f"/api/memory/semantic/user.city?{query}")
    assert (answer.status_code, answer.json()["type"].rpartition(":")[2]) == (status, type)


def test_a_list_of_the_past_has_no_other_status_than_active(botty_asks: Ask) -> None:
    answer = botty_asks("get", "/api/memory/records?status=forgotten&as_of=2020-01-01")
    assert answer.json()["type"].endswith("status-of-the-past")
    assert botty_asks("get", "/api/memory/events?as_of=2020-01-01").status_code in (400, 422)


def test_a_day_means_its_end_and_today_means_now(botty_asks: Ask) -> None:
    botty_asks("put", "/api/memory/semantic", {"key": "user.city", "value": "Lisbon"})
    today = f"{datetime.now(UTC):%Y-%m-%d}"
    assert botty_asks("get", f"/api/memory/semantic/user.city?known_at={today}").json()["value"] == "Lisbon"
