"""Every error is problem+json with a stable type and repeats nothing that was sent."""

import pytest
from django.test import Client
from rest_framework.test import APIClient

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.channels_bridge.urls")]


@pytest.mark.parametrize(
    ("how", "status", "slug"),
    [
        ("404", 404, "not-found"),
        ("403", 403, "forbidden"),
        ("409", 409, "conflict"),
        ("412", 412, "precondition-failed"),
        ("413", 413, "too-large"),
        ("429", 429, "too-many"),
        ("throttled", 429, "too-many"),
        ("busy", 503, "database-busy"),
    ],
)
def test_each_failure_has_its_type(api: APIClient, how: str, status: int, slug: str) -> None:
    answer = api.get(f"/test/fail/{how}")
    assert answer.status_code == status
    assert answer["Content-Type"] == "application/problem+json"
    body = answer.json()
    assert body["type"] == f"urn:kirocrew:problem:{slug}"
    assert body["status"] == status
    assert body["title"]
    assert body["detail"]
    assert "secret" not in answer.content.decode()


@pytest.mark.parametrize(("how", "seconds"), [("429", "7"), ("throttled", "3"), ("busy", "2")])
def test_who_should_come_back_is_told_when(api: APIClient, how: str, seconds: str) -> None:
    assert api.get(f"/test/fail/{how}")["Retry-After"] == seconds


def test_a_problems_own_members_are_sent(api: APIClient) -> None:
    assert api.get("/test/fail/409").json()["revision"] == 7


def test_the_wrong_method_is_told_the_right_ones(api: APIClient) -> None:
    answer = api.delete("/test/fail/404")
    assert answer.status_code == 405
    assert answer.json()["type"] == "urn:kirocrew:problem:method-not-allowed"
    assert "POST" in answer["Allow"]


def test_a_body_that_is_no_json_is_malformed(api: APIClient) -> None:
    answer = api.post("/test/fail/x", b'{"password": "hunter2', content_type="application/json")
    assert answer.status_code == 400
    assert answer.json()["type"] == "urn:kirocrew:problem:malformed"
    assert "hunter2" not in answer.content.decode()


def test_a_body_of_another_type_is_refused(api: APIClient) -> None:
    answer = api.post("/test/fail/x", b"a=1", content_type="application/x-www-form-urlencoded")
    assert answer.status_code == 415
    assert answer.json()["type"] == "urn:kirocrew:problem:unsupported-media-type"


def test_an_answer_in_another_form_is_not_to_be_had(api: APIClient) -> None:
    answer = api.get("/test/fail/404", headers={"accept": "text/csv"})
    assert answer.status_code == 406
    assert answer.json()["type"] == "urn:kirocrew:problem:not-acceptable"


def test_wrong_values_are_listed_field_by_field_and_not_repeated(api: APIClient) -> None:
    body = {"items": [{"key": "ok", "colour": "red"}, {"key": "geheimnis", "colour": "ultraviolet"}], "count": 4711}
    answer = api.post("/test/fail/x", body, format="json")
    assert answer.status_code == 422
    assert answer.json()["type"] == "urn:kirocrew:problem:invalid"
    found = {(error["field"], error["code"]) for error in answer.json()["errors"]}
    assert found == {("items.1.key", "max_length"), ("items.1.colour", "invalid_choice"), ("count", "max_value")}
    assert all(error["message"] for error in answer.json()["errors"])
    for sent in ("geheimnis", "ultraviolet", "4711"):
        assert sent not in answer.content.decode()


@pytest.mark.parametrize("body", [[], "text", 5, None, [{"items": []}]])
def test_a_body_of_the_wrong_shape_is_an_error_of_the_whole(api: APIClient, body: object) -> None:
    answer = api.post("/test/fail/x", body, format="json")
    assert answer.status_code == 422
    assert answer.json()["errors"]


def test_a_field_named_message_is_no_error_by_itself(api: APIClient) -> None:
    answer = api.post("/test/fail/x", {"items": [], "message": "hi", "code": "x"}, format="json")
    assert [error["field"] for error in answer.json()["errors"]] == ["count"]


def test_an_unforeseen_error_says_nothing_about_its_cause(api: APIClient) -> None:
    api.raise_request_exception = False
    answer = api.get("/test/fail/500")
    assert answer.status_code == 500
    assert answer["Content-Type"] == "application/problem+json"
    assert answer.json()["type"] == "urn:kirocrew:problem:error"
    assert "secret" not in answer.content.decode()


def test_a_path_that_nobody_answers_is_not_found(client: Client) -> None:
    answer = client.get("/api/nothing")
    assert answer.status_code == 404
    assert answer.json()["type"] == "urn:kirocrew:problem:not-found"
